"""`pnp list`: which games there are, and what each has."""

from __future__ import annotations

import click

from pnp.cli.base import CLEAN, games, guarded


@click.command("list")
@games
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How it is shown.")
@guarded
def list_(games: tuple[str, ...], form: str) -> int:
    """List the games, with what each has."""
    from pnp import build
    from pnp.reports import games as report

    rows = [build.inventory(folder) for folder in build.folders(games)]
    click.echo(report.json(rows) if form == "json" else report.text(rows))
    return CLEAN
