"""The map's picture, from paper to lettering."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pnp.draw.cells import Point
from pnp.draw.frame import Group, Item, Symbol, Use
from pnp.draw.icons import EM
from pnp.draw.studio import Studio
from pnp.kinds.map import bounds, builds, ground, hand, legends, trees, water, ways, woods
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import Land, seat
from pnp.kinds.map.lettering import Lettering
from pnp.kinds.map.places import ART, Spot, arrange
from pnp.kinds.map.room import Clear
from pnp.units import Box


def scene(land: Land, studio: Studio, lettering: Lettering, wood: trees.Wood) -> Iterator[Item]:
    """Everything within the frame, from back to front."""
    inks = Inks.of(land.board, studio.palette)
    clear = Clear.of(land)
    for _, path in ways.footpaths(land):
        clear.along(path, 900)
    for way in land.board.passages:
        line = ways.tunnel(way.between, land)
        if line:
            clear.along(line, 1_500)
            clear.along(line[-2:], 2_700)
    for stream in land.streams:
        for _, index in stream.crossings:
            clear.water.add((stream.points[index],), min(6_000.0, stream.widths[index] / 2 + 3_200))
    for entry in land.board.decorations:
        if box := seat(entry):
            _reserve(box, land, clear)
    named = legends.regions(land, studio, inks, clear)
    counts = {name: len(entries) for name, entries in lettering.pieces.items()}
    spots = arrange(land, clear, counts, lettering.sizes)
    x, y, width, height = land.board.field
    field = hand.line([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], closed=True)
    yield Group(tuple(_land(land, inks, clear, wood, spots)), field)
    yield from _decorations(land, studio, inks)
    yield from legends.waters(land, studio, inks)
    yield from named
    yield from lettering.draw(land, spots)


def _reserve(box: Box, land: Land, clear: Clear) -> None:
    """Keep a decoration's place free in the box that it stands in."""
    at = (box.x + box.width / 2, box.y + box.height / 2)
    home = max(land.cells.values(), key=lambda cell: cell.depth(at), default=None)
    if home is not None and home.depth(at) > 0:
        clear.take(home.id, box)


def _decorations(land: Land, studio: Studio, inks: Inks) -> Iterator[Item]:
    for entry in land.board.decorations:
        symbol = studio.icons.symbol(entry.icon, inks.ink, inks.light(inks.paper, 0.3), entry.where.of("icon"))
        if symbol and (box := seat(entry)):
            yield Use(symbol, box.x, box.y, box.width / EM, float(entry.turn), entry.where.span)


def _land(land: Land, inks: Inks, clear: Clear, wood: trees.Wood, spots: dict[str, Spot]) -> Iterator[Item]:
    board = land.board
    places = [Box(*board.cartouche)] if len(board.cartouche) == 4 else []
    keep_out = (*places, *(box for entry in board.decorations if (box := seat(entry))))
    yield from bounds.coast(land, inks)
    yield from ground.washes(land, inks)
    yield from ground.fields(land, inks, clear)
    yield from ground.hills(land, inks, keep_out)
    yield from bounds.dotted(land, inks)
    yield from water.rivers(land, inks)
    yield from ways.tracks(land, inks)
    yield from ways.roads(land, inks)
    yield from ways.crossings(land, inks)
    yield from ground.tufts(land, wood, clear)
    standing = [
        *woods.trees(land, wood, clear),
        *bounds.hedges(land, wood, clear),
        *_buildings(land, inks, spots, clear),
    ]
    for _, item in sorted(standing, key=lambda entry: entry[0]):
        yield item
    yield from bounds.walls(land, inks, clear)
    yield from ways.passages(land, inks)


def _buildings(land: Land, inks: Inks, spots: dict[str, Spot], clear: Clear) -> Iterator[tuple[float, Item]]:
    mason = builds.Mason(inks)
    for name, spot in spots.items():
        if spot.art is None:
            continue
        y, pattern = spot.art.bottom, land.patterns[name]
        if pattern == "houses":
            yield float(y), Group(tuple(builds.village(mason, name, _plots(name, spot.art, clear))))
        elif item := raised(mason, pattern, name, spot.art):
            yield float(y), item


def raised(mason: builds.Mason, pattern: str, name: str, art: Box) -> Item | None:
    """A building with its foot at the lower edge of its place; None for a pattern that builds nothing."""
    if pattern not in _BUILDERS:
        return None
    build, drop, scale = _BUILDERS[pattern]
    symbol = Symbol(f"building-{name}", tuple(build(mason, name, 0.0, 0.0)))
    size = art.width / _WIDTHS[pattern]
    return Use(symbol, round(art.x + art.width / 2), art.bottom - round(drop * size), round(scale * size, 4))


_WIDTHS: Final = {pattern: width for pattern, width, _, _ in ART}
# How each is built, how far its foot stands above the lower edge of its place, and its size.
_BUILDERS: Final[Mapping[str, tuple[Callable[[builds.Mason, str, float, float], Iterator[Item]], int, float]]] = {
    "town": (builds.town, 0, 0.92),
    "castle": (builds.castle, 1_100, 1.22),
    "keep": (builds.keep, 2_500, 1.25),
    "ruin": (builds.ruin, 1_700, 1.2),
    "mill": (builds.mill, 400, 1.2),
}


def _plots(name: str, box: Box, clear: Clear) -> list[Point]:
    """Places for a church and houses on both sides of the road."""
    fall = hand.dice("plots", name)
    spots: list[Point] = []
    wanted = (box.x + box.width / 2, box.y + box.height * 0.62)
    tries = [
        (fall.uniform(box.x + 1_700, box.right - 3_000), fall.uniform(box.y + 2_600, box.bottom)) for _ in range(220)
    ]
    tries.sort(key=lambda at: (at[0] - wanted[0]) ** 2 + (at[1] - wanted[1]) ** 2)
    held, clear.boxes[name] = clear.boxes.get(name, []), []
    for at in tries:
        apart = all(abs(at[0] - x) > 3_400 or abs(at[1] - y) > 2_200 for x, y in spots)
        if len(spots) < 8 and apart and clear.free(name, (at[0] + 300, at[1] - 500), 900):
            spots.append(at)
    clear.boxes[name] = held
    return spots
