"""Coverage of play: everything printed that play could use, and what of it was never used.

A thing is named as events name it, ``family/id``. An engine that uses a thing says so in an event's references:

- ``cell/TABLE/COLUMN/ROW``  a cell of a table that the engine reads
- ``counter/ID``, ``card/ID``
- ``space/ID``               a box of a map
- ``track/TRACK/NUMBER``     a box of a track
- ``step/ID``                a phase, or a step of one

and, of engines that tell of them at all, ``zone/ID``, ``passage/ID``, ``modifier/TABLE/ID`` and ``event/TRACK/NUMBER/ID``
(what is preset on a track: the piece's id, or ``text``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from pnp.diag import Found, Span, suggest
from pnp.engines.base import Needs
from pnp.model.game import Game
from pnp.model.tables import Table, Track
from pnp.records import dataclass

# The families that every engine tells of, then those that it may.
ALWAYS: Final = ("cell", "counter", "card", "space", "track", "step")
MAYBE: Final = ("zone", "passage", "modifier", "event")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something printed that play can use: its reference, its name for people, where it is written (``file:line:col``
    within the game's folder), and why it may go unused where the game's `coverage` accepts that."""

    ref: str
    name: str
    where: str
    accepted: str = ""

    @property
    def family(self) -> str:
        return self.ref.partition("/")[0]


def things(game: Game, needs: Needs) -> tuple[Thing, ...]:
    """Everything of a game that play can use, in the order written."""
    reasons = tuple((one.unused, one.says) for one in game.coverage)
    found = (*_cells(game, needs), *_pieces(game), *_places(game), *_tracks(game), *_steps(game))
    return tuple(
        Thing(ref, name, _within(game, span), next((says for unused, says in reasons if _means(unused, ref)), ""))
        for ref, name, span in found
    )


_Written = Iterator[tuple[str, str, Span]]


def _cells(game: Game, needs: Needs) -> _Written:
    for table in game.tables:
        if table.id in needs.tables:
            yield from _of_table(table)


def _of_table(table: Table) -> _Written:
    for row in table.rows:
        for number, (column, cell) in enumerate(zip(table.columns, row.cells, strict=False)):
            name = f"{table.name}: {column.name}, {row.key} → {cell}"
            yield f"cell/{table.id}/{column.id}/{row.key}", name, row.where.of(f"cells[{number}]")
    for one in table.modifiers:
        yield f"modifier/{table.id}/{one.id}", f"{table.name}: {one.when}", one.where.span


def _pieces(game: Game) -> _Written:
    for _, counter in game.pieces():
        yield f"counter/{counter.id}", counter.name, counter.where.span
    for deck in game.decks:
        for card in deck.cards:
            yield f"card/{card.id}", card.name, card.where.span


def _places(game: Game) -> _Written:
    for board in game.boards:
        for space in board.spaces:
            yield f"space/{space.id}", space.name or space.id, space.where.span
        for zone in board.zones:
            yield f"zone/{zone.id}", zone.name, zone.where.span
        for passage in board.passages:
            yield f"passage/{passage.id}", passage.name or passage.id, passage.where.span


def _tracks(game: Game) -> _Written:
    for track in game.tracks:
        yield from _of_track(track)


def _of_track(track: Track) -> _Written:
    events = {event.at: event.where.span for event in track.events}
    for number in range(track.first, track.last + 1):
        yield f"track/{track.id}/{number}", f"{track.name} {number}", events.get(number, track.where.of("last"))
    for event in track.events:
        name = f"{track.name} {event.at}: {event.piece or event.text}"
        yield f"event/{track.id}/{event.at}/{event.piece or 'text'}", name, event.where.span


def _steps(game: Game) -> _Written:
    for turn in game.sequence:
        for phase in turn.phases:
            yield f"step/{phase.id}", f"{turn.name}: {phase.name}", phase.where.span
            for step in phase.steps:
                yield f"step/{step.id}", f"{turn.name}: {phase.name}: {step.name}", step.where.span


def _within(game: Game, span: Span) -> str:
    """A place as it is within the game's folder, wherever that lies."""
    path, folder = Path(span.path).absolute(), Path(game.folder).absolute()
    inside = path.relative_to(folder) if path.is_relative_to(folder) else Path(path.name)
    return f"{inside.as_posix()}:{span.line}:{span.column}"


def _means(unused: str, ref: str) -> bool:
    """Whether what the game accepts is this thing: by its name, or by the beginning of it, with ``/*`` for the rest."""
    return ref.startswith(unused[:-1]) if unused.endswith("/*") else ref == unused


def counted(all: Iterable[Thing], used: Collection[str]) -> tuple[Thing, ...]:
    """The things that count: of families that no event names, only those that every engine tells of."""
    told = {ref.partition("/")[0] for ref in used} | set(ALWAYS)
    return tuple(thing for thing in all if thing.family in told)


def idle(all: Iterable[Thing], used: Collection[str]) -> tuple[Thing, ...]:
    """The things that were never used."""
    return tuple(thing for thing in counted(all, used) if thing.ref not in used)


def unknown(game: Game, needs: Needs, found: Found) -> None:
    """Tell of what is accepted as unused and names nothing that play could use."""
    refs = [thing.ref for thing in things(game, needs)]
    for one in game.coverage:
        if not any(_means(one.unused, ref) for ref in refs):
            hint = suggest(one.unused, refs) or "write it as the report does, such as cell/melee/2-1/4 or space/radford"
            message = f"'{one.unused}' names nothing that play could use"
            found.error("coverage/unknown", one.where.of("unused"), message, hint)


def stale(game: Game, needs: Needs, used: Collection[str], found: Found) -> None:
    """Tell of what is accepted as unused, and was used all the same."""
    everything = things(game, needs)
    for one in game.coverage:
        meant = [thing.ref for thing in everything if _means(one.unused, thing.ref)]
        if meant and all(ref in used for ref in meant):
            message = f"'{one.unused}' is accepted as never used, and was used"
            found.warning("coverage/stale", one.where.of("unused"), message, "take the line away")
