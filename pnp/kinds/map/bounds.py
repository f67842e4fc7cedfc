"""What is drawn between boxes: a dotted line where one may pass; a wall, a thorn hedge or reeds where one may not."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.draw.cells import WASTE, Point
from pnp.draw.cells import runs as runs_of
from pnp.draw.frame import Item, Path, Segment, Stroke, Symbol, Use
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import Land, Pair
from pnp.kinds.map.room import Clear
from pnp.kinds.map.trees import Wood


def dotted(land: Land, inks: Inks) -> Iterator[Item]:
    """The borders that one may cross, and the edge of the land against open country."""
    lines: list[Segment] = []
    for pair, points in sorted(land.borders.items()):
        if land.parting(pair) == "open":
            lines += hand.curve(points[::2] if len(points) % 2 else points)
    yield hand.stroke(lines, inks.pale(inks.ink, 0.12), 520, (1, 1_450))


def coast(land: Land, inks: Inks) -> Iterator[Item]:
    """A soft edge where the land of the game runs out."""
    for line in land.coasts:
        rim = hand.curve(line)
        yield hand.stroke(rim, inks.shade(inks.paper, 0.16), 2_600)
        yield hand.stroke(rim, inks.shade(inks.paper, 0.45), 420)


def hedges(land: Land, wood: Wood, clear: Clear) -> Iterator[tuple[float, Item]]:
    """Thorn hedges and reed beds with the y of their foot, to be drawn among the trees from back to front."""
    for pair, points in sorted(land.borders.items()):
        parting = land.parting(pair)
        if parting not in ("thicket", "reeds"):
            continue
        kinds = wood.bushes if parting == "thicket" else wood.reeds
        yield from _row(pair, points, kinds, 1_750 if parting == "thicket" else 1_500, clear)


def _row(
    pair: Pair, points: tuple[Point, ...], kinds: tuple[Symbol, ...], step: float, clear: Clear
) -> Iterator[tuple[float, Item]]:
    fall = hand.dice("hedge", *pair)
    for x, y in hand.even(points, step):
        if clear.water.free((x, y), 500):
            at = (round(x + fall.uniform(-350, 350)), round(y + 700 + fall.uniform(-350, 350)))
            yield float(at[1]), Use(fall.choice(kinds), *at, fall.uniform(0.85, 1.15))


def walls(land: Land, inks: Inks, clear: Clear) -> Iterator[Item]:
    """Curtain walls round castles and keeps, with towers at their corners and a gate where one may pass."""
    runs = [dry for run in _curtains(land) for dry in _dry(run, clear) if len(dry) > 1]
    for run in runs:
        yield from wall(run, inks)
    towers: list[Point] = []
    for end in sorted((end for run in runs for end in (run[0], run[-1])), key=lambda at: (at[1], at[0])):
        if clear.water.free(end, 900) and all(math.dist(end, other) > 2_600 for other in towers):
            towers.append(end)
    for at in towers:
        yield from tower(at, inks)


def _dry(run: list[Point], clear: Clear) -> Iterator[list[Point]]:
    """The parts of a stretch that do not stand in water."""
    part: list[Point] = []
    for point in hand.even(run, 1_000) if len(run) > 1 else []:
        if clear.water.free(point, 500):
            part.append(point)
        elif part:
            yield part
            part = []
    yield part


def _curtains(land: Land) -> Iterator[list[Point]]:
    """The stretches of wall: whole borders, borders with a gap for a gate, and coasts."""
    strong = {name for name, pattern in land.patterns.items() if pattern in ("castle", "keep")}
    for pair, points in sorted(land.borders.items()):
        parting = land.parting(pair)
        if not strong & set(pair) or parting == "water":
            continue
        if parting == "wall":
            yield list(points)
            continue
        total, half = hand.lengths(points)[-1], 2_600.0
        yield hand.between(points, 0, total / 2 - half)
        yield hand.between(points, total / 2 + half, total)
    for name in sorted(strong & set(land.cells)):
        for beyond, points in runs_of(land.cells[name]):
            if beyond == WASTE:
                yield list(points)


def wall(run: list[Point], inks: Inks) -> Iterator[Item]:
    """A stretch of curtain wall from above, its battlements as dark and light stones."""
    if len(run) < 2:
        return
    line = hand.curve(run)
    yield hand.stroke(line, inks.ink, 1_500)
    yield hand.stroke(line, inks.stone, 1_060)
    yield Path(line, None, Stroke(inks.shade(inks.stone, 0.42), 1_060, (360, 760)))
    yield hand.stroke(line, inks.light(inks.stone, 0.4), 300)


def tower(at: Point, inks: Inks) -> Iterator[Item]:
    """A small wall tower with three merlons."""
    x, y = at
    half, high = 1_250.0, 1_700.0
    body = [(x - half, y + 900), (x - half, y - high), (x + half, y - high), (x + half, y + 900)]
    yield Path(hand.line(body, closed=True), inks.stone, Stroke(inks.ink, 190, (), "round", "round"))
    side = [(x + half * 0.3, y + 900), (x + half * 0.3, y - high), (x + half, y - high), (x + half, y + 900)]
    yield hand.fill(hand.line(side, closed=True), inks.shade(inks.stone, 0.3))
    top = y - high
    crown: list[Point] = [(x - half - 250, top + 250)]
    for tooth in range(3):
        left = x - half - 250 + tooth * (2 * half + 500) * 2 / 5
        right = left + (2 * half + 500) / 5
        crown += [(left, top - 900), (right, top - 900)]
        if tooth < 2:
            crown += [(right, top - 400), (left + (2 * half + 500) * 2 / 5, top - 400)]
    crown.append((x + half + 250, top + 250))
    yield Path(hand.line(crown, closed=True), inks.light(inks.stone, 0.2), Stroke(inks.ink, 190, (), "round", "round"))
