"""Worked examples and cases played: their lines in order, and then what they say must be true.

A line is a move, or an outcome of chance, that is open now. Where it is not, what needs no decision is done first: the only
move that is open, or else the only one that is `QUIET`; dice and cards are never chosen so. ``seat: move`` says whose move
it is where several seats decide at once.

``until 12 taxation`` plays on until that phase (or step) begins, in the round of that number; ``until taxation`` until it
begins next. What is not quiet is then done by the first of what is open, chance's outcomes too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pnp.diag import Found, Span
from pnp.engines.base import (
    CHANCE,
    Ambiguous,
    Engine,
    Event,
    Illegal,
    Move,
    NotationError,
    PositionError,
    Seat,
    State,
    Trace,
    Unreadable,
    find,
)
from pnp.model.game import Game
from pnp.model.rules import Case, Example
from pnp.play.playout import told
from pnp.play.record import open_moves

QUIET: Final = ("end", "done", "pass", "stop", "refuse")
"""Verbs of moves that do nothing but let the game go on."""

_MOST: Final = 2_000
# So many cells that were read are shown with an outcome that is false.
_READ: Final = 6
_UNTIL: Final = re.compile(r"until(?: (?P<round>\d+))? (?P<step>[a-z0-9-]+)")
_SEATED: Final = re.compile(r"(?:(?P<seat>[a-z0-9-]+):\s*)?(?P<move>.*)")


class Expected(NamedTuple):
    """Something that must be true afterwards, ``key=value``, and where it is written."""

    text: str
    span: Span


class _Playing:
    """An example while it is played."""

    def __init__(self, engine: Engine, first: State, turn: int) -> None:
        self.engine, self.first, self.state = engine, first, first
        self.events: list[Event] = []
        self.round = str(turn)

    def play(self, seat: Seat, move: Move) -> tuple[Event, ...]:
        self.state, events = self.engine.play(self.state, seat, move)
        self.events += events
        return events

    def quiet(self) -> tuple[Seat, Move] | None:
        """What needs no decision, where there is just one such move."""
        turn = self.engine.turn(self.state)
        moves = open_moves(self.engine, self.state, turn[0]) if len(turn) == 1 else ()
        silent = moves if len(moves) == 1 else tuple(move for move in moves if move.verb in QUIET and turn != CHANCE)
        return (turn[0], silent[0]) if len(silent) == 1 else None

    def meant(self, line: str) -> tuple[Seat, Move]:
        """Whose move a line is now, and which. Raises `NotationError`."""
        match = _SEATED.fullmatch(line)
        seat, text = (match["seat"], match["move"]) if match else (None, line)
        turn = self.engine.turn(self.state)
        faults: list[NotationError] = []
        for one in turn:
            if seat in (None, one):
                try:
                    return one, find(text, open_moves(self.engine, self.state, one))
                except NotationError as fault:
                    faults.append(fault)
        if faults:
            raise faults[0]
        raise Illegal(
            f"'{line}' cannot be played now; " + (f"it is the turn of {turn[0]}" if turn else "the game is over")
        )

    def line(self, line: str) -> None:
        """Plays a line, after what needs no decision. Raises `NotationError`."""
        refused: Illegal | None = None
        for _ in range(_MOST):
            try:
                self.play(*self.meant(line))
                return
            except Illegal as fault:
                refused = refused or fault
            silent = self.quiet()
            if silent is None:
                break
            self.play(*silent)
        assert refused is not None
        raise refused

    def until(self, round: str | None, step: str) -> None:
        """Plays on until a phase begins. Raises `Illegal` where it does not."""
        word, ref = self.engine.FACTS.round, f"step/{step}"
        for _ in range(_MOST):
            turn = self.engine.turn(self.state)
            if not turn:
                break
            seat, move = self.quiet() or (turn[0], open_moves(self.engine, self.state, turn[0])[0])
            for event in self.play(seat, move):
                self.round = event.value if event.what == word else self.round
                if ref in event.refs and round in (None, self.round):
                    return
        raise Illegal(f"'{step}' does not begin" + (f" in round {round}" if round else " any more"))


def prove(engine: Engine, game: Game, shown: Example | Case, found: Found) -> Trace | None:
    """Plays an example and puts what is not as it says into `found`; what was played, or None where it cannot be. Never
    raises, whatever the engine does."""
    span = shown.where.span
    try:
        first = engine.position(game, shown.position)
        playing = _Playing(engine, first, shown.position.turn)
        for number, line in enumerate(shown.does):
            span = shown.where.of(f"does[{number}]")
            if not _played(playing, line, span, found):
                return None
        trace = Trace(first, playing.state, tuple(playing.events))
        for expected in expectations(shown):
            span = expected.span
            _compare(engine, trace, expected, _About(_which(shown), game, trace), found)
        return trace
    except PositionError as fault:
        where = getattr(fault.at, "where", None)
        found.error("example/position", where.span if where else shown.position.where.span, str(fault))
    except Exception as fault:
        found.error("engine/fails", span, f"the engine fails here: {told(fault)}", FAILS)
    return None


FAILS: Final = "it is a bug in the engine, or the engine does not say that it needs this"


def _played(playing: _Playing, line: str, span: Span, found: Found) -> bool:
    """Plays a line, or says why it cannot be played."""
    until = _UNTIL.fullmatch(line)
    try:
        playing.until(until["round"], until["step"]) if until else playing.line(line)
        return True
    except Unreadable as fault:
        found.error("example/unreadable", span, str(fault))
    except Ambiguous as fault:
        found.error("example/ambiguous", span, str(fault), "write more of it")
    except Illegal as fault:
        found.error("example/illegal", span, str(fault))
    return False


def expectations(shown: Example | Case) -> Iterator[Expected]:
    """What must be true after an example, and where it says so. An outcome in words alone is left out."""
    if isinstance(shown, Case):
        for number, text in enumerate(shown.expect):
            yield Expected(text, shown.where.of(f"expect[{number}]"))
    else:
        yield from (Expected(one.expect, one.where.of("expect")) for one in shown.outcomes if one.expect)


class _About(NamedTuple):
    """What an example's faults are told with: which it is, and, of the few that have any, the cells of tables that were read
    in it."""

    which: str
    game: Game
    trace: Trace

    @property
    def cells(self) -> tuple[tuple[Span, str], ...]:
        return _cells(self.game, self.trace)


def _which(shown: Example | Case) -> str:
    """How authors know it: by its title or id, and by its section."""
    which = f"the case '{shown.id}'" if isinstance(shown, Case) else f"the example '{shown.title}'"
    return f"{which} of section '{shown.section}'" if shown.section else which


def _cells(game: Game, trace: Trace) -> tuple[tuple[Span, str], ...]:
    """Where the cells stand that were read, as the events name them, in the order of play; not more than a reader looks at."""
    where = {
        f"cell/{table.id}/{column.id}/{row.key}": (row.where.of(f"cells[{number}]"), f"'{cell}' was read here")
        for table in game.tables
        for row in table.rows
        for number, (column, cell) in enumerate(zip(table.columns, row.cells, strict=False))
    }
    read = dict.fromkeys(ref for event in trace.events for ref in event.refs if ref in where)
    return tuple(where[ref] for ref in list(read)[:_READ])


def _compare(engine: Engine, trace: Trace, expected: Expected, about: _About, found: Found) -> None:
    key, sign, value = (part.strip() for part in expected.text.partition("="))
    if not sign or not key:
        found.error(
            "example/expect", expected.span, f"'{expected.text}' is not key=value", "write it as 'at.scout=mill'"
        )
        return
    is_so = engine.fact(trace, key)
    if is_so is None:
        found.error("example/fact", expected.span, f"the engine knows no fact '{key}'")
    elif is_so != value:
        message = f"'{key}' is not '{value}' when this is played but '{is_so}', in {about.which}"
        hint = f"write '{key}={is_so}' if the rules mean that"
        found.error("example/false", expected.span, message, hint, about.cells)
