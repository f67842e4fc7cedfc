"""The list of games, as a table for people or as JSON."""

from __future__ import annotations

import json as _json
from collections.abc import Mapping, Sequence


def text(rows: Sequence[Mapping[str, object]]) -> str:
    """A table: a game a line, a thing a column; blank where a game has none of it."""
    if not rows:
        return "no games"
    heads = tuple(rows[0])
    cells = [[_shown(row[head]) for head in heads] for row in rows]
    widths = [max(len(head), *(len(line[i]) for line in cells)) for i, head in enumerate(heads)]
    lines = ["  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)) for line in (heads, *cells)]
    return "\n".join(line.rstrip() for line in lines)


def json(rows: Sequence[Mapping[str, object]]) -> str:
    """The same as a list of objects."""
    return _json.dumps(list(rows), indent=2, ensure_ascii=False)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value in (0, "", None) else str(value)
