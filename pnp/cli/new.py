"""`pnp new`: a game of one's own to start from."""

from __future__ import annotations

import shlex

import click

from pnp.cli.base import CLEAN, guarded, quiet


@click.command()
@click.argument("folder")
@click.option(
    "--like",
    type=click.Choice(["cards", "counters", "board"]),
    default="cards",
    show_default=True,
    help="What it begins as: a deck, two sides' counters, or a map.",
)
@quiet
@guarded
def new(folder: str, like: str, quiet: bool) -> int:
    """Begin a game of your own: a small complete one in FOLDER, to play, to print and to change.

    FOLDER's name is the game's: `night-of-the-owl` becomes Night of the Owl. Nothing that is there is overwritten.
    """
    from pathlib import Path

    from pnp import build

    made, piece = build.new(Path(folder), like)
    if not quiet:
        name = shlex.quote(Path(folder).as_posix())
        click.echo(f"{name} is a game now, of {len(made)} files; change any of them, and go on with")
        for command, what in (
            (f"pnp check {name}", "what is wrong, where, and what to type: nothing yet"),
            (f"pnp build {name}", f"its PDFs, in output/{Path(folder).resolve().name}/"),
            (f"pnp show {name} {piece}", "one piece: what it has, where that stands and where it is printed"),
        ):
            click.echo(f"  {command}  # {what}")
    return CLEAN
