"""What each piece looks like, as a digest: two versions of a piece are printed alike if theirs are the same.

A counter's is of all that is drawn on its two sides. So is a card's whose layout looks at more of the game than the card; any
other's is of all that its layout may show, so that a deck need not be drawn to know what changed in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Final

from pnp import kinds
from pnp.build.kept import bare
from pnp.draw.frame import Frame, Group, Image, Stroke, Text, Use, apart
from pnp.draw.frame import Path as Outline
from pnp.faces.workshop import Workshop
from pnp.kinds.base import Batch, Face, Pending
from pnp.model.pieces import Card, Deck

KINDS: Final = ("counter", "standee", "card", "mat")
_SHORT: Final = 16
_SAID: Final = tuple(entry.name for entry in fields(Card) if entry.name not in ("where", "values"))


def digests(workshop: Workshop, names: Iterable[str] | None = None) -> dict[str, dict[str, str]]:
    """For each file of pieces, or each that is named, the digest of every piece on it by its id."""
    wanted = None if names is None else set(names)
    return {
        batch.id: dict(_batch(workshop, batch)) for batch in batches(workshop) if wanted is None or batch.id in wanted
    }


def batches(workshop: Workshop) -> Iterator[Batch]:
    """The batches of a game's counters and cards; nothing else is drawn for them."""
    for kind in kinds.of(workshop.game):
        if kind.__name__.rsplit(".", 1)[-1] in KINDS:
            yield from kind.batches(workshop)


def _batch(workshop: Workshop, batch: Batch) -> Iterator[tuple[str, str]]:
    deck = next((deck for deck in workshop.game.decks if f"cards-{deck.id}" == batch.id), None)
    if deck is None or batch.kind != "card":
        yield from ((face.id, _drawn(face)) for face in batch.faces)
        return
    art, looks = _files(workshop, "art"), dict[tuple[str, str | None], str]()
    for number, card in enumerate(deck.cards):
        layouts, key = (card.layout or deck.layout, card.back or deck.back), workshop.key(deck, card)
        if not key:
            yield card.id, _drawn(batch.faces[number])
            continue
        if layouts not in looks:
            looks[layouts] = _look(workshop, deck, layouts, art)
        yield card.id, _digest(key, looks[layouts], _shown(card, art))


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_SHORT]


def _look(workshop: Workshop, deck: Deck, layouts: tuple[str | None, ...], art: Mapping[str, str]) -> str:
    """What cards of a deck with these layouts show besides themselves."""
    game = workshop.game
    found = [bare(workshop.layouts.get(id, deck.where.span)) if id else None for id in layouts]
    said = repr(found)
    named = [(name, data) for name, data in art.items() if Path(name).stem in said]
    return _digest(bare(game.style), bare(game.sides), deck.name, deck.size, found, named, _files(workshop, "fonts"))


def _shown(card: Card, art: Mapping[str, str]) -> list[tuple[str, str]]:
    """The drawings and pictures that a card may name."""
    if not art:
        return []
    said = " ".join(map(str, (*(getattr(card, name) for name in _SAID), *card.values.values())))
    return [(name, data) for name, data in art.items() if Path(name).stem in said]


def _files(workshop: Workshop, folder: str) -> dict[str, str]:
    """The sha256 of every file in a folder of the game."""
    root = Path(workshop.game.folder)
    paths = (path for path in sorted((root / folder).rglob("*")) if path.is_file())
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def _drawn(face: Face | Pending) -> str:
    return _digest("drawn", face.copies, *(_frame(frame) for frame in (face.front, face.back)))


def _frame(frame: Frame | None) -> object:
    return frame and (frame.size, frame.bleed, [_item(item) for item in apart(frame.items)])


def _item(item: Outline | Text | Image | Use | Group) -> tuple[object, ...]:
    """All of an item that is seen, and not where it was written."""
    match item:
        case Outline():
            return item.segments, item.fill and item.fill.hex, _stroke(item.stroke), item.evenodd
        case Text():
            place = item.x, item.y, item.size, item.turn, item.colour.hex, _stroke(item.halo)
            return (*place, [(round(x), word.font.sha256, word.glyphs, word.offsets) for x, word in item.places()])
        case Image():
            return item.x, item.y, item.width, item.height, item.sha256
        case Use():
            return item.x, item.y, item.scale, item.turn, [_item(one) for one in apart(item.symbol.items)]
        case Group():
            return item.clip, [_item(one) for one in apart(item.items)]


def _stroke(stroke: Stroke | None) -> object:
    return stroke and (stroke.colour.hex, stroke.width, stroke.dash, stroke.cap, stroke.join)
