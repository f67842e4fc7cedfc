"""What the rules read of the printed game: the four arms of the paths, the loads of the carriage, tables and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from pnp.engines.base import Grid, Net, Once, grid, parameter
from pnp.model.board import Space
from pnp.model.game import Game
from pnp.model.tables import Table
from pnp.model.view import covers

BOARD: Final = "sherwood"
HUB: Final = "way-station"
MEN: Final = "merry-men"
COIN, CARRIAGE, MOON, DIE = "coin", "carriage", "moon", "d4"
NIGHT: Final = "night"
PARAMETERS: Final = ("first-load", "load", "pace", "hurried-pace", "hurry", "greed", "tile-limit")
TURNS: Final = ("straight on", "left", "right")


class World:
    """Places are numbers: the tiles of arm 0 from its end inwards, then those of arm 1, and so on; arms go clockwise round
    the way station. Two worlds are the same only if they are one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        board = next(one for one in game.boards if one.id == BOARD)
        spaces = {space.id: space for space in board.spaces}
        self.arms: tuple[tuple[str, ...], ...] = tuple(
            _arms(spaces)
        )  # each from its end to the tile by the way station
        self.long = len(self.arms[0]) - 1  # tiles of an arm, its end left out
        self.ends = tuple(arm[0] for arm in self.arms)
        self.number = tuple(spaces[end].code for end in self.ends)
        self.tiles = tuple(tile for arm in self.arms for tile in arm[1:])
        self.place = {tile: number for number, tile in enumerate(self.tiles)}
        self.near = tuple(tuple(self._beside(number)) for number in range(len(self.tiles)))
        net = Net(self.near)
        self.far = tuple(net.distances(number) for number in range(len(self.tiles)))
        night = next(track for track in game.tracks if track.id == NIGHT)
        self.last, self.preset = night.last, frozenset(event.at for event in night.events)
        self._numbers()

    def _numbers(self) -> None:
        game = self.game
        self.men = tuple(one.id for group in game.counters if group.id == MEN for one in group.counters)
        self.coins = next(one.copies for _, one in game.pieces() if one.id == COIN)
        self.first_load, self.load, self.pace, self.hurried, self.hurry, self.greed, self.limit = (
            parameter(game, name) for name in PARAMETERS
        )
        self.fight: Grid = grid(game, "fight")
        self.crossroads: Table = next(one for one in game.tables if one.id == "crossroads")
        self.sides = next(len(one.faces) for one in game.supplies if one.id == DIE)

    def _beside(self, number: int) -> Iterator[int]:
        """Where a man may step from a tile: along its arm, or over the way station to the other arms."""
        arm, deep = divmod(number, self.long)
        if deep > 0:
            yield number - 1
        if deep < self.long - 1:
            yield number + 1
        else:
            yield from (other * self.long + deep for other in range(len(self.arms)) if other != arm)

    def at(self, origin: int, exit: int, step: int) -> str:
        """The space where the carriage is after so many steps of a journey from one end."""
        if step <= self.long:
            return self.arms[origin][step]
        return HUB if step == self.long + 1 else self.arms[exit][2 * self.long + 2 - step]

    @property
    def whole(self) -> int:
        """The steps of a journey."""
        return 2 * self.long + 2

    def exit(self, origin: int, stolen: int) -> tuple[int, str]:
        """The arm by which the carriage leaves the way station, and the cell that says so."""
        row = next(one for one in self.crossroads.rows if covers(one, stolen))
        turn = TURNS.index(row.cells[0])
        arms = len(self.arms)
        # Arms go clockwise: who comes in by one has the next on his left hand.
        return (origin + (arms // 2, 1, arms - 1)[turn]) % arms, f"cell/crossroads/turn/{row.key}"


def _arms(spaces: dict[str, Space]) -> Iterator[tuple[str, ...]]:
    """The arms clockwise, from the one with the first number."""
    hub = spaces[HUB]
    arms = [_inward(spaces, first) for first in sorted(hub.to, key=lambda id: _bearing(hub, spaces[id]))]
    start = min(range(len(arms)), key=lambda number: spaces[arms[number][0]].code)
    yield from (*arms[start:], *arms[:start])


def _bearing(hub: Space, other: Space) -> float:
    """Clockwise on the page, for y goes down."""
    return math.atan2(other.at[1] - hub.at[1], other.at[0] - hub.at[0])


def _inward(spaces: dict[str, Space], first: str) -> tuple[str, ...]:
    """An arm from its end to the tile by the way station."""
    arm = [HUB, first]
    while ahead := [id for id in spaces[arm[-1]].to if id != arm[-2]]:
        arm.append(ahead[0])
    return tuple(reversed(arm[1:]))


world: Final = Once(World)
"""The world of a game."""
