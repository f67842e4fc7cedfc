"""A board drawn as a network: boxes are plaques, joined by roads and footpaths. Geometry, and the ink of plaques and links;
`country` has what lies and grows around them.

A plaque's outline tells its ground as its colour does, so that nobody needs to see colours to know where a piece stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final, Literal

from pnp.draw import text
from pnp.draw.cells import Point
from pnp.draw.curve import Curve
from pnp.draw.frame import Colour, Item, Path, Stroke
from pnp.draw.palette import contrast
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.kinds.map import builds, ghosts, hand
from pnp.kinds.map.ghosts import Ghost
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.margin import rectangle
from pnp.kinds.map.places import GHOST
from pnp.kinds.map.scene import raised
from pnp.model.board import Board, Space
from pnp.records import dataclass
from pnp.units import POINT, Box

# What is built on a plaque, which is then larger than the others by so much.
BUILT: Final = ("town", "castle", "keep", "mill", "ruin")
_GREAT: Final = 1.32
_STEP: Final = 1_500.0
_SWAY: Final = 0.05
# How high a name's ribbon is, and how far down from the middle it lies, as a share of the plaque's radius.
RIBBON: Final = 5_600
_HANGS: Final = 0.98

Shape = Literal["disc", "leaf", "stone", "wall", "hide"]
_SHAPES: Final[Mapping[str, Shape]] = {
    **dict.fromkeys(("woods", "clearing"), "leaf"),
    **dict.fromkeys(("road", "path", "bridge", "ford"), "stone"),
    **dict.fromkeys(("city", "castle", "keep"), "wall"),
    "camp": "hide",
}


@dataclass(frozen=True, slots=True)
class Plaque:
    """A box as it is drawn: `radius` is half its width, `shape` the kind of its outline."""

    space: Space
    pattern: str
    radius: int

    @property
    def at(self) -> Point:
        return float(self.space.at[0]), float(self.space.at[1])

    @property
    def shape(self) -> Shape:
        return _SHAPES.get(self.pattern, "disc")

    def outline(self, share: float = 1.0) -> tuple[Point, ...]:
        """The outline, or one within it at a share of its size; within a wall's battlements it is a plain square."""
        x, y = self.at
        size = self.radius * share
        unit = _YARD if share < 1 and self.shape == "wall" else _OUTLINES[self.shape]
        return tuple((x + dx * size, y + dy * size) for dx, dy in unit)


@dataclass(frozen=True, slots=True)
class Link:
    """Two boxes that are joined, in the order of their ids, and the line between their middles."""

    ends: tuple[str, str]
    line: tuple[Point, ...]
    road: bool


def plaques(board: Board) -> tuple[Plaque, ...]:
    """Every box that has a middle, in the order written."""
    patterns = {ground.id: ground.pattern or ground.id for ground in board.terrains}
    found = []
    for space in board.spaces:
        if len(space.at) == 2:
            pattern = patterns.get(space.terrain, "")
            found.append(Plaque(space, pattern, round(board.way / 2 * (_GREAT if pattern in BUILT else 1))))
    return tuple(found)


def links(board: Board) -> tuple[Link, ...]:
    """Every pair that is joined, once: roads first, along the curves of their routes, then footpaths."""
    middles = {space.id: (float(space.at[0]), float(space.at[1])) for space in board.spaces if len(space.at) == 2}
    roads = dict(_roads(board, middles))
    pairs = {ends(space.id, other) for space in board.spaces for other in space.to if other != space.id}
    paths = sorted(pair for pair in pairs if pair not in roads and middles.keys() >= set(pair))
    return (
        *(Link(pair, line, True) for pair, line in roads.items()),
        *(Link(pair, _footpath(middles[pair[0]], middles[pair[1]], pair), False) for pair in paths),
    )


def ends(one: str, other: str) -> tuple[str, str]:
    """A pair in the order of its ids."""
    return (one, other) if one < other else (other, one)


def _roads(board: Board, middles: Mapping[str, Point]) -> Iterator[tuple[tuple[str, str], tuple[Point, ...]]]:
    """The stretches of the drawn routes; one that two routes share is drawn with the first."""
    done: set[tuple[str, str]] = set()
    for route in board.routes:
        names = [name for name in route.through if name in middles]
        if not route.drawn or len(names) < 2:
            continue
        points = Curve.of(hand.curve([middles[name] for name in names])).points
        along = hand.lengths(points)
        spots = [along[min(range(len(points)), key=lambda n: math.dist(points[n], middles[name]))] for name in names]
        for (one, start), (other, end) in pairwise(zip(names, spots, strict=True)):
            line = hand.between(points, min(start, end), max(start, end))
            if line and ends(one, other) not in done:
                done.add(ends(one, other))
                yield ends(one, other), tuple(hand.even(line, _STEP))


def _footpath(start: Point, end: Point, pair: tuple[str, str]) -> tuple[Point, ...]:
    """A path that bows a little to one side, as nobody walks quite straight."""
    line = hand.even([start, end], _STEP)
    high = hand.dice("footpath", *pair).uniform(-_SWAY, _SWAY) * math.dist(start, end)
    return tuple(hand.beside(line, [high * math.sin(math.pi * n / (len(line) - 1)) for n in range(len(line))]))


# Outlines, about a middle of (0, 0), as wide and high as 2.


def _ring(count: int, radius: float = 1.0, turn: float = 0.0) -> tuple[Point, ...]:
    angles = [math.tau * (step / count) + turn for step in range(count)]
    return tuple((radius * math.cos(a), radius * math.sin(a)) for a in angles)


def _leaf(lobes: int = 13) -> tuple[Point, ...]:
    """The scalloped edge of a crown of leaves."""
    angles = [math.tau * step / (lobes * 10) for step in range(lobes * 10)]
    radii = [0.925 + 0.075 * abs(math.sin(angle * lobes / 2)) for angle in angles]
    return tuple((r * math.cos(a), r * math.sin(a)) for a, r in zip(angles, radii, strict=True))


def _wall(teeth: int = 4) -> tuple[Point, ...]:
    """A square with battlements along its upper edge."""
    half, high = 0.92, 0.14
    step = 2 * half / (2 * teeth - 1)
    top: list[Point] = []
    for tooth in range(teeth):
        left = -half + 2 * step * tooth
        top += [(left, -half), (left + step, -half)]
        if tooth < teeth - 1:
            top += [(left + step, high - half), (left + 2 * step, high - half)]
    return (*top, (half, half), (-half, half))


_YARD: Final[tuple[Point, ...]] = ((-0.92, -0.72), (0.92, -0.72), (0.92, 0.92), (-0.92, 0.92))
_OUTLINES: Final[Mapping[Shape, tuple[Point, ...]]] = {
    "disc": _ring(72),
    "leaf": _leaf(),
    "stone": _ring(8, 1.0, math.pi / 8),
    "wall": _wall(),
    "hide": _ring(6, 1.04),
}


# The picture.


def ways(all: tuple[Link, ...], inks: Inks) -> Iterator[Item]:
    """Footpaths as dots on a pale line, and roads with ruts over them."""
    for link in all:
        if not link.road:
            yield hand.stroke(hand.line(link.line), inks.pale(inks.road, 0.25), 2_300)
            yield hand.stroke(hand.line(link.line), inks.shade(inks.road, 0.55), 900, (1, 2_200))
    lines = [hand.line(link.line) for link in all if link.road]
    for colour, width in ((inks.shade(inks.road, 0.5), 6_200), (inks.road, 5_200)):
        for line in lines:
            yield hand.stroke(line, colour, width)
    for link in all:
        for off in (-1_000.0, 1_000.0) if link.road else ():
            rut = hand.beside(link.line, [off] * len(link.line))
            yield hand.stroke(hand.line(rut), inks.shade(inks.road, 0.22), 450, (3_000, 1_400))


def draw(
    all: tuple[Plaque, ...], studio: Studio, inks: Inks, pieces: Mapping[str, tuple[Ghost, ...]]
) -> Iterator[Item]:
    """The plaques: their shadows, themselves, what stands on them, and their lettering."""
    for plaque in all:
        shadow = hand.moved(hand.line(plaque.outline(), closed=True), 700, 1_100)
        yield hand.fill(shadow, inks.shade(inks.pale(inks.ground[plaque.space.terrain], 0.5), 0.62))
    mason = builds.Mason(inks)
    for plaque in all:
        yield from _face(plaque, inks)
        if plaque.pattern in BUILT and (house := raised(mason, plaque.pattern, plaque.space.id, _site(plaque))):
            yield house
        yield from lettering(plaque, studio, inks)
        yield from ghosts.row(pieces.get(plaque.space.id, ()), plaque.at, GHOST, studio, inks)


def _face(plaque: Plaque, inks: Inks) -> Iterator[Item]:
    """Rim and face; in a clearing a ring; round a hide its stitches."""
    tint = inks.ground[plaque.space.terrain]
    rim = Stroke(inks.shade(tint, 0.72), 560, (), "round", "round")
    yield Path(hand.line(plaque.outline(), closed=True), inks.light(tint, 0.5), rim)
    yield hand.fill(hand.line(plaque.outline(0.93), closed=True), tint)
    if plaque.shape == "hide":
        yield hand.stroke(hand.line(plaque.outline(0.84), closed=True), inks.shade(tint, 0.5), 320, (1_500, 1_100))
    elif plaque.pattern == "clearing":
        ring = hand.line([(plaque.at[0] + x, plaque.at[1] + y) for x, y in _ring(72, plaque.radius * 0.7)], closed=True)
        yield Path(ring, inks.light(tint, 0.45), Stroke(inks.light(inks.accent, 0.1), 1_000, (), "round", "round"))
    else:
        yield hand.stroke(hand.line(plaque.outline(0.86), closed=True), inks.shade(tint, 0.2), 220)


def _site(plaque: Plaque) -> Box:
    """Where a building stands: in the upper part of the plaque."""
    x, y = plaque.at
    width, height = round(plaque.radius * 1.56), round(plaque.radius * 1.1)
    return Box(round(x - width / 2), round(y - height * 0.68), width, height)


def lettering(plaque: Plaque, studio: Studio, inks: Inks) -> Iterator[Item]:
    """A name on a ribbon across the plaque's foot; a code within it, above the name."""
    space = plaque.space
    x, y = plaque.at
    if space.code:
        tint = inks.ground[space.terrain]
        style = TextStyle(family="sans", bold=True, point=round(11 * POINT), colour=_reading(tint, inks))
        foot = y + plaque.radius * (0.42 if space.name else 0.74)
        yield from text.line(studio, space.code, style, round(x), round(foot), space.where.of("code"), "middle")
    if space.name:
        span = space.where.of("name")
        style, box = ribbon(plaque, studio)
        yield from _ribbon(box, inks)
        foot = round(box.y + box.height * 0.5 + style.point * 0.33)
        yield from text.line(studio, space.name, replace(style, colour=inks.ink), round(x), foot, span, "middle")


def ribbon(plaque: Plaque, studio: Studio) -> tuple[TextStyle, Box]:
    """How a name is set, and the ribbon that it stands on."""
    great = 12 if plaque.pattern in BUILT else 10
    style = TextStyle(family="display", point=round(great * POINT))
    wide = text.measure(studio, plaque.space.name, style, plaque.space.where.of("name")) + 5_000
    x, y = plaque.at
    return style, Box(round(x - wide / 2), round(y + plaque.radius * _HANGS - RIBBON / 2), round(wide), RIBBON)


def _ribbon(box: Box, inks: Inks) -> Iterator[Item]:
    """A strip of cloth with forked ends."""
    ground, edge = inks.light(inks.paper, 0.55), Stroke(inks.ink, 260, (), "round", "round")
    low, high = box.y + 1_100, box.bottom + 1_000
    for end, side in ((box.x, -1), (box.right, 1)):
        inner, outer = end - side * 1_400, end + side * 2_600
        tail = [(inner, low), (outer, low), (outer - side * 1_400, (low + high) / 2), (outer, high), (inner, high)]
        yield Path(hand.line(tail, closed=True), inks.shade(ground, 0.18), edge)
    yield Path(rectangle(box), ground, edge)


def _reading(ground: Colour, inks: Inks) -> Colour:
    """A code on its plaque: dark on light, light on dark."""
    return max(inks.deep(inks.ink, 0.5), inks.light(ground, 0.9), key=lambda hue: contrast(hue, ground))
