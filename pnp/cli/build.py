"""`pnp build`: the files of games."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pnp.cli.base import CLEAN, FAULTY, LACKING, Teller, coloured, games, guarded, quiet

if TYPE_CHECKING:
    from pnp.build import Built


@click.command()
@games
@click.option("--only", metavar="NAME,…", help="Only these files: counters, map, rulebook, …")
@click.option(
    "--paper", default="a4", show_default=True, help="a4, letter, a3, tabloid, legal, or WxH such as 200mmx300mm."
)
@click.option("--out", metavar="DIR", type=click.Path(file_okay=False), default="output", show_default=True)
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=1, show_default=True, help="Files made at once.")
@click.option("--fresh", is_flag=True, help="Build everything again, whatever was built before.")
@quiet
@guarded
def build(games: tuple[str, ...], only: str | None, paper: str, out: str, jobs: int, fresh: bool, quiet: bool) -> int:
    """Make the PDFs of a game."""
    from pathlib import Path

    from pnp import build

    wish = build.Wish(Path(out), paper, tuple(only.split(",")) if only is not None else (), jobs, fresh)
    tell, status = Teller(quiet), CLEAN
    for folder in build.folders(games):
        built = build.build(folder, wish, tell)
        tell.done()
        status = max(status, _told(built, quiet))
    return status


def _told(built: Built, quiet: bool) -> int:
    """Show what was built of a game, and what is wrong; the exit status."""
    from pnp.reports import text
    from pnp.reports.base import Report, fails

    report = Report(built.found, (built.game,), coloured=coloured(sys.stderr))
    if built.found:
        click.echo(text.show(report), err=True)
    if fails(built.found, strict=False):
        nothing = "" if built.files else "; nothing was built"
        click.echo(text.summary(report) + nothing, err=True)
        return FAULTY
    if not quiet:
        for file in built.files:
            click.echo(
                f"{file.path}  {file.pages} page{'s' if file.pages != 1 else ''}" if file.pages else f"{file.path}"
            )
    for lack in built.lacking:
        click.echo(f"pnp: {lack}", err=True)
    return LACKING if built.lacking else CLEAN
