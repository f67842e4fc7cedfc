"""Tables that declare which way their results go."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.checks import trends
from pnp.diag import Found
from pnp.model.base import Where
from pnp.model.tables import Column, Row, Table

GRIDS = st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=4)


def faults(grid: list[list[int]], **declared: tuple[str, ...]) -> list[str]:
    """The codes found in a table of numbers."""
    where = Where()
    table = Table(
        where=where,
        id="t",
        name="T",
        keys="words",
        columns=tuple(Column(where=where, id=f"c{n}", name="c") for n in range(3)),
        rows=tuple(Row(where=where, key="r", cells=tuple(str(cell) for cell in row)) for row in grid),
        **declared,  # type: ignore[arg-type]
    )
    found = Found()
    trends._table(table, found)
    return [one.code for one in found]


@given(GRIDS)
def test_a_trend_is_against_nothing_exactly_when_every_line_is_sorted(grid: list[list[int]]) -> None:
    assert (not faults(grid, rises=("across",))) == all(row == sorted(row) for row in grid)
    columns = [list(column) for column in zip(*grid, strict=True)]
    assert (not faults(grid, rises=("down",))) == all(column == sorted(column) for column in columns)


@given(GRIDS)
def test_what_falls_is_what_rises_backwards(grid: list[list[int]]) -> None:
    upside_down = [[-cell for cell in row] for row in grid]
    assert faults(grid, rises=("down", "across")) == faults(upside_down, falls=("down", "across"))


@given(GRIDS)
def test_a_scale_of_numbers_says_what_numbers_say(grid: list[list[int]]) -> None:
    scale = tuple(str(number) for number in range(-3, 4))
    assert faults(grid, rises=("down",), scale=scale) == faults(grid, rises=("down",))
