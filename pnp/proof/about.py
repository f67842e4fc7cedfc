"""What is true of any PDF that is to be printed and cut, whoever made it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any, Final, Literal

from pnp.proof.measure import Face, Letters, Measured, Sheet, letters, measured
from pnp.proof.prove import folded, pairs
from pnp.proof.shapes import meet, shapes
from pnp.proof.steps import Unreadable
from pnp.proof.stream import IDENTITY, Matrix, back, through, times
from pnp.proof.survey import Edges, Surveyed, survey
from pnp.records import dataclass
from pnp.units import POINT, Box, Size

# A mark to cut by is a thin straight line, upright or level, from so long on.
_THIN: Final = 600.0
_SHORT: Final = 1_000.0
# Marks that are not drawn over the whole page are no longer than this, and have a piece of this size at least between them.
_LONG: Final = 15_000.0
_PIECE: Final = 8_000.0
_LARGEST: Final = 1 << 30
_MOST_PAGES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Boxes:
    """Pages that are alike: the first's number, how many, their boxes in micrometres, and whether each box is within the
    next larger one."""

    first: int
    count: int
    size: Size
    trim: Box
    bleed: Box
    nested: bool


@dataclass(frozen=True, slots=True)
class Where:
    """A number and the page that it is found on; 0 for none."""

    value: float
    page: int


@dataclass(frozen=True, slots=True)
class Registration:
    """How fronts and backs meet: `way` is how the paper is turned (``long``, ``short``, ``fold``), `by` what was compared
    (``pieces``, cut ``marks``, or drawn ``shapes``), how many, and how far apart they are at most in micrometres."""

    way: str
    by: Literal["pieces", "marks", "shapes"]
    count: int
    off: float


@dataclass(frozen=True, slots=True)
class About:
    """What is true of a file. Lengths are micrometres; type is in points, ink in per cent (one ink in full is 100).
    `geometry` is the version of `docs/sheets.md` that it says it was laid by."""

    path: Path
    bytes: int
    version: str
    title: str
    producer: str
    pages: int
    boxes: tuple[Boxes, ...]
    unscaled: bool
    duplex: str
    fonts: tuple[Letters, ...]
    smallest: Where
    pictures: int
    coarsest: Where
    ink: Where
    spaces: tuple[str, ...]
    marks: tuple[int, int]
    rulers: tuple[tuple[str, float], ...]
    moved: tuple[tuple[int, Matrix], ...]
    registration: Registration | None
    whole: bool
    geometry: str = ""


def about(path: Path) -> About:
    """Read all of a PDF. Raises `Unreadable` where it is none, is locked or broken; `OSError`."""
    import pikepdf

    if path.stat().st_size > _LARGEST:
        raise Unreadable("is larger than 1 GB")
    data = path.read_bytes()
    try:
        with warnings.catch_warnings(action="ignore"), pikepdf.open(BytesIO(data)) as file:
            if len(file.pages) > _MOST_PAGES:
                raise Unreadable(f"has more than {_MOST_PAGES} pages")
            return _about(path, len(data), file)
    except Unreadable:
        raise
    except pikepdf.PasswordError:
        raise Unreadable("is locked with a password") from None
    except (
        pikepdf.PdfError, ArithmeticError, AttributeError, LookupError, MemoryError, NotImplementedError, RecursionError,
        RuntimeError, TypeError, ValueError,
    ) as fault:  # fmt: skip
        said = " ".join(str(fault).split()).rpartition("BytesIO object at ")[2].partition(": ")[2][:120]
        why = said if said and isinstance(fault, pikepdf.PdfError) else "what it says makes no sense"
        raise Unreadable(f"is no PDF, or a broken one: {why}") from None


def _about(path: Path, size: int, file: Any) -> About:
    sheets: list[Sheet] = []
    told = _Told()
    for number, page in enumerate(file.pages, start=1):
        surveyed = survey(page)
        told.page(number, surveyed)
        sheets.append(_sheet(page, surveyed))
    if not sheets:
        raise Unreadable("has no pages")
    fonts = letters(
        thing for thing in file.objects if isinstance(thing, _dictionary()) and str(thing.get("/Type", "")) == "/Font"
    )
    whole = measured(path, size, file.trailer, tuple(sheets), tuple(fonts))
    rulers = tuple(dict.fromkeys((name, round(length, 1)) for sheet in sheets for name, length in sheet.rulers))
    return About(
        path=path,
        bytes=size,
        version=str(file.pdf_version),
        title=whole.title,
        producer=whole.producer,
        pages=len(sheets),
        boxes=tuple(_boxes(file.pages, sheets)),
        unscaled=whole.unscaled,
        duplex=whole.duplex,
        fonts=whole.fonts,
        smallest=told.smallest,
        pictures=told.pictures,
        coarsest=told.coarsest,
        ink=told.ink,
        spaces=tuple(sorted(told.spaces)),
        marks=_most(told.cuts),
        rulers=rulers,
        moved=tuple((number, sheet.moved) for number, sheet in enumerate(sheets, 1) if sheet.moved != IDENTITY),
        registration=_registration(whole, told),
        whole=told.whole,
        geometry=str(file.docinfo.get("/PNP_Geometry", "")),
    )


def _dictionary() -> Any:
    import pikepdf

    return pikepdf.Dictionary


class _Told:
    """What pages have told so far."""

    def __init__(self) -> None:
        self.smallest = self.coarsest = self.ink = Where(0.0, 0)
        self.pictures = 0
        self.spaces: dict[str, None] = {}
        self.cuts: list[tuple[tuple[float, ...], tuple[float, ...]]] = []
        self.shapes: list[tuple[Edges, ...]] = []
        self.whole = True

    def page(self, number: int, page: Surveyed) -> None:
        for mark in page.marks:
            if mark.seen is None:
                continue
            if mark.space:
                self.spaces[mark.space] = None
            if mark.size and (not self.smallest.page or mark.size / POINT < self.smallest.value):
                self.smallest = Where(mark.size / POINT, number)
            if mark.ink * 100 > self.ink.value:
                self.ink = Where(mark.ink * 100, number)
            if mark.kind == "picture":
                self.pictures += 1
                if mark.dpi and (not self.coarsest.page or mark.dpi < self.coarsest.value):
                    self.coarsest = Where(mark.dpi, number)
        self.cuts.append(cuts(page))
        self.shapes.append(shapes(page))
        self.whole = self.whole and page.whole


def cuts(page: Surveyed) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Where a page's marks say to cut: x of upright lines, y of level ones. Each cut has a mark at both of its ends, or one
    line over the whole page: lines that stand alone are none."""
    found: tuple[dict[int, list[Edges]], dict[int, list[Edges]]] = ({}, {})
    for mark in page.marks:
        line = mark.line
        if line is None or mark.face >= 0 or mark.seen is None or mark.width > _THIN:
            continue
        for axis in (0, 1):
            if abs(line[axis] - line[axis + 2]) < 1 and abs(line[1 - axis] - line[3 - axis]) >= _SHORT:
                found[axis].setdefault(round(line[axis] / 10), []).append(line)
    sides = []
    for axis, length in ((0, page.height), (1, page.width)):
        sides.append(tuple(sorted(lines[0][axis] for lines in found[axis].values() if _ends(lines, axis, length))))
    return sides[0], sides[1]


def _ends(lines: Sequence[Edges], axis: int, length: float) -> bool:
    """Whether lines at one place are the marks of a cut: short ones with a piece between them, or one over all of the page."""
    along = [value for line in lines for value in (line[1 - axis], line[3 - axis])]
    longest = max(abs(line[1 - axis] - line[3 - axis]) for line in lines)
    reach = max(along) - min(along)
    return reach > length * 0.9 or (longest <= _LONG and reach > 2 * longest + _PIECE)


def _most(cuts: Sequence[tuple[tuple[float, ...], tuple[float, ...]]]) -> tuple[int, int]:
    """The most cuts of a page, across and down."""
    return max((len(xs) for xs, _ in cuts), default=0), max((len(ys) for _, ys in cuts), default=0)


def _sheet(page: Any, surveyed: Surveyed) -> Sheet:
    """A page as `measure` tells of it, but from what is painted; a profile is taken back."""
    declared = page.obj.get("/PNP_Moved")
    moved: Matrix = tuple(float(value) for value in declared) if declared is not None else IDENTITY  # type: ignore[assignment]
    undo = back(moved) if declared is not None else IDENTITY
    faces = tuple(_face(piece.id, [through(undo, *corner) for corner in piece.corners]) for piece in surveyed.pieces)
    rulers = []
    fold = None
    for form in surveyed.labelled:
        points = [through(undo, *point) for point in form.points]
        if form.label == "fold" and points:
            fold = (round(points[0][0]), round(points[0][1]), round(points[-1][0]), round(points[-1][1]))
        elif points:
            a, b = times(form.matrix, undo)[:2]
            along = [(x * a + y * b) / hypot(a, b) for x, y in points]
            rulers.append((form.label.removeprefix("ruler-"), max(along) - min(along)))
    trim, bleed = (_box(values, page, surveyed) for values in (page.trimbox, page.obj.get("/BleedBox", page.trimbox)))
    size = Size(round(surveyed.width), round(surveyed.height))
    return Sheet(size, trim, bleed, faces, tuple(rulers), 0, moved, fold)


def _face(id: str, corners: Sequence[tuple[float, float]]) -> Face:
    (x, y), (right, across), (low, bottom) = corners
    xs, ys = (x, right, low, right + low - x), (y, across, bottom, across + bottom - y)
    left, top = round(min(xs)), round(min(ys))
    trim = Box(left, top, round(max(xs)) - left, round(max(ys)) - top)
    return Face(id, trim, None, round(degrees(atan2(x - low, bottom - y))) % 360)


def _box(values: Any, page: Any, surveyed: Surveyed) -> Box:
    unit = surveyed.width / (float(page.mediabox[2]) - float(page.mediabox[0]))
    left, low, right, high = (float(value) for value in values)
    x, y = round((left - float(page.mediabox[0])) * unit), round((float(page.mediabox[3]) - high) * unit)
    return Box(x, y, round((right - left) * unit), round((high - low) * unit))


def _boxes(pages: Any, sheets: Sequence[Sheet]) -> Iterator[Boxes]:
    """Pages that follow one another with the same boxes, told once."""
    last: Boxes | None = None
    for number, sheet in enumerate(sheets, start=1):
        media = Box(0, 0, sheet.size.width, sheet.size.height)
        nested = media.grown(1).holds(sheet.bleed) and sheet.bleed.grown(1).holds(sheet.trim)
        now = Boxes(number, 1, sheet.size, sheet.trim, sheet.bleed, nested)
        if last and (last.size, last.trim, last.bleed) == (now.size, now.trim, now.bleed):
            last = replace(last, count=last.count + 1)
            continue
        if last:
            yield last
        last = now
    if last:
        yield last


def _registration(whole: Measured, told: _Told) -> Registration | None:
    """How fronts and backs meet, by the pieces that the file tells of, else by its marks, else by what is drawn."""
    if any(page.fold for page in whole.pages):
        off = [pair.off for pair in folded(whole)]
        return Registration("fold", "pieces", len(off), max(off)) if off else None
    for way in ("long", "short"):
        if whole.duplex == way and (found := [pair.off for pair in pairs(whole, way)]):
            return Registration(way, "pieces", len(found), max(found))
    asked: tuple[str, ...] = (whole.duplex,) if whole.duplex else ("long", "short")
    met = [one for way in asked if (one := _by_marks(way, whole, told.cuts))]
    met = met or [one for way in asked if (one := _by_shapes(way, whole, told.shapes))]
    return min(met, key=lambda one: one.off, default=None)


def _by_marks(
    way: str, whole: Measured, cuts: Sequence[tuple[tuple[float, ...], tuple[float, ...]]]
) -> Registration | None:
    """Each two pages compared by where their marks lie when the paper is turned."""
    count, most = 0, 0.0
    for index in range(0, len(cuts) - 1, 2):
        size, (front, back) = whole.pages[index].size, cuts[index : index + 2]
        upright = (way == "long") == (size.height >= size.width)
        for axis, length in ((0, size.width), (1, size.height)):
            turned = sorted(length - at for at in front[axis]) if upright == (axis == 0) else list(front[axis])
            if len(turned) != len(back[axis]):
                return None
            count += len(turned)
            most = max([most, *(abs(a - b) for a, b in zip(turned, back[axis], strict=True))])
    return Registration(way, "marks", count, most) if count else None


def _by_shapes(way: str, whole: Measured, drawn: Sequence[tuple[Edges, ...]]) -> Registration | None:
    """Each two pages compared by the grounds and pictures that lie behind each other."""
    count, most = 0, 0.0
    for index in range(0, len(drawn) - 1, 2):
        size, (front, back) = whole.pages[index].size, drawn[index : index + 2]
        met = meet(front, back, size, (way == "long") == (size.height >= size.width))
        if met is None:
            return None
        count, most = count + met[0], max(most, met[1])
    return Registration(way, "shapes", count, most) if count else None
