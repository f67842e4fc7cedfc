"""SVG path data (SVG 2, chapter 9) as moves, lines and cubic curves, and plain affine maps of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from typing import Final

from pnp.draw.frame import Segment
from pnp.limits import LIMITS

# An outline in user units: the operator and its absolute coordinates.
Outline = list[tuple[str, tuple[float, ...]]]

# (a, b, c, d, e, f): x' = a·x + c·y + e, y' = b·x + d·y + f.
Matrix = tuple[float, float, float, float, float, float]

# Units of an icon, of which a thousand are its side.
_FAR: Final = 10.0**9
_NEAR: Final = 10.0**-9

IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_TOKEN: Final = re.compile(r"\s*,?\s*(?:([MmLlHhVvCcSsQqTtAaZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))")
_FLAG: Final = r"\s*,?\s*([01])"
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class PathError(ValueError):
    """Path data that cannot be read; `at` is the character, from 0, where it goes wrong."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def parse(text: str) -> Outline:
    """Path data as absolute M, L, C and Z. Raises `PathError`."""
    pen = _Pen()
    for letter, numbers, at in _commands(text):
        if not pen.outline and letter not in "Mm":
            raise PathError("a path begins with M", at)
        pen.draw(letter, numbers)
        if len(pen.outline) > LIMITS.segments:
            raise PathError(f"a path of more than {LIMITS.segments:,} segments", at)
    return pen.outline


def _commands(text: str) -> Iterator[tuple[str, tuple[float, ...], int]]:
    """Each command with exactly the numbers it takes, repeated ones spelt out."""
    at, letter = 0, ""
    end = len(text.rstrip())
    while at < end:
        start = at
        token = _TOKEN.match(text, at)
        if not token:
            raise PathError(f"{text[at : at + 8].strip()!r} is not path data", at)
        if token[1]:
            letter, at = token[1], token.end()
        elif not letter or letter in "Zz":
            raise PathError(f"{token[2]} follows no command", at)
        else:
            letter = {"M": "L", "m": "l"}.get(letter, letter)
        numbers, at = _numbers(text, at, letter)
        yield letter, numbers, start


def _numbers(text: str, at: int, letter: str) -> tuple[tuple[float, ...], int]:
    numbers: list[float] = []
    for index in range(_TAKES[letter.upper()]):
        flag = letter in "Aa" and index in (3, 4)
        token = (re.compile(_FLAG) if flag else _TOKEN).match(text, at)
        value = token[1 if flag else 2] if token else None
        if not token or value is None:
            raise PathError(f"{letter} takes {_TAKES[letter.upper()]} numbers", at)
        number = float(value)
        if abs(number) > _FAR:
            raise PathError("a number is too large", at)
        numbers.append(number)
        at = token.end()
    return tuple(numbers), at


class _Pen:
    """Where the pen is, and what smooth curves reflect."""

    __slots__ = ("cubic", "outline", "quad", "start_x", "start_y", "x", "y")

    def __init__(self) -> None:
        self.outline: Outline = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.cubic: tuple[float, float] | None = None
        self.quad: tuple[float, float] | None = None

    def draw(self, letter: str, numbers: tuple[float, ...]) -> None:
        """One command, relative coordinates made absolute."""
        upper = letter.upper()
        dx, dy = (self.x, self.y) if letter.islower() else (0.0, 0.0)
        cubic, quad = self.cubic, self.quad
        self.cubic = self.quad = None
        if upper == "Z":
            self.outline.append(("Z", ()))
            self.x, self.y = self.start_x, self.start_y
        elif upper == "H":
            self._to("L", (numbers[0] + dx, self.y))
        elif upper == "V":
            self._to("L", (self.x, numbers[0] + dy))
        elif upper == "A":
            self._arc(numbers[:5], numbers[5] + dx, numbers[6] + dy)
        else:
            moved = tuple(value + (dy if index % 2 else dx) for index, value in enumerate(numbers))
            self._points(upper, moved, cubic or (self.x, self.y), quad or (self.x, self.y))

    def _points(self, upper: str, at: tuple[float, ...], cubic: tuple[float, float], quad: tuple[float, float]) -> None:
        if upper in "ML":
            self._to(upper, at)
        elif upper == "C":
            self._curve(at)
        elif upper == "S":
            self._curve((2 * self.x - cubic[0], 2 * self.y - cubic[1], *at))
        else:
            control = at[:2] if upper == "Q" else (2 * self.x - quad[0], 2 * self.y - quad[1])
            x, y = at[-2:]
            first = (self.x + (control[0] - self.x) * 2 / 3, self.y + (control[1] - self.y) * 2 / 3)
            second = (x + (control[0] - x) * 2 / 3, y + (control[1] - y) * 2 / 3)
            self._to("C", (*first, *second, x, y))
            self.quad = (control[0], control[1])

    def _to(self, operator: str, at: tuple[float, ...]) -> None:
        self.outline.append((operator, at))
        self.x, self.y = at[-2:]
        if operator == "M":
            self.start_x, self.start_y = self.x, self.y

    def _curve(self, at: tuple[float, ...]) -> None:
        self._to("C", at)
        self.cubic = (at[2], at[3])

    def _arc(self, numbers: tuple[float, ...], x: float, y: float) -> None:
        """An elliptical arc as cubics, by the centre parameterisation of SVG 2, appendix B.2."""
        rx, ry, turn, large, sweep = abs(numbers[0]), abs(numbers[1]), radians(numbers[2]), numbers[3], numbers[4]
        if (x, y) == (self.x, self.y):
            return
        if min(rx, ry, hypot(x - self.x, y - self.y)) < _NEAR:
            self._to("L", (x, y))
            return
        c, s = cos(turn), sin(turn)
        half_x, half_y = (self.x - x) / 2, (self.y - y) / 2
        px, py = c * half_x + s * half_y, c * half_y - s * half_x
        grow = sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
        rx, ry = rx * grow, ry * grow
        below = (rx * py) ** 2 + (ry * px) ** 2
        root = sqrt(max(0.0, ((rx * ry) ** 2 - below) / below)) * (-1 if large == sweep else 1)
        qx, qy = root * rx * py / ry, -root * ry * px / rx
        centre = (c * qx - s * qy + (self.x + x) / 2, s * qx + c * qy + (self.y + y) / 2)
        first = _angle(1, 0, (px - qx) / rx, (py - qy) / ry)
        span = _angle((px - qx) / rx, (py - qy) / ry, (-px - qx) / rx, (-py - qy) / ry)
        if sweep and span < 0:
            span += 2 * pi
        elif not sweep and span > 0:
            span -= 2 * pi
        basis: Matrix = (rx * c, rx * s, -ry * s, ry * c, *centre)
        curves = list(_unit_arcs(first, span, basis))
        for curve in curves:
            self._to("C", curve)
        self.outline[-1] = ("C", (*self.outline[-1][1][:4], x, y))
        self.x, self.y = x, y


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    """The signed angle from one vector to another."""
    cosine = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    return acos(max(-1.0, min(1.0, cosine))) * (-1 if ux * vy - uy * vx < 0 else 1)


def _unit_arcs(first: float, span: float, basis: Matrix) -> Iterator[tuple[float, ...]]:
    """Cubics, a quarter turn at most each, of an arc of the unit circle seen through a matrix."""
    count = max(1, ceil(abs(span) / (pi / 2) - 1e-9))
    step = span / count
    reach = 4 / 3 * tan(step / 4)
    for index in range(count):
        one, two = first + index * step, first + (index + 1) * step
        points = (
            (cos(one) - reach * sin(one), sin(one) + reach * cos(one)),
            (cos(two) + reach * sin(two), sin(two) - reach * cos(two)),
            (cos(two), sin(two)),
        )
        yield tuple(value for point in points for value in apply(basis, *point))


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """A point through a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that does `inner` first, then `outer`."""
    a, b = apply((*outer[:4], 0, 0), *inner[:2])
    c, d = apply((*outer[:4], 0, 0), *inner[2:4])
    e, f = apply(outer, *inner[4:])
    return (a, b, c, d, e, f)


def transform(outline: Iterable[tuple[str, tuple[float, ...]]], matrix: Matrix = IDENTITY) -> tuple[Segment, ...]:
    """An outline through a matrix, rounded to whole units: what a `Path` takes. Raises `PathError` for a place so far away
    that no arithmetic on it is exact."""
    segments: list[Segment] = []
    a, b, c, d, e, f = matrix
    try:
        for operator, at in outline:
            pairs = zip(at[::2], at[1::2], strict=True)
            points = [round(value) for x, y in pairs for value in (a * x + c * y + e, b * x + d * y + f)]
            if max(map(abs, points), default=0) > _FAR:
                raise OverflowError
            segments.append((operator, *points))  # type: ignore[arg-type]  # the operator goes with its number of points
    except (ValueError, OverflowError):  # what is endless, or no number, is no whole one
        raise PathError("a point lies too far away", 0) from None
    return tuple(segments)
