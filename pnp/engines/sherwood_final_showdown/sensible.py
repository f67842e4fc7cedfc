"""A player who plays sensibly."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from pnp.engines.base import Move, Seat


def sensible(view: Hashable, seat: Seat, moves: tuple[Move, ...], dice: Random) -> Move:
    return moves[int(dice.random() * len(moves))]
