"""The state of a game, and the draft in which a move is carried out."""

from __future__ import annotations

from typing import Any, NamedTuple

from pnp.engines.base import Drafting, Event, Outcome, Task, bits
from pnp.engines.legend_of_robin_hood.world import ROBIN, SEATS, SHERIFF, World


class March(NamedTuple):
    """A piece on the move with its party (section `moving`)."""

    leader: int
    party: int  # the leader, his Merry Men, Captives conveyed, who goes with him
    start: int  # the box where the Phase found him
    spent: int = 0
    legs: int = 0
    halted: bool = False


class State(NamedTuple):
    """Everything on the table. `open` follows from the rest: the moves of the pending decision, found once."""

    world: World
    agenda: tuple[Task, ...]
    open: tuple[Any, ...]
    over: Outcome | None
    side: int  # the phasing player
    turn: int
    where: tuple[int, ...]  # piece → place
    at: tuple[int, ...]  # place → its pieces
    joined: int  # recruited, or revealed: in the game
    disguised: int
    held: int  # Captives of the other side
    moved: int
    wet: int
    barred: int  # fought and retreated in this Phase
    marks: tuple[int, int]
    wound: int  # the Game-Turn in which Robin Hood is whole again, 0 for unhurt
    arrived: int  # how many of the Leaders who come in order have come
    arrival: int  # the Game-Turn of the last of them
    looted: frozenset[int]
    discovered: frozenset[int]
    taxed: frozenset[int]  # villages tried in this Game-Turn
    spared: frozenset[int]  # villages tried in the one before
    kept: tuple[int, ...]  # Outlaw Leader → the Keep where this Sheriff Player-Turn found him captive, or -1
    ripe: tuple[int, ...]  # Outlaw Leader → whole Sheriff Player-Turns held in a Keep, one after the other
    contest: int  # the Game-Turn of the Archery Contest, 0 for not yet declared
    husband: int  # of Maid Marion, or -1
    returning: int  # eliminated Men at Arms that wait on the Turn Record
    riding: tuple[int, ...]  # Traveler (counted from the first) → the place in his road's list, or -1
    road: tuple[int, ...]  # Traveler → the first box of his road
    march: March | None
    hard: bool  # the harder victory was agreed upon


class Draft(Drafting):
    """A state that is being changed: the same fields, lists where it has tuples that grow, and what happens."""

    __slots__ = (*State._fields, "events")

    def __init__(self, state: State) -> None:
        self.world = state.world
        self.agenda: list[Task] = list(state.agenda)
        self.open = state.open
        self.over = state.over
        self.side = state.side
        self.turn = state.turn
        self.where: list[int] = list(state.where)
        self.at: list[int] = list(state.at)
        self.joined = state.joined
        self.disguised = state.disguised
        self.held = state.held
        self.moved = state.moved
        self.wet = state.wet
        self.barred = state.barred
        self.marks: list[int] = list(state.marks)
        self.wound = state.wound
        self.arrived = state.arrived
        self.arrival = state.arrival
        self.looted = state.looted
        self.discovered = state.discovered
        self.taxed = state.taxed
        self.spared = state.spared
        self.kept = state.kept
        self.ripe = state.ripe
        self.contest = state.contest
        self.husband = state.husband
        self.returning = state.returning
        self.riding = state.riding
        self.road = state.road
        self.march = state.march
        self.hard = state.hard
        self.events: list[Event] = []

    def freeze(self) -> State:
        return State(
            self.world,
            tuple(self.agenda),
            self.open,
            self.over,
            self.side,
            self.turn,
            tuple(self.where),
            tuple(self.at),
            self.joined,
            self.disguised,
            self.held,
            self.moved,
            self.wet,
            self.barred,
            (self.marks[0], self.marks[1]),
            self.wound,
            self.arrived,
            self.arrival,
            self.looted,
            self.discovered,
            self.taxed,
            self.spared,
            self.kept,
            self.ripe,
            self.contest,
            self.husband,
            self.returning,
            self.riding,
            self.road,
            self.march,
            self.hard,
        )

    def lay(self, marker: str, *refs: str) -> None:
        """A marker is laid."""
        self.say("laid", f"counter/{marker}", *refs)

    # Who is where.

    def put(self, piece: int, place: int) -> None:
        """Moves a piece. Off the map it is out of the game, until it joins again."""
        bit = 1 << piece
        if place >= self.world.boxes:
            self.joined &= ~bit
            self.disguised &= ~bit
            self.held &= ~bit
        self.at[self.where[piece]] &= ~bit
        self.at[place] |= bit
        self.where[piece] = place

    def active(self, box: int, side: int) -> int:
        """The pieces of a side in a box that count: in the game, not captive."""
        return self.at[box] & self.world.side[side] & self.joined & ~self.held

    def units(self, box: int, side: int) -> int:
        return self.at[box] & self.world.units[side] & self.joined

    def leaders(self, box: int, side: int) -> int:
        return self.at[box] & self.world.leaders[side] & self.joined & ~self.held

    def captives(self, box: int, side: int) -> int:
        """The Captives in a box whom a side holds."""
        return self.at[box] & self.world.side[1 - side] & self.held

    def on_map(self, side: int) -> int:
        """The pieces of a side that are in the game and free: those that the other side meets."""
        return self.world.side[side] & self.joined & ~self.held

    def is_at(self, piece: int, box: int) -> bool:
        """Whether a piece stands in a box, in the game and free."""
        return bool(self.active(box, ROBIN if self.world.side[ROBIN] >> piece & 1 else SHERIFF) >> piece & 1)

    # Money (section `treasury`).

    def earn(self, side: int, marks: int) -> None:
        """From the pool."""
        self.marks[side] += marks
        self._coins(side)

    def _coins(self, side: int) -> None:
        """Tells which coins a Treasury is made of now."""
        left, used = self.marks[side], []
        for worth, coin, copies in self.world.coins:
            number = min(left // worth, copies)
            left -= number * worth
            used += [f"counter/{coin}"] if number else []
        self.say("gold", ("zone/outlaw-treasury", "zone/sheriff-treasury")[side], *used)

    def pay(self, side: int, marks: int) -> int:
        """To the pool or the other side, as far as the Treasury goes; what was paid."""
        paid = min(marks, self.marks[side])
        self.marks[side] -= paid
        self._coins(side)
        return paid

    def owe_robin(self, marks: int) -> None:
        """The Sheriff pays the Outlaws, and the pool what he has not."""
        self.pay(SHERIFF, marks)
        self.earn(ROBIN, marks)

    # Leaders taken, freed, killed (sections `capture`, `guarding`, `rescue`).

    def capture(self, piece: int) -> None:
        bit = 1 << piece
        self.held |= bit
        self.disguised &= ~bit
        zone = "sheriff-captives" if self.world.side[ROBIN] & bit else "outlaw-captives"
        self.say("captured", *self._deed(piece))
        self.lay("captive", f"zone/{zone}")
        self.loose(self.where[piece])

    def _deed(self, piece: int) -> tuple[str, ...]:
        """Who does it, a Leader before Units, and to whom."""
        w, box = self.world, self.where[piece]
        foes = self.active(box, SHERIFF if w.side[ROBIN] >> piece & 1 else ROBIN) if box < w.boxes else 0
        by = next(bits(foes & w.all_leaders or foes), None)
        return (w.cref[piece],) if by is None else (w.cref[by], w.cref[piece])

    def free(self, piece: int) -> None:
        self.held &= ~(1 << piece)
        self._unripe(piece)
        self.say("freed", self.world.cref[piece])

    def _unripe(self, piece: int) -> None:
        ripe = list(self.ripe)
        index = self.world.outlaw_leader.get(piece)
        if index is not None:
            ripe[index] = 0
            self.ripe = tuple(ripe)

    def loose(self, box: int) -> None:
        """Captives in a box whose last guard is gone are free, but not the Sheriff's in a Keep (section `guarding`)."""
        for side in (ROBIN, SHERIFF):
            captives = self.captives(box, side)
            if captives and not self.active(box, side) and not (side == SHERIFF and box in self.world.keeps):
                for piece in bits(captives):
                    self.free(piece)

    def kill(self, piece: int, how: str = "killed") -> None:
        """A Leader dies; the game may end with him (sections `ending`, `automatic-victory`)."""
        box = self.where[piece]
        deed = self._deed(piece)
        self.put(piece, self.world.dead)
        self.say(how, *deed, value=str(self.turn))
        if box < self.world.boxes:
            self.loose(box)
        self.then(Task("deaths"))

    @property
    def phasing(self) -> str:
        return SEATS[self.side]


def other(side: int) -> int:
    return 1 - side


def step(name: str, *about: Any) -> Task:
    return Task(name, about)
