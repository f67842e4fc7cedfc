"""The rules of *Sherwood - The Final Showdown*, as its rulebook has them; sections are named by the ids of their headings.

Every number is read from the content. Battle cards are held unseen, laid unseen, and revealed together.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from types import MappingProxyType

from pnp.engines.base import CHANCE, Event, Facts, Kind, Move, Needs, Outcome, Place, Seat, Seats, Trace
from pnp.engines.sherwood_final_showdown import battle, positions, sight
from pnp.engines.sherwood_final_showdown.content import unplayable
from pnp.engines.sherwood_final_showdown.sensible import sensible
from pnp.engines.sherwood_final_showdown.sequence import AGENDA
from pnp.engines.sherwood_final_showdown.sequence import turn as turn
from pnp.engines.sherwood_final_showdown.state import Draft, State
from pnp.engines.sherwood_final_showdown.world import (
    BANDS,
    BLOWS,
    BOARD,
    DAY,
    DAYS,
    DECKS,
    DIE,
    FLAGS,
    GOLD,
    MARCH,
    MARKERS,
    MATS,
    MEN,
    PARAMETERS,
    POINTS,
    PURSES,
    SEATS,
    world,
)
from pnp.model.game import Game
from pnp.model.rules import Position

__all__ = ("unplayable",)

SEEN = (
    "roll", "place", "band", "singles", "single", "to", "stay", "end", "take", "pass", "recruit", "tax", "score", "redo",
    "accept",
)  # fmt: skip
"""All but drawing a card and laying it."""

FACTS = Facts(
    least=2,
    most=2,
    chance=True,
    hidden=True,
    simultaneous=True,
    longest=8_000,
    tallies=("fought", "won", "fell", "took", "delivered", "recruiting", "taxing", "redid", "combined"),
    accounts=("purse", "unscored"),
    round="day",
    seen=SEEN,
)

NEEDS = Needs(
    tables={BLOWS: ("sword", "spear", "horse", "fire"), MARCH: ("spaces",)},
    parameters=PARAMETERS,
    attributes=("weapon",),
    counters=(*MEN, GOLD, *MARKERS, *PURSES, DAY),
    groups=BANDS,
    decks=DECKS,
    boards=(BOARD,),
    mats=(MATS,),
    flags=FLAGS,
    tracks=(POINTS, DAYS),
    phases=("orders", "battle", "town", "daybreak"),
    supplies=(DIE,),
    cells={BLOWS: "wins|ties|loses", MARCH: "[0-9]+"},
)

AGENTS = MappingProxyType({"sensible": sensible})


def seats(game: Game, players: int) -> Seats:
    return SEATS


def setup(game: Game, seats: Seats, options: Mapping[str, str]) -> State:
    return positions.start(world(game))


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    if seat not in turn(state):
        return ()
    return battle.blows(state, SEATS.index(seat)) if state.agenda[-1].step == "strike" else state.open


def chances(state: State) -> tuple[tuple[Move, int], ...]:
    return state.open if turn(state) == CHANCE else ()


def play(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    if state.agenda[-1].step != "strike":
        return AGENDA.play(Draft(state), move)
    state = battle.lay(state, SEATS.index(seat), move)
    if turn(state):
        return state, ()
    draft = Draft(state)
    battle.both(draft)
    return AGENDA.advance(draft)


def view(state: State, seat: Seat) -> Hashable:
    return sight.view(state, SEATS.index(seat))


def redeal(state: State, seat: Seat, luck: Random) -> State:
    return sight.redeal(state, SEATS.index(seat), luck)


def supply(state: State) -> Mapping[tuple[Kind, Place], int]:
    return positions.supply(state)


def result(state: State) -> Outcome | None:
    return state.over


def position(game: Game, position: Position) -> State:
    return positions.middle(world(game), position)


def fact(trace: Trace, key: str) -> str | None:
    return positions.fact(trace, key)


def show(state: State, seat: Seat | None = None) -> str:
    return positions.show(state, seat)
