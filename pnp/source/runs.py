"""Runs of like records in a YAML file, read at once: items of a list of which each line is a key and a short value.

libyaml tells a file event by event, and of a deck of thousands of cards nearly all is as simple as that. So such runs are
cut out, a word stands for each, and libyaml reads the rest. How a line is read follows from what stands before it: where
libyaml meets the word as an item of a list, it would have met the run's first item there. And a value that ends with its
line goes on only where a line that is indented further follows; there the word would go on too, and not be met.
"""

from __future__ import annotations

import re
from operator import itemgetter
from typing import Any, Final

from pnp.records import dataclass
from pnp.source.node import Place, Row, Rows, Scalar

WORD: Final = "run"
_QUOTES: Final = frozenset(("'", '"'))
# Shorter runs, in characters, are read as quickly item by item; texts less than so many times as long are as a whole.
_SHORT: Final = 1_000
_FEW: Final = 8

# A plain value without what may end it; it begins with none of YAML's signs, and ends with no space.
_PLAIN: Final = r"""(?:-\w|[^\s\-?:,\[\]{}#&*!|>'"%@`])[^:#\n]*+(?>(?::[^\s:#][^:#\n]*+)*)(?<! )"""
# One in quotes, the next of which end the line. It has no escapes: where a text has any, each value is looked through.
_QUOTED: Final = r"""(?=".*"\n)%s"[^"]*+"|(?='.*'\n)'[^']*+'"""
_UNESCAPED: Final = r"(?!.*\\)"

# Lines that say nothing, and the margin of the next that does.
_REST: Final = r"\n(?>(?: *+(?:#[^\n]*+)?\n)*)( *+)"


def _pattern(guard: str) -> str:
    """A run, each value in double quotes behind a guard."""
    # No key is longer than libyaml takes; a longer one would be none.
    line = rf"""\w[\w-]{{0,99}}+: (?:{_QUOTED % guard}|{_PLAIN})(?=\n)"""
    return rf"\n( *)- {line}(?>(?:\n\1(?:- |  ){line})*)"


class Odd(Exception):
    """A run that cannot be read by itself."""


class _Items(Rows):
    """Items of a run with the same keys: the `lines` of each, from its key on, `begins` of these and after how many characters
    values do, the column of the keys and the line of the first; and where, in line and column, what follows the last is."""

    __slots__ = ("_column", "_line", "_shown", "_starts", "after", "begins", "lines")

    def __init__(self, shown: str, lines: list[str], line: int, column: int) -> None:
        names = tuple([one.partition(":")[0] for one in lines])
        if len(set(names)) < len(names):
            raise Odd
        super().__init__(names)
        self.begins = tuple([f"{name}: " for name in names])
        self._starts = tuple(map(len, self.begins))
        self._shown, self._line, self._column = shown, line, column
        self.lines: list[list[str]] = []
        self.after = (0, 0)

    def __len__(self) -> int:
        return len(self.lines)

    def texts(self, at: int) -> list[str]:
        start, lines = self._starts[at], [*map(itemgetter(at), self.lines)]
        signs = {*map(itemgetter(start), lines)}
        if signs <= _QUOTES:
            return [*map(itemgetter(slice(start + 1, -1)), lines)]
        if signs.isdisjoint(_QUOTES):
            return [*map(itemgetter(slice(start, None)), lines)]
        return [line[start + 1 : -1] if line[start] in _QUOTES else line[start:] for line in lines]

    def keys(self, number: int) -> list[Scalar]:
        first, column = self._first(number), self._column
        return [
            Scalar(name, (self._shown, line, column, line, column + len(name)))
            for line, name in enumerate(self.names, first)
        ]

    def scalar(self, row: Row, at: int) -> Scalar:
        start, line = self._starts[at], self.lines[row.number][at]
        sign: Any = line[start]
        return Scalar(line[start + 1 : -1], (row, at), sign) if sign in _QUOTES else Scalar(line[start:], (row, at))

    def place(self, number: int, at: int) -> Place:
        line, column = self._first(number) + at, self._column
        return self._shown, line, column + self._starts[at], line, column + len(self.lines[number][at])

    def whole(self, number: int) -> Place:
        first = self._first(number)
        end = self.after if number + 1 == len(self) else (first + len(self.names), self._column - 2)
        return (self._shown, first, self._column, *end)

    def _first(self, number: int) -> int:
        """The first line of an item."""
        return self._line + number * len(self.names)


@dataclass(frozen=True, slots=True)
class Run:
    """The text of some items, how far from the margin they stand, the line where they begin, of how many lines they are, each
    a key and its value, and where, in line and column, what follows them does."""

    text: str
    margin: int
    line: int
    lines: int
    after: tuple[int, int]

    @property
    def column(self) -> int:
        """The column of its keys."""
        return self.margin + 2

    def items(self, shown: str) -> list[Row]:
        """Its items. Raises `Odd` where one has a key twice."""
        margin, column = "\n" + " " * self.margin, self.column
        rows: _Items | None = None
        items: list[Row] = []
        line = self.line
        for item in self.text[column:].split(f"{margin}- "):
            lines = item.split(f"{margin}  ")
            if rows is None or len(lines) != len(rows.begins) or not all(map(str.startswith, lines, rows.begins)):
                if rows is not None:
                    rows.after = line, self.margin
                rows = _Items(shown, lines, line, column)
            items.append(Row(rows, len(rows.lines)))
            rows.lines.append(lines)
            line += len(lines)
        assert rows is not None, "a run has items"
        rows.after = self.after
        return items


def cut(text: str) -> tuple[str, dict[int, Run]]:
    """A text with a word in place of each run, everything else on the lines where it was; and the runs by their lines."""
    parts: list[str] = []
    runs: dict[int, Run] = {}
    at = line = 0
    pattern = _pattern(_UNESCAPED if "\\" in text else "")
    for match in re.finditer(pattern, text) if len(text) > _FEW * _SHORT else ():
        start, end, margin = match.start() + 1, _end(text, match), len(match[1])
        if end - start < _SHORT:
            continue
        line += text.count("\n", at, start)
        lines = text.count("\n", start, end) + 1
        last = line + lines - 1
        runs[line] = Run(text[start:end], margin, line, lines, _after(text, end, last, margin))
        parts += (text[at:start], f"{match[1]}- {WORD}", "\n" * (lines - 1))
        at, line = end, last
    return "".join((*parts, text[at:])), runs


def _end(text: str, match: re.Match[str]) -> int:
    """Where a run's last whole item ends: the last one that was found may have further keys."""
    end, margin = match.end(), len(match[1])
    _, column = _after(text, end, 0, margin)
    return text.rfind(f"\n{match[1]}- ", match.start(), end) if column > margin else end


def _after(text: str, end: int, line: int, margin: int) -> tuple[int, int]:
    """Line and column of what comes after the end of a line, where libyaml says that an item ends."""
    rest = re.compile(_REST).match(text, end)
    assert rest is not None, "a run is followed by the end of its line"
    line, start = line + text.count("\n", end, rest.end()), rest.end() - len(rest[1])
    if text[rest.end() : rest.end() + 1] not in ("", "#"):
        return line, len(rest[1])
    last = len(text) - start  # at the end of the text, which to libyaml is the end of a line
    return (line, last) if last < margin + 2 else (line + 1, 0)
