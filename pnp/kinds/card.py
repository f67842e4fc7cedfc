"""Cards: a batch for each deck, drawn as they are laid out, so that a deck of any length takes the same room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pnp.diag import Span
from pnp.faces.workshop import Workshop, size_of
from pnp.kinds.base import DRAWN, Batch, Lazy, Pending
from pnp.model.game import Game
from pnp.model.pieces import Deck

NEEDS = DRAWN


def batches(workshop: Workshop) -> Iterator[Batch]:
    """Every deck that has cards."""
    for deck in workshop.game.decks:
        if deck.cards:
            yield _batch(workshop, deck)


def files(game: Game) -> Iterator[tuple[str, Span]]:
    """A file for each deck."""
    return ((_name(deck), deck.where.of("id")) for deck in game.decks)


def _name(deck: Deck) -> str:
    return f"cards-{deck.id}"


def proofread(workshop: Workshop) -> None:
    """Draw every card's two faces."""
    for deck in workshop.game.decks:
        for card in deck.cards:
            workshop.card(deck, card)
            workshop.card(deck, card, back=True)


def _batch(workshop: Workshop, deck: Deck) -> Batch:
    return Batch(
        id=_name(deck),
        title=deck.name,
        kind="card",
        size=size_of(deck.size),
        bleed=workshop.bleed(deck),
        faces=Lazy(len(deck.cards), partial(_face, workshop, deck)),
        backed=bool(deck.back) or any(card.back for card in deck.cards),
        total=sum(card.copies for card in deck.cards),
    )


def _face(workshop: Workshop, deck: Deck, number: int) -> Pending:
    card = deck.cards[number]
    return Pending(
        card.id, card.name, partial(workshop.card, deck, card), card.copies, deck.id, workshop.key(deck, card)
    )
