"""Panels: tables, tracks, Player-Turns, holding boxes and words, drawn in one hand on maps and charts alike.

A panel's type is as large as fits, from 9 pt down to 7 pt; what does not fit even so is an error at the panel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from pnp.diag import Span
from pnp.draw.frame import Colour, Item, Path, Stroke, Use
from pnp.draw.icons import EM
from pnp.draw.palette import contrast, mix
from pnp.draw.text import TextStyle, line, typeset
from pnp.faces.phases import rows_of_turn
from pnp.faces.rows import Kit, Row, family, lozenge, rectangle
from pnp.faces.tabular import rows_of_table
from pnp.faces.tracks import draw_ring, draw_track
from pnp.faces.workshop import Workshop
from pnp.model.tables import Panel
from pnp.records import dataclass
from pnp.units import MM, POINT, Box, mm

LARGEST, LEAST, STEP = round(9 * POINT), 7 * POINT, POINT / 4
_PAD: Final = 2_000
_TITLE: Final = 5_200
_HEAD: Final = _TITLE + 2_300
_APART: Final = 1_200

Rows = Callable[[int], list[Row]]


@dataclass(frozen=True, slots=True)
class Hues:
    """A panel's colours, from the game's palette where it names them."""

    paper: Colour
    ink: Colour
    ground: Colour
    tint: Colour
    rule: Colour
    rubric: Colour

    @staticmethod
    def of(workshop: Workshop) -> Hues:
        names = workshop.studio.palette.names
        paper, ink = names["paper"], names["ink"]
        ground = names.get("panel") or mix(paper, Colour("#ffffff"), 0.45)
        tint = names.get("panel-tint") or mix(ground, names.get("vellum", ink), 0.55 if "vellum" in names else 0.1)
        return Hues(paper, ink, ground, tint, mix(ground, ink, 0.45), names.get("rubric", ink))


def panel(workshop: Workshop, record: Panel, framed: bool = True, most: float = LARGEST) -> tuple[Item, ...]:
    """Everything that a panel shows, in the coordinates of what it stands on; type no larger than `most`."""
    items = tuple(_items(workshop, record, framed, most))
    if workshop.reading and framed:
        workshop.reading.check(items, f"the panel '{record.id}'", record.where.of("id"))
    return items


def _items(workshop: Workshop, record: Panel, framed: bool, most: float) -> Iterator[Item]:
    box, hues = Box(record.at[0], record.at[-1], record.size[0], record.size[-1]), Hues.of(workshop)
    track = next((one for one in workshop.game.tracks if one.id == record.track), None)
    if record.ring and track is not None:
        yield from draw_ring(track, box, _kit(workshop, hues))
        return
    if framed:
        yield from frame(box, hues)
    title = record.title or _name(workshop, record)
    if title:
        yield from _title(workshop, record, title, Box(box.x + _PAD, box.y + 1_300, box.width - 2 * _PAD, _TITLE), hues)
    yield from _content(workshop, record, _inner(workshop, record), hues, most)


def _inner(workshop: Workshop, record: Panel) -> Box:
    """What is left for a panel's content inside its frame and below its title."""
    box = Box(record.at[0], record.at[-1], record.size[0], record.size[-1])
    if not (record.title or _name(workshop, record)):
        return box.grown(-_PAD)
    return Box(box.x + _PAD, box.y + _HEAD, box.width - 2 * _PAD, box.height - _HEAD - _PAD)


def _name(workshop: Workshop, record: Panel) -> str:
    game = workshop.game
    zones = {zone.id: zone.name for board in game.boards for zone in board.zones}
    tables = {table.id: table.name for table in game.tables}
    tracks = {track.id: track.name for track in game.tracks}
    turns = {turn.id: turn.name for turn in game.sequence}
    for known, id in ((tables, record.table), (tracks, record.track), (turns, record.turn), (zones, record.zone)):
        if id in known:
            return known[id]
    return ""


def frame(box: Box, hues: Hues) -> Iterator[Item]:
    """A panel's ground, a strong and a fine line round it, and a lozenge at each corner of the fine one."""
    yield Path(rectangle(box), hues.ground, Stroke(hues.ink, 320))
    fine = box.grown(-900)
    yield Path(rectangle(fine), None, Stroke(hues.ink, 110))
    for x in (fine.x, fine.right):
        for y in (fine.y, fine.bottom):
            yield Path(lozenge(x, y, 650), hues.rubric)


def _title(workshop: Workshop, record: Panel, title: str, box: Box, hues: Hues) -> Iterator[Item]:
    span = record.where.of("title") if record.title else record.where.span
    colour = _own(workshop, record) or hues.ink
    style = TextStyle(
        family=family(workshop, "display-caps", "display"),
        point=round(12.5 * POINT),
        least=round(8 * POINT),
        colour=colour,
        align="centre",
        valign="middle",
        lines=1,
    )
    yield from typeset(workshop.studio, title, style, box, span, "the title of a panel")
    y = box.bottom + 400
    middle = box.x + box.width // 2
    for start, end in ((box.x + box.width // 8, middle - 1_600), (middle + 1_600, box.right - box.width // 8)):
        yield Path((("M", start, y), ("L", end, y)), None, Stroke(hues.ink, 160))
    yield Path(lozenge(middle, y, 700), hues.rubric)


def _own(workshop: Workshop, record: Panel) -> Colour | None:
    """The colour of the side whose Player-Turn the panel shows, if it can be read."""
    turn = next((one for one in workshop.game.sequence if one.id == record.turn), None)
    side = workshop.side(turn.side) if turn is not None and turn.side else None
    colour = workshop.studio.palette.get(side.colour) if side is not None else None
    return colour if colour is not None and legible(colour, Hues.of(workshop).ground) else None


def together(workshop: Workshop, records: tuple[Panel, ...]) -> float:
    """The largest type size in which each of these panels fits its place: one size for a whole sheet."""
    size: float = LARGEST
    hues = Hues.of(workshop)
    for record in records:
        inner = _inner(workshop, record)
        rows = _rows(workshop, record, inner.width, _kit(workshop, hues))
        if rows is not None:
            size = _fitting(rows, inner.height, size)
    return size


def _kit(workshop: Workshop, hues: Hues) -> Kit:
    return Kit(workshop, hues.ink, hues.tint, hues.rule, hues.ground)


def _rows(workshop: Workshop, record: Panel, width: int, kit: Kit) -> Rows | None:
    """How the rows of a table's or a turn's panel are made at a size; None for other panels. What was made is kept: a
    size is tried for a sheet, then for a panel, and then drawn."""
    make = _maker(workshop, record, width, kit)
    if make is None:
        return None

    def rows(size: int) -> list[Row]:
        key = (record.table or "", record.turn or "", width, size)
        if key not in workshop.rows:
            workshop.rows[key] = make(size)
        kept: list[Row] = workshop.rows[key]
        return kept

    return rows


def _maker(workshop: Workshop, record: Panel, width: int, kit: Kit) -> Rows | None:
    table = next((one for one in workshop.game.tables if one.id == record.table), None)
    if table is not None:
        return lambda size: rows_of_table(table, kit, size, width)
    turn = next((one for one in workshop.game.sequence if one.id == record.turn), None)
    if turn is not None:
        side = workshop.side(turn.side) if turn.side else None
        return lambda size: rows_of_turn(turn, side, kit, size, width)
    return None


def _content(workshop: Workshop, record: Panel, box: Box, hues: Hues, most: float) -> Iterator[Item]:
    kit = _kit(workshop, hues)
    rows = _rows(workshop, record, box.width, kit)
    track = next((one for one in workshop.game.tracks if one.id == record.track), None)
    if rows is not None:
        yield from _stack(record, box, kit, rows, most)
    elif track is not None:
        yield from draw_track(track, box, kit)
    elif record.text:
        # Words have no head of their own between them and the title's lozenge, as tables have.
        apart = Box(box.x + _APART, box.y + _APART, box.width - 2 * _APART, box.height - _APART)
        yield from _words(workshop, record, record.text, apart, hues)
    elif record.zone:
        yield from _zone(workshop, record, box, hues)
    elif record.icon:
        yield from _picture(workshop, record, box, hues)
        return
    if record.icon:
        yield from _sign(workshop, record, box, hues)


def _zone(workshop: Workshop, record: Panel, box: Box, hues: Hues) -> Iterator[Item]:
    """A holding box: a dashed line round where pieces lie, and at its foot what it is for."""
    zone = next((one for board in workshop.game.boards for one in board.zones if one.id == record.zone), None)
    yield Path(rectangle(box), None, Stroke(hues.rule, 200, (1_400, 900)))
    if zone is not None and zone.text:
        note = Box(box.x + 1_200, box.bottom - 8_500, box.width - 2_400, 7_300)
        yield from _words(workshop, record, zone.text, note, hues, foot=True)


def _sign(workshop: Workshop, record: Panel, box: Box, hues: Hues) -> Iterator[Item]:
    """A holding box's device, pale, in its middle."""
    side = min(box.width, box.height, 22 * MM) * 3 // 4
    pale = mix(hues.ground, hues.ink, 0.14)
    symbol = workshop.studio.icons.symbol(record.icon or "", pale, hues.ground, record.where.of("icon"))
    if symbol is not None:
        yield Use(symbol, box.x + (box.width - side) // 2, box.y + (box.height - side) // 2, side / EM)


def _picture(workshop: Workshop, record: Panel, box: Box, hues: Hues) -> Iterator[Item]:
    """The drawing of a panel that shows nothing else, as large as it fits."""
    side = min(box.width, box.height)
    symbol = workshop.studio.icons.symbol(record.icon or "", hues.ink, hues.ground, record.where.of("icon"))
    if symbol is not None:
        yield Use(symbol, box.x + (box.width - side) // 2, box.y + (box.height - side) // 2, side / EM)


def _words(workshop: Workshop, record: Panel, text: str, box: Box, hues: Hues, foot: bool = False) -> Iterator[Item]:
    span = record.where.of("text")
    filled = workshop.sandbox.template(text, span, workshop.studio.found).fill({})
    style = TextStyle(
        point=LARGEST,
        least=round(LEAST),
        colour=hues.ink,
        italic=foot,
        align="centre" if foot else "left",
        valign="bottom" if foot else "top",
        leading=1.22,
    )
    yield from typeset(workshop.studio, filled, style, box, span, "the text of a panel")


def _stack(record: Panel, box: Box, kit: Kit, make: Rows, most: float) -> Iterator[Item]:
    """Rows one below another, in the largest type in which they fit; spare height is shared out among them."""
    size = _fitting(make, box.height, most)
    rows = make(round(size))
    height = _height(rows)
    if height > box.height:
        over = f"needs {mm(height)} of height at {size / POINT:g} pt, there are {mm(max(0, box.height))}"
        kit.workshop.studio.found.error(
            "panel/overflow", record.where.of("size"), f"the panel '{record.id}' {over}", "make it larger, or split it"
        )
    share = min(1.0, max(0, box.height - height) / (sum(row.stretch for row in rows) or 1))
    y = box.y
    for row in rows:
        tall = row.height + round(row.stretch * share)
        yield from row.draw(box.x, y, tall)
        y += tall


def _fitting(make: Rows, height: int, most: float) -> float:
    """The largest type size, from `most` down, at which rows are no higher than this; the least if none is.

    Begun where the area would be right, which is seldom more than a step off: a size costs milliseconds to try.
    """

    def fits(step: int) -> bool:
        return _height(make(round(LEAST + step * STEP))) <= height

    full = _height(make(round(most)))
    if full <= height:
        return most
    steps = int((most - LEAST) / STEP)
    step = min(steps, max(0, int((most * math.sqrt(max(0, height) / full) - LEAST) / STEP)))
    if fits(step):
        while step < steps and fits(step + 1):
            step += 1
    else:
        while step > 0 and not fits(step):
            step -= 1
    return LEAST + step * STEP


def _height(rows: list[Row]) -> int:
    return sum(row.height for row in rows)


def legible(ink: Colour, ground: Colour) -> bool:
    """Whether type in one colour can be read on another (WCAG: 4.5)."""
    return contrast(ink, ground) >= 4.5


def heading(workshop: Workshop, left: str, right: str, box: Box, span: Span) -> Iterator[Item]:
    """A head line across the top of a sheet: two words, a strong and a fine rule below them, lozenges where they end."""
    hues = Hues.of(workshop)
    style = TextStyle(family=family(workshop, "display-caps", "display"), point=round(17 * POINT), colour=hues.ink)
    yield from line(workshop.studio, left, style, box.x, box.bottom - 2_300, span)
    yield from line(
        workshop.studio, right, replace(style, colour=hues.rubric), box.right, box.bottom - 2_300, span, "end"
    )
    for y, width in ((box.bottom - 800, 420), (box.bottom, 140)):
        yield Path((("M", box.x, y), ("L", box.right, y)), None, Stroke(hues.ink, width))
    middle = box.x + box.width // 2
    for x, reach in ((middle - 2_600, 800), (middle, 1_300), (middle + 2_600, 800)):
        yield Path(lozenge(x, box.bottom - 400, reach), hues.rubric, Stroke(hues.paper, 260))
