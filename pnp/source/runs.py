"""Runs of like records in a YAML file, read at once: items of a list of which each line is a key and a short value.

libyaml tells a file event by event, and of a deck of thousands of cards nearly all is as simple as that. So such runs are
cut out, a word stands for each, and libyaml reads the rest. How a line is read follows from what stands before it: where
libyaml meets the word as an item of a list, it would have met the run's first item there. And a value that ends with its
line goes on only where a line that is indented further follows; there the word would go on too, and not be met.
"""

from __future__ import annotations

import re
from typing import Final

from pnp.records import dataclass
from pnp.source.node import Node, Place, Row, Scalar

WORD: Final = "run"
# Shorter runs, in characters, are read as quickly one by one.
_SHORT: Final = 1_000

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
    """What items of the same keys share: these, the columns of the keys and those of their values."""

    shown: str
    names: tuple[str, ...]
    column: int
    columns: tuple[int, ...]


class _Item(Row):
    """An item of a run: `_written` are its values as they stand there, from `_line` on."""

    __slots__ = ("_line", "_shape", "_written")

    def __init__(self, shape: _Shape, written: list[str], line: int, at: Place) -> None:
        self._shape, self._written, self._line, self._at = shape, written, line, at

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
    def nodes(self) -> list[Node]:
        shown, line = self._shape.shown, self._line
        nodes: list[Node] = []
        for column, written in zip(self._shape.columns, self._written, strict=True):
            place, sign = (shown, line, column, line, column + len(written)), written[0]
            nodes.append(Scalar(written[1:-1], place, sign) if sign in "'\"" else Scalar(written, place))  # type: ignore[arg-type]
            line += 1
        return nodes

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
        shapes: dict[tuple[str, ...], _Shape] = {}
        items: list[_Item] = []
        start = self.line
        for item in self.text[column:].split(f"{margin}- "):
            lines = [line.partition(": ") for line in item.split(f"{margin}  ")]
            names = tuple([name for name, _, _ in lines])
            shape = shapes.get(names) or shapes.setdefault(names, _shape(shown, names, column))
            end = start + len(lines)
            written = [value for _, _, value in lines]
            items.append(_Item(shape, written, start, (shown, start, column, end, self.margin)))
            start = end
        items[-1].ends(*self.after)
        return items


def _shape(shown: str, names: tuple[str, ...], column: int) -> _Shape:
    if len(set(names)) < len(names):
        raise Odd
    return _Shape(shown, names, column, tuple(column + len(name) + 2 for name in names))


def cut(text: str) -> tuple[str, dict[int, Run]]:
    """A text with a word in place of each run, everything else on the lines where it was; and the runs by their lines."""
    parts: list[str] = []
    runs: dict[int, Run] = {}
    at = line = 0
    for match in re.finditer(_RUN, text) if len(text) > _SHORT else ():
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
