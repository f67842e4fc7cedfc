"""What is already taken: roads, water, borders and boxes of art and type, so that nothing is drawn over anything else.

Lines are kept as points close together in square buckets, so that asking costs a few comparisons, not a walk along the
line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Final

from pnp.draw.cells import Point
from pnp.kinds.map import hand
from pnp.kinds.map.land import Land
from pnp.records import dataclass
from pnp.units import Box

# Half the road's casing; how far trees stand back from each kind of border; the side of a bucket, which no distance asked
# for may exceed.
ROAD: Final = 1_500
STAND_BACK: Final = (("open", 1_900), ("thicket", 2_200), ("reeds", 2_000), ("wall", 2_400), ("water", 500))
BUCKET: Final = 6_000
_STEP: Final = 1_200
_LOOK: Final = 1_500.0


@dataclass(slots=True)
class Crowd:
    """Discs by bucket."""

    buckets: dict[tuple[int, int], list[tuple[float, float, float]]] = field(default_factory=dict)

    def add(self, points: Iterable[Point], half: float) -> None:
        """Discs of radius `half` (at most half a bucket) at points close together."""
        for x, y in points:
            self.buckets.setdefault((int(x // BUCKET), int(y // BUCKET)), []).append((x, y, half))

    def near(self, left: float, top: float, right: float, bottom: float) -> Iterator[tuple[float, float, float]]:
        """The discs in all buckets that a rectangle touches."""
        for column in range(int(left // BUCKET), int(right // BUCKET) + 1):
            for row in range(int(top // BUCKET), int(bottom // BUCKET) + 1):
                yield from self.buckets.get((column, row), ())

    def free(self, point: Point, margin: float) -> bool:
        """Whether no disc comes nearer to a point than `margin`."""
        px, py = point
        column, row = int(px // BUCKET), int(py // BUCKET)
        get = self.buckets.get
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                for x, y, half in get((i, j), ()):
                    reach = half + margin
                    if (x - px) ** 2 + (y - py) ** 2 < reach * reach:
                        return False
        return True

    def gap(self, box: Box, floor: float = -math.inf) -> float:
        """How far a rectangle keeps from all discs (at most `_LOOK`); negative where one comes into it. Once it is known
        to be no more than `floor` the search ends."""
        least = _LOOK
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        reach = _LOOK + BUCKET / 2
        for x, y, half in self.near(left - reach, top - reach, right + reach, bottom + reach):
            dx, dy = max(left - x, x - right), max(top - y, y - bottom)
            away = math.hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy)
            if away - half < least:
                least = away - half
                if least <= floor:
                    break
        return least


@dataclass(slots=True)
class Clear:
    """The taken places of a map: `ways`, `water`, the `borders` themselves, the borders with what trees keep from them
    (`rides`), and rectangles."""

    ways: Crowd = field(default_factory=Crowd)
    water: Crowd = field(default_factory=Crowd)
    borders: Crowd = field(default_factory=Crowd)
    rides: Crowd = field(default_factory=Crowd)
    boxes: dict[str, list[Box]] = field(default_factory=dict)

    @staticmethod
    def of(land: Land) -> Clear:
        """Roads, rivers and borders of a land."""
        clear = Clear()
        back = dict(STAND_BACK)
        for road in land.roads:
            clear.ways.add(hand.even(road.points, _STEP), ROAD)
        for stream in land.streams:
            for point, width in zip(stream.points, stream.widths, strict=True):
                clear.water.add((point,), width / 2 + 300)
        for pair, points in land.borders.items():
            line = hand.even(points, _STEP)
            clear.borders.add(line, 0)
            clear.rides.add(line, back[land.parting(pair)])
        for coast in land.coasts:
            clear.borders.add(hand.even(coast, _STEP), 0)
            clear.rides.add(hand.even(coast, _STEP), 300)
        return clear

    def take(self, name: str, box: Box) -> None:
        """Reserve a rectangle in a box."""
        self.boxes.setdefault(name, []).append(box)

    def along(self, points: Sequence[Point], half: float) -> None:
        """Reserve a line."""
        self.ways.add(hand.even(points, _STEP), half)

    def free(self, name: str, point: Point, margin: float) -> bool:
        """Whether nothing drawn in a box lies nearer to a point than `margin`; borders are not asked."""
        x, y = point
        for box in self.boxes.get(name, ()):
            if box.x - margin < x < box.right + margin and box.y - margin < y < box.bottom + margin:
                return False
        return self.ways.free(point, margin) and self.water.free(point, margin)

    def gap(self, name: str, box: Box, over_ways: bool = False, floor: float = -math.inf) -> float:
        """How far a rectangle keeps from everything taken; negative where it overlaps; not exact below `floor`."""
        least = min((_apart(box, other) for other in self.boxes.get(name, ())), default=_LOOK)
        if least > floor:
            least = min(least, self.water.gap(box, floor))
        if least > floor and not over_ways:
            least = min(least, self.ways.gap(box, floor))
        return least


def _apart(first: Box, second: Box) -> float:
    across = max(first.x - second.right, second.x - first.right)
    down = max(first.y - second.bottom, second.y - first.bottom)
    return math.hypot(across, down) if across > 0 and down > 0 else max(across, down)
