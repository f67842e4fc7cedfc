"""The state of a game, what a seat sees of it, and the draft in which a move is carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pnp.engines.base import Cards, Drafting, Event, Move, Outcome, Seats, Stock, Task, more
from pnp.engines.legends_of_robin_hood.world import MAN, World

Chances = tuple[tuple[Move, int], ...]


class State(NamedTuple):
    """Everything on the table. `open` follows from the rest: the moves of the pending decision, found once."""

    world: World
    seats: Seats
    agenda: tuple[Task, ...]
    open: tuple[Any, ...]
    over: Outcome | None
    seat: int  # whose turn it is
    turn: int  # from 1
    at: tuple[int, ...]  # seat → square
    men: tuple[int, ...]  # seat → Merry Men
    gold: tuple[int, ...]  # seat → gold pieces
    captive: tuple[int, ...]  # seat → turns still to be forfeited, 0 for one who is free
    masks: tuple[int, ...]  # seat → the Disguise before him, or -1
    hands: tuple[Cards, ...]
    stock: Stock
    laid: Cards  # played in this turn; a Disguise is among the masks
    spent: tuple[int, ...]  # suit → cards played in this turn
    pace: int  # the number on the movement card played in this turn, or 0
    last: int  # how often the deck is emptied in this game


class View(NamedTuple):
    """What a seat knows: the state without other hands and without what lies in the deck, how many cards there are, and
    which cards it has not seen: those of the deck and of the other hands together."""

    state: State
    sizes: tuple[int, ...]
    left: int
    unseen: Cards


class Draft(Drafting):
    """A state that is being changed, and what happens."""

    __slots__ = (*State._fields, "events")

    def __init__(self, state: State) -> None:
        (
            self.world, self.seats, agenda, self.open, self.over, self.seat, self.turn, at, men, gold, captive, masks,
            hands, self.stock, self.laid, self.spent, self.pace, self.last,
        ) = state  # fmt: skip
        self.agenda: list[Task] = list(agenda)
        self.at, self.men, self.gold = list(at), list(men), list(gold)
        self.captive, self.masks, self.hands = list(captive), list(masks), list(hands)
        self.events: list[Event] = []

    def freeze(self) -> State:
        return State(
            self.world, self.seats, tuple(self.agenda), self.open, self.over, self.seat, self.turn, tuple(self.at),
            tuple(self.men), tuple(self.gold), tuple(self.captive), tuple(self.masks), tuple(self.hands), self.stock,
            self.laid, self.spent, self.pace, self.last,
        )  # fmt: skip

    def who(self, seat: int) -> tuple[str, str]:
        """How events name a seat and its figure."""
        return f"seat/{self.seats[seat]}", f"counter/{self.seats[seat]}"

    # Cards.

    def play(self, card: int) -> None:
        """A card goes from the hand of whose turn it is to the cards before him (section `turn`)."""
        face = self.world.faces[card]
        self.hands[self.seat] = more(self.hands[self.seat], card, -1)
        self.laid = more(self.laid, card)
        self.spent = more(self.spent, face.suit)
        self.say("played", "step/play", f"card/{face.id}", *self.who(self.seat))

    def unmask(self, seat: int) -> None:
        """A Disguise is discarded."""
        self.stock = self.stock.lay(self.masks[seat])
        self.masks[seat] = -1

    def upcoming(self) -> bool:
        """Whether there is a card to draw; the discards of an empty deck are shuffled for it (section `reshuffle`)."""
        self.stock = self.stock.ready()
        return any(self.stock.pile)

    def take(self, card: int) -> None:
        """A card is drawn."""
        self.stock = self.stock.take(card)
        if not any(self.stock.pile):
            self.say("emptied", value=str(self.stock.emptied))

    # Merry Men and gold.

    def recruit(self, men: int) -> None:
        """Merry Men join whose turn it is, as many as there are tokens left."""
        joined = min(men, self.world.band - sum(self.men))
        self.men[self.seat] += joined
        if joined:
            self.say("recruited", *self.who(self.seat), f"counter/{MAN}", amount=joined)

    def earn(self, gold: int) -> None:
        self.gold[self.seat] += gold
        if gold:
            self.say("earned", *self.who(self.seat), *self.coins(gold), amount=gold)

    def coins(self, gold: int) -> Sequence[str]:
        """The coins that so much gold is paid with, as events name them."""
        used = []
        for worth, id, _ in self.world.coins:
            used += [f"counter/{id}"] if gold >= worth else []
            gold %= worth
        return used
