"""Land parted into boxes: the cell of each middle point, shared borders drawn by an unsteady hand, room inside a cell.

Pure plane geometry in micrometres, y down. Knows no game and no record. A cell is the part of the field that is nearer
to its own point than to any other (Voronoi) and no farther from it than `reach`: where no neighbour comes so near, the
land runs out in a coast.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Mapping, Sequence
from typing import Final

from pnp.records import dataclass

Point = tuple[float, float]

# What an edge borders on when no other cell does: the frame of the field, or open country beyond `reach`.
FRAME: Final = "#frame"
WASTE: Final = "#waste"
_COAST_SIDES: Final = 40
_ROUND: Final = tuple((math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)) for turn in range(8))


@dataclass(frozen=True, slots=True)
class Edge:
    """A straight piece of a cell's outline, and what lies on its other side: an id, `FRAME` or `WASTE`."""

    beyond: str
    start: Point
    end: Point

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Cell:
    """A convex cell: its point and its edges in order (clockwise as seen, since y is down). `facets` are the edges as half
    planes (a, b, c): a·x + b·y + c is how far (x, y) lies on the inner side."""

    id: str
    at: Point
    edges: tuple[Edge, ...]
    facets: tuple[tuple[float, float, float], ...]

    def depth(self, point: Point) -> float:
        """How far inside a point lies; negative outside (there a lower bound of the distance)."""
        x, y = point
        return min([a * x + b * y + c for a, b, c in self.facets], default=-math.inf)

    def inset(self, left: float, top: float, right: float, bottom: float) -> float:
        """How far a rectangle keeps from the straight outline; negative where it crosses it."""
        return min(
            [a * (left if a > 0 else right) + b * (top if b > 0 else bottom) + c for a, b, c in self.facets],
            default=-math.inf,
        )

    def room(self, rounds: int = 22) -> tuple[Point, float]:
        """The middle and radius of the largest circle that fits, found by walking uphill from the point."""
        best, radius = self.at, self.depth(self.at)
        step = max((math.dist(best, edge.start) for edge in self.edges), default=0.0) / 3
        for _ in range(rounds):
            tries = [(best[0] + step * dx, best[1] + step * dy) for dx, dy in _ROUND]
            depth, place = max((self.depth(place), place) for place in tries)
            if depth > radius:
                best, radius = place, depth
            else:
                step *= 0.6
        return best, radius


def part(points: Mapping[str, Point], field: tuple[float, float, float, float], reach: float) -> dict[str, Cell]:
    """The cell of every point. `field` is x, y, width, height. Two points in one place share what lies between them
    by the order of the mapping: the first has it."""
    cells = {}
    for name, at in points.items():
        edges = _cell(name, points, field, reach)
        cells[name] = Cell(name, at, edges, tuple(_facet(edge) for edge in edges if edge.length > 1))
    return cells


def _facet(edge: Edge) -> tuple[float, float, float]:
    length = edge.length
    a, b = (edge.start[1] - edge.end[1]) / length, (edge.end[0] - edge.start[0]) / length
    return a, b, -(a * edge.start[0] + b * edge.start[1])


def _cell(
    name: str, points: Mapping[str, Point], field: tuple[float, float, float, float], reach: float
) -> tuple[Edge, ...]:
    at = points[name]
    edges = _frame(field)
    near = sorted((math.dist(at, other), key) for key, other in points.items() if key != name)
    for distance, key in near:
        if not edges or distance > 2 * min(reach, max(math.dist(at, edge.start) for edge in edges)):
            break
        edges = _clip(edges, *_bisector(at, points[key]), key)
    return _coast(edges, at, reach)


def _frame(field: tuple[float, float, float, float]) -> list[Edge]:
    x, y, width, height = field
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return [Edge(FRAME, start, end) for start, end in zip(corners, corners[1:] + corners[:1], strict=True)]


def _bisector(at: Point, other: Point) -> tuple[Point, Point]:
    """The middle between two points, and the direction away from `at` (nothing for two in one place)."""
    return ((at[0] + other[0]) / 2, (at[1] + other[1]) / 2), (other[0] - at[0], other[1] - at[1])


def _coast(edges: list[Edge], at: Point, reach: float) -> tuple[Edge, ...]:
    """The part of a cell within `reach` of its point; a many-sided circle is round enough once a hand has drawn it."""
    if max((math.dist(at, edge.start) for edge in edges), default=0.0) <= reach:
        return tuple(edges)
    for side in range(_COAST_SIDES):
        angle = 2 * math.pi * side / _COAST_SIDES
        away = (math.cos(angle), math.sin(angle))
        edges = _clip(edges, (at[0] + reach * away[0], at[1] + reach * away[1]), away, WASTE)
    return tuple(edges)


def _clip(edges: list[Edge], on: Point, away: Point, beyond: str) -> list[Edge]:
    """What is left of a convex outline on the near side of a line; the cut becomes an edge towards `beyond`."""
    kept: list[Edge] = []
    cut: list[Point] = []
    for edge in edges:
        first, second = _side(edge.start, on, away), _side(edge.end, on, away)
        if first <= 0 and second <= 0:
            kept.append(edge)
        elif first <= 0:
            cut.append(_cross(edge, first, second))
            kept.append(Edge(edge.beyond, edge.start, cut[-1]))
            kept.append(Edge(beyond, cut[-1], cut[-1]))
        elif second <= 0:
            cut.append(_cross(edge, first, second))
            kept.append(Edge(edge.beyond, cut[-1], edge.end))
    return _closed(kept, beyond) if len(cut) == 2 else kept


def _side(point: Point, on: Point, away: Point) -> float:
    return (point[0] - on[0]) * away[0] + (point[1] - on[1]) * away[1]


def _cross(edge: Edge, first: float, second: float) -> Point:
    share = first / (first - second)
    (x1, y1), (x2, y2) = edge.start, edge.end
    return (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)


def _closed(edges: list[Edge], beyond: str) -> list[Edge]:
    """Let the empty edge that `_clip` left run to the start of the next one."""
    after = edges[1:] + edges[:1]
    return [
        Edge(edge.beyond, edge.start, then.start) if edge.beyond == beyond and edge.start == edge.end else edge
        for edge, then in zip(edges, after, strict=True)
    ]


def borders(cells: Mapping[str, Cell]) -> dict[tuple[str, str], tuple[Point, Point]]:
    """The straight border of every two cells that touch, under their ids in alphabetical order, from the end that comes
    first as one looks from the first cell to the second with the border lying across: the same seen from either."""
    found: dict[tuple[str, str], tuple[Point, Point]] = {}
    for name in sorted(cells):
        for edge in cells[name].edges:
            if edge.beyond > name and edge.beyond in cells:
                found[name, edge.beyond] = (edge.start, edge.end)
    return found


def hand(
    first: str, second: str, start: Point, end: Point, step: float = 2_500, sway: float = 1_600
) -> tuple[Point, ...]:
    """A border as a hand draws it: points about `step` apart that stray at most `sway` from the straight line, not at all
    at its ends. The two ids are the seed, so both sides draw the same."""
    length = math.dist(start, end)
    count = max(2, round(length / step))
    if length < step:
        return (start, end)
    dice = random.Random(f"{min(first, second)}|{max(first, second)}")
    waves = [(dice.uniform(-1, 1), dice.uniform(0, math.tau), turns) for turns in (1.0, 2.1, 3.7)]
    reach = min(sway, length * 0.06)
    across = ((start[1] - end[1]) / length, (end[0] - start[0]) / length)
    return tuple(_stray(start, end, across, index / count, reach, waves) for index in range(count + 1))


def _stray(
    start: Point, end: Point, across: Point, share: float, reach: float, waves: Sequence[tuple[float, float, float]]
) -> Point:
    swing = sum(size / turns**0.5 * math.sin(phase + share * turns * math.tau) for size, phase, turns in waves)
    off = reach * max(-1.0, min(1.0, swing)) * math.sin(math.pi * share)
    return (
        start[0] + (end[0] - start[0]) * share + across[0] * off,
        start[1] + (end[1] - start[1]) * share + across[1] * off,
    )


def outline(cell: Cell) -> tuple[Point, ...]:
    """A cell's outline with each border as the hand drew it, closed (the last point is not the first again)."""
    line: list[Point] = []
    for run in runs(cell):
        line.extend(run[1][:-1])
    return tuple(line)


def runs(cell: Cell) -> list[tuple[str, tuple[Point, ...]]]:
    """A cell's outline piece by piece as drawn, in its own direction, with what lies beyond. A coast is one piece."""
    edges = list(cell.edges)
    while len(edges) > 1 and edges[0].beyond == WASTE == edges[-1].beyond:
        edges = [edges[-1], *edges[:-1]]
        if all(edge.beyond == WASTE for edge in edges):
            break
    found: list[tuple[str, tuple[Point, ...]]] = []
    coast: list[Point] = []
    for index, edge in enumerate(edges):
        if edge.beyond == WASTE:
            coast = [*(coast or [edge.start]), edge.end]
            if index + 1 == len(edges) or edges[index + 1].beyond != WASTE:
                found.append((WASTE, _shore(cell, coast)))
                coast = []
        else:
            found.append((edge.beyond, _drawn(cell.id, edge)))
    return found


def _drawn(name: str, edge: Edge) -> tuple[Point, ...]:
    """One edge of a cell as drawn, in the cell's own direction."""
    if edge.beyond == FRAME:
        return (edge.start, edge.end)
    if name < edge.beyond:
        return hand(name, edge.beyond, edge.start, edge.end)
    return hand(edge.beyond, name, edge.end, edge.start)[::-1]


def _shore(cell: Cell, coast: Sequence[Point]) -> tuple[Point, ...]:
    """A coast as drawn: in and out by a few millimetres, more inwards than outwards, its ends kept."""
    dice = random.Random(f"coast|{cell.id}")
    waves = [(dice.uniform(0.5, 1.0), dice.uniform(0, math.tau), pace) for pace in (9_000.0, 5_200.0, 2_900.0)]
    along = 0.0
    total = sum(math.dist(start, end) for start, end in itertools.pairwise(coast)) or 1.0
    line = [coast[0]]
    for before, point in itertools.pairwise(coast):
        along += math.dist(before, point)
        swing = sum(size * math.sin(phase + along / pace) for size, phase, pace in waves) / 3
        share = 1 + (swing * 0.13 - 0.03) * min(1.0, along / 9_000, (total - along) / 9_000)
        line.append((cell.at[0] + (point[0] - cell.at[0]) * share, cell.at[1] + (point[1] - cell.at[1]) * share))
    return tuple(line)


def inside(point: Point, line: Sequence[Point]) -> bool:
    """Whether a point lies within a closed outline (even-odd)."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(line, (*line[1:], line[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd


def off(point: Point, line: Sequence[Point], closed: bool = True) -> float:
    """How far a point is from a line of points."""
    ends = zip(line, (*line[1:], line[0]) if closed else line[1:], strict=False)
    return min((_off(point, start, end) for start, end in ends), default=math.inf)


def _off(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    share = max(0.0, min(1.0, share))
    return math.hypot(start[0] + dx * share - point[0], start[1] + dy * share - point[1])
