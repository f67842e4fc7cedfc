"""Panels: tables, tracks, Player-Turns, holding boxes and words, drawn in one hand on maps and charts alike.

A panel's type is as large as fits, from 9.5 pt down to 7 pt; what does not fit even so is an error at the panel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from pnp.diag import Span
from pnp.draw.frame import Colour, Item, Path, Segment, Stroke, Use
from pnp.draw.icons import EM
from pnp.draw.palette import contrast, mix
from pnp.draw.text import TextStyle, line, typeset
from pnp.faces.rows import Kit, Row, rows_of_table, rows_of_turn
from pnp.faces.tracks import draw_track
from pnp.faces.workshop import Workshop
from pnp.model.tables import Panel
from pnp.units import MM, POINT, Box, mm

LARGEST, LEAST, STEP = round(9.5 * POINT), 7 * POINT, POINT / 4
_PAD: Final = 2_200
_TITLE: Final = 6_400
_SPREAD: Final = 1.35

Rows = Callable[[int], list[Row]]


@dataclass(frozen=True, slots=True)
class Hues:
    """A panel's colours, from the game's palette where it names them."""

    paper: Colour
    ink: Colour
    ground: Colour
    tint: Colour
    rule: Colour

    @staticmethod
    def of(workshop: Workshop) -> Hues:
        names = workshop.studio.palette.names
        paper, ink = names["paper"], names["ink"]
        ground = names.get("panel") or mix(paper, Colour("#ffffff"), 0.45)
        tint = names.get("panel-tint") or mix(ground, names.get("vellum", ink), 0.55 if "vellum" in names else 0.1)
        return Hues(paper, ink, ground, tint, mix(ground, ink, 0.45))


def panel(workshop: Workshop, record: Panel, framed: bool = True) -> tuple[Item, ...]:
    """Everything that a panel shows, in the coordinates of what it stands on."""
    return tuple(_items(workshop, record, framed))


def _items(workshop: Workshop, record: Panel, framed: bool) -> Iterator[Item]:
    box, hues = Box(record.at[0], record.at[-1], record.size[0], record.size[-1]), Hues.of(workshop)
    if framed:
        yield from frame(box, hues)
    title = record.title or _name(workshop, record)
    inner = box.grown(-_PAD)
    if title:
        yield from _title(workshop, record, title, Box(inner.x, box.y + 800, inner.width, _TITLE), hues)
        inner = Box(inner.x, box.y + _TITLE + 1_400, inner.width, box.height - _TITLE - 1_400 - _PAD)
    yield from _content(workshop, record, inner, hues)


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
    yield Path(_rectangle(box), hues.ground, Stroke(hues.ink, 320))
    fine = box.grown(-900)
    yield Path(_rectangle(fine), None, Stroke(hues.ink, 110))
    for x in (fine.x, fine.right):
        for y in (fine.y, fine.bottom):
            yield Path(_lozenge(x, y, 650), hues.ink)


def _rectangle(box: Box) -> tuple[Segment, ...]:
    return (
        ("M", box.x, box.y),
        ("L", box.right, box.y),
        ("L", box.right, box.bottom),
        ("L", box.x, box.bottom),
        ("Z",),
    )


def _lozenge(x: int, y: int, reach: int) -> tuple[Segment, ...]:
    return (("M", x, y - reach), ("L", x + reach, y), ("L", x, y + reach), ("L", x - reach, y), ("Z",))


def _title(workshop: Workshop, record: Panel, title: str, box: Box, hues: Hues) -> Iterator[Item]:
    span = record.where.of("title") if record.title else record.where.span
    style = TextStyle(
        family=_family(workshop, "display-caps", "display"),
        point=round(13 * POINT),
        least=round(8 * POINT),
        colour=hues.ink,
        align="centre",
        valign="middle",
        lines=1,
    )
    yield from typeset(workshop.studio, title, style, box, span, "the title of a panel")
    y = box.bottom + 250
    middle = box.x + box.width // 2
    for start, end in ((box.x + box.width // 8, middle - 1_600), (middle + 1_600, box.right - box.width // 8)):
        yield Path((("M", start, y), ("L", end, y)), None, Stroke(hues.ink, 160))
    yield Path(_lozenge(middle, y, 800), hues.ink)


def _family(workshop: Workshop, *wanted: str) -> str:
    having = {font.id for font in workshop.game.style.fonts} if workshop.game.style else set()
    return next((name for name in wanted if name in having), wanted[-1])


def _content(workshop: Workshop, record: Panel, box: Box, hues: Hues) -> Iterator[Item]:
    game = workshop.game
    table = next((one for one in game.tables if one.id == record.table), None)
    track = next((one for one in game.tracks if one.id == record.track), None)
    turn = next((one for one in game.sequence if one.id == record.turn), None)
    kit = Kit(workshop, hues.ink, hues.tint, hues.rule, hues.ground)
    if table is not None:
        yield from _stack(record, box, kit, lambda size: rows_of_table(table, kit, size, box.width))
    elif turn is not None:
        side = workshop.side(turn.side) if turn.side else None
        yield from _stack(record, box, kit, lambda size: rows_of_turn(turn, side, kit, size, box.width))
    elif track is not None:
        yield from draw_track(track, box, kit)
    elif record.text:
        yield from _words(workshop, record, record.text, box, hues)
    elif record.zone:
        zone = next((one for board in game.boards for one in board.zones if one.id == record.zone), None)
        yield Path(_rectangle(box), None, Stroke(hues.rule, 200, (1_400, 900)))
        if zone is not None and zone.text:
            note = Box(box.x + 1_200, box.bottom - 8_500, box.width - 2_400, 7_300)
            yield from _words(workshop, record, zone.text, note, hues, foot=True)
    if record.icon:
        yield from _sign(workshop, record, box, hues)


def _sign(workshop: Workshop, record: Panel, box: Box, hues: Hues) -> Iterator[Item]:
    """A holding box's device, pale, in its middle."""
    side = min(box.width, box.height, 22 * MM) * 3 // 4
    pale = mix(hues.ground, hues.ink, 0.14)
    symbol = workshop.studio.icons.symbol(record.icon or "", pale, hues.ground, record.where.of("icon"))
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


def _stack(record: Panel, box: Box, kit: Kit, make: Rows) -> Iterator[Item]:
    """Rows one below another, in the largest type in which they fit; spare height is shared out among them."""
    size: float = LARGEST
    rows = make(round(size))
    while _height(rows) > box.height and size > LEAST:
        size -= STEP
        rows = make(round(size))
    height = _height(rows)
    if height > box.height:
        over = f"needs {mm(height)} of height at {size / POINT:g} pt, there are {mm(box.height)}"
        kit.workshop.studio.found.error(
            "panel/overflow", record.where.of("size"), f"the panel '{record.id}' {over}", "make it larger, or split it"
        )
    growing = sum(row.height for row in rows if row.grows) or 1
    share = min(_SPREAD, 1 + max(0, box.height - height) / growing)
    y = box.y
    for row in rows:
        tall = round(row.height * share) if row.grows else row.height
        yield from row.draw(box.x, y, tall)
        y += tall


def _height(rows: list[Row]) -> int:
    return sum(row.height for row in rows)


def legible(ink: Colour, ground: Colour) -> bool:
    """Whether type in one colour can be read on another (WCAG: 4.5)."""
    return contrast(ink, ground) >= 4.5


def heading(workshop: Workshop, left: str, right: str, box: Box, span: Span) -> Iterator[Item]:
    """A head line across the top of a sheet: two words and a rule below them."""
    hues = Hues.of(workshop)
    style = TextStyle(family=_family(workshop, "display-caps", "display"), point=round(15 * POINT), colour=hues.ink)
    yield from line(workshop.studio, left, style, box.x, box.bottom - 1_800, span)
    yield from line(workshop.studio, right, style, box.right, box.bottom - 1_800, span, "end")
    yield Path((("M", box.x, box.bottom), ("L", box.right, box.bottom)), None, Stroke(hues.ink, 350))
