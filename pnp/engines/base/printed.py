"""The printed game as an engine reads it: tables by column and roll, odds and strengths rounded to a column, parameters."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from pnp.engines.base.move import Move
from pnp.engines.base.protocol import Unplayable
from pnp.model.game import Game
from pnp.model.pieces import Counter, Group
from pnp.model.tables import Table
from pnp.model.view import covers
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Grid:
    """A table keyed by a die: ``cell(column, roll)`` is the text printed, and ``ref(column, roll)`` its name in events.
    A roll beyond the table counts as its first or last key (the rules of most games say so where modifiers apply)."""

    id: str
    low: int
    high: int
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, int], str]
    refs: Mapping[tuple[str, int], str]

    def net(self, roll: int) -> int:
        return min(max(roll, self.low), self.high)

    def cell(self, column: str, roll: int) -> str:
        return self.cells[column, self.net(roll)]

    def ref(self, column: str, roll: int) -> str:
        return self.refs[column, self.net(roll)]


@dataclass(frozen=True, slots=True)
class Chart:
    """How a number finds its column: the last whose least number is not above it; the first for less than all."""

    least: tuple[Fraction, ...]
    columns: tuple[str, ...]

    def column(self, number: Fraction | int) -> str:
        return self.columns[max(bisect.bisect_right(self.least, number) - 1, 0)]


def grid(game: Game, id: str) -> Grid:
    """A table whose keys are a die. Raises LookupError for one that is not there; `Needs` names it before."""
    table = _table(game, id)
    sides = range(1, faces(table) + 1)
    cells, refs = {}, {}
    for row in table.rows:
        for roll in sides:
            if covers(row, roll):
                for column, cell in zip(table.columns, row.cells, strict=True):
                    cells[column.id, roll] = cell
                    refs[column.id, roll] = f"cell/{id}/{column.id}/{row.key}"
    return Grid(id, sides[0], sides[-1], tuple(column.id for column in table.columns), cells, refs)


def faces(table: Table) -> int:
    """The highest result of a table's dice."""
    count, sides = (int(number) for number in table.roll.split("d"))
    return count * sides


def odds(game: Game, id: str) -> Chart:
    """Columns named attacker-defender: ``column(Fraction(11, 4))`` rounds down, in the defender's favour."""
    pairs = [(_ratio(column.name), column.id) for column in _table(game, id).columns]
    return Chart(tuple(ratio for ratio, _ in pairs), tuple(id for _, id in pairs))


def ranges(game: Game, id: str) -> Chart:
    """Columns named by ranges of strength: 3-4, 16+."""
    pairs = [(Fraction(_first(column.name)), column.id) for column in _table(game, id).columns]
    return Chart(tuple(least for least, _ in pairs), tuple(id for _, id in pairs))


def _ratio(name: str) -> Fraction:
    attacker, defender = (int(number) for number in re.findall(r"\d+", name)[:2])
    return Fraction(attacker, defender)


def _first(name: str) -> int:
    return int(re.findall(r"\d+", name)[0])


def _table(game: Game, id: str) -> Table:
    return next(table for table in game.tables if table.id == id)


def modifier(game: Game, table: str, id: str) -> int:
    """What a modifier of a table adds to the roll."""
    return next(modifier.by for modifier in _table(game, table).modifiers if modifier.id == id)


def parameter(game: Game, id: str) -> int:
    """A number of the rules."""
    return next(parameter.value for parameter in game.parameters if parameter.id == id)


def counter(game: Game, id: str) -> tuple[Group, Counter]:
    """A counter and its group."""
    return next((group, counter) for group, counter in game.pieces() if counter.id == id)


def die(what: tuple[str, ...], sides: int = 6) -> tuple[tuple[Move, int], ...]:
    """The outcomes of one die thrown for something: ``roll melee 4``."""
    return tuple((Move("roll", (*what, str(face))), 1) for face in range(1, sides + 1))


def faceless(game: Game, supply: str) -> Iterator[Unplayable]:
    """Dice that say nothing of what they show."""
    for one in game.supplies:
        if one.id == supply and not one.faces:
            hint = 'write them, such as faces: ["1", "2", "3", "4", "5", "6"]'
            yield Unplayable(one.where.of("id"), "dice without faces cannot be thrown", hint)
