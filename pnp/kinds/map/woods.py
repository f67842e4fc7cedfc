"""Massed trees: in woods everywhere but in the glade for name and counters, along roads where woods are near."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.cells import Point
from pnp.draw.frame import Item, Use
from pnp.kinds.map import hand
from pnp.kinds.map.land import Land
from pnp.kinds.map.room import Clear
from pnp.kinds.map.trees import Wood

_GAP = 3_050


def trees(land: Land, wood: Wood, clear: Clear) -> Iterator[tuple[float, Item]]:
    """Every tree with the y of its foot."""
    for name in sorted(land.cells):
        pattern = land.patterns[name]
        share = (
            1.0 if pattern == "woods" else _edge(name, land) if pattern in ("road", "houses", "mill", "ruin") else 0.0
        )
        if share:
            yield from _stand(name, land, wood, clear, share)
        elif pattern not in ("castle", "keep"):
            yield from _hedgerow(name, land, wood, clear)


def _edge(name: str, land: Land) -> float:
    """How wooded the rim of an open box is: as its map says, or the share of its joined neighbours that are woods."""
    around = [land.patterns.get(other) for other in land.spaces[name].to]
    woods = sum(pattern == "woods" for pattern in around) / max(1, len(around))
    if land.spaces[name].wooded:
        return max(0.5, min(0.6, woods))
    return 0.0 if woods < 0.25 else min(0.6, woods)


def _stand(name: str, land: Land, wood: Wood, clear: Clear, share: float) -> Iterator[tuple[float, Item]]:
    fall = hand.dice("stand", name)
    cell = land.cells[name]
    firs = fall.random() < 0.25
    for at in _lattice(name, land.outlines[name]):
        depth = cell.depth(at)
        if depth < 0 or (depth < 5_000 and not clear.rides.free(at, 500)):
            continue
        foot = (at[0], at[1] + 1_300)
        if not (clear.free(name, at, 1_500) and clear.free(name, foot, 900)):
            continue
        if not clear.free(name, (at[0], at[1] - 1_600), 1_300):
            continue
        if share < 1.0 and (depth > 7_500 * (0.6 + share) or fall.random() > share * 1.5):
            continue
        kinds = wood.firs if (firs and fall.random() < 0.6) or fall.random() < 0.06 else wood.oaks
        yield foot[1], Use(fall.choice(kinds), round(foot[0]), round(foot[1]), fall.uniform(0.92, 1.12))


def _hedgerow(name: str, land: Land, wood: Wood, clear: Clear) -> Iterator[tuple[float, Item]]:
    """Single trees along the borders of open country."""
    fall = hand.dice("hedgerow", name)
    cell = land.cells[name]
    for edge in cell.edges:
        for index in range(1, int(edge.length / 4_600)):
            on = hand.toward(edge.start, edge.end, index * 4_600 / edge.length)
            at = hand.toward(on, cell.at, fall.uniform(0.14, 0.22))
            size = fall.uniform(0.62, 0.92)
            if fall.random() > 0.27 or not clear.borders.free((at[0], at[1] - 900), 1_700):
                continue
            if clear.free(name, (at[0], at[1] - 1_500), 2_600) and clear.free(name, at, 1_500):
                yield at[1], Use(fall.choice(wood.oaks), round(at[0]), round(at[1]), size)


def _lattice(name: str, outline: tuple[Point, ...]) -> Iterator[Point]:
    """Staggered places over an outline, each a little off."""
    dice = hand.dice("lattice", name)
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    row = 0
    y = top
    while y < bottom:
        x = left + (row % 2) * _GAP / 2
        while x < right:
            yield (x + dice.uniform(-650, 650), y + dice.uniform(-520, 520))
            x += _GAP
        y += _GAP * 0.80
        row += 1
