"""`pnp schema`: what editors read, so that they complete keys and explain them."""

from __future__ import annotations

import click

from pnp.cli.base import CLEAN, guarded


@click.command()
@click.argument("game", required=False, metavar="[GAME|FOLDER]")
@click.option("--out", metavar="DIR", type=click.Path(file_okay=False), help="Where to; .schema/ in FOLDER, or here.")
@guarded
def schema(game: str | None, out: str | None) -> int:
    """Write the JSON Schema of every content file, for editors: of any game, or of one with its own attributes and ids."""
    from pathlib import Path

    from pnp import build

    folder = build.folders((game,))[0] if game is not None else None
    into = Path(out) if out else None
    if folder in build.bundled():
        into = into or Path(build.SCHEMAS)  # what comes with pnp is left as it came
    for path in build.schemas(folder, into):
        click.echo(path.as_posix())
    return CLEAN
