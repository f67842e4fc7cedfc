"""Counting: how many ways a game can go. A count that is known, or was the same on every machine, finds a rule that changed.

Each outcome of chance counts once, whatever its weight. Of several seats that commit, the first in `turn` goes first.
"""

from __future__ import annotations

from pnp.engines.base import CHANCE, Engine, Move, State


def ways(engine: Engine, state: State) -> tuple[tuple[Move, State], ...]:
    """Every move that may be made now, with the state after it; () when the game is over."""
    turn = engine.turn(state)
    if not turn:
        return ()
    moves = tuple(move for move, _ in engine.chances(state)) if turn == CHANCE else engine.moves(state, turn[0])
    return tuple((move, engine.play(state, turn[0], move)[0]) for move in moves)


def perft(engine: Engine, state: State, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are from a state."""
    level = {state: 1}
    for _ in range(depth):
        after: dict[State, int] = {}
        for here, count in level.items():
            for _, there in ways(engine, here):
                after[there] = after.get(there, 0) + count
        level = after
    return sum(level.values())


def divide(engine: Engine, state: State, depth: int) -> dict[str, int]:
    """`perft` by first move: where two counts differ, this shows under which move."""
    return {str(move): perft(engine, there, depth - 1) for move, there in ways(engine, state)}


def games(engine: Engine, state: State) -> int:
    """How many ways lead from a state to an end of the game. Only for games that are small enough."""
    known: dict[State, int] = {}

    def count(here: State) -> int:
        if here not in known:
            known[here] = sum(count(there) for _, there in ways(engine, here)) if engine.turn(here) else 1
        return known[here]

    return count(state)
