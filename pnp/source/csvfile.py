"""CSV → the same nodes as YAML: a sequence of mappings, each cell with its line and column. Nothing is repaired."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.diag import Found, Span
from pnp.source.node import Mapping, Scalar, Sequence
from pnp.source.text import LIMITS, Limits
from pnp.source.text import read as read_text


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell as written: its text, and where it begins."""

    text: str
    line: int
    column: int
    width: int


def read(path: Path, shown: str, found: Found, limits: Limits = LIMITS) -> Sequence | None:
    """Rows of a CSV file as mappings from the header's names; empty cells are left out. Comma, semicolon or tab separate,
    whichever the header uses. None after a diagnostic that makes the file unreadable."""
    text = read_text(path, shown, found, limits)
    return None if text is None else parse(text, shown, found)


def parse(text: str, shown: str, found: Found) -> Sequence | None:
    """The same from text."""
    lines = list(_records(text, _separator(text), shown, found))
    if not lines:
        found.error("csv/empty", Span(shown), f"'{shown}' has no header", "write the fields' names in its first line")
        return None
    head, rows = lines[0], lines[1:]
    keys = _keys(head, shown, found)
    items = tuple(_row(keys, row, shown, found) for row in rows if any(cell.text for cell in row))
    return Sequence(items, Span(shown, 1, 1, text.count("\n") + 1, 1))


def _separator(text: str) -> str:
    head = text.split("\n", 1)[0]
    return max(",;\t", key=lambda sign: (head.count(sign), sign == ","))


def _records(text: str, separator: str, shown: str, found: Found) -> Iterator[list[_Cell]]:
    """Cells by record (RFC 4180): a quoted cell may hold separators, doubled quotes and line breaks."""
    position, line, column = 0, 1, 1
    row: list[_Cell] = []
    while position < len(text):
        cell, position, line, column, ended = _cell(text, position, line, column, separator, shown, found)
        row.append(cell)
        if ended:
            yield row
            row = []
    if row:
        yield row


def _cell(
    text: str, at: int, line: int, column: int, separator: str, shown: str, found: Found
) -> tuple[_Cell, int, int, int, bool]:
    """The cell that begins at `at`; where the next begins; whether the record ends with it."""
    start = (line, column)
    if text[at] == '"':
        value, end = _quoted(text, at, start, shown, found)
    else:
        end = at
        while end < len(text) and text[end] not in (separator, "\n"):
            end += 1
        value = text[at:end]
    raw = text[at:end]
    breaks = raw.count("\n")
    line, column = (line + breaks, len(raw) - raw.rfind("\n")) if breaks else (line, column + len(raw))
    if not raw.startswith('"'):
        value = value.removesuffix("\r") if end >= len(text) or text[end] == "\n" else value
    elif end < len(text) and text[end] == "\r":
        end += 1
    cell = _Cell(value, *start, max(len(raw.rstrip("\r")) if not breaks else 1, 1))
    if end >= len(text) or text[end] == "\n":
        return cell, end + 1, line + 1, 1, True
    if text[end] != separator:
        where = Span(shown, line, column, line, column + 1)
        found.error(
            "csv/quote", where, f"'{text[end]}' follows a closing quote", f"write a '{separator}' or a new line"
        )
        while end < len(text) and text[end] not in (separator, "\n"):
            end += 1
        return cell, end + 1, line + (end < len(text) and text[end] == "\n"), 1, end >= len(text) or text[end] == "\n"
    return cell, end + 1, line, column + 1, end + 1 >= len(text)


def _quoted(text: str, at: int, start: tuple[int, int], shown: str, found: Found) -> tuple[str, int]:
    end = at + 1
    while True:
        close = text.find('"', end)
        if close < 0:
            found.error("csv/unclosed", Span(shown, *start), "the quotes that open this cell are never closed")
            return text[at + 1 :].replace('""', '"'), len(text)
        if text[close + 1 : close + 2] != '"':
            return text[at + 1 : close].replace('""', '"').replace("\r\n", "\n"), close + 1
        end = close + 2


def _keys(head: list[_Cell], shown: str, found: Found) -> tuple[Scalar | None, ...]:
    seen: set[str] = set()
    keys: list[Scalar | None] = []
    for cell in head:
        span = Span(shown, cell.line, cell.column, cell.line, cell.column + cell.width)
        if not cell.text or cell.text != cell.text.strip():
            what = "a column has no name" if not cell.text.strip() else f"the name '{cell.text}' has spaces around it"
            found.error("csv/header", span, what)
        elif cell.text in seen:
            found.error("key/duplicate", span, f"the column '{cell.text}' stands twice", "keep one of them")
        else:
            seen.add(cell.text)
            keys.append(Scalar(cell.text, span, "cell"))
            continue
        keys.append(None)
    return tuple(keys)


def _row(keys: tuple[Scalar | None, ...], row: list[_Cell], shown: str, found: Found) -> Mapping:
    first = row[0]
    span = Span(shown, first.line, first.column, row[-1].line, row[-1].column + row[-1].width)
    if len(row) > len(keys):
        extra = row[len(keys)]
        at = Span(shown, extra.line, extra.column, extra.line, extra.column + extra.width)
        found.error(
            "csv/width",
            at,
            f"row with {len(row)} cells under {len(keys)} columns",
            "quote a cell that holds the separator",
        )
    entries = []
    for key, cell in zip(keys, row, strict=False):
        if key is None or not cell.text:
            continue
        at = Span(shown, cell.line, cell.column, cell.line, cell.column + cell.width)
        _spaces(cell, at, found)
        entries.append((key, Scalar(cell.text, at, "cell")))
    return Mapping(tuple(entries), span)


def _spaces(cell: _Cell, at: Span, found: Found) -> None:
    if cell.text != cell.text.strip():
        found.warning("csv/space", at, f"'{cell.text}' begins or ends with a space", "take the space away")
