"""Cards: a batch for each deck, drawn as they are laid out, so that a deck of any length takes the same room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pnp.faces.workshop import Workshop, size_of
from pnp.kinds.base import Batch, Face, Lazy
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
    return Batch(
        id=f"cards-{deck.id}",
        title=deck.name,
        kind="card",
        size=size_of(deck.size),
        bleed=workshop.bleed(deck),
        faces=Lazy(len(deck.cards), partial(_face, workshop, deck)),
        backed=bool(deck.back) or any(card.back for card in deck.cards),
        total=sum(card.copies for card in deck.cards),
    )


def _face(workshop: Workshop, deck: Deck, number: int) -> Face:
    card = deck.cards[number]
    front = workshop.card(deck, card)
    assert front is not None  # every deck has a layout for its fronts
    return Face(card.id, card.name, front, workshop.card(deck, card, back=True), card.copies, deck.id)
