"""The protocol that an engine satisfies. An engine is a module (or a package) of functions, never a subclass.

A state is a frozen, hashable value. Whose turn it is, what may be done, and what comes of it are functions of it alone, so
a play can be taken up from any state. Everything random is a move of `CHANCE`, with its weight.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any, NamedTuple, Protocol

from pnp.diag import Span
from pnp.engines.base.move import Move
from pnp.model.game import Game
from pnp.model.rules import Position
from pnp.records import dataclass

Seat = str
Seats = tuple[Seat, ...]
Kind = str
State = Any

CHANCE: Seats = ("chance",)
"""What `turn` gives when dice or a deck decide. Compared by identity or equality alike."""


class Place(NamedTuple):
    """Where something lies: a zone (a box of the map, a treasury, a hand, a discard pile), whose it is there, which slot of
    it, and which face is up."""

    zone: str
    owner: str = ""
    slot: str = ""
    face: str = ""


class Event(NamedTuple):
    """Something that happened. `what` is a word (killed, taxed, entered); `refs` name what took part, ``family/id`` each:
    counter/robin-hood, space/radford, cell/melee/2-1/4, step/robbery, track/turn-record/14, card/shortcut, seat/robin.
    Coverage counts the references, the report counts the words."""

    what: str
    refs: tuple[str, ...] = ()
    amount: int = 1
    value: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: why, and who won. Nobody, one, several, or all."""

    reason: str
    winners: Seats = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A setting agreed upon before the game."""

    id: str
    says: str
    choices: tuple[str, ...]
    default: str
    sets: Mapping[str, int] = field(default_factory=dict)
    """For choices that take more than one copy of every deck: how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What can be said of a game without playing it."""

    least: int
    most: int
    chance: bool = False
    hidden: bool = False
    teams: bool = False
    simultaneous: bool = False
    longest: int
    """No game has more moves, chance's included."""
    options: tuple[Option, ...] = ()
    tallies: tuple[str, ...] = ()
    """The words of events that a report shows by what took part in them."""
    accounts: tuple[str, ...] = ()
    """The zones whose holdings a report draws over time: treasuries, scores."""
    worth: str = "worth"
    """The attribute that says what a piece counts in an account, such as a coin of five. Of a game that has no such
    attribute, each piece counts one, and kinds are drawn apart."""
    round: str = ""
    """The word of the event that begins a round of play; its value is the round's number."""
    seen: tuple[str, ...] = ("roll",)
    """Of a game that hides something: the verbs of moves that all at the table see, chance's too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What an engine reads of a game. A name that is not there is a diagnostic, never a KeyError.

    Tables are given with the columns that are asked for by name.
    """

    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    modifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    mats: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    terrains: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ()
    cells: Mapping[str, str] = field(default_factory=dict)
    """What the engine can read in a table's cells: a regular expression for each ``table`` or ``table/column``."""


class PositionError(Exception):
    """A position that an engine cannot set up: one sentence, and the record at fault."""

    def __init__(self, message: str, at: object = None) -> None:
        super().__init__(message)
        self.at = at


class Trace(NamedTuple):
    """What was played of an example: the first state, the last, and every event between them in order."""

    first: State
    last: State
    events: Sequence[Event]


class Agent(Protocol):
    """Picks a move from what a seat may know, and nothing else."""

    def __call__(self, view: Hashable, seat: Seat, moves: tuple[Move, ...], dice: Random) -> Move: ...


class Engine(Protocol):
    """The functions and values of an engine module."""

    FACTS: Facts
    NEEDS: Needs
    AGENTS: Mapping[str, Agent]

    def seats(self, game: Game, players: int) -> Seats:
        """The seats of a game of so many players, in the order of play."""

    def setup(self, game: Game, seats: Seats, options: Mapping[str, str]) -> State:
        """The first state. Nothing is random here: shuffles, dice and draws are moves of chance."""

    def turn(self, state: State) -> Seats:
        """Who decides now: a seat, `CHANCE`, or several seats that commit unseen; () exactly when the game is over."""

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """All that a seat may do now; () for one that is not in `turn`."""

    def chances(self, state: State) -> tuple[tuple[Move, int], ...]:
        """Every outcome of chance with its weight, where `turn` is `CHANCE`; else ()."""

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        """The state after a legal move, and what happened. Of several seats that commit, each plays in turn; the last
        one's move reveals all."""

    def view(self, state: State, seat: Seat) -> Hashable:
        """All that a seat may know."""

    def supply(self, state: State) -> Mapping[tuple[Kind, Place], int]:
        """Where everything is: each kind of counter, card and supply, how many, where. Sums by kind never change."""

    def result(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def position(self, game: Game, position: Position) -> State:
        """A state in the middle of a game. Raises `PositionError`."""

    def fact(self, trace: Trace, key: str) -> str | None:
        """What an example says `key` is after it was played, as text; None for a key that this engine does not know."""

    def show(self, state: State, seat: Seat | None = None) -> str:
        """The state as a text diagram, as a seat sees it; as nobody's secret for None."""


class Unplayable(NamedTuple):
    """Something in the content that an engine could not play with: where, one sentence, and what to type."""

    at: Span
    message: str
    hint: str = ""


class Particular(Engine, Protocol):
    """What an engine has besides that needs more of the content than `NEEDS` can say."""

    def unplayable(self, game: Game) -> Iterator[Unplayable]:
        """Everything that play would stumble over, of a game that has all of `NEEDS`."""


class Hiding(Engine, Protocol):
    """What an engine that hides something from its seats (`FACTS.hidden`) has besides."""

    def redeal(self, state: State, seat: Seat, luck: Random) -> State:
        """A state that the seat cannot tell from this one: what it does not see is dealt anew. Of `luck`, `random()` alone."""
