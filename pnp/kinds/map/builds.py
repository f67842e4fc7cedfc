"""Buildings in the manner of old maps: seen from in front and a little above, lit from the left. Micrometres; the foot of
each stands at the point it is given."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence

from pnp.draw.cells import Point
from pnp.draw.frame import Colour, Item, Path, Segment, Stroke
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.records import dataclass

_LINE = 170


@dataclass(frozen=True, slots=True)
class Mason:
    """Draws walls and roofs in the map's inks."""

    inks: Inks

    def shape(self, points: Sequence[Point], colour: Colour, width: int = _LINE) -> Path:
        """A filled outline with a thin dark line."""
        return Path(hand.line(points, closed=True), colour, Stroke(self.inks.ink, width, (), "round", "round"))

    def flat(self, points: Sequence[Point], colour: Colour) -> Path:
        """A filled outline without a line."""
        return Path(hand.line(points, closed=True), colour)

    def house(self, x: float, y: float, size: float, flip: bool, fall: random.Random) -> Iterator[Item]:
        """A house with its gable to one side and its long roof to the other."""
        side = -1.0 if flip else 1.0
        gable, length, high, rise = 1_050 * size, 1_750 * size, 900 * size, 1_050 * size
        wall = self.inks.light(self.inks.paper, 0.4)
        roof = (
            self.inks.shade(self.inks.roof, fall.uniform(0.0, 0.25))
            if fall.random() < 0.7
            else self.inks.shade(self.inks.stone, 0.35)
        )
        peak = (x - side * gable / 2, y - high - rise)
        front = [(x - side * gable, y), (x - side * gable, y - high), peak, (x, y - high), (x, y)]
        back = (x + side * (length - gable / 2), peak[1] + 60 * size)
        long = [(x, y), (x, y - high), (x + side * length, y - high), (x + side * length, y)]
        shade = self.inks.shade(wall, 0.22)
        left, right = (wall, shade) if not flip else (shade, wall)
        yield self.shape(long, right)
        yield self.shape([(x, y - high), peak, back, (x + side * length, y - high)], roof)
        yield self.shape(front, left)
        door = x - side * gable / 2
        yield self.flat(
            [
                (door - 150 * size, y),
                (door - 150 * size, y - 520 * size),
                (door + 150 * size, y - 520 * size),
                (door + 150 * size, y),
            ],
            self.inks.ink,
        )

    def church(self, x: float, y: float, size: float, spire: bool = True) -> Iterator[Item]:
        """A tower with a spire or battlements, the nave to its right."""
        wall, roof = self.inks.light(self.inks.stone, 0.35), self.inks.shade(self.inks.stone, 0.55)
        half, high = 620 * size, 2_500 * size
        nave, low = 2_300 * size, 1_250 * size
        yield self.shape([(x, y), (x, y - low), (x + nave, y - low), (x + nave, y)], self.inks.shade(wall, 0.15))
        ridge = [
            (x, y - low),
            (x + 300 * size, y - low * 1.75),
            (x + nave - 200 * size, y - low * 1.75),
            (x + nave, y - low),
        ]
        yield self.shape(ridge, roof)
        for step in (0.38, 0.62, 0.86):
            at = x + nave * step
            yield hand.stroke(hand.line([(at, y - 350 * size), (at, y - 800 * size)]), self.inks.ink, round(190 * size))
        yield self.shape([(x - half, y), (x - half, y - high), (x + half, y - high), (x + half, y)], wall)
        yield self.flat(
            [(x + half * 0.3, y), (x + half * 0.3, y - high), (x + half, y - high), (x + half, y)],
            self.inks.shade(wall, 0.22),
        )
        yield hand.stroke(hand.line([(x, y - high * 0.62), (x, y - high * 0.8)]), self.inks.ink, round(240 * size))
        if spire:
            tip = (x, y - high - 2_400 * size)
            yield self.shape([(x - half, y - high), tip, (x + half, y - high)], roof)
            cross = [*hand.line([tip, (x, tip[1] - 620 * size)])]
            cross += hand.line([(x - 200 * size, tip[1] - 400 * size), (x + 200 * size, tip[1] - 400 * size)])
            yield hand.stroke(cross, self.inks.ink, round(130 * size))
        else:
            yield self.crown(x, y - high, half, 420 * size)

    def crown(self, x: float, y: float, half: float, tooth: float, teeth: int = 3) -> Path:
        """Battlements on a wall of half-width `half` whose top is at y."""
        reach = half + tooth * 0.3
        step = 2 * reach / (2 * teeth - 1)
        outline: list[Point] = [(x - reach, y + tooth * 0.6)]
        for index in range(teeth):
            left = x - reach + 2 * step * index
            outline += [(left, y - tooth), (left + step, y - tooth)]
            if index < teeth - 1:
                outline += [(left + step, y - tooth * 0.1), (left + 2 * step, y - tooth * 0.1)]
        outline.append((x + reach, y + tooth * 0.6))
        return self.shape(outline, self.inks.light(self.inks.stone, 0.25))

    def tower(self, x: float, y: float, half: float, high: float, cone: bool = False) -> Iterator[Item]:
        """A round or square tower with a shadow side, a slit, and battlements or a cone."""
        stone = self.inks.light(self.inks.stone, 0.12)
        yield self.shape([(x - half, y), (x - half, y - high), (x + half, y - high), (x + half, y)], stone)
        dark = [(x + half * 0.15, y), (x + half * 0.15, y - high), (x + half, y - high), (x + half, y)]
        yield self.flat(dark, self.inks.shade(stone, 0.24))
        yield hand.stroke(
            hand.line([(x - half * 0.3, y - high * 0.5), (x - half * 0.3, y - high * 0.68)]),
            self.inks.ink,
            round(half * 0.2),
        )
        yield self.crown(x, y - high, half, half * 0.52)
        if cone:
            tip = (x, y - high - half * 3.1)
            yield self.shape(
                [(x - half * 1.15, y - high - half * 0.3), tip, (x + half * 1.15, y - high - half * 0.3)],
                self.inks.roof,
            )
            yield self.flat(
                [(x + half * 0.2, y - high - half * 0.35), tip, (x + half * 1.05, y - high - half * 0.35)],
                self.inks.shade(self.inks.roof, 0.35),
            )

    def wall(self, x: float, y: float, half: float, high: float, teeth: int) -> Iterator[Item]:
        """A stretch of curtain wall from the front, with courses of stone."""
        stone = self.inks.stone
        yield self.shape([(x - half, y), (x - half, y - high), (x + half, y - high), (x + half, y)], stone)
        courses: list[Segment] = []
        fall = hand.dice("courses", round(half), round(high))
        for row in range(1, int(high / 430)):
            for _ in range(max(2, round(half / 900))):
                left = x + fall.uniform(-half, half * 0.8)
                courses += hand.line([(left, y - row * 430), (min(x + half, left + 620), y - row * 430)])
        if courses:
            yield hand.stroke(courses, self.inks.shade(stone, 0.35), 110)
        yield self.crown(x, y - high, half, 480, teeth)

    def gate(self, x: float, y: float, half: float, high: float) -> Path:
        """A dark gateway."""
        outline = (
            ("M", round(x - half), round(y)),
            ("L", round(x - half), round(y - high * 0.55)),
            (
                "C",
                round(x - half),
                round(y - high),
                round(x + half),
                round(y - high),
                round(x + half),
                round(y - high * 0.55),
            ),
            ("L", round(x + half), round(y)),
            ("Z",),
        )
        return Path(outline, self.inks.shade(self.inks.ink, 0.0))  # type: ignore[arg-type]

    def banner(self, x: float, y: float, high: float) -> Iterator[Item]:
        """A pole with a forked pennon that flies to the right."""
        yield hand.stroke(hand.line([(x, y), (x, y - high)]), self.inks.ink, 170)
        top = y - high
        flag = [(x, top), (x + 2_300, top + 420), (x + 1_500, top + 760), (x + 2_300, top + 1_150), (x, top + 1_350)]
        yield self.shape(flag, self.inks.accent, 120)


def village(mason: Mason, seed: str, spots: Sequence[Point]) -> Iterator[Item]:
    """A church and houses on the given spots, from back to front; the spot nearest the middle has the church."""
    fall = hand.dice("village", seed)
    spire = fall.random() < 0.5
    for index, (x, y) in sorted(enumerate(spots), key=lambda item: item[1][1]):
        if index == 0:
            yield from mason.church(x - 500, y, 1.4, spire)
        else:
            yield from mason.house(x, y, fall.uniform(1.25, 1.5), fall.random() < 0.5, fall)


def town(mason: Mason, seed: str, x: float, y: float) -> Iterator[Item]:
    """A walled town, 24 mm wide and 17 mm high, its foot at (x, y)."""
    fall = hand.dice("town", seed)
    across, down = 10_800.0, 3_900.0
    middle = y - down - 900
    yield hand.fill(
        hand.blot((x, middle + 300), across + 900, down + 1_700, ("yard", seed), 0.04, 12),
        mason.inks.shade(mason.inks.paper, 0.16),
    )
    for angle in (-2.6, -2.1, -1.57, -1.04, -0.55):
        yield from mason.tower(x + across * math.cos(angle), middle + down * math.sin(angle), 620, 1_700)
    rows = ((-0.95, 4), (-0.45, 6), (0.05, 6), (0.5, 5))
    for depth, count in rows:
        for index in range(count):
            span = across * math.sqrt(max(0.1, 1 - depth * depth)) * 0.80
            place = x + (index + 0.5) / count * 2 * span - span + fall.uniform(-350, 350)
            foot = middle + depth * down * 0.72 + fall.uniform(-250, 250)
            if depth == -0.45 and index == count // 2:
                yield from mason.church(place - 900, foot, 1.75, True)
            else:
                yield from mason.house(place, foot, fall.uniform(1.12, 1.38), fall.random() < 0.5, fall)
    yield from _front(mason, x, middle, across, down)


def _front(mason: Mason, x: float, middle: float, across: float, down: float) -> Iterator[Item]:
    """The near wall in facets between towers, its gate in the middle."""
    angles = [math.pi * share for share in (1.0, 0.86, 0.66, 0.5, 0.34, 0.14, 0.0)]
    corners = [(x + across * math.cos(a), middle + down * math.sin(a)) for a in angles]
    high = 1_650.0
    stone = mason.inks.stone
    for index, ((x1, y1), (x2, y2)) in enumerate(itertools.pairwise(corners)):
        tint = mason.inks.shade(stone, 0.02 + 0.045 * index)
        yield mason.shape([(x1, y1), (x1, y1 - high), (x2, y2 - high), (x2, y2)], tint)
        teeth: list[Segment] = []
        count = max(2, round(math.dist((x1, y1), (x2, y2)) / 820))
        for step in range(count):
            start, end = (
                hand.toward((x1, y1 - high), (x2, y2 - high), (step + 0.15) / count),
                hand.toward((x1, y1 - high), (x2, y2 - high), (step + 0.65) / count),
            )
            teeth += hand.line([start, (start[0], start[1] - 420), (end[0], end[1] - 420), end], closed=True)
        yield Path(tuple(teeth), tint, Stroke(mason.inks.ink, 140, (), "round", "round"))
    for index, (tx, ty) in sorted(enumerate(corners), key=lambda item: item[1][1]):
        if index == 3:
            for side in (-1, 1):
                yield from mason.tower(tx + side * 1_250, ty + 150, 760, 2_900, True)
            yield mason.shape(
                [(tx - 620, ty + 100), (tx - 620, ty - 2_000), (tx + 620, ty - 2_000), (tx + 620, ty + 100)], stone
            )
            yield mason.gate(tx, ty + 100, 430, 1_500)
        else:
            yield from mason.tower(tx, ty + 120, 720, 2_350)


def castle(mason: Mason, seed: str, x: float, y: float) -> Iterator[Item]:
    """A castle with gatehouse and four towers, 18 mm wide and 13 mm high."""
    yield hand.fill(
        hand.blot((x, y - 500), 10_000, 2_200, ("mound", seed), 0.06, 12), mason.inks.shade(mason.inks.stone, 0.28)
    )
    for side in (-1, 1):
        yield from mason.tower(x + side * 4_300, y - 1_900, 1_050, 6_800, True)
    yield from mason.wall(x, y - 1_600, 4_300, 3_900, 6)
    yield from mason.tower(x, y - 2_400, 1_700, 6_700)
    yield from mason.banner(x, y - 9_900, 3_000)
    yield from mason.wall(x, y, 7_200, 3_300, 10)
    for side in (-1, 1):
        yield from mason.tower(x + side * 7_300, y + 250, 1_350, 5_100)
        yield from mason.tower(x + side * 1_750, y + 200, 1_050, 4_500)
    yield mason.shape(
        [(x - 800, y + 150), (x - 800, y - 3_500), (x + 800, y - 3_500), (x + 800, y + 150)], mason.inks.stone
    )
    yield mason.gate(x, y + 150, 560, 2_500)


def keep(mason: Mason, seed: str, x: float, y: float) -> Iterator[Item]:
    """A great square tower on its rock, 13 mm wide and 16 mm high."""
    rock = hand.blot((x, y - 300), 8_600, 2_700, ("rock", seed), 0.12, 11)
    yield Path(rock, mason.inks.shade(mason.inks.stone, 0.34), Stroke(mason.inks.ink, 170))
    yield hand.stroke(_hachures(x, y, seed), mason.inks.shade(mason.inks.stone, 0.75), 150)
    for side in (-1, 1):
        yield from mason.tower(x + side * 4_400, y - 700, 1_150, 11_600)
    yield from mason.wall(x, y, 4_400, 9_400, 6)
    dark = [(x + 1_400, y), (x + 1_400, y - 9_200), (x + 4_400, y - 9_200), (x + 4_400, y)]
    yield mason.flat(dark, mason.inks.shade(mason.inks.stone, 0.26))
    for row in (2_900.0, 5_900.0):
        for column in (-2_500.0, 0.0, 2_500.0):
            yield mason.gate(x + column, y - row, 330, 1_250)
    for side in (-1, 1):
        yield from mason.tower(x + side * 4_500, y + 350, 1_250, 11_200)
    yield mason.gate(x, y, 700, 2_100)
    yield from mason.banner(x, y - 9_800, 4_400)


def _hachures(x: float, y: float, seed: str) -> list[Segment]:
    fall = hand.dice("hachures", seed)
    lines: list[Segment] = []
    for index in range(17):
        at = x - 7_700 + index * 960
        low = y + 2_000 * math.sqrt(max(0.0, 1 - ((at - x) / 8_200) ** 2))
        lines += hand.line([(at, low - fall.uniform(900, 1_800)), (at + fall.uniform(-200, 200), low - 150)])
    return lines


def ruin(mason: Mason, seed: str, x: float, y: float) -> Iterator[Item]:
    """Broken arches and a stump of tower, 15 mm wide and 9 mm high."""
    fall = hand.dice("ruin", seed)
    stone = mason.inks.stone
    yield hand.fill(hand.blot((x, y), 8_000, 1_700, ("rubble", seed), 0.15, 11), mason.inks.shade(stone, 0.16))
    jagged = [
        (x - 6_200, y),
        (x - 6_350, y - 5_700),
        (x - 5_500, y - 6_600),
        (x - 5_000, y - 5_500),
        (x - 4_300, y - 7_300),
        (x - 3_700, y - 4_300),
        (x - 3_300, y),
    ]
    yield mason.shape(jagged, stone)
    yield mason.flat(
        [(x - 4_600, y), (x - 4_450, y - 6_000), (x - 4_250, y - 7_000), (x - 3_780, y - 4_300), (x - 3_400, y)],
        mason.inks.shade(stone, 0.25),
    )
    yield mason.gate(x - 5_200, y - 2_600, 330, 1_500)
    wall = [
        (x - 3_300, y),
        (x - 3_300, y - 3_900),
        (x - 900, y - 4_600),
        (x + 1_500, y - 4_300),
        (x + 3_200, y - 5_200),
        (x + 3_900, y - 3_000),
        (x + 4_700, y - 2_600),
        (x + 5_100, y - 900),
        (x + 6_100, y),
    ]
    yield mason.shape(wall, mason.inks.light(stone, 0.1))
    for column in (-1_900.0, 900.0, 3_100.0):
        size = 1.0 if column < 2_000 else 0.72
        yield mason.gate(x + column, y, 820 * size, 3_500 * size)
    for _ in range(7):
        at = (x + fall.uniform(-7_400, 7_400), y + fall.uniform(300, 1_300))
        block = hand.blot(at, fall.uniform(300, 560), fall.uniform(240, 420), ("block", seed, round(at[0])), 0.2, 5)
        yield Path(block, mason.inks.light(stone, 0.15), Stroke(mason.inks.ink, 140))


def mill(mason: Mason, seed: str, x: float, y: float) -> Iterator[Item]:
    """A post mill: trestle, buck and four sails, 10 mm wide and 13 mm high."""
    wood = mason.inks.shade(mason.inks.stone, 0.40)
    yield hand.fill(
        hand.blot((x, y - 100), 4_700, 1_000, ("hillock", seed), 0.1), mason.inks.shade(mason.inks.leaf, 0.05)
    )
    yield hand.stroke(
        [
            *hand.line([(x - 2_300, y), (x, y - 3_100)]),
            *hand.line([(x + 2_300, y), (x, y - 3_100)]),
            *hand.line([(x, y), (x, y - 3_100)]),
        ],
        mason.inks.ink,
        480,
    )
    body = [
        (x - 1_900, y - 2_600),
        (x - 1_700, y - 6_300),
        (x, y - 8_300),
        (x + 1_700, y - 6_300),
        (x + 1_900, y - 2_600),
    ]
    yield mason.shape(body, mason.inks.light(mason.inks.stone, 0.2))
    yield mason.flat(
        [(x + 300, y - 2_600), (x + 250, y - 8_000), (x + 1_700, y - 6_300), (x + 1_900, y - 2_600)],
        mason.inks.shade(mason.inks.stone, 0.2),
    )
    yield mason.shape(
        [
            (x - 2_000, y - 6_000),
            (x, y - 8_500),
            (x + 2_000, y - 6_000),
            (x + 1_650, y - 5_900),
            (x, y - 7_900),
            (x - 1_650, y - 5_900),
        ],
        wood,
    )
    hub = (x, y - 6_100)
    for quarter in range(4):
        angle = 0.62 + quarter * math.pi / 2
        yield from _sail(mason, hub, angle)
    yield Path(hand.blot(hub, 380, 380, "hub", 0.05, 8), mason.inks.ink)


def _sail(mason: Mason, hub: Point, angle: float) -> Iterator[Item]:
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))

    def at(out: float, side: float) -> Point:
        return (hub[0] + along[0] * out + across[0] * side, hub[1] + along[1] * out + across[1] * side)

    yield mason.shape(
        [at(1_300, 60), at(5_300, 60), at(5_300, 1_250), at(1_300, 1_250)], mason.inks.light(mason.inks.paper, 0.5), 140
    )
    bars: list[Segment] = []
    for step in range(1, 5):
        bars += hand.line([at(1_300 + step * 800, 60), at(1_300 + step * 800, 1_250)])
    bars += hand.line([at(1_300, 650), at(5_300, 650)])
    yield hand.stroke(bars, mason.inks.shade(mason.inks.paper, 0.5), 110)
    yield hand.stroke(hand.line([at(0, 0), at(5_500, 0)]), mason.inks.ink, 330)
