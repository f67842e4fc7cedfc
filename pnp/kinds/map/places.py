"""Where things stand inside a box: its building, the pieces of the set-up, its code, its name. First come, first served,
and each takes the place nearest to where it would like to be that is free of all others."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pnp.draw.cells import Cell, Point
from pnp.kinds.map.land import Land
from pnp.kinds.map.room import Clear
from pnp.units import Box

# What a building takes: width, height, and whether ways may run up to it.
ART: Final = (
    ("town", 24_000, 17_000, True),
    ("houses", 18_500, 11_500, True),
    ("castle", 19_500, 13_500, False),
    ("keep", 16_500, 17_500, False),
    ("ruin", 15_000, 9_500, False),
    ("mill", 11_000, 13_000, False),
)
GHOST: Final = 11_400
BADGE: Final = 7_400
_STEP: Final = 1_500
_INSET: Final = 2_300


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the things of a box stand: boxes in the map's coordinates."""

    art: Box | None
    ghosts: tuple[Box, ...]
    badge: Box | None
    name: Box | None


def arrange(
    land: Land, clear: Clear, pieces: Mapping[str, int], names: Mapping[str, tuple[int, int]]
) -> dict[str, Spot]:
    """The spots of all boxes. `pieces` is how many start in each, `names` the width and height of each name as set."""
    art = {pattern: (width, height, ways) for pattern, width, height, ways in ART}
    return {
        name: _spot(name, land, clear, art.get(land.patterns[name]), pieces.get(name, 0), names.get(name))
        for name in sorted(land.cells)
    }


def _spot(
    name: str,
    land: Land,
    clear: Clear,
    art: tuple[int, int, bool] | None,
    pieces: int,
    words: tuple[int, int] | None,
) -> Spot:
    cell, space = land.cells[name], land.spaces[name]
    middle, radius = land.room(name)
    house = None
    if art:
        width, height, ways = art
        wish = (cell.at[0], cell.at[1] - 1_500) if ways else (middle[0], middle[1] - (3_500 if words else 0))
        if pieces:
            wish = (wish[0], wish[1] - 5_500)
        house = _seat(name, land, clear, width, height, wish, ways)
        clear.take(name, house)
    label = None
    if words and house:
        label = _label(name, land, clear, words, middle, radius, house, ())
        clear.take(name, label)
    row = tuple(_row(name, land, clear, pieces, middle, label or house))
    for box in row:
        clear.take(name, box)
    badge = None
    if space.code:
        badge = _seat(name, land, clear, BADGE, BADGE, _beside(row, middle, radius))
        clear.take(name, badge)
    if words and not house:
        label = _label(name, land, clear, words, middle, radius, None, row)
        clear.take(name, label)
    return Spot(house, row, badge, label)


def _beside(row: tuple[Box, ...], middle: Point, radius: float) -> Point:
    if row:
        return (row[-1].right + BADGE * 0.75, row[-1].y + GHOST / 2)
    return (middle[0] + radius * 0.1, middle[1] - radius * 0.42)


def _row(name: str, land: Land, clear: Clear, pieces: int, middle: Point, house: Box | None) -> Iterator[Box]:
    if not pieces:
        return
    width = pieces * GHOST + (pieces - 1) * 900
    wish = (middle[0], middle[1]) if house is None else (house.x + house.width / 2, house.bottom + GHOST / 2 + 700)
    whole = _seat(name, land, clear, width, GHOST, wish)
    if clear.gap(name, whole) < 0:
        whole = _seat(name, land, clear, width, GHOST, wish, True)
    for index in range(pieces):
        yield Box(whole.x + index * (GHOST + 900), whole.y, GHOST, GHOST)


def _label(
    name: str,
    land: Land,
    clear: Clear,
    words: tuple[int, int],
    middle: Point,
    radius: float,
    house: Box | None,
    row: tuple[Box, ...],
) -> Box:
    width, height = words
    given = land.spaces[name].label
    if len(given) == 2:
        at = land.cells[name].at
        return Box(round(at[0] + given[0] - width / 2), round(at[1] + given[1] - height / 2), width, height)
    anchor = row[0] if row else house
    if anchor is None:
        wish = (middle[0], middle[1] + radius * 0.05)
    else:
        wish = (middle[0] if row else anchor.x + anchor.width / 2, anchor.bottom + height / 2 + 900)
    return _seat(name, land, clear, width, height, wish, False, 900)


def _seat(
    name: str,
    land: Land,
    clear: Clear,
    width: int,
    height: int,
    wish: Point,
    over_ways: bool = False,
    margin: float = 700,
) -> Box:
    """The free place for a rectangle that is nearest to where its middle would like to be; where none is free, the one
    that keeps farthest from everything."""
    cell = land.cells[name]
    best, most = _box(wish, width, height), -math.inf
    for at in _around(wish):
        box = _box(at, width, height)
        inner = _inside(box, cell) - _INSET
        if inner < -1_500 and most > -math.inf:
            continue
        gap = min(inner, clear.gap(name, box, over_ways) - margin)
        if gap >= 0:
            return box
        if gap - math.dist(at, wish) * 0.05 > most:
            best, most = box, gap - math.dist(at, wish) * 0.05
    return best


def _around(wish: Point) -> Iterator[Point]:
    """Places round a point, nearest first, as far as a box reaches."""
    return ((wish[0] + dx, wish[1] + dy) for dx, dy in _OFFSETS)


def _offsets() -> tuple[Point, ...]:
    steps = range(-11, 12)
    found = [(x * _STEP, y * _STEP) for x in steps for y in steps if math.hypot(x, y) <= 11]
    # Sideways is a little dearer than up or down: names like to stay centred under what they name.
    return tuple(sorted(found, key=lambda at: (math.hypot(at[0] * 1.25, at[1]), at)))


def _box(at: Point, width: int, height: int) -> Box:
    return Box(round(at[0] - width / 2), round(at[1] - height / 2), width, height)


def _inside(box: Box, cell: Cell) -> float:
    """How far a rectangle keeps from the straight outline of a cell; negative where it crosses it."""
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return min(cell.depth(corner) for corner in corners)


_OFFSETS: Final = _offsets()
