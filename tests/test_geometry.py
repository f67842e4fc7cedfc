"""What comes off the printer, reckoned from the paths and texts of the finished files alone: whole trims, fronts and backs that
coincide, nothing where the printer does not print, for every way to print a sheet."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from drawn import imprint

from pnp.build.products import products
from pnp.diag import Found
from pnp.draw.inks import inked
from pnp.faces.workshop import Workshop
from pnp.kinds.base import Batch
from pnp.layout import PAPERS, LayoutError, Options, Profile, impose, read_paper
from pnp.layout.sheet import sheet
from pnp.layout.tile import tile
from pnp.layout.together import together
from pnp.model import load
from pnp.proof.about import about
from pnp.proof.stream import IDENTITY, Matrix, back, through
from pnp.proof.survey import Mark, Piece, Surveyed, survey
from pnp.targets import pdf
from pnp.units import MM, POINT, Box

TOY = Path(__file__).resolve().parent / "toy"
STRAYS = Profile(name="attic", offset=(400, -700), rotate=0.1, scale=1.002, ruler=(99_600, 100_300))
TRIM, TOGETHER = 1.0, 10.0  # micrometres

papers = (*PAPERS, read_paper("200x260mm"))
backs = ("long", "short", "fold", "none")
every_mark = ("ticks", "full", "none")
inks = ("full", "low", "grey")
bleeds = ((3 * MM, None), (0, None), (2 * MM, 3 * MM))
profiles = (Profile(), STRAYS)
EVERY = tuple(
    Options(paper=paper, backs=edge, marks=marks, ink=ink, bleed=bleed, back_bleed=back_bleed, profile=profile)
    for paper, edge, marks, ink, (bleed, back_bleed), profile in itertools.product(
        papers, backs, every_mark, inks, bleeds, profiles
    )
)


def choices(options: Options) -> tuple[object, ...]:
    return (options.paper, options.backs, options.marks, options.ink, options.bleed, options.profile)


def twos(options: Options) -> set[tuple[object, ...]]:
    """Every two choices of a way to print."""
    told = choices(options)
    return {(i, j, told[i], told[j]) for i in range(len(told)) for j in range(i)}


def covering(many: Sequence[Options]) -> Iterator[Options]:
    """As few of them as greed finds that have every two choices together."""
    each = [twos(options) for options in many]
    left = set().union(*each)
    while left:
        best = max(range(len(many)), key=lambda one: len(each[one] & left))
        left -= each[best]
        yield many[best]


SOME = tuple(covering(EVERY))


def batches() -> Iterator[Batch]:
    loaded = load.load(TOY, Found())
    assert loaded is not None
    workshop = Workshop.open(loaded.game, Found())
    workshop.proofread()
    yield from (product.batch for product in products(workshop) if product.batch)


BATCHES = tuple(batches())


def id_of(options: Options) -> str:
    bleed = f"{options.bleed}-{options.back_bleed}"
    profile = options.profile.name or "plain"
    return "-".join((options.paper.name, options.backs, options.marks, options.ink, bleed, profile))


class Page:
    """A page of a finished file, a printer's movement taken back: what is painted, as somebody measures it."""

    def __init__(self, page: pikepdf.Page) -> None:
        self.found: Surveyed = survey(page)
        declared = page.obj.get("/PNP_Moved")
        self.moved: Matrix = tuple(map(float, declared)) if declared is not None else IDENTITY  # type: ignore[assignment]
        self.undo = back(self.moved)
        self.box = (0.0, 0.0, self.found.width, self.found.height)

    def corners(self, piece: Piece) -> tuple[float, float, float, float]:
        (x, y), (right, across), (low, bottom) = (through(self.undo, *corner) for corner in piece.corners)
        xs, ys = (x, right, low, right + low - x), (y, across, bottom, across + bottom - y)
        return min(xs), min(ys), max(xs), max(ys)

    def ground(self, number: int) -> tuple[float, float] | None:
        """The middle of what a face paints first, and largest: its ground."""
        for mark in self.found.marks:
            if mark.face == number and mark.kind == "fill":
                left, top, right, bottom = mark.edges
                return through(self.undo, (left + right) / 2, (top + bottom) / 2)
        return None

    def seen(self, mark: Mark) -> tuple[float, float, float, float] | None:
        if mark.seen is None:
            return None
        left, top, right, bottom = mark.seen
        around = [through(self.undo, x, y) for x in (left, right) for y in (top, bottom)]
        xs, ys = [x for x, _ in around], [y for _, y in around]
        return min(xs), min(ys), max(xs), max(ys)


def pages(path: Path) -> list[Page]:
    with pikepdf.open(path) as file:
        return [Page(page) for page in file.pages]


def laid(batches: Sequence[Batch], options: Options, path: Path) -> str | None:
    """The file of a batch, or of several on the same sheets; how its paper is turned. None where the paper is too small,
    which is said."""
    lay = {"pieces": impose, "sheet": sheet}[batches[0].way]
    try:
        several = len(batches) > 1
        sheets = together("All", batches, options, imprint()) if several else lay(batches[0], options, imprint())
    except LayoutError:
        return None
    with path.open("wb") as out:
        pdf.write(inked(sheets, options.ink), out)
    return sheets.duplex


def check(batches: Sequence[Batch], options: Options, path: Path) -> bool:
    way = laid(batches, options, path)
    if way is None:
        return False
    made = pages(path)
    for page in made:
        assert page.found.whole
        _whole(page, batches)
        _inside(page, options)
        _marked(page, batches[0], options)
    _coincide(made, way)
    told = about(path)
    assert all(font.embedded and font.subset for font in told.fonts)
    assert told.smallest.value >= 5 - 0.001
    assert all(boxes.nested for boxes in told.boxes)
    assert told.unscaled
    assert dict(told.rulers) == pytest.approx({"100mm": 100_000, "4in": 101_600}, abs=1)
    return True


def _whole(page: Page, batches: Sequence[Batch]) -> None:
    """Every trim is of the declared size, standing or lying, and lies about the middle of the ground that is painted."""
    sizes = [size for batch in batches for size in (batch.size, batch.size.turned())]
    for number, piece in enumerate(page.found.pieces):
        left, top, right, bottom = page.corners(piece)
        assert any(abs(right - left - size.width) < TRIM and abs(bottom - top - size.height) < TRIM for size in sizes)
        if batches[0].way == "pieces":
            middle = page.ground(number)
            assert middle == (
                pytest.approx((left + right) / 2, abs=TOGETHER),
                pytest.approx((top + bottom) / 2, abs=TOGETHER),
            )


def _inside(page: Page, options: Options) -> None:
    """Nothing lies outside the printable area before a profile moves it, and art stays in its bleed."""
    room = (options.margin, options.margin, page.box[2] - options.margin, page.box[3] - options.margin)
    trims = [page.corners(piece) for piece in page.found.pieces]
    for mark in page.found.marks:
        seen = page.seen(mark)
        if seen is None:
            continue
        if mark.face < 0:
            # Lines at the very edge have half of their width beyond it; boxes about turned things are a little larger.
            _within(seen, room, 130 + _slack(page, mark.edges), mark)
            continue
        trim, by = trims[mark.face], max(options.bleed, options.back_bleed or 0)
        bleed = (trim[0] - by, trim[1] - by, trim[2] + by, trim[3] + by)
        _within(seen, bleed, 1 + _slack(page, trim), mark)
        _within(seen, room, 1 + _slack(page, trim), mark)


def _slack(page: Page, edges: tuple[float, ...]) -> float:
    longest = max(edges[2] - edges[0], edges[3] - edges[1])
    return 0.0 if page.moved == IDENTITY else 0.004 * longest + 2


def _within(seen: tuple[float, ...], room: tuple[float, ...], slack: float, mark: Mark) -> None:
    assert seen[0] >= room[0] - slack and seen[1] >= room[1] - slack, mark
    assert seen[2] <= room[2] + slack and seen[3] <= room[3] + slack, mark


def _marked(page: Page, batch: Batch, options: Options) -> None:
    """Marks stand at every cut, a gap outside every trim; guides run along cuts and through no piece."""
    trims = [page.corners(piece) for piece in page.found.pieces]
    cuts = [{round(edge) for trim in trims for edge in (trim[axis], trim[axis + 2])} for axis in (0, 1)]
    lines: tuple[list[tuple[float, ...]], list[tuple[float, ...]]] = ([], [])
    for mark in page.found.marks:
        if mark.line is None or mark.face >= 0 or mark.width > 120:
            continue
        start, end = through(page.undo, *mark.line[:2]), through(page.undo, *mark.line[2:])
        for axis in (0, 1):
            if abs(start[axis] - end[axis]) < 2 and round(start[axis]) in _near(cuts[axis]):
                low, high = sorted((start[1 - axis], end[1 - axis]))
                if high - low > 1_400:
                    lines[axis].append((start[axis], low, high))
    ruler = page.box[3] - options.margin - 6_000
    for axis in (0, 1):
        for at, low, high in lines[axis]:
            if axis == 0 and low > ruler:
                continue  # the ruler's own ticks
            for trim in trims:
                inside = trim[axis] + 2 < at < trim[axis + 2] - 2
                beside = min(high, trim[3 - axis]) - max(low, trim[1 - axis])
                assert not (inside and beside > 1), "a mark runs through a piece"
                if options.marks == "ticks" and trim[axis] - 2 <= at <= trim[axis + 2] + 2:
                    assert beside <= -MM + 2, "a tick stands too near"
    if options.marks != "none" and batch.way == "pieces":
        for axis in (0, 1):
            marked = _near({round(at) for at, *_ in lines[axis]})
            assert cuts[axis] <= marked, "a cut has no mark"


def _near(cuts: set[int]) -> set[int]:
    return {cut + off for cut in cuts for off in (-1, 0, 1)}


def _coincide(made: Sequence[Page], way: str) -> None:
    """Each front's trim lies over its back's when the paper is turned or folded, and what both paint is where it should be:
    the same frame has the same marks, as far from its own corner."""
    fronts_and_backs = []
    if way in ("long", "short"):
        assert len(made) % 2 == 0
        fronts_and_backs = [(front, back, list(range(len(front.found.pieces))), list(range(len(back.found.pieces))))
                            for front, back in zip(made[::2], made[1::2], strict=True)]  # fmt: skip
    elif way == "fold":
        for page in made:
            (fold,) = [one for one in page.found.labelled if one.label == "fold"]
            (x1, y1), (x2, y2) = (through(page.undo, *fold.points[end]) for end in (0, -1))
            axis = 0 if abs(x1 - x2) < abs(y1 - y2) else 1
            at = (x1, y1)[axis]
            half = [n for n, piece in enumerate(page.found.pieces) if page.corners(piece)[axis] < at]
            other = [n for n in range(len(page.found.pieces)) if n not in half]
            assert len(half) == len(other)
            assert all(page.corners(page.found.pieces[n])[axis + 2] <= at for n in half)
            fronts_and_backs.append((page, page, half, other))
    for front, behind, some, others in fronts_and_backs:
        assert len(some) == len(others)
        backs = [(behind.found.pieces[n].id, behind.corners(behind.found.pieces[n])) for n in others]
        for n in some:
            piece = front.found.pieces[n]
            meets = _turned(front.corners(piece), front, way)
            near = min(backs, key=lambda told: max(abs(a - b) for a, b in zip(told[1], meets, strict=True)))
            assert max(abs(a - b) for a, b in zip(near[1], meets, strict=True)) <= TOGETHER
            assert near[0] == piece.id


def _turned(trim: tuple[float, ...], page: Page, way: str) -> tuple[float, ...]:
    width, height = page.box[2], page.box[3]
    across = (width - trim[2], trim[1], width - trim[0], trim[3])
    down = (trim[0], height - trim[3], trim[2], height - trim[1])
    if way == "fold":
        (fold,) = [one for one in page.found.labelled if one.label == "fold"]
        upright = abs(fold.points[0][0] - fold.points[-1][0]) < abs(fold.points[0][1] - fold.points[-1][1])
        return across if upright else down
    return across if (way == "long") == (height >= width) else down


@pytest.mark.parametrize("options", SOME, ids=id_of)
def test_sheets_come_out_true(options: Options, tmp_path: Path) -> None:
    done = [check([batch], options, tmp_path / f"{batch.id}.pdf") for batch in BATCHES if batch.way != "poster"]
    done.append(check([batch for batch in BATCHES if batch.way == "pieces"], options, tmp_path / "packed.pdf"))
    assert any(done)


@pytest.mark.soak
@pytest.mark.parametrize("options", EVERY, ids=id_of)
def test_every_sheet_comes_out_true(options: Options, tmp_path: Path) -> None:
    test_sheets_come_out_true(options, tmp_path)


@pytest.mark.parametrize("margin", [0, 3 * MM, 12 * MM, 20 * MM])
@pytest.mark.parametrize("edge", ["long", "fold"])
@pytest.mark.parametrize("paper", ["a4", "148x210mm", "128x178mm"])
def test_nothing_is_in_the_margin_whatever_the_printer_leaves_white(
    margin: int, edge: str, paper: str, tmp_path: Path
) -> None:
    """Small paper and wide margins have less room for words beside the rulers; no word leaves the page."""
    options = Options(paper=read_paper(paper), backs=edge, margin=margin)  # type: ignore[arg-type]
    for batch in BATCHES:
        if batch.way == "pieces":
            try:
                check([batch], options, tmp_path / f"{batch.id}.pdf")
            except LayoutError as fault:
                assert "too narrow for the rulers" in str(fault)
                assert options.paper.size.width - 2 * margin < 110 * MM


def test_some_of_them_have_every_two_choices() -> None:
    assert set().union(*map(twos, SOME)) == set().union(*map(twos, EVERY))
    assert len(SOME) < 40


@pytest.mark.parametrize("paper", papers, ids=lambda paper: paper.name)
@pytest.mark.parametrize("profile", profiles, ids=lambda profile: profile.name or "plain")
def test_tiles_have_nothing_where_the_printer_does_not_print(paper: object, profile: Profile, tmp_path: Path) -> None:
    board = next(batch for batch in BATCHES if batch.way == "poster")
    options = Options(paper=paper, profile=profile)
    with (tmp_path / "a.pdf").open("wb") as out:
        pdf.write(tile(board.faces[0].front, options, imprint()), out)
    for page in pages(tmp_path / "a.pdf"):
        for mark in page.found.marks:
            seen = page.seen(mark)
            if seen is not None:
                around = Box(0, 0, round(page.box[2]), round(page.box[3])).grown(200 - options.margin)
                assert around.holds(
                    Box(round(seen[0]), round(seen[1]), round(seen[2] - seen[0]), round(seen[3] - seen[1]))
                )


def test_type_is_as_large_as_it_is_measured(tmp_path: Path) -> None:
    """The measure itself: half of the furniture's type size is found as just that."""
    batch = next(batch for batch in BATCHES if batch.way == "pieces")
    sheets = impose(batch, Options(profile=replace(STRAYS, rotate=0.0, offset=(0, 0), scale=1.0)), imprint())
    with (tmp_path / "a.pdf").open("wb") as out:
        pdf.write(sheets, out)
    sizes = {
        round(mark.size / POINT, 2) for page in pages(tmp_path / "a.pdf") for mark in page.found.marks if mark.size
    }
    assert min(sizes) == pytest.approx(5.5 * 100 / 100.3, abs=0.05)
