"""What is printed can be played: the set-up, the worked examples and cases, play files, and plays at random.

- `engine/setup`: the game cannot be set up as the content says.
- `engine/short`: more of a piece are needed at once than there are.
- `engine/fails`: the engine fails on what the content says.
- `example/…`: what an example says is not what comes of it; see `play/example.py`.
- `coverage/stale`: what the game accepts as never used was used in plays at random.
- `play/…`: a play file cannot be played; see `play/record.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from pnp.diag import Found, Severity, Span
from pnp.engines import engine
from pnp.engines.base import Engine, Kind, PositionError
from pnp.model import families
from pnp.model.game import Game
from pnp.model.load import Loaded
from pnp.model.rules import Case, Example
from pnp.play import coverage, example, laws, playout, record

# The dear laws are looked at in one state of so many, and the first plays in every one.
EVERY: Final = 8
WHOLE: Final = 2


def check(loaded: Loaded, found: Found) -> None:
    """Everything of a game that its engine can prove without playing at random."""
    ruled, faulty = _engine(loaded, found), found.failed
    if ruled is not None and _set_up(ruled, loaded.game, found):
        _examples(ruled, loaded.game, found)
        _files(ruled, loaded.game, found)
    if faulty:  # what the engine failed on is told already
        found.items[:] = [one for one in found if one.code != "engine/fails"]


def random(loaded: Loaded, found: Found, plays: int, tell: Callable[[str], None]) -> tuple[str, ...]:
    """So many games at random under the laws, up to the first that shows a fault of the engine. That is no fault of the
    content: it is returned, with the play file that comes to it again. Nothing is played where other faults may be why."""
    ruled = _engine(loaded, found)
    if ruled is None or any(one.severity is Severity.ERROR and not _harmless(one.code) for one in found):
        return ()
    return _plays(ruled, loaded.game, plays, found, tell)


_UNREADABLE: Final = ("engine/needs", "engine/cell")


def _harmless(code: str) -> bool:
    """Whether a game with such a fault can be played all the same."""
    return code.partition("/")[0] in ("check", "example", "play")


def _engine(loaded: Loaded, found: Found) -> Engine | None:
    """The game's engine, where there is all that it needs."""
    lacks = not loaded.whole or any(one.code in _UNREADABLE for one in found)
    return None if lacks else engine(loaded.game.id)


def _set_up(ruled: Engine, game: Game, found: Found) -> bool:
    """Whether the game can be set up, for every number of players, with no more pieces than there are."""
    span = game.setup.where.span if game.setup else game.where.span
    before = len(found.items)
    try:
        for players in range(ruled.FACTS.least, ruled.FACTS.most + 1):
            state = ruled.setup(game, ruled.seats(game, players), record.settled(ruled, {}))
            _demand(game, laws.sums(ruled.supply(state)), "the set-up", found)
            if len(found.items) > before:
                break
    except PositionError as fault:
        where = getattr(fault.at, "where", None)
        found.error("engine/setup", where.span if where else span, str(fault))
    except Exception as fault:
        message = f"the engine fails to set up the game: {playout.told(fault)}"
        found.error("engine/fails", Span(span.path, span.line, span.column), message, example.FAILS)
    return len(found.items) == before


def _demand(game: Game, used: Mapping[Kind, int], what: str, found: Found) -> None:
    there = laws.printed(game)
    for kind, count in sorted(used.items()):
        if kind in there and count > there[kind]:
            message = f"{what} needs {count} '{kind}' at once, and there are {there[kind]}"
            found.error("engine/short", _copies(game, kind), message, "print more, or use fewer")


def _copies(game: Game, kind: Kind) -> Span:
    """Where the number of a counter, a card or a supply is written."""
    counters = [one.where.of("copies") for _, one in game.pieces() if one.id == kind]
    cards = [one.where.of("copies") for deck in game.decks for one in deck.cards if one.id == kind]
    supplies = [one.where.of("count") for one in game.supplies if one.id == kind]
    return (*counters, *cards, *supplies, game.where.span)[0]


def _examples(ruled: Engine, game: Game, found: Found) -> None:
    """Every example that is not wrong already."""
    wrong = [one.span for one in found if one.code.startswith("example/")]
    every: tuple[Example | Case, ...] = (*game.examples, *game.cases)
    for shown in every:
        span = shown.where.span
        if not any(span.path == one.path and span.line <= one.line <= span.end_line for one in wrong):
            example.prove(ruled, game, shown, found)


def _files(ruled: Engine, game: Game, found: Found) -> None:
    """Every play file of the game."""
    for name, text in families.plays(Path(game.folder), found):
        played = record.read(text, name, found)
        if played is not None:
            try:
                for _ in record.replay(ruled, game, played, found):
                    pass
            except playout.EngineError as fault:
                message = f"the engine fails after move {len(fault.moves)}: {fault.what}"
                found.error("engine/fails", played.where, message, example.FAILS)


def _plays(ruled: Engine, game: Game, plays: int, found: Found, tell: Callable[[str], None]) -> tuple[str, ...]:
    """Games at random under the laws, up to the first that shows a fault of the engine."""
    short: dict[Kind, str] = {}
    used: set[str] = set()
    for seed in range(1, plays + 1):
        tell(f"{game.id}: play {seed} of {plays}")
        try:
            watched = laws.watch(ruled, game, seed, every=1 if seed <= WHOLE else EVERY)
            used.update(ref for event in watched.events for ref in event.refs)
        except laws.BrokenError as fault:
            if fault.law != laws.demand.__name__ or fault.kind not in laws.printed(game):
                return (str(fault),)
            short.setdefault(fault.kind, f"in the play of seed {seed}, {fault.says}")
        except playout.EngineError as fault:
            return (fault.what,)
    for kind, says in sorted(short.items()):
        found.error("engine/short", _copies(game, kind), says, "print more, or use fewer")
    coverage.stale(game, ruled.NEEDS, used, found)
    return ()
