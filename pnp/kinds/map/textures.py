"""The grounds of squares: each kind of land in a texture of its own, so that none is told by its colour alone.

What lies on the ground is drawn first; what stands on it (trees, reeds, houses) comes with the y of its foot, so that what is
nearer to the reader is drawn over what is farther away.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from pnp.draw.cells import Point
from pnp.draw.frame import Group, Item, Path, Segment, Stroke, Symbol, Use
from pnp.kinds.map import builds, camp, crops, ground, hand
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.places import ART
from pnp.kinds.map.plots import SIDES, Grid, Plot, corners
from pnp.kinds.map.scene import raised
from pnp.kinds.map.trees import Wood
from pnp.units import Box

Standing = Iterator[tuple[float, Item]]

# A tree's distance from the next, and the side of the square that all sizes are told for.
_GAP: Final = 2_900.0
_SIDE: Final = 28_000.0
_CROWN: Final = 3_300.0
# How wide buildings are that are not as wide as most, as a share of the square.
_WIDE: Final = (("keep", 0.62), ("mill", 0.46))
_WET: Final = ("water", "lake")
_SHORE: Final = 1_500.0


def lying(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Iterator[Item]:
    """What lies on a square's ground."""
    draw = dict(_LYING).get(plot.pattern)
    if draw is not None:
        yield from draw(plot, grid, inks, wood)
    elif plot.pattern not in ("woods", "town"):
        yield from _tufts(plot, grid, wood, 16)


def standing(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Standing:
    """What stands on a square's ground."""
    draw = dict(_STANDING).get(plot.pattern, _hedge)
    return draw(plot, grid, inks, wood)


def sample(pattern: str, box: Box, inks: Inks, wood: Wood) -> Iterator[Item]:
    """A small piece of a ground for the key, where the maps of land know none."""
    x, foot = box.x + box.width / 2, float(box.bottom)
    fall = hand.dice("sample", pattern)
    if pattern in ("water", "lake"):
        yield hand.fill(hand.line(corners(box), closed=True), inks.water)
        yield _waves(
            [(box.x + box.width * i / 3, box.y + box.height * (0.3 + 0.4 * (i % 2))) for i in range(4)], inks, 0.7
        )
    elif pattern in ("hills", "moor"):
        for index, dx in enumerate((-0.22, 0.25)):
            at = (x + dx * box.width, foot - 600)
            yield camp.scaled(f"key-hill-{index}", ground.hill((0.0, 0.0), index, inks), at, 0.42)
    elif pattern in ("marsh", "fen"):
        for index in range(8):
            yield Use(
                wood.reeds[index % 4], round(box.x + 600 + index * 1_350), round(foot - 900 - index % 3 * 900), 0.8
            )
    elif pattern in camp.BUILT:
        items = camp.BUILT[pattern](builds.Mason(inks), "key", 0.0, 0.0)
        yield camp.scaled(f"key-{pattern}", items, (x, foot - 700), 0.42)
    else:
        for index in range(7):
            at = box.x + 900 + index * 1_500, foot - 900 - fall.uniform(0, box.height * 0.6)
            yield Use(wood.tufts[index % 4], round(at[0]), round(at[1]), 1.0)


# Places on a square.


def _inside(plot: Plot, grid: Grid, at: Point, margins: tuple[float, float, float, float]) -> bool:
    """Whether a point keeps its distance from those sides (top, right, bottom, left) beyond which the ground is another."""
    box = plot.box
    away = at[1] - box.y, box.right - at[0], box.bottom - at[1], at[0] - box.x
    return all(
        reach >= margin or (reach >= 0 and grid.alike(plot, step))
        for reach, margin, step in zip(away, margins, SIDES, strict=True)
    )


def _lattice(plot: Plot, gap: float, fall: Random) -> Iterator[Point]:
    """Staggered places over a square, each a little off."""
    box, row, y = plot.box, 0, float(plot.box.y)
    while y < box.bottom:
        x = box.x + (row % 2) * gap / 2
        while x < box.right:
            yield x + fall.uniform(-0.24, 0.24) * gap, y + fall.uniform(-0.2, 0.2) * gap
            x += gap
        y += gap * 0.78
        row += 1


def _scattered(plot: Plot, count: int, margin: float, fall: Random) -> Iterator[Point]:
    box = plot.box.grown(-round(margin))
    for _ in range(count):
        yield fall.uniform(box.x, box.right), fall.uniform(box.y, box.bottom)


# Growth.


def _woods(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Standing:
    """Massed trees, up to the sides where wood goes on, clear of roads and names."""
    fall = hand.dice("wood", plot.space.id)
    for at in _lattice(plot, _GAP * grid.grain, fall):
        if _rooted(plot, grid, at):
            kinds = wood.firs if fall.random() < _firs(at) else wood.oaks
            yield at[1], _grown(fall.choice(kinds), at, fall.uniform(0.92, 1.14) * grid.grain)


def _rooted(plot: Plot, grid: Grid, at: Point) -> bool:
    """Whether a tree has room, from its foot to its top: within its square where the ground beyond is another."""
    grain = grid.grain
    if not _inside(plot, grid, at, ((_CROWN + 800) * grain, 1_700 * grain, 700, 1_700 * grain)):
        return False
    room = ((0.0, 1_500), (0.5, 1_900), (1.0, 1_600))
    return all(grid.taken.free((at[0], at[1] - _CROWN * grain * up), round(wide * grain)) for up, wide in room)


def _grown(kind: Symbol, at: Point, size: float) -> Use:
    return Use(kind, round(at[0]), round(at[1]), round(size, 3))


def _firs(at: Point) -> float:
    """How many of the trees about a place are firs: few, but for stands of them here and there."""
    x, y = at[0] / 31_000, at[1] / 23_000
    return 0.06 + max(0.0, math.sin(x * 1.7 + 0.8) * math.sin(y * 1.9 + x * 0.6 + 2.0) - 0.45)


def _hedge(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Standing:
    """A few trees and bushes in open country, in groups near its sides."""
    fall = hand.dice("hedge", plot.space.id)
    rim = plot.box.grown(-3_600)
    around = hand.even([*corners(rim), corners(rim)[0]], 1_000)
    for _ in range(fall.choice((1, 2, 2, 3))):
        x, y = fall.choice(around)
        for turn in range(fall.choice((1, 1, 2, 3))):
            at = (x + (turn - 1) * 2_600 + fall.uniform(-600, 600), y + fall.uniform(-300, 1_500))
            if not _inside(plot, grid, at, (_CROWN + 1_200, 1_500, 600, 1_500)):
                continue
            if grid.taken.free(at, 1_600) and grid.taken.free((at[0], at[1] - 2_200), 1_800):
                kinds = wood.oaks if fall.random() < 0.6 else wood.bushes
                yield at[1], _grown(fall.choice(kinds), at, fall.uniform(0.65, 0.85) * grid.grain)


def _reeds(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Standing:
    fall = hand.dice("reeds", plot.space.id)
    for at in _scattered(plot, 46, 2_200, fall):
        if grid.taken.free(at, 1_200) and grid.taken.free((at[0], at[1] - 1_800), 900):
            yield at[1], _grown(fall.choice(wood.reeds), at, fall.uniform(0.85, 1.15) * grid.grain)


def _tufts(plot: Plot, grid: Grid, wood: Wood, count: int) -> Iterator[Item]:
    fall = hand.dice("tufts", plot.space.id)
    for at in _scattered(plot, count, 1_800, fall):
        if grid.taken.free(at, 900):
            yield _grown(fall.choice(wood.tufts), at, fall.uniform(0.85, 1.2) * grid.grain)


# Water and hills.


def waters(grid: Grid, inks: Inks) -> Iterator[Item]:
    """All open water, squares of it that touch as one, within a shore that is not straight."""
    for index, outline in enumerate(grid.shores(_WET)):
        fall = hand.dice("shore", index)
        line = hand.even(outline, 2_400)
        sway = [fall.uniform(0.0, math.tau) for _ in range(3)]
        edge = hand.beside(line, [_bank(at, step, grid, sway) for step, at in enumerate(line)])[:-1]
        worn = _worn(edge)
        yield Path(hand.curve(worn, closed=True), inks.water, Stroke(inks.shade(inks.water, 0.5), 340))
        inner = hand.beside(worn, [750.0] * len(worn))
        yield hand.stroke(hand.curve(inner, closed=True), inks.shade(inks.water, 0.22), 170)


def _bank(at: Point, step: int, grid: Grid, sway: list[float]) -> float:
    """How far the shore keeps from the squares' sides; where the board ends the water goes on."""
    x, y, width, height = grid.board.field
    if min(at[0] - x, x + width - at[0], at[1] - y, y + height - at[1]) < 1:
        return -2 * _SHORE
    waves = (
        math.sin(step * 0.55 + sway[0]) + 0.7 * math.sin(step * 0.93 + sway[1]) + 0.5 * math.sin(step * 1.7 + sway[2])
    )
    return _SHORE * (1.5 + 0.55 * waves)


def _worn(ring: list[Point]) -> list[Point]:
    """A ring with its corners worn off."""
    for _ in range(3):
        ring = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True)
        ]
    return ring


def _water(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Iterator[Item]:
    """Small waves."""
    fall = hand.dice("waves", plot.space.id)
    spots = [at for at in _scattered(plot, 17, 4_200, fall) if grid.taken.free(at, 1_800)]
    yield _waves(spots, inks, grid.grain)


def _waves(spots: list[Point], inks: Inks, size: float) -> Item:
    lines: list[Segment] = []
    for x, y in spots:
        half = 1_300 * size
        lines += hand.curve(
            [(x - half, y), (x - half / 2, y - 380 * size), (x, y), (x + half / 2, y - 380 * size), (x + half, y)]
        )
    return hand.stroke(lines, inks.shade(inks.water, 0.55), 170) if lines else Group(())


def _pools(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Iterator[Item]:
    """Still water between reeds."""
    fall = hand.dice("pools", plot.space.id)
    for index, at in enumerate(_scattered(plot, 9, 5_000, fall)):
        if grid.taken.free(at, 2_800):
            across = fall.uniform(2_000, 3_800)
            pool = hand.blot(at, across, across * 0.42, ("pool", plot.space.id, index), 0.16)
            yield Path(pool, inks.water, Stroke(inks.shade(inks.water, 0.45), 170))
    yield from _tufts(plot, grid, wood, 14)


def _hills(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Iterator[Item]:
    """Bare hills in rows."""
    fall = hand.dice("hills", plot.space.id)
    spots = sorted(_lattice(plot, plot.box.width / 2.6, fall), key=lambda at: at[1])
    for index, at in enumerate(spots):
        if _inside(plot, grid, at, (6_000, 6_500, 900, 6_500)) and grid.taken.free((at[0], at[1] - 1_200), 2_600):
            yield from ground.hill(at, index + plot.at[0] * 7 + plot.at[1], inks)
    yield from _tufts(plot, grid, wood, 8)


# What is built.


def _site(plot: Plot, grid: Grid, wide: float, share: float) -> Box:
    """Where a building stands: in the middle, its foot above the name; smaller where a long name leaves little room."""
    floor, box = grid.floor(plot), plot.box
    width = round(min(box.width * wide, (floor - box.y - box.height * 0.04) / share))
    high = round(width * share)
    return Box(round(plot.middle[0] - width / 2), floor - high, width, high)


def _raised(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Standing:
    """A building of those that maps of land have."""
    sizes = {pattern: high / wide for pattern, wide, high, _ in ART}
    site = _site(plot, grid, dict(_WIDE).get(plot.pattern, 0.82), sizes[plot.pattern])
    if item := raised(builds.Mason(inks), plot.pattern, plot.space.id, site):
        yield float(site.bottom), item
    yield from _hedge(plot, grid, inks, wood)


def _village(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Standing:
    """A church and houses along the road, as large as the square allows."""
    fall, grain = hand.dice("plots", plot.space.id), grid.grain
    site = _site(plot, grid, 0.8, 0.55)
    left, right, top = site.x + 1_500 * grain, site.right - 3_200 * grain, site.y + 3_000 * grain
    middle = (site.x + site.width / 2, site.y + site.height * 0.6)
    tries = [(fall.uniform(left, right), fall.uniform(top, site.bottom)) for _ in range(240)]
    spots: list[Point] = []
    for at in sorted(tries, key=lambda at: math.dist(at, middle)):
        apart = all(abs(at[0] - x) > 3_600 * grain or abs(at[1] - y) > 2_300 * grain for x, y in spots)
        if len(spots) < 9 and apart and grid.taken.free((at[0] + 300, at[1] - 500), round(900 * grain)):
            spots.append(at)
    if spots:
        about = [((x - middle[0]) / grain, (y - middle[1]) / grain) for x, y in spots]
        houses = builds.village(builds.Mason(inks), plot.space.id, about)
        yield float(site.bottom), camp.scaled(f"village-{plot.space.id}", houses, middle, grain)
    yield from _hedge(plot, grid, inks, wood)


def _built(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Standing:
    """A camp, an abbey, a castle with its dungeon."""
    site = _site(plot, grid, 0.8, 0.68)
    size = site.width / (0.8 * _SIDE)
    items = camp.BUILT[plot.pattern](builds.Mason(inks), plot.space.id, 0.0, 0.0)
    at = (plot.middle[0], float(site.bottom))
    yield at[1], camp.scaled(f"building-{plot.space.id}", items, at, size)
    if plot.pattern == "camp":
        yield from _ring(plot, grid, wood)


def _ring(plot: Plot, grid: Grid, wood: Wood) -> Standing:
    """Trees round a clearing."""
    fall, (x, y) = hand.dice("ring", plot.space.id), plot.middle
    for at in _lattice(plot, _GAP * grid.grain, fall):
        far = math.hypot((at[0] - x) / plot.box.width, (at[1] - 700 - y) / plot.box.height)
        if far >= 0.40 and _rooted(plot, grid, at):
            yield at[1], _grown(fall.choice(wood.oaks), at, fall.uniform(0.9, 1.1) * grid.grain)


_Lies = Callable[[Plot, Grid, Inks, Wood], Iterator[Item]]
_Stands = Callable[[Plot, Grid, Inks, Wood], Standing]
_LYING: Final[tuple[tuple[str, _Lies], ...]] = (
    ("field", crops.strips), ("water", _water), ("lake", _water), ("marsh", _pools), ("fen", _pools),
    ("hills", _hills), ("moor", _hills),
)  # fmt: skip
_STANDING: Final[tuple[tuple[str, _Stands], ...]] = (
    ("woods", _woods), ("marsh", _reeds), ("fen", _reeds), ("houses", _village),
    *((pattern, _raised) for pattern in ("town", "castle", "keep", "ruin", "mill")),
    *((pattern, _built) for pattern in camp.BUILT),
    *((pattern, lambda plot, grid, inks, wood: iter(())) for pattern in ("water", "lake", "hills", "moor")),
    ("field", crops.trees),
)  # fmt: skip
