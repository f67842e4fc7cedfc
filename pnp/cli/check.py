"""`pnp check`: everything that is wrong with games."""

from __future__ import annotations

import click

from pnp.cli.base import LACKING, Teller, games, guarded, quiet, report
from pnp.reports import FORMATS


@click.command()
@games
@click.option("--strict", is_flag=True, help="Warnings fail too.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How faults are shown.")
@click.option("--only", metavar="CODE,…", help="Only these faults: table/odds, or a family as table or table/*.")
@click.option("--plays", type=click.IntRange(0), default=0, metavar="N", help="Play so many games at random too.")
@quiet
@guarded
def check(games: tuple[str, ...], strict: bool, form: str, only: str | None, plays: int, quiet: bool) -> int:
    """Say everything that is wrong with a game, where it is, and what to type."""
    from pnp import build

    wanted = _wanted(only) if only is not None else ()
    tell = Teller(quiet)
    seen = [build.check(folder, tell, plays) for folder in build.folders(games)]
    tell.done()
    status = report(seen, strict, form, quiet, wanted)
    for game in seen:
        for fault in game.broken:
            click.echo(f"pnp: a bug in the engine of '{game.name}': {fault}", err=True)
            status = LACKING
    return status


def _wanted(only: str) -> tuple[str, ...]:
    """Codes and families that are there. Raises `Misuse` for another."""
    from pnp import catalogue
    from pnp.build import Misuse
    from pnp.diag import nearest

    known = {page.code for page in catalogue.pages()} | {family.name for family in catalogue.families()}
    wanted = tuple(word.strip() for word in only.split(","))
    for word in wanted:
        bare = word.removesuffix("/*")
        if bare not in known:
            near = nearest(bare, known) or catalogue.near(bare)
            hint = f"did you mean '{near}'?" if near else "see `pnp explain`"
            raise Misuse(f"there is no diagnostic '{word}'; {hint}")
    return wanted
