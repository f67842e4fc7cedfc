"""Maps: laws of the cells, of what is drawn from them on every bundled game, and what the geometry check tells."""

from __future__ import annotations

import dataclasses
import math
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pnp.checks import terrain
from pnp.diag import Diagnostic, Found
from pnp.draw import cells
from pnp.draw.cells import Cell, Point
from pnp.draw.frame import Frame, Text
from pnp.faces.workshop import Workshop
from pnp.kinds import map as maps
from pnp.kinds.map import ghosts, key, land, lettering, places, room, ways
from pnp.kinds.map.inks import Inks
from pnp.model import load
from pnp.model.board import Board, Space
from pnp.model.load import Loaded
from pnp.units import MM, Box

TOY = Path(__file__).parent / "toy"
FIELD = (0.0, 0.0, 400.0 * MM, 300.0 * MM)
FAR = 1_000.0 * MM

spots = some.dictionaries(
    some.text("abcdefgh", min_size=1, max_size=3),
    some.tuples(some.integers(1, 399), some.integers(1, 299)).map(lambda at: (at[0] * 1_000.0, at[1] * 1_000.0)),
    min_size=1,
    max_size=14,
)


def distinct(points: dict[str, Point]) -> dict[str, Point]:
    kept: dict[Point, str] = {}
    for name, at in points.items():
        kept.setdefault(at, name)
    return {name: at for at, name in kept.items()}


def area(outline: tuple[Point, ...]) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])))) / 2


def corners(cell: Cell) -> tuple[Point, ...]:
    return tuple(edge.start for edge in cell.edges)


# Cells


@given(spots)
def test_cells_share_out_the_whole_field(points: dict[str, Point]) -> None:
    parts = cells.part(distinct(points), FIELD, FAR)
    assert math.isclose(sum(area(corners(cell)) for cell in parts.values()), FIELD[2] * FIELD[3], rel_tol=1e-6)


@given(spots)
def test_every_point_lies_in_its_own_cell_and_no_other(points: dict[str, Point]) -> None:
    points = distinct(points)
    parts = cells.part(points, FIELD, FAR)
    for name, at in points.items():
        assert parts[name].depth(at) > 0
        assert all(parts[other].depth(at) < 0 for other in points if other != name)


@given(spots)
def test_a_border_is_the_same_from_both_sides(points: dict[str, Point]) -> None:
    parts = cells.part(distinct(points), FIELD, FAR)
    for (first, second), ends in cells.borders(parts).items():
        back = next((edge for edge in parts[second].edges if edge.beyond == first), None)
        if math.dist(*ends) > 1:
            assert back is not None
            assert math.dist(back.start, ends[1]) < 1 and math.dist(back.end, ends[0]) < 1


@given(spots)
def test_a_new_point_changes_only_what_it_touches(points: dict[str, Point]) -> None:
    points = distinct(points)
    new = (137_500.0, 151_500.0)
    before, after = cells.part(points, FIELD, FAR), cells.part({**points, "new": new}, FIELD, FAR)
    touched = {edge.beyond for edge in after["new"].edges}
    for name in points:
        if name not in touched:
            pairs = zip(before[name].edges, after[name].edges, strict=True)
            assert all(math.dist(old.start, then.start) < 1 for old, then in pairs)


@given(spots, some.integers(5, 80))
def test_nothing_lies_farther_off_than_the_reach(points: dict[str, Point], reach: int) -> None:
    for cell in cells.part(distinct(points), FIELD, reach * 1_000.0).values():
        assert all(math.dist(cell.at, edge.start) <= reach * 1_010.0 for edge in cell.edges)


def test_the_hand_draws_a_border_alike_from_either_side_and_keeps_its_ends() -> None:
    line = cells.hand("oak", "ash", (0, 0), (30_000, 8_000))
    assert line == cells.hand("oak", "ash", (0, 0), (30_000, 8_000))
    assert math.dist(line[0], (0, 0)) < 1e-6 and math.dist(line[-1], (30_000, 8_000)) < 1e-6
    assert max(abs(x * 8 - y * 30) / math.hypot(8, 30) for x, y in line) <= 1_600


def test_the_largest_circle_of_a_square_is_as_wide_as_the_square() -> None:
    middle, radius = cells.part({"only": (20_000.0, 250_000.0)}, FIELD, FAR)["only"].room()
    assert radius == pytest.approx(150_000, rel=0.01)
    assert middle[1] == pytest.approx(150_000, rel=0.02)


def test_a_rectangle_is_inside_as_far_as_its_nearest_corner() -> None:
    cell = cells.part({"only": (200_000.0, 150_000.0)}, FIELD, FAR)["only"]
    assert cell.inset(10_000, 20_000, 50_000, 60_000) == pytest.approx(10_000)
    assert cell.inset(-5_000, 20_000, 50_000, 60_000) == pytest.approx(-5_000)


# Every bundled game


def read(folder: Path) -> Loaded:
    found = Found()
    loaded = load.load(folder, found)
    assert loaded is not None, list(found)
    return loaded


def boards(folder: Path) -> tuple[Board, ...]:
    """Those that are drawn as land."""
    return tuple(board for board in read(folder).game.boards if board.spaces and board.drawn == "land")


def test_joined_boxes_show_it(game_folder: Path) -> None:
    for board in boards(game_folder):
        borders = cells.borders(land.part(board))
        for space in board.spaces:
            for other in space.to:
                ends = borders[min(space.id, other), max(space.id, other)]
                assert math.dist(*ends) >= land.SHORTEST, (space.id, other)


def test_every_box_has_room_for_a_circle_of_18_mm(game_folder: Path) -> None:
    for board in boards(game_folder):
        ground = land.survey(board)
        assert all(2 * ground.room(name)[1] >= 18 * MM for name in ground.cells)


def test_roads_run_through_every_box_of_their_routes(game_folder: Path) -> None:
    for board in boards(game_folder):
        ground = land.survey(board)
        for route in board.routes:
            for name in route.through if route.drawn else ():
                near = min(math.dist(point, ground.cells[name].at) for road in ground.roads for point in road.points)
                assert near < 5 * MM, (route.id, name)


def test_rivers_keep_to_their_course(game_folder: Path) -> None:
    for board in boards(game_folder):
        ground = land.survey(board)
        assert len(ground.streams) == len(board.rivers)
        for stream in ground.streams:
            for name, index in stream.crossings:
                assert math.dist(stream.points[index], ground.cells[name].at) < 8 * MM, (stream.river.id, name)


def test_passages_begin_inside_and_end_outside(game_folder: Path) -> None:
    for board in boards(game_folder):
        ground = land.survey(board)
        for way in board.passages:
            line = ways.tunnel(way.between, ground)
            assert line and ground.cells[way.between[0]].depth(line[0]) > 0
            assert ground.cells[way.between[1]].depth(line[-1]) > 0


def spotted(loaded: Loaded, board: Board) -> tuple[land.Land, room.Clear, dict[str, places.Spot]]:
    workshop = Workshop.open(loaded.game, Found())
    ground = land.survey(board)
    pieces = ghosts.ghosts(loaded.game, workshop.studio, ground.cells)
    words = lettering.letter(board, workshop.studio, Inks.of(board, workshop.studio.palette), pieces)
    clear = room.Clear.of(ground)
    counts = {name: len(entries) for name, entries in pieces.items()}
    return ground, clear, places.arrange(ground, clear, counts, words.sizes)


def test_names_lie_in_their_boxes_and_off_water_and_roads(game_folder: Path) -> None:
    loaded = read(game_folder)
    for board in boards(game_folder):
        ground, clear, taken = spotted(loaded, board)
        for name, spot in taken.items():
            if spot.name is not None:
                box = spot.name
                assert ground.cells[name].inset(box.x, box.y, box.right, box.bottom) > 0, name
                assert clear.water.gap(box) > -MM and clear.ways.gap(box) > -MM, name


def test_what_stands_in_a_box_stands_apart(game_folder: Path) -> None:
    loaded = read(game_folder)
    for board in boards(game_folder):
        _, _, taken = spotted(loaded, board)
        for name, spot in taken.items():
            things = [box for box in (spot.art, spot.badge, spot.name, *spot.ghosts) if box]
            for index, first in enumerate(things):
                assert all(overlap(first, second) < 1_200 for second in things[index + 1 :]), name


def overlap(first: Box, second: Box) -> int:
    across = min(first.right, second.right) - max(first.x, second.x)
    down = min(first.bottom, second.bottom) - max(first.y, second.y)
    return max(0, min(across, down))


def test_every_printed_place_of_the_setup_has_its_ghost(game_folder: Path) -> None:
    game = read(game_folder).game
    studio = Workshop.open(game, Found()).studio
    for board in boards(game_folder):
        shown = ghosts.ghosts(game, studio, {space.id: space for space in board.spaces})
        placed = game.setup.placements if game.setup else ()
        for space in board.spaces:
            here = [one for one in placed if one.at == space.id and one.printed]
            assert len(shown.get(space.id, ())) == sum(one.count for one in here)


def test_a_map_says_every_name_and_is_drawn_alike_twice(game_folder: Path) -> None:
    game = read(game_folder).game
    for board in game.boards:
        first, second = (maps.draw(board, Workshop.open(game, Found())) for _ in range(2))
        assert first.dump() == second.dump()
        said = " ".join(item.text for item in first.walk() if isinstance(item, Text))
        assert all(word in said for space in board.spaces for word in space.name.split())


# The toy


@pytest.fixture
def toy() -> Loaded:
    return read(TOY)


def changed(loaded: Loaded, **how: object) -> Loaded:
    """The toy with its map changed."""
    board = dataclasses.replace(loaded.game.boards[0], **how)  # type: ignore[arg-type]
    return dataclasses.replace(loaded, game=dataclasses.replace(loaded.game, boards=(board,)))


def moved(loaded: Loaded, name: str, x: int, y: int) -> Loaded:
    spaces = loaded.game.boards[0].spaces
    return changed(
        loaded, spaces=tuple(dataclasses.replace(one, at=(x, y)) if one.id == name else one for one in spaces)
    )


def told(loaded: Loaded) -> list[Diagnostic]:
    found = Found()
    terrain.check(loaded, found)
    return list(found.ordered())


def test_the_toy_is_drawn_as_it_joins(toy: Loaded) -> None:
    assert told(toy) == []


def test_joined_boxes_that_do_not_touch_are_told(toy: Loaded) -> None:
    faults = told(changed(toy, reach=20 * MM))
    assert {fault.code for fault in faults} >= {"map/apart"}
    assert any("do not border on the map" in fault.message for fault in faults)
    assert all(fault.span.path.endswith("map.yaml") and fault.hint for fault in faults)


def test_a_cramped_box_is_told_with_both_sizes(toy: Loaded) -> None:
    faults = told(changed(toy, capacity=40))
    assert {fault.code for fault in faults} == {"map/cramped"}
    assert "mm" in faults[0].message


def test_a_middle_outside_the_field_or_in_anothers_place_is_told(toy: Loaded) -> None:
    assert any(fault.code == "map/beyond" for fault in told(moved(toy, "eastham", 300 * MM, 30 * MM)))
    assert any("same middle" in fault.message for fault in told(moved(toy, "eastham", 52 * MM, 30 * MM)))


def test_a_course_along_no_border_is_told(toy: Loaded) -> None:
    river = dataclasses.replace(toy.game.boards[0].rivers[0], course=("eastham|westham", "west-meadow"))
    board = toy.game.boards[0]
    far = tuple(
        dataclasses.replace(one, at=(20 * MM, 95 * MM)) if one.id == "west-meadow" else one for one in board.spaces
    )
    assert any(
        fault.code == "map/river-apart" for fault in told(changed(toy, rivers=(river,), spaces=far, reach=40 * MM))
    )


def test_a_new_box_redraws_its_neighbourhood(toy: Loaded) -> None:
    board = toy.game.boards[0]
    pattern = board.spaces[1]
    new = dataclasses.replace(pattern, id="new-meadow", name="New Meadow", at=(180 * MM, 60 * MM), to=("eastham",))
    before, after = land.survey(board), land.survey(dataclasses.replace(board, spaces=(*board.spaces, new)))
    assert "new-meadow" in after.cells
    assert before.outlines["eastham"] != after.outlines["eastham"]
    assert before.outlines["westham"] == after.outlines["westham"]


def test_what_parts_two_boxes_follows_from_the_yaml(toy: Loaded) -> None:
    ground = land.survey(toy.game.boards[0])
    assert ground.parting(("eastham", "westham")) == "water"
    assert ground.parting(("east-meadow", "eastham")) == "open"
    assert ground.parting(("eastham", "old-bridge")) == "reeds"


def frame_of(loaded: Loaded) -> Frame:
    return maps.draw(loaded.game.boards[0], Workshop.open(loaded.game, Found()))


def test_a_box_without_a_middle_or_a_terrain_it_has_raises_nothing(toy: Loaded) -> None:
    board = toy.game.boards[0]
    odd: tuple[Space, ...] = (
        dataclasses.replace(board.spaces[0], at=()),
        dataclasses.replace(board.spaces[1], label=(0, 9 * MM)),
        *board.spaces[2:],
    )
    assert frame_of(changed(toy, spaces=odd)).items
    assert frame_of(changed(toy, rivers=(), routes=(), passages=(), labels=(), decorations=(), panels=())).items
    assert frame_of(
        changed(toy, key=(150 * MM, 104 * MM, 52 * MM, 40 * MM), cartouche=(70 * MM, 10 * MM, 60 * MM, 34 * MM))
    ).items


def test_signs_in_the_key_of_squares_are_written_as_grounds_are(toy: Loaded) -> None:
    board = dataclasses.replace(toy.game.boards[0], drawn="squares", key=(150 * MM, 100 * MM, 52 * MM, 44 * MM))
    workshop = Workshop.open(toy.game, Found())
    told = {
        word.text
        for item in key.words(board, workshop.studio, Inks.of(board, workshop.studio.palette))
        for word in getattr(item, "words", ())
    }
    assert board.routes and "Road" in told and "road" not in told


def test_the_key_names_every_ground(toy: Loaded) -> None:
    board = dataclasses.replace(toy.game.boards[0], key=(150 * MM, 100 * MM, 52 * MM, 44 * MM))
    workshop = Workshop.open(toy.game, Found())
    items = key.words(board, workshop.studio, Inks.of(board, workshop.studio.palette))
    said = " ".join(item.text for item in items if isinstance(item, Text))
    assert all(one.name in said for one in board.terrains)
