"""`pnp profile`: what printers need, kept by name for all games."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.base import CLEAN, guarded


@click.command()
@click.argument("name", required=False, default="")
@click.option("--offset", metavar="X,Y", help="Move backs to the right and down: 0.4mm,-0.7mm.")
@click.option("--rotate", metavar="DEGREES", type=float, help="Turn backs clockwise about the middle of the paper.")
@click.option("--scale", metavar="FACTOR", type=float, help="Enlarge backs about the middle of the paper: 1.002.")
@click.option("--ruler", metavar="LENGTH[,LENGTH]", help="How long rulers of 100 mm come out, across and down: 99.6mm.")
@click.option("--add", is_flag=True, help="Add it to what the profile has: what was left over.")
@click.option("--delete", is_flag=True, help="Forget the profile.")
@guarded
def profile(name: str, add: bool, delete: bool, **given: Any) -> int:
    """Keep what `pnp calibrate` says of a printer as NAME, for `pnp build --profile NAME`. Without options, show it; without
    NAME, list all."""
    from pnp import build
    from pnp.build import profiles

    changed = any(one is not None for one in given.values())
    if not name:
        if changed or add or delete:
            raise build.Misuse("which profile? `pnp profile NAME …`, with a name such as attic-laser")
        known = [profiles.read(one) for one in profiles.names()]
        click.echo(
            "\n".join(map(profiles.told, known))
            or "There are no profiles yet. `pnp calibrate` prints a sheet to begin with."
        )
    elif delete:
        if changed or add:
            raise build.Misuse("a profile is deleted or changed, not both")
        profiles.delete(name)
        click.echo(f"The profile '{name}' is forgotten.")
    else:
        click.echo(profiles.told(profiles.keep(name, add=add, **given) if changed else profiles.read(name)))
    return CLEAN
