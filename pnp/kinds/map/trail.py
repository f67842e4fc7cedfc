"""A board drawn as a trail: boxes are tiles along their ways, and everything between them is wild.

A box inside a single route is a stretch of it, from halfway to the box before to halfway to the next. Ends, crossings, and
boxes on no route are round places. Geometry and ink of the tiles; `wild` has what grows around them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from pnp.draw import text
from pnp.draw.cells import Point
from pnp.draw.curve import Curve
from pnp.draw.frame import Colour, Item, Path, Stroke
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.kinds.map import builds, ghosts, hand
from pnp.kinds.map.ghosts import Ghost
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.places import GHOST
from pnp.kinds.map.scene import raised
from pnp.model.board import Board, Route, Space
from pnp.records import dataclass
from pnp.units import POINT, Box

# The radius of a round place, and how wide the gap between tiles is, as shares of the way's width.
ROUND: Final = 0.6
_GAP: Final = 900
_PACE: Final = 1_500.0


@dataclass(frozen=True, slots=True)
class Tile:
    """A box as it is drawn: its line from end to end (one point for a round place), outline, and the direction that
    points across the way and down the page."""

    space: Space
    pattern: str
    line: tuple[Point, ...]
    outline: tuple[Point, ...]
    across: Point

    @property
    def at(self) -> Point:
        return float(self.space.at[0]), float(self.space.at[1])

    @property
    def round(self) -> bool:
        return len(self.line) == 1


def tiles(board: Board) -> tuple[Tile, ...]:
    """Every box that has a middle, in the order written."""
    spaces = {space.id: space for space in board.spaces if len(space.at) == 2}
    patterns = {ground.id: ground.pattern or ground.id for ground in board.terrains}
    lines: dict[str, tuple[Point, ...]] = {}
    for route in board.routes:
        lines.update(_stretches(route, board, spaces))
    return tuple(_tile(one, patterns.get(one.terrain, ""), lines.get(one.id), board.way) for one in spaces.values())


def _stretches(route: Route, board: Board, spaces: Mapping[str, Space]) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """The part of a route's line that is each box's of its own."""
    names = [name for name in route.through if name in spaces]
    if len(names) < 2:
        return
    middles = [(float(spaces[name].at[0]), float(spaces[name].at[1])) for name in names]
    points = Curve.of(hand.curve(middles)).points
    along = hand.lengths(points)
    spots = [along[min(range(len(points)), key=lambda n: math.dist(points[n], at))] for at in middles]
    own = [_own(name, board) for name in names]
    radius = board.way * ROUND
    for index in range(1, len(names) - 1):
        if own[index]:
            before = _limit(spots[index], spots[index - 1], own[index - 1], radius)
            after = _limit(spots[index], spots[index + 1], own[index + 1], radius)
            line = hand.between(points, before + _GAP / 2, after - _GAP / 2)
            yield names[index], tuple(hand.even(line, _PACE)) if line else (middles[index],)


def _own(name: str, board: Board) -> bool:
    """Whether a box is inside one route and on no other."""
    on = [route for route in board.routes if name in route.through]
    return len(on) == 1 and name not in (on[0].through[0], on[0].through[-1])


def _limit(here: float, there: float, own: bool, radius: float) -> float:
    """How far along a tile reaches towards its neighbour: halfway, or to the rim of a round place."""
    return (here + there) / 2 if own else there + math.copysign(radius, here - there)


def _tile(space: Space, pattern: str, line: tuple[Point, ...] | None, way: int) -> Tile:
    at = (float(space.at[0]), float(space.at[1]))
    if line is None or len(line) < 2:
        ring = [math.tau * step / 72 for step in range(72)]
        outline = tuple((at[0] + way * ROUND * math.cos(a), at[1] + way * ROUND * math.sin(a)) for a in ring)
        return Tile(space, pattern, (at,), outline, (0.0, 1.0))
    right = hand.beside(line, [way / 2] * len(line))
    left = hand.beside(line, [-way / 2] * len(line))
    across = hand.normals(line)[len(line) // 2]
    down = across if (across[1], across[0]) > (0, 0) else (-across[0], -across[1])
    return Tile(space, pattern, line, (*right, *reversed(left)), down)


# The picture.


def draw(
    board: Board, all: tuple[Tile, ...], studio: Studio, inks: Inks, pieces: Mapping[str, tuple[Ghost, ...]]
) -> Iterator[Item]:
    """The tiles from back to front: their shadow, themselves, what stands on them, and their lettering."""
    for tile in all:
        shadow = hand.moved(hand.line(tile.outline, closed=True), 700, 1_100)
        yield hand.fill(shadow, inks.shade(inks.paper, 0.55))
    for tile in all:
        yield from _ground(tile, inks, board.way)
    mason = builds.Mason(inks)
    for tile in all:
        if tile.round and (house := raised(mason, tile.pattern, tile.space.id, _site(tile, board.way))):
            yield house
        yield from lettering(tile, board.way, studio, inks)
        yield from ghosts.row(pieces.get(tile.space.id, ()), tile.at, GHOST, studio, inks)


def _ground(tile: Tile, inks: Inks, way: int) -> Iterator[Item]:
    tint = inks.ground[tile.space.terrain]
    outline = hand.line(tile.outline, closed=True)
    edge = Stroke(inks.shade(tint, 0.6), 420, (), "round", "round")
    yield Path(outline, tint, edge)
    if tile.round:
        for share, width in ((0.93, 500), (0.86, 180)):
            ring = hand.blot(tile.at, way * ROUND * share, way * ROUND * share, tile.space.id, 0.0, 24)
            yield hand.stroke(ring, inks.accent if width > 300 else inks.shade(tint, 0.5), width)
        return
    yield from _ruts(tile, inks, tint, way)
    yield from _pebbles(tile, tint, inks, way)


def _ruts(tile: Tile, inks: Inks, tint: Colour, way: int) -> Iterator[Item]:
    """Two wheel tracks along the middle, worn a little darker."""
    for off in (-0.13, 0.13):
        line = hand.beside(tile.line, [way * off] * len(tile.line))
        yield Path(hand.curve(line), None, Stroke(inks.shade(tint, 0.07), 1_900))


def _pebbles(tile: Tile, tint: Colour, inks: Inks, way: int) -> Iterator[Item]:
    fall = hand.dice("pebbles", tile.space.id)
    sides = hand.normals(tile.line)
    for index in range(14):
        n = fall.randrange(len(tile.line))
        off = fall.uniform(0.26, 0.45) * way * fall.choice((-1, 1))
        at = (tile.line[n][0] + sides[n][0] * off, tile.line[n][1] + sides[n][1] * off)
        size = fall.uniform(180, 520)
        colour = inks.shade(tint, 0.18) if index % 2 else inks.light(tint, 0.3)
        yield hand.fill(hand.blot(at, size * 1.2, size * 0.8, ("pebble", tile.space.id, index)), colour)


def _site(tile: Tile, way: int) -> Box:
    """Where a building stands on a round place: above its name, in the upper half."""
    x, y = tile.at
    width, height = round(way * 0.62), round(way * 0.48)
    return Box(round(x - width / 2), round(y - height * 0.98), width, height)


def lettering(tile: Tile, way: int, studio: Studio, inks: Inks) -> tuple[Item, ...]:
    """Name and code: small at the side of a stretch, the name under a large code in a round place."""
    if tile.round:
        return tuple(_placed(tile, way, studio, inks))
    ink = inks.shade(inks.ground[tile.space.terrain], 0.72)
    style = TextStyle(family="sans", bold=True, point=round(9 * POINT), colour=ink)
    x, y = (tile.at[axis] + tile.across[axis] * way * 0.36 for axis in (0, 1))
    words, span = tile.space.code or tile.space.name, tile.space.where.of("code" if tile.space.code else "name")
    cap = studio.hand(style.manner, span).cap_height * style.point
    return text.line(studio, words, style, round(x), round(y + cap / 2), span, "middle") if words else ()


def _placed(tile: Tile, way: int, studio: Studio, inks: Inks) -> Iterator[Item]:
    space, (x, y) = tile.space, tile.at
    ink = inks.ink
    if space.name:
        span = space.where.of("name")
        style = TextStyle(family="display", point=round(13 * POINT), colour=ink)
        wide = text.measure(studio, space.name, style, span)
        room = way * ROUND * 1.62
        style = replace(style, point=round(style.point * min(1.0, room / max(1, wide))))
        yield from text.line(studio, space.name, style, round(x), round(y + way * 0.17), span, "middle")
    if space.code:
        span = space.where.of("code")
        style = TextStyle(family="text", bold=True, point=round(22 * POINT), colour=inks.roof)
        yield from text.line(studio, space.code, style, round(x), round(y + way * 0.43), span, "middle")
