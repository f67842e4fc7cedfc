"""What the block templates are given: pieces with sizes and alternative texts, positions as panels, inventories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from pnp.book.base import Inline
from pnp.book.words import curly
from pnp.draw.palette import Palette, contrast
from pnp.draw.prose import Run, parse
from pnp.model import provenance
from pnp.model.base import Value
from pnp.model.board import Space
from pnp.model.game import Game
from pnp.model.mats import Mat, MatSet
from pnp.model.pieces import Card, Counter, Deck, Group, Side
from pnp.model.rules import Position
from pnp.model.tables import Track
from pnp.records import dataclass
from pnp.units import MM, Box


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter, card or mat with its trim size in millimetres."""

    record: Counter | Card | Mat
    width: float
    height: float
    facts: tuple[str, ...] = ()

    def alt(self, side: str) -> str:
        """What a reader who cannot see the figure is told."""
        reverse = getattr(self.record, "reverse", None)
        if side == "back":
            return f"{(reverse and reverse.name) or self.record.name}, back"
        return ", ".join([self.record.name, *self.facts])


def text(value: str) -> str:
    """Plain text as HTML."""
    return escape(value, quote=True)


def prose(source: str, icon: Callable[[str], str]) -> Inline:
    """A record's prose as HTML within a line: paragraphs are parted by a break, items are bulleted."""
    parts = []
    for paragraph in parse(source).paragraphs:
        pieces = "".join(_run(piece) if isinstance(piece, Run) else icon(piece.icon) for piece in paragraph.pieces)
        parts.append(f"• {pieces}" if paragraph.item else pieces)
    return Inline("<br>".join(parts))


def _run(run: Run) -> str:
    words = escape(curly(run.text), quote=False)
    words = f"<em>{words}</em>" if run.italic else words
    return f"<strong>{words}</strong>" if run.bold else words


def size(lengths: tuple[int, ...]) -> tuple[float, float]:
    """Width and height in millimetres; one length is a square."""
    return lengths[0] / MM, lengths[-1] / MM


def piece(game: Game, id: str) -> Piece | None:
    """A counter, card or mat by its id."""
    for group, counter in game.pieces():
        if counter.id == id:
            return Piece(counter, *size(group.size), facts(game, group, counter))
    for deck in game.decks:
        for card in deck.cards:
            if card.id == id:
                return Piece(card, *size(deck.size))
    for one in game.mats:
        for mat in one.mats:
            if mat.id == id:
                return Piece(mat, *size(one.size))
    return None


def facts(game: Game, group: Group, counter: Counter) -> tuple[str, ...]:
    """A counter's values in words: Movement Allowance 5."""
    found = []
    for attribute in game.attributes:
        held = value(group, counter, attribute.id)
        if attribute.type == "number" and held not in (None, ""):
            found.append(f"{attribute.name} {held}")
    return tuple(found)


def value(group: Group, counter: Counter, attribute: str) -> Value | None:
    """An attribute's value on a counter, or on its group."""
    return counter.values.get(attribute, group.values.get(attribute))


def piece_ids(game: Game) -> Iterator[str]:
    """The ids of all counters, cards and mats."""
    yield from (counter.id for _, counter in game.pieces())
    yield from (card.id for deck in game.decks for card in deck.cards)
    yield from (mat.id for one in game.mats for mat in one.mats)


def image(name: str, alt: str, width: float, height: float) -> Inline:
    """A picture among the book's files, at a size in millimetres."""
    return Inline(
        f'<img class="piece" src="pnp:{name}" alt="{text(alt)}" style="width:{width:g}mm;height:{height:g}mm">'
    )


def sides(game: Game) -> Mapping[str, Side]:
    """Sides by id."""
    return {side.id: side for side in game.sides}


@dataclass(frozen=True, slots=True)
class Stock:
    """A group, a deck or a set of mats in an inventory: how many pieces it has, the scale they are shown at, and the piece
    whose back stands for all backs (none where backs say nothing)."""

    record: Group | Deck | MatSet
    pieces: tuple[Counter, ...] | tuple[Card, ...] | tuple[Mat, ...]
    count: int
    scale: float
    back: str = ""


def inventory(game: Game) -> tuple[Stock, ...]:
    """Everything that is printed, group by group."""
    groups = [
        Stock(group, group.counters, sum(one.copies for one in group.counters), _small(group.size), _back(game, group))
        for group in game.counters
    ]
    decks = [Stock(deck, deck.cards, sum(one.copies for one in deck.cards), _small(deck.size)) for deck in game.decks]
    mats = [Stock(one, one.mats, len(one.mats), _small(one.size)) for one in game.mats]
    return (*groups, *decks, *mats)


def _back(game: Game, group: Group) -> str:
    """The counter of a group that starts with its back up, or the last one; none where the back's layout is the front's."""
    if not group.back or group.back == group.layout or not group.counters:
        return ""
    ids = [counter.id for counter in group.counters]
    placed = game.setup.placements if game.setup else ()
    return next((one.piece for one in placed if one.face == "back" and one.piece in ids), ids[-1])


def _small(lengths: tuple[int, ...]) -> float:
    """Nearly real size for counters; what is larger no higher than three centimetres nor wider than five."""
    width, height = size(lengths)
    return min(0.92, 30 / height, 50 / width)


@dataclass(frozen=True, slots=True)
class Shown:
    """Pieces of one kind in a panel of a diagram."""

    piece: str
    name: str
    side: str
    count: int
    held: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """A box of the map as an example's diagram shows it. `ink` is the one of the palette's *ink* and *paper* that is read
    more easily on its colour."""

    name: str
    ground: str
    colour: str
    stacks: tuple[Shown, ...]
    ink: str = "ink"


def panels(game: Game, position: Position) -> tuple[Panel, ...]:
    """A position as panels, in the order in which its places are first named."""
    stacks: dict[str, list[Shown]] = {}
    for stack in position.stacks:
        found = piece(game, stack.piece)
        name = found.record.name if found else stack.piece
        stacks.setdefault(stack.at, []).append(Shown(stack.piece, name, stack.face, stack.count, stack.held))
    return tuple(_panel(game, place, tuple(shown)) for place, shown in stacks.items())


def _panel(game: Game, place: str, stacks: tuple[Shown, ...]) -> Panel:
    for board in game.boards:
        grounds = {terrain.id: terrain for terrain in board.terrains}
        for space in board.spaces:
            if space.id == place:
                ground = grounds.get(space.terrain)
                name, colour = (ground.name, ground.colour) if ground else ("", "")
                label = _label(space, name)
                below = "" if name and label == f"{name} {space.code}" else name
                return Panel(label, below, colour, stacks, _ink(game, colour))
        for zone in board.zones:
            if zone.id == place:
                return Panel(zone.name, "", "", stacks)
    for one in game.mats:
        for mat in one.mats:
            for number, (id, spot) in enumerate(one.places(mat), start=1):
                if id == place:
                    return Panel(mat.name, spot.label or f"space {number}", "", stacks)
    return Panel(place, "", "", stacks)


def _ink(game: Game, colour: str) -> str:
    names = Palette.of(game.style.palette if game.style else ()).names
    ground = names.get(colour)
    return max(("ink", "paper"), key=lambda name: contrast(names[name], ground)) if ground else "ink"


def _label(space: Space, ground: str = "") -> str:
    """A box's name; what has none is known by its ground and its code, or by its square."""
    return space.name or (f"{ground or 'Box'} {space.code}" if space.code else space.square.upper())


def places(game: Game, side: str) -> tuple[tuple[str, tuple[tuple[str, str, int], ...]], ...]:
    """Boxes where a side's pieces start on the map: its name, and each piece's id, face and count."""
    owners = {counter.id: group.side for group, counter in game.pieces()}
    names = {space.id: _label(space) for board in game.boards for space in board.spaces}
    boxes: dict[str, list[tuple[str, str, int]]] = {}
    for placed in game.setup.placements if game.setup else ():
        if owners.get(placed.piece) == side and placed.at in names:
            boxes.setdefault(placed.at, []).append((placed.piece, placed.face, placed.count))
    return tuple((names[place], tuple(pieces)) for place, pieces in boxes.items())


@dataclass(frozen=True, slots=True)
class Callout:
    """A numbered sign beside a figure: where it stands and the spot it points at, in millimetres."""

    number: int
    x: float
    y: float
    to_x: float
    to_y: float


_GAP = 4.6  # millimetres from a figure's edge to the middle of its callouts
_APART = 5.6  # at least so far are the middles of two callouts from each other


def callouts(piece: Piece, boxes: Sequence[str], regions: Mapping[str, Box], scale: float) -> tuple[Callout, ...]:
    """A number for each box, outside the edge of the figure that is nearest and has room."""
    placed: list[Callout] = []
    for number, box in enumerate(boxes, start=1):
        if region := regions.get(box):
            tries = _around(number, region, piece, scale)
            placed.append(next((one for one in tries if all(_clear(one, other) for other in placed)), tries[0]))
    return tuple(placed)


def _around(number: int, region: Box, piece: Piece, scale: float) -> list[Callout]:
    """The four places for a box's number, the nearest edge first."""
    left, top, right, bottom = (side / MM * scale for side in (region.x, region.y, region.right, region.bottom))
    width, height = piece.width * scale, piece.height * scale
    x, y = (left + right) / 2, (top + bottom) / 2
    places = [
        (y, Callout(number, x, -_GAP, x, max(top, 0.0))),
        (height - y, Callout(number, x, height + _GAP, x, min(bottom, height))),
        (x, Callout(number, -_GAP, y, max(left, 0.0), y)),
        (width - x, Callout(number, width + _GAP, y, min(right, width), y)),
    ]
    return [callout for _, callout in sorted(places, key=lambda place: place[0])]


def _clear(one: Callout, other: Callout) -> bool:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= _APART**2


def pointers(callouts: Sequence[Callout], piece: Piece, scale: float) -> str:
    """The callouts' lines as one SVG over the figure and its margins; each ends in a dot."""
    around = frame(piece, scale)
    gap, width, height = around["gap"], around["width"], around["height"]
    lines = "".join(
        f'<path d="M{call.x + gap:.2f} {call.y + gap:.2f}L{call.to_x + gap:.2f} {call.to_y + gap:.2f}"/>'
        for call in callouts
    )
    dots = "".join(f'<circle cx="{call.to_x + gap:.2f}" cy="{call.to_y + gap:.2f}" r="0.6"/>' for call in callouts)
    view = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}mm" height="{height:g}mm"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {view}><g stroke="#fff" stroke-width="0.8" fill="none">{lines}</g>'
        f'<g stroke="#111" stroke-width="0.3" fill="none">{lines}</g><g fill="#111">{dots}</g></svg>'
    )


def frame(piece: Piece, scale: float) -> dict[str, float]:
    """The size of a callout figure with its margins, in millimetres, and those margins."""
    gap = _GAP + 3
    return {"width": piece.width * scale + 2 * gap, "height": piece.height * scale + 2 * gap, "gap": gap}


def calendar(game: Game, track: Track) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """A track's boxes that something is preset on, each with what that is, as prose."""
    names = {counter.id: counter.name for _, counter in game.pieces()}
    days: dict[int, list[str]] = {}
    for event in sorted(track.events, key=lambda event: event.at):
        count = f"{event.count} " if event.count > 1 else ""
        piece = count + names.get(event.piece, event.piece) if event.piece else ""
        text = event.text[:1].lower() + event.text[1:] if piece else event.text
        days.setdefault(event.at, []).append(", ".join(part for part in (piece, text) if part))
    return tuple((day, tuple(what)) for day, what in days.items())


_KINDS = {
    "Space": "boxes of the map",
    "Counter": "values of counters",
    "Table": "tables",
    "Parameter": "numbers",
    "Modifier": "modifiers",
    "Placement": "starting places",
    "River": "rivers",
    "Passage": "secret passages",
    "Route": "roads",
    "Zone": "holding boxes",
    "TrackEvent": "entries of tracks",
    "Treasury": "treasuries",
    "Terrain": "kinds of ground",
    "Track": "tracks",
    "Card": "cards",
    "Mat": "mats",
}


def sourced(game: Game, source: str) -> tuple[tuple[str, int, int, tuple[str, ...]], ...]:
    """What the original rules state (``stated``) or this edition designed (``designed``): kind, how many of how many, and
    their names where they are few."""
    rows = []
    for tally in provenance.tallies(game):
        ones = tally.designed if source == "designed" else tally.stated
        names = tuple(name for name in ones if name)
        if ones:
            kind = _KINDS.get(tally.kind, tally.kind.lower())
            rows.append((kind, len(ones), tally.total, names if len(names) <= 16 else ()))
    return tuple(rows)
