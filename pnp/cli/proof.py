"""`pnp proof`: what is true of a PDF."""

from __future__ import annotations

import json
import sys

import click

from pnp.cli.base import CLEAN, MISUSED, coloured, guarded


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE.pdf…", type=click.Path(dir_okay=False))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How it is shown.")
@guarded
def proof(files: tuple[str, ...], form: str) -> int:
    """Open any PDF again and say what is true of it: its boxes, fonts, type, pictures, ink, marks, and whether backs meet
    their fronts."""
    from pathlib import Path

    from pnp.proof import about, tell
    from pnp.proof.steps import Unreadable

    told, status = [], CLEAN
    for name in files:
        try:
            told.append(about.about(Path(name)))
        except Unreadable as fault:
            click.echo(f"pnp: '{name}' {fault}", err=True)
            status = MISUSED
    if form == "json":
        click.echo(json.dumps([tell.data(one) for one in told], indent=2, ensure_ascii=False))
        return status
    for number, one in enumerate(told):
        if number:
            click.echo()
        for what, line in tell.lines(one):
            label = f"{what:<9}"
            click.echo((click.style(label, bold=True) if coloured(sys.stdout) else label) + line)
    return status
