"""What both sensible players do alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from pnp.engines.base import Move
from pnp.engines.legend_of_robin_hood.sight import Sight
from pnp.engines.legend_of_robin_hood.state import State
from pnp.engines.legend_of_robin_hood.world import SIDES, World


class Mind:
    """Chooses by the verb of the moves that are open."""

    side: int

    def __init__(self, state: State, dice: Random) -> None:
        self.s = state
        self.w: World = state.world
        self.dice = dice
        self._sight: Sight | None = None

    @property
    def sight(self) -> Sight:
        if self._sight is None:
            self._sight = Sight(self.s)
        return self._sight

    def choose(self, moves: tuple[Move, ...]) -> Move:
        for move in moves:
            way: Callable[[tuple[Move, ...]], Move] | None = getattr(self, f"on_{move.verb}", None)
            if way is not None:
                return way(moves)
        return self.any(moves)

    def any(self, moves: Iterable[Move]) -> Move:
        pool = tuple(moves)
        return pool[int(self.dice.random() * len(pool))]

    def best(self, moves: Iterable[Move], score: Callable[[Move], float]) -> Move:
        """The move of highest score; a little luck breaks ties, so that games differ."""
        return max(moves, key=lambda move: score(move) + 0.1 * self.dice.random())

    def not_end(self, moves: tuple[Move, ...]) -> Move:
        """Takes whatever there is to take."""
        return self.any([move for move in moves if move.verb != "end"] or moves)

    def end(self, moves: tuple[Move, ...]) -> Move:
        return next((move for move in moves if move.verb in ("end", "stop", "spare", "refuse")), moves[-1])

    def march_on(self, moves: tuple[Move, ...], worth: Callable[[int], float]) -> Move:
        """Where a march ends: the best box in reach, or the one where it began, if that is as good and it may stay."""
        march = self.s.march
        assert march is not None
        goals = [move for move in moves if move.verb == "to"]
        if march.legs or not goals:
            return moves[-1]
        best = self.best(goals, lambda move: worth(self.w.box[move.args[0]]))
        better = worth(self.w.box[best.args[0]]) > worth(march.start) + 0.2
        return best if better or moves[-1].verb != "stop" else moves[-1]

    def on_leave(self, moves: tuple[Move, ...]) -> Move:
        return self.on_to(moves)

    def on_stop(self, moves: tuple[Move, ...]) -> Move:
        return moves[-1]

    def on_to(self, moves: tuple[Move, ...]) -> Move:
        raise NotImplementedError

    # Losses: the least worth first.

    def on_lose(self, moves: tuple[Move, ...]) -> Move:
        return self.best(moves, lambda move: -self._worth(move.args[0]))

    def _worth(self, kind: str) -> float:
        piece = next(iter([p for p, k in enumerate(self.w.kind) if k == kind]))
        gone = 0.0 if self.w.by_calendar >> piece & 1 or self.w.by_roll >> piece & 1 else 3.0
        return self.w.melee[piece] + self.w.archery[piece] * 0.8 + gone

    def on_fight(self, moves: tuple[Move, ...]) -> Move:
        """The surest fight first."""
        power = self.sight.power
        return self.best(
            moves,
            lambda move: (
                power[self.side].get(self.w.box[move.args[0]], 0)
                - power[1 - self.side].get(self.w.box[move.args[0]], 0)
            ),
        )

    def on_accept(self, moves: tuple[Move, ...]) -> Move:
        return self.any(moves)

    def safest(self, moves: tuple[Move, ...]) -> Move:
        """A box where the enemy can hardly come."""
        return self.best(moves, lambda move: -self.sight.threat(self.w.box[move.args[-1]], 1 - self.side))

    on_escape = on_retreat = on_place = on_hide = safest

    @property
    def name(self) -> str:
        return SIDES[self.side]
