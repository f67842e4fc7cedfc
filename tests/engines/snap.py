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
    Cards,
    Drafting,
    Event,
    Facts,
    Move,
    Needs,
    Option,
    Outcome,
    Pack,
    Place,
    PositionError,
    Roll,
    Seat,
    Seats,
    Stock,
    Task,
    Trace,
    deck,
    kinds,
    more,
    parameter,
    redealt,
)
from pnp.model.game import Game
from pnp.model.rules import Position

FACTS: Final = Facts(
    least=2,
    most=3,
    chance=True,
    hidden=True,
    longest=800,
    tallies=("snapped",),
    round="turn",
    seen=("play", "snap", "pass"),
    options=(
        Option(
            id="decks",
            says="How many decks are shuffled together.",
            choices=("one", "two"),
            default="one",
            sets={"two": 2},
        ),
    ),
)
NEEDS: Final = Needs(decks=("beasts",), parameters=("hand", "snaps", "shuffles"))
PASS: Final = Move("pass")


class Rules(NamedTuple):
    """What is read of the game, and who plays."""

    seats: Seats
    pack: Pack
    hand: int
    snaps: int
    shuffles: int


class State(NamedTuple):
    """Where the cards are. `open` follows from the rest."""

    rules: Rules
    agenda: tuple[Task, ...]
    open: tuple[Any, ...]
    stock: Stock
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    table: int  # the card played, or -1
    number: int  # of the turn, from 1


class Draft(Drafting):
    """A state that is being changed."""

    def __init__(self, state: State) -> None:
        self.rules, self.stock, self.table, self.number = state.rules, state.stock, state.table, state.number
        self.agenda: list[Task] = list(state.agenda)
        self.open: tuple[Any, ...] = state.open
        self.hands, self.taken = list(state.hands), list(state.taken)
        self.events: list[Event] = []

    def freeze(self) -> State:
        return State(
            self.rules,
            tuple(self.agenda),
            self.open,
            self.stock,
            tuple(self.hands),
            tuple(self.taken),
            self.table,
            self.number,
        )

    def tell(self, what: str, card: int, seat: int) -> None:
        self.say(what, f"card/{self.rules.pack.ids[card]}", f"seat/{self.rules.seats[seat]}")


def _ends(draft: Draft, at: int) -> bool:
    most, rules = max(sum(pile) for pile in draft.taken), draft.rules
    return most >= 2 * rules.snaps or draft.stock.emptied > rules.shuffles or not any(draft.hands[at])


# The steps.


def _begin(draft: Draft, at: int) -> None:
    if _ends(draft, at):
        return
    draft.number += 1
    draft.events.append(Event("turn", (f"seat/{draft.rules.seats[at]}",), 1, str(draft.number)))
    count = len(draft.hands)
    others = [(at + more) % count for more in range(1, count)]
    asks = (Task("snap", (seat,)) for seat in others)
    refills = (Task("fill", (seat,)) for seat in (at, *others))
    draft.then(Task("play", (at,)), *asks, Task("clear"), *refills, Task("begin", ((at + 1) % count,)))


def _hand(draft: Any, at: int) -> tuple[Move, ...]:
    return tuple(Move("play", (draft.rules.pack.ids[card],)) for card in kinds(draft.hands[at]))


def _lay(draft: Draft, move: Move, at: int) -> None:
    draft.table = draft.rules.pack.number[move.args[0]]
    draft.hands[at] = more(draft.hands[at], draft.table, -1)
    draft.tell("played", draft.table, at)


def _like(draft: Any, at: int) -> tuple[Move, ...]:
    """Everybody is asked while the card lies there, even who can only pass: a pause must tell nothing."""
    if draft.table < 0:
        return ()
    return (PASS, Move("snap")) if draft.hands[at][draft.table] else (PASS,)


def _snap(draft: Draft, move: Move, at: int) -> None:
    if move != PASS:
        draft.hands[at] = more(draft.hands[at], draft.table, -1)
        draft.taken[at] = more(draft.taken[at], draft.table, 2)
        draft.tell("snapped", draft.table, at)
        draft.table = -1


def _clear(draft: Draft) -> None:
    if draft.table >= 0:
        draft.stock = draft.stock.lay(draft.table)
        draft.table = -1


def _fill(draft: Draft, at: int) -> None:
    """Draws up to a full hand; where the deck runs out, the discards become the deck."""
    draft.stock = draft.stock.ready()
    if sum(draft.hands[at]) < draft.rules.hand and any(draft.stock.pile):
        draft.then(Task("draw", (at,)), Task("fill", (at,)))


def _drawn(draft: Any, at: int) -> tuple[tuple[Move, int], ...]:
    chances: tuple[tuple[Move, int], ...] = draft.rules.pack.draws(draft.stock.pile)
    return chances


def _draw(draft: Draft, move: Move, at: int) -> None:
    card = draft.rules.pack.number[move.args[0]]
    draft.stock = draft.stock.take(card)
    draft.hands[at] = more(draft.hands[at], card)
    draft.tell("drew", card, at)


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
    pack = Pack(deck(game, "beasts"), 2 if options.get("decks") == "two" else 1)
    rules = Rules(seats, pack, *(parameter(game, id) for id in ("hand", "snaps", "shuffles")))
    agenda = (Task("begin", (0,)), *(Task("fill", (seat,)) for seat in reversed(range(len(seats)))))
    none = (pack.none,) * len(seats)
    state: State = AGENDA.advance(Draft(State(rules, agenda, (), Stock(pack.all, pack.none), none, none, -1, 0)))[0]
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
    sizes, seen = tuple(sum(hand) for hand in state.hands), state.stock._replace(pile=())
    return (state.rules, state.agenda, state.hands[own], sizes, sum(state.stock.pile), seen, *state[5:])


def redeal(state: State, seat: Seat, luck: Random) -> State:
    """Deck and other hands dealt anew, each as many cards as it has."""
    own = state.rules.seats.index(seat)
    pile, *hands = redealt([state.stock.pile, *state.hands[:own], *state.hands[own + 1 :]], luck)
    again = state._replace(stock=state.stock._replace(pile=pile), hands=(*hands[:own], state.hands[own], *hands[own:]))
    return again._replace(open=AGENDA.opened(again))


def supply(state: State) -> Mapping[tuple[str, Place], int]:
    pack = state.rules.pack
    table = more(pack.none, state.table) if state.table >= 0 else pack.none
    piles = [
        (state.stock.pile, Place("deck", face="down")),
        (state.stock.discards, Place("discard")),
        (table, Place("table")),
        *((hand, Place("hand", seat, face="down")) for seat, hand in zip(state.rules.seats, state.hands, strict=True)),
        *((pile, Place("taken", seat)) for seat, pile in zip(state.rules.seats, state.taken, strict=True)),
    ]
    return dict(one for pile, place in piles for one in pack.supply(pile, place))


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
        return f"{name}: {state.rules.pack.words(hand) if seat in (None, name) else f'{sum(hand)} cards'}, {sum(pile)} taken"

    return "\n".join(map(line, state.rules.seats, state.hands, state.taken))


def snappy(view: Hashable, seat: Seat, moves: tuple[Move, ...], luck: Random) -> Move:
    """Snaps when it can; else any card."""
    return moves[-1] if moves[0] == PASS else moves[int(luck.random() * len(moves))]


AGENTS: Final[Mapping[str, Agent]] = {"snappy": snappy}
