"""A board of squares, surveyed: each square with its ground and its neighbours, the roads through them, and what is taken.

Micrometres of the board, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import pairwise
from typing import Final

from pnp.draw.cells import Point
from pnp.kinds.map import hand
from pnp.kinds.map.room import Crowd
from pnp.model import squares
from pnp.model.board import Board, Route, Space
from pnp.records import dataclass
from pnp.units import Box

At = tuple[int, int]

# The four sides, clockwise from the top: the step to the neighbour beyond.
SIDES: Final[tuple[At, ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))
# How wide a road is, and how far it strays, as shares of a square's side.
ROAD: Final = 0.1
_STRAY: Final = 0.035
_PACE: Final = 0.12


@dataclass(frozen=True, slots=True)
class Plot:
    """A square: where it is in the grid and on the board, and how its ground is drawn."""

    space: Space
    at: At
    box: Box
    pattern: str

    @property
    def middle(self) -> Point:
        return self.box.x + self.box.width / 2, self.box.y + self.box.height / 2


@dataclass(frozen=True, slots=True)
class Grid:
    """All squares of a board by column and row, its roads as lines, where nothing may grow (on roads, names,
    codes), and how far down buildings may reach where a name stands below them."""

    board: Board
    columns: int
    rows: int
    side: float
    plots: Mapping[At, Plot]
    roads: tuple[tuple[Point, ...], ...]
    taken: Crowd = field(default_factory=Crowd)
    floors: dict[At, int] = field(default_factory=dict)

    @property
    def grain(self) -> float:
        """How large trees, tufts and waves are: smaller on small squares, so that a wood is a wood on any board."""
        return min(1.3, max(0.62, self.side / 28_000))

    def floor(self, plot: Plot) -> int:
        """Where buildings of a square stand: above its name, or a little above its lower side."""
        return self.floors.get(plot.at, plot.box.bottom - round(plot.box.height * 0.16))

    def shores(self, patterns: tuple[str, ...]) -> Iterator[list[Point]]:
        """The outlines of all land of these patterns, closed, the land to the right of each."""
        edges: dict[Point, list[Point]] = {}
        for plot in self.plots.values():
            if plot.pattern in patterns:
                for step in SIDES:
                    other = self.beside(plot, step)
                    if other is None or other.pattern not in patterns:
                        start, end = self.border(plot.at, step)
                        edges.setdefault(start, []).append(end)
        while edges:
            line = [next(iter(edges))]
            while line[-1] in edges:
                nexts = edges[line[-1]]
                line.append(nexts.pop())
                if not nexts:
                    del edges[line[-2]]
            yield line

    def beside(self, plot: Plot, step: At) -> Plot | None:
        """The square beyond one of the sides."""
        return self.plots.get((plot.at[0] + step[0], plot.at[1] + step[1]))

    def alike(self, plot: Plot, step: At) -> bool:
        """Whether the square beyond a side has the same ground."""
        other = self.beside(plot, step)
        return other is not None and other.space.terrain == plot.space.terrain

    def border(self, at: At, step: At) -> tuple[Point, Point]:
        """A side of a square from end to end, clockwise."""
        ring, index = corners(self.place(at)), SIDES.index(step)
        start, end = ring[index], ring[(index + 1) % 4]
        return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))

    def place(self, at: At) -> Box:
        """The rectangle of a square; neighbours share their sides."""
        return _place(self.board, self.columns, self.rows, at)

    def keep(self, box: Box, margin: float = 0.0) -> None:
        """Let nothing grow over a rectangle."""
        step = 1_800.0
        across, down = max(1, round(box.width / step)), max(1, round(box.height / step))
        points = [
            (box.x + box.width * i / across, box.y + box.height * j / down)
            for i in range(across + 1)
            for j in range(down + 1)
        ]
        self.taken.add(points, min(2_900.0, step * 0.7 + margin))


def survey(board: Board) -> Grid:
    """The grid of a board of squares; roads are taken already."""
    columns, rows = squares.shape(board.squares)
    patterns = {ground.id: ground.pattern or ground.id for ground in board.terrains}
    plots: dict[At, Plot] = {}
    for space in board.spaces:
        at = squares.place(space.square)
        if at is not None:
            plots[at] = Plot(space, at, _place(board, columns, rows, at), patterns.get(space.terrain, ""))
    side = min(board.field[2] / max(1, columns), board.field[3] / max(1, rows))
    grid = Grid(board, columns, rows, side, plots, tuple(_roads(board, plots, side)))
    for road in grid.roads:
        grid.taken.add(hand.even(road, 1_100), min(2_900.0, side * ROAD * 0.62))
    return grid


def _place(board: Board, columns: int, rows: int, at: At) -> Box:
    x, y, width, height = board.field
    left, right = (x + width * (at[0] + end) // columns for end in (0, 1))
    top, bottom = (y + height * (at[1] + end) // rows for end in (0, 1))
    return Box(left, top, right - left, bottom - top)


def corners(box: Box) -> list[Point]:
    """A rectangle's corners, clockwise from the top left."""
    return [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]


# Roads.


def _roads(board: Board, plots: Mapping[At, Plot], side: float) -> Iterator[tuple[Point, ...]]:
    drawn = [route for route in board.routes if route.drawn]
    known = {plot.space.id: plot for plot in plots.values()}
    ways = [[known[name] for name in route.through if name in known] for route in drawn]
    ends = _ways(ways)
    for route, way in zip(drawn, ways, strict=True):
        if len(way) > 1:
            line = _line(route, way, ends, plots, side)
            yield tuple(_strayed(point, side) for point in hand.even(line, side * _PACE))


def _ways(ways: list[list[Plot]]) -> Mapping[At, frozenset[At]]:
    """From each square on a road, the squares to which roads lead on."""
    ends: dict[At, set[At]] = {}
    for way in ways:
        for one, other in pairwise(way):
            ends.setdefault(one.at, set()).add(other.at)
            ends.setdefault(other.at, set()).add(one.at)
    return {at: frozenset(others) for at, others in ends.items()}


def _line(
    route: Route, way: list[Plot], ends: Mapping[At, frozenset[At]], plots: Mapping[At, Plot], side: float
) -> list[Point]:
    """A road's line: round the bends of squares that it only passes, through the middles of those where roads meet."""
    line: list[Point] = [*_runs_out(way[0], way[1], plots, side), way[0].middle]
    for before, here, after in zip(way, way[1:], way[2:], strict=False):
        enter = hand.toward(before.middle, here.middle, 0.5)
        leave = hand.toward(here.middle, after.middle, 0.5)
        met = len(ends[here.at]) > 2 or here.at in (way[0].at, way[-1].at)
        line += [enter, here.middle, leave] if met else _bend(enter, here.middle, leave)
    line += [hand.toward(way[-2].middle, way[-1].middle, 0.5), way[-1].middle]
    return [*line, *reversed(_runs_out(way[-1], way[-2], plots, side))]


def _bend(start: Point, corner: Point, end: Point) -> list[Point]:
    """From the middle of a side to the middle of another, steered by the square's middle."""
    points = []
    for step in range(9):
        t = step / 8
        points.append(
            tuple(
                (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c for a, b, c in zip(start, corner, end, strict=True)
            )
        )
    return [(x, y) for x, y in points]


def _runs_out(last: Plot, before: Plot, plots: Mapping[At, Plot], side: float) -> list[Point]:
    """Beyond the end of a road in a square without a name at the edge of the board: it runs on to the edge."""
    step = last.at[0] - before.at[0], last.at[1] - before.at[1]
    beyond = last.at[0] + step[0], last.at[1] + step[1]
    if last.space.name or beyond in plots or step not in SIDES:
        return []
    x, y = last.middle
    return [(x + step[0] * side / 2, y + step[1] * side / 2)]


def _strayed(point: Point, side: float) -> Point:
    """A point moved a little, each by what depends on where it is alone: so that roads that share a stretch stay one."""
    x, y = point[0] / side, point[1] / side
    reach = side * _STRAY
    across = math.sin(2.9 * y + 1.3) + 0.6 * math.sin(6.1 * y + 2.2 * x)
    down = math.sin(3.1 * x + 0.4) + 0.6 * math.sin(5.7 * x - 1.9 * y)
    return point[0] + reach * across, point[1] + reach * down
