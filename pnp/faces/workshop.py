"""A game's faces: every counter and card as a `Frame`, each drawn once however many pages show it."""

from __future__ import annotations

import dataclasses
import hashlib
import marshal
from collections.abc import Mapping
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.diag import Found, Severity, Span
from pnp.draw import studio as studios
from pnp.draw.frame import Colour, Frame
from pnp.draw.studio import Studio
from pnp.faces import layouts
from pnp.faces.face import Face, compile, ground_names
from pnp.faces.layouts import Layouts
from pnp.faces.legible import Reading
from pnp.faces.parts import Drawing
from pnp.faces.records import Layout
from pnp.faces.spaces import spread
from pnp.faces.step import Subject
from pnp.model.base import Where
from pnp.model.expr import Sandbox
from pnp.model.game import Game
from pnp.model.pieces import Card, Counter, Deck, Group, Side
from pnp.model.told import Teller, declared, own, teller
from pnp.records import dataclass
from pnp.units import Box, Size

if TYPE_CHECKING:
    from pnp.model.mats import Mat, MatSet
    from pnp.model.told import Kind

PLAIN = "plain"
"""The house's layout for a face that shows nothing but its ground."""

_Key = tuple[str, int, int, str, str, int]
# A layout as a deck's cards have it, and what tells of a card what it asks for.
_Cards = tuple[Face | None, Teller]
# The layouts of a card's front and back, and what tells of a card all that they show.
_Own = tuple[tuple[str, str | None], Teller | None]
# Where the layout of a piece is named: in a record, by a key of it.
_Named = tuple[Where, str]


def size_of(lengths: tuple[int, ...]) -> Size:
    """A size as YAML gives it: one length is a square."""
    return Size(lengths[0], lengths[-1]) if lengths else Size(0, 0)


@dataclass(slots=True)
class Workshop:
    """Everything faces are made with. Made once a game; what it draws is kept."""

    game: Game
    studio: Studio
    sandbox: Sandbox
    layouts: Layouts
    _compiled: dict[_Key, Face | None] = field(default_factory=dict)
    _cards: dict[tuple[str, str], _Cards] = field(default_factory=dict)
    _frames: dict[tuple[str, bool], Frame] = field(default_factory=dict)
    _tellers: dict[tuple[Any, ...], Teller] = field(default_factory=dict)
    _keyed: dict[tuple[str, str | None, str | None], _Own] = field(default_factory=dict)
    _keys: dict[str, str] = field(default_factory=dict)
    _faulty: set[str] = field(default_factory=set)
    reading: Reading | None = None
    rows: dict[tuple[str, str, int, int], Any] = field(default_factory=dict)

    @staticmethod
    def open(game: Game, found: Found, lost: frozenset[str] = frozenset()) -> Workshop:
        """The workshop of a game; faults of its fonts and layouts are reported. `lost` is what is missing of the game."""
        sandbox = Sandbox(game, lost=lost)
        return Workshop(game, studios.open(game, found), sandbox, layouts.load(Path(game.folder), found))

    def proofread(self) -> None:
        """Read every drawing and layout of the game's own, used or not, so that their faults are reported. From now on
        everything that is drawn is looked at with a reader's eyes."""
        self.reading = Reading(self.studio.found)
        self.studio.icons.check()
        self.layouts.check()

    # Counters

    def counter(self, group: Group, counter: Counter, back: bool = False) -> Frame:
        """A counter's face."""
        if (counter.id, back) not in self._frames:
            self._frames[counter.id, back] = self._counter(group, counter, back)
        return self._frames[counter.id, back]

    def _counter(self, group: Group, counter: Counter, back: bool) -> Frame:
        shown = _reversed(counter) if back else counter
        reverse = counter.reverse if back else None
        named: _Named
        if reverse is not None and reverse.layout:
            id, named = reverse.layout, (reverse.where, "layout")
        elif back:
            id, named = group.back or PLAIN, (group.where, "back")
        else:
            id, named = counter.layout or group.layout, ((counter if counter.layout else group).where, "layout")
        where = _where(counter.where, reverse.where if reverse else None)

        def names() -> Mapping[str, Any]:
            it, side = self.sandbox.view.of_counter(group, shown), self.side(group.side)
            return self.sandbox.within({"it": it, "group": group, "side": side, "front": not back})

        size = size_of(group.size)
        face = self._face(id, size, self.grounds(group), named)
        told = self._teller(Counter, face)(shown)
        return self._shown(face, size, Subject(told, where, names), named, counter.name)

    def blank(self, group: Group) -> Frame:
        """A face of a group's ground and nothing else, for the spare places of a sheet."""

        def names() -> Mapping[str, Any]:
            return self.sandbox.within({"group": group, "side": self.side(group.side), "front": True})

        size, named = size_of(group.size), (group.where, "")
        face = self._face(PLAIN, size, self.grounds(group), named)
        told = (group.where,) * len(face.asks if face else ())
        return self._shown(face, size, Subject(told, group.where, names), named, "")

    def grounds(self, group: Group) -> tuple[Colour, Colour]:
        """A group's ground and the colour of its lettering."""
        side, palette = self.side(group.side), self.studio.palette
        return (
            palette.get(group.colour or (side.colour if side else "paper")),
            palette.get(group.ink or (side.ink if side else "ink")),
        )

    def side(self, id: str) -> Side | None:
        """A side by its id."""
        return next((side for side in self.game.sides if side.id == id), None)

    # Cards

    def card(self, deck: Deck, card: Card, back: bool = False) -> Frame | None:
        """A card's face; no back where neither the card nor its deck has a layout for it. Drawn again whenever it is asked
        for, so that a deck of any length takes the same room."""
        its = card.back if back else card.layout
        id = its or (deck.back if back else deck.layout)
        if id is None:
            return None
        face, tell = self._cards.get((deck.id, id)) or self._card_face(deck, id, _named(deck, card, back))
        if face is None:
            return Frame(size_of(deck.size), (), 0, card.name)
        if face.drawn:
            return face.drawn[0]
        frame, new = self._frame(
            face, Subject(tell(card), card.where, partial(self._names, deck, card, back)), card.name
        )
        if new:
            self._read(face, frame, _named(deck, card, back))
        return frame

    def _names(self, deck: Deck, card: Card, back: bool) -> Mapping[str, Any]:
        """What expressions may name in a card's layout."""
        it = self.sandbox.view.of_card(deck, card)
        return self.sandbox.within({"it": it, "deck": deck, "front": not back})

    def bleed(self, deck: Deck) -> int:
        """How far the fronts of a deck reach beyond their trim."""
        face, _ = self._card_face(deck, deck.layout)
        return face.bleed if face else 0

    def _card_face(self, deck: Deck, layout: str, named: _Named | None = None) -> _Cards:
        """A layout ready for the cards of a deck; `named` is where it is named, unless by the deck."""
        key = (deck.id, layout)
        if key not in self._cards:
            palette = self.studio.palette
            grounds = (palette.get("paper"), palette.get("ink"))
            face = self._face(layout, size_of(deck.size), grounds, named or (deck.where, "layout"))
            self._cards[key] = face, self._teller(Card, face)
        return self._cards[key]

    def _teller(self, kind: Kind, face: Face | None) -> Teller:
        """What tells of a kind of piece what a face asks for."""
        asks = face.asks if face else ("id", "name")
        key = (kind, asks)
        if key not in self._tellers:
            self._tellers[key] = teller(self.game, kind, asks)
        return self._tellers[key]

    def key(self, deck: Deck, card: Card) -> str:
        """What stands for all that a card's two faces show of it, as long as nothing else of the game changes than other
        cards; '' where its layouts look at more of the game. Worked out once."""
        key = self._keys.get(card.id)
        if key is None:
            layouts, tell = self._keyed.get((deck.id, card.layout, card.back)) or self._own(deck, card)
            shown = marshal.dumps((layouts, tell(card)), 0) if tell else b""
            key = self._keys[card.id] = hashlib.sha256(shown).hexdigest()[:24] if tell else ""
        return key

    def _own(self, deck: Deck, card: Card) -> _Own:
        """The layouts of a card's front and back; and what tells how many it is printed of and all that they show of it, where
        they show nothing else."""
        layouts = (card.layout or deck.layout, card.back or deck.back)
        faces = [self._card_face(deck, layout)[0] for layout in layouts if layout is not None]
        known = own(Card) | declared(self.game, Card).keys()
        asks = dict.fromkeys(name for face in faces if face for name in ("copies", *face.asks) if name in known)
        alone = all(face is not None and face.own for face in faces)
        one = self._keyed[deck.id, card.layout, card.back] = layouts, teller(self.game, Card, asks) if alone else None
        return one

    # Mats

    def mat(self, of: MatSet, mat: Mat, back: bool = False) -> Frame | None:
        """A mat's face; no back where its set has no layout for it."""
        id = of.back if back else of.layout
        if id is None:
            return None

        def names() -> Mapping[str, Any]:
            it = self.sandbox.view.of_mat(of, mat)
            return self.sandbox.within({"it": it, "side": self.side(mat.side or ""), "front": not back})

        named, size = (of.where, "back" if back else "layout"), size_of(of.size)
        face = self._face(id, size, self.mat_grounds(mat), named, len(of.spaces))
        told = self._teller(type(mat), face)(mat)
        return self._shown(face, size, Subject(told, mat.where, names), named, mat.name)

    def mat_grounds(self, mat: Mat) -> tuple[Colour, Colour]:
        """A mat's ground and the colour of its lettering: its side's, or the palette's paper and ink."""
        side, palette = self.side(mat.side or ""), self.studio.palette
        return palette.get(side.colour if side else "paper"), palette.get(side.ink if side else "ink")

    # All

    def face(self, piece: str, back: bool = False) -> Frame | None:
        """The face of a counter, card or mat by its id."""
        for group, counter in self.game.pieces():
            if counter.id == piece:
                return self.counter(group, counter, back)
        for deck in self.game.decks:
            for card in deck.cards:
                if card.id == piece:
                    return self.card(deck, card, back)
        for one in self.game.mats:
            for mat in one.mats:
                if mat.id == piece:
                    return self.mat(one, mat, back)
        return None

    def regions(self, piece: str, back: bool = False) -> Mapping[str, Box]:
        """Where the boxes of a counter's or card's layout lie, by name."""
        for group, counter in self.game.pieces():
            if counter.id == piece:
                reverse = counter.reverse.layout if back and counter.reverse else None
                id = reverse or (group.back or PLAIN if back else counter.layout or group.layout)
                face = self._face(id, size_of(group.size), self.grounds(group), (group.where, ""))
                return face.regions if face else {}
        for deck in self.game.decks:
            for card in deck.cards:
                if card.id == piece and (layout := (card.back or deck.back) if back else card.layout or deck.layout):
                    drawn, _ = self._card_face(deck, layout)
                    return drawn.regions if drawn else {}
        return {}

    def _shown(self, face: Face | None, size: Size, subject: Subject, named: _Named, title: str) -> Frame:
        """A piece's face; its bare ground where its layout is none."""
        if face is None:
            return Frame(size, (), 0, title)
        frame, new = self._frame(face, subject, title)
        if new:
            self._read(face, frame, named)
        return frame

    def _frame(self, face: Face, subject: Subject, title: str) -> tuple[Frame, bool]:
        """A piece's face, and whether none before it looked so."""
        found = self.studio.found.items
        before = len(found)
        drawn = face.frame(subject, title)
        if len(found) > before:
            self._judge(face.id, before)
        return drawn

    def _read(self, face: Face, frame: Frame, named: _Named) -> None:
        """Look at a face as a reader does."""
        if self.reading and face.id not in self._faulty:
            self.reading.check(frame.items, f"the layout '{face.id}'", _span(named))

    def _judge(self, layout: str, before: int) -> None:
        """Whether a layout is faulty: then nothing may lie where it is meant to, nor be of the colour."""
        found = self.studio.found.items
        if len(found) > before and any(one.severity is Severity.ERROR for one in found[before:]):
            self._faulty.add(layout)

    def _face(self, id: str, size: Size, grounds: tuple[Colour, Colour], named: _Named, spaces: int = 0) -> Face | None:
        """A compiled layout, made once for each size, ground, and number of spaces."""
        key = (id, size.width, size.height, grounds[0].hex, grounds[1].hex, spaces)
        if key not in self._compiled:
            before = len(self.studio.found.items)
            layout = self.layouts.get(id, _span(named))
            for box in layout.boxes if layout and not spaces else ():
                if box.spaces:
                    message = f"the box '{box.id}' runs over spaces, and what has the layout '{id}' has none"
                    hint = "take 'spaces' away, or give them to a set of mats"
                    self.studio.found.error("mat/spaceless", box.where.of("spaces"), message, hint)
            self._compiled[key] = (
                self._compile(spread(layout, size, spaces), size, grounds, named[0].of("size")) if layout else None
            )
            self._judge(id, before)
        return self._compiled[key]

    def _compile(self, layout: Layout, size: Size, grounds: tuple[Colour, Colour], room: Span) -> Face | None:
        key = f"{grounds[0].hex[1:]}-{grounds[1].hex[1:]}"
        return compile(layout, size, Drawing(self.studio, ground_names(*grounds)), self.sandbox, key, room)


def _reversed(counter: Counter) -> Counter:
    """A counter as its back shows it."""
    reverse = counter.reverse
    if reverse is None:
        return counter
    changes = {key: getattr(reverse, key) for key in ("name", "short", "text", "art")}
    if changes["name"] is not None and changes["short"] is None:
        changes["short"] = ""
    return dataclasses.replace(counter, **{key: value for key, value in changes.items() if value is not None})


def _named(deck: Deck, card: Card, back: bool) -> _Named:
    """Where a card's layout is named."""
    return (card if (card.back if back else card.layout) else deck).where, "back" if back else "layout"


def _span(named: _Named) -> Span:
    """Where a layout is named."""
    where, key = named
    return where.of(key)


def _where(where: Where, reverse: Where | None) -> Where:
    """Where the values of a face were written."""
    return Where(where.span, {**where.keys, **reverse.keys}) if reverse else where
