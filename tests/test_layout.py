"""Sheets: pieces whole and apart, backs behind their fronts, marks outside the trim, nothing in the white margin."""

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from drawn import BLUE, COUNTER, INK, POKER, RED, SAND, Batch, Piece, imprint, plain
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw.document import Page, Placed, Sheets
from pnp.draw.frame import Frame, Group, Path, Stroke, Use
from pnp.draw.inks import inked
from pnp.layout import PAPERS, LayoutError, Options, Paper, PaperError, impose, read_paper
from pnp.layout.furniture import Furniture
from pnp.layout.grid import TICK, Cell, Grid, blocks, cells, field, fit, flow, turned_over
from pnp.layout.sheet import sheet
from pnp.layout.tile import name, single, tile, tiling
from pnp.targets import pdf
from pnp.units import INCH, MM, Box, Size

A4, LETTER = PAPERS[0], PAPERS[1]
sides = st.integers(8 * MM, 130 * MM)
papers = st.sampled_from(PAPERS)
edges = st.sampled_from(("long", "short", "fold"))


def cards(count: int, size: Size = POKER) -> Batch:
    back = plain(size, BLUE)
    return Batch(size, [Piece(f"card-{n}", plain(size, SAND), back) for n in range(count)])


def counters(*groups: tuple[str, int], blank: bool = True) -> Batch:
    faces = [
        Piece(f"{group}-{n}", plain(COUNTER, RED), plain(COUNTER, BLUE), 1, group)
        for group, m in groups
        for n in range(m)
    ]
    spare = {group: Piece("", plain(COUNTER, RED), plain(COUNTER, BLUE), 1, group) for group, _ in groups}
    return Batch(COUNTER, faces, blanks=spare if blank else {})


def pages(sheets: Sheets) -> list[Page]:
    return list(sheets.pages)


def trim(placed: Placed) -> Box:
    """Where the trim of a placed frame lies: worked out from the turn, apart from what layout thinks."""
    width, height = placed.frame.size.width, placed.frame.size.height
    x, y = placed.x, placed.y
    return {
        0: Box(x, y, width, height),
        90: Box(x - height, y, height, width),
        180: Box(x - width, y - height, width, height),
        270: Box(x, y - width, height, width),
    }[placed.turn]


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


# Paper


@pytest.mark.parametrize(
    ("told", "size"),
    [
        ("a4", Size(210_000, 297_000)),
        ("Letter", Size(215_900, 279_400)),
        ("210x297mm", Size(210_000, 297_000)),
        ("11in x 8.5in", Size(215_900, 279_400)),
        ("320 × 450 mm", Size(320_000, 450_000)),
    ],
)
def test_papers_are_read(told: str, size: Size) -> None:
    assert read_paper(told).size == size


@pytest.mark.parametrize("told", ["a5x", "", "210x297", "10x10mm", "210mmx", "axbmm", "9000x9000mm"])
def test_what_is_no_paper_says_what_one_is(told: str) -> None:
    with pytest.raises(PaperError, match="is no paper"):
        read_paper(told)


# Grids


@pytest.mark.parametrize(
    ("size", "paper", "columns", "rows", "gutter", "turned"),
    [
        (POKER, A4, 3, 3, 0, False),
        (POKER, LETTER, 2, 4, 0, True),
        (COUNTER, A4, 11, 16, 0, False),
        (COUNTER, LETTER, 12, 15, 0, False),
        (Size(45 * MM, 68 * MM), A4, 4, 3, 0, False),
        (Size(70 * MM, 120 * MM), A4, 2, 2, 6 * MM, False),
    ],
)
def test_the_best_grid_is_taken(size: Size, paper: Paper, columns: int, rows: int, gutter: int, turned: bool) -> None:
    grid = fit(size, Options(paper=paper))
    assert (grid.columns, grid.rows, grid.gutter, grid.turned) == (columns, rows, gutter, turned)


def test_a_piece_that_fits_no_sheet_says_both_sizes() -> None:
    with pytest.raises(LayoutError, match=r"a piece of 300 × 400 mm does not fit the 191 × .* mm that A4 paper"):
        impose(cards(1, Size(300 * MM, 400 * MM)), Options(), imprint())


def laid(width: int, height: int, count: int, options: Options) -> tuple[Grid, tuple[Cell, ...]] | None:
    """The cells of the last sheet of so many pieces."""
    try:
        grid = fit(Size(width, height), options)
    except LayoutError:
        return None
    batch = cards(0)
    pieces = [Piece("", plain(Size(width, height), RED))] * count
    rows = list(flow(pieces, grid) if not grid.small else blocks(pieces, batch.blanks, grid, options.between))
    return grid, cells(rows[-1], grid)


@given(sides, sides, st.integers(1, 60), papers, edges)
def test_pieces_lie_whole_and_apart_where_the_printer_prints(
    width: int, height: int, count: int, paper: Paper, edge: str
) -> None:
    options = Options(paper=paper, backs=edge)
    found = laid(width, height, count, options)
    if found is None:
        return
    _, fronts = found
    backs = tuple(turned_over(cell, options) for cell in fronts)
    page = Box(0, 0, paper.size.width, paper.size.height)
    for side in (fronts, backs):
        for cell in side:
            assert cell.box.size in (Size(width, height), Size(height, width))
            assert cell.clip.holds(cell.box)
            assert page.grown(-options.margin - TICK).holds(cell.clip)
        for one, other in pairwise(side):
            assert apart(one.box, other.box)
        # No piece's bleed lies on another piece.
        for cell in side[:12]:
            assert all(other is cell or apart(cell.clip, other.box) for other in side)


@given(sides, sides, st.integers(1, 60), papers, edges)
def test_backs_lie_behind_their_fronts(width: int, height: int, count: int, paper: Paper, edge: str) -> None:
    options = Options(paper=paper, backs=edge)
    found = laid(width, height, count, options)
    for front in found[1] if found else ():
        back = turned_over(front, options)
        if edge == "short":
            assert (back.box.x, back.box.y) == (front.box.x, paper.size.height - front.box.bottom)
        else:
            assert (back.box.x, back.box.y) == (paper.size.width - front.box.right, front.box.y)
        assert turned_over(back, options) == front
        assert (front.turn + back.turn) % 360 == (180 if edge == "short" else 0)


def test_a_partial_sheet_lies_on_the_full_grid() -> None:
    first, _, second, _ = pages(impose(cards(14), Options(), imprint()))
    assert [(p.x, p.y) for p in second.placed] == [(p.x, p.y) for p in first.placed][:5]


def test_pages_alternate_and_are_made_again_when_asked_again() -> None:
    sheets = impose(cards(14), Options(), imprint())
    once, again = pages(sheets), pages(sheets)
    assert [page.label for page in once] == ["1 front", "1 back", "2 front", "2 back"] == [page.label for page in again]
    assert sheets.duplex == "long"
    assert [p.id for p in once[3].placed] == [f"card-{n}" for n in range(9, 14)]


def test_faces_are_drawn_only_as_pages_are_asked_for() -> None:
    drawn: list[int] = []

    class Slow(list[Piece]):
        def __iter__(self) -> Iterator[Piece]:
            for index in range(len(self)):
                drawn.append(index)
                yield self[index]

    batch = cards(40)
    lazy = Batch(batch.size, Slow(batch.faces), total=40)
    stream = iter(impose(lazy, Options(), imprint()).pages)
    assert drawn == []
    next(stream)
    assert len(drawn) <= 10


def test_without_backs_fronts_only_are_printed() -> None:
    sheets = impose(cards(9), Options(backs="none"), imprint())
    assert (len(pages(sheets)), sheets.duplex) == (1, "")


def test_a_fold_has_fronts_and_mirrored_backs_on_one_page() -> None:
    (page,) = pages(impose(cards(2), Options(backs="fold"), imprint()))
    fronts, backs = page.placed[:2], page.placed[2:]
    for front, back in zip(fronts, backs, strict=True):
        assert trim(front).x + trim(back).right == A4.size.width
        assert trim(front).right <= A4.size.width // 2 <= trim(back).x
    assert [(item.x, item.symbol.id) for item in page.furniture if isinstance(item, Use)][1] == (105_000, "fold")


def test_poker_cards_lie_edge_to_edge_or_each_in_its_own_bleed() -> None:
    for options, most, between in ((Options(), 9, 0), (Options(back_bleed=3 * MM), 6, 3 * MM)):
        front = pages(impose(replace(cards(9), bleed=3 * MM), options, imprint()))[0]
        assert len(front.placed) == most
        first, second = front.placed[:2]
        assert first.clip and second.clip
        assert first.clip.right - trim(first).right == between == trim(second).x - second.clip.x
        assert apart(first.clip, second.clip)


# Blocks


def test_counters_of_a_group_lie_together_and_share_cuts() -> None:
    front = pages(impose(counters(("red", 13), ("blue", 4)), Options(), imprint()))[0]
    of = {group: [trim(p) for p in front.placed if p.id.startswith(group)] for group in ("red", "blue")}
    assert len({box.y for box in of["red"]}) == 2
    assert {b.y - a.bottom for a, b in zip(of["red"], of["red"][11:], strict=False)} == {0}
    assert of["blue"][0].y - of["red"][-1].bottom == Options().between


def test_blanks_fill_rows_and_the_last_sheet_where_little_is_left() -> None:
    for first, second in ((64, 75), (130, 20), (86, 42)):
        sheets = pages(impose(counters(("red", first), ("blue", second)), Options(), imprint()))
        *_, last, back = sheets
        assert {len(page.placed) % 11 for page in sheets} == {0}
        assert any(not p.id for p in last.placed)
        lowest = max(trim(p).bottom for p in last.placed)
        assert field(Options()).bottom - lowest < COUNTER.height + Options().between
        assert len(back.placed) == len(last.placed)
        assert sum(bool(p.id) for page in sheets for p in page.placed) == 2 * (first + second)


@given(groups=st.lists(st.integers(1, 60), min_size=1, max_size=6))
def test_a_sheet_is_never_mostly_blank(groups: list[int]) -> None:
    batch = counters(*((f"g{n}", count) for n, count in enumerate(groups)))
    fronts = pages(impose(batch, Options(backs="none"), imprint()))
    for page in fronts:
        rows = [[p.id for p in page.placed if trim(p).y == y] for y in {trim(p).y for p in page.placed}]
        blank = [sum(not id for id in row) for row in rows]
        assert all(spare == len(row) or spare * 4 <= len(row) for spare, row in zip(blank, rows, strict=True))
        assert sum(blank) * 2 <= fit(COUNTER, Options()).count
    assert sum(bool(p.id) for page in fronts for p in page.placed) == sum(groups)


def test_a_few_counters_leave_the_paper_empty() -> None:
    front, back = pages(impose(counters(("red", 1), ("blue", 3), ("green", 5)), Options(), imprint()))
    assert (len(front.placed), len(back.placed)) == (9, 9) and all(placed.id for placed in front.placed)


def test_without_blanks_places_stay_empty() -> None:
    front, back = pages(impose(counters(("red", 13), blank=False), Options(), imprint()))
    assert (len(front.placed), len(back.placed)) == (13, 13)


def test_bleed_is_outside_blocks_and_half_the_gap_between_them() -> None:
    front = pages(impose(counters(("red", 22), ("blue", 11)), Options(), imprint()))[0]
    by = {p.id: (trim(p), p.clip) for p in front.placed}
    box, clip = by["red-0"]
    assert clip is not None
    assert (box.x - clip.x, box.y - clip.y, clip.right - box.right, clip.bottom - box.bottom) == (3000, 3000, 0, 0)
    box, clip = by["red-21"]
    assert clip is not None
    assert (box.x - clip.x, box.y - clip.y, clip.right - box.right, clip.bottom - box.bottom) == (0, 0, 3000, 1500)


def test_no_more_bleed_is_shown_than_every_face_has() -> None:
    batch = counters(("red", 22))
    front = pages(impose(Batch(batch.size, batch.faces, bleed=2 * MM), Options(), imprint()))[0]
    assert {trim(p).y - p.clip.y for p in front.placed if p.clip} == {0, 2 * MM}


# Marks


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize(
    "batch", [cards(9), cards(5), counters(("red", 13), ("blue", 4))], ids=["full", "partial", "counters"]
)
def test_ticks_start_outside_the_trim_and_stay_in_the_printable_area(paper: Paper, batch: Batch) -> None:
    options = Options(paper=paper)
    for page in pages(impose(batch, options, imprint())):
        marks, *_ = page.furniture
        assert isinstance(marks, Use)
        (path,) = marks.symbol.items
        assert isinstance(path, Path)
        lines = [(a[1], a[2], b[1], b[2]) for a, b in zip(path.segments[::2], path.segments[1::2], strict=True)]
        printable = Box(0, 0, page.size.width, page.size.height).grown(-options.margin)
        trims = [trim(p) for p in page.placed]
        for x1, y1, x2, y2 in lines:
            tick = Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
            assert printable.holds(tick)
            assert max(tick.width, tick.height) >= TICK
            assert all(apart(tick, box.grown(options.bleed)) for box in trims)
        cut_xs = {x1 for x1, _, x2, _ in lines if x1 == x2}
        cut_ys = {y1 for _, y1, _, y2 in lines if y1 == y2}
        assert cut_xs == {edge for box in trims for edge in (box.x, box.right)}
        assert cut_ys == {edge for box in trims for edge in (box.y, box.bottom)}


@pytest.mark.parametrize(("width", "told"), [(210, "beside"), (148, "shared"), (125, "head"), (110, "")])
def test_what_the_paper_has_no_room_for_beside_the_rulers_is_said_at_the_head(width: int, told: str) -> None:
    options = Options(paper=read_paper(f"{width}x250mm"))
    furniture = Furniture(imprint(), options, "Title")
    if not told:
        with pytest.raises(LayoutError, match=r"too narrow for the rulers: it must be 119\.6 mm wide at least"):
            furniture.page("fronts", "Double-sided: flip on the long edge.", 1, 2)
        return
    words = furniture.page("fronts", "Double-sided: flip on the long edge.", 1, 2)[0].symbol.items  # type: ignore[union-attr]
    said = {"head": "", "foot": ""}
    for item in words:
        said["head" if item.y < 100 * MM else "foot"] += " ".join(word.text for _, word in item.places()) + " "
    assert ("Print" in said["head"], "Print" in said["foot"]) == (told == "head", told != "head")
    assert ("flip" in said["head"], "flip" in said["foot"]) == (told != "beside", told == "beside")


def test_marks_may_be_lines_or_nothing() -> None:
    (lines, *_), (rulers, *_) = (
        pages(impose(cards(9), Options(marks=marks), imprint()))[0].furniture for marks in ("full", "none")
    )
    assert isinstance(lines, Use)
    path = lines.symbol.items[0]
    assert isinstance(path, Path)
    assert len(path.segments) == 2 * 8
    assert isinstance(rulers, Use)
    assert rulers.symbol.id.startswith("furniture")


# Sheets of their own


def test_a_player_aid_lies_in_the_middle_with_its_back_behind_it() -> None:
    batch = cards(1, Size(190 * MM, 260 * MM))
    front, back = pages(sheet(batch, Options(), imprint()))
    assert front.placed[0].x == back.placed[0].x == 10 * MM
    assert front.placed[0].y == back.placed[0].y == 18_500


def test_furniture_stands_at_the_sides_where_there_is_no_room_above() -> None:
    (page, _) = pages(sheet(cards(1, Size(180 * MM, 262 * MM)), Options(paper=LETTER), imprint()))
    rulers = [item for item in page.furniture if isinstance(item, Use) and item.symbol.id == "ruler-100mm"]
    assert [item.turn for item in rulers] == [90]


def test_a_wide_aid_lies_on_lying_paper_turned_over_its_short_edge() -> None:
    sheets = sheet(cards(1, Size(260 * MM, 180 * MM)), Options(), imprint())
    assert (pages(sheets)[0].size, sheets.duplex) == (A4.size.turned(), "short")


@pytest.mark.parametrize(
    ("paper", "size", "sheets"),
    [
        (read_paper("a3"), Size(190 * MM, 259 * MM), 1),
        (read_paper("tabloid"), Size(190 * MM, 259 * MM), 1),
        (A4, Size(186 * MM, 103 * MM), 1),
        (LETTER, Size(100 * MM, 120 * MM), 1),
        (A4, Size(190 * MM, 259 * MM), 2),
    ],
)
def test_an_aid_is_folded_where_half_of_the_paper_holds_it(paper: Paper, size: Size, sheets: int) -> None:
    made = sheet(cards(1, size), Options(paper=paper, backs="fold"), imprint())
    laid = pages(made)
    assert len(laid) == sheets
    assert made.duplex == ("fold" if sheets == 1 else "")
    folds = [item for page in laid for item in page.furniture if isinstance(item, Use) and item.symbol.id == "fold"]
    assert len(folds) == (1 if sheets == 1 else 0)


def test_an_aid_that_leaves_no_room_says_how_much_there_is() -> None:
    with pytest.raises(LayoutError, match="a sheet of 205 × 290 mm does not fit the 200 × 287 mm that A4 paper has"):
        sheet(cards(1, Size(205 * MM, 290 * MM)), Options(), imprint())
    with pytest.raises(LayoutError, match="leaves no room for the ruler"):
        sheet(cards(1, Size(199 * MM, 286 * MM)), Options(), imprint())


# Boards


@given(st.integers(60 * MM, 1200 * MM), st.integers(60 * MM, 1200 * MM), st.sampled_from(PAPERS[:2]))
def test_tiles_show_all_of_a_board_and_fit_their_paper(width: int, height: int, paper: Paper) -> None:
    frame, options = plain(Size(width, height), SAND), Options(paper=paper)
    tiles = tiling(frame, options)
    windows = [[tiles.window(row, column) for column in range(tiles.columns)] for row in range(tiles.rows)]
    assert windows[0][0].x == windows[0][0].y == -3 * MM
    assert (windows[-1][-1].right, windows[-1][-1].bottom) == (width + 3 * MM, height + 3 * MM)
    for row in windows:
        for window in row:
            assert window.width <= tiles.area.width
            assert window.height <= tiles.area.height
        for one, other in pairwise(row):
            assert one.right - other.x == options.overlap
    for one, other in pairwise(row[0] for row in windows):
        assert one.bottom - other.y == options.overlap


def test_a_board_of_17_by_22_inches_is_eight_tiles_and_a_guide() -> None:
    for paper in (A4, LETTER):
        sheets = tile(plain(Size(17 * INCH, 22 * INCH), SAND, title="Board"), Options(paper=paper), imprint())
        made = pages(sheets)
        assert [page.label for page in made] == ["assembly", "A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"]
        assert sheets.outline[0] == ("Assembly", 0)
        assert sheets.outline[-1] == ("Row D", 7)
        assert {len(page.placed) for page in made[1:]} == {1}


def test_the_same_picture_is_on_all_tiles_and_in_the_guide() -> None:
    frame = plain(Size(17 * INCH, 22 * INCH), SAND)
    first, *rest = pages(tile(frame, Options(), imprint()))
    (board,) = {page.placed[0].frame.items[0].symbol for page in rest}  # type: ignore[union-attr]
    assert board.items == frame.items
    shown = [item.items[0] for item in first.furniture if isinstance(item, Group)]
    assert [use.symbol for use in shown if isinstance(use, Use)] == [board]


def test_the_file_of_tiles_holds_the_board_once() -> None:
    marks = tuple(
        Path((("M", x, x), ("L", x * 7 % 90_001, 5_000)), stroke=Stroke(INK, 100)) for x in range(0, 90_000, 9)
    )
    frame = Frame(Size(17 * INCH, 22 * INCH), marks, 3 * MM, "Board")
    sizes = []
    for laid in (single(frame, Options(), imprint()), tile(frame, Options(), imprint())):
        out = io.BytesIO()
        pdf.write(laid, out)
        sizes.append(len(out.getvalue()))
    assert sizes[1] < sizes[0] + 60_000


def test_with_little_ink_the_first_page_of_tiles_has_little_too() -> None:
    frame = plain(Size(17 * INCH, 22 * INCH), RED)
    sheets = tile(frame, Options(ink="low"), imprint())
    for laid in (sheets, inked(sheets, "low")):
        first, second, *_ = pages(laid)
        (board,) = second.placed[0].frame.items
        shown = [item.items[0] for item in first.furniture if isinstance(item, Group)]
        assert isinstance(board, Use) and shown[0].symbol is board.symbol  # type: ignore[union-attr]
        assert not any(isinstance(item, Path) and item.fill == RED for item in board.symbol.items)


def test_tiles_have_names_beyond_z() -> None:
    assert [name(row, 0) for row in (0, 25, 26, 52)] == ["A1", "Z1", "AA1", "BA1"]


def test_a_board_for_a_shop_has_its_trim_and_bleed() -> None:
    frame = plain(Size(17 * INCH, 22 * INCH), SAND, title="Board")
    (page,) = pages(single(frame, Options(), imprint()))
    assert page.trim is not None
    assert page.bleed is not None
    assert page.trim.size == frame.size
    assert page.bleed == page.trim.grown(3 * MM)
    assert Box(0, 0, page.size.width, page.size.height).grown(-5 * MM).holds(page.bleed)
