"""Standing figures and mats: what is cut, folded and laid is where it must be."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pnp import build, changes, export, kinds, show
from pnp.book import blocks
from pnp.build.base import Wish
from pnp.diag import Found
from pnp.draw.frame import Group, Item, Use
from pnp.draw.frame import Path as Outline
from pnp.faces.spaces import cells, places, spread
from pnp.faces.workshop import Workshop, size_of
from pnp.kinds import counter, mat, standee
from pnp.kinds.base import Batch
from pnp.layout import Imprint, Options, impose, read_paper
from pnp.model.load import load
from pnp.model.rules import Position, Stack
from pnp.proof.measure import measure
from pnp.units import Box, Size

GRID = Path(__file__).resolve().parent / "grid"
WIDE, HIGH, TAB = 20_000, 36_000, 8_000
FOLD = TAB + HIGH


@pytest.fixture(scope="module")
def workshop() -> Workshop:
    found = Found()
    loaded = load(GRID, found)
    assert loaded is not None and not found.items
    return Workshop.open(loaded.game, found)


@pytest.fixture(scope="module")
def strips(workshop: Workshop) -> Batch:
    (batch,) = standee.batches(workshop)
    assert not workshop.studio.found.items
    return batch


# The strip.


def test_a_strip_is_both_sides_and_both_tabs(strips: Batch) -> None:
    assert strips.size == Size(WIDE, 2 * (HIGH + TAB))
    assert [(face.id, face.copies, face.back) for face in strips.faces] == [("smith", 1, None), ("piper", 2, None)]
    assert all(face.front.size == strips.size and face.front.bleed == strips.bleed > 0 for face in strips.faces)


def sides(items: tuple[Item, ...]) -> tuple[tuple[Group, Use], tuple[Group, Use]]:
    """Front and back of a figure, each in its window."""
    found = [(item, item.items[0]) for item in items if isinstance(item, Group)]
    (front, one), (back, other) = [(group, use) for group, use in found if isinstance(use, Use)]
    return (front, one), (back, other)


def corners(segments: tuple[object, ...]) -> Box:
    points = [(segment[1], segment[2]) for segment in segments if len(segment) == 3]  # type: ignore[arg-type, index]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def test_head_meets_head_at_the_fold_to_the_micrometre(strips: Batch, workshop: Workshop) -> None:
    """Folded at the middle, every point of the front lies on the same point of the back, seen from behind."""
    group = next(group for group in workshop.game.counters if group.stands)
    for face, figure in zip(strips.faces, group.counters, strict=True):
        (front, one), (back, other) = sides(face.front.items)
        assert (one.x, one.y, one.turn, one.scale) == (0, FOLD, 0, 1) and (other.x, other.y, other.turn) == (
            WIDE,
            FOLD,
            180,
        )
        assert one.symbol.items == workshop.counter(group, figure).items
        assert other.symbol.items == workshop.counter(group, figure, back=True).items
        for x, y in ((0, 0), (WIDE, 0), (3_000, 7_001), (WIDE, HIGH)):
            on_front, on_back = (one.x + x, one.y + y), (other.x - (WIDE - x), other.y - y)
            assert on_front[0] == on_back[0] and on_front[1] - FOLD == FOLD - on_back[1]
        seen, behind = corners(front.clip), corners(back.clip)
        assert (seen.y, seen.bottom) == (FOLD, FOLD + HIGH) and (behind.y, behind.bottom) == (TAB, FOLD)
        assert seen.x == behind.x == -strips.bleed and seen.right == behind.right == WIDE + strips.bleed


def test_three_folds_are_drawn_dashed_within_the_trim(strips: Batch) -> None:
    for face in strips.faces:
        lines = [item for item in face.front.items if isinstance(item, Outline) and item.stroke and item.stroke.dash]
        assert sorted({item.segments[0][2] for item in lines}) == [TAB, FOLD, FOLD + HIGH]  # type: ignore[misc]
        assert all([segment[1] for segment in item.segments] == [0, WIDE] for item in lines)  # type: ignore[misc]
        dashes = {item.segments[0][2]: item.stroke.dash for item in lines if item.stroke}  # type: ignore[misc]
        assert dashes[TAB] == dashes[FOLD + HIGH] != dashes[FOLD]


def test_the_tabs_are_the_same_turned_round_and_reach_over_the_cut(strips: Batch) -> None:
    for face in strips.faces:
        grounds = [
            corners(item.segments)
            for item in face.front.items
            if isinstance(item, Outline) and item.fill and not item.stroke
        ]
        lower = next(box for box in grounds if box.y == FOLD + HIGH)
        upper = next(box for box in grounds if box.bottom == TAB)
        assert lower.bottom == strips.size.height + strips.bleed and upper.y == -strips.bleed
        assert (lower.x, lower.width, lower.height) == (upper.x, upper.width, upper.height)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("backs", ["long", "fold"])
def test_sheets_cut_true_and_stay_within_the_margin(strips: Batch, workshop: Workshop, paper: str, backs: str) -> None:
    options = Options(paper=read_paper(paper), backs=backs)  # type: ignore[arg-type]
    sheets = impose(strips, options, Imprint(workshop.studio, "Grid", "1"))
    placed = [(page, one) for page in sheets.pages for one in page.placed]
    assert len(placed) == 3
    for page, one in placed:
        turned = one.turn % 180 != 0
        size = Size(strips.size.height, strips.size.width) if turned else strips.size
        assert one.clip is not None and one.clip.width >= size.width and one.clip.height >= size.height
        assert one.clip.x >= 5_000 and one.clip.right <= page.size.width - 5_000
        assert one.clip.y >= 5_000 and one.clip.bottom <= page.size.height - 5_000


def test_printed_strips_are_measured_in_the_finished_file(tmp_path: Path) -> None:
    wish = Wish(out=tmp_path, only=("standees", "mats-carts"))
    made = build.build(GRID, wish, lambda _: None)
    assert not made.found and [file.name for file in made.files] == ["standees", "mats-carts"]
    strips, mats = (measure(file.path) for file in made.files)
    (page,) = strips.pages
    assert sorted(face.id for face in page.faces) == ["piper", "piper", "smith"]
    for face in page.faces:
        assert sorted((face.trim.width, face.trim.height)) == [WIDE, 2 * (HIGH + TAB)]
    front, back = mats.pages
    assert mats.duplex == "long"
    for one, other in zip(sorted(front.faces, key=lambda f: f.id), sorted(back.faces, key=lambda f: f.id), strict=True):
        assert one.id == other.id
        assert abs(front.size.width - one.trim.right - other.trim.x) <= 1 and abs(one.trim.y - other.trim.y) <= 1


def test_figures_are_no_counters_on_the_sheet_of_counters(workshop: Workshop) -> None:
    lying = [face.id for batch in counter.batches(workshop) for face in batch.faces]
    standing = [face.id for batch in standee.batches(workshop) for face in batch.faces]
    assert lying == ["sack"] and standing == ["smith", "piper"]
    assert sorted((*lying, *standing)) == sorted(piece.id for _, piece in workshop.game.pieces())


def test_figures_of_two_sizes_have_files_of_their_own(workshop: Workshop) -> None:
    first, tokens = workshop.game.counters
    larger = replace(first, id="giants", size=(30_000, 60_000))
    deeper = replace(first, id="divers", stands=10_000)
    game = replace(workshop.game, counters=(first, larger, deeper, tokens))
    names = [name for name, _ in standee.files(game)]
    assert names == ["standees-20x36mm-8mm", "standees-30x60mm", "standees-20x36mm-10mm"]


# Mats.


def test_every_space_is_shown_once_within_its_box_and_none_overlap(workshop: Workshop) -> None:
    (carts,) = workshop.game.mats
    layout = workshop.layouts.get(carts.layout, carts.where.span)
    assert layout is not None
    size = size_of(carts.size)
    shown = list(cells(layout, size, len(carts.spaces)))
    assert [number for number, _ in shown] == list(range(5))
    known = places(layout, size)
    for number, cell in shown:
        assert known["seat" if number == 0 else "load"].holds(cell)
    load = [cell for number, cell in shown if number]
    assert len({(cell.width, cell.height) for cell in load}) == 1
    assert load[1].x - load[0].right == load[2].y - load[0].bottom == 2_000
    assert load[0].y == load[1].y and load[0].x == load[2].x
    assert not any(one.meets(other) for one in load for other in load if one != other)


def test_expressions_of_a_box_ask_for_their_own_space_and_leave_words_alone(workshop: Workshop) -> None:
    (carts,) = workshop.game.mats
    layout = workshop.layouts.get(carts.layout, carts.where.span)
    assert layout is not None
    boxes = {box.id: box for box in spread(layout, size_of(carts.size), 5).boxes}
    assert boxes["load-3"].text == "'space' {{ it.spaces[2].label }}"
    assert boxes["load-3"].when == "it.spaces[2].label != ''"
    assert "load-1" not in boxes and "seat-1" in boxes and boxes["load"].text is None


def test_labels_are_read_on_the_mat(workshop: Workshop) -> None:
    (carts,) = workshop.game.mats
    for one in carts.mats:
        made = workshop.mat(carts, one)
        assert made is not None
        words = [line for line in made.dump().splitlines() if "'space' 3" in line or "Driver" in line]
        assert len(words) == 3
    assert not workshop.studio.found.items


@pytest.mark.parametrize(
    ("size", "way"), [((120_000, 60_000), "pieces"), ((190_000, 254_000), "pieces"), ((200_000, 270_000), "sheet")]
)
def test_mats_share_a_sheet_where_paper_holds_them(workshop: Workshop, size: tuple[int, int], way: str) -> None:
    (carts,) = workshop.game.mats
    game = replace(workshop.game, mats=(replace(carts, size=size),))
    (batch,) = mat.batches(Workshop(game, workshop.studio, workshop.sandbox, workshop.layouts))
    assert batch.way == way


def test_spaces_of_mats_are_places_of_the_game(workshop: Workshop) -> None:
    (carts,) = workshop.game.mats
    ids = [id for one in carts.mats for id, _ in carts.places(one)]
    assert ids[:3] == ["blue-cart-seat", "blue-cart-2", "blue-cart-3"] and len(set(ids)) == 10
    assert workshop.game.setup is not None
    assert {one.at for one in workshop.game.setup.placements} <= {*ids, "westby"}


def test_the_game_makes_every_kind_it_has(workshop: Workshop) -> None:
    made = [kind.__name__.rsplit(".", 1)[-1] for kind in kinds.of(workshop.game) if tuple(kind.files(workshop.game))]
    assert made == ["counter", "standee", "mat", "map"]


# In the commands that know pieces.


def test_listings_count_figures_and_mats_apart() -> None:
    listed = build.inventory(GRID)
    assert {key: listed[key] for key in ("counters", "standees", "mats", "spaces")} == {
        "counters": 6, "standees": 3, "mats": 2, "spaces": 47,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("id", "prints"),
    [
        ("piper", [("standees.pdf", 2)]),
        ("red-cart", [("mats-carts.pdf", 1), ("mats-carts.pdf", 1)]),
        ("carts", [("mats-carts.pdf", 2), ("mats-carts.pdf", 2)]),
        ("sack", [("counters.pdf", 6), ("counters.pdf", 6)]),
        ("c3", [("map.pdf", 1), ("map-tiles.pdf", 1)]),
    ],
)
def test_what_shows_a_thing_is_told(id: str, prints: list[tuple[str, int]]) -> None:
    shown = show.show(GRID, id)[0]
    assert [(one.file, one.copies) for one in shown.prints] == prints


def test_only_a_figure_and_a_mat_that_changed_are_printed_again(tmp_path: Path) -> None:
    folder = tmp_path / "grid"
    shutil.copytree(GRID, folder)
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(
        text.replace("name: Smith", "name: Miller").replace("crew: 2", "crew: 4"), "utf-8"
    )
    built = changes.reprint(folder, str(GRID), Wish(tmp_path / "out"), lambda _: None)
    assert not built.found
    found = {file.path.name: measure(file.path).pages[0].faces for file in built.files if file.path.suffix == ".pdf"}
    assert {name: [face.id for face in faces] for name, faces in found.items()} == {
        "standees.changed.pdf": ["smith"],
        "mats-carts.changed.pdf": ["blue-cart"],
    }


def test_pictures_of_figures_and_mats_are_exported(tmp_path: Path) -> None:
    made = export.export(GRID, export.Order(export.shop("svg"), tmp_path), lambda _: None)
    names = {file.path.stem for file in made.files}
    assert {"smith-front", "blue-cart-front", "blue-cart-back", "sack-front"} <= names and "smith-back" not in names


def test_diagrams_name_squares_and_the_spaces_of_mats(workshop: Workshop) -> None:
    spots = ("c3", "westby", "red-cart-2", "blue-cart-seat")
    stacks = tuple(Stack(where=workshop.game.where, piece="sack", at=at) for at in spots)
    shown = blocks.panels(workshop.game, Position(where=workshop.game.where, stacks=stacks))
    assert [(panel.name, panel.ground) for panel in shown] == [
        ("C3", "Wood"),
        ("Westby", "Village"),
        ("Red Cart", "1"),
        ("Blue Cart", "Driver"),
    ]
