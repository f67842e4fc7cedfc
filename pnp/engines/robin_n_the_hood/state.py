"""The state of a game, and the draft in which a move is carried out."""

from __future__ import annotations

from typing import Any, NamedTuple

from pnp.engines.base import Drafting, Event, Outcome, Seats, Task
from pnp.engines.robin_n_the_hood.world import World


class State(NamedTuple):
    """Everything on the table. `open` follows from the rest: the moves of the pending decision, found once."""

    world: World
    seats: Seats
    agenda: tuple[Task, ...]
    open: tuple[Any, ...]
    over: Outcome | None
    men: tuple[int, ...]  # seat → tile, -1 before he is placed
    loot: tuple[int, ...]  # seat → coins
    said: tuple[int, ...]  # seat → coins announced in the fight that is going on, 0 for none yet
    journey: int
    lead: int  # the seat that goes first in this round
    origin: int  # the arm by whose end the carriage set out, -1 before the first roll
    exit: int  # the arm by which it leaves the way station, -1 before it gets there
    step: int  # tiles since its end
    stolen: int  # coins on this journey
    hurried: bool  # moves at the faster pace in this round
    coffer: int  # coins on the carriage
    hoard: int  # coins not loaded yet


class Draft(Drafting):
    """A state that is being changed, and what happens."""

    __slots__ = (*State._fields, "events")

    def __init__(self, state: State) -> None:
        self.world, self.seats, self.open, self.over = state.world, state.seats, state.open, state.over
        self.agenda: list[Task] = list(state.agenda)
        self.men: list[int] = list(state.men)
        self.loot: list[int] = list(state.loot)
        self.said: list[int] = list(state.said)
        self.journey, self.lead = state.journey, state.lead
        self.origin, self.exit, self.step = state.origin, state.exit, state.step
        self.stolen, self.hurried = state.stolen, state.hurried
        self.coffer, self.hoard = state.coffer, state.hoard
        self.events: list[Event] = []

    def freeze(self) -> State:
        return State(
            self.world, self.seats, tuple(self.agenda), self.open, self.over, tuple(self.men), tuple(self.loot),
            tuple(self.said), self.journey, self.lead, self.origin, self.exit, self.step, self.stolen, self.hurried,
            self.coffer, self.hoard,
        )  # fmt: skip

    def man(self, seat: int) -> tuple[str, str]:
        """How events name a seat and its counter."""
        return f"counter/{self.seats[seat]}", f"seat/{self.seats[seat]}"

    @property
    def where(self) -> str:
        """The space of the carriage."""
        return self.world.at(self.origin, self.exit, self.step)

    def robbers(self) -> tuple[int, ...]:
        """The seats whose men stand where the carriage is, in the order of this round."""
        place, count = self.world.place.get(self.where, -2), len(self.men)
        return tuple(seat for seat in sorted(range(count), key=self._order) if self.men[seat] == place)

    def _order(self, seat: int) -> int:
        return (seat - self.lead) % len(self.men)
