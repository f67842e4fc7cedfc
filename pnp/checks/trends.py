"""Tables get better where they say they do.

A table declares its trends: `rises: [down, across]` says that no cell is less than the one above it, or left of it;
`falls` the contrary. Numbers are compared as numbers; for other cells `scale` lists them from least to greatest.

- `table/trend`: a cell goes against a trend that the table declares.
- `table/scale`: a cell of a table with a trend can be put in no order: it is no number, and not on the `scale`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diag import Found, suggest
from pnp.model.load import Loaded
from pnp.model.tables import Row, Table

_PLACE = {"down": "above", "across": "to the left"}


def check(loaded: Loaded, found: Found) -> None:
    """Every table that declares a trend."""
    if not loaded.has("table", "row", "column", "cell"):
        return
    for table in loaded.game.tables:
        if table.rises or table.falls:
            _table(table, found)


def _table(table: Table, found: Found) -> None:
    ranks = [[_rank(table, row, number, found) for number in range(len(row.cells))] for row in table.rows]
    for way in table.rises:
        _trend(table, ranks, way, 1, found)
    for way in table.falls:
        _trend(table, ranks, way, -1, found)


def _rank(table: Table, row: Row, number: int, found: Found) -> int | None:
    """Where a cell stands in the order of results; None where it has no place in it, which is told."""
    cell = row.cells[number]
    if table.scale and cell in table.scale:
        return table.scale.index(cell)
    digits = cell.replace("−", "-")
    if not table.scale and digits.lstrip("+-").isdecimal():
        return int(digits)
    span = row.where.of(f"cells[{number}]")
    if table.cells != "number" and "{{" not in cell and not found.told(span):  # those two are told of elsewhere
        what = "is not on the scale" if table.scale else "is no number"
        hint = suggest(cell, table.scale) if table.scale else "list what the cells say under 'scale', least first"
        message = f"'{cell}' {what} of '{table.id}', so that nobody knows whether it is more or less"
        found.error("table/scale", span, message, hint)
    return None


def _trend(table: Table, ranks: list[list[int | None]], way: str, sign: int, found: Found) -> None:
    for (row, column), (other_row, other_column) in _neighbours(ranks, way):
        here, there = ranks[row][column], ranks[other_row][other_column]
        if here is None or there is None or sign * here >= sign * there:
            continue
        cell, other = table.rows[row].cells[column], table.rows[other_row].cells[other_column]
        message = (
            f"'{cell}' is {'less' if sign > 0 else 'more'} than the '{other}' {_PLACE[way]}, "
            f"but '{table.id}' {'rises' if sign > 0 else 'falls'} {way}"
        )
        hint = f"one of the two is wrong, or '{way}' does not belong there"
        related = ((table.rows[other_row].where.of(f"cells[{other_column}]"), f"'{other}' stands here"),)
        found.error("table/trend", table.rows[row].where.of(f"cells[{column}]"), message, hint, related)


def _neighbours(ranks: list[list[int | None]], way: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Each cell's (row, column) with those of the cell before it."""
    for row, cells in enumerate(ranks):
        for column in range(len(cells)):
            if way == "across" and column:
                yield (row, column), (row, column - 1)
            elif way == "down" and row and column < len(ranks[row - 1]):
                yield (row, column), (row - 1, column)
