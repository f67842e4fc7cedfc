"""Decks are as large as the game says.

- `deck/count`: a deck has more or fewer cards, copies counted, than its `count`.
- `deck/empty`: a deck has no cards.
"""

from __future__ import annotations

from pnp.diag import Found
from pnp.model.load import Loaded


def check(loaded: Loaded, found: Found) -> None:
    """Every deck's size."""
    for deck in loaded.game.decks:
        if not loaded.has("card.id", "card.copies", "deck.cards", "deck.file", "deck.count"):
            continue
        number = sum(card.copies for card in deck.cards)
        if not deck.cards:
            found.error(
                "deck/empty", deck.where.of("id"), f"the deck '{deck.id}' has no cards", "give 'cards' or 'file'"
            )
        elif deck.count is not None and number != deck.count:
            message = f"the deck '{deck.id}' has {number} cards; the game says {deck.count}"
            found.error("deck/count", deck.where.of("count"), message, f"add or take away cards, or write {number}")
