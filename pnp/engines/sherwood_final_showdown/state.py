"""The state of a game, and the draft in which a move is carried out."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pnp.engines.base import Cards, Drafting, Event, Outcome, Stock, Task, bag
from pnp.engines.sherwood_final_showdown.world import DAY, DAYS, GOLD, MEN, POINTS, PURSES, SEATS, World

SINGLE: Final = -1
"""What stands instead of a band's number for a single man."""

Counts = tuple[tuple[int, int], ...]
"""Pairs of a space and how many, in the order of the spaces."""


class Fight(NamedTuple):
    """A battle (section `battle`)."""

    space: int
    redos: tuple[int, int]  # losses that each side may still redo
    ties: int = 0  # in a row


class State(NamedTuple):
    """Everything on the table. `open` follows from the rest: the moves of the pending decision, found once."""

    world: World
    agenda: tuple[Task, ...]
    open: tuple[Any, ...]
    over: Outcome | None
    day: int
    side: int  # whose turn it is
    where: tuple[int, ...]  # band → its space, -1 while its board is free
    men: tuple[int, ...]  # band → men on its board
    load: tuple[int, ...]  # band → gold on its board
    singles: tuple[Counts, Counts]  # side → where its single men are, and the gold of each
    ground: Counts  # gold that lies unclaimed
    marks: Counts  # towns with a marker, and which: RECRUIT or TAX
    reserve: tuple[int, int]  # men of a side that can be recruited
    points: tuple[int, int]
    orders: int  # how many bands may still be moved in this turn
    moved: int  # bands that were moved or joined in this turn, as a set
    acted: int  # bands that have done something in a town in this turn
    walked: int  # spaces of single men that have moved in this turn
    stride: int  # steps left of the roll for single men
    fight: Fight | None
    stocks: tuple[Stock, Stock]
    hands: tuple[Cards, Cards]
    laid: tuple[int, int]  # the card that each side has laid face down, -1 for none


class Draft(Drafting):
    """A state that is being changed, and what happens."""

    __slots__ = (*State._fields, "events")

    def __init__(self, state: State) -> None:
        self.world, self.open, self.over, self.day, self.side = (
            state.world, state.open, state.over, state.day, state.side
        )  # fmt: skip
        self.agenda: list[Task] = list(state.agenda)
        self.where, self.men, self.load = list(state.where), list(state.men), list(state.load)
        self.singles = [dict(state.singles[0]), dict(state.singles[1])]
        self.ground, self.marks = dict(state.ground), dict(state.marks)
        self.reserve, self.points = list(state.reserve), list(state.points)
        self.orders, self.moved, self.acted = state.orders, state.moved, state.acted
        self.walked, self.stride, self.fight = state.walked, state.stride, state.fight
        self.stocks, self.hands, self.laid = list(state.stocks), list(state.hands), list(state.laid)
        self.events: list[Event] = []

    def freeze(self) -> State:
        return State(
            self.world, tuple(self.agenda), self.open, self.over, self.day, self.side, tuple(self.where),
            tuple(self.men), tuple(self.load), (_counts(self.singles[0]), _counts(self.singles[1])),
            _counts(self.ground), _counts(self.marks), (self.reserve[0], self.reserve[1]),
            (self.points[0], self.points[1]), self.orders, self.moved, self.acted, self.walked, self.stride, self.fight,
            (self.stocks[0], self.stocks[1]), (self.hands[0], self.hands[1]), (self.laid[0], self.laid[1]),
        )  # fmt: skip

    # Who is where.

    def at(self, side: int, space: int) -> int | None:
        """The band of a side in a space, `SINGLE` for a single man, None for nobody."""
        for band in self.world.own[side]:
            if self.where[band] == space:
                return band
        return SINGLE if space in self.singles[side] else None

    def spaces(self, side: int) -> int:
        """Where a side's pieces are, as a set."""
        where = self.where
        return bag(where[band] for band in self.world.own[side] if where[band] >= 0) | bag(self.singles[side])

    def count(self, side: int) -> int:
        """The men of a side on the board."""
        return sum(self.men[band] for band in self.world.own[side]) + len(self.singles[side])

    def free(self, side: int) -> int | None:
        """The first band of a side whose board is free."""
        return next((band for band in self.world.own[side] if self.where[band] < 0), None)

    def room(self, side: int, space: int) -> int:
        """How much more gold the piece of a side in a space can carry."""
        band = self.at(side, space)
        if band is None:
            return 0
        if band == SINGLE:
            return int(self.world.single_gold) - self.singles[side][space]
        return int(self.world.room) - self.men[band] - self.load[band]

    def carried(self, side: int, space: int) -> int:
        """The gold of the piece of a side in a space."""
        band = self.at(side, space)
        return 0 if band is None else self.singles[side][space] if band == SINGLE else self.load[band]

    def bear(self, side: int, space: int, gold: int) -> None:
        """The piece of a side in a space gets gold, or loses it."""
        band = self.at(side, space)
        assert band is not None
        if band == SINGLE:
            self.singles[side][space] += gold
        else:
            self.load[band] += gold

    @property
    def hoard(self) -> int:
        """The gold that is not in play (section `gold`)."""
        carried = sum(self.load) + sum(self.singles[0].values()) + sum(self.singles[1].values())
        return int(self.world.gold) - carried - sum(self.ground.values())

    def drop(self, space: int, gold: int) -> None:
        """Gold comes to lie in a space."""
        if gold:
            self.ground[space] = self.ground.get(space, 0) + gold
            self.say("dropped", f"counter/{GOLD}", self.world.sref[space], amount=gold)

    def disband(self, band: int) -> None:
        """A board becomes free, and its token leaves the map."""
        self.where[band], self.men[band], self.load[band] = -1, 0, 0
        self.moved &= ~(1 << band)
        self.acted &= ~(1 << band)

    # How events name things.

    def seat(self, side: int) -> str:
        return f"seat/{SEATS[side]}"

    def piece(self, side: int, band: int | None) -> str:
        return f"counter/{MEN[side] if band is None or band == SINGLE else self.world.bands[band]}"

    def earn(self, side: int, points: int) -> None:
        """Gold points; a purse moves along the track (section `winning`)."""
        before = self.points[side]
        self.points[side] = min(before + points, self.world.most)
        boxes = tuple(f"track/{POINTS}/{box}" for box in range(before, self.points[side] + 1))
        self.say("scored", self.seat(side), f"counter/{PURSES[side]}", *boxes, amount=points)

    def dawn(self) -> None:
        self.day += 1
        self.say("day", f"track/{DAYS}/{self.day}", f"counter/{DAY}", "step/daybreak", value=str(self.day))


def _counts(counts: dict[int, int]) -> Counts:
    return tuple(sorted(counts.items()))
