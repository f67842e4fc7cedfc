"""What the rules read of the printed game: spaces as numbers and bit sets, band boards, decks, the order of arms, numbers.

Sides, spaces, bands and towns are numbers from 0. A set of spaces is an int with a bit for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

from pnp.engines.base import Move, Net, Once, Pack, deck, die, parameter
from pnp.model.board import Board
from pnp.model.game import Game
from pnp.model.tables import Row
from pnp.model.view import covers

SEATS: Final = ("law", "merry-men")
LAW, MERRY = 0, 1
BOARD, MATS, BLOWS, MARCH = "sherwood", "bands", "blows", "march"
BANDS: Final = ("law-bands", "merry-bands")
MEN: Final = ("lawman", "merry-man")
PURSES: Final = ("law-purse", "merry-purse")
DECKS: Final = ("law-battle", "merry-men-battle")
GOLD, DAY, DIE = "gold", "day", "d6"
MARKERS: Final = ("recruit", "tax")
RECRUIT, TAX = 0, 1
POINTS, DAYS = "gold-points", "days"
FLAGS: Final = ("town", "circle", "law-home", "merry-home", "law-ground", "merry-ground")
PARAMETERS: Final = (
    "band-men", "orders", "stride-dice", "recruit-dice", "hand", "victory", "ground-bonus", "redo", "single-gold",
    "least-men", "left-behind", "halved", "tie-limit", "quota",
)  # fmt: skip


def numbers(game: Game) -> tuple[int, ...]:
    """The highest number of a band board that is not covered, by how many spaces are; 0 for an X and for a full board."""
    labels = [space.label for mats in game.mats if mats.id == MATS for space in mats.spaces]
    return (*(int(label) if label.isdecimal() else 0 for label in labels), 0)


def marched(game: Game, covered: int) -> Row | None:
    """The row of the table of marches for so many men and gold."""
    table = next(table for table in game.tables if table.id == MARCH)
    return next((row for row in table.rows if covers(row, covered)), None)


class World:
    """Everything of the printed game that the rules read. Two worlds are the same only if they are one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._spaces(next(board for board in game.boards if board.id == BOARD))
        self._pieces()
        self._cards()
        tracks = {track.id: track for track in game.tracks}
        self.last, self.most = tracks[DAYS].last, tracks[POINTS].last
        (self.band_men, self.orders, self.stride_dice, self.recruit_dice, self.hand, self.victory, self.bonus, self.redo,
         self.single_gold, self.least_men, self.left_behind, self.halved, self.tie_limit, self.quota) = (
            parameter(game, name) for name in PARAMETERS
        )  # fmt: skip

    def _spaces(self, board: Board) -> None:
        flags = {ground.id: ground.flags for ground in board.terrains}
        self.id = tuple(space.id for space in board.spaces)
        self.name = tuple(space.name or space.code or space.id for space in board.spaces)
        self.space = {id: number for number, id in enumerate(self.id)}
        self.net = Net([self.space[id] for id in space.to] for space in board.spaces)

        def flagged(flag: str) -> int:
            return sum(1 << n for n, space in enumerate(board.spaces) if flag in flags[space.terrain])

        self.towns, self.circles, law, merry, *grounds = (flagged(flag) for flag in FLAGS)
        self.homes = (law, merry)
        self.closed = (merry, law)  # to each side, the other's home
        self.grounds = tuple(grounds)  # where each side has its two bonuses
        self.to = tuple(Move("to", (id,)) for id in self.id)
        self.leaving = tuple(Move("to", (id, "leaving")) for id in self.id)
        self.sref = tuple(f"space/{id}" for id in self.id)

    def _pieces(self) -> None:
        groups = {group.id: group.counters for group in self.game.counters}
        self.bands = tuple(counter.id for group in BANDS for counter in groups[group])
        self.side_of = tuple(side for side, group in enumerate(BANDS) for _ in groups[group])
        self.own = tuple(tuple(n for n, of in enumerate(self.side_of) if of == side) for side in (LAW, MERRY))
        copies = {counter.id: counter.copies for _, counter in self.game.pieces()}
        self.men = tuple(copies[id] for id in MEN)
        self.gold = copies[GOLD]
        self.markers = tuple(copies[id] for id in MARKERS)
        self.room = len(numbers(self.game)) - 1  # the spaces of a band board
        rows = [marched(self.game, covered) for covered in range(self.room + 1)]
        self.pace = tuple((int(row.cells[0]), f"cell/{MARCH}/spaces/{row.key}") if row else (0, "") for row in rows)
        """How far a band goes by how much lies on its board, and the cell that says so."""
        self.faces = next(len(one.faces) for one in self.game.supplies if one.id == DIE)

    def _cards(self) -> None:
        self.packs = tuple(Pack(deck(self.game, id)) for id in DECKS)
        self.arms = tuple(tuple(str(card.values["weapon"]) for card in pack.cards) for pack in self.packs)
        table = next(table for table in self.game.tables if table.id == BLOWS)
        columns = tuple(column.id for column in table.columns)
        self.blows = {
            (mine, theirs): (row.cells[columns.index(theirs)], f"cell/{BLOWS}/{theirs}/{row.key}")
            for row in table.rows
            for mine in columns
            if covers(row, mine)
            for theirs in columns
        }
        """What the weapon of the one who moved does to the other's: wins, ties or loses; and the cell that says so."""

    @cached_property
    def starts(self) -> tuple[int, int]:
        """Where single men stand at the beginning, each side's as a set (section `set-up`)."""
        setup = self.game.setup
        placed = [(one.piece, one.at) for one in (setup.placements if setup else ()) if one.at in self.space]
        return tuple(sum(1 << self.space[at or ""] for piece, at in placed if piece == man) for man in MEN)  # type: ignore[return-value]

    @cached_property
    def thrown(self) -> Mapping[str, tuple[tuple[Move, int], ...]]:
        """What a die may show, by what it is thrown for."""
        return MappingProxyType({what: die((what,), self.faces) for what in ("stride", "recruit", "tax", "gold")})

    @cached_property
    def far(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each side, the steps from space to space with nobody in the way."""
        spaces = range(len(self.id))
        return tuple(tuple(self.net.distances(start, closed) for start in spaces) for closed in self.closed)


world: Final = Once(World)
