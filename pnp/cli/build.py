"""`pnp build`: the files of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pnp.cli.base import CLEAN, Teller, games, guarded, made, quiet

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.build import Built, Wish
    from pnp.build.base import Tell


@click.command()
@games
@click.option("--only", metavar="NAME,…", help="Only these files: counters, map, rulebook, …")
@click.option(
    "--paper", default="a4", show_default=True, help="a4, letter, a3, tabloid, legal, or WxH such as 200mmx300mm."
)
@click.option(
    "--backs",
    type=click.Choice(["long", "short", "fold", "none"]),
    default="long",
    show_default=True,
    help="The edge that the printer turns the paper over; or fronts and backs about a fold on one side; or no backs.",
)
@click.option(
    "--marks",
    type=click.Choice(["ticks", "full", "none"]),
    default="ticks",
    show_default=True,
    help="Where to cut: short ticks outside the pieces, guides over the whole sheet, or nothing.",
)
@click.option(
    "--sheets",
    type=click.Choice(["files", "groups", "packed"]),
    default="files",
    show_default=True,
    help="A file for each deck and size of counter; each group of counters on sheets of its own; or all pieces in "
    "pieces.pdf, on as few sheets as can be.",
)
@click.option("--margin", metavar="LENGTH", default="5mm", show_default=True, help="What your printer leaves white.")
@click.option("--bleed", metavar="LENGTH", default="3mm", show_default=True, help="How far art reaches over the cut.")
@click.option(
    "--back-bleed", metavar="LENGTH", default="", help="The same of backs: more forgives a printer that drifts."
)
@click.option(
    "--ink",
    type=click.Choice(["full", "low", "grey"]),
    default="full",
    show_default=True,
    help="As drawn, with outlines instead of grounds, or in greys.",
)
@click.option("--profile", metavar="NAME", default="", help="What your printer needs: see `pnp calibrate`.")
@click.option("--booklet", is_flag=True, help="The rulebook also as sheets to fold once and staple.")
@click.option("--creep", metavar="LENGTH", default="", help="The thickness of the booklet's paper, such as 0.1mm.")
@click.option("--changed", is_flag=True, help="Only the pieces that changed, and a list of changes.")
@click.option("--since", metavar="REF|FILE", default="", help="… since a revision, a folder or a manifest.json.")
@click.option("--out", metavar="DIR", type=click.Path(file_okay=False), default="output", show_default=True)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(0, 64),
    default=0,
    show_default=True,
    help="Files made at once, or processes that draw one long deck; with 0 one file after the other, and a long deck by "
    "as many as there are processors, four at most.",
)
@click.option("--fresh", is_flag=True, help="Build everything again, whatever was built before.")
@quiet
@guarded
def build(games: tuple[str, ...], only: str | None, out: str, profile: str, quiet: bool, **wishes: Any) -> int:
    """Make the PDFs of a game."""
    from pathlib import Path

    from pnp import build
    from pnp.build import Misuse

    names = tuple(only.split(",")) if only is not None else ()
    printer = None
    if profile:
        from pnp.build import profiles

        printer = profiles.read(profile)
    changed, since = wishes.pop("changed"), wishes.pop("since")
    if since and not changed:
        raise Misuse("--since goes with --changed")
    wish = build.Wish(Path(out), only=names, profile=printer, **wishes)
    tell, status = Teller(quiet), CLEAN
    for folder in build.folders(games):
        built = _changed(folder, since, wish, tell) if changed else build.build(folder, wish, tell)
        tell.done()
        status = max(status, made(built, quiet))
    return status


def _changed(folder: Path, since: str, wish: Wish, tell: Tell) -> Built:
    from pnp import changes

    return changes.reprint(folder, since, wish, tell)
