"""The rules of *Legends of Robin Hood*, as its rulebook has them; sections are named by the ids of their headings.

Every number is read from the content. Hands are hidden; the deck is shuffled as it is drawn.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from types import MappingProxyType

from pnp.engines.base import (
    CHANCE,
    Event,
    Facts,
    Kind,
    Move,
    Needs,
    Option,
    Outcome,
    Place,
    Seat,
    Seats,
    Trace,
    redealt,
)
from pnp.engines.legends_of_robin_hood import positions
from pnp.engines.legends_of_robin_hood.content import unplayable as unplayable
from pnp.engines.legends_of_robin_hood.sensible import sensible
from pnp.engines.legends_of_robin_hood.sequence import AGENDA, PHASES
from pnp.engines.legends_of_robin_hood.state import Draft, State
from pnp.engines.legends_of_robin_hood.world import BOARD, CAMP, DECK, FOREST, GOLD, HEROES, MAN, PARAMETERS, world
from pnp.model.game import Game
from pnp.model.rules import Position

SETS = MappingProxyType({"two": 2})

FACTS = Facts(
    least=2,
    most=5,
    chance=True,
    hidden=True,
    longest=30_000,
    options=(
        Option(
            id="decks",
            says="How many decks are shuffled together.",
            choices=("one", "two"),
            default="one",
            sets=SETS,
        ),
    ),
    tallies=("killed", "captured", "recruited", "earned", "rescued", "discovered", "took", "emptied"),
    accounts=("gold",),
    round="turn",
    seen=("play", "to", "stay", "turn", "jail", "forfeit", "discard", "done"),
)

NEEDS = Needs(
    parameters=PARAMETERS,
    attributes=("suit", "symbol", "does", "number", "gold", "places", "barred", "worth"),
    counters=(MAN,),
    groups=(HEROES, GOLD),
    decks=(DECK,),
    boards=(BOARD,),
    spaces=(CAMP,),
    terrains=(FOREST,),
    flags=("dungeon",),
    phases=PHASES,
)

AGENTS = MappingProxyType({"sensible": sensible})


def seats(game: Game, players: int) -> Seats:
    """Robin Hood, who takes the first turn, and others in the order of play, whoever drew them."""
    return world(game).heroes[:players]


def setup(game: Game, seats: Seats, options: Mapping[str, str]) -> State:
    return positions.start(world(game, SETS.get(options.get("decks", ""), 1)), seats)


def turn(state: State) -> Seats:
    return AGENDA.turn(state)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    return state.open if AGENDA.turn(state) == (seat,) else ()


def chances(state: State) -> tuple[tuple[Move, int], ...]:
    return state.open if AGENDA.turn(state) == CHANCE else ()


def play(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    return AGENDA.play(Draft(state), move)


def view(state: State, seat: Seat) -> Hashable:
    """One's own hand and all that lies open."""
    return positions.view(state, state.seats.index(seat))


def redeal(state: State, seat: Seat, luck: Random) -> State:
    """The deck and the other hands dealt anew, each as many cards as it has."""
    own = state.seats.index(seat)
    pile, *hands = redealt([state.stock.pile, *state.hands[:own], *state.hands[own + 1 :]], luck)
    hands.insert(own, state.hands[own])
    again = state._replace(stock=state.stock._replace(pile=pile), hands=tuple(hands))
    return again._replace(open=AGENDA.opened(again))


def supply(state: State) -> Mapping[tuple[Kind, Place], int]:
    return positions.supply(state)


def result(state: State) -> Outcome | None:
    return state.over


def position(game: Game, position: Position) -> State:
    decks = dict(setting.partition("=")[::2] for setting in position.settings).get("decks", "")
    return positions.middle(world(game, SETS.get(decks, 1)), position)


def fact(trace: Trace, key: str) -> str | None:
    return positions.fact(trace, key)


def show(state: State, seat: Seat | None = None) -> str:
    return positions.show(state, seat)
