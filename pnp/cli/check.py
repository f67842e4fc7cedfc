"""`pnp check`: everything that is wrong with games."""

from __future__ import annotations

import click

from pnp.cli.base import Teller, games, guarded, quiet, report


@click.command()
@games
@click.option("--strict", is_flag=True, help="Warnings fail too.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How faults are shown.")
@quiet
@guarded
def check(games: tuple[str, ...], strict: bool, form: str, quiet: bool) -> int:
    """Say everything that is wrong with a game, where it is, and what to type."""
    from pnp import build

    tell = Teller(quiet)
    seen = [build.check(folder, tell) for folder in build.folders(games)]
    tell.done()
    return report(seen, strict, form, quiet)
