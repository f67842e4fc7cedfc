"""Tracks: numbered boxes with what is preset on them."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.frame import Colour, Item, Path, Stroke, Use
from pnp.draw.icons import EM
from pnp.draw.palette import mix
from pnp.draw.text import place, typeset, wrap
from pnp.faces.rows import Kit, disc, rectangle
from pnp.model.pieces import Counter, Group
from pnp.model.tables import Track, TrackEvent
from pnp.units import MM, POINT, Box

_LARGEST_BOX = 24 * MM
_NOTE = round(7.5 * POINT)


def draw_track(track: Track, box: Box, kit: Kit) -> Iterator[Item]:
    """A track's boxes in rows, as large as fit, and its notes below."""
    notes = list(_notes(track, box, kit))
    high = sum(block.height for block, _, _ in notes) + (1_600 * len(notes))
    count = track.last - track.first + 1
    columns = min(track.columns or count, count)
    rows = -(-count // columns)
    side = min(box.width // columns, (box.height - high) // rows, _LARGEST_BOX)
    left = box.x + (box.width - side * columns) // 2
    for index in range(count):
        cell = Box(left + index % columns * side, box.y + index // columns * side, side, side)
        events = tuple(event for event in track.events if event.at == track.first + index)
        yield from _box(track, track.first + index, events, cell, kit)
    y = box.y + side * rows
    for block, style, span in notes:
        y += 1_600
        yield from place(kit.workshop.studio, block, style, Box(left, y, side * columns, block.height), span)
        y += block.height


def draw_ring(track: Track, box: Box, kit: Kit) -> Iterator[Item]:
    """A track's boxes round the edge of a rectangle, clockwise from its top left corner; of an odd number the first is twice
    as long as the others."""
    count = track.last - track.first + 1
    for index, cell in enumerate(ring(count, box)):
        number = track.first + index
        events = tuple(event for event in track.events if event.at == number)
        yield from _box(track, number, events, cell, kit, number % 10 == 0)


def ring(count: int, box: Box) -> tuple[Box, ...]:
    """So many boxes round the edge of a rectangle, as square as they can be; at least four."""
    round_ = max(4, count + count % 2)
    sides = round_ // 2 + 2
    across = max(2, min(sides - 2, round(sides * box.width / (box.width + box.height))))
    down = sides - across
    xs = [box.x + box.width * step // across for step in range(across + 1)]
    ys = [box.y + box.height * step // down for step in range(down + 1)]
    places = [(column, 0) for column in range(across)]
    places += [(across - 1, row) for row in range(1, down)]
    places += [(column, down - 1) for column in range(across - 2, -1, -1)]
    places += [(0, row) for row in range(down - 2, 0, -1)]
    cells = [Box(xs[c], ys[r], xs[c + 1] - xs[c], ys[r + 1] - ys[r]) for c, r in places]
    if count % 2:
        cells[:2] = [Box(cells[0].x, cells[0].y, cells[0].width + cells[1].width, cells[0].height)]
    return tuple(cells[:count])


def _notes(track: Track, box: Box, kit: Kit) -> Iterator[tuple]:  # type: ignore[type-arg]
    style = kit.style(_NOTE, italic=True)
    for number, note in enumerate(track.notes):
        span = track.where.of(f"notes[{number}]")
        yield wrap(kit.workshop.studio, note, style, box.width, span), style, span


def _box(
    track: Track, number: int, events: tuple[TrackEvent, ...], cell: Box, kit: Kit, ten: bool = False
) -> Iterator[Item]:
    tinted = ten or bool(events)
    yield Path(rectangle(cell), kit.tint if tinted else kit.ground, Stroke(kit.rule, 220))
    figure = kit.style(round(11 * POINT), bold=True, valign="top", family="sans")
    corner = Box(cell.x + 1_000, cell.y + 1_000, cell.width - 2_000, 4_200)
    yield from typeset(kit.workshop.studio, str(number), figure, corner, track.where.span, "a number of the track")
    if events:
        yield from _events(events, cell, kit)


def _events(events: tuple[TrackEvent, ...], cell: Box, kit: Kit) -> Iterator[Item]:
    """Roundels with the pieces' devices, and the first one's name below them."""
    pieces = {counter.id: (group, counter) for group, counter in kit.workshop.game.pieces()}
    shown = [pieces[event.piece] for event in events for _ in range(event.count) if event.piece in pieces]
    label = 3_600
    room = Box(cell.x + 700, cell.y + 4_400, cell.width - 1_400, cell.height - 4_400 - label)
    if len(shown) > 1:
        room = Box(cell.x + 700, cell.y + 1_000, cell.width - 1_400, cell.height - 1_000 - label)
        room = Box(room.x + 5_000, room.y, room.width - 5_000, room.height)
    yield from _roundels(shown, room, kit)
    first = events[0]
    if not shown:
        yield from _words(first, cell, kit)
        return
    text = shown[0][1].short or shown[0][1].name
    if len(shown) > 1:
        text = f"{shown[0][1].name} +{len(shown) - 1}"
    style = kit.style(
        round(6.5 * POINT), least=round(5.25 * POINT), align="centre", valign="bottom", lines=1, leading=1.0
    )
    under = Box(cell.x + 350, cell.bottom - label, cell.width - 700, label - 700)
    yield from typeset(kit.workshop.studio, text, style, under, first.where.span, "a name on the track")


def _words(event: TrackEvent, cell: Box, kit: Kit) -> Iterator[Item]:
    """Words alone, as large as the box under its number lets them be."""
    room = Box(cell.x + 350, cell.y + 4_400, cell.width - 700, cell.height - 5_400)
    style = kit.style(round(11 * POINT), least=round(5.25 * POINT), align="centre", valign="middle", leading=1.0)
    yield from typeset(kit.workshop.studio, event.text, style, room, event.where.of("text"), "words on the track")


def _roundels(shown: list[tuple[Group, Counter]], room: Box, kit: Kit) -> Iterator[Item]:
    if not shown:
        return
    across = 1 if len(shown) == 1 else 2
    down = -(-len(shown) // across)
    side = min(room.width // across, room.height // down)
    left = room.x + (room.width - side * across) // 2
    top = room.y + (room.height - side * down) // 2
    for index, (group, counter) in enumerate(shown):
        x, y = left + index % across * side, top + index // across * side
        yield from roundel(group, counter, Box(x, y, side, side).grown(-300), kit)


def roundel(group: Group, counter: Counter, box: Box, kit: Kit) -> Iterator[Item]:
    """A counter's device on a disc of its ground."""
    ground, lettering = kit.workshop.grounds(group)
    reach = min(box.width, box.height) // 2
    x, y = box.x + box.width // 2, box.y + box.height // 2
    yield Path(disc(x, y, reach), ground, Stroke(_edge(ground, kit.ink), 180))
    side = round(reach * 1.5)
    if counter.art:
        symbol = kit.workshop.studio.icons.symbol(counter.art, lettering, ground, counter.where.of("art"))
        if symbol is not None:
            yield Use(symbol, x - side // 2, y - side // 2, side / EM)


def _edge(ground: Colour, ink: Colour) -> Colour:
    return mix(ground, ink, 0.5)
