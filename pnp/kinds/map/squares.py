"""A board of squares: the grounds in their textures, roads through the squares' middles, a fine grid, and all that is read.

`plots` surveys the grid, `textures` draws the grounds; here is the picture from back to front.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final

from pnp.diag import Span
from pnp.draw import text
from pnp.draw.frame import Group, Item, Path, Segment, Stroke, Use
from pnp.draw.icons import EM
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.faces.workshop import Workshop
from pnp.kinds.map import ghosts, hand, plots, textures, ways
from pnp.kinds.map.ghosts import Ghost
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import seat
from pnp.kinds.map.lettering import badge, halo
from pnp.kinds.map.margin import rectangle
from pnp.kinds.map.places import GHOST
from pnp.kinds.map.plots import SIDES, Grid, Plot
from pnp.kinds.map.trees import Wood
from pnp.model import squares
from pnp.model.board import Board, Label
from pnp.records import dataclass
from pnp.units import POINT, Box, mm, pt

# The band round the squares in which columns have letters and rows have numbers, and what must be free beyond it.
_BAND: Final = 4_400
_BEYOND: Final = 1_600
_BADGE: Final = 0.22
_LARGE: Final = 8_000
# Names are no smaller than this; beside and below them this much of a square stays free.
_LEAST: Final = round(6 * POINT)
_EDGE: Final = 1_300
# A wash towards its rim: how wide each layer is, as a share of the square, and how much paler than the colour.
_THIN: Final = ((0.36, 0.22), (0.31, 0.18), (0.26, 0.13), (0.21, 0.09), (0.16, 0.05), (0.11, 0.0))
_RANKS: Final = (("region", 24), ("place", 13), ("water", 13), ("note", 9))


@dataclass(frozen=True, slots=True)
class Word:
    """A name as it is set on a square: its lines, its style, and where it lies."""

    plot: Plot
    lines: tuple[str, ...]
    style: TextStyle
    box: Box


def draw(board: Board, workshop: Workshop, inks: Inks, wood: Wood) -> Iterator[Item]:
    """Everything of the squares and the frame round them."""
    studio, grid = workshop.studio, plots.survey(board)
    words = tuple(words_of(grid, studio, inks))
    pieces = ghosts.ghosts(workshop.game, studio, {plot.space.id: plot for plot in grid.plots.values()})
    _keep(grid, words, pieces)
    yield from _frame(board, grid, studio, inks)
    field = Box(*board.field)
    yield Group(tuple(_ground(grid, inks, wood)), rectangle(field))
    yield from _passages(grid, inks)
    yield from _decorations(board, studio, inks)
    for plot in grid.plots.values():
        for box, ghost in zip(_row(plot, pieces, grid), pieces.get(plot.space.id, ()), strict=True):
            yield from ghosts.draw(ghost, box, studio, inks)
        if plot.space.code:
            yield from badge(plot.space.code, plot.pattern, _badge(plot), studio, inks, plot.space.where.of("code"))
    yield from chain.from_iterable(_word(word, studio, inks) for word in words)
    yield from chain.from_iterable(_label(label, studio, inks) for label in board.labels)


def proofread(board: Board, workshop: Workshop, inks: Inks) -> None:
    """Every word on the squares; a name that does not fit its square is told of where it is written."""
    studio, grid = workshop.studio, plots.survey(board)
    for word in words_of(grid, studio, inks):
        tuple(_word(word, studio, inks))
        room = word.plot.box.width - 2 * _EDGE
        if word.box.width > room:
            span = word.plot.space.where.of("name")
            message = f"'{word.plot.space.name}' does not fit its square: at {pt(word.style.point)} it needs "
            message += f"{mm(word.box.width)}, there are {mm(room)}"
            studio.found.error("text/overflow", span, message, "write a shorter name, or make the squares larger")
    shown = ghosts.ghosts(workshop.game, studio, {plot.space.id: plot for plot in grid.plots.values()})
    for plot in grid.plots.values():
        for box, ghost in zip(_row(plot, shown, grid), shown.get(plot.space.id, ()), strict=True):
            ghosts.proofread(ghost, box.width, studio)
        if plot.space.code:
            tuple(badge(plot.space.code, plot.pattern, _badge(plot), studio, inks, plot.space.where.of("code")))
    for label in board.labels:
        tuple(_label(label, studio, inks))


def _keep(grid: Grid, words: tuple[Word, ...], pieces: Mapping[str, tuple[Ghost, ...]]) -> None:
    """Nothing grows over what is read, nor over what is drawn for the eye."""
    for word in words:
        grid.keep(word.box)
        grid.floors[word.plot.at] = word.box.y - round(word.plot.box.height * 0.05)
    for plot in grid.plots.values():
        for box in _row(plot, pieces, grid):
            grid.keep(box)
        if plot.space.code:
            grid.keep(_badge(plot))
    for entry in grid.board.decorations:
        if drawn := seat(entry):
            grid.keep(drawn.grown(-min(drawn.width, drawn.height) // 6))


# The ground.


def _ground(grid: Grid, inks: Inks, wood: Wood) -> Iterator[Item]:
    every = tuple(grid.plots.values())
    for plot in every:
        yield _wash(plot, grid, inks)
    yield from textures.waters(grid, inks)
    for plot in every:
        yield Group(tuple(textures.lying(plot, grid, inks, wood)), rectangle(plot.box))
    yield from _roads(grid, inks)
    tall = [entry for plot in every for entry in textures.standing(plot, grid, inks, wood)]
    yield from (item for _, item in sorted(tall, key=lambda entry: entry[0]))
    yield from _lines(grid, inks)


def _wash(plot: Plot, grid: Grid, inks: Inks) -> Item:
    """A square in its colour, laid on thicker towards other grounds, as maps were coloured by hand."""
    tint, outline = inks.ground[plot.space.terrain], rectangle(plot.box)
    rim: list[Segment] = []
    for step in SIDES:
        if not grid.alike(plot, step):
            rim += hand.line(grid.border(plot.at, step))
    layers: list[Item] = [hand.fill(outline, inks.pale(tint, 0.26))]
    if rim:
        steps = [(share, inks.pale(tint, pale)) for share, pale in _THIN] + [(0.06, inks.shade(tint, 0.05))]
        for share, colour in steps:
            layers.append(Path(tuple(rim), None, Stroke(colour, round(plot.box.width * share), (), "square", "miter")))
    return Group(tuple(layers), outline)


def _roads(grid: Grid, inks: Inks) -> Iterator[Item]:
    """All casings, then all surfaces, then the ruts, so that roads that meet are one."""
    lines, wide = [hand.curve(road) for road in grid.roads], round(grid.side * plots.ROAD)
    for width, colour in ((wide + 700, inks.pale(inks.ink, 0.28)), (wide, inks.road)):
        for line in lines:
            yield hand.stroke(line, colour, width)
    for road in grid.roads:
        for off in (-0.2, 0.2):
            rut = hand.beside(road, [off * wide] * len(road))
            yield hand.stroke(hand.curve(rut), inks.shade(inks.road, 0.2), 170, (1_500, 1_100))


def _lines(grid: Grid, inks: Inks) -> Iterator[Item]:
    """The grid: a pale line with fine dots on it between squares, a firm one where the board ends."""
    inner: dict[tuple[Segment, ...], None] = {}
    outer: list[Segment] = []
    for plot in grid.plots.values():
        for step in SIDES:
            start, end = grid.border(plot.at, step)
            if grid.beside(plot, step) is None:
                outer += hand.line([start, end])
            else:
                inner[hand.line(sorted((start, end)))] = None
    segments = tuple(chain.from_iterable(inner))
    if segments:
        yield Path(segments, None, Stroke(inks.light(inks.paper, 0.3), 330))
        yield Path(segments, None, Stroke(inks.pale(inks.ink, 0.12), 210, (1, 1_000), "round"))
    if outer:
        yield Path(tuple(outer), None, Stroke(inks.ink, 420, (), "square"))


def _passages(grid: Grid, inks: Inks) -> Iterator[Item]:
    """Secret ways: dots from the middle of a square to a door in another."""
    known = {plot.space.id: plot for plot in grid.plots.values()}
    for way in grid.board.passages:
        ends = [known[name].middle for name in way.between if name in known]
        if len(ends) == 2:
            line = hand.line([hand.toward(ends[0], ends[1], share) for share in (0.12, 0.88)])
            yield hand.stroke(line, inks.paper, 1_300)
            yield hand.stroke(line, inks.accent, 650, (1, 1_500))
            yield from ways.door(hand.toward(ends[0], ends[1], 0.88), inks)


def _decorations(board: Board, studio: Studio, inks: Inks) -> Iterator[Item]:
    for entry in board.decorations:
        symbol = studio.icons.symbol(entry.icon, inks.ink, inks.light(inks.paper, 0.3), entry.where.of("icon"))
        if symbol and (box := seat(entry)):
            yield Use(symbol, box.x, box.y, box.width / EM, float(entry.turn), entry.where.span)


# The frame.


def _frame(board: Board, grid: Grid, studio: Studio, inks: Inks) -> Iterator[Item]:
    """A band in which every column has its letter and every row its number; where there is no room for it, two lines."""
    box = Box(*board.field)
    room = min(box.x, box.y, board.size[0] - box.right, board.size[-1] - box.bottom)
    if room < _BAND + _BEYOND:
        yield Path(rectangle(box.grown(900)), None, Stroke(inks.ink, 360, (), "butt", "miter"))
        return
    band = box.grown(_BAND)
    yield Path(rectangle(band.grown(900)), None, Stroke(inks.ink, 700, (), "butt", "miter"))
    yield Path(rectangle(band), inks.light(inks.paper, 0.4), Stroke(inks.ink, 240, (), "butt", "miter"))
    for spans in _band(grid, box):
        yield from _named(spans, studio, inks, board.where.of("squares"))
    yield Path(rectangle(box), inks.paper, Stroke(inks.ink, 240, (), "butt", "miter"))


def _named(spans: tuple[tuple[Box, str], ...], studio: Studio, inks: Inks, span: Span) -> Iterator[Item]:
    """Places of the band with their names, every other one tinted."""
    style = TextStyle(family="sans", bold=True, point=round(8 * POINT), colour=inks.ink)
    cap = studio.hand(style.manner, span).cap_height * style.point
    for index, (box, words) in enumerate(spans):
        if index % 2:
            yield hand.fill(rectangle(box), inks.shade(inks.paper, 0.12))
        x, y = box.x + box.width // 2, round(box.y + (box.height + cap) / 2)
        yield from text.line(studio, words, style, x, y, span, "middle")


def _band(grid: Grid, field: Box) -> Iterator[tuple[tuple[Box, str], ...]]:
    """The places of the band on each of its sides: above, below, left, right."""
    columns = [(grid.place((column, 0)), squares.name((column, 0))[:-1].upper()) for column in range(grid.columns)]
    rows = [(grid.place((0, row)), str(row + 1)) for row in range(grid.rows)]
    for y in (field.y - _BAND, field.bottom):
        yield tuple((Box(box.x, y, box.width, _BAND), words) for box, words in columns)
    for x in (field.x - _BAND, field.right):
        yield tuple((Box(x, box.y, _BAND, box.height), words) for box, words in rows)


# What is read.


def words_of(grid: Grid, studio: Studio, inks: Inks) -> Iterator[Word]:
    """Every name, on one line or two, as large as its square has room for."""
    for plot in grid.plots.values():
        if plot.space.name:
            yield _set(plot, studio, inks)


def _set(plot: Plot, studio: Studio, inks: Inks) -> Word:
    room, words = plot.box.width - 2 * _EDGE, plot.space.name.split()
    choices: list[tuple[str, ...]] = [(plot.space.name,)]
    choices += [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    style, span = _style(plot.pattern, inks), plot.space.where.of("name")
    wide = [max(text.measure(studio, line, style, span) for line in lines) for lines in choices]
    best = min(range(len(choices)), key=lambda index: (wide[index] > room, index and wide[index], index))
    shrunk = replace(style, point=max(_LEAST, min(style.point, int(style.point * room / max(1, wide[best])))))
    width = round(wide[best] * shrunk.point / style.point)
    cap = studio.hand(shrunk.manner, span).cap_height * shrunk.point
    height = round(cap + (len(choices[best]) - 1) * shrunk.point)
    top = plot.box.bottom - round(plot.box.height * 0.085) - height
    return Word(plot, choices[best], shrunk, Box(round(plot.middle[0] - width / 2), top, width, height))


def _style(pattern: str, inks: Inks) -> TextStyle:
    if pattern in ("town", "castle", "dungeon", "keep", "abbey"):
        return TextStyle(family="display", point=round(12.5 * POINT), colour=inks.ink)
    return TextStyle(family="text", bold=True, point=round(9.5 * POINT), colour=inks.ink)


def _word(word: Word, studio: Studio, inks: Inks) -> Iterator[Item]:
    around = Stroke(halo(inks, word.plot.space.terrain), 1_000, (), "round", "round")
    style, span = replace(word.style, halo=around), word.plot.space.where.of("name")
    cap = word.box.height - (len(word.lines) - 1) * style.point
    for index, line in enumerate(word.lines):
        y = word.box.y + cap + index * style.point
        yield from text.line(studio, line, style, word.box.x + word.box.width // 2, y, span, "middle")


def _badge(plot: Plot) -> Box:
    """The upper left corner of a square, where its code stands."""
    size = min(_LARGE, round(plot.box.width * _BADGE))
    return Box(plot.box.x + _EDGE, plot.box.y + _EDGE, size, size)


def _row(plot: Plot, pieces: Mapping[str, tuple[Ghost, ...]], grid: Grid) -> list[Box]:
    """Where the pieces that begin in a square are shown: side by side in its upper half, beside its code."""
    count = len(pieces.get(plot.space.id, ()))
    left = _badge(plot).width + _EDGE if plot.space.code else 0
    room = plot.box.width - left - 2 * _EDGE
    size = min(GHOST, room // max(1, count), round(plot.box.height * 0.42))
    x = plot.box.x + left + _EDGE + (room - count * size) // 2
    return [Box(x + index * size, plot.box.y + _EDGE, size, size).grown(-250) for index in range(count)]


def _label(label: Label, studio: Studio, inks: Inks) -> Iterator[Item]:
    if len(label.at) != 2:
        return
    colour = inks.shade(inks.water, 0.7) if label.rank == "water" else inks.accent
    around = Stroke(inks.light(inks.paper, 0.2), 1_300, (), "round", "round")
    point = label.size or round(dict(_RANKS)[label.rank] * POINT)
    style = TextStyle(family="display", point=point, colour=colour, tracking=0.08, halo=around)
    x, y = label.at
    yield from text.line(studio, label.text, style, x, y, label.where.of("text"), "middle", float(label.turn))
