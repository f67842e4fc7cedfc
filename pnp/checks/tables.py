"""Printed tables have no holes.

- `table/width`: a row has more or fewer cells than the table has columns.
- `table/dice`: `roll` is not dice such as 1d6 or 2d6.
- `table/key`: a row of a die or range table does not begin with a number or a range such as 3-5 or 11+.
- `table/gap`: a result of the dice, or a number between two ranges, has no row.
- `table/overlap`: a result or number has two rows.
- `table/beyond`: a row can never be reached with the table's dice.
- `table/heading`: the name of a column that has an order is neither odds nor a number or range.
- `table/order`: odds do not increase from left to right.
- `table/columns`: a column of strengths does not begin where the one before it ends.
- `table/same-column`: two columns have one id, so that one can never be looked up.
- `table/result`: a cell is not one of the codes that the table explains.
- `table/number`: a cell of a table of numbers is not a whole number.
- `table/unexplained` (warning): a code that is explained stands in no cell.
"""

from __future__ import annotations

import re
from fractions import Fraction

from pnp.diag import Found, Span, suggest
from pnp.model.load import Loaded
from pnp.model.tables import Result, Table

_DICE = re.compile(r"([1-9])d([1-9][0-9]?)")
_RANGE = re.compile(r"(\d+)(?:[-–](\d+)|(\+))?")
_ODDS = re.compile(r"([1-9]\d*)[-–:]([1-9]\d*)")
_NUMBER = re.compile(r"[+\-−]?\d+")
_TOP = 10**9


def check(loaded: Loaded, found: Found) -> None:
    """Widths, keys, order and cells of every table."""
    explained = loaded.has("result", "table.results")
    complete = explained and loaded.has("row", "cell", "table.rows")
    for table in loaded.game.tables:
        if loaded.has("row.cells", "column.id", "table.columns"):
            _width(table, found)
        if table.keys != "words" and loaded.has("row.id", "row.key", "table.rows", "table.roll"):
            _keys(table, found)
        _order(table, found)
        if explained or table.cells != "result":
            _cells(table, found, complete)


def _width(table: Table, found: Found) -> None:
    for row in table.rows:
        if len(row.cells) != len(table.columns):
            message = (
                f"the row '{row.key}' has {_count(row.cells)}, the table '{table.id}' {len(table.columns)} columns"
            )
            found.error("table/width", row.where.of("cells"), message)


def _count(cells: tuple[str, ...]) -> str:
    return f"{len(cells)} cell" + ("s" if len(cells) != 1 else "")


def span_of(text: str) -> tuple[int, int] | None:
    """The least and greatest number that a key covers: ``4`` is (4, 4), ``3-5`` (3, 5), ``11+`` (11, a billion)."""
    match = _RANGE.fullmatch(text)
    if not match:
        return None
    low = int(match[1])
    high = _TOP if match[3] else int(match[2] or low)
    return (low, high) if low <= high else None


def _keys(table: Table, found: Found) -> None:
    covered: list[tuple[int, int, str, Span]] = []
    for row in table.rows:
        span = row.where.of("key")
        limits = span_of(row.key)
        if limits is None:
            hint = "write a number, or a range such as 3-5 or 11+"
            found.error("table/key", span, f"'{row.key}' is neither a number nor a range", hint)
            return
        covered.append((*limits, row.key, span))
    wanted = _results(table, found)
    if table.keys == "die" and wanted is None:
        return
    _coverage(table, sorted(covered), wanted, found)


def _results(table: Table, found: Found) -> tuple[int, int] | None:
    """The least and greatest result of a table's dice."""
    if table.keys != "die":
        return None
    match = _DICE.fullmatch(table.roll)
    if not match:
        span = table.where.of("roll")
        found.error("table/dice", span, f"'{table.roll}' are not dice", "write how many and of how many sides: 1d6")
        return None
    return int(match[1]), int(match[1]) * int(match[2])


def _coverage(
    table: Table, covered: list[tuple[int, int, str, Span]], wanted: tuple[int, int] | None, found: Found
) -> None:
    next_, last = wanted or (covered[0][0] if covered else 0, covered[-1][1] if covered else 0)
    limits = f"{table.roll} rolls from {next_} to {last}"
    for low, high, key, span in covered:
        if wanted and (low < wanted[0] or high > wanted[1]):
            found.error("table/beyond", span, f"the row '{key}' reaches beyond what {table.roll} can roll", limits)
        if low > next_:
            missing = f"{next_}" if low - 1 == next_ else f"{next_} to {low - 1}"
            found.error("table/gap", span, f"the table '{table.id}' has no row for {missing}, before the row '{key}'")
        elif low < next_:
            found.error("table/overlap", span, f"the row '{key}' covers what an earlier row covers already")
        next_ = max(next_, high + 1)
    if wanted and next_ <= last:
        message = f"the table '{table.id}' ends before {last}, which {table.roll} can roll"
        found.error("table/gap", covered[-1][3] if covered else table.where.span, message)


def _order(table: Table, found: Found) -> None:
    before: Fraction | int | None = None
    for column in table.columns if table.order != "none" else ():
        value = _odds(column.name) if table.order == "odds" else span_of(column.name)
        span = column.where.of("name")
        if value is None:
            hint = "write attacker-defender: 2-1" if table.order == "odds" else "write a number or a range: 3-5, 16+"
            found.error("table/heading", span, f"the column '{column.name}' cannot be put in order", hint)
            return
        here = value if isinstance(value, Fraction) else value[0]
        wrong = before is not None and (here <= before if isinstance(value, Fraction) else here != before)
        if wrong:
            if isinstance(value, Fraction):
                found.error("table/order", span, f"the column '{column.name}' is not more than the column before it")
            else:
                message = f"the column '{column.name}' does not begin where the one before it ends, with {before}"
                found.error("table/columns", span, message)
        before = here if isinstance(value, Fraction) else value[1] + 1


def _odds(text: str) -> Fraction | None:
    match = _ODDS.fullmatch(text)
    return Fraction(int(match[1]), int(match[2])) if match else None


def _cells(table: Table, found: Found, complete: bool) -> None:
    unused = {result.code: result for result in table.results}
    for row in table.rows:
        for number, cell in enumerate(row.cells):
            span = row.where.of(f"cells[{number}]")
            if "{{" in cell:  # could not be worked out, and was told of
                continue
            if table.cells == "number" and not _NUMBER.fullmatch(cell):
                found.error("table/number", span, f"'{cell}' is not a whole number")
            elif table.cells == "result":
                _result(cell, span, table, unused, found)
    for result in unused.values() if table.cells == "result" and complete else ():
        message = f"the result '{result.code}' stands in no cell of '{table.id}'"
        found.warning("table/unexplained", result.where.of("code"), message, "take it away")


def _result(cell: str, span: Span, table: Table, unused: dict[str, Result], found: Found) -> None:
    """A cell is one of the codes that the table explains."""
    result = next((one for one in table.results if _is(cell, one)), None)
    if result is not None:
        unused.pop(result.code, None)
        return
    hint = suggest(cell, (one.code for one in table.results))
    found.error("table/result", span, f"'{cell}' is not among the results that the table explains", hint)


def _is(cell: str, result: Result) -> bool:
    if result.code.endswith("#"):
        return cell.startswith(result.code[:-1]) and cell[len(result.code) - 1 :].isdigit()
    return cell == result.code
