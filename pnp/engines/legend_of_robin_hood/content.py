"""What the engine needs of the content beyond names: codes of boxes, names in cells, Treasuries that coins can show."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.engines.base import Unplayable, faceless
from pnp.engines.legend_of_robin_hood.world import number
from pnp.model.game import Game
from pnp.model.tables import Row, Table


def unplayable(game: Game) -> Iterator[Unplayable]:
    """Everything that play would stumble over."""
    tables = {table.id: table for table in game.tables}
    yield from _boxes(game, tables)
    yield from _names(game, tables)
    yield from _money(game)
    yield from faceless(game, "dice")


def _cells(table: Table, column: str) -> Iterator[tuple[Row, int, str]]:
    n = next(n for n, one in enumerate(table.columns) if one.id == column)
    return ((row, n, row.cells[n]) for row in table.rows)


def _boxes(game: Game, tables: dict[str, Table]) -> Iterator[Unplayable]:
    """Road boxes by number, lettered boxes by letter."""
    board = next(board for board in game.boards if board.id == "map")
    roads = {space.code: space.id for space in board.spaces if space.terrain == "road" and space.code.isdigit()}
    letters = {space.code for space in board.spaces if space.code.isalpha()}
    starts = {route.through[0] for route in board.routes if route.through}
    for table, column in (("random-event", "event"), ("arrivals", "box")):
        for row, n, cell in _cells(tables[table], column):
            road = None if "die" in cell else number(cell)
            if road is not None and str(road) not in roads:
                hint = f"give a road box the code {road}, or write one of {', '.join(sorted(roads)) or 'none'}"
                yield Unplayable(row.where.of(f"cells[{n}]"), f"no road box has the number {road} of '{cell}'", hint)
            elif road is not None and table == "random-event" and roads[str(road)] not in starts:
                hint = f"add a route through '{roads[str(road)]}' and on"
                yield Unplayable(row.where.of(f"cells[{n}]"), f"no route begins in road box {road}", hint)
    for row, n, cell in _cells(tables["arrival-box"], "box"):
        if cell not in letters:
            hint = f"give a box the code {cell}, or write one of {', '.join(sorted(letters)) or 'none'}"
            yield Unplayable(row.where.of(f"cells[{n}]"), f"no box has the letter '{cell}'", hint)


def _names(game: Game, tables: dict[str, Table]) -> Iterator[Unplayable]:
    """Cells that name a box or a Traveler as players do."""
    board = next(board for board in game.boards if board.id == "map")
    travelers = {counter.name for group, counter in game.pieces() if group.id == "travelers"}
    named = (("merry-men-return", {space.name for space in board.spaces}), ("traveler-type", travelers))
    for table, known in named:
        for row, n, cell in _cells(tables[table], tables[table].columns[0].id):
            if cell not in known:
                what = "Traveler" if known is travelers else "box"
                yield Unplayable(
                    row.where.of(f"cells[{n}]"), f"no {what} is called '{cell}'", "write the name as it is printed"
                )


def _money(game: Game) -> Iterator[Unplayable]:
    coins = [(counter.values.get("worth"), counter.copies) for _, counter in game.pieces()]
    worth = [(value, copies) for value, copies in coins if isinstance(value, int)]
    most = sum(value * copies for value, copies in worth)
    if 1 not in (value for value, _ in worth):
        yield Unplayable(game.where.of("counters"), "no coin is worth 1", "write 'worth: 1' at one of them")
    for treasury in game.setup.treasuries if game.setup else ():
        if not 0 <= treasury.value <= most:
            message = f"a Treasury of {treasury.value} cannot be laid out in coins"
            yield Unplayable(
                treasury.where.of("value"), message, f"write 0 to {most}, all that the printed coins are worth"
            )
