"""What each piece looks like, as a digest: two versions of a piece are printed alike if theirs are the same.

A counter's is of all that is drawn on its two sides. So is a card's whose layout looks at more of the game than the card; any
other's is of all that its layout asks of it and may show besides, so that a deck need not be drawn to know what changed in it.
"""

from __future__ import annotations

import hashlib
import marshal
import re
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Final

from pnp import kinds
from pnp.build.kept import bare
from pnp.draw.frame import Frame, Group, Image, Stroke, Text, Use, apart
from pnp.draw.frame import Path as Outline
from pnp.faces.workshop import Workshop
from pnp.kinds.base import Batch, Face, Pending
from pnp.model.pieces import Card, Deck
from pnp.model.told import own

KINDS: Final = ("counter", "standee", "card", "mat")
_SHORT: Final = 16
# So long are the two parts of a card's digest: of what it is, and of what it is drawn with.
_PART: Final = 12
_SAID: Final = attrgetter(*sorted(own(Card)))
_WORD: Final = r"[\w-]+"


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
    art, looks = _Art(_files(workshop, "art")), dict[tuple[object, ...], str]()
    for number, card in enumerate(deck.cards):
        key = workshop.key(deck, card)
        if not key:
            yield card.id, _drawn(batch.faces[number])
            continue
        besides = card.layout, card.back, art.named(card)
        look = looks.get(besides)
        if look is None:
            look = looks[besides] = _look(workshop, deck, card, art)
        yield card.id, f"{key[:_PART]}{look}"


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_SHORT]


def _look(workshop: Workshop, deck: Deck, card: Card, art: _Art) -> str:
    """What a card, and every other with its layouts that names the same drawings and pictures, shows besides itself."""
    game = workshop.game
    layouts = card.layout or deck.layout, card.back or deck.back
    found = [bare(workshop.layouts.get(id, deck.where.span)) if id else None for id in layouts]
    named = art.among(found), art.named(card)
    shown = bare(game.style), bare(game.sides), deck.name, deck.size, found, named, _files(workshop, "fonts")
    return hashlib.sha256(marshal.dumps(shown, 0)).hexdigest()[:_PART]  # spelt in a twentieth of the time of `repr`


class _Art:
    """The drawings and pictures of a game: each file's name and sha256 by the first word of what it is called."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files: dict[str, list[tuple[str, str, str]]] = {}
        for name, data in files.items():
            stem = Path(name).stem
            first = re.search(_WORD, stem)
            self._files.setdefault(first[0] if first else "", []).append((stem, name, data))

    def named(self, card: Card) -> tuple[tuple[str, str], ...]:
        """Those that a card may name."""
        return self._within(" ".join(map(str, (*_SAID(card), *card.values.values())))) if self._files else ()

    def among(self, found: object) -> tuple[tuple[str, str], ...]:
        """Those that something with all that stands in it may name."""
        return self._within(repr(found)) if self._files else ()

    def _within(self, text: str) -> tuple[tuple[str, str], ...]:
        """Those that a text may name."""
        words = {"", *re.findall(_WORD, text)} & self._files.keys()
        return tuple(sorted((name, data) for word in words for stem, name, data in self._files[word] if stem in text))


def _files(workshop: Workshop, folder: str) -> dict[str, str]:
    """The sha256 of every file in a folder of the game."""
    root = Path(workshop.game.folder)
    if not (root / folder).is_dir():
        return {}
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
