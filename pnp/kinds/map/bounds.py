"""What is drawn between boxes: a dotted line where one may pass; a wall, a thorn hedge or reeds where one may not."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.cells import Point
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


def walls(land: Land, inks: Inks) -> Iterator[Item]:
    """Curtain walls round castles and keeps, with towers at their corners and a gate where one may pass."""
    runs: list[list[Point]] = []
    gates: list[tuple[Point, Point]] = []
    for pair, points in sorted(land.borders.items()):
        strong = {land.patterns[name] for name in pair} & {"castle", "keep"}
        if not strong:
            continue
        parting = land.parting(pair)
        if parting == "wall" or parting == "water":
            if parting == "wall":
                runs.append(list(points))
            continue
        total = hand.lengths(points)[-1]
        half = 2_600.0
        runs += [hand.between(points, 0, total / 2 - half), hand.between(points, total / 2 + half, total)]
        gates.append((runs[-2][-1], runs[-1][0]))
    for run in runs:
        yield from _wall(run, inks)
    ends = [end for run in runs for end in (run[0], run[-1])]
    towers = sorted({(round(x / 600), round(y / 600)): (x, y) for x, y in ends}.values(), key=lambda at: (at[1], at[0]))
    for at in towers:
        yield from _tower(at, inks)


def _wall(run: list[Point], inks: Inks) -> Iterator[Item]:
    if len(run) < 2:
        return
    line = hand.curve(run)
    yield hand.stroke(line, inks.ink, 1_500)
    yield hand.stroke(line, inks.stone, 1_060)
    yield Path(line, None, Stroke(inks.shade(inks.stone, 0.42), 1_060, (360, 760)))
    yield hand.stroke(line, inks.light(inks.stone, 0.4), 300)


def _tower(at: Point, inks: Inks) -> Iterator[Item]:
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
