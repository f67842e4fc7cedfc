"""Boards drawn as a network: plaques that show their ground by their shape, links for what is joined, and what grows between
them; tracks that run round a panel."""

from __future__ import annotations

import math
import random
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from mapped import checked, drawn, read

from pnp.checks import network as checks
from pnp.checks import terrain
from pnp.draw.frame import Colour, Group, Item, Text, Use
from pnp.draw.frame import Path as Outline
from pnp.draw.palette import contrast
from pnp.faces.tracks import ring
from pnp.kinds.map import country, network
from pnp.kinds.map.hand import even
from pnp.units import Box

GAME = """\
format: 1
game: {name: A Net, version: "1", players: 2}
style:
  palette: [{id: sand, colour: "#d8b880"}, {id: moss, colour: "#4a6a3a"}]
sides: [{id: all, name: All, colour: sand, ink: ink, icon: crown}]
counters:
  - {id: walkers, name: Walkers, side: all, size: 16mm, layout: counter, counters: [{id: walker, name: Walker, art: boot}]}
tracks: [{id: score, name: Score, first: 0, last: 20}]
boards:
  - id: net
    name: Net
    drawn: network
    way: 24mm
    capacity: 2
    title: "A\\nNet"
    size: [240mm, 160mm]
    field: [20mm, 20mm, 200mm, 120mm]
    cartouche: [160mm, 24mm, 50mm, 24mm]
    terrains:
      - {id: lane, name: Lane, colour: sand, pattern: road}
      - {id: town, name: Town, colour: sand, pattern: town}
      - {id: wood, name: Wood, colour: moss, pattern: woods}
      - {id: glade, name: Glade, colour: moss, pattern: clearing}
      - {id: camp, name: Camp, colour: sand, pattern: camp}
      - {id: city, name: City, colour: sand, pattern: city}
    spaces:
      - {id: gate, name: Gate, terrain: town, at: [44mm, 50mm], to: [a, oak]}
      - {id: a, terrain: lane, code: a, at: [AT], to: [gate, mill]}
      - {id: mill, name: Mill, terrain: city, at: [180mm, 70mm], to: [a, oak]}
      - {id: oak, name: Oak, terrain: wood, at: [100mm, 112mm], to: [gate, mill, den, ring]}
      - {id: den, name: Den, terrain: camp, at: [44mm, 112mm], to: [oak]}
      - {id: ring, name: Ring, terrain: glade, at: [150mm, 120mm], to: [oak]}
    routes: [{id: lane, through: [gate, a, mill]}]
    panels: [{id: score, track: score, ring: yes, at: [4mm, 4mm], size: [232mm, 152mm]}]
setup: {placements: [{piece: walker, at: gate}]}
"""


CHECKS = (terrain.check, checks.check)


def board(folder: Path, at: str = "110mm, 50mm") -> Path:
    (folder / "game.yaml").write_text(GAME.replace("AT]", f"{at}]"), encoding="utf-8")
    return folder


def grown(folder: Path) -> list[Use]:
    """What stands on the land: everything that is clipped to the field and is no wash."""
    land = next(item for item in drawn(folder).items if isinstance(item, Group))
    return [item for item in land.items if isinstance(item, Use) and not item.symbol.id.startswith("wash")]


def test_every_joined_pair_is_one_link_from_middle_to_middle(tmp_path: Path) -> None:
    net = read(board(tmp_path))
    found = network.links(net)
    joined = {network.ends(space.id, other) for space in net.spaces for other in space.to}
    assert sorted(link.ends for link in found) == sorted(joined)
    assert {link.ends for link in found if link.road} == {("a", "gate"), ("a", "mill")}
    middles = {space.id: space.at for space in net.spaces}
    for link in found:
        tips = {min(middles, key=lambda name: math.dist(middles[name], tip)) for tip in (link.line[0], link.line[-1])}
        assert tips == set(link.ends)
        assert all(math.dist(a, b) < 2_000 for a, b in pairwise(link.line))


def test_each_ground_has_a_shape_and_what_is_built_on_is_larger(tmp_path: Path) -> None:
    plaques = {plaque.space.id: plaque for plaque in network.plaques(read(board(tmp_path)))}
    shapes = {name: plaque.shape for name, plaque in plaques.items()}
    assert shapes == {"gate": "disc", "a": "stone", "mill": "wall", "oak": "leaf", "den": "hide", "ring": "leaf"}
    assert plaques["gate"].radius > plaques["a"].radius == 12_000
    for plaque in plaques.values():
        reach = max(math.dist(point, plaque.at) for point in plaque.outline())
        assert 0.9 * plaque.radius < reach < 1.35 * plaque.radius


def test_one_and_the_same_ground_with_and_without_a_circle(tmp_path: Path) -> None:
    circle = read(board(tmp_path)).terrains
    assert [one.pattern for one in circle].count("clearing") == 1
    rings = [
        item
        for item in drawn(tmp_path).items
        if isinstance(item, Outline) and item.stroke and item.stroke.width == 1_000
    ]
    assert len(rings) == 1


def test_nothing_grows_on_plaques_ways_or_under_the_title(tmp_path: Path) -> None:
    folder = board(tmp_path)
    net, standing = read(folder), grown(folder)
    assert len(standing) > 100
    feet = [(item.x, item.y) for item in standing]
    for plaque in network.plaques(net):
        assert all(math.dist(foot, plaque.at) > plaque.radius * 0.9 for foot in feet), plaque.space.id
    for link in network.links(net):
        assert all(math.dist(foot, point) > 1_000 for foot in feet for point in link.line[::3])
    assert not any(160_000 < x < 210_000 and 24_000 < y < 48_000 for x, y in feet)


def test_each_place_bears_what_the_nearest_box_has(tmp_path: Path) -> None:
    folder = board(tmp_path)
    near = country.nearest(network.plaques(read(folder)))
    kinds: dict[str, set[str]] = {}
    for item in grown(folder):
        kinds.setdefault(near((item.x, item.y)).pattern, set()).add(item.symbol.id.rsplit("-", 1)[0])
    assert kinds["woods"] == {"oak", "fir", "bush"}
    assert kinds["city"] == {"house"}
    assert "tent" in kinds["camp"] and "tuft" in kinds["road"]


def test_names_codes_title_pieces_and_the_ring_are_on_it(tmp_path: Path) -> None:
    def words(items: tuple[Item, ...]) -> list[str]:
        return [item.text for item in items if isinstance(item, Text)]

    said = words(drawn(board(tmp_path)).items)
    assert {"Gate", "Mill", "Oak", "Den", "Ring", "a", "A", "Net", "Walker", *map(str, range(21))} <= set(said)


@pytest.mark.parametrize("colour", ["#d8b880", "#a9794a", "#4a6a3a", "#241a2b"])
def test_codes_are_read_on_any_ground(tmp_path: Path, colour: str) -> None:
    text = GAME.replace("AT]", "110mm, 50mm]").replace(
        '{id: sand, colour: "#d8b880"}', f'{{id: sand, colour: "{colour}"}}'
    )
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    (code,) = [item for item in drawn(tmp_path).items if isinstance(item, Text) and item.text == "a"]
    assert contrast(code.colour, Colour(colour)) >= 4.4


@pytest.mark.parametrize("count", [4, 5, 8, 21, 40, 101])
def test_a_ring_has_its_boxes_side_by_side_round_the_edge(count: int) -> None:
    edge = Box(4_000, 4_000, 232_000, 152_000)
    cells = ring(count, edge)
    assert len(cells) == count
    for one, other in combinations(cells, 2):
        assert one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
    for one in cells:
        on = (one.x == edge.x, one.y == edge.y, one.right == edge.right, one.bottom == edge.bottom)
        assert any(on), one
    for one, other in pairwise((*cells, cells[0])):
        assert one.x <= other.right and other.x <= one.right and one.y <= other.bottom and other.y <= one.bottom
    assert (cells[0].width > 1.5 * cells[1].width) == (count % 2 == 1) or count < 8


def test_the_same_board_is_drawn_the_same(tmp_path: Path) -> None:
    folder = board(tmp_path)
    assert drawn(folder).dump() == drawn(folder).dump()


@pytest.mark.parametrize(
    ("at", "code", "says"),
    [
        ("60mm, 50mm", "map/touching", "'a' and 'gate' lie over each other"),
        ("82mm, 88mm", "map/through", "the link from 'gate' to 'oak' runs over 'a'"),
        ("60mm, 137mm", "map/crossing", "the links from"),
        ("110mm, 10mm", "map/beyond", "the middle of 'a'"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, at: str, code: str, says: str) -> None:
    told = [one for one in checked(board(tmp_path, at), *CHECKS) if one.code == code]
    assert told and any(one.message.startswith(says) for one in told), [(one.code, one.message) for one in told]
    assert all(one.span.line for one in told)


def test_plaques_have_room_for_a_stack(tmp_path: Path) -> None:
    text = GAME.replace("AT]", "110mm, 50mm]").replace("way: 24mm", "way: 15mm")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    told = [one.message for one in checked(tmp_path, *CHECKS) if one.code == "map/cramped"]
    assert any(one.startswith("the tile 'a' has 15 mm of room") for one in told), told


def test_a_sound_network_has_no_fault(tmp_path: Path) -> None:
    assert not checked(board(tmp_path), *CHECKS).items


def test_what_is_near_is_every_pair_that_touches() -> None:
    chance = random.Random(5)
    ones, others = (
        [Box(*(chance.randint(0, 90) for _ in range(2)), *(chance.randint(0, 12) for _ in range(2))) for _ in range(60)]
        for _ in range(2)
    )
    touching = [
        (i, j)
        for i, a in enumerate(ones)
        for j, b in enumerate(others)
        if a.x <= b.right and b.x <= a.right and a.y <= b.bottom and b.y <= a.bottom
    ]
    assert list(checks.near(ones, others)) == touching and len(touching) > 50


def test_a_point_along_a_long_line_is_found_at_once() -> None:
    """A road of ten thousand squares is a line of a hundred thousand points."""
    line = [(float(n), 0.0) for n in range(100_000)]
    points = even(line, 1.0)
    assert len(points) == len(line)
    assert all(math.dist(here, there) < 1e-6 for here, there in zip(points, line, strict=True))
