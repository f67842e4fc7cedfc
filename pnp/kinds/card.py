"""Cards: a batch for each deck, drawn as they are laid out, so that a deck of any length takes the same room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from pnp.faces.workshop import Workshop, size_of
from pnp.kinds.base import Batch, Face
from pnp.model.pieces import Deck


def batches(workshop: Workshop) -> Iterator[Batch]:
    """Every deck that has cards."""
    for deck in workshop.game.decks:
        if deck.cards:
            yield _batch(workshop, deck)


def proofread(workshop: Workshop) -> None:
    """Draw every card's two faces."""
    for deck in workshop.game.decks:
        for card in deck.cards:
            workshop.card(deck, card)
            workshop.card(deck, card, back=True)


def _batch(workshop: Workshop, deck: Deck) -> Batch:
    first = workshop.card(deck, deck.cards[0])
    return Batch(
        id=f"cards-{deck.id}",
        title=deck.name,
        kind="card",
        size=size_of(deck.size),
        bleed=first.bleed if first else 0,
        faces=_Faces(workshop, deck),
        backed=bool(deck.back) or any(card.back for card in deck.cards),
        total=sum(card.copies for card in deck.cards),
    )


class _Faces(Sequence[Face]):
    """A deck's faces, each drawn when it is asked for."""

    __slots__ = ("_deck", "_workshop")

    def __init__(self, workshop: Workshop, deck: Deck) -> None:
        self._workshop, self._deck = workshop, deck

    def __len__(self) -> int:
        return len(self._deck.cards)

    @overload
    def __getitem__(self, index: int) -> Face: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Face]: ...
    def __getitem__(self, index: int | slice) -> Face | Sequence[Face]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        card = self._deck.cards[index]
        front = self._workshop.card(self._deck, card)
        assert front is not None  # every deck has a layout for its fronts
        back = self._workshop.card(self._deck, card, back=True)
        return Face(card.id, card.name, front, back, card.copies, self._deck.id)
