"""Games brought to the table: content, its engine, who sits where; and many games, in processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

from pnp import checks
from pnp.build.base import Misuse, Seen, Tell
from pnp.diag import Found, Severity
from pnp.engines import engine as engine_of
from pnp.engines.base import Engine, Seats, State
from pnp.model import load as loading
from pnp.model.game import Game
from pnp.play import agents, coverage, playout, simulate, tally
from pnp.play.agents import UnknownError
from pnp.play.playout import EngineError, told
from pnp.play.record import settled
from pnp.play.simulate import Plan, Simulation, Span
from pnp.play.tally import Tally
from pnp.records import dataclass
from pnp.source import content

# What is false of a game does not keep it from being played: a designer who tunes it wants to see what comes of it.
_HARMLESS = ("check", "example", "play")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """How a game is to be played: how many seats (the fewest if none is said), by which agents, with which options."""

    players: int | None = None
    agents: str = ""
    options: tuple[str, ...] = ()
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A game ready to be played."""

    folder: Path
    game: Game
    engine: Engine
    seats: Seats
    agents: tuple[str, ...]
    options: dict[str, str]
    seed: int
    first: State
    worth: dict[str, int]


def table(folder: Path, ask: Ask, tell: Tell = lambda what: None) -> tuple[Seen, Table | None]:
    """A game brought to the table, or what is wrong with its content.

    Raises `Misuse` for a game without an engine and for what it has not (seats, agents, options), `EngineError` where
    the engine cannot set it up.
    """
    found = Found()
    loaded = loading.load(folder, found)
    if loaded is None:
        return Seen(folder.name, found.ordered()), None
    tell(f"{loaded.game.id}: checking")
    checks.run(loaded, found)
    grave = tuple(one for one in found.ordered() if one.severity is Severity.ERROR and not _harmless(one.code))
    seen = Seen(loaded.game.id, grave)
    return seen, None if grave else _table(folder, loaded.game, ask)


def _harmless(code: str) -> bool:
    return code.partition("/")[0] in _HARMLESS


def _table(folder: Path, game: Game, ask: Ask) -> Table:
    engine = engine_of(game.id)
    if engine is None:
        raise Misuse(f"'{game.id}' has no engine, so it cannot be played")
    try:
        seats = _seats(engine, game, ask.players)
        chosen = agents.assign(engine, seats, ask.agents)
        options = settled(engine, simulate.settings(engine, ask.options))
    except UnknownError as fault:
        raise Misuse(str(fault)) from fault
    try:
        first = engine.setup(game, seats, options)
    except Exception as fault:
        raise EngineError(told(fault), ()) from fault
    return Table(
        folder=folder,
        game=game,
        engine=engine,
        seats=seats,
        agents=chosen,
        options=options,
        seed=ask.seed,
        first=first,
        worth=tally.worths(game, engine),
    )


def _seats(engine: Engine, game: Game, players: int | None) -> Seats:
    least, most = engine.FACTS.least, engine.FACTS.most
    if players is not None and not least <= players <= most:
        fits = f"{least}" if least == most else f"{least} to {most}"
        raise UnknownError(f"'{game.id}' is not for {players} players but for {fits}")
    return engine.seats(game, players or least)


def empty(table: Table) -> Simulation:
    """The simulation that no game was played of yet."""
    plan = Plan(
        game=table.game.id,
        title=table.game.game.name,
        content=simulate.fingerprint(_texts(table.folder)),
        program=simulate.fingerprint(_program(table.engine)),
        seed=table.seed,
        seats=table.seats,
        agents=table.agents,
        options=tuple(table.options.items()),
    )
    return Simulation(
        plan=plan,
        spans=(),
        tally=Tally(),
        things=coverage.things(table.game, table.engine.NEEDS),
        names=_names(table),
    )


def _names(table: Table) -> dict[str, str]:
    """Seats are called as their side is, or as their own piece."""
    known = {counter.id: counter.name for _, counter in table.game.pieces()}
    known |= {side.id: side.name for side in table.game.sides}
    seats = {f"seat/{seat}": known.get(seat, seat.replace("-", " ").capitalize()) for seat in table.seats}
    return seats | {f"supply/{supply.id}": supply.name for supply in table.game.supplies}


def shown(table: Table) -> str:
    """The game's folder as users see it."""
    return content.shown(table.folder)


def called(table: Table) -> dict[str, str]:
    """What people call the things, seats and supplies of a game, by reference."""
    things = coverage.things(table.game, table.engine.NEEDS)
    return {**{thing.ref: thing.name for thing in things}, **_names(table)}


def _texts(folder: Path) -> Iterator[tuple[str, Path]]:
    """What of a game's folder the model is read from."""
    for path in (*folder.glob("*.yaml"), *folder.rglob("*.csv")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path


def _program(engine: Any) -> Iterator[tuple[str, Path]]:
    """The files of an engine, and of what plays it."""
    import sys

    from pnp.engines import base

    module = engine if hasattr(engine, "__file__") else sys.modules[type(engine).__module__]
    for one in (module, base, agents, playout, simulate, tally):
        path = Path(one.__file__ or "")
        files = path.parent.rglob("*.py") if path.name == "__init__.py" else (path,)
        yield from ((f"{one.__name__}/{file.relative_to(path.parent).as_posix()}", file) for file in files)


def play(
    table: Table, plan: Plan, spans: tuple[Span, ...], jobs: int, halted: Callable[[], bool]
) -> Iterator[tuple[Span, Tally]]:
    """Plays games, several at once where that was asked for, in small shares; each is told when it is done. Ends early,
    after the games that were begun, when `halted`. Raises `GameError`."""
    shares = _Shares(spans)
    if jobs < 2:
        while not halted() and (share := shares.take()):
            span, counted, seconds = _timed(table, plan, share, halted)
            shares.learn(span, seconds)
            yield span, counted
        return
    from collections import deque
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=_deaf) as pool:
        begun: deque[Any] = deque()
        while True:
            while len(begun) < 2 * jobs and not halted() and (share := shares.take()):
                begun.append(pool.submit(_apart, str(table.folder), _again(table), plan, share))
            if not begun:
                return
            span, counted, seconds = begun.popleft().result()
            shares.learn(span, seconds)
            yield span, counted


class _Shares:
    """Games in shares that are soon done, however long a game takes, and large enough that handing them over costs little.
    A report does not depend on how its games were shared out."""

    SECONDS = 0.25

    def __init__(self, spans: tuple[Span, ...]) -> None:
        self._left = list(reversed(spans))
        self._size = 1

    def take(self) -> Span | None:
        """The next games; None when all were given out."""
        if not self._left:
            return None
        start, stop = self._left.pop()
        end = min(start + self._size, stop)
        if end < stop:
            self._left.append((end, stop))
        return start, end

    def learn(self, span: Span, seconds: float) -> None:
        """How long some games took."""
        games = span[1] - span[0]
        fit = int(games * self.SECONDS / max(seconds, 1e-6))
        self._size = min(max(fit, 1), 4 * games)


def _timed(
    table: Table, plan: Plan, share: Span, halted: Callable[[], bool] = lambda: False
) -> tuple[Span, Tally, float]:
    """Games that were played, their tally, and the seconds that it took."""
    start = perf_counter()
    span, counted = simulate.run(table.engine, table.first, plan, share, table.worth, halted)
    return span, counted, perf_counter() - start


def _again(table: Table) -> Ask:
    seated = ",".join(f"{seat}={agent}" for seat, agent in zip(table.seats, table.agents, strict=True))
    options = tuple(f"{key}={value}" for key, value in table.options.items())
    return Ask(players=len(table.seats), agents=seated, options=options, seed=table.seed)


def _deaf() -> None:
    """Ctrl-C is the command's to hear, not its workers'."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@lru_cache(maxsize=2)
def _known(folder: str, ask: Ask) -> Table:
    """A game read again in a process of its own; it was checked already."""
    loaded = loading.load(Path(folder), Found())
    assert loaded is not None
    return _table(Path(folder), loaded.game, ask)


def _apart(folder: str, ask: Ask, plan: Plan, share: Span) -> tuple[Span, Tally, float]:
    return _timed(_known(folder, ask), plan, share)
