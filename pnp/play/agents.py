"""Who plays: `random`, or one that the game's engine brings along.

An agent is given a seat's view, its open moves and dice, and nothing else. Of the dice it should use `random()` alone: that
is the one method whose numbers no version of Python changes.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from typing import Final

from pnp.diag import suggest
from pnp.engines.base import Agent, Engine, Move, Seat, Seats

RANDOM: Final = "random"


class UnknownError(Exception):
    """Something was asked for that is not there, such as an agent, a seat, or an option: one sentence."""


def choose(view: Hashable, seat: Seat, moves: tuple[Move, ...], dice: Random) -> Move:
    """Any open move, each as likely as another."""
    return moves[int(dice.random() * len(moves))]


def names(engine: Engine) -> tuple[str, ...]:
    """The agents of a game, the best first: the engine lists its own in that order."""
    return (*(name for name in engine.AGENTS if name != RANDOM), RANDOM)


def agent(engine: Engine, name: str) -> Agent:
    """An agent by name. Raises `UnknownError`."""
    if name in engine.AGENTS:
        return engine.AGENTS[name]
    if name == RANDOM:
        return choose
    known = names(engine)
    raise UnknownError(f"there is no agent '{name}'; {suggest(name, known) or 'there are ' + ', '.join(known)}")


def assign(engine: Engine, seats: Seats, asked: str) -> tuple[str, ...]:
    """The name of each seat's agent. `asked` is an agent for all (``random``), or ``seat=agent,…`` for some; the others
    are played by the game's best. Raises `UnknownError`."""
    best = names(engine)[0]
    said: dict[Seat, str] = {}
    named: list[Seat] = []  # the empty one is all of them
    for word in asked.split(",") if asked else ():
        seat, given, name = (part.strip() for part in word.rpartition("="))
        if given and seat not in seats:
            hint = suggest(seat, seats) or "the seats are " + ", ".join(seats)
            raise UnknownError(f"there is no seat '{seat}'; {hint}")
        agent(engine, name)
        if seat in named:
            raise UnknownError(f"two agents are said for '{seat or 'all seats'}'; keep one of them")
        named.append(seat)
        said.update({seat: name} if given else dict.fromkeys(seats, name))
    return tuple(said.get(seat, best) for seat in seats)


def seated(engine: Engine, seats: Seats, chosen: tuple[str, ...]) -> Mapping[Seat, Agent]:
    """The agents themselves, by seat."""
    return {seat: agent(engine, name) for seat, name in zip(seats, chosen, strict=True)}
