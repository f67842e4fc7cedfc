"""One game played to its end by agents and dice. The inner loop of everything that plays many."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from pnp.engines.base import CHANCE, Agent, Engine, Event, Move, Seat, Seats, State
from pnp.play.agents import choose

Made = tuple[Seat, Move]
"""A move and whose it was; chance's too."""

Watch = Callable[[State, Sequence[Event]], None]
"""Told of what happens: the state that a move led to, and the move's events if it had any."""


class Dice(NamedTuple):
    """Where a game's luck comes from: one stream for chance, one for the agents, so that nobody can foresee a throw, and
    an agent that thinks longer does not change it. The same on every machine and in every version of Python."""

    chance: Random
    agents: Random


def dice(seed: int, game: int) -> Dice:
    """The luck of one game of a simulation: of its seed and the game's number, and nothing else."""
    own = ((seed << 48) + game) << 1
    return Dice(Random(own), Random(own + 1))


class Played(NamedTuple):
    """A game that was played: its last state, and every move in order."""

    last: State
    moves: list[Made]


class EngineError(Exception):
    """An engine failed while it played: what it said, and the moves that led there, the last being the one at fault."""

    def __init__(self, what: str, moves: tuple[Made, ...]) -> None:
        super().__init__(what, moves)
        self.what, self.moves = what, moves


class _WrongError(Exception):
    """What an engine did is against the protocol."""


def playout(
    engine: Engine, state: State, agents: Mapping[Seat, Agent], luck: Dice, watch: Watch | None = None
) -> Played:
    """Plays from a state to the end of the game. Raises `EngineError`."""
    made: list[Made] = []
    try:
        return Played(_run(engine, state, agents, luck, watch, made), made)
    except Exception as fault:
        raise EngineError(told(fault), tuple(made)) from fault


def _run(
    engine: Engine,
    state: State,
    agents: Mapping[Seat, Agent],
    luck: Dice,
    watch: Watch | None,
    made: list[Made],
) -> State:
    turn, moves, chances, play = engine.turn, engine.moves, engine.chances, engine.play
    add, roll, thought, longest = made.append, luck.chance.random, luck.agents, engine.FACTS.longest
    any_of = thought.random
    while seats := turn(state):
        if len(made) >= longest:
            raise _WrongError(f"the game goes on after {longest} moves, the most that it may have")
        seat = seats[0]
        if len(seats) > 1:
            state = _together(engine, state, seats, agents, thought, watch, made)
            continue
        if seats == CHANCE:
            move = pick(chances(state), roll())
        elif (agent := agents[seat]) is choose:  # the same without asking for a view that is not looked at
            open = moves(state, seat)
            move = open[int(any_of() * len(open))]
        else:
            move = chosen(engine, state, seat, agent, thought)
        add((seat, move))
        state, events = play(state, seat, move)
        if events and watch:
            watch(state, events)
    return state


def _together(
    engine: Engine,
    state: State,
    seats: Seats,
    agents: Mapping[Seat, Agent],
    thought: Random,
    watch: Watch | None,
    made: list[Made],
) -> State:
    """Several seats commit: each decides before any has told."""
    decided = [(seat, chosen(engine, state, seat, agents[seat], thought)) for seat in seats]
    for seat, move in decided:
        made.append((seat, move))
        state, events = engine.play(state, seat, move)
        if events and watch:
            watch(state, events)
    return state


def chosen(engine: Engine, state: State, seat: Seat, agent: Agent, thought: Random) -> Move:
    """What a seat's agent decides."""
    open = engine.moves(state, seat)
    if not open:
        raise _WrongError(f"it is the turn of '{seat}', who has no move")
    move = agent(engine.view(state, seat), seat, open, thought)
    if move not in open:
        raise _WrongError(f"the agent of '{seat}' plays '{move}', which is not open")
    return move


def pick(chances: Sequence[tuple[Move, int]], roll: float) -> Move:
    """The outcome of chance for a number from 0 up to, not including, 1."""
    left = int(roll * sum(weight for _, weight in chances))
    for move, weight in chances:
        left -= weight
        if left < 0:
            return move
    raise _WrongError("chance has no outcome of any weight")


def told(fault: Exception) -> str:
    """What a fault of an engine says, and where in its source it arose."""
    if isinstance(fault, _WrongError):
        return str(fault)
    frames = traceback.extract_tb(fault.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(fault).__name__}: {fault}{where}"
