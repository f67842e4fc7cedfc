"""The drawing hand: seeded dice, smooth and unsteady lines, ribbons, blots. Pure; micrometres, y down."""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pnp.draw.frame import Colour, Path, Segment, Stroke

Point = tuple[float, float]


def dice(*seed: object) -> random.Random:
    """Dice that fall the same on every machine for the same words."""
    return random.Random("|".join(str(part) for part in seed))


def line(points: Sequence[Point], closed: bool = False) -> tuple[Segment, ...]:
    """Straight strokes from point to point."""
    first, *rest = points
    segments: list[Segment] = [("M", round(first[0]), round(first[1]))]
    segments += [("L", round(x), round(y)) for x, y in rest]
    return (*segments, ("Z",)) if closed else tuple(segments)


def curve(points: Sequence[Point], closed: bool = False) -> tuple[Segment, ...]:
    """A smooth line through every point (Catmull-Rom, as Bézier curves)."""
    if len(points) < 3:
        return line(points, closed)
    ring = [points[-1], *points, *points[:2]] if closed else [points[0], *points, points[-1]]
    first = points[0]
    segments: list[Segment] = [("M", round(first[0]), round(first[1]))]
    for before, start, end, after in zip(ring, ring[1:], ring[2:], ring[3:], strict=False):
        segments.append(_bend(before, start, end, after))
    return (*segments, ("Z",)) if closed else tuple(segments)


def _bend(before: Point, start: Point, end: Point, after: Point) -> Segment:
    return (
        "C",
        round(start[0] + (end[0] - before[0]) / 6),
        round(start[1] + (end[1] - before[1]) / 6),
        round(end[0] - (after[0] - start[0]) / 6),
        round(end[1] - (after[1] - start[1]) / 6),
        round(end[0]),
        round(end[1]),
    )


def lengths(points: Sequence[Point]) -> list[float]:
    """How far along the line each point lies."""
    along = [0.0]
    for start, end in pairwise(points):
        along.append(along[-1] + math.dist(start, end))
    return along


def even(points: Sequence[Point], step: float) -> list[Point]:
    """Points about `step` apart along a line, both ends kept."""
    along = lengths(points)
    count = max(1, round(along[-1] / step))
    return [_at(points, along, along[-1] * index / count) for index in range(count + 1)]


def between(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The part of a line from one distance along it to another."""
    along = lengths(points)
    start, end = max(0.0, start), min(along[-1], end)
    if end <= start:
        return []
    middle = [point for point, at in zip(points, along, strict=True) if start < at < end]
    return [_at(points, along, start), *middle, _at(points, along, end)]


def _at(points: Sequence[Point], along: Sequence[float], distance: float) -> Point:
    index = bisect_left(along, distance, 1) - 1
    if index >= len(points) - 1:
        return points[-1]
    span = along[index + 1] - along[index]
    share = (distance - along[index]) / span if span else 0.0
    return toward(points[index], points[index + 1], share)


def toward(start: Point, end: Point, share: float) -> Point:
    """The point a share of the way from one to another."""
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def soften(points: Sequence[Point], times: int, keep: Iterable[int] = ()) -> list[Point]:
    """A line with its corners worn off; its ends and the points with the indices `keep` stay."""
    fixed = {0, len(points) - 1, *keep}
    now = list(points)
    for _ in range(times):
        now = [
            point if index in fixed else _mean(now[index - 1], point, now[index + 1]) for index, point in enumerate(now)
        ]
    return now


def _mean(before: Point, point: Point, after: Point) -> Point:
    return ((before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4)


def normals(points: Sequence[Point]) -> list[Point]:
    """The unit direction to the right-hand side of the line at each point (y down)."""
    found = []
    for index in range(len(points)):
        start, end = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        length = math.dist(start, end) or 1.0
        found.append((-(end[1] - start[1]) / length, (end[0] - start[0]) / length))
    return found


def beside(points: Sequence[Point], by: Sequence[float]) -> list[Point]:
    """The line moved to its right-hand side by so much at each point."""
    return [(x + dx * off, y + dy * off) for (x, y), (dx, dy), off in zip(points, normals(points), by, strict=True)]


def ribbon(points: Sequence[Point], widths: Sequence[float]) -> tuple[Segment, ...]:
    """The outline of a band along a line, as wide at each point as given."""
    right = beside(points, [width / 2 for width in widths])
    left = beside(points, [-width / 2 for width in widths])
    return curve([*right, *reversed(left)], closed=True)


def blot(
    at: Point, across: float, down: float, seed: object, rough: float = 0.2, knots: int = 9
) -> tuple[Segment, ...]:
    """A round spot with an unsteady edge; `across` and `down` are its half axes."""
    fall = dice("blot", seed)
    turn = fall.uniform(0, math.tau)
    points = []
    for index in range(knots):
        angle = turn + math.tau * index / knots
        size = 1 + fall.uniform(-rough, rough)
        points.append((at[0] + across * size * math.cos(angle), at[1] + down * size * math.sin(angle)))
    return curve(points, closed=True)


def stroke(segments: Sequence[Segment], colour: Colour, width: int, dash: tuple[int, ...] = ()) -> Path:
    """A round-ended line."""
    return Path(tuple(segments), None, Stroke(colour, width, dash, "round", "round"))


def fill(segments: Sequence[Segment], colour: Colour) -> Path:
    """A filled outline."""
    return Path(tuple(segments), colour)


def moved(
    segments: Sequence[Segment], x: float, y: float, scale: float = 1.0, flip: bool = False
) -> tuple[Segment, ...]:
    """An outline scaled (mirrored left to right if `flip`), then moved."""
    side = -scale if flip else scale
    return tuple(_moved(segment, x, y, side, scale) for segment in segments)


def _moved(segment: Segment, x: float, y: float, side: float, scale: float) -> Segment:
    match segment:
        case ("M", a, b):
            return ("M", round(x + a * side), round(y + b * scale))
        case ("L", a, b):
            return ("L", round(x + a * side), round(y + b * scale))
        case ("C", a, b, c, d, e, f):
            return (
                "C",
                round(x + a * side),
                round(y + b * scale),
                round(x + c * side),
                round(y + d * scale),
                round(x + e * side),
                round(y + f * scale),
            )
        case _:
            return ("Z",)
