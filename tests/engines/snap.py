"""Snap: hidden hands, a deck that is shuffled as it is drawn and anew in the middle of a turn, and an interrupt.

The seat whose turn it is plays a card; then each other seat in order may interrupt with one like it and takes both. Both
fill their hands again. Who has taken enough wins; when the deck has been shuffled anew often enough, who has taken most.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from pnp.engines.base import (
    Act,
    Agenda,
    Agent,
    Ask,
    Event,
    Facts,
    Move,
    Needs,
    Outcome,
    Place,
    PositionError,
    Roll,
    Seat,
    Seats,
    Task,
    Trace,
    parameter,
)
from pnp.model.game import Game
from pnp.model.rules import Position

FACTS: Final = Facts(least=2, most=3, chance=True, hidden=True, longest=400, tallies=("snapped",), round="turn")
NEEDS: Final = Needs(decks=("beasts",), parameters=("hand", "snaps", "shuffles"))
PASS: Final = Move("pass")

Cards = tuple[int, ...]
"""How many there are of each card, in the order of the deck."""


class Rules(NamedTuple):
    """What is read of the game, and who plays."""

    seats: Seats
    cards: tuple[str, ...]
    hand: int
    snaps: int
    shuffles: int


class State(NamedTuple):
    """Where the cards are. `open` follows from the rest."""

    rules: Rules
    agenda: tuple[Task, ...]
    open: tuple[Any, ...]
    deck: Cards
    discard: Cards
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    table: int  # the card played, or -1
    shuffles: int
    number: int  # of the turn, from 1


class Draft:
    """A state that is being changed."""

    def __init__(self, state: State) -> None:
        self.rules, self.table, self.shuffles, self.number = state.rules, state.table, state.shuffles, state.number
        self.agenda: list[Task] = list(state.agenda)
        self.open: tuple[Any, ...] = state.open
        self.deck, self.discard = list(state.deck), list(state.discard)
        self.hands, self.taken = [list(hand) for hand in state.hands], [list(pile) for pile in state.taken]
        self.events: list[Event] = []

    def freeze(self) -> State:
        return State(
            self.rules,
            tuple(self.agenda),
            self.open,
            tuple(self.deck),
            tuple(self.discard),
            tuple(tuple(hand) for hand in self.hands),
            tuple(tuple(pile) for pile in self.taken),
            self.table,
            self.shuffles,
            self.number,
        )

    def then(self, *tasks: Task) -> None:
        self.agenda.extend(reversed(tasks))

    def say(self, what: str, card: int, seat: int, value: str = "") -> None:
        self.events.append(Event(what, (f"card/{self.rules.cards[card]}", f"seat/{self.rules.seats[seat]}"), 1, value))


def _ends(rules: Rules, taken: Any, shuffles: int, hands: Any, at: int) -> bool:
    return max(sum(pile) for pile in taken) >= 2 * rules.snaps or shuffles > rules.shuffles or not sum(hands[at])


# The steps.


def _begin(draft: Draft, at: int) -> None:
    if _ends(draft.rules, draft.taken, draft.shuffles, draft.hands, at):
        return
    draft.number += 1
    draft.events.append(Event("turn", (f"seat/{draft.rules.seats[at]}",), 1, str(draft.number)))
    count = len(draft.hands)
    others = [(at + more) % count for more in range(1, count)]
    asks = (Task("snap", (seat,)) for seat in others)
    refills = (Task("fill", (seat,)) for seat in (at, *others))
    draft.then(Task("play", (at,)), *asks, Task("clear"), *refills, Task("begin", ((at + 1) % count,)))


def _hand(draft: Any, at: int) -> tuple[Move, ...]:
    return tuple(Move("play", (card,)) for card, held in zip(draft.rules.cards, draft.hands[at], strict=True) if held)


def _lay(draft: Draft, move: Move, at: int) -> None:
    draft.table = draft.rules.cards.index(move.args[0])
    draft.hands[at][draft.table] -= 1
    draft.say("played", draft.table, at)


def _like(draft: Any, at: int) -> tuple[Move, ...]:
    """Everybody is asked while the card lies there, even who can only pass: a pause must tell nothing."""
    if draft.table < 0:
        return ()
    return (PASS, Move("snap")) if draft.hands[at][draft.table] else (PASS,)


def _snap(draft: Draft, move: Move, at: int) -> None:
    if move != PASS:
        draft.hands[at][draft.table] -= 1
        draft.taken[at][draft.table] += 2
        draft.say("snapped", draft.table, at)
        draft.table = -1


def _clear(draft: Draft) -> None:
    if draft.table >= 0:
        draft.discard[draft.table] += 1
        draft.table = -1


def _fill(draft: Draft, at: int) -> None:
    """Draws up to a full hand; where the deck runs out, the discards become the deck."""
    if sum(draft.hands[at]) >= draft.rules.hand or not sum(draft.deck) + sum(draft.discard):
        return
    if not sum(draft.deck):
        draft.deck, draft.discard = draft.discard, draft.deck
        draft.shuffles += 1
        draft.events.append(Event("shuffled", ("step/shuffle",)))
    draft.then(Task("draw", (at,)), Task("fill", (at,)))


def _drawn(draft: Any, at: int) -> tuple[tuple[Move, int], ...]:
    return tuple((Move("draw", (card,)), n) for card, n in zip(draft.rules.cards, draft.deck, strict=True) if n)


def _draw(draft: Draft, move: Move, at: int) -> None:
    card = draft.rules.cards.index(move.args[0])
    draft.deck[card] -= 1
    draft.hands[at][card] += 1
    draft.say("drew", card, at)


def _seat(draft: Any, at: int) -> Seat:
    seat: Seat = draft.rules.seats[at]
    return seat


AGENDA: Final = Agenda[Draft](
    (
        Act("begin", _begin),
        Ask("play", _seat, _hand, _lay, forced=False),
        Ask("snap", _seat, _like, _snap, forced=False),
        Act("clear", _clear),
        Act("fill", _fill),
        Roll("draw", _drawn, _draw),
    )
)


# The protocol.


def seats(game: Game, players: int) -> Seats:
    return ("north", "east", "south")[:players]


def setup(game: Game, seats: Seats, options: Mapping[str, str]) -> State:
    (deck,) = (deck for deck in game.decks if deck.id == "beasts")
    numbers = (parameter(game, id) for id in ("hand", "snaps", "shuffles"))
    rules = Rules(seats, tuple(card.id for card in deck.cards), *numbers)
    none = (0,) * len(deck.cards)
    agenda = (Task("begin", (0,)), *(Task("fill", (seat,)) for seat in reversed(range(len(seats)))))
    cards = tuple(card.copies for card in deck.cards)
    draft = Draft(State(rules, agenda, (), cards, none, (none,) * len(seats), (none,) * len(seats), -1, 0, 0))
    state: State = AGENDA.advance(draft)[0]
    return state


def turn(state: State) -> Seats:
    return AGENDA.turn(state)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    return state.open if turn(state) == (seat,) else ()


def chances(state: State) -> tuple[tuple[Move, int], ...]:
    return state.open if turn(state) == ("chance",) else ()


def play(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    return AGENDA.play(Draft(state), move)


def view(state: State, seat: Seat) -> Hashable:
    """One's own hand and what lies open; of other hands and the deck only how many there are."""
    own = state.rules.seats.index(seat)
    sizes = tuple(sum(hand) for hand in state.hands)
    return (state.rules, state.agenda, state.hands[own], sizes, sum(state.deck), *state[4:5], *state[6:])


def redeal(state: State, seat: Seat, luck: Random) -> State:
    """Deck and other hands dealt anew, each as many cards as it has."""
    own = state.rules.seats.index(seat)
    unseen = [state.deck, *(hand for at, hand in enumerate(state.hands) if at != own)]
    cards = [card for pile in unseen for card, count in enumerate(pile) for _ in range(count)]
    for at in range(len(cards) - 1, 0, -1):
        other = int(luck.random() * (at + 1))
        cards[at], cards[other] = cards[other], cards[at]
    piles = []
    for size in (sum(pile) for pile in unseen):
        piles.append(tuple(cards[:size].count(card) for card in range(len(state.deck))))
        del cards[:size]
    hands = iter(piles[1:])
    dealt = tuple(hand if at == own else next(hands) for at, hand in enumerate(state.hands))
    again = state._replace(deck=piles[0], hands=dealt)
    return again._replace(open=_opened(again))


def _opened(state: State) -> tuple[Any, ...]:
    """What is open, found again from the step that is pending."""
    if not state.agenda:
        return ()
    step, about = state.agenda[-1]
    find: Any = {"play": _hand, "snap": _like, "draw": _drawn}[step]
    open: tuple[Any, ...] = find(state, *about)
    return open


def supply(state: State) -> Mapping[tuple[str, Place], int]:
    held: dict[tuple[str, Place], int] = {}
    for number, card in enumerate(state.rules.cards):
        held[card, Place("deck", face="down")] = state.deck[number]
        held[card, Place("discard")] = state.discard[number]
        held[card, Place("table")] = int(state.table == number)
        for seat, hand, pile in zip(state.rules.seats, state.hands, state.taken, strict=True):
            held[card, Place("hand", seat, face="down")] = hand[number]
            held[card, Place("taken", seat)] = pile[number]
    return held


def result(state: State) -> Outcome | None:
    if state.agenda:
        return None
    most = max(sum(pile) for pile in state.taken)
    best = tuple(seat for seat, pile in zip(state.rules.seats, state.taken, strict=True) if sum(pile) == most)
    return Outcome("snaps" if most >= 2 * state.rules.snaps else "spent", best if most else ())


def position(game: Game, position: Position) -> State:
    raise PositionError("nobody writes positions of this game", position)


def fact(trace: Trace, key: str) -> str | None:
    return str(trace.last.number) if key == "turn" else None


def show(state: State, seat: Seat | None = None) -> str:
    def line(name: Seat, hand: Cards, pile: Cards) -> str:
        cards = " ".join(card for card, n in zip(state.rules.cards, hand, strict=True) for _ in range(n))
        return f"{name}: {cards if seat in (None, name) else f'{sum(hand)} cards'}, {sum(pile)} taken"

    return "\n".join(map(line, state.rules.seats, state.hands, state.taken))


def snappy(view: Hashable, seat: Seat, moves: tuple[Move, ...], luck: Random) -> Move:
    """Snaps when it can; else any card."""
    return moves[-1] if moves[0] == PASS else moves[int(luck.random() * len(moves))]


AGENTS: Final[Mapping[str, Agent]] = {"snappy": snappy}
