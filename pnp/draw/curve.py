"""Curves measured: the point and direction at a distance along a path, for text and signs that follow it."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin
from typing import Final

from pnp.draw.frame import Segment
from pnp.records import dataclass

_STEPS: Final = 24

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Curve:
    """A path as a chain of points, with how far along each lies; micrometres."""

    points: tuple[Point, ...]
    along: tuple[float, ...]

    @staticmethod
    def of(segments: tuple[Segment, ...]) -> Curve:
        """The first stretch of a path (up to its second M), curves cut fine."""
        points: list[Point] = []
        for segment in segments:
            if segment[0] == "M" and points:
                break
            if segment[0] == "C":
                points += _curve(points[-1], segment[1:])
            elif segment[0] == "Z":
                points.append(points[0])
            else:
                points.append((segment[1], segment[2]))
        return Curve._chain(points)

    @staticmethod
    def _chain(points: list[Point]) -> Curve:
        kept = [point for index, point in enumerate(points) if index == 0 or point != points[index - 1]]
        along = [0.0]
        for (x, y), (to_x, to_y) in pairwise(kept):
            along.append(along[-1] + hypot(to_x - x, to_y - y))
        return Curve(tuple(kept), tuple(along))

    @property
    def length(self) -> float:
        return self.along[-1]

    def upright(self) -> Curve:
        """The curve so directed that it runs to the right on the whole (downwards if straight down or up)."""
        (x, y), (to_x, to_y) = self.points[0], self.points[-1]
        if (to_x, to_y) >= (x, y):
            return self
        return Curve._chain(list(reversed(self.points)))

    def point(self, at: float, ahead: float = 0.0, below: float = 0.0) -> tuple[int, int, float]:
        """Where one is after `at` micrometres, then moved ahead and to the right-hand side: x, y, degrees clockwise.

        Before the start and after the end the curve goes straight on.
        """
        if len(self.points) < 2:
            x, y = self.points[0]
            return round(x + at + ahead), round(y + below), 0.0
        index = min(max(bisect_right(self.along, at) - 1, 0), len(self.points) - 2)
        (x, y), (to_x, to_y) = self.points[index], self.points[index + 1]
        angle = atan2(to_y - y, to_x - x)
        rest = at - self.along[index] + ahead
        c, s = cos(angle), sin(angle)
        return round(x + rest * c - below * s), round(y + rest * s + below * c), round(degrees(angle), 2)


def _curve(start: Point, at: tuple[int, ...]) -> list[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, at
    points = []
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points
