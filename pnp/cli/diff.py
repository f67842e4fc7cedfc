"""`pnp diff`: what changed in a game."""

from __future__ import annotations

import json

import click

from pnp.cli.base import CLEAN, guarded


@click.command()
@click.argument("game", metavar="GAME|FOLDER")
@click.option("--since", required=True, metavar="REF|FOLDER", help="A revision of git, or another folder of the game.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How it is shown.")
@click.option("--whole", is_flag=True, help="All values of what came or went, too.")
@guarded
def diff(game: str, since: str, form: str, whole: bool) -> int:
    """Say what changed in a game since an earlier version, piece by piece: old values and new ones."""
    from pnp import build, changes
    from pnp.changes import told

    (folder,) = build.folders((game,))
    name, found = changes.changed(folder, since)
    if form == "json":
        click.echo(json.dumps(told.record(found, folder.resolve().name, name), indent=2, ensure_ascii=False))
    else:
        for line in told.text(found, whole):
            click.echo(line)
        click.echo(f"{len(found)} change{'s' if len(found) != 1 else ''} since {name}")
    return CLEAN
