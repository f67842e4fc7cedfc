"""Maps: each board as one large sheet, printed whole or in tiles.

The author gives every box a middle point, a terrain and its neighbours; the land is parted between these points, and
borders, roads, rivers, woods and lettering follow, so that a new box in the YAML redraws its neighbourhood by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Final

from pnp.diag import Span
from pnp.draw.frame import Frame, Item
from pnp.faces.legible import LEAST
from pnp.faces.panels import Hues, panel
from pnp.faces.workshop import Workshop
from pnp.kinds.base import SHOWN, Batch, Face, Lazy
from pnp.kinds.map import country, ghosts, ground, key, lettering, margin, network, squares, trail, trees, wild
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import survey
from pnp.kinds.map.places import GHOST
from pnp.kinds.map.scene import scene
from pnp.model.board import Board
from pnp.model.game import Game
from pnp.units import Box, Size

NEEDS = (*SHOWN, "terrain", "zone", "river", "passage", "route", "supply", "setup", "placement", "treasury")

BLEED = 3_000


def batches(workshop: Workshop) -> Iterator[Batch]:
    """A batch for each board that has land; `map` where there is only one."""
    for board, (id, _) in zip(_boards(workshop.game), files(workshop.game), strict=True):
        face = cache(partial(_face, board, workshop))
        yield Batch(id, board.name, "map", Size(*board.size), BLEED, Lazy(1, face), "poster")


def files(game: Game) -> Iterator[tuple[str, Span]]:
    """A file for each, which a build has in one piece and in tiles."""
    boards = _boards(game)
    return (("map" if len(boards) == 1 else f"map-{board.id}", board.where.of("id")) for board in boards)


def _boards(game: Game) -> tuple[Board, ...]:
    return tuple(board for board in game.boards if board.spaces and len(board.size) == 2)


def _face(board: Board, workshop: Workshop, _: int) -> Face:
    return Face(board.id, board.name, draw(board, workshop))


def proofread(workshop: Workshop) -> None:
    """Set every name, so that what has no glyph is told, without drawing the land."""
    for board in workshop.game.boards:
        inks = Inks.of(board, workshop.studio.palette)
        if board.drawn == "trail":
            _read_trail(board, workshop, inks)
            continue
        if board.drawn == "network":
            _read_network(board, workshop, inks)
            continue
        if board.drawn == "squares":
            squares.proofread(board, workshop, inks)
            _read_around(board, workshop, inks)
            continue
        lettering.letter(board, workshop.studio, inks, {})
        shown = ghosts.ghosts(workshop.game, workshop.studio, dict.fromkeys(space.id for space in board.spaces))
        for ghost in (ghost for there in shown.values() for ghost in there):
            ghosts.proofread(ghost, GHOST, workshop.studio)
        _read_around(board, workshop, inks)


def _read_around(board: Board, workshop: Workshop, inks: Inks) -> None:
    """The words of a board's cartouche, key and panels; and whether its names can be read on its grounds."""
    _legible(board, inks, workshop)
    margin.title(board, workshop.studio, inks)
    key.words(board, workshop.studio, inks)
    for one in board.panels:
        panel(workshop, one)


def _read_trail(board: Board, workshop: Workshop, inks: Inks) -> None:
    """Every word of a trail."""
    for tile in trail.tiles(board):
        trail.lettering(tile, board.way, workshop.studio, inks)
    tuple(wild.words(board, workshop.studio, inks))
    for one in board.panels:
        panel(workshop, one)


def _read_network(board: Board, workshop: Workshop, inks: Inks) -> None:
    """Every word of a network."""
    for plaque in network.plaques(board):
        tuple(network.lettering(plaque, workshop.studio, inks))
    tuple(country.title(board, workshop.studio, inks))
    for one in board.panels:
        panel(workshop, one)


def _legible(board: Board, inks: Inks, workshop: Workshop) -> None:
    """Names of boxes on their grounds, each of which is seen in the halo round the letters."""
    reading = workshop.reading
    if reading is None:
        return
    for terrain in board.terrains:
        halo, span = lettering.halo(inks, terrain.id), terrain.where.of("colour")
        what = f"the lettering of '{terrain.name}'"
        reading.pair(inks.ink, halo, LEAST, what, "the map", span, span)


def draw(board: Board, workshop: Workshop) -> Frame:
    """A board as a picture."""
    size = Size(board.size[0], board.size[1])
    return Frame(size, tuple(_DRAWN[board.drawn](board, workshop, size)), BLEED, board.name)


def _items(board: Board, workshop: Workshop, size: Size) -> Iterator[Item]:
    studio = workshop.studio
    land, inks = survey(board), Inks.of(board, studio.palette)
    pieces = ghosts.ghosts(workshop.game, studio, land.cells)
    words, wood = lettering.letter(board, studio, inks, pieces), trees.grow(inks)
    yield from ground.paper(Box(0, 0, size.width, size.height), inks, BLEED)
    yield from margin.neatline(board, inks)
    yield from scene(land, studio, words, wood)
    yield from margin.cartouche(board, studio, inks, wood)
    for one in board.panels:
        yield from panel(workshop, one)
    yield from key.draw(board, studio, inks, wood, Hues.of(workshop))


def _trail(board: Board, workshop: Workshop, size: Size) -> Iterator[Item]:
    studio = workshop.studio
    inks, all = Inks.of(board, studio.palette), trail.tiles(board)
    yield from wild.floor(board, inks, BLEED)
    yield from wild.decorations(board, studio, inks)
    yield from wild.grown(board, all, trees.grow(inks), BLEED)
    yield from wild.frame(board, inks)
    places = {space.id: space for space in board.spaces}
    yield from trail.draw(board, all, studio, inks, ghosts.ghosts(workshop.game, studio, places))
    for one in board.panels:
        yield from panel(workshop, one)
    yield from wild.words(board, studio, inks)


def _network(board: Board, workshop: Workshop, size: Size) -> Iterator[Item]:
    studio = workshop.studio
    inks, all, links = Inks.of(board, studio.palette), network.plaques(board), network.links(board)
    ways = tuple(network.ways(links, inks))
    yield from country.border(board, inks, BLEED)
    yield from country.land(board, all, ways, links, trees.grow(inks), studio, inks)
    yield from wild.decorations(board, studio, inks)
    places = {space.id: space for space in board.spaces}
    yield from network.draw(all, studio, inks, ghosts.ghosts(workshop.game, studio, places))
    yield from country.frame(board, inks)
    for one in board.panels:
        yield from panel(workshop, one)
    yield from country.title(board, studio, inks)


def _squares(board: Board, workshop: Workshop, size: Size) -> Iterator[Item]:
    studio = workshop.studio
    inks = Inks.of(board, studio.palette)
    wood = trees.grow(inks)
    yield from ground.paper(Box(0, 0, size.width, size.height), inks, BLEED)
    yield from squares.draw(board, workshop, inks, wood)
    yield from margin.cartouche(board, studio, inks, wood)
    for one in board.panels:
        yield from panel(workshop, one)
    yield from key.draw(board, studio, inks, wood, Hues.of(workshop))


_DRAWN: Final[Mapping[str, Callable[[Board, Workshop, Size], Iterator[Item]]]] = {
    "land": _items,
    "trail": _trail,
    "network": _network,
    "squares": _squares,
}
