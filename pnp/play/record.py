"""Play files: a game that was played, written so that people can read it and `pnp` can play it again.

    # The bridge changes hands.
    game = two-banks
    players = east, west
    options = length=short
    seed = 7
    version = 0.3

    east: push miller ferryman
    chance: roll 4
    | Westham: Ferryman
    end = bridge, east

`#` begins a comment's line; ``key = value`` are facts of the play; ``seat: move`` is a move, chance's too; lines that begin
with ``|`` are the diagram that is expected then; ``end`` is how the game ends: the reason, then who won.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from pnp.diag import Found, Span, suggest
from pnp.engines.base import CHANCE, Ambiguous, Engine, Event, Move, Outcome, Seat, Seats, State, Unreadable, find
from pnp.engines.base import Illegal as IllegalMove
from pnp.model.game import Game
from pnp.play.playout import EngineError, Made, told
from pnp.records import dataclass

KEYS: Final = ("game", "players", "options", "seed", "version", "end")
_FACT: Final = re.compile(r"([a-z]+)\s*=\s*(.*?)\s*")
_SEED: Final = re.compile(r"[0-9]{1,30}")
_MOVE: Final = re.compile(r"([a-z0-9-]+)\s*:\s*(.*?)\s*")


class Said(NamedTuple):
    """A move as it is written."""

    seat: Seat
    move: str
    span: Span


class Diagram(NamedTuple):
    """What the engine must show at this moment."""

    lines: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A play file. `steps` are its moves and diagrams in order; `at` says where its facts stand."""

    where: Span
    game: str
    players: Seats
    options: Mapping[str, str]
    seed: int | None = None
    version: str = ""
    end: str = ""
    steps: tuple[Said | Diagram, ...] = ()
    at: Mapping[str, Span]


class Shown(NamedTuple):
    """A moment of a play that is replayed: after a move, with what happened."""

    state: State
    seat: Seat
    move: Move
    events: tuple[Event, ...]


def write(
    game: Game,
    players: Seats,
    options: Mapping[str, str],
    moves: Iterable[Made],
    seed: int | None = None,
    result: Outcome | None = None,
) -> str:
    """A play as a play file."""
    chosen = ", ".join(f"{key}={value}" for key, value in sorted(options.items()))
    facts = {
        "game": game.id,
        "players": ", ".join(players),
        "options": chosen,
        "seed": "" if seed is None else str(seed),
        "version": game.game.version,
    }
    lines = [f"{key} = {value}" for key, value in facts.items() if value]
    lines += ["", *(f"{seat}: {move}" for seat, move in moves)]
    lines += [f"end = {ending(result)}"] if result else []
    return "\n".join(lines) + "\n"


def ending(result: Outcome) -> str:
    """How a game ended, in words: the reason, then who won."""
    return ", ".join((result.reason, *result.winners))


def read(text: str, path: str, found: Found) -> Record | None:
    """A play file's text; None after a diagnostic where it is not clear what is played."""
    facts: dict[str, str] = {}
    at: dict[str, Span] = {}
    steps: list[Said | Diagram] = []
    for number, line in enumerate(text.split("\n"), 1):
        _line(line.rstrip(), Span(path, number, 1, number, len(line.rstrip()) + 1), facts, at, steps, found)
    missing = [key for key in ("game", "players") if key not in facts]
    if missing:
        message = f"the play does not say its {' and its '.join(missing)}"
        found.error("play/missing", Span(path), message, f"begin it with '{missing[0]} = …'")
        return None
    return Record(
        where=Span(path),
        game=facts["game"],
        players=tuple(_words(facts["players"])),
        options={
            key.strip(): value.strip() for key, _, value in (w.partition("=") for w in _words(facts.get("options", "")))
        },
        seed=int(facts["seed"]) if "seed" in facts else None,
        version=facts.get("version", ""),
        end=facts.get("end", ""),
        steps=tuple(steps),
        at=at,
    )


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _line(
    line: str, span: Span, facts: dict[str, str], at: dict[str, Span], steps: list[Said | Diagram], found: Found
) -> None:
    """One line of a play file, put where it belongs."""
    if not line or line.startswith("#"):
        return
    if line.startswith("|"):
        text = line[1:].removeprefix(" ")
        last = steps[-1] if steps else None
        if isinstance(last, Diagram) and last.span.line + len(last.lines) == span.line:
            steps[-1] = last._replace(lines=(*last.lines, text))
        else:
            steps.append(Diagram((text,), span))
    elif fact := _FACT.fullmatch(line):
        _fact(fact[1], fact[2], span, facts, at, found)
    elif move := _MOVE.fullmatch(line):
        column = move.start(2) + 1
        steps.append(Said(move[1], move[2], Span(span.path, span.line, column, span.line, span.end_column)))
    else:
        message = f"'{line[:40]}' is not a line of a play"
        found.error("play/line", span, message, "write 'seat: move', 'key = value', '| diagram' or '# comment'")


def _fact(key: str, value: str, span: Span, facts: dict[str, str], at: dict[str, Span], found: Found) -> None:
    if key not in KEYS:
        found.error("play/fact", span, f"a play has no fact '{key}'", suggest(key, KEYS))
    elif key in facts:
        found.error("play/twice", span, f"'{key}' is said twice", "keep one of them", ((at[key], "the first one"),))
    elif key == "seed" and not _SEED.fullmatch(value):
        found.error("play/seed", span, f"the seed '{value[:40]}' is not a whole number", "write at most 30 digits")
    else:
        facts[key], at[key] = value, span


def start(engine: Engine, game: Game, record: Record, found: Found) -> State | None:
    """The first state of a play; None after a diagnostic where its players or options are not this game's."""
    before = len(found.items)
    if record.game != game.id:
        found.error("play/game", record.at["game"], f"this is a play of '{record.game}', not of '{game.id}'")
        return None
    count = len(record.players)
    if not engine.FACTS.least <= count <= engine.FACTS.most or engine.seats(game, count) != record.players:
        fits = range(engine.FACTS.least, engine.FACTS.most + 1)
        known = " or ".join(", ".join(engine.seats(game, number)) for number in fits)
        message = f"'{', '.join(record.players)}' are not the players of '{game.id}'"
        found.error("play/players", record.at["players"], message, f"they are {known}")
    known_options = {option.id: option for option in engine.FACTS.options}
    for key, value in record.options.items():
        option = known_options.get(key)
        if option is None:
            hint = suggest(key, known_options)
            found.error("play/option", record.at["options"], f"'{game.id}' has no option '{key}'", hint)
        elif value not in option.choices:
            hint = suggest(value, option.choices)
            found.error("play/option-choice", record.at["options"], f"the option '{key}' cannot be '{value}'", hint)
    if len(found.items) > before:
        return None
    return engine.setup(game, record.players, settled(engine, record.options))


def settled(engine: Engine, chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option of a game: as chosen, else as it is by default."""
    return {option.id: chosen.get(option.id, option.default) for option in engine.FACTS.options}


def replay(engine: Engine, game: Game, record: Record, found: Found) -> Iterator[Shown]:
    """Plays a record again, move by move, up to its end or the first fault, which is put into `found`.

    Raises `EngineError` where the engine fails.
    """
    made: list[Made] = []
    try:
        state = start(engine, game, record, found)
        before = len(found.items)
        for step in record.steps if state is not None else ():
            if isinstance(step, Diagram):
                _compare(engine, state, step, found)
            else:
                move = _found(engine, state, step, record, game, found)
                if move is None:
                    return
                made.append((step.seat, move))
                state, events = engine.play(state, step.seat, move)
                yield Shown(state, step.seat, move, events)
        if state is not None and len(found.items) == before:
            _ended(engine, state, record, found)
    except Exception as fault:
        raise EngineError(told(fault), tuple(made)) from fault


def open_moves(engine: Engine, state: State, seat: Seat) -> tuple[Move, ...]:
    """All that a seat, or chance, may do now."""
    if seat in CHANCE:
        return tuple(move for move, _ in engine.chances(state))
    return engine.moves(state, seat)


def _found(engine: Engine, state: State, step: Said, record: Record, game: Game, found: Found) -> Move | None:
    """The move that a line means now, or None after a diagnostic."""
    turn = engine.turn(state)
    if step.seat not in turn:
        whose = f"it is the turn of {' and '.join(turn)}" if turn else "the game is over"
        found.error("play/turn", step.span, f"'{step.seat}' has no move now", whose)
        return None
    aged = f"the play is of version {record.version}, the game now {game.game.version}"
    hint = aged if record.version not in ("", game.game.version) else ""
    try:
        return find(step.move, open_moves(engine, state, step.seat))
    except Unreadable as fault:
        found.error("play/unreadable", step.span, str(fault), hint)
    except IllegalMove as fault:
        found.error("play/illegal", step.span, str(fault), hint)
    except Ambiguous as fault:
        found.error("play/ambiguous", step.span, str(fault), "write more of it")
    return None


def _compare(engine: Engine, state: State, diagram: Diagram, found: Found) -> None:
    """A diagram against what the engine shows, told at the first line that differs."""
    shows = [line.rstrip() for line in engine.show(state).rstrip().split("\n")]
    for number in range(max(len(shows), len(diagram.lines))):
        here = shows[number] if number < len(shows) else None
        there = diagram.lines[number] if number < len(diagram.lines) else None
        if here != there:
            line = diagram.span.line + min(number, len(diagram.lines) - 1)
            span = Span(diagram.span.path, line, 1, line, len(there or "") + 3)
            message = f"the diagram has '{there}' here" if there is not None else "the diagram ends here"
            shown = f"the game shows '{here}'" if here is not None else "the game shows nothing more"
            found.error("play/diagram", span, message, shown)
            return


def _ended(engine: Engine, state: State, record: Record, found: Found) -> None:
    result = engine.result(state)
    if record.end and (result is None or ending(result) != record.end):
        came = f"it ends '{ending(result)}'" if result else "it goes on"
        found.error("play/end", record.at["end"], f"the game does not end '{record.end}'", came)
