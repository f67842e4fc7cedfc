"""Where things stand inside a box: its building, the pieces of the set-up, its code, its name. First come, first served,
and each takes the place nearest to where it would like to be that is free of all others."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from pnp.draw.cells import Point
from pnp.kinds.map.land import Land
from pnp.kinds.map.room import Clear
from pnp.records import dataclass
from pnp.units import Box

# What a building takes: width, height, and whether ways may run up to it.
ART: Final = (
    ("town", 22_000, 15_500, True),
    ("houses", 18_500, 11_500, True),
    ("castle", 23_500, 16_500, False),
    ("keep", 20_500, 21_500, False),
    ("ruin", 18_000, 11_500, False),
    ("mill", 13_000, 15_500, False),
)
GHOST: Final = 10_800
BADGE: Final = 7_400
_STEP: Final = 1_750
_INSET: Final = 2_300
# A box is well filled if its things lack no more room than this in all.
_ENOUGH: Final = -500


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the things of a box stand: rectangles in the map's coordinates, and which setting of the name was taken."""

    art: Box | None = None
    ghosts: tuple[Box, ...] = ()
    badge: Box | None = None
    name: Box | None = None
    setting: int = 0


Sizes = Sequence[tuple[int, int]]


def arrange(land: Land, clear: Clear, pieces: Mapping[str, int], names: Mapping[str, Sizes]) -> dict[str, Spot]:
    """The spots of all boxes. `pieces` is how many start in each, `names` the width and height of each name in the
    settings that it may have, the best first."""
    return {name: _Box(name, land, clear).fill(pieces.get(name, 0), names.get(name, ())) for name in sorted(land.cells)}


# Where a building may move to when its box is crowded, first where it likes to stand.
_MOVES: Final = tuple(
    (dx * 1_000.0, dy * 1_000.0) for dx, dy in ((0, -5.5), (0, -8.5), (-6, -4), (6, -4), (-8, 0), (8, 0), (0, 6))
)


class _Box:
    """One box while it is filled. `_short` is by how much its things lack room so far."""

    __slots__ = ("_cell", "_clear", "_middle", "_name", "_radius", "_short", "_space", "_way")

    def __init__(self, name: str, land: Land, clear: Clear) -> None:
        self._name, self._clear, self._short = name, clear, 0.0
        self._cell, self._space = land.cells[name], land.spaces[name]
        self._middle, self._radius = land.room(name)
        self._way = next(((w, h, over) for pattern, w, h, over in ART if pattern == land.patterns[name]), None)

    def fill(self, pieces: int, names: Sizes) -> Spot:
        """Everything in its place: in a crowded box the best of several tries."""
        if not (self._way and pieces):
            return self._fill(pieces, names, (0.0, 0.0))
        tries: list[tuple[float, int]] = []
        taken = list(self._clear.boxes.get(self._name, ()))
        for index, move in enumerate(_MOVES):
            spot = self._fill(pieces, names, move)
            if self._short > _ENOUGH:
                return spot
            tries.append((self._short, -index))
            self._clear.boxes[self._name], self._short = list(taken), 0.0
        return self._fill(pieces, names, _MOVES[-max(tries)[1]])

    def _fill(self, pieces: int, names: Sizes, move: Point) -> Spot:
        """Building, its name, pieces, code; or pieces, code and name where nothing is built."""
        art = self._art(pieces, bool(names), move) if self._way else None
        label, setting = self._label(names, art) if art and names else (None, 0)
        row = self._pieces(pieces, label or art) if pieces else ()
        badge = self._badge(row) if self._space.code else None
        if names and label is None:
            label, setting = self._label(names, row[0] if row else None, row)
        return Spot(art, row, badge, label, setting)

    def _take(self, box: Box, gap: float = 0.0) -> Box:
        self._short += min(0.0, gap)
        self._clear.take(self._name, box)
        return box

    def _art(self, pieces: int, words: bool, move: Point) -> Box:
        """The building, a little smaller where pieces begin."""
        assert self._way is not None
        width, height, ways = self._way
        size = 1 - 0.07 * min(2, pieces)
        x, y = self._cell.at if ways else self._middle
        wish = (x + move[0], y + move[1] - (1_500 if ways else 3_000 * words))
        return self._take(*self._seat(round(width * size), round(height * size), wish, ways))

    def _pieces(self, count: int, above: Box | None) -> tuple[Box, ...]:
        """The pieces in a row; where no row has room, each by itself, over a road if need be."""
        x, y = self._middle if above is None else (above.x + above.width / 2, above.bottom + GHOST / 2 + 700.0)
        whole, gap = self._seat(count * GHOST + (count - 1) * 900, GHOST, (x, y))
        if gap >= 0:
            return tuple(self._take(Box(whole.x + i * (GHOST + 900), whole.y, GHOST, GHOST)) for i in range(count))
        return tuple(self._single((x, y)) for _ in range(count))

    def _single(self, wish: Point) -> Box:
        box, gap = self._seat(GHOST, GHOST, wish)
        if gap >= 0:
            return self._take(box)
        self._short -= 200
        return self._take(*self._seat(GHOST, GHOST, wish, True))

    def _badge(self, row: tuple[Box, ...]) -> Box:
        if row:
            wish = (row[-1].right + BADGE * 0.75, row[-1].y + GHOST / 2)
        else:
            wish = (self._middle[0] + self._radius * 0.1, self._middle[1] - self._radius * 0.42)
        return self._take(*self._seat(BADGE, BADGE, wish))

    def _label(self, names: Sizes, anchor: Box | None, row: tuple[Box, ...] = ()) -> tuple[Box, int]:
        """The name in the first setting that has room; where none has, in the one that comes nearest to it."""
        given = self._space.label
        if len(given) == 2:
            at = (self._cell.at[0] + given[0], self._cell.at[1] + given[1])
            return self._take(_box(at, *names[0])), 0
        tries = []
        for index, (width, height) in enumerate(names):
            if anchor is None:
                wish = (self._middle[0], self._middle[1] + self._radius * 0.05)
            else:
                x = self._middle[0] if row else anchor.x + anchor.width / 2
                wish = (x, anchor.bottom + height / 2 + 900)
            box, gap = self._seat(width, height, wish, False, 900)
            if gap >= 0:
                return self._take(box), index
            tries.append((gap, -index, box))
        gap, index, box = max(tries, key=lambda entry: entry[:2])
        return self._take(box, gap), -index

    def _seat(
        self, width: int, height: int, wish: Point, over_ways: bool = False, margin: float = 700
    ) -> tuple[Box, float]:
        """The free place for a rectangle that is nearest to where its middle would like to be, and 0; where none is free,
        the one that keeps farthest from everything, and by how much it does not."""
        best, most = wish, -math.inf
        inset, half, high = self._cell.inset, width / 2, height / 2
        for dx, dy in _OFFSETS:
            x, y = wish[0] + dx, wish[1] + dy
            inner = inset(x - half, y - high, x + half, y + high) - _INSET
            if inner <= most:
                continue
            box = _box((x, y), width, height)
            gap = min(inner, self._clear.gap(self._name, box, over_ways, most + margin) - margin)
            if gap >= 0:
                return box, 0.0
            if gap > most:
                best, most = (x, y), gap
        return _box(best, width, height), most


def _offsets() -> tuple[Point, ...]:
    steps = range(-11, 12)
    found = [(x * _STEP, y * _STEP) for x in steps for y in steps if math.hypot(x, y) <= 11]
    # Sideways is a little dearer than up or down: names like to stay centred under what they name.
    return tuple(sorted(found, key=lambda at: (math.hypot(at[0] * 1.25, at[1]), at)))


def _box(at: Point, width: int, height: int) -> Box:
    return Box(round(at[0] - width / 2), round(at[1] - height / 2), width, height)


_OFFSETS: Final = _offsets()
