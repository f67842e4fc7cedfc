"""Maps are drawn as they say they join.

The land is parted between the boxes' middle points (`at`): each box is what is nearer to its point than to any other.

- `map/apart`: two boxes are joined by `to`, but share no border of 8 mm or more, so that nobody would see that they are.
- `map/cramped`: a box has too little room for the stack that `capacity` asks for.
- `map/beyond`: a box's middle lies outside the field.
- `map/outside`: the field, cartouche, key or a panel of a map does not lie on it.
- `map/same-place`: two boxes have the same middle.
- `map/river-apart`: an item of a river's course names two boxes that do not border on the map.
- `squares/shape`: the field of a board of squares is not filled by squares.
- `map/river-jump`: an item of a river's course does not begin where the one before it ends.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from pnp.diag import Found
from pnp.draw import cells as geometry
from pnp.draw.cells import Cell, Point
from pnp.kinds.map import network, trail
from pnp.kinds.map.hand import lengths
from pnp.kinds.map.land import SHORTEST, part
from pnp.model import squares
from pnp.model.board import Board, River, Space
from pnp.model.game import Game
from pnp.model.load import Loaded
from pnp.units import Box, mm

# A corner where the item before ends counts as the same within this; borders too short to see may lie between.
_JUMP = 6_000
# How far each counter of a stack is moved, as a share of its size.
_FAN = 6
# Squares may be so much wider than high, or higher than wide.
_ASKEW = 100


def check(loaded: Loaded, found: Found) -> None:
    """The geometry of every map that has a field."""
    # Where a box or its middle is missing, its neighbours have land that is not theirs.
    complete = loaded.has("space.id", "space.at")
    for board in loaded.game.boards if loaded.has("board.field") else ():
        if len(board.field) != 4 or not _within(board, loaded, found):
            continue
        misplaced = _middles(board, found)
        if complete and all(len(space.at) == 2 for space in board.spaces):
            _board(board, loaded, misplaced, found)


def _within(board: Board, loaded: Loaded, found: Found) -> bool:
    """Whether the land lies on the board; what else is placed on it has to as well."""
    if not loaded.has("board.size"):
        return True
    whole = Box(0, 0, board.size[0], board.size[-1])
    areas = [(f"the {key}", getattr(board, key), board.where.of(key)) for key in ("field", "cartouche", "key")]
    for panel in board.panels:
        if panel.at and panel.size:
            area = (*panel.at, panel.size[0], panel.size[-1])
            areas.append((f"the panel '{panel.id}'", area, panel.where.of("at")))
    for what, area, span in areas:
        if area and not whole.holds(Box(*area)):
            size = f"{mm(whole.width)} wide and {mm(whole.height)} high"
            message = f"{what} of '{board.id}' reaches out of the board, which is {size}"
            found.error("map/outside", span, message, "move it, or make it smaller")
    return whole.holds(Box(*board.field))


def _board(board: Board, loaded: Loaded, misplaced: frozenset[str], found: Found) -> None:
    if board.drawn in ("trail", "network"):
        _tiles(board, loaded, misplaced, found)
        return
    if board.drawn == "squares":
        _squares(board, loaded, found)
        return
    cells = part(board)
    borders = geometry.borders(cells)
    for space in board.spaces:
        if misplaced & {space.id, *space.to}:
            continue  # its borders are not where they are meant to be
        _joined(space, board, cells, borders, found)
        if loaded.has("group.size", "group.stands", "board.capacity"):
            _room(space, board, cells[space.id], loaded.game, found)
    for river in board.rivers:
        _course(river, cells, borders, found)


def _tiles(board: Board, loaded: Loaded, misplaced: frozenset[str], found: Found) -> None:
    """Tiles of a trail, and plaques of a network, have room for a stack."""
    known = loaded.has("group.size", "group.stands", "board.capacity", "board.way", "route", "route.through")
    if misplaced or not known or (wanted := _stack(board, loaded.game)) is None:
        return
    for space, room in _rooms(board):
        has = int(round(room, -2))
        if has < wanted:
            needs = f"a stack of {board.capacity} counters needs {mm(wanted)}"
            message = f"the tile '{space.id}' has {mm(has)} of room, {needs}"
            hint = "move its neighbours away, make the 'way' wider, or lower 'capacity'"
            found.error("map/cramped", space.where.of("at"), message, hint)


def _rooms(board: Board) -> Iterator[tuple[Space, float]]:
    """How much room the tiles or plaques have, each in its narrowest direction."""
    if board.drawn == "network":
        yield from ((plaque.space, 2.0 * plaque.radius) for plaque in network.plaques(board))
        return
    for tile in trail.tiles(board):
        yield tile.space, min(board.way, board.way if tile.round else lengths(tile.line)[-1])


def _squares(board: Board, loaded: Loaded, found: Found) -> None:
    """Squares are as high as wide, and have room for a stack."""
    if not loaded.has("board.squares"):
        return
    columns, rows = squares.shape(board.squares)
    wide, high = board.field[2] / max(1, columns), board.field[3] / max(1, rows)
    if abs(wide - high) > _ASKEW:
        side = int(min(wide, high)) // 100 * 100
        message = f"the squares would be {mm(round(wide))} wide and {mm(round(high))} high"
        hint = f"for squares of {mm(side)} the field is {mm(side * columns)} wide and {mm(side * rows)} high"
        found.error("squares/shape", board.where.of("field"), message, hint)
    wanted = _stack(board, loaded.game) if loaded.has("group.size", "group.stands", "board.capacity") else None
    has = int(min(wide, high)) // 100 * 100
    if wanted is not None and has < wanted:
        message = f"a square has {mm(has)} of room, a stack of {board.capacity} counters needs {mm(wanted)}"
        found.error("map/cramped", board.where.of("field"), message, "make the field larger, or lower 'capacity'")


def _stack(board: Board, game: Game) -> int | None:
    """How wide a fanned stack is, in whole tenths of a millimetre; None where the board asks for none."""
    counter = max((max(group.foot) for group in game.counters if group.size), default=0)
    if board.capacity is None or not counter:
        return None
    return -(-(counter + (board.capacity - 1) * counter // _FAN) // 100) * 100


def _middles(board: Board, found: Found) -> frozenset[str]:
    """Every box has a place of its own in the field; the boxes of which that is not so."""
    wrong: set[str] = set()
    seen: dict[tuple[int, ...], str] = {}
    x, y, width, height = board.field
    for space in board.spaces:
        if len(space.at) != 2:
            continue
        if not (x <= space.at[0] <= x + width and y <= space.at[1] <= y + height):
            message = f"the middle of '{space.id}' lies outside the field of '{board.id}'"
            hint = f"x from {mm(x)} to {mm(x + width)}, y from {mm(y)} to {mm(y + height)}"
            found.error("map/beyond", space.where.of("at"), message, hint)
        elif space.at in seen:
            message = f"'{space.id}' and '{seen[space.at]}' have the same middle"
            found.error("map/same-place", space.where.of("at"), message, "move one of them")
            wrong.add(seen[space.at])
        else:
            seen[space.at] = space.id
            continue
        wrong.add(space.id)
    return frozenset(wrong)


def _joined(
    space: Space,
    board: Board,
    cells: Mapping[str, Cell],
    borders: Mapping[tuple[str, str], tuple[Point, Point]],
    found: Found,
) -> None:
    for number, other in enumerate(space.to):
        if other not in cells or other == space.id or (other < space.id and space.id in _to(other, board)):
            continue
        ends = borders.get((min(space.id, other), max(space.id, other)))
        length = math.dist(*ends) if ends else 0.0
        if length < SHORTEST:
            message = f"'{space.id}' and '{other}' are joined, but " + (
                f"their border is only {mm(int(round(length, -2)))} long" if ends else "do not border on the map"
            )
            hint = f"move their middles ('at') nearer to each other, to share {mm(SHORTEST)}, or do not join them"
            found.error("map/apart", space.where.of(f"to[{number}]"), message, hint)


def _to(name: str, board: Board) -> tuple[str, ...]:
    return next((space.to for space in board.spaces if space.id == name), ())


def _room(space: Space, board: Board, cell: Cell, game: Game, found: Found) -> None:
    """Whether a fanned stack fits; the walk to the middle is taken only where the point itself is too near a border."""
    wanted = _stack(board, game)
    if wanted is None or not cell.edges or 2 * cell.depth(cell.at) >= wanted:
        return
    has = max(0, int(round(2 * cell.room()[1], -2)))
    if has < wanted:
        message = f"'{space.id}' has {mm(has)} of room, a stack of {board.capacity} counters needs {mm(wanted)}"
        found.error("map/cramped", space.where.of("at"), message, "move its neighbours away, or lower 'capacity'")


def _course(
    river: River,
    cells: Mapping[str, Cell],
    borders: Mapping[tuple[str, str], tuple[Point, Point]],
    found: Found,
) -> None:
    legs: list[tuple[str, tuple[Point, ...]]] = []
    for number, item in enumerate(river.course):
        names = sorted(item.split("|"))
        if any(name not in cells for name in names) or len(names) > 2:
            continue
        ends = borders.get((names[0], names[1])) if len(names) == 2 else _corners(cells[item])
        if ends is None:
            message = f"the course of '{river.id}' runs along '{item}', but these boxes do not border on the map"
            found.error("map/river-apart", river.where.of(f"course[{number}]"), message, "name two boxes that touch")
            continue
        legs.append((item, ends))
        if len(legs) > 1 and _gap(legs[-2][1], ends) > _JUMP:
            message = f"the course of '{river.id}' jumps from '{legs[-2][0]}' to '{item}'"
            hint = "list every border and every bridge or ford on the way"
            found.error("map/river-jump", river.where.of(f"course[{number}]"), message, hint)


def _corners(cell: Cell) -> tuple[Point, ...]:
    return tuple(edge.start for edge in cell.edges)


def _gap(first: tuple[Point, ...], second: tuple[Point, ...]) -> float:
    """How far apart two stretches are; nothing where a box has lost all its land to others."""
    return min((math.dist(a, b) for a in first for b in second), default=0.0)
