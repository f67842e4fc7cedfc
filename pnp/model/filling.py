"""Expressions in tables, notes, phases and steps, worked out: a number stands in one place and shows in many."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.diag import Found, Span
from pnp.model.game import Game
from pnp.model.values import lacks
from pnp.model.view import kinds
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.model.expr import Sandbox
    from pnp.model.tables import Phase, PlayerTurn, Row, Table, Track


def expressions(game: Game) -> Iterator[str]:
    """Every text that holds one."""
    return (text for text in _texts(game) if "{{" in text)


def _texts(game: Game) -> Iterator[str]:
    for table in game.tables:
        yield from table.notes
        for row in table.rows:
            yield from row.cells
    for track in game.tracks:
        yield from track.notes
    for phase in (phase for turn in game.sequence for phase in turn.phases):
        yield phase.text
        yield from (step.text for step in phase.steps)


def fill(game: Game, sandbox: Sandbox, found: Found, lost: set[str]) -> Game:
    """The game with every expression's value. What asks for records of a kind that was `lost` is left as it was written,
    and is lost then itself."""
    filler = _Filler(sandbox, found, lost)
    return dataclasses.replace(
        game,
        tables=tuple(filler.table(table) for table in game.tables),
        tracks=tuple(dataclasses.replace(track, notes=filler.notes(track)) for track in game.tracks),
        sequence=tuple(filler.turn(turn) for turn in game.sequence),
    )


@dataclass(slots=True)
class _Filler:
    sandbox: Sandbox
    found: Found
    lost: set[str]

    def table(self, table: Table) -> Table:
        rows = tuple(self.row(row) for row in table.rows)
        return dataclasses.replace(table, rows=rows, notes=self.notes(table))

    def row(self, row: Row) -> Row:
        if not any("{{" in cell for cell in row.cells):
            return row
        cells = (self.text(cell, row.where.of(f"cells[{number}]"), "cell") for number, cell in enumerate(row.cells))
        return dataclasses.replace(row, cells=tuple(cells))

    def notes(self, record: Table | Track) -> tuple[str, ...]:
        return tuple(
            self.text(note, record.where.of(f"notes[{number}]"), "note") for number, note in enumerate(record.notes)
        )

    def turn(self, turn: PlayerTurn) -> PlayerTurn:
        return dataclasses.replace(turn, phases=tuple(self.phase(phase) for phase in turn.phases))

    def phase(self, phase: Phase) -> Phase:
        steps = (
            dataclasses.replace(step, text=self.text(step.text, step.where.of("text"), "step")) for step in phase.steps
        )
        text = self.text(phase.text, phase.where.of("text"), "phase")
        return dataclasses.replace(phase, text=text, steps=tuple(steps))

    def text(self, text: str, span: Span, kind: str) -> str:
        if "{{" not in text:
            return text
        if lacks(self.lost, kinds(text)):
            self.lost.add(kind)
            return text
        before = len(self.found.items)
        filled = self.sandbox.template(text, span, self.found).fill({})
        if len(self.found.items) > before:
            self.lost.add(kind)
            return text
        return filled
