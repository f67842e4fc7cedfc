"""The rules of *Robin n the Hood*, as its rulebook has them; sections are named by the ids of their headings.

Every number is read from the content. Two men who fight announce unseen and are revealed together.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType

from pnp.engines.base import CHANCE, Event, Facts, Kind, Move, Needs, Outcome, Place, Seat, Seats, Trace
from pnp.engines.robin_n_the_hood import positions, sequence
from pnp.engines.robin_n_the_hood.sensible import sensible
from pnp.engines.robin_n_the_hood.sequence import AGENDA, STEPS
from pnp.engines.robin_n_the_hood.sequence import turn as turn
from pnp.engines.robin_n_the_hood.state import Draft, State
from pnp.engines.robin_n_the_hood.world import BOARD, CARRIAGE, COIN, DIE, HUB, MEN, MOON, NIGHT, PARAMETERS, world
from pnp.model.game import Game
from pnp.model.rules import Position

FACTS = Facts(
    least=4,
    most=6,
    chance=True,
    simultaneous=True,
    longest=3_000,
    tallies=("stole", "fought", "announced"),
    accounts=("loot",),
    round="journey",
)

NEEDS = Needs(
    tables={"fight": ("one-one", "one-two", "two-two"), "crossroads": ("turn",)},
    parameters=PARAMETERS,
    counters=(COIN, CARRIAGE, MOON),
    groups=(MEN, "pledges"),
    boards=(BOARD,),
    spaces=(HUB,),
    zones=("coffer", "hoard"),
    tracks=(NIGHT,),
    phases=tuple(step for step in STEPS if step not in ("crossroads", "fight")),
    supplies=(DIE,),
    cells={"fight": "nobody|both|lower", "crossroads": "straight on|left|right"},
)

AGENTS = MappingProxyType({"sensible": sensible})


def seats(game: Game, players: int) -> Seats:
    """The men in the order of play, whoever won the roll for it first."""
    return world(game).men[:players]


def setup(game: Game, seats: Seats, options: Mapping[str, str]) -> State:
    return positions.start(world(game), seats)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    now = turn(state)
    return state.open if now != CHANCE and seat in now else ()


def chances(state: State) -> tuple[tuple[Move, int], ...]:
    return state.open if turn(state) == CHANCE else ()


def play(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    if state.agenda[-1].step != "fight":
        return AGENDA.play(Draft(state), move)
    state = sequence.announce(state, state.seats.index(seat), move)
    if turn(state):
        return state, ()
    draft = Draft(state)
    sequence.reveal(draft)
    return AGENDA.advance(draft)


def view(state: State, seat: Seat) -> Hashable:
    """Everything but what the other has announced."""
    said = tuple(one if name == seat else 0 for name, one in zip(state.seats, state.said, strict=True))
    return state._replace(said=said) if any(state.said) else state


def supply(state: State) -> Mapping[tuple[Kind, Place], int]:
    return positions.supply(state)


def result(state: State) -> Outcome | None:
    return state.over


def position(game: Game, position: Position) -> State:
    return positions.middle(world(game), position)


def fact(trace: Trace, key: str) -> str | None:
    return positions.fact(trace, key)


def show(state: State, seat: Seat | None = None) -> str:
    return positions.show(state)
