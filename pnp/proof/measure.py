"""A finished PDF re-opened: what it says of itself and where things lie on its pages. Owns pikepdf."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from io import BytesIO
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any, Final, Literal

from pnp.proof.plain import Objects, Page, entries
from pnp.proof.stream import IDENTITY, Lay, Matrix, Read, Spot, around, back, named, points, reach, read, through, times
from pnp.records import dataclass
from pnp.units import POINT, Box, Size

# Type in a form that is drawn at less than this of its size is a picture of type: the board in small on a guide.
SMALLER: Final = 0.6
# So many sets of forms are remembered.
_MOST: Final = 1_000


@dataclass(frozen=True, slots=True)
class Face:
    """A face on a page: its piece's id, its trim and what shows of it, in micrometres from the top left of the page as
    the operators put it there, and the direction of its own up, in degrees clockwise from the page's."""

    id: str
    trim: Box
    shown: Box | None
    up: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page. Boxes are micrometres from its top left; `rulers` are (label, length); `smallest` type is micrometres, 0
    where there is no type. What a printer's profile did to the page is `moved` (micrometres, y down), and taken back from
    all that is measured. `fold` are the ends (x, y, x, y) of the line that it is folded along."""

    size: Size
    trim: Box
    bleed: Box
    faces: tuple[Face, ...]
    rulers: tuple[tuple[str, float], ...]
    smallest: int
    moved: Matrix = IDENTITY
    fold: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Letters:
    """A font of the file."""

    name: str
    embedded: bool
    subset: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """A finished PDF as it is found."""

    path: Path
    bytes: int
    title: str
    subject: str
    producer: str
    language: str
    unscaled: bool
    duplex: Literal["", "long", "short"]
    dated: bool
    fonts: tuple[Letters, ...]
    outline: int
    pages: tuple[Sheet, ...]


# A dictionary of the file: `plain.Table` or `pikepdf.Dictionary`, which answer alike.
_Table = Any


def measure(path: Path) -> Measured:
    """Re-open a PDF and measure it. Raises `OSError` or `pikepdf.PdfError` where it is none."""
    import pikepdf

    # Its bytes, for pikepdf takes no path whose name is not UTF-8.
    data = path.read_bytes()
    with pikepdf.open(BytesIO(data)) as file:
        fonts = (thing for thing in file.objects if _is_font(thing))
        forms = _Forms(lambda thing: thing)
        pages = tuple(_any(_whole(page), forms) for page in file.pages)
        return measured(path, len(data), file.trailer, pages, tuple(letters(fonts)))


def _is_font(thing: Any) -> bool:
    import pikepdf

    return isinstance(thing, pikepdf.Dictionary) and str(thing.get("/Type", "")) == "/Font"


def _whole(page: Any) -> _Table:
    """A page with what it inherits, and its content in one."""
    page.contents_coalesce()
    page.obj["/MediaBox"], page.obj["/TrimBox"], page.obj["/Resources"] = page.mediabox, page.trimbox, page.resources
    return page.obj


def measured(path: Path, size: int, trailer: _Table, pages: tuple[Sheet, ...], fonts: tuple[Letters, ...]) -> Measured:
    """What a file says of itself as a whole, with its pages and fonts."""
    root, info = trailer["/Root"], trailer.get("/Info", {})
    wishes = root.get("/ViewerPreferences", {})
    duplex = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}.get(str(wishes.get("/Duplex", "")), "")
    return Measured(
        path=path,
        bytes=size,
        title=str(info.get("/Title", "")),
        subject=str(info.get("/Subject", "")),
        producer=str(info.get("/Producer", "")),
        language=str(root.get("/Lang", "")),
        unscaled=str(wishes.get("/PrintScaling", "")) == "/None",
        duplex=duplex,  # type: ignore[arg-type]  # one of the three
        dated="/CreationDate" in info or "/ModDate" in info,
        fonts=fonts,
        outline=int(root["/Outlines"].get("/Count", 0)) if "/Outlines" in root else 0,
        pages=pages,
    )


def letters(fonts: Iterable[_Table]) -> Iterator[Letters]:
    """Every font that text may be set in: composite fonts by their descendants."""
    found: dict[str, Letters] = {}
    for thing in fonts:
        if str(thing.get("/Subtype")) == "/Type0":
            continue
        sheet = thing.get("/FontDescriptor", {})
        name = str(thing.get("/BaseFont", "/?"))[1:]
        embedded = str(thing.get("/Subtype")) == "/Type3" or any(f"/FontFile{n}" in sheet for n in ("", "2", "3"))
        found[name] = Letters(name, embedded, len(name) > 7 and name[6] == "+" and name[:6].isupper())
    yield from (found[name] for name in sorted(found))


@dataclass(frozen=True, slots=True, eq=False)
class _Form:
    """A form: its label, its smallest type in its own units, and, of rulers and folds, the points that they join."""

    label: str
    smallest: float
    points: tuple[tuple[float, float], ...] = ()


class _Forms:
    """Form XObjects read once each, by object number; `find` gives what a reference stands for."""

    def __init__(self, find: Callable[[Any], _Table]) -> None:
        self._find = find
        self._known: dict[int, _Form] = {}

    def named(self, listed: Iterable[tuple[bytes, Any]]) -> dict[bytes, _Form]:
        """The forms among what is listed that anything is measured from, by their names."""
        forms = [(name, self._of(thing)) for name, thing in listed]
        return {name: form for name, form in forms if form.smallest or form.points}

    def _of(self, thing: Any) -> _Form:
        number = thing if isinstance(thing, int) else thing.objgen[0]
        return self._known.get(number) or self._form(number, self._find(thing))

    def _form(self, number: int, thing: _Table) -> _Form:
        self._known[number] = _Form("", 0.0)  # should a form draw itself
        if str(thing.get("/Subtype")) == "/Form":
            content, label = thing.read_bytes(), str(thing.get("/PNP_Label", ""))
            # Most are drawings, which show and draw nothing.
            typed = b"Tf" in content or b"Do" in content
            size = smallest(read(content), self.named(entries(thing))) if typed else 0.0
            ends = points(content) if label == "fold" or label.startswith("ruler-") else ()
            self._known[number] = _Form(label, size, ends)
        return self._known[number]


def smallest(found: Read, forms: Mapping[bytes, _Form]) -> float:
    """The smallest type of a stream in its own units, its faces' and forms' included; 0 for none."""
    typed, least = {name: form.smallest for name, form in forms.items() if form.smallest}, SMALLER * found.lay.unit
    if not typed:
        return found.smallest
    drawn = [*found.art, *[(one.name, one.larger) for one in found.lay.forms]]
    sizes = [found.smallest, *[typed[name] * larger for name, larger in drawn if name in typed and larger >= least]]
    return min([size for size in sizes if size], default=0.0)


class Opened:
    """The pages of a file of the plain kind, whose objects come as they are written."""

    def __init__(self, objects: Objects) -> None:
        self._objects, self._forms = objects, _Forms(objects.find)
        # The forms of pages that use the same.
        self._named: dict[bytes, dict[bytes, _Form]] = {}

    def page(self, page: Page) -> Opening:
        """A page as it is measured. Raises `NotPlain`."""
        rest = page.rest
        forms = self._named.get(rest.uses.spelt)
        if forms is None:
            if len(self._named) >= _MOST:
                self._named.clear()
            forms = self._named[rest.uses.spelt] = self._forms.named(rest.uses.listed)
        found = read(self._objects.data(page.content))
        drawn = tuple([forms.get(one.name) for one in found.lay.forms])
        alike = rest.alike, found.lay, drawn
        return Opening(alike, found.ids, round(smallest(found, forms) * _unit(rest.table)), rest.table, found, forms)


@dataclass(frozen=True, slots=True)
class Opening:
    """A page as it is opened: what tells how all of it is laid, and its own: whose faces lie there, its smallest type."""

    alike: Hashable
    ids: tuple[bytes | None, ...]
    smallest: int
    table: _Table
    found: Read
    forms: Mapping[bytes, _Form]

    def sheet(self) -> Sheet:
        """The page as it is measured, all of it."""
        return _sheet(self.table, self.found, self.forms)


def _any(page: _Table, forms: _Forms) -> Sheet:
    found = read(page["/Contents"].read_bytes() if "/Contents" in page else b"")
    return _sheet(page, found, forms.named(entries(page)))


def _unit(page: _Table) -> float:
    """Micrometres to one of a page's units."""
    return POINT * float(page.get("/UserUnit", 1))


def _sheet(page: _Table, found: Read, forms: Mapping[bytes, _Form]) -> Sheet:
    unit = _unit(page)
    left, bottom, right, top = (float(value) for value in page["/MediaBox"])
    # From here on the page's lower left is at nothing, whatever its MediaBox says.
    moved: Matrix = (1.0, 0.0, 0.0, 1.0, -left, -bottom)
    height = top - bottom
    declared = page.get("/PNP_Moved")
    profile: Matrix = tuple(float(value) for value in declared) if declared else IDENTITY  # type: ignore[assignment]
    if declared:
        down: Matrix = (1 / unit, 0.0, 0.0, -1 / unit, 0.0, height)
        moved = times(moved, times(times(back(down), back(profile)), down))

    def box(values: Any) -> Box:
        x1, y1, x2, y2 = (float(value) for value in values)
        return around(moved, x1, y1, x2 - x1, y2 - y1, height, unit)

    trim = page.get("/TrimBox") or page["/MediaBox"]
    seen = [_seen(spot, moved, height, unit) for spot in found.lay.spots]
    return Sheet(
        size=Size(round((right - left) * unit), round(height * unit)),
        trim=box(trim),
        bleed=box(page.get("/BleedBox") or trim),
        faces=tuple([Face(named(id), *where) for id, where in zip(found.ids, seen, strict=True)]),
        rulers=tuple(_rulers(found.lay, forms, moved, unit)),
        smallest=round(smallest(found, forms) * unit),
        moved=profile,
        fold=_fold(found.lay, forms, moved, height, unit),
    )


def _seen(spot: Spot, moved: Matrix, height: float, unit: float) -> tuple[Box, Box | None, int]:
    """The trim of a face on its page, what shows of it, and its up."""
    matrix, shown = times(spot.matrix, moved), None
    up = round(degrees(atan2(-matrix[2], -matrix[3]))) % 360
    if spot.clip:
        shown = around(times(spot.before, moved), *spot.clip, height, unit)
    return around(matrix, 0.0, 0.0, spot.width, spot.height, height, unit), shown, up


def _fold(
    lay: Lay, forms: Mapping[bytes, _Form], moved: Matrix, height: float, unit: float
) -> tuple[int, int, int, int] | None:
    """The line that a page is folded along: a form that says that it is one, where its own line lies."""
    for drawn in lay.forms:
        form = forms.get(drawn.name)
        if form is not None and form.label == "fold" and form.points:
            (x1, y1), (x2, y2) = (through(times(drawn.matrix, moved), *form.points[end]) for end in (0, -1))
            return (round(x1 * unit), round((height - y1) * unit), round(x2 * unit), round((height - y2) * unit))
    return None


def _rulers(lay: Lay, forms: Mapping[bytes, _Form], moved: Matrix, unit: float) -> Iterator[tuple[str, float]]:
    """The rulers drawn on a page: forms that say that they are one, as long as their lines are."""
    for drawn in lay.forms:
        form = forms.get(drawn.name)
        if form is not None and reach(form.points) and form.label not in ("ruler-labels", "fold"):
            a, b = times(drawn.matrix, moved)[:2]
            yield form.label.removeprefix("ruler-"), reach(form.points) * hypot(a, b) * unit
