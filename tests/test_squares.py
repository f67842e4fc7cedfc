"""Boards of squares: what the letters say, and what is drawn of it."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from pnp.checks.board import PATTERNS
from pnp.diag import Found
from pnp.draw.frame import Frame, Item, Text, Use
from pnp.draw.frame import Path as Outline
from pnp.faces.panels import Hues
from pnp.faces.workshop import Workshop
from pnp.kinds import map as maps
from pnp.kinds.map import key, plots
from pnp.kinds.map.hand import even
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.squares import words_of
from pnp.kinds.map.trees import grow
from pnp.model import squares
from pnp.model.game import Game
from pnp.model.load import load
from pnp.units import Size

GRID = Path(__file__).resolve().parent / "grid"


def game(folder: Path = GRID) -> Game:
    found = Found()
    loaded = load(folder, found)
    assert loaded is not None and not found.items, found.items
    return loaded.game


def frame(of: Game) -> Frame:
    found = Found()
    made = maps.draw(of.boards[0], Workshop.open(of, found))
    assert not found.items
    return made


@pytest.fixture(scope="module")
def drawn() -> tuple[Item, ...]:
    return tuple(frame(game()).walk())


def written(folder: Path, old: str, new: str) -> Game:
    text = (GRID / "game.yaml").read_text("utf-8")
    assert old in text
    (folder / "faces").mkdir()
    (folder / "faces/grid.yaml").write_text((GRID / "faces/grid.yaml").read_text("utf-8"), "utf-8")
    (folder / "game.yaml").write_text(text.replace(old, new), "utf-8")
    return game(folder)


# What the letters say.


@pytest.mark.parametrize("at", [(0, 0), (2, 3), (25, 0), (26, 8), (51, 98), (98, 98)])
def test_the_name_of_a_square_is_read_as_that_square(at: squares.At) -> None:
    assert squares.place(squares.name(at)) == at


@pytest.mark.parametrize("text", ["", "c", "4", "c0", "C4", "4c", "c04", "abc1", "c4 "])
def test_what_is_no_name_of_a_square(text: str) -> None:
    assert squares.place(text) is None


def test_every_letter_is_a_space_at_its_place() -> None:
    board = game().boards[0]
    rows = [row.replace(" ", "") for row in board.squares]
    letters = {ground.id: ground.letter for ground in board.terrains}
    there = {squares.place(space.square): space for space in board.spaces}
    assert len(there) == len(board.spaces) == sum(len(row) - row.count(".") for row in rows)
    lines = (GRID / "game.yaml").read_text("utf-8").splitlines()
    for at, space in there.items():
        assert at is not None
        assert letters[space.terrain] == rows[at[1]][at[0]]
        span = space.where.of("terrain")
        assert lines[span.line - 1][span.column - 1] == letters[space.terrain]
        x, y, width, height = board.field
        assert abs(space.at[0] - (x + (at[0] + 0.5) * width / 8)) <= 1
        assert abs(space.at[1] - (y + (at[1] + 0.5) * height / 6)) <= 1


@pytest.mark.parametrize(("diagonal", "far"), [(False, 1.0), (True, math.sqrt(2))])
def test_neighbours_are_the_squares_that_touch(tmp_path: Path, diagonal: bool, far: float) -> None:
    board = written(
        tmp_path,
        "    drawn: squares\n",
        "    drawn: squares\n    diagonal: yes\n" if diagonal else "    drawn: squares\n",
    ).boards[0]
    there = {space.id: squares.place(space.square) for space in board.spaces}
    for space in board.spaces:
        here = there[space.id]
        near = {id for id, at in there.items() if at and here and 0 < math.dist(at, here) <= far + 0.01}
        assert set(space.to) == near and len(space.to) == len(near)


def test_what_is_named_keeps_its_own_and_the_rest_takes_the_boards_source() -> None:
    spaces = {space.id: space for space in game().boards[0].spaces}
    assert spaces["eastby"].source == "stated" and spaces["eastby"].values["inn"] is True
    assert spaces["westby"].source == spaces["a1"].source == "designed"
    assert spaces["a1"].values["inn"] is False and spaces["a1"].name == ""
    assert "a4" not in spaces and "h1" not in spaces


# What is drawn.


def test_squares_fill_the_field_and_share_their_sides() -> None:
    board = game().boards[0]
    grid = plots.survey(board)
    assert grid.place((0, 0)).x == board.field[0] and grid.place((7, 5)).right == board.field[0] + board.field[2]
    for column, row in grid.plots:
        assert grid.place((column, row)).right == grid.place((column + 1, row)).x
        assert grid.place((column, row)).bottom == grid.place((column, row + 1)).y


def test_roads_go_through_their_squares_and_no_others() -> None:
    board = game().boards[0]
    grid = plots.survey(board)
    known = {plot.space.id: plot for plot in grid.plots.values()}
    for route, road in zip(board.routes, grid.roads, strict=True):
        boxes = [known[name].box for name in route.through]
        assert all(
            any(box.grown(1).x <= x <= box.right + 1 and box.y - 1 <= y <= box.bottom + 1 for box in boxes)
            or x > board.field[0] + board.field[2]
            for x, y in road
        )
        reached = [min(math.dist(at, known[name].middle) for at in road) for name in route.through]
        assert max(reached) < grid.side * 0.3


def test_roads_bend_softly() -> None:
    for road in plots.survey(game().boards[0]).roads:
        turns = []
        for (ax, ay), (bx, by) in pairwise(list(pairwise(road))):
            first = math.atan2(ay[1] - ax[1], ay[0] - ax[0])
            turns.append(abs(math.remainder(math.atan2(by[1] - bx[1], by[0] - bx[0]) - first, math.tau)))
        assert sum(turn > 0.9 for turn in turns) <= 2, "only where roads meet"


def test_roads_that_share_squares_share_their_line() -> None:
    grid = plots.survey(game().boards[0])
    lane, ride = (even(road, 200) for road in grid.roads)
    for end in (ride[0], ride[-1]):
        assert min(math.dist(end, at) for at in lane) < grid.side * plots.ROAD / 2, "a gap would show"


def test_no_tree_stands_on_a_road_or_a_name(drawn: tuple[Item, ...]) -> None:
    of = game()
    grid, found = plots.survey(of.boards[0]), Found()
    studio = Workshop.open(of, found).studio
    feet = [
        (item.x, item.y)
        for item in drawn
        if isinstance(item, Use) and item.symbol.id.startswith(("oak-", "fir-", "bush-"))
    ]
    field = of.boards[0].field
    feet = [at for at in feet if at[1] < field[1] + field[3]]
    assert len(feet) > 500
    for road in grid.roads:
        assert min(math.dist(foot, at) for foot in feet for at in road) > grid.side * plots.ROAD / 2
    for word in words_of(grid, studio, Inks.of(of.boards[0], studio.palette)):
        assert not any(word.box.x < x < word.box.right and word.box.y < y < word.box.bottom for x, y in feet)


def test_each_ground_has_a_texture_that_no_other_has() -> None:
    """Without its colours each kind of square still has other things drawn in it, and more than a wash."""
    of = game()
    alone: dict[str, frozenset[str]] = {}
    for ground in of.boards[0].terrains:
        board = replace(
            of.boards[0],
            spaces=tuple(s for s in of.boards[0].spaces if s.terrain == ground.id),
            routes=(),
            passages=(),
            key=(),
            cartouche=(),
        )
        items = maps.draw(board, Workshop.open(replace(of, setup=None), Found())).walk()
        alone[ground.id] = frozenset(_kind(item) for item in items)
    assert len(set(alone.values())) == len(alone)


def _kind(item: Item) -> str:
    if isinstance(item, Use):
        return item.symbol.id.rpartition("-")[0] or item.symbol.id
    if isinstance(item, Text):
        return "text"
    stroke = getattr(item, "stroke", None)
    return f"{type(item).__name__} {stroke.width if stroke else ''} {stroke.dash if stroke else ''}"


def test_columns_and_rows_names_and_codes_are_read(drawn: tuple[Item, ...]) -> None:
    words = [item.text for item in drawn if isinstance(item, Text)]
    assert words.count("H") == 2 and words.count("6") == 2
    assert {"Westby", "East Ferry", "The Old", "Tower", "1", "Smith", "Round the Mere", "Gaol"} <= set(words)


def test_a_name_that_is_too_long_is_told_where_it_is_written(tmp_path: Path) -> None:
    of = written(tmp_path, "name: Westby", "name: Westbyupontheverymere")
    found = Found()
    maps.proofread(Workshop.open(of, found))
    (fault,) = found.items
    assert fault.code == "text/overflow" and "Westbyupontheverymere" in fault.message
    assert fault.span == next(s for s in of.boards[0].spaces if s.id == "westby").where.of("name")


def test_names_lie_within_their_squares() -> None:
    of = game()
    studio = Workshop.open(of, Found()).studio
    for word in words_of(plots.survey(of.boards[0]), studio, Inks.of(of.boards[0], studio.palette)):
        assert word.plot.box.holds(word.box)


def test_the_same_board_is_drawn_the_same() -> None:
    assert frame(game()).dump() == frame(game()).dump()


def test_squares_without_end_are_refused_before_they_are_made(tmp_path: Path) -> None:
    rows = ", ".join(["W" * 99] * 99)
    board = "  - {{id: b{0}, name: B, drawn: squares, size: 9m, field: [], terrains: [], squares: [{1}]}}\n"
    text = "".join(board.format(number, rows) for number in range(12))
    head = 'format: 1\ngame: {name: A, version: "1", players: 2}\nboards:\n'
    (tmp_path / "game.yaml").write_text(head + text, "utf-8")
    found = Found()
    load(tmp_path, found)
    told = [one for one in found if one.code == "squares/many"]
    assert [one.span.line for one in told] == [14, 15], "ten boards of 99 by 99 are within the limit"


def test_the_key_shows_a_road_on_a_ground(drawn: tuple[Item, ...]) -> None:
    """As pale as paper, it would not be seen on paper."""
    of = game()
    assert "Road" in [item.text for item in drawn if isinstance(item, Text)]
    studio = Workshop.open(of, Found()).studio
    board, inks = of.boards[0], Inks.of(of.boards[0], studio.palette)
    shown = Frame(Size(1, 1), tuple(key.draw(board, studio, inks, grow(inks), Hues.of(Workshop.open(of, Found())))))
    first = inks.ground[board.terrains[0].id]
    assert any(isinstance(item, Outline) and item.fill == first for item in shown.walk())


def test_every_pattern_that_boards_are_drawn_by_is_known() -> None:
    """As docs/maps.md lists them: a pattern that is not would be told to be misspelt."""
    text = (GRID.parents[1] / "docs/maps.md").read_text("utf-8")
    rows = [
        row
        for head in ("| pattern | drawn as |", "| pattern | plaque |")
        for row in text.split(head)[1].split("\n\n")[0].splitlines()
    ]
    first = [row.split("|")[1] for row in rows if row.startswith("| `")]
    land = text.split("`pattern` of a terrain is the hand that draws it:")[1].split(";")[0]
    listed = {
        word for cell in (*first, land) for quoted in re.findall("`([^`]*)`", cell) for word in quoted.split(", ")
    }
    assert listed == set(PATTERNS)
