"""CSV → the same nodes as YAML: a sequence of mappings, each cell with its line and column. Nothing is repaired."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.diag import Found, Span
from pnp.records import dataclass
from pnp.source.node import Mapping, Node, Place, Row, Rows, Scalar, Sequence
from pnp.source.text import LIMITS, Limits
from pnp.source.text import read as read_text

_UNCLOSED = "the quotes that open this cell are never closed"
_QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)"')

# A cell: its text, where it stands, and whether it was quoted.
_Cell = tuple[str, Place, bool]


class _Lines(Rows):
    """Rows without an empty cell, a line each: `written` are the cells of each as they stand there, `head` the keys, and
    `first` the line of the first of them."""

    __slots__ = ("first", "head", "shown", "written")

    def __init__(self, shown: str, head: list[Scalar], first: int) -> None:
        super().__init__(tuple([key.text for key in head]))
        self.shown, self.head, self.first = shown, head, first
        self.written: list[list[str]] = []

    def __len__(self) -> int:
        return len(self.written)

    def texts(self, at: int) -> list[str]:
        return [cell[1:-1] if cell[0] == '"' else cell for cell in [cells[at] for cells in self.written]]

    def keys(self, number: int) -> list[Scalar]:
        return self.head

    def scalar(self, row: Row, at: int) -> Scalar:
        return Scalar(self.written[row.number][at].strip('"'), (row, at), "cell")

    def place(self, number: int, at: int) -> Place:
        _, place, _ = [*_placed(self.written[number], self.shown, self.first + number)][at]
        return place

    def whole(self, number: int) -> Place:
        *_, (_, (_, _, _, _, end), _) = _placed(self.written[number], self.shown, self.first + number)
        return self.shown, self.first + number, 0, self.first + number, end


def _placed(written: list[str], shown: str, line: int) -> Iterator[_Cell]:
    """The cells of a line."""
    column = 0
    for cell in written:
        after = column + len(cell)
        quoted = cell[:1] == '"'
        yield cell[1:-1] if quoted else cell, (shown, line, column, line, after), quoted
        column = after + 1


def read(path: Path, shown: str, found: Found, limits: Limits = LIMITS) -> Sequence | None:
    """Rows of a CSV file as mappings from the header's names; empty cells are left out. Comma, semicolon or tab separate,
    whichever the header uses most; a column ``a.b`` is the key `b` of the mapping `a`. None after a diagnostic that makes the
    file unreadable."""
    text = read_text(path, shown, found, limits)
    return None if text is None else parse(text, shown, found, limits)


def parse(text: str, shown: str, found: Found, limits: Limits = LIMITS) -> Sequence | None:
    """The same from text."""
    text = text.replace("\r\n", "\n")
    scanner = _Scanner(text, _separator(text), shown, found)
    records = scanner.records()
    first = next(records, None)
    if not isinstance(first, list) or not any(cell[0] for cell in first):
        found.error("csv/empty", Span(shown), f"'{shown}' has no header", "write the fields' names in its first line")
        return None
    keys = _keys(first, found)
    scanner.head = _head(keys)
    items: list[Node] = []
    for record in records:
        if isinstance(record, Row):
            items.append(record)
        elif any(cell[0] for cell in record):
            items.append(_row(keys, record, found))
        if len(items) * len(keys) > limits.nodes:
            found.error("csv/rows", items[-1].span, f"more than {limits.nodes:,} values in one file")
            return None
    return Sequence(tuple(items), (shown, 0, 0, text.count("\n"), 0))


def _head(written: list[Scalar | None]) -> list[Scalar] | None:
    """The keys of all columns; nothing where a column has none, or a part of a key."""
    keys = [key for key in written if key is not None and "." not in key.text]
    return keys if len(keys) == len(written) else None


def _separator(text: str) -> str:
    head = text.split("\n", 1)[0]
    return max(",;\t", key=lambda sign: (head.count(sign), sign == ","))


@dataclass(slots=True)
class _Scanner:
    """Cuts a text into records of cells (RFC 4180): a quoted cell may hold separators, doubled quotes and line breaks.

    `head` are the keys of rows that are no more than a line of whole cells, `rows` the last of these. `at` is where it is,
    `line` the line there from 0, `base` where that line begins; `cut` tells that quotes are never closed, so that neither
    their record nor what comes after it can be told apart.
    """

    text: str
    separator: str
    shown: str
    found: Found
    head: list[Scalar] | None = None
    rows: _Lines | None = None
    at: int = 0
    line: int = 0
    base: int = 0
    cut: bool = False

    def records(self) -> Iterator[list[_Cell] | Row]:
        cell = re.compile(rf"""(?<![^{self.separator}])("[^"]*+"|[^"{self.separator}]*+){self.separator}""")
        while self.at < len(self.text):
            line = self.text[self.at : self._line_end()]
            written = cell.findall(line + self.separator) if '"' in line else line.split(self.separator)
            if self.separator.join(written) == line:
                self.at += len(line)
                yield self._whole(written)
            else:  # quotes within quotes, or over several lines, or what is none
                cells = list(self._cells())
                if self.cut:
                    return
                yield cells
            self.at += 1
            self.line, self.base = self.line + 1, self.at

    def _whole(self, written: list[str]) -> list[_Cell] | Row:
        """The record of a line that is no more than cells."""
        head, bare = self.head, [cell.strip() for cell in written]
        if not (head and len(bare) == len(head) and bare == written and all(bare) and '""' not in bare):
            return list(_placed(written, self.shown, self.line))
        rows = self.rows
        if rows is None or rows.first + len(rows) != self.line:
            rows = self.rows = _Lines(self.shown, head, self.line)
        rows.written.append(written)
        return Row(rows, len(rows) - 1)

    def _line_end(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def _cells(self) -> Iterator[_Cell]:
        """The cells of a record, one by one; afterwards `at` is at the line break that ends it."""
        while True:
            yield self._quoted() if self.text.startswith('"', self.at) else self._bare()
            if not self.text.startswith(self.separator, self.at):
                return
            self.at += 1

    def _bare(self) -> _Cell:
        start, end = self.at, self._line_end()
        separator = self.text.find(self.separator, start, end)
        self.at = end if separator < 0 else separator
        return self.text[start : self.at], self._place(start, self.line, self.base, self.at), False

    def _quoted(self) -> _Cell:
        start, line, base = self.at, self.line, self.base
        match = _QUOTED.match(self.text, start)
        if match is None:
            span = Span(self.shown, line + 1, start - base + 1, line + 1, start - base + 2)
            self.found.error("csv/unclosed", span, _UNCLOSED, "close them")
            self.at, self.cut = len(self.text), True
            return self.text[start + 1 :], self._place(start, line, base, start + 1), True
        self.at = match.end()
        breaks = self.text.count("\n", start, self.at)
        if breaks:
            self.line, self.base = line + breaks, self.text.rfind("\n", start, self.at) + 1
        cell = match[1].replace('""', '"'), self._place(start, line, base, self.at), True
        if not self._closed() and breaks:  # what seems to close them opens a later cell
            span = Span(self.shown, line + 1, start - base + 1, line + 1, start - base + 2)
            self.found.error("csv/unclosed", span, _UNCLOSED, "close them")
            self.at, self.cut = len(self.text), True
        elif not self._closed():
            self._follows()
        return cell

    def _closed(self) -> bool:
        """Whether a closing quote is followed by a separator or the end of the line."""
        return self.at == self._line_end() or self.text.startswith(self.separator, self.at)

    def _follows(self) -> None:
        """Report what follows a closing quote, and pass over it."""
        end = self._line_end()
        column = self.at - self.base + 1
        span = Span(self.shown, self.line + 1, column, self.line + 1, column + 1)
        hint = f"write a '{self.separator}' or begin a new line; a quote within quotes is written twice"
        self.found.error("csv/quote", span, f"'{self.text[self.at]}' follows a closing quote", hint)
        separator = self.text.find(self.separator, self.at, end)
        self.at = end if separator < 0 else separator

    def _place(self, start: int, line: int, base: int, end: int) -> Place:
        return self.shown, line, start - base, self.line, end - self.base


def _keys(head: list[_Cell], found: Found) -> list[Scalar | None]:
    """The header's names as keys; nothing for a column that cannot be read."""
    seen: dict[str, Scalar] = {}
    outers: dict[str, Scalar] = {}
    keys: list[Scalar | None] = []
    for written, place, _ in head:
        key = Scalar(written, place, "cell")
        if written != written.strip() or not written:
            _misnamed(key, found)
            key = Scalar(written.strip(), place, "cell")  # told once: its cells are read as what they were meant for
        text = key.text
        if not text:
            keys.append(None)
        elif text in seen:
            related = ((seen[text].span, "the first one"),)
            found.error("key/duplicate", key.span, f"the column '{text}' stands twice", "keep one of them", related)
            keys.append(None)
        elif (outer := text.partition(".")[0]) in seen or text in outers:
            related = (((outers.get(text) or seen[outer]).span, "the other one"),)
            message = f"'{text}' and a part of it are two columns"
            found.error("key/duplicate", key.span, message, "keep one of them", related)
            keys.append(None)
        else:
            seen[text] = key
            if "." in text:
                outers.setdefault(text.partition(".")[0], key)
            keys.append(key)
    return keys


def _misnamed(key: Scalar, found: Found) -> None:
    if key.text.strip():
        found.error(
            "csv/header", key.span, f"the name '{key.text}' has spaces around it", f"write '{key.text.strip()}'"
        )
    else:
        found.error("csv/unnamed", key.span, "a column has no name", "name it after the field that it holds")


def _enter(entries: list[tuple[Scalar, Node]], key: Scalar, cell: Node) -> None:
    """Put a cell under its key; ``reverse.name`` is the key `name` of the mapping `reverse`."""
    outer, dot, inner = key.text.partition(".")
    if not dot or not outer or not inner:
        entries.append((key, cell))
        return
    held = {name.text: number for number, (name, node) in enumerate(entries) if isinstance(node, Mapping)}
    at = held.get(outer, len(entries))
    name, mapping = entries[at] if outer in held else (_part(key, 0, outer), Mapping((), cell.span))
    within = list(mapping.entries) if isinstance(mapping, Mapping) else []
    _enter(within, _part(key, len(outer) + 1, inner), cell)
    entries[at:] = [(name, Mapping(tuple(within), mapping.span)), *entries[at + 1 :]]


def _part(key: Scalar, start: int, text: str) -> Scalar:
    """A part of a column's name, where it stands."""
    span = key.span
    column = span.column + start
    return Scalar(text, Span(span.path, span.line, column, span.line, column + len(text)), key.style)


def _row(keys: list[Scalar | None], row: list[_Cell], found: Found) -> Mapping:
    entries: list[tuple[Scalar, Node]] = []
    if len(row) != len(keys):
        cell = Scalar("", row[min(len(keys), len(row) - 1)][1])
        hint = "quote a cell that holds the separator" if len(row) > len(keys) else "leave cells empty, not out"
        found.error("csv/width", cell.span, f"{len(row)} cells stand under {len(keys)} columns", hint)
    for key, (text, place, quoted) in zip(keys, row, strict=False):
        if key is None or not text:
            continue
        cell = Scalar(text, place, "cell")
        if not quoted and (text[0].isspace() or text[-1].isspace()):
            found.warning("csv/space", cell.span, f"'{text}' begins or ends with a space", "take the space away")
        _enter(entries, key, cell)
    first, last = row[0][1], row[-1][1]
    return Mapping(tuple(entries), (first[0], first[1], first[2], last[3], last[4]))
