"""A man who plays sensibly: he looks where the carriage will stop and is there, alone if he can, and takes what lets others
go short.

Not strong, but without blunders, so that thousands of his games say something about the balance of the printed game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from random import Random
from typing import Final

from pnp.engines.base import Move, Seat, best
from pnp.engines.robin_n_the_hood.state import State
from pnp.engines.robin_n_the_hood.world import World

AHEAD: Final = 9  # rounds that are looked ahead
ALONE, SHARED = 1.7, 0.55  # coins to be hoped for
PATIENCE: Final = 0.62  # what a coin is worth a round later
BLUR: Final = 0.05  # coins that make no difference
BOLD: Final = 0.25  # how often he announces the most


def sensible(view: Hashable, seat: Seat, moves: tuple[Move, ...], dice: Random) -> Move:
    """The move of the greatest worth; of equals any."""
    assert isinstance(view, State)
    me = view.seats.index(seat)
    verb = moves[-1].verb
    if verb == "announce":
        return moves[-1] if dice.random() < BOLD else moves[0]
    worth = {"place": _placing, "take": _taking}.get(verb, _sneaking)
    return best(moves, lambda move: worth(view, me, move), dice, BLUR)


def _placing(state: State, me: int, move: Move) -> float:
    """Where the carriage stops at its own pace, whichever end it comes from; best by the way station, near to all."""
    w = state.world
    place = w.place[move.args[0]]
    deep = place % w.long + 1
    others = sum(at == place for at in state.men)
    crowd = sum(at >= 0 and w.far[place][at] <= 2 for at in state.men)
    return (deep % w.pace == 0) + 0.8 * (deep == w.long) - 0.5 * others - 0.1 * crowd


def _sneaking(state: State, me: int, move: Move) -> float:
    here = state.men[me] if move.verb == "pass" else state.world.place[move.args[0]]
    return _hope(state, me, here, state.hurried)


def _taking(state: State, me: int, move: Move) -> float:
    """The coins, and where the carriage then stops next: better with me than with anybody else."""
    count = int(move.args[0])
    after = state._replace(stolen=state.stolen + count)
    rivals = range(len(state.seats))
    hurried = count >= state.world.hurry
    mine = _hope(after, me, state.men[me], hurried)
    theirs = max(_hope(after, one, state.men[one], hurried) for one in rivals if one != me)
    return count + 0.6 * mine - 0.5 * theirs


def _hope(state: State, me: int, here: int, hurried: bool) -> float:
    """What standing on a tile promises: each stop that can be reached in time, the sooner the better."""
    w = state.world
    hopes = []
    for late, place in _stops(w, state.origin, state.exit, state.step, state.stolen, hurried):
        if place >= 0 and w.far[here][place] <= late:
            others = sum(at == place for seat, at in enumerate(state.men) if seat != me)
            hopes.append((ALONE, SHARED, 0.0)[min(others, 2)] * PATIENCE**late)
    hopes.sort(reverse=True)
    return sum(hope / (rank + 1) for rank, hope in enumerate(hopes[:3]))


@lru_cache(maxsize=4_096)
def _stops(w: World, origin: int, exit: int, step: int, stolen: int, hurried: bool) -> tuple[tuple[int, int], ...]:
    """Where the carriage will stop, if nothing more is stolen: rounds from now, and the tile (-1 for none)."""
    return tuple(_rolling(w, origin, exit, step, stolen, hurried))


def _rolling(w: World, origin: int, exit: int, step: int, stolen: int, hurried: bool) -> Iterator[tuple[int, int]]:
    pace = w.hurried if hurried else w.pace
    for late in range(AHEAD):
        step = min(step + pace, w.whole)
        if step > w.long and exit < 0:
            exit = w.exit(origin, stolen)[0]
        yield late, w.place.get(w.at(origin, exit, step), -1)
        if step == w.whole:
            origin, exit, step, stolen = exit, -1, 0, 0
        pace = w.pace
