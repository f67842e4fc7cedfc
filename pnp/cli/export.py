"""`pnp export`: files for shops, and pictures of every piece."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.base import Teller, guarded, made, quiet


@click.command()
@click.argument("game", metavar="GAME|FOLDER")
@click.option("--for", "shop", required=True, metavar="SHOP|png|svg", help="See docs/shops.md for the shops there are.")
@click.option("--profile-icc", metavar="FILE", type=click.Path(), help="The press's colour profile, for CMYK.")
@click.option("--out", metavar="DIR", type=click.Path(file_okay=False), default="output", show_default=True)
@quiet
@guarded
def export(game: str, shop: str, out: str, quiet: bool, **named: Any) -> int:
    """Make a game's pieces as a shop takes them: a PDF for its press, or a picture or drawing of every face."""
    from pathlib import Path

    from pnp import build
    from pnp import export as exporting

    profile = named["profile_icc"]
    order = exporting.Order(exporting.shop(shop), Path(out), Path(profile) if profile else None)
    (folder,) = build.folders((game,))
    tell = Teller(quiet)
    try:
        built = exporting.export(folder, order, tell)
    finally:
        tell.done()
    return made(built, quiet)
