"""Pieces of several sizes on one sheet: every cut goes from edge to edge, and no more sheets are taken than must be."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pikepdf
import pytest
from drawn import BLUE, COUNTER, POKER, RED, Batch, Piece, imprint, plain
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.draw.document import Placed, Sheets
from pnp.layout import PAPERS, LayoutError, Options, Paper, impose
from pnp.layout.grid import TICK, field
from pnp.layout.together import together
from pnp.proof.look import texts
from pnp.proof.survey import survey
from pnp.targets import pdf
from pnp.units import MM, Box, Size

MINI = Size(44_450, 63_500)


def lot(size: Size, count: int, groups: int = 1, backed: bool = True) -> Batch:
    """So many pieces of a size, of so many groups."""
    front, back = plain(size, RED), plain(size, BLUE) if backed else None
    name = f"{size.width}x{size.height}"
    faces = [Piece(f"{name}-{n}", front, back, 1, f"{name}-{n * groups // count}") for n in range(count)]
    return Batch(size, faces, backed=backed, total=count)


def trims(sheets: Sheets, backs: bool = False) -> list[list[tuple[str, Box]]]:
    """What lies on each page of fronts, or of backs, with its name."""
    pages = list(sheets.pages)
    pages = pages[int(backs) :: 2] if sheets.duplex in ("long", "short") else pages
    return [[(placed.id, _trim(placed)) for placed in page.placed] for page in pages]


def _trim(placed: Placed) -> Box:
    size = placed.frame.size.turned() if placed.turn in (90, 270) else placed.frame.size
    x = placed.x - (size.width if placed.turn in (90, 180) else 0)
    y = placed.y - (size.height if placed.turn in (180, 270) else 0)
    return Box(x, y, size.width, size.height)


def severed(boxes: Sequence[Box]) -> bool:
    """Whether straight cuts, each from edge to edge of what lies on the table, free every piece: cut, and cut what is left."""
    if len(boxes) <= 1:
        return True
    for low, high in (("x", "right"), ("y", "bottom")):
        for at in sorted({getattr(box, low) for box in boxes})[1:]:
            one = [box for box in boxes if getattr(box, high) <= at]
            other = [box for box in boxes if getattr(box, low) >= at]
            if one and len(one) + len(other) == len(boxes):
                return severed(one) and severed(other)
    return False


def test_the_judge_of_cuts_knows_what_cannot_be_cut() -> None:
    """Five pieces round a middle, like the sails of a mill: no knife goes through."""
    sails = [Box(0, 0, 20, 10), Box(20, 0, 10, 20), Box(10, 20, 20, 10), Box(0, 10, 10, 20), Box(10, 10, 10, 10)]
    assert not severed(sails)
    assert severed(sails[:4][:3])


sizes = st.sampled_from([COUNTER, POKER, MINI, Size(25 * MM, 25 * MM), Size(30 * MM, 15 * MM), Size(70 * MM, 120 * MM)])
lots = st.lists(
    st.tuples(sizes, st.integers(1, 40), st.integers(1, 4)), min_size=1, max_size=5, unique_by=lambda one: one[0]
)
edges = st.sampled_from(["long", "short", "fold", "none"])
papers = st.sampled_from(PAPERS)


@settings(max_examples=30)
@given(lots, edges, papers, st.sampled_from([0, 3 * MM]))
def test_every_piece_lies_once_where_straight_cuts_free_it(
    wanted: list[tuple[Size, int, int]], edge: str, paper: Paper, back_bleed: int
) -> None:
    options = Options(paper=paper, backs=edge, back_bleed=back_bleed or None)  # type: ignore[arg-type]
    batches = [lot(*one) for one in wanted]
    try:
        sheets = together("All", batches, options, imprint())
    except LayoutError:
        return
    made = trims(sheets)
    areas = [field(options, across) for across in ((False, True) if edge == "fold" else (False,))]
    names = [id for page in made for id, _ in (page[: len(page) // 2] if edge == "fold" else page)]
    assert sorted(names) == sorted(face.id for batch in batches for face in batch.faces)
    for page in made:
        assert severed([box for _, box in page])
        for one, other in itertools.combinations([box for _, box in page], 2):
            assert not one.meets(other)
        fronts = page[: len(page) // 2] if edge == "fold" else page
        assert any(all(area.holds(box) for _, box in fronts) for area in areas)


@settings(max_examples=30)
@given(lots, st.sampled_from(["long", "short"]), papers)
def test_backs_lie_behind_their_fronts_whatever_their_size(
    wanted: list[tuple[Size, int, int]], edge: str, paper: Paper
) -> None:
    options = Options(paper=paper, backs=edge)  # type: ignore[arg-type]
    sheets = together("All", [lot(*one) for one in wanted], options, imprint())
    width, height = paper.size.width, paper.size.height
    for fronts, backs in zip(trims(sheets), trims(sheets, backs=True), strict=True):
        for (id, front), (other, back) in zip(fronts, backs, strict=True):
            over = (
                Box(width - front.right, front.y, front.width, front.height)
                if edge == "long"
                else Box(front.x, height - front.bottom, front.width, front.height)
            )
            assert (id, over) == (other, back)


@settings(max_examples=30)
@given(lots, papers)
def test_no_more_sheets_than_each_size_for_itself_and_no_fewer_than_can_be(
    wanted: list[tuple[Size, int, int]], paper: Paper
) -> None:
    options = Options(paper=paper, backs="none")
    batches = [lot(*one) for one in wanted]
    count = len([*together("All", batches, options, imprint()).pages])
    apart = sum(len([*impose(batch, options, imprint()).pages]) for batch in batches)
    area = field(options)
    ink = sum(batch.size.width * batch.size.height * len(batch.faces) for batch in batches)
    assert -(-ink // (area.width * area.height)) <= count <= apart


@pytest.mark.parametrize(
    ("wanted", "sheets"),
    [
        ([(COUNTER, 40), (Size(25 * MM, 25 * MM), 20)], 1),
        ([(POKER, 6), (MINI, 4)], 1),
        ([(POKER, 9), (COUNTER, 1)], 2),
        ([(POKER, 15), (COUNTER, 100)], 3),
        ([(Size(120 * MM, 200 * MM), 3), (MINI, 9)], 3),
    ],
)
def test_what_fits_one_sheet_is_on_one_sheet(wanted: list[tuple[Size, int]], sheets: int) -> None:
    options = Options(backs="none")
    batches = [lot(size, count) for size, count in wanted]
    assert len(trims(together("All", batches, options, imprint()))) == sheets


def test_the_same_pieces_always_lie_alike() -> None:
    batches = [lot(COUNTER, 50, 3), lot(POKER, 11), lot(MINI, 7)]
    made = [trims(together("All", batches, Options(), imprint())) for _ in range(2)]
    assert made[0] == made[1]
    other = trims(together("All", batches[::-1], Options(), imprint()))
    assert other == made[0], "whatever order their sizes come in"


def test_a_piece_without_a_back_leaves_its_place_empty() -> None:
    batches = [lot(COUNTER, 5), lot(POKER, 2, backed=False)]
    sheets = together("All", batches, Options(), imprint())
    fronts, backs = trims(sheets)[0], trims(sheets, backs=True)[0]
    assert [id for id, _ in backs] == [id for id, _ in fronts]
    drawn = {placed.id for placed in list(sheets.pages)[1].placed if placed.frame.items}
    assert drawn == {face.id for face in batches[0].faces}


def test_a_long_deck_beside_counters_is_quickly_packed() -> None:
    batches = [lot(POKER, 1_000), lot(COUNTER, 200, 5)]
    made = trims(together("All", batches, Options(backs="none"), imprint()))
    assert sum(map(len, made)) == 1_200 and len(made) == 113


def _lines(sheets: Sheets) -> Iterator[tuple[list[Box], list[tuple[float, float, float, float, float]]]]:
    out = io.BytesIO()
    pdf.write(sheets, out)
    with pikepdf.open(out) as file:
        for page, (placed, *_) in zip(file.pages, [(one.placed, 0) for one in sheets.pages], strict=True):
            found = survey(page)
            yield (
                [_trim(one) for one in placed],
                [(*mark.line, mark.width) for mark in found.marks if mark.line and mark.face < 0],
            )


@pytest.mark.parametrize("edge", ["long", "short", "fold"])
@pytest.mark.parametrize("marks", ["ticks", "full"])
def test_cuts_are_drawn_and_each_block_has_marks_of_its_own(edge: str, marks: str) -> None:
    batches = [lot(COUNTER, 30, 2), lot(Size(25 * MM, 25 * MM), 11), lot(MINI, 4)]
    options = Options(backs=edge, marks=marks)  # type: ignore[arg-type]
    for boxes, lines in _lines(together("All", batches, options, imprint())):
        parting = [line for line in lines if 190 < line[4] < 210]
        assert len(parting) == len({box.size for box in boxes}) - 1 or edge == "fold"
        for x, y, right, bottom, _ in parting:
            cut = Box(round(min(x, right)), round(min(y, bottom)), round(abs(right - x)), round(abs(bottom - y)))
            assert not any(box.grown(options.bleed).meets(cut.grown(1)) for box in boxes), "a cut through bleed"
        thin = [line for line in lines if line[4] < 120]
        for box in boxes:
            for at in (box.x, box.right):
                assert any(abs(x - at) < 2 and abs(right - at) < 2 and abs(bottom - y) > TICK - 2
                           for x, y, right, bottom, _ in thin)  # fmt: skip
            for at in (box.y, box.bottom):
                assert any(abs(y - at) < 2 and abs(bottom - at) < 2 and abs(right - x) > TICK - 2
                           for x, y, right, bottom, _ in thin)  # fmt: skip


def test_the_head_tells_of_numbered_cuts(tmp_path: Path) -> None:
    for name, batches in (("one", [lot(COUNTER, 5)]), ("two", [lot(COUNTER, 5), lot(POKER, 2)])):
        with (tmp_path / name).open("wb") as out:
            pdf.write(together("All", batches, Options(), imprint()), out)
    told = {name: " ".join(texts(tmp_path / name)) for name in ("one", "two")}
    assert "numbered" not in told["one"]
    assert "cut along the numbered lines first" in told["two"]


def test_without_marks_no_cut_is_drawn() -> None:
    batches = [lot(COUNTER, 5), lot(POKER, 2)]
    for _, lines in _lines(together("All", batches, Options(marks="none"), imprint())):
        assert not [line for line in lines if line[4] > 120]


def test_what_fits_no_sheet_is_said() -> None:
    with pytest.raises(LayoutError, match="does not fit"):
        together("All", [lot(Size(250 * MM, 250 * MM), 1), lot(COUNTER, 1)], Options(), imprint())


def test_half_of_the_paper_needs_room_for_marks_at_the_fold() -> None:
    area = field(Options(backs="fold"))
    for less, well in ((0, False), (2 * TICK, True)):
        batches = [lot(Size(area.width - less, area.height), 1)]
        if well:
            together("All", batches, Options(backs="fold"), imprint())
        else:
            with pytest.raises(LayoutError, match="no half of A4 paper holds pieces of"):
                together("All", batches, Options(backs="fold"), imprint())


@pytest.mark.parametrize("groups", [1, 3])
def test_each_group_begins_a_sheet_where_that_is_asked_for(groups: int) -> None:
    batch = lot(COUNTER, 30, groups)
    made = trims(impose(batch, Options(sheets="groups", backs="none"), imprint()))
    assert len(made) == groups
    groups_of = {face.id: face.group for face in batch.faces}
    assert all(len({groups_of[id] for id, _ in page if id}) == 1 for page in made)
