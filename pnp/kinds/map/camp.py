"""What is built on boards of squares besides the buildings of maps of land: a camp in the wood, an abbey, a castle with the
barred arch of its dungeon. Each stands with its foot at the point it is given."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from pnp.draw.cells import Point
from pnp.draw.frame import Item, Segment, Symbol, Use
from pnp.kinds.map import builds, hand
from pnp.kinds.map.builds import Mason


def scaled(name: str, items: Iterable[Item], at: Point, size: float) -> Item:
    """Items drawn about (0, 0), at another size and place."""
    return Use(Symbol(name, tuple(items)), round(at[0]), round(at[1]), round(size, 4))


def camp(mason: Mason, seed: str, x: float, y: float) -> Iterator[Item]:
    """Tents round a fire with a kettle, 20 mm wide and 11 mm high."""
    inks = mason.inks
    trodden = hand.blot((x, y - 2_200), 9_600, 3_900, ("trodden", seed), 0.08, 12)
    yield hand.fill(trodden, inks.shade(inks.road, 0.12))
    for dx, dy, size, shut in ((-5_600, -4_300, 1.0, False), (5_300, -4_500, 0.95, True), (-200, -5_300, 1.15, False)):
        yield from _tent(mason, x + dx, y + dy, size, shut)
    yield from _fire(mason, x, y - 700)
    for dx, turn in ((-4_300, 0.25), (4_200, -0.3)):
        yield from _log(mason, (x + dx, y - 500), turn)


def _tent(mason: Mason, x: float, y: float, size: float, shut: bool) -> Iterator[Item]:
    """A tent on its pole, its side in the shade."""
    inks = mason.inks
    cloth = inks.light(inks.stone, 0.35) if shut else inks.light(inks.leaf, 0.35)
    half, high = 2_700 * size, 4_700 * size
    tip = (x, y - high)
    yield hand.stroke(hand.line([tip, (x, tip[1] - 700 * size)]), inks.ink, 190)
    left, right, back = (x - half, y), (x + half * 0.55, y + 300), (x + half * 1.25, y - 500 * size)
    yield mason.shape([tip, right, back], inks.shade(cloth, 0.3))
    yield mason.shape([tip, left, right], cloth)
    if not shut:
        yield mason.flat(
            [(x - half * 0.02, y - high * 0.62), (x - half * 0.42, y), (x + half * 0.18, y + 180)], inks.ink
        )
    seams: list[Segment] = []
    for share in (0.3, 0.75):
        seams += hand.line([tip, hand.toward(left, right, share)])
    yield hand.stroke(seams, inks.shade(cloth, 0.35), 110)


def _fire(mason: Mason, x: float, y: float) -> Iterator[Item]:
    """A fire under a kettle that hangs from three poles."""
    inks = mason.inks
    for index in range(9):
        angle = math.tau * index / 9
        stone = hand.blot(
            (x + 1_500 * math.cos(angle), y + 620 * math.sin(angle)), 360, 280, ("hearth", index), 0.15, 7
        )
        yield hand.fill(stone, inks.shade(inks.stone, 0.45))
    flame = [
        (x - 900, y),
        (x - 700, y - 1_100),
        (x - 250, y - 700),
        (x, y - 1_900),
        (x + 350, y - 800),
        (x + 750, y - 1_200),
        (x + 900, y),
    ]
    yield hand.fill(hand.curve(flame, closed=True), inks.accent)
    inner = [(x - 450, y), (x - 250, y - 600), (x + 50, y - 1_100), (x + 300, y - 500), (x + 480, y)]
    yield hand.fill(hand.curve(inner, closed=True), inks.light(inks.roof, 0.45))
    poles: list[Segment] = []
    for foot in (-1_700, 1_700, 500):
        poles += hand.line([(x + foot, y + (300 if foot == 500 else 0)), (x, y - 3_900), (x - foot * 0.12, y - 4_300)])
    yield hand.stroke(poles, inks.ink, 190)
    kettle = hand.blot((x, y - 2_200), 640, 560, "kettle", 0.03, 12)
    yield hand.stroke(hand.line([(x, y - 3_900), (x, y - 2_700)]), inks.ink, 130)
    yield hand.fill(kettle, inks.ink)


def _log(mason: Mason, at: Point, turn: float) -> Iterator[Item]:
    """A felled trunk to sit on."""
    inks, half = mason.inks, 1_500.0
    c, s = math.cos(turn), math.sin(turn)
    ends = [(at[0] - half * c, at[1] - half * s), (at[0] + half * c, at[1] + half * s)]
    yield hand.stroke(hand.line(ends), inks.ink, 1_000)
    yield hand.stroke(hand.line(ends), inks.shade(inks.roof, 0.35), 680)
    yield hand.fill(hand.blot(ends[1], 330, 330, "log", 0.05, 9), inks.light(inks.stone, 0.3))


def abbey(mason: Mason, seed: str, x: float, y: float) -> Iterator[Item]:
    """A church with its cloister and a garden wall, 19 mm wide and 13 mm high."""
    inks = mason.inks
    yield hand.fill(hand.blot((x, y - 900), 9_600, 2_500, ("close", seed), 0.06, 12), inks.shade(inks.paper, 0.14))
    fall = hand.dice("abbey", seed)
    yield from mason.house(x - 5_400, y - 2_200, 1.6, False, fall)
    yield from mason.church(x - 1_600, y - 900, 2.35, True)
    yield from mason.house(x + 5_600, y - 500, 1.5, True, fall)
    wall = [(x - 8_600, y - 300), (x - 3_000, y + 350), (x + 3_000, y + 350), (x + 8_600, y - 300)]
    for width, colour in ((1_150, inks.ink), (820, inks.light(inks.stone, 0.2))):
        yield hand.stroke(hand.curve(wall), colour, width)
    yield hand.stroke(hand.curve(wall), inks.shade(inks.stone, 0.4), 800, (1, 1_300))


def dungeon(mason: Mason, seed: str, x: float, y: float) -> Iterator[Item]:
    """A castle, and at the right of its foot the barred arch of the dungeon, 23 mm wide and 14 mm high."""
    yield from builds.castle(mason, seed, x - 1_600, y - 1_300)
    yield from _cell(mason, x + 8_000, y + 600)


def _cell(mason: Mason, x: float, y: float) -> Iterator[Item]:
    """A barred arch in masonry, 6 mm wide and 7 mm high."""
    inks = mason.inks
    for half, high, colour in ((3_100, 7_000, inks.ink), (2_850, 6_750, inks.stone), (1_850, 5_300, inks.ink)):
        yield hand.fill(_arch(x, y, half, high), colour)
    joints: list[Segment] = []
    for step in range(5):
        angle = math.pi * (0.1 + 0.2 * step)
        c, s = math.cos(angle), math.sin(angle)
        joints += hand.line([(x + 1_900 * c, y - 3_300 - 2_000 * s), (x + 2_800 * c, y - 3_500 - 3_100 * s)])
    for side in (-1, 1):
        joints += hand.line([(x + side * 1_900, y - 1_700), (x + side * 2_800, y - 1_700)])
    yield hand.stroke(joints, inks.shade(inks.stone, 0.5), 170)
    bars: list[Segment] = []
    for dx in (-1_100, -370, 370, 1_100):
        bars += hand.line([(x + dx, y - 100), (x + dx, y - 5_050 + abs(dx) * 0.55)])
    for up in (1_500, 3_400):
        bars += hand.line([(x - 1_700, y - up), (x + 1_700, y - up)])
    yield hand.stroke(bars, inks.light(inks.stone, 0.4), 300)


def _arch(x: float, foot: float, half: float, high: float) -> tuple[Segment, ...]:
    spring, crown = foot - high * 0.5, foot - high
    left, right, bend = round(x - half), round(x + half), half * 0.55
    return (
        ("M", left, round(foot)),
        ("L", left, round(spring)),
        ("C", left, round(spring - (spring - crown) * 0.55), round(x - bend), round(crown), round(x), round(crown)),
        ("C", round(x + bend), round(crown), right, round(spring - (spring - crown) * 0.55), right, round(spring)),
        ("L", right, round(foot)),
        ("Z",),
    )


BUILT: Final[Mapping[str, Callable[[Mason, str, float, float], Iterator[Item]]]] = MappingProxyType(
    {"camp": camp, "abbey": abbey, "dungeon": dungeon}
)
