"""How players that an engine brings along choose among moves that they have looked at."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from pnp.engines.base.move import Move


def best(moves: tuple[Move, ...], worth: Callable[[Move], float], dice: Random, blur: float) -> Move:
    """The move of the greatest worth; of those that are worse by less than `blur` any may be taken for it, so that games
    differ. Of `dice`, `random()` alone."""
    scored = [(worth(move) + dice.random() * blur, number) for number, move in enumerate(moves)]
    return moves[max(scored)[1]]
