"""Lengths in whole micrometres, and the sizes and boxes made of them.

A length is an ``int`` of micrometres everywhere in `pnp`: exact, hashable, and the same on every machine. Only `parse`
(text to length) and the targets (length to points or user units) convert.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from pnp.records import dataclass

MM: Final = 1_000
INCH: Final = 25_400
POINT: Final = INCH / 72

# Compiled where a length is none, or not spelt as nearly all are.
LENGTH: Final = r"(-?\d+(?:\.\d+)?|-?\d+/\d+|-?\d+ \d+/\d+) ?(mm|cm|in|pt|um)"
_PER_UNIT = MappingProxyType({"mm": 1_000.0, "cm": 10_000.0, "in": 25_400.0, "pt": 25_400.0 / 72, "um": 1.0})

# No length is written with so many characters; with more, its number may be too large for any arithmetic.
_LONGEST = 40


class UnitError(ValueError):
    """A text that is not a length; the message says what a length looks like."""


def _plain(number: str) -> bool:
    """Whether it is digits, or digits, a point and digits."""
    return number.isascii() and all(map(str.isdecimal, number.removeprefix("-").split(".", 1)))


def _number(text: str) -> float:
    whole, _, fraction = text.rpartition(" ")
    over, slash, under = fraction.partition("/")
    if not slash:
        return float(text)
    if int(under) == 0:
        raise UnitError(f"{text!r} divides by zero")
    return (float(whole) if whole else 0.0) + int(over) / int(under)


def parse(text: str) -> int:
    """The micrometres of a strict length such as ``63mm``, ``2.5in``, ``5/8in``, ``11pt``.

    Raises `UnitError` for anything else, a bare number included: a length without a unit is a mistake, not a default.
    """
    number, unit = text[:-2], _PER_UNIT.get(text[-2:])
    if unit and _plain(number) and len(text) <= _LONGEST:
        return round(float(number) * unit)
    match = re.fullmatch(LENGTH, text, re.ASCII) if len(text) <= _LONGEST else None
    if not match:
        raise UnitError(f"{text!r} is not a length: a number and a unit, such as 16mm, 2.5in, 5/8in or 11pt")
    return round(_number(match[1]) * _PER_UNIT[match[2]])


def mm(length: int) -> str:
    """A length for people: ``63.5 mm``."""
    return f"{length / MM:.3f}".rstrip("0").rstrip(".") + " mm"


def pt(length: int) -> str:
    """A length for people, in points: ``6.5 pt``."""
    return f"{length / POINT:.2f}".rstrip("0").rstrip(".") + " pt"


def points(length: float) -> float:
    """Micrometres as PDF points (1/72 in)."""
    return length / POINT


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in micrometres."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{mm(self.width)[:-3]} × {mm(self.height)}"

    def turned(self) -> Size:
        """The same size, lying on its side."""
        return Size(self.height, self.width)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in micrometres; y grows downwards."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def size(self) -> Size:
        return Size(self.width, self.height)

    def grown(self, by: int) -> Box:
        """The box with `by` added on every side (taken away where negative)."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, dx: int, dy: int) -> Box:
        """The box shifted."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def holds(self, other: Box) -> bool:
        """Whether `other` lies within this box, edges included."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom

    def meets(self, other: Box) -> bool:
        """Whether the two boxes share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
