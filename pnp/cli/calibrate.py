"""`pnp calibrate`: a sheet that says how far a printer's backs lie from their fronts."""

from __future__ import annotations

import click

from pnp.cli.base import CLEAN, guarded


@click.command()
@click.option("--paper", default="a4", show_default=True, help="As for `pnp build`.")
@click.option(
    "--profile", metavar="NAME", default="", help="Print it as this profile prints, to see whether it is right."
)
@click.option("--out", metavar="DIR", type=click.Path(file_okay=False), default="output", show_default=True)
@guarded
def calibrate(paper: str, profile: str, out: str) -> int:
    """Make a sheet to print on both sides and hold against the light: it tells what to type into `pnp profile`."""
    from pathlib import Path

    from pnp import build
    from pnp.build import calibrating, profiles

    printer = profiles.read(profile) if profile else None
    made = calibrating.calibrate(build.Wish(Path(out), paper, profile=printer))
    click.echo(f"{made.path}  {made.pages} pages")
    click.echo("Print it on both sides at 100 %, turned on the long edge; it says the rest.")
    return CLEAN
