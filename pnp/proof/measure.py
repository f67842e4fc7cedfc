"""A finished PDF re-opened: what it says of itself and where things lie on its pages. Owns pikepdf."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any, Final, Literal

from pnp.proof.plain import File, NotPlain
from pnp.proof.stream import IDENTITY, Matrix, Read, Spot, around, back, points, reach, read, scale, through, times
from pnp.records import dataclass
from pnp.units import POINT, Box, Size

# Type in a form that is drawn at less than this of its size is a picture of type: the board in small on a guide.
SMALLER: Final = 0.6


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
    try:
        opened = Opened(path)
        return replace(opened.whole, pages=tuple(opened.sheet(index) for index in range(len(opened))))
    except NotPlain:
        return measure_any(path)


class Opened:
    """A file of the plain kind, measured page by page; `whole` is what it says of itself, without its pages. Raises
    `NotPlain` where it is of another kind, now or when a page is asked for."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self._file, self._forms = File(data), _Forms()
        self.whole = measured(path, len(data), self._file.trailer, (), tuple(letters(self._file.fonts)))

    def __len__(self) -> int:
        return len(self._file.pages)

    def sheet(self, index: int) -> Sheet:
        """A page as it is measured."""
        return _sheet(self._file.page(self._file.pages[index]), self._forms)

    def mark(self, index: int) -> str:
        """What stands for all that a page is measured from."""
        return self._file.mark(self._file.pages[index])


def measure_any(path: Path) -> Measured:
    """The same of any PDF, as pikepdf reads it."""
    import pikepdf

    # Its bytes, for pikepdf takes no path whose name is not UTF-8.
    data = path.read_bytes()
    with pikepdf.open(BytesIO(data)) as file:
        fonts = (thing for thing in file.objects if _is_font(thing))
        forms = _Forms()
        pages = tuple(_sheet(_whole(page), forms) for page in file.pages)
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


@dataclass(frozen=True, slots=True)
class _Form:
    """A form: its label, its smallest type in its own units, and, of rulers and folds, how far its lines reach along its x
    axis and the points that they join."""

    label: str
    smallest: float
    reach: float
    points: tuple[tuple[float, float], ...] = ()


class _Forms:
    """Form XObjects read once each, by object number."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], _Form] = {}
        # What pages that are alike list, by the identity of their list: it is kept so that no other can take it.
        self._listed: dict[int, tuple[_Table, dict[str, _Form | None]]] = {}

    def named(self, found: Read, holder: _Table) -> Mapping[str, _Form]:
        """The forms that a stream draws, and perhaps others, by their names in its resources; pictures are left out."""
        listed = holder.get("/Resources", {}).get("/XObject", {})
        _, forms = self._listed.setdefault(id(listed), (listed, {}))
        for name in (*[drawn.name for drawn in found.forms], *[name for art, _ in found.art for name, _ in art.forms]):
            if name not in forms:
                forms[name] = self._of(listed.get(f"/{name}"))
        return {name: form for name, form in forms.items() if form}

    def _of(self, thing: Any) -> _Form | None:
        return self._form(thing) if thing and str(thing.get("/Subtype")) == "/Form" else None

    def _form(self, thing: Any) -> _Form:
        if thing.objgen not in self._known:
            self._known[thing.objgen] = _Form("", 0.0, 0.0)  # should a form draw itself
            content = thing.read_bytes()
            found = read(content)
            label = str(thing.get("/PNP_Label", ""))
            size = smallest(found, self.named(found, thing))
            ends = points(content) if label == "fold" or label.startswith("ruler-") else ()
            self._known[thing.objgen] = _Form(label, size, reach(ends), ends)
        return self._known[thing.objgen]


def smallest(found: Read, forms: Mapping[str, _Form]) -> float:
    """The smallest type of a stream in its own units, its faces' and forms' included; 0 for none."""
    sizes = [found.smallest, *(art.smallest * larger for art, larger in found.art)]
    drawn = [(one.name, scale(one.matrix)) for one in found.forms if _has_type(one.name, forms)]
    drawn += [(name, by * larger) for art, larger in found.art for name, by in art.forms if _has_type(name, forms)]
    sizes += [forms[name].smallest * larger for name, larger in drawn if larger >= SMALLER * found.unit]
    return min((size for size in sizes if size), default=0.0)


def _has_type(name: str, forms: Mapping[str, _Form]) -> bool:
    return name in forms and forms[name].smallest > 0


def _sheet(page: _Table, forms: _Forms) -> Sheet:
    unit = POINT * float(page.get("/UserUnit", 1))
    left, bottom, right, top = (float(value) for value in page["/MediaBox"])
    found = read(page["/Contents"].read_bytes() if "/Contents" in page else b"")
    drawn = forms.named(found, page)
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
    return Sheet(
        size=Size(round((right - left) * unit), round(height * unit)),
        trim=box(trim),
        bleed=box(page.get("/BleedBox") or trim),
        faces=tuple([Face(lying.id, *_seen(lying.spot, moved, height, unit)) for lying in found.faces]),
        rulers=tuple(_rulers(found, drawn, moved, unit)),
        smallest=round(smallest(found, drawn) * unit),
        moved=profile,
        fold=_fold(found, drawn, moved, height, unit),
    )


@lru_cache(1 << 12)
def _seen(spot: Spot, moved: Matrix, height: float, unit: float) -> tuple[Box, Box | None, int]:
    """The trim of a face on its page, what shows of it, and its up."""
    matrix, shown = times(spot.matrix, moved), None
    up = round(degrees(atan2(-matrix[2], -matrix[3]))) % 360
    if spot.clip:
        shown = around(times(spot.before, moved), *spot.clip, height, unit)
    return around(matrix, 0.0, 0.0, spot.width, spot.height, height, unit), shown, up


def _fold(
    found: Read, forms: Mapping[str, _Form], moved: Matrix, height: float, unit: float
) -> tuple[int, int, int, int] | None:
    """The line that a page is folded along: a form that says that it is one, where its own line lies."""
    for drawn in found.forms:
        form = forms.get(drawn.name)
        if form is not None and form.label == "fold" and form.points:
            (x1, y1), (x2, y2) = (through(times(drawn.matrix, moved), *form.points[end]) for end in (0, -1))
            return (round(x1 * unit), round((height - y1) * unit), round(x2 * unit), round((height - y2) * unit))
    return None


def _rulers(found: Read, forms: Mapping[str, _Form], moved: Matrix, unit: float) -> Iterator[tuple[str, float]]:
    """The rulers drawn on a page: forms that say that they are one, as long as their lines are."""
    for drawn in found.forms:
        form = forms.get(drawn.name)
        if form is not None and form.reach and form.label not in ("ruler-labels", "fold"):
            a, b = times(drawn.matrix, moved)[:2]
            yield form.label.removeprefix("ruler-"), form.reach * hypot(a, b) * unit
