"""The lie of the land: a board's boxes as cells, what parts them, where water and ways run. Geometry only, no ink.

`survey(board)` is pure and forgiving: what does not add up (a course that leaves its borders, a route over boxes that do
not touch) is left out here and told by the checks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, Literal

from pnp.draw import cells as geometry
from pnp.draw.cells import Cell, Point
from pnp.kinds.map import hand
from pnp.model.board import Board, Decoration, River, Space
from pnp.records import dataclass
from pnp.units import Box

# How far a box reaches where nothing stops it, as a share of the side of the square that is its part of the field; and
# the shortest border that still reads as one.
REACH: Final = 0.77
SHORTEST: Final = 8_000
_STEP: Final = 2_000

Pair = tuple[str, str]
Parting = Literal["open", "water", "wall", "reeds", "thicket"]


@dataclass(frozen=True, slots=True)
class Stream:
    """A river's middle line from source to mouth and its width at each point; `crossings` are the places where it runs
    through a box (id, index of the point)."""

    river: River
    points: tuple[Point, ...]
    widths: tuple[float, ...]
    crossings: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Road:
    """A stretch of road that is drawn once, whichever routes share it: its line, from border to border through boxes."""

    through: tuple[str, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Land:
    """A surveyed board. Pairs of ids are in alphabetical order."""

    board: Board
    spaces: Mapping[str, Space]
    patterns: Mapping[str, str]
    cells: Mapping[str, Cell]
    outlines: Mapping[str, tuple[Point, ...]]
    borders: Mapping[Pair, tuple[Point, ...]]
    coasts: tuple[tuple[Point, ...], ...]
    streams: tuple[Stream, ...]
    roads: tuple[Road, ...]

    def joined(self, pair: Pair) -> bool:
        """Whether one can move from either box to the other."""
        return pair[1] in self.spaces[pair[0]].to or pair[0] in self.spaces[pair[1]].to

    def watered(self, pair: Pair) -> bool:
        """Whether a river runs along a border."""
        return any(pair == _ends(item) for river in self.board.rivers for item in river.course if "|" in item)

    def parting(self, pair: Pair) -> Parting:
        """What is drawn between two boxes that touch."""
        if self.watered(pair):
            return "water"
        if self.joined(pair):
            return "open"
        patterns = {self.patterns[pair[0]], self.patterns[pair[1]]}
        if patterns & {"castle", "keep"}:
            return "wall"
        return "reeds" if patterns & {"bridge", "ford"} else "thicket"

    def bounds(self, name: str) -> Iterator[tuple[Pair, tuple[Point, ...]]]:
        """The borders of one box."""
        return ((pair, points) for pair, points in self.borders.items() if name in pair)

    def room(self, name: str) -> tuple[Point, float]:
        """The largest free circle of a box: within its border and clear of water."""
        middle, radius = self.cells[name].room()
        if self.patterns[name] in ("bridge", "ford"):
            return middle, radius
        for stream in self.streams:
            near = geometry.off(middle, stream.points[::3], closed=False)
            radius = min(radius, near - max(stream.widths) / 2)
        return middle, radius


def seat(entry: Decoration) -> Box | None:
    """The rectangle of a decoration, none where its place or size is not given whole."""
    if len(entry.at) != 2 or not entry.size:
        return None
    return Box(entry.at[0], entry.at[1], entry.size[0], entry.size[-1])


def reach(board: Board) -> float:
    """How far the boxes of a board reach."""
    _, _, width, height = board.field
    return board.reach or REACH * math.sqrt(width * height / max(1, len(board.spaces)))


def part(board: Board) -> dict[str, Cell]:
    """The cell of every box that has a middle."""
    points = {space.id: (float(space.at[0]), float(space.at[1])) for space in board.spaces if len(space.at) == 2}
    x, y, width, height = board.field
    return geometry.part(points, (x, y, width, height), reach(board))


def survey(board: Board) -> Land:
    """Measure a board."""
    spaces = {space.id: space for space in board.spaces}
    terrain = {terrain.id: terrain.pattern or terrain.id for terrain in board.terrains}
    patterns = {space.id: terrain.get(space.terrain, "") for space in board.spaces}
    cells = part(board)
    borders = {pair: geometry.hand(*pair, *ends) for pair, ends in geometry.borders(cells).items()}
    outlines = {name: geometry.outline(cell) for name, cell in cells.items()}
    coasts = tuple(line for cell in cells.values() for beyond, line in geometry.runs(cell) if beyond == geometry.WASTE)
    streams = tuple(_stream(river, cells, borders, board) for river in board.rivers)
    roads = tuple(_roads(board, cells, borders))
    kept = tuple(stream for stream in streams if len(stream.points) > 2)
    return Land(board, spaces, patterns, cells, outlines, borders, coasts, kept, roads)


def _ends(item: str) -> Pair:
    first, _, second = item.partition("|")
    return (min(first, second), max(first, second))


def _stream(river: River, cells: Mapping[str, Cell], borders: Mapping[Pair, tuple[Point, ...]], board: Board) -> Stream:
    """Follow a course: along borders, through boxes, out to the frame where it ends at open country."""
    legs = [leg for item in river.course if (leg := _leg(item, cells, borders))]
    line: list[Point] = []
    for index, leg in enumerate(legs):
        after = legs[index + 1] if index + 1 < len(legs) else None
        line.extend(_directed(leg, line[-1] if line else None, after))
    if len(line) < 2:
        return Stream(river, tuple(line), (), ())
    line = _outward(line[::-1], board)[::-1]
    line = _outward(line, board)
    points = hand.soften(hand.even(line, _STEP), 10)
    crossings = tuple((item, _nearest(points, cells[item].at)) for item in river.course if item in cells)
    return Stream(river, tuple(points), tuple(_widths(river, points, board)), crossings)


def _leg(item: str, cells: Mapping[str, Cell], borders: Mapping[Pair, tuple[Point, ...]]) -> tuple[Point, ...]:
    if "|" in item:
        return borders.get(_ends(item), ())
    return (cells[item].at,) if item in cells else ()


def _directed(leg: tuple[Point, ...], pen: Point | None, after: tuple[Point, ...] | None) -> tuple[Point, ...]:
    """A leg in the direction of flow: it begins where the pen is, or ends where the next one begins."""
    first, last = leg[0], leg[-1]
    if pen is not None:
        return leg if math.dist(pen, first) <= math.dist(pen, last) else leg[::-1]
    if after is None:
        return leg
    near = {end: min(math.dist(end, after[0]), math.dist(end, after[-1])) for end in (first, last)}
    return leg if near[last] <= near[first] else leg[::-1]


def _outward(line: list[Point], board: Board) -> list[Point]:
    """The line led on from its end to the frame, if it ends at the frame or in the open, not amid the boxes."""
    x, y, width, height = board.field
    before, end = line[-min(len(line), 6)], line[-1]
    exits = (
        (x - 6_000.0, end[1] + (end[1] - before[1])),
        (x + width + 6_000.0, end[1] + (end[1] - before[1])),
        (end[0] + (end[0] - before[0]), y - 6_000.0),
        (end[0] + (end[0] - before[0]), y + height + 6_000.0),
    )
    exit_ = min(exits, key=lambda goal: math.dist(end, goal) * (2 - _heading(before, end, goal)))
    if math.dist(end, exit_) > 2 * reach(board) + 12_000 or (math.dist(end, exit_) > 9_000 and _crowded(end, board)):
        return line
    return [*line, *hand.even([end, exit_], _STEP * 2)[1:]]


def _heading(before: Point, end: Point, goal: Point) -> float:
    """The cosine between the way one came and the way to go: 1 is straight on."""
    ax, ay, bx, by = end[0] - before[0], end[1] - before[1], goal[0] - end[0], goal[1] - end[1]
    return (ax * bx + ay * by) / ((math.hypot(ax, ay) * math.hypot(bx, by)) or 1.0)


def _crowded(end: Point, board: Board) -> bool:
    """Whether three boxes meet at a point, so that it lies amid the land."""
    near = sorted(math.dist(end, (space.at[0], space.at[1])) for space in board.spaces if len(space.at) == 2)
    return len(near) > 2 and near[2] - near[0] < 500


def _nearest(points: list[Point], at: Point) -> int:
    return min(range(len(points)), key=lambda index: math.dist(points[index], at))


def _widths(river: River, points: list[Point], board: Board) -> Iterator[float]:
    """Narrow at the source, full at the mouth, never quite even."""
    x, y, width, height = board.field
    start = points[0]
    enters = not (x < start[0] < x + width and y < start[1] < y + height)
    fall = hand.dice("river", river.id)
    phases = [fall.uniform(0, math.tau) for _ in range(3)]
    for index in range(len(points)):
        share = index / max(1, len(points) - 1)
        base = 0.72 + 0.28 * share if enters else min(1.0, 0.15 + 3.4 * share) * (0.8 + 0.2 * share)
        swing = sum(math.sin(phase + index / pace) for phase, pace in zip(phases, (2.3, 5.1, 9.7), strict=True))
        yield river.width * base * (1 + 0.05 * swing)


def _roads(board: Board, cells: Mapping[str, Cell], borders: Mapping[Pair, tuple[Point, ...]]) -> Iterator[Road]:
    """Stretches of the drawn routes, each pair of boxes once. A stretch begins and ends at a box that others pass too, or
    at the frame."""
    done: set[Pair] = set()
    for route in board.routes:
        if not route.drawn:
            continue
        stretch: list[str] = []
        for first, second in pairwise(route.through):
            pair = _ends(f"{first}|{second}")
            if pair in done or pair not in borders:
                yield from _road(stretch, cells, borders, board)
                stretch = []
                continue
            done.add(pair)
            stretch = stretch or [first]
            stretch.append(second)
        yield from _road(stretch, cells, borders, board)


def _road(
    stretch: list[str], cells: Mapping[str, Cell], borders: Mapping[Pair, tuple[Point, ...]], board: Board
) -> Iterator[Road]:
    if len(stretch) < 2:
        return
    points: list[Point] = [cells[stretch[0]].at]
    for first, second in pairwise(stretch):
        crossing = borders[_ends(f"{first}|{second}")]
        points += [crossing[len(crossing) // 2], cells[second].at]
    ends = {end for route in board.routes for end in (route.through[0], route.through[-1])}
    if stretch[0] in ends:
        points = [*_exit(cells[stretch[0]]), *points]
    if stretch[-1] in ends:
        points = [*points, *_exit(cells[stretch[-1]])]
    yield Road(tuple(stretch), tuple(_wander(points, stretch)))


def _exit(cell: Cell) -> list[Point]:
    """Where the road leaves the map: the middle of the box's part of the frame, and a little beyond."""
    frame = [edge for edge in cell.edges if edge.beyond == geometry.FRAME]
    if not frame:
        return []
    edge = max(frame, key=lambda edge: edge.length)
    return [hand.toward(cell.at, hand.toward(edge.start, edge.end, 0.5), 1.2)]


def _wander(points: list[Point], stretch: list[str]) -> list[Point]:
    """A road through points that bends as roads do: rounded corners and a slow sway, its points two millimetres apart."""
    fall = hand.dice("road", *stretch)
    smooth = _through(points)
    sway = [fall.uniform(0, math.tau) for _ in range(2)]
    along = hand.lengths(smooth)
    total = along[-1] or 1.0
    off = [
        700
        * math.sin(math.pi * min(1.0, at / 9_000, (total - at) / 9_000) / 2)
        * (math.sin(sway[0] + at / 5_300) + 0.6 * math.sin(sway[1] + at / 2_900))
        for at in along
    ]
    return hand.beside(smooth, off)


def _through(points: list[Point]) -> list[Point]:
    """The smooth curve through points, as points two millimetres apart."""
    dense: list[Point] = [points[0]]
    ring = [points[0], *points, points[-1]]
    for before, start, end, after in zip(ring, ring[1:], ring[2:], ring[3:], strict=False):
        count = max(2, round(math.dist(start, end) / _STEP))
        dense += [_spline(before, start, end, after, step / count) for step in range(1, count + 1)]
    return hand.soften(hand.even(dense, _STEP), 4)


def _spline(before: Point, start: Point, end: Point, after: Point, t: float) -> Point:
    x, y = (
        0.5
        * (
            2 * start[axis]
            + (end[axis] - before[axis]) * t
            + (2 * before[axis] - 5 * start[axis] + 4 * end[axis] - after[axis]) * t * t
            + (3 * start[axis] - before[axis] - 3 * end[axis] + after[axis]) * t**3
        )
        for axis in (0, 1)
    )
    return (x, y)
