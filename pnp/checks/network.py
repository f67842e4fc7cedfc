"""A network shows what is joined, and nothing else.

- `map/touching`: two boxes of a network lie so near to each other that no link between them could be seen.
- `map/crossing`: two links of a network cross, where no box is.
- `map/through`: a link of a network runs over a third box, as if that were joined.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.diag import Found, Span
from pnp.draw.cells import Point
from pnp.kinds.map.network import Link, Plaque, links, plaques
from pnp.model.board import Board
from pnp.model.load import Loaded
from pnp.units import Box, mm

# The shortest stretch of a link between two plaques that is seen as one; how much of a plaque a link may run over.
APART = 4_000
_BRUSH = 0.9


def check(loaded: Loaded, found: Found) -> None:
    """Every network whose boxes are all known."""
    if not loaded.has("space.id", "space.at", "space.to", "board.way", "route", "route.through", "terrain"):
        return
    for board in loaded.game.boards:
        if board.drawn == "network" and all(len(space.at) == 2 for space in board.spaces):
            _board(board, found)


def _board(board: Board, found: Found) -> None:
    all, ways = plaques(board), links(board)
    if len({plaque.at for plaque in all}) < len(all):
        return  # told by map/same-place
    wide = [_round((plaque.at,)).grown(plaque.radius + APART) for plaque in all]
    for one, other in near(wide, wide):
        if one < other:
            _touching(all[one], all[other], found)
    spots = [_round((plaque.at,)).grown(plaque.radius) for plaque in all]
    lines = [_round(link.line) for link in ways]
    for way, spot in near(lines, spots):
        _through(ways[way], all[spot], board, found)
    for first, second in near(lines, lines):
        if first < second:
            _crossing(ways[first], ways[second], board, found)


def _touching(one: Plaque, other: Plaque, found: Found) -> None:
    away = math.dist(one.at, other.at) - one.radius - other.radius
    if away < APART:
        lies = f"{mm(int(round(away, -2)))} apart" if away >= 0 else "over each other"
        message = f"'{other.space.id}' and '{one.space.id}' lie {lies}, a link needs {mm(APART)} to be seen"
        related = ((one.space.where.of("at"), f"here is '{one.space.id}'"),)
        found.error(
            "map/touching", other.space.where.of("at"), message, "move one of them, or make 'way' less", related
        )


def _through(link: Link, plaque: Plaque, board: Board, found: Found) -> None:
    if plaque.space.id in link.ends or _away(plaque.at, link.line) >= plaque.radius * _BRUSH:
        return
    message = f"the link from '{link.ends[0]}' to '{link.ends[1]}' runs over '{plaque.space.id}'"
    found.error("map/through", _span(link, board), message, f"move '{plaque.space.id}' aside, or do not join the two")


def _crossing(first: Link, second: Link, board: Board, found: Found) -> None:
    if set(first.ends) & set(second.ends) or not _cross(first.line, second.line):
        return
    names = " and ".join(f"from '{link.ends[0]}' to '{link.ends[1]}'" for link in (first, second))
    related = ((_span(second, board), "the other begins here"),)
    hint = "move one of the four boxes, or set a box where they meet"
    found.error("map/crossing", _span(first, board), f"the links {names} cross", hint, related)


def _span(link: Link, board: Board) -> Span:
    """Where a link is written: the other box's name in the first box's `to`, or in the second's."""
    spaces = {space.id: space for space in board.spaces}
    for here, there in (link.ends, link.ends[::-1]):
        if there in spaces[here].to:
            return spaces[here].where.of(f"to[{spaces[here].to.index(there)}]")
    return spaces[link.ends[0]].where.of("at")


def _round(line: Sequence[Point]) -> Box:
    """The rectangle round a line, in whole micrometres."""
    left, top = (math.floor(min(point[axis] for point in line)) for axis in (0, 1))
    right, bottom = (math.ceil(max(point[axis] for point in line)) for axis in (0, 1))
    return Box(left, top, right - left, bottom - top)


def near(ones: Sequence[Box], others: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """Every one with every other that it touches, by their numbers, in order. Large networks have millions of pairs, and
    few of them touch: only those whose left sides are near enough are looked at."""
    across = sorted(range(len(others)), key=lambda number: others[number].x)
    lefts, widest = [others[number].x for number in across], max((box.width for box in others), default=0)
    for number, one in enumerate(ones):
        start, end = bisect_left(lefts, one.x - widest), bisect_right(lefts, one.right)
        for other in sorted(across[start:end]):
            box = others[other]
            if box.right >= one.x and box.y <= one.bottom and one.y <= box.bottom:
                yield number, other


def _away(at: Point, line: Sequence[Point]) -> float:
    """How near a line comes to a point; lines' points are close together."""
    return min(math.dist(at, point) for point in line)


def _cross(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two lines meet."""
    return any(_meet(a, b, c, d) for a, b in pairwise(one) for c, d in pairwise(other))


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches cross: the ends of each lie on different sides of the other."""
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: Point, b: Point, at: Point) -> float:
    return (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])
