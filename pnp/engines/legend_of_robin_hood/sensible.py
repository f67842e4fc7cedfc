"""A player who plays sensibly: looks one move ahead, keeps his Leaders covered, and goes where there is something to win.

Not strong, but without blunders, so that thousands of its games say something about the balance of the printed game.
Answers that need no thought are rules of thumb; marches are scored box by box.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from pnp.engines.base import Move, Seat
from pnp.engines.legend_of_robin_hood.outlaw import Outlaw
from pnp.engines.legend_of_robin_hood.sheriff import Lawman
from pnp.engines.legend_of_robin_hood.state import State
from pnp.engines.legend_of_robin_hood.world import SEATS


def sensible(view: Hashable, seat: Seat, moves: tuple[Move, ...], dice: Random) -> Move:
    assert isinstance(view, State)
    mind = Outlaw(view, dice) if seat == SEATS[0] else Lawman(view, dice)
    return mind.choose(moves)
