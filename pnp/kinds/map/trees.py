"""Trees, bushes, tufts and reeds as symbols: a dozen of each kind, no two alike, the light from the upper left.

A symbol's unit is the micrometre at scale 1; its foot stands at (0, 0).
"""

from __future__ import annotations

import math
import random

from pnp.draw.frame import Colour, Item, Segment, Symbol
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Wood:
    """The growth of a map: made once."""

    oaks: tuple[Symbol, ...]
    firs: tuple[Symbol, ...]
    bushes: tuple[Symbol, ...]
    reeds: tuple[Symbol, ...]
    tufts: tuple[Symbol, ...]


def grow(inks: Inks) -> Wood:
    """All kinds, in the map's inks."""
    greens = (inks.leaf, inks.shade(inks.leaf, 0.12), inks.pale(inks.leaf, 0.16))
    return Wood(
        tuple(_oak(index, greens[index % 3], inks) for index in range(12)),
        tuple(_fir(index, inks.shade(inks.leaf, 0.18), inks) for index in range(4)),
        tuple(_bush(index, inks.shade(inks.leaf, 0.30), inks) for index in range(6)),
        tuple(_reed(index, inks) for index in range(4)),
        tuple(_tuft(index, inks) for index in range(4)),
    )


def _scallop(fall: random.Random, x: float, y: float, across: float, down: float, lobes: int) -> tuple[Segment, ...]:
    """A leafy outline: lobes that bulge outwards between points on an uneven ring."""
    turn = fall.uniform(0, math.tau)
    ring = []
    for index in range(lobes):
        angle = turn + math.tau * (index + fall.uniform(-0.18, 0.18)) / lobes
        size = fall.uniform(0.86, 1.04)
        ring.append((angle, x + across * size * math.cos(angle), y + down * size * math.sin(angle)))
    segments: list[Segment] = [("M", round(ring[0][1]), round(ring[0][2]))]
    for index, (angle, from_x, from_y) in enumerate(ring):
        to_angle, to_x, to_y = ring[(index + 1) % lobes]
        bulge = fall.uniform(0.34, 0.52)
        segments.append(
            (
                "C",
                round(from_x + across * bulge * math.cos(angle)),
                round(from_y + down * bulge * math.sin(angle)),
                round(to_x + across * bulge * math.cos(to_angle)),
                round(to_y + down * bulge * math.sin(to_angle)),
                round(to_x),
                round(to_y),
            )
        )
    return (*segments, ("Z",))


def _oak(index: int, green: Colour, inks: Inks) -> Symbol:
    fall = hand.dice("oak", index)
    across, down = fall.uniform(1_700, 2_150), fall.uniform(1_450, 1_850)
    top = -down - 900
    dark, lit = inks.shade(green, 0.34), inks.light(green, 0.30)
    ink = inks.shade(green, 0.72)
    items: list[Item] = [
        hand.fill(hand.blot((700, 60), across * 0.95, 420, ("cast", index), 0.12), inks.shade(green, 0.12)),
        hand.stroke(hand.line([(0, 0), (fall.uniform(-90, 90), top * 0.5)]), inks.shade(inks.ink, 0.0), 420),
        hand.fill(_scallop(fall, 0, top, across, down, 8), dark),
        hand.fill(_scallop(fall, -across * 0.20, top - down * 0.16, across * 0.76, down * 0.76, 7), green),
        hand.fill(_scallop(fall, -across * 0.36, top - down * 0.36, across * 0.36, down * 0.34, 5), lit),
    ]
    crown = _scallop(hand.dice("oak-line", index), 0, top, across * 1.0, down * 1.0, 8)
    items[2] = hand.fill(crown, dark)
    items.append(hand.stroke(crown, ink, 130))
    items += _leaves(fall, top, across, down, inks.shade(green, 0.58))
    return Symbol(f"oak-{index}", tuple(items))


def _leaves(fall: random.Random, top: float, across: float, down: float, ink: Colour) -> list[Item]:
    """A few small strokes of the pen on the shadow side."""
    segments: list[Segment] = []
    for _ in range(5):
        angle = fall.uniform(-0.5, 1.9)
        size = fall.uniform(0.35, 0.78)
        x, y = across * size * math.cos(angle), top + down * size * math.sin(angle)
        width = fall.uniform(220, 380)
        segments += hand.curve([(x - width, y), (x - width * 0.3, y + 170), (x + width * 0.4, y + 150), (x + width, y)])
    return [hand.stroke(segments, ink, 110)]


def _fir(index: int, green: Colour, inks: Inks) -> Symbol:
    fall = hand.dice("fir", index)
    height, half = fall.uniform(4_200, 5_000), fall.uniform(1_050, 1_300)
    left: list[tuple[float, float]] = [(0, -height)]
    right: list[tuple[float, float]] = []
    for tier in range(1, 5):
        y = -height + height * 0.9 * tier / 4
        left += [(-half * tier / 4 * fall.uniform(0.9, 1.1), y), (-half * (tier - 0.5) / 4.4, y - 160)]
        right += [(half * tier / 4 * fall.uniform(0.9, 1.1), y), (half * (tier - 0.5) / 4.4, y - 160)]
    outline = hand.line([*left, *reversed(right)], closed=True)
    shadow = hand.line([(0, -height), *[(x, y) for x, y in right], (120, -300)], closed=True)
    return Symbol(
        f"fir-{index}",
        (
            hand.fill(hand.blot((600, 40), half * 1.1, 360, ("firs", index), 0.1), inks.shade(green, 0.1)),
            hand.stroke(hand.line([(0, 0), (0, -600)]), inks.ink, 360),
            hand.fill(outline, green),
            hand.fill(shadow, inks.shade(green, 0.4)),
            hand.stroke(outline, inks.shade(green, 0.65), 110),
        ),
    )


def _bush(index: int, green: Colour, inks: Inks) -> Symbol:
    """A thorn bush: low, dark, with spines."""
    fall = hand.dice("bush", index)
    across, down = fall.uniform(1_150, 1_500), fall.uniform(820, 1_020)
    outline = _scallop(fall, 0, -down * 0.8, across, down, 7)
    spines: list[Segment] = []
    for step in range(7):
        angle = math.pi + math.pi * (step + fall.uniform(0.1, 0.9)) / 7
        x, y = across * 0.9 * math.cos(angle), -down * 0.8 + down * 0.95 * math.sin(angle)
        spines += hand.line([(x, y), (x * 1.38, y + (y + down * 0.8) * 0.42)])
    return Symbol(
        f"bush-{index}",
        (
            hand.stroke(spines, inks.ink, 130),
            hand.fill(outline, green),
            hand.fill(
                _scallop(fall, -across * 0.3, -down * 1.1, across * 0.45, down * 0.42, 5), inks.light(green, 0.28)
            ),
            hand.stroke(outline, inks.shade(green, 0.75), 130),
        ),
    )


def _reed(index: int, inks: Inks) -> Symbol:
    fall = hand.dice("reed", index)
    blades: list[Segment] = []
    heads: list[Segment] = []
    for step in range(5):
        x = (step - 2) * 330 + fall.uniform(-90, 90)
        tip = (x * 1.5 + fall.uniform(-120, 120), -fall.uniform(1_500, 2_600))
        blades += hand.curve([(x, 0), (x * 1.15, tip[1] * 0.5), tip])
        if step in (1, 3):
            heads += hand.line([(tip[0], tip[1] + 60), (tip[0] * 1.03, tip[1] - 420)])
    green = inks.shade(inks.leaf, 0.45)
    return Symbol(f"reed-{index}", (hand.stroke(blades, green, 150), hand.stroke(heads, inks.ink, 330)))


def _tuft(index: int, inks: Inks) -> Symbol:
    fall = hand.dice("tuft", index)
    blades: list[Segment] = []
    for step in range(4):
        x = (step - 1.5) * 260
        blades += hand.curve([(x * 0.5, 0), (x * 0.9, -300), (x * 1.7, -fall.uniform(480, 820))])
    return Symbol(f"tuft-{index}", (hand.stroke(blades, inks.shade(inks.leaf, 0.30), 120),))
