"""Runs of like records in a YAML file, read at once: items of a list of which each line is a key and a short value.

libyaml tells a file event by event, and of a deck of thousands of cards nearly all is as simple as that. So such runs are
cut out, a word stands for each, and libyaml reads the rest. How a line is read follows from what stands before it: where
libyaml meets the word as an item of a list, it would have met the run's first item there. And a value that ends with its
line goes on only where a line that is indented further follows; there the word would go on too, and not be met.
"""

from __future__ import annotations

import re
from typing import Any, Final

from pnp.records import dataclass
from pnp.source.node import Place, Row, Scalar

WORD: Final = "run"
_QUOTES: Final = ("'", '"')
# Shorter runs, in characters, are read as quickly item by item; texts less than so many times as long are as a whole.
_SHORT: Final = 1_000
_FEW: Final = 8

# A value in quotes without escapes, or a plain one without what may end it; it begins with none of YAML's signs, and ends
# with no space.
_PLAIN: Final = r"""(?:-\w|[^\s\-?:,\[\]{}#&*!|>'"%@`])[^:#\r\n]*+(?::[^\s:#][^:#\r\n]*+)*+(?<! )"""
# No key is longer than libyaml takes; a longer one would be none.
_LINE: Final = rf"""\w[\w-]{{0,99}}+: (?:"[^"\\\r\n]*+"|'[^'\r\n]*+'|{_PLAIN})(?=\n)"""
_RUN: Final = rf"\n( *)- {_LINE}(?:\n\1(?:- |  ){_LINE})*+"
# Lines that say nothing, and the margin of the next that does.
_REST: Final = r"\n(?: *+(?:#[^\n]*+)?\n)*+( *+)"


class Odd(Exception):
    """A run that cannot be read by itself."""


@dataclass(slots=True)
class _Shape:
    """What items of the same keys share: these, their column, and how lines begin and after how many characters values do."""

    shown: str
    column: int
    names: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()


class _Item(Row):
    """An item of a run: its `_lines`, each from its key on, and the first one's number."""

    __slots__ = ("_line", "_lines", "_shape")

    def __init__(self, shape: _Shape, lines: list[str], line: int, at: Place) -> None:
        self._shape, self._lines, self._line, self._at = shape, lines, line, at

    @property
    def names(self) -> tuple[str, ...]:
        return self._shape.names

    @property
    def keys(self) -> list[Scalar]:
        shown, column = self._shape.shown, self._shape.column
        return [
            Scalar(name, (shown, line, column, line, column + len(name)))
            for line, name in enumerate(self._shape.names, self._line)
        ]

    @property
    def texts(self) -> list[Any]:
        return [
            line[start + 1 : -1] if line[start] in _QUOTES else line[start:]
            for start, line in zip(self._shape.starts, self._lines, strict=True)
        ]

    def node(self, number: int) -> Scalar:
        start, line = self._shape.starts[number], self._lines[number]
        sign: Any = line[start]
        return (
            Scalar(line[start + 1 : -1], (self, number), sign)
            if sign in _QUOTES
            else Scalar(line[start:], (self, number))
        )

    def place(self, number: int) -> Place:
        line, column = self._line + number, self._shape.column
        start = column + self._shape.starts[number]
        return self._shape.shown, line, start, line, column + len(self._lines[number])

    def ends(self, line: int, column: int) -> None:
        """Set where it ends."""
        self._at = (self._shape.shown, self._line, self._shape.column, line, column)


@dataclass(frozen=True, slots=True)
class Run:
    """The text of some items, how far from the margin they stand, the line where they begin, and where, in line and column,
    what follows them does."""

    text: str
    margin: int
    line: int
    after: tuple[int, int]

    @property
    def column(self) -> int:
        """The column of its keys."""
        return self.margin + 2

    def items(self, shown: str) -> list[_Item]:
        """Its items. Raises `Odd` where one has a key twice."""
        margin, column = "\n" + " " * self.margin, self.column
        shape = _Shape(shown, column)
        items: list[_Item] = []
        start = self.line
        for item in self.text[column:].split(f"{margin}- "):
            lines = item.split(f"{margin}  ")
            if len(lines) != len(shape.begins) or not all(map(str.startswith, lines, shape.begins)):
                shape = _shape(shown, lines, column)
            end = start + len(lines)
            items.append(_Item(shape, lines, start, (shown, start, column, end, self.margin)))
            start = end
        items[-1].ends(*self.after)
        return items


def _shape(shown: str, lines: list[str], column: int) -> _Shape:
    names = tuple([line.partition(":")[0] for line in lines])
    if len(set(names)) < len(names):
        raise Odd
    begins = tuple([f"{name}: " for name in names])
    return _Shape(shown, column, names, begins, tuple(map(len, begins)))


def cut(text: str) -> tuple[str, dict[int, Run]]:
    """A text with a word in place of each run, everything else on the lines where it was; and the runs by their lines."""
    parts: list[str] = []
    runs: dict[int, Run] = {}
    at = line = 0
    for match in re.finditer(_RUN, text) if len(text) > _FEW * _SHORT else ():
        start, end, margin = match.start() + 1, _end(text, match), len(match[1])
        if end - start < _SHORT:
            continue
        line += text.count("\n", at, start)
        lines = text.count("\n", start, end)
        runs[line] = Run(text[start:end], margin, line, _after(text, end, line + lines, margin))
        parts += (text[at:start], f"{match[1]}- {WORD}", "\n" * lines)
        at, line = end, line + lines
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
