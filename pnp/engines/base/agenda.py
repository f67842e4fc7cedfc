"""The order of a game as a list in its state: what is still to be done, the next thing last.

A rule that has an order (archery, then mêlée, then personal combat, box by box) puts its steps on the agenda, and they are
taken off one by one. A step is done by the rules alone (`Act`), by a seat that decides (`Ask`), or by chance (`Roll`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pnp.engines.base.move import Move
from pnp.engines.base.protocol import CHANCE, Event, Seats
from pnp.records import dataclass


class Task(NamedTuple):
    """A step to be done, and what about: words and numbers, never anything that changes."""

    step: str
    about: tuple[Any, ...] = ()


class Draft(Protocol):
    """A state while a move is being carried out; `freeze` makes the next state of it."""

    agenda: list[Task]
    events: list[Event]
    open: tuple[Any, ...]
    """The pending decision's moves, or chance's moves with their weights. Found once, when the state is made."""

    def freeze(self) -> Any: ...


class Drafting:
    """What drafts do alike, for those who derive from it."""

    __slots__ = ()
    agenda: list[Task]
    events: list[Event]

    def then(self, *tasks: Task) -> None:
        """Puts steps on the agenda, the first to be done first."""
        self.agenda.extend(reversed(tasks))

    def say(self, what: str, *refs: str, amount: int = 1, value: str = "") -> None:
        """Something has happened."""
        self.events.append(Event(what, refs, amount, value))


D = TypeVar("D", bound=Draft)


@dataclass(frozen=True, slots=True)
class Act:
    """Done by the rules alone."""

    name: str
    do: Callable[..., None]


@dataclass(frozen=True, slots=True)
class Ask:
    """Decided by a seat. With no move open the step is passed over. With just one it is done without asking where
    `forced`, so that nobody is asked what he cannot help."""

    name: str
    seat: Callable[..., str] | str
    moves: Callable[..., tuple[Move, ...]]
    do: Callable[..., None]
    forced: bool = True


@dataclass(frozen=True, slots=True)
class Roll:
    """Decided by chance: `chances` are moves with their weights."""

    name: str
    chances: Callable[..., tuple[tuple[Move, int], ...]]
    do: Callable[..., None]


Step = Act | Ask | Roll
Steps = tuple[Step, ...]


class Agenda(Generic[D]):
    """The steps of a game, and how they follow each other. Functions of a step are given the draft (or the state,
    which has the same fields) and then what the task is about; `do` of a decision is given the move before that."""

    def __init__(self, steps: Steps) -> None:
        self.steps = {step.name: step for step in steps}

    def turn(self, state: Any) -> Seats:
        if not state.agenda:
            return ()
        task = state.agenda[-1]
        step = self.steps[task.step]
        if type(step) is Roll:
            return CHANCE
        assert type(step) is Ask
        seat = step.seat
        return (seat if isinstance(seat, str) else seat(state, *task.about),)

    def opened(self, state: Any) -> tuple[Any, ...]:
        """What is open in a state, found anew: of one in which something hidden was dealt anew."""
        if not state.agenda:
            return ()
        task = state.agenda[-1]
        step = self.steps[task.step]
        if type(step) is Roll:
            return step.chances(state, *task.about)
        assert type(step) is Ask
        return step.moves(state, *task.about)

    def play(self, draft: D, move: Move) -> tuple[Any, tuple[Event, ...]]:
        """Carries out a move of the pending step, then all that follows without a decision."""
        task = draft.agenda.pop()
        step = self.steps[task.step]
        assert type(step) is not Act
        step.do(draft, move, *task.about)
        return self.advance(draft)

    def advance(self, draft: D) -> tuple[Any, tuple[Event, ...]]:
        """Does what needs no decision, up to the next one or the end; the state then, and the events."""
        agenda, steps = draft.agenda, self.steps
        draft.open = ()
        while agenda:
            task = agenda[-1]
            step = steps[task.step]
            if type(step) is Act:
                agenda.pop()
                step.do(draft, *task.about)
                continue
            if type(step) is Roll:
                draft.open = step.chances(draft, *task.about)
                break
            assert type(step) is Ask
            moves = step.moves(draft, *task.about)
            if len(moves) > 1 or (moves and not step.forced):
                draft.open = moves
                break
            agenda.pop()
            if moves:
                step.do(draft, moves[0], *task.about)
        return draft.freeze(), tuple(draft.events)
