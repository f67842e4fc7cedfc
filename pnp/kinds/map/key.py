"""The key: a small piece of every ground, and of everything that joins or parts boxes, each with its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pnp.draw import text
from pnp.draw.cells import Point
from pnp.draw.frame import Group, Item, Path, Segment, Stroke, Symbol, Use
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.faces.panels import Hues, frame
from pnp.kinds.map import bounds, builds, hand, textures, ways
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.lettering import badge
from pnp.kinds.map.margin import rectangle
from pnp.kinds.map.trees import Wood
from pnp.model.board import Board, Mark, Terrain
from pnp.records import dataclass
from pnp.units import POINT, Box

_HEAD: Final = 9_600
_PAD: Final = 2_600
_WIDE: Final = 11_000
_EVERY: Final = 46_000
# What is shown besides the grounds: an id and the words for it.
_SIGNS: Final = (
    ("open", "open border"),
    ("thicket", "thicket: closed"),
    ("reeds", "reeds: closed"),
    ("wall", "wall with a gate"),
    ("water", "water: closed"),
    ("passage", "secret passage"),
    ("up", "begins here"),
    ("down", "begins face down"),
)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A place in the key: its little picture, and where its words begin."""

    id: str
    words: str
    box: Box
    terrain: Terrain | None = None
    mark: Mark | None = None


def draw(board: Board, studio: Studio, inks: Inks, wood: Wood, hues: Hues) -> Iterator[Item]:
    """The key in its frame, where the board has one."""
    if len(board.key) != 4:
        return
    box = Box(*board.key)
    yield from frame(box, hues)
    yield from _rule(box, inks)
    for entry in _entries(board, box):
        if entry.mark:
            yield from _mark(entry.mark, board, entry.box, studio, inks)
            continue
        yield Group(tuple(_picture(entry, board.drawn, inks, wood)), rectangle(entry.box))
        yield Path(rectangle(entry.box), None, Stroke(inks.shade(inks.paper, 0.6), 160))
    yield from words(board, studio, inks)


def _rule(box: Box, inks: Inks) -> Iterator[Item]:
    """A line with a lozenge under the title."""
    x, y, half = box.x + box.width / 2, box.y + 7_300.0, box.width * 0.32
    yield hand.stroke(
        [*hand.line([(x - half, y), (x - 1_500, y)]), *hand.line([(x + 1_500, y), (x + half, y)])], inks.ink, 140
    )
    yield hand.fill(hand.line([(x - 800, y), (x, y - 800), (x + 800, y), (x, y + 800)], True), inks.accent)


def words(board: Board, studio: Studio, inks: Inks) -> tuple[Item, ...]:
    """The key's title and names."""
    if len(board.key) != 4:
        return ()
    box, span = Box(*board.key), board.where.of("key")
    family = "display-caps" if "display-caps" in studio.fonts.families else "display"
    head = TextStyle(family=family, point=round(13 * POINT), colour=inks.ink)
    items = [*text.line(studio, "What the Map Shows", head, box.x + box.width // 2, box.y + 5_600, span, "middle")]
    for entry in _entries(board, box):
        style = TextStyle(family="sans", point=round(8.5 * POINT), least=round(6 * POINT), valign="middle", leading=1.0)
        room = Box(entry.box.right + 1_200, entry.box.y, _column(board, box)[0] - _WIDE - 1_800, entry.box.height)
        where = (
            entry.terrain.where.of("name") if entry.terrain else entry.mark.where.of("means") if entry.mark else span
        )
        items += text.typeset(studio, entry.words, replace(style, colour=inks.ink), room, where, "a name in the key")
    return tuple(items)


def _column(board: Board, box: Box) -> tuple[int, int]:
    """Width and height of an entry; two in a row, more where the key is wide."""
    return (box.width - 2 * _PAD) // _columns(box), (box.height - _HEAD - _PAD) // _rows(board, box)


def _columns(box: Box) -> int:
    return max(2, box.width // _EVERY)


def _rows(board: Board, box: Box) -> int:
    return -(-(len(board.terrains) + len(board.marks) + len(_signs(board))) // _columns(box))


def _signs(board: Board) -> tuple[tuple[str, str], ...]:
    """What is shown besides the grounds: between squares nothing needs a sign."""
    if board.drawn != "squares":
        return _SIGNS
    # A word or two beside grounds, and no account of borders: they are written as the names of grounds are.
    roads = (("way", "Road"),) if any(route.drawn for route in board.routes) else ()
    return (*roads, ("passage", "Secret passage")) if board.passages else roads


def _entries(board: Board, box: Box) -> Iterator[_Entry]:
    wide, high = _column(board, box)
    rows = _rows(board, box)
    nowhere = Box(0, 0, 0, 0)
    entries = [
        *(_Entry(one.pattern or one.id, one.name, nowhere, terrain=one) for one in board.terrains),
        *(_Entry(one.terrain, one.means, nowhere, mark=one) for one in board.marks),
        *(_Entry(id, named, nowhere) for id, named in _signs(board)),
    ]
    for index, entry in enumerate(entries):
        x, y = box.x + _PAD + wide * (index // rows), box.y + _HEAD + high * (index % rows)
        yield replace(entry, box=Box(x, y + 350, _WIDE, high - 700))


def _mark(mark: Mark, board: Board, box: Box, studio: Studio, inks: Inks) -> Iterator[Item]:
    pattern = next((one.pattern or one.id for one in board.terrains if one.id == mark.terrain), "")
    wide = min(box.width, box.height * 2)
    place = Box(box.x + (box.width - wide) // 2, box.y, wide, box.height)
    return badge(mark.code, pattern, place, studio, inks, mark.where.of("code"))


def _picture(entry: _Entry, drawn: str, inks: Inks, wood: Wood) -> Iterator[Item]:
    box = entry.box
    if entry.terrain is not None:
        tint = inks.ground[entry.terrain.id]
        yield hand.fill(rectangle(box), inks.pale(tint, 0.15))
        yield from _ground(entry.id, box, inks, wood)
        if drawn == "squares" and entry.id not in _KNOWN:
            yield from textures.sample(entry.id, box, inks, wood)
    else:
        # A road is as pale as paper, so it is shown on the first ground.
        grounds = tuple(inks.ground.values())
        yield hand.fill(rectangle(box), grounds[0] if entry.id == "way" and grounds else inks.light(inks.paper, 0.1))
        yield from _sign(entry.id, box, inks, wood)


def _ground(pattern: str, box: Box, inks: Inks, wood: Wood) -> Iterator[Item]:
    x, foot, mason = box.x + box.width / 2, float(box.bottom), builds.Mason(inks)
    middle = box.y + box.height / 2
    if pattern == "woods":
        for index in range(9):
            at = (box.x + 500 + index * 1_280, foot + (index % 2) * 500 - 200)
            yield Use(wood.oaks[index], round(at[0]), round(at[1]), 0.8)
    elif pattern == "field":
        lines: list[Segment] = []
        for index in range(14):
            lines += hand.line([(box.x + index * 950 - 1_000, foot), (box.x + index * 950 + 1_200, float(box.y))])
        yield hand.stroke(lines, inks.shade(inks.paper, 0.3), 140)
    elif pattern in ("road", "bridge", "ford"):
        yield from _way(pattern, box, middle, inks)
    elif pattern == "houses":
        fall = hand.dice("key")
        for index, dx in enumerate((-2_600, 2_500, -100)):
            yield from mason.house(x + dx, foot - 700 - (index < 2) * 700, 1.15, index == 1, fall)
    elif pattern in _BUILDINGS:
        build, scale, drop = _BUILDINGS[pattern]
        yield Use(Symbol(f"key-{pattern}", tuple(build(mason, "key", 0.0, 0.0))), round(x), round(foot - drop), scale)


_BUILDINGS: Final = {
    "town": (builds.town, 0.42, 300),
    "castle": (builds.castle, 0.44, 400),
    "keep": (builds.keep, 0.36, 600),
    "ruin": (builds.ruin, 0.56, 500),
    "mill": (builds.mill, 0.48, 200),
}


# Grounds of which a piece is drawn here, on whatever board.
_KNOWN: Final = ("woods", "field", "road", "bridge", "ford", "houses", *_BUILDINGS)


def _way(pattern: str, box: Box, middle: float, inks: Inks) -> Iterator[Item]:
    line: list[Point] = [(box.x - 500.0, middle), (box.x + box.width / 2, middle), (box.right + 500.0, middle)]
    x = box.x + box.width / 2
    if pattern != "road":
        water = [(x, box.y - 500.0), (x, box.bottom + 500.0)]
        yield hand.stroke(hand.line(water), inks.shade(inks.water, 0.66), 4_000)
        yield hand.stroke(hand.line(water), inks.water, 3_500)
    if pattern == "ford":
        yield hand.stroke(hand.line(line), inks.road, 1_150)
        yield hand.stroke(hand.line(line), inks.shade(inks.paper, 0.62), 420, (1_300, 1_000))
        yield from ways.ford(x, middle, 3_500, inks)
        return
    yield hand.stroke(hand.line(line), inks.pale(inks.ink, 0.30), 2_000)
    yield hand.stroke(hand.line(line), inks.road, 1_500)
    if pattern == "bridge":
        yield from ways.bridge(x, middle, 3_500, inks)


def _sign(id: str, box: Box, inks: Inks, wood: Wood) -> Iterator[Item]:
    middle = box.y + box.height / 2
    line: list[Point] = [
        (float(box.x), middle + 200),
        (box.x + box.width / 2, middle - 250),
        (float(box.right), middle + 150),
    ]
    if id == "way":
        yield from _way("road", box, middle, inks)
    elif id == "open":
        yield hand.stroke(hand.curve(line), inks.pale(inks.ink, 0.12), 520, (1, 1_450))
    elif id == "thicket":
        for index in range(8):
            yield Use(wood.bushes[index % 6], box.x + index * 1_600, round(middle + 800 + index % 2 * 200), 1.0)
    elif id == "reeds":
        for index in range(9):
            yield Use(wood.reeds[index % 4], box.x + 300 + index * 1_350, round(middle + 1_300), 0.9)
    elif id == "wall":
        half = box.width / 2
        for run in ([line[0], (box.x + half - 1_900, middle)], [(box.x + half + 1_900, middle), line[2]]):
            yield from bounds.wall(run, inks)
        for dx in (-1_900, 1_900):
            yield from bounds.tower((box.x + half + dx, middle + 300), inks)
    elif id == "water":
        yield hand.stroke(hand.curve(line), inks.shade(inks.water, 0.66), 2_900)
        yield hand.stroke(hand.curve(line), inks.water, 2_400)
    elif id == "passage":
        way = [line[0], (box.right - 4_200.0, middle)]
        yield hand.stroke(hand.line(way), inks.accent, 620, (1, 1_500))
        yield from ways.door((box.right - 3_000.0, middle + 300), inks)
    else:
        side = box.height - 900
        ghost = Box(box.x + (box.width - side) // 2, box.y + 450, side, side)
        dash = (1_150, 750) if id == "down" else ()
        yield Path(rectangle(ghost), inks.light(inks.paper, 0.5), Stroke(inks.ink, 380, dash, "butt", "round"))
