"""Many games: a pure function of the content, the seed and the games' numbers, the agents, the options and the seats.

A simulation tells which games it holds. Those of one plan add up, in any order, to the one that had played them all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from pnp.diag import suggest
from pnp.engines.base import Engine, Seats, State
from pnp.play.agents import UnknownError, seated
from pnp.play.coverage import Thing
from pnp.play.playout import EngineError, Made, dice, playout, told
from pnp.play.tally import Tally, Watcher
from pnp.records import dataclass

Span = tuple[int, int]
"""Games by number, from the first up to, not including, the last. The first game of all is 1."""


class GameError(Exception):
    """An engine failed: in which game, what it said, and the moves that lead there."""

    def __init__(self, game: int, what: str, moves: tuple[Made, ...]) -> None:
        super().__init__(game, what, moves)
        self.game, self.what, self.moves = game, what, moves


class MergeError(Exception):
    """Simulations that do not add up: one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is played: two simulations of one plan differ in nothing but their games. `content` and `program` are the
    sha256 of the game's texts and of the engine; `agents` are one for each seat."""

    game: str
    title: str
    content: str
    program: str
    seed: int
    seats: Seats
    agents: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """What was played: which games, what was counted, what there is to use, and the names of seats and supplies."""

    plan: Plan
    spans: tuple[Span, ...]
    tally: Tally
    things: tuple[Thing, ...]
    names: Mapping[str, str]

    @property
    def games(self) -> int:
        return self.tally.games


def run(
    engine: Engine,
    first: State,
    plan: Plan,
    span: Span,
    worth: Mapping[str, int],
    halted: Callable[[], bool] = lambda: False,
) -> tuple[Span, Tally]:
    """Plays games; `worth` is as `tally.worths` says, and `halted` is asked after each. The games that were
    played, and their tally. Raises `GameError`."""
    watcher, agents = Watcher(engine, worth), seated(engine, plan.seats, plan.agents)
    start, stop = span
    for game in range(start, stop):
        try:
            played = playout(engine, first, agents, dice(plan.seed, game), watcher.watch)
        except EngineError as fault:
            raise GameError(game, fault.what, fault.moves) from fault
        try:
            watcher.count(played)
        except Exception as fault:
            raise GameError(game, told(fault), tuple(played.moves)) from fault
        if halted():
            return (start, game + 1), watcher.tally
    return span, watcher.tally


def chunk(number: int, of: int, games: int) -> Span:
    """The games of one of several shares, as even as can be."""
    return 1 + (number - 1) * games // of, 1 + number * games // of


def missing(spans: Iterable[Span], wanted: Span) -> Iterator[Span]:
    """What is not yet played of the games that are wanted."""
    at, end = wanted
    for start, stop in sorted(spans):
        if at < min(start, end):
            yield at, min(start, end)
        at = max(at, stop)
    if at < end:
        yield at, end


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order, those that touch made one. Raises `MergeError` for games that are in two of them."""
    result: list[Span] = []
    for start, stop in sorted(spans):
        if result and start < result[-1][1]:
            twice = f"game {start}" if min(stop, result[-1][1]) == start + 1 else f"games from {start} on"
            raise MergeError(f"{twice} would be counted twice")
        if result and start == result[-1][1]:
            result[-1] = (result[-1][0], stop)
        elif start < stop:
            result.append((start, stop))
    return tuple(result)


def merge(parts: Iterable[Simulation]) -> Simulation:
    """The simulation that played the games of all. Raises `MergeError` where they are not of one plan, or overlap."""
    first, *others = parts
    for other in others:
        _alike(first, other)
    spans = joined(span for part in (first, *others) for span in part.spans)
    tally = Tally()
    for part in (first, *others):
        tally.merge(part.tally)
    return Simulation(plan=first.plan, spans=spans, tally=tally, things=first.things, names=first.names)


_DIFFER = (
    ("game", "of different games"),
    ("content", "of different content"),
    ("program", "by different programs"),
    ("seed", "of different seeds"),
    ("seats", "for different seats"),
    ("agents", "by different agents"),
    ("options", "with different options"),
)


def _alike(one: Simulation, other: Simulation) -> None:
    for key, how in _DIFFER:
        here, there = getattr(one.plan, key), getattr(other.plan, key)
        if here != there:
            raise MergeError(f"they are {how}: {_short(here)} and {_short(there)}")


def _short(value: object) -> str:
    if isinstance(value, tuple):
        words = ("=".join(one) if isinstance(one, tuple) else str(one) for one in value)
        return f"'{', '.join(words)}'"
    return f"'{str(value)[:12]}'" if isinstance(value, str) and len(value) == 64 else f"'{value}'"


def settings(engine: Engine, asked: Iterable[str]) -> dict[str, str]:
    """Options as ``key=value``, as an engine has them. Raises `UnknownError`."""
    known = {option.id: option for option in engine.FACTS.options}
    chosen: dict[str, str] = {}
    for word in asked:
        key, _, value = word.partition("=")
        if key not in known:
            hint = suggest(key, known) or ("" if known else "it has none")
            raise UnknownError(f"the game has no option '{key}'" + (f"; {hint}" if hint else ""))
        choices = known[key].choices
        if value not in choices:
            hint = suggest(value, choices) or "it is one of " + ", ".join(choices)
            raise UnknownError(f"the option '{key}' cannot be '{value}'; {hint}")
        chosen[key] = value
    return chosen


def fingerprint(files: Iterable[tuple[str, Path]]) -> str:
    """The sha256 of files, by their names and what they hold."""
    whole = hashlib.sha256()
    for name, path in sorted(files):
        content = path.read_bytes()
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()
