"""What a game's engine reads is there.

- `engine/needs`: the engine reads something that the game does not have (any more) under that name.
- `engine/cell`: the engine cannot read what a table's cell says.
- `engine/content`: the engine could not play with what the content says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from pnp.diag import Found, Span, nearest
from pnp.engines import engine
from pnp.model.base import Where
from pnp.model.game import Game
from pnp.model.load import Loaded

if TYPE_CHECKING:
    from pnp.engines.base import Needs, Particular
    from pnp.model.tables import Table

Known = Mapping[str, Where]
"""What there is, by id."""

# Records that engines read by their id, and the keys that hold them: only where all are there is one known to be missing.
_READ: Final = (
    *(f"{kind}.id" for kind in (
        "table", "parameter", "attribute", "counter", "group", "deck", "board", "space", "zone", "terrain", "track",
        "phase", "player-turn", "side", "supply", "modifier", "mat-set",
    )),
    "terrain.flags", "group.counters", "group.file", "board.spaces", "board.zones", "board.terrains", "player-turn.phases",
)  # fmt: skip


def check(loaded: Loaded, found: Found) -> None:
    """The engine's needs against the game. Nothing for a game without an engine."""
    ruled = engine(loaded.game.id)
    if ruled is None:
        return
    needs = Found()
    if loaded.has(*_READ):
        _families(loaded.game, ruled.NEEDS, needs)
    if loaded.has("table.columns", "table.modifiers", "column.id", "modifier.id"):
        _tables(loaded.game, ruled.NEEDS, needs)
    if loaded.has("table.columns", "column.id", "row.cells"):
        _cells(loaded.game, ruled.NEEDS, needs)
    found.extend([one for one in needs if one.code != "engine/cell" or not found.told(one.span)])
    if hasattr(ruled, "unplayable") and not needs.failed and loaded.whole:
        for one in cast("Particular", ruled).unplayable(loaded.game):
            found.error("engine/content", one.at, one.message, one.hint)


def _families(game: Game, needs: Needs, found: Found) -> None:
    for what, section, names, known in _read(game, needs):
        _there(names, what, known, _section(game, section), found)


def _read(game: Game, needs: Needs) -> Iterator[tuple[str, str, tuple[str, ...], Known]]:
    """Families of what an engine reads: its word, the section where it stands, the names asked for, what there is."""
    boards, turns = game.boards, game.sequence
    flags = {flag: ground.where for board in boards for ground in board.terrains for flag in ground.flags}
    phases = {phase.id: phase.where for turn in turns for phase in turn.phases}
    yield "table", "tables", tuple({**needs.tables, **needs.modifiers}), _by_id(game.tables)
    yield "parameter", "parameters", needs.parameters, _by_id(game.parameters)
    yield "attribute", "attributes", needs.attributes, _by_id(game.attributes)
    yield "counter", "counters", needs.counters, _by_id(counter for _, counter in game.pieces())
    yield "group of counters", "counters", needs.groups, _by_id(game.counters)
    yield "deck", "decks", needs.decks, _by_id(game.decks)
    yield "map", "boards", needs.boards, _by_id(boards)
    yield "space", "boards", needs.spaces, _by_id(space for board in boards for space in board.spaces)
    yield "zone", "boards", needs.zones, _by_id(zone for board in boards for zone in board.zones)
    yield "terrain", "boards", needs.terrains, _by_id(ground for board in boards for ground in board.terrains)
    yield "flag of a terrain", "boards", needs.flags, flags
    yield "set of mats", "mats", needs.mats, _by_id(game.mats)
    yield "track", "tracks", needs.tracks, _by_id(game.tracks)
    yield "phase", "sequence", needs.phases, phases
    yield "side", "sides", needs.sides, _by_id(game.sides)
    yield "supply", "supplies", needs.supplies, _by_id(game.supplies)


def _by_id(records: Any) -> Known:
    return {record.id: record.where for record in records}


def _section(game: Game, name: str) -> Span:
    """Where a section begins; where it is not there, the game."""
    span = game.where.of(name)
    return Span(span.path, span.line, span.column, span.line, span.column)


def _there(names: tuple[str, ...], what: str, known: Known, section: Span, found: Found) -> None:
    """Every name that the engine reads; one that is gone is looked for among those that it does not read."""
    others = known.keys() - set(names)
    for name in names:
        if name not in known:
            near = nearest(name, others)
            span = known[near].of("id") if near else section
            hint = f"if '{near}' is meant, it must be called '{name}'" if near else "give it that id, or put it back"
            found.error("engine/needs", span, f"the engine reads the {what} '{name}', and there is none", hint)


def _tables(game: Game, needs: Needs, found: Found) -> None:
    for table in game.tables:
        where = table.where
        columns, modifiers = needs.tables.get(table.id, ()), needs.modifiers.get(table.id, ())
        _there(columns, f"column of '{table.id}'", _by_id(table.columns), where.of("columns"), found)
        _there(modifiers, f"modifier of '{table.id}'", _by_id(table.modifiers), where.of("modifiers"), found)


def _cells(game: Game, needs: Needs, found: Found) -> None:
    for table in game.tables:
        for number, column in enumerate(table.columns):
            pattern = needs.cells.get(f"{table.id}/{column.id}") or needs.cells.get(table.id)
            if pattern is not None:
                _column(table, number, re.compile(pattern), found)


def _column(table: Table, number: int, pattern: re.Pattern[str], found: Found) -> None:
    for row in table.rows:
        span = row.where.of(f"cells[{number}]")
        if number < len(row.cells) and not pattern.fullmatch(row.cells[number]):
            message = f"the engine cannot read '{row.cells[number]}' in '{table.id}'"
            known = dict.fromkeys(one.cells[number] for one in table.rows if number < len(one.cells))
            read = [f"'{cell}'" for cell in known if pattern.fullmatch(cell)][:4]
            hint = f"it reads such as {', '.join(read)}" if read else f"it reads what is of the form {pattern.pattern}"
            found.error("engine/cell", span, message, hint)
