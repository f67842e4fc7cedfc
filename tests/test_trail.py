"""Boards drawn as a trail: every box is a tile of its own on its way, and nothing grows on any of them."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from mapped import checked, drawn, read

from pnp.checks import terrain
from pnp.draw.frame import Text, Use
from pnp.kinds.map import trail

GAME = """\
format: 1
game: {name: A Walk, version: "1", players: 2}
style:
  palette: [{id: sand, colour: "#d8b880"}, {id: map-paper, colour: "#1b2a22"}]
sides: [{id: all, name: All, colour: sand, ink: ink, icon: crown}]
counters:
  - {id: walkers, name: Walkers, side: all, size: 16mm, layout: counter, counters: [{id: walker, name: Walker, art: boot}]}
boards:
  - id: walk
    name: Walk
    drawn: trail
    way: 24mm
    wild: WILD
    capacity: 2
    title: A Walk
    size: [240mm, 120mm]
    field: [5mm, 5mm, 230mm, 110mm]
    cartouche: [150mm, 8mm, 80mm, 20mm]
    terrains: [{id: lane, name: Lane, colour: sand, pattern: path}, {id: town, name: Town, colour: sand, pattern: town}]
    spaces:
      - {id: gate, name: Gate, terrain: town, code: 1, at: [28mm, 60mm], to: [a]}
      - {id: a, terrain: lane, code: a, at: [56mm, 54mm], to: [gate, b]}
      - {id: b, terrain: lane, code: b, at: [76mm, 62mm], to: [a, c]}
      - {id: c, terrain: lane, code: c, at: [C], to: [b, mill]}
      - {id: mill, name: Mill, terrain: town, at: [128mm, 60mm], to: [c]}
    routes: [{id: lane, through: [gate, a, b, c, mill]}]
setup: {placements: [{piece: walker, at: gate}]}
"""


def board(folder: Path, wild: str = "woods", c: str = "98mm, 58mm") -> Path:
    (folder / "game.yaml").write_text(GAME.replace("WILD", wild).replace("C]", f"{c}]"), encoding="utf-8")
    return folder


def inside(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    """Whether a ray to the right crosses the outline an odd number of times."""
    x, y = point
    hits = 0
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        hits += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return hits % 2 == 1


def test_every_box_is_a_tile_about_its_middle_and_no_two_overlap(tmp_path: Path) -> None:
    tiles = trail.tiles(read(board(tmp_path)))
    assert [tile.space.id for tile in tiles] == ["gate", "a", "b", "c", "mill"]
    assert all(inside(tile.at, tile.outline) for tile in tiles)
    for one, other in combinations(tiles, 2):
        assert not any(inside(point, other.outline) for point in one.outline), (one.space.id, other.space.id)


def test_ends_are_round_and_stretches_are_as_wide_as_the_way(tmp_path: Path) -> None:
    tiles = {tile.space.id: tile for tile in trail.tiles(read(board(tmp_path)))}
    assert {name for name, tile in tiles.items() if tile.round} == {"gate", "mill"}
    half = len(tiles["b"].outline) // 2
    right, left = tiles["b"].outline[:half], tiles["b"].outline[half:][::-1]
    assert all(abs(math.dist(a, b) - 24_000) < 2 for a, b in zip(right, left, strict=True))


@pytest.mark.parametrize("wild", ["woods", "grass"])
def test_nothing_grows_on_tiles_or_under_the_title(tmp_path: Path, wild: str) -> None:
    folder = board(tmp_path, wild)
    kinds = ("oak-", "fir-", "bush-") if wild == "woods" else ("tuft-",)
    grown = [
        (item.x, item.y) for item in drawn(folder).walk() if isinstance(item, Use) and item.symbol.id.startswith(kinds)
    ]
    assert len(grown) > 200
    for tile in trail.tiles(read(folder)):
        assert not any(inside(at, tile.outline) for at in grown), tile.space.id
    assert not any(150_000 < x < 230_000 and 8_000 < y < 28_000 for x, y in grown)


def test_codes_names_title_and_pieces_are_on_it(tmp_path: Path) -> None:
    words = [item.text for item in drawn(board(tmp_path)).walk() if isinstance(item, Text)]
    assert {"Gate", "Mill", "1", "a", "b", "c", "A Walk", "Walker"} <= set(words)


def test_the_same_board_is_drawn_the_same(tmp_path: Path) -> None:
    folder = board(tmp_path)
    assert drawn(folder).dump() == drawn(folder).dump()


@pytest.mark.parametrize(
    ("c", "code", "says"),
    [
        ("86mm, 62mm", "map/cramped", "the tile 'b' has 15"),
        ("98mm, 130mm", "map/beyond", "the middle of 'c'"),
        ("76mm, 62mm", "map/same-place", "'c' and 'b'"),
    ],
)
def test_what_is_wrong_is_told_at_the_middle(tmp_path: Path, c: str, code: str, says: str) -> None:
    found = checked(board(tmp_path, c=c), terrain.check)
    told = [one for one in found if one.code == code]
    assert told and any(one.message.startswith(says) for one in told), [(one.code, one.message) for one in found]
    assert all(one.span.line for one in told)


def test_a_sound_trail_has_no_fault(tmp_path: Path) -> None:
    assert not checked(board(tmp_path), terrain.check).items
