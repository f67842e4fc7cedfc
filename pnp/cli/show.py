"""`pnp show`: one thing of a game as `pnp` sees it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.base import CLEAN, FAULTY, MISUSED, coloured, guarded

if TYPE_CHECKING:
    from pnp.diag import Span
    from pnp.show import Shown

_SOURCES = (("stated", "from the original rules"), ("designed", "designed for this edition"))

_LONG = 64
Rows = list[tuple[str, ...]]


@click.command()
@click.argument("game", metavar="GAME|FOLDER")
@click.argument("id", metavar="[KIND:]ID")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How it is shown.")
@guarded
def show(game: str, id: str, form: str) -> int:
    """Show one piece, box, table, … of a game: its fields and where each came from, where it is used and printed."""
    from pnp import build
    from pnp import show as showing

    (folder,) = build.folders((game,))
    try:
        shown = showing.show(folder, id)
    except (showing.NoThing, showing.Unreadable) as fault:
        click.echo(f"pnp: {fault}", err=True)
        return MISUSED if isinstance(fault, showing.NoThing) else FAULTY
    if form == "json":
        click.echo(json.dumps([_object(one) for one in shown], indent=2, ensure_ascii=False))
    else:
        click.echo("\n\n".join("\n".join(_lines(one)) for one in shown))
    return CLEAN


def _lines(shown: Shown) -> Iterator[str]:
    """For people: a block each for what it is, its fields, its uses, and its prints."""
    name = f" {shown.name}" if shown.name else ""
    yield f"{_strong(f'{shown.kind} {shown.id}')}{name}  {shown.span}"
    if shown.owners:
        yield "in " + ", ".join(owner.replace(":", " ") for owner in shown.owners)
    if shown.source:
        section = f", section {shown.section}" if shown.section else ""
        yield dict(_SOURCES)[shown.source] + section
    if shown.others:
        yield "of the same id: " + ", ".join(shown.others)
    yield from _block("fields", [(one.key, _short(one.text), _from(one.span, one.origin)) for one in shown.values])
    used: Rows = [(str(one.span), one.what) for one in shown.uses]
    yield from _block("used", used or [("nowhere",)])
    prints: Rows = [(one.file, one.where, f"× {one.copies}" if one.copies > 1 else "") for one in shown.prints]
    missing = "nowhere" if shown.drawn else "not known while the game has errors; `pnp check` says which"
    yield from _block("printed", prints or [(missing,)])


def _short(text: str) -> str:
    """The beginning of a long text, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= _LONG else line[: _LONG - 2].rstrip() + " …"


def _from(span: Span | None, origin: str) -> str:
    return " ".join(part for part in (str(span) if span else "", origin) if part)


def _block(head: str, rows: Rows) -> Iterator[str]:
    """Rows in columns under a heading; the first two as wide as their widest cell, within reason."""
    if not rows:
        return
    yield ""
    yield _strong(head)
    widths = [min(44, max(len(row[n]) for row in rows)) for n in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  " + "  ".join(cells).rstrip()


def _object(shown: Shown) -> dict[str, Any]:
    """For programs: the same, with places as `pnp check --format json` writes them."""
    head = {"game": shown.game, "kind": shown.kind, "id": shown.id, "name": shown.name, **_place(shown.span)}
    return {
        **head,
        "in": list(shown.owners),
        "source": shown.source,
        "section": shown.section,
        "fields": [
            {"key": one.key, "value": one.text, "origin": one.origin or "written", **_place(one.span)}
            for one in shown.values
        ],
        "used": [{"what": one.what, **_place(one.span)} for one in shown.uses],
        "printed": [{"file": one.file, "where": one.where, "copies": one.copies} for one in shown.prints],
        "drawn": shown.drawn,
        "others": list(shown.others),
    }


def _place(span: Span | None) -> dict[str, Any]:
    return {"path": span.path, "line": span.line, "column": span.column} if span else {}


def _strong(text: str) -> str:
    return click.style(text, bold=True) if coloured(sys.stdout) else text
