"""Runs of like records in a YAML file, read at once: items of a list of which each line is a key and a short value.

libyaml tells a file event by event, and of a deck of thousands of cards nearly all is as simple as that. So such runs are
cut out, a word stands for each, and libyaml reads the rest. How a line is read follows from what stands before it: where
libyaml meets the word as an item of a list, it would have met the run's first item there. And a value that ends with its
line goes on only where a line that is indented further follows; there the word would go on too, and not be met.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, repeat
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
    """A run with the ends of the lines before and of its last, each value in double quotes behind a guard."""
    # No key is longer than libyaml takes; a longer one would be none.
    line = rf"\w[\w-]{{0,99}}+: (?:{_QUOTED % guard}|{_PLAIN})\n"
    return rf"\n(?=( *)- )(?>(?:\1(?:- |  ){line})+)"


class Odd(Exception):
    """A run that cannot be read by itself."""


class _Items(Rows):
    """Items of a run with the same keys: the `lines` of all of them, after how many characters of each line of an item its
    value begins, the column of the keys and the line of the first; and where, in line and column, what follows the last is."""

    __slots__ = ("_column", "_line", "_lines", "_shown", "_starts", "after")

    def __init__(self, shown: str, begins: list[str], lines: list[str], line: int, column: int) -> None:
        names = tuple([begin[column:-2] for begin in begins])
        if len(set(names)) < len(names):
            raise Odd
        super().__init__(names)
        self._starts = tuple(map(len, begins))
        self._shown, self._lines, self._line, self._column = shown, lines, line, column
        self.after = line + len(lines), column - 2

    def __len__(self) -> int:
        return len(self._lines) // len(self.names)

    def texts(self, at: int) -> list[str]:
        start, lines = self._starts[at], self._lines[at :: len(self.names)]
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
        start, line = self._starts[at], self._lines[row.number * len(self.names) + at]
        sign: Any = line[start]
        return Scalar(line[start + 1 : -1], (row, at), sign) if sign in _QUOTES else Scalar(line[start:], (row, at))

    def place(self, number: int, at: int) -> Place:
        line = self._first(number) + at
        return self._shown, line, self._starts[at], line, len(self._lines[line - self._line])

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
        lines, items, first = self.text.split("\n"), list[Row](), 0
        while first < len(lines):
            begins = self._begins(lines, first)
            after = first + self._alike(lines, first, begins) * len(begins)
            rows = _Items(shown, begins, lines[first:after], self.line + first, self.column)
            items += map(Row, repeat(rows), range(len(rows)))
            first = after
        rows.after = self.after
        return items

    def _begins(self, lines: list[str], first: int) -> list[str]:
        """What is before the values of the item that begins at a line."""
        item = f"{' ' * self.margin}- "
        after = next((at for at in range(first + 1, len(lines)) if lines[at].startswith(item)), len(lines))
        return [line[: line.index(": ") + 2] for line in lines[first:after]]

    def _alike(self, lines: list[str], first: int, begins: list[str]) -> int:
        """How many items with the same keys begin at a line."""
        each = len(begins)
        count = (len(lines) - first) // each
        for at, begin in enumerate(begins, first):
            column = map(lines.__getitem__, range(at, first + count * each, each))
            _, same = next(groupby(column, itemgetter(slice(len(begin)))))
            count = len([*same])
        after = first + count * each
        # The last of them may have further keys.
        return count - (after < len(lines) and lines[after][self.margin] != "-")


def cut(text: str) -> tuple[str, dict[int, Run]]:
    """A text with a word in place of each run, everything else on the lines where it was; and the runs by their lines."""
    parts: list[str] = []
    runs: dict[int, Run] = {}
    at = line = 0
    for match in _runs(text) if len(text) > _FEW * _SHORT else ():
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


def _runs(text: str) -> Iterator[re.Match[str]]:
    """The runs of a text. The end of a run's last line may be the one before another."""
    pattern, at = re.compile(_pattern(_UNESCAPED if "\\" in text else "")), 0
    while match := pattern.search(text, at):
        yield match
        at = match.end() - 1


def _end(text: str, match: re.Match[str]) -> int:
    """Where a run's last whole item ends: the last one that was found may have further keys."""
    end, margin = match.end() - 1, len(match[1])
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
