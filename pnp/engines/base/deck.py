"""Cards: decks whose order nobody knows, hands, discards, and what a seat does not see dealt anew.

A pile is how many there are of each card, in the deck's order. A shuffled pile needs no more: which card is next is found by
chance as it is drawn, and a hand or a discard pile has no order that matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import add, sub
from random import Random
from typing import NamedTuple

from pnp.engines.base.move import Move
from pnp.engines.base.protocol import Kind, Place
from pnp.model.game import Game
from pnp.model.pieces import Card, Deck

Cards = tuple[int, ...]
"""How many there are of each card."""


def deck(game: Game, id: str) -> Deck:
    """A deck. Raises StopIteration for one that is not there; `Needs` names it before."""
    return next(one for one in game.decks if one.id == id)


def more(pile: Cards, card: int, count: int = 1) -> Cards:
    """A pile with more of a card, or with fewer."""
    return (*pile[:card], pile[card] + count, *pile[card + 1 :])


def together(one: Cards, other: Cards) -> Cards:
    """Two piles as one."""
    return tuple(map(add, one, other))


def without(whole: Cards, *piles: Cards) -> Cards:
    """What is left of a pile when others are taken out."""
    for pile in piles:
        whole = tuple(map(sub, whole, pile))
    return whole


def kinds(pile: Cards) -> Iterator[int]:
    """The cards of which there is at least one."""
    return (card for card, count in enumerate(pile) if count)


class Pack:
    """The cards of a deck by number, from 0 in the order written; of a game that is played with several such decks
    (`sets`) they are shuffled together. Two packs are the same only if they are one."""

    __slots__ = ("_moves", "all", "cards", "id", "ids", "none", "number")

    def __init__(self, deck: Deck, sets: int = 1) -> None:
        self.id = deck.id
        self.cards: tuple[Card, ...] = deck.cards
        self.ids = tuple(card.id for card in deck.cards)
        self.number = {id: number for number, id in enumerate(self.ids)}
        self.all: Cards = tuple(card.copies * sets for card in deck.cards)
        self.none: Cards = (0,) * len(self.ids)
        self._moves: dict[str, tuple[Move, ...]] = {}

    def draws(self, pile: Cards, verb: str = "draw") -> tuple[tuple[Move, int], ...]:
        """Which card is next, by how many there are of each: ``draw fur``. Nothing of an empty pile."""
        if verb not in self._moves:
            self._moves[verb] = tuple(Move(verb, (id,)) for id in self.ids)
        return tuple([drawn for drawn in zip(self._moves[verb], pile, strict=True) if drawn[1]])

    def supply(self, pile: Cards, place: Place) -> Iterator[tuple[tuple[Kind, Place], int]]:
        """A pile as `Engine.supply` tells of it."""
        return (((id, place), count) for id, count in zip(self.ids, pile, strict=True))

    def words(self, pile: Cards) -> str:
        """A pile for people: ``fur horse*2``; `read` is the inverse."""
        named = zip(self.ids, pile, strict=True)
        return " ".join(id if count == 1 else f"{id}*{count}" for id, count in named if count)

    def read(self, words: Iterable[str]) -> Cards:
        """The pile that is written so. Raises KeyError for a card that is not of the deck, ValueError for no number."""
        pile = list(self.none)
        for word in words:
            id, _, count = word.partition("*")
            pile[self.number[id]] += int(count or 1)
        return tuple(pile)


class Stock(NamedTuple):
    """A draw pile face down, its discards face up, and how often its last card was drawn."""

    pile: Cards
    discards: Cards
    emptied: int = 0

    def ready(self) -> Stock:
        """As it is when a card shall be drawn: of an empty pile the discards are shuffled and become the pile. Only where
        there are none of them either is there nothing to draw."""
        return self if any(self.pile) else self._replace(pile=self.discards, discards=self.pile)

    def take(self, card: int) -> Stock:
        """Without a card that was drawn."""
        pile = more(self.pile, card, -1)
        return Stock(pile, self.discards, self.emptied + (not any(pile)))

    def lay(self, card: int, count: int = 1) -> Stock:
        """With cards on the discards."""
        return self._replace(discards=more(self.discards, card, count))


def redealt(piles: Sequence[Cards], luck: Random) -> tuple[Cards, ...]:
    """The cards of some piles dealt anew, each pile as many as it has. Of `luck`, `random()` alone."""
    cards = [card for pile in piles for card, count in enumerate(pile) for _ in range(count)]
    for at in range(len(cards) - 1, 0, -1):
        other = int(luck.random() * (at + 1))
        cards[at], cards[other] = cards[other], cards[at]
    dealt = []
    for pile in piles:
        count = sum(pile)
        mine, cards = cards[:count], cards[count:]
        dealt.append(tuple(mine.count(card) for card in range(len(pile))))
    return tuple(dealt)
