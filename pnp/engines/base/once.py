"""What an engine compiles of a printed game, made once while the game is in use."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from pnp.model.game import Game

T = TypeVar("T")

KEPT: Final = 4


class Once(Generic[T]):
    """``world = Once(World)``: ``world(game)`` is `World(game)`, the same one as long as it is among the last few asked for. A
    game is the same only as itself: to compare all that is printed would take longer than to compile it."""

    __slots__ = ("_kept", "_make")

    def __init__(self, make: Callable[..., T]) -> None:
        self._make = make
        self._kept: tuple[tuple[Game, tuple[Hashable, ...], T], ...] = ()

    def __call__(self, game: Game, *about: Hashable) -> T:
        for known, said, made in self._kept:
            if known is game and said == about:
                return made
        made = self._make(game, *about)
        self._kept = ((game, about, made), *self._kept[: KEPT - 1])
        return made
