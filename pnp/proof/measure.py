"""A finished PDF re-opened: what it says of itself and where things lie on its pages. Owns pikepdf."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from math import atan2, degrees
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from pnp.proof.stream import Drawn, Lying, Matrix, Read, around, corners, length, read, scale, through
from pnp.records import dataclass
from pnp.units import POINT, Box, Size

if TYPE_CHECKING:
    import pikepdf

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
    where there is no type."""

    size: Size
    trim: Box
    bleed: Box
    faces: tuple[Face, ...]
    rulers: tuple[tuple[str, float], ...]
    smallest: int


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


def measure(path: Path) -> Measured:
    """Re-open a PDF and measure it. Raises `OSError` or `pikepdf.PdfError` where it is none."""
    import pikepdf

    # Its bytes, for pikepdf takes no path whose name is not UTF-8.
    with pikepdf.open(BytesIO(path.read_bytes())) as file:
        root, info = file.Root, file.trailer.get("/Info", pikepdf.Dictionary())
        wishes = root.get("/ViewerPreferences", pikepdf.Dictionary())
        duplex = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}.get(
            str(wishes.get("/Duplex", "")), ""
        )
        forms = _Forms()
        return Measured(
            path=path,
            bytes=path.stat().st_size,
            title=str(info.get("/Title", "")),
            subject=str(info.get("/Subject", "")),
            producer=str(info.get("/Producer", "")),
            language=str(root.get("/Lang", "")),
            unscaled=str(wishes.get("/PrintScaling", "")) == "/None",
            duplex=duplex,  # type: ignore[arg-type]  # one of the three
            dated="/CreationDate" in info or "/ModDate" in info,
            fonts=tuple(_fonts(file)),
            outline=int(root["/Outlines"].get("/Count", 0)) if "/Outlines" in root else 0,
            pages=tuple(_sheet(page, forms) for page in file.pages),
        )


def _fonts(file: pikepdf.Pdf) -> Iterator[Letters]:
    """Every font that text may be set in: composite fonts by their descendants."""
    found: dict[str, Letters] = {}
    for thing in file.objects:
        if not _is(thing, "/Font") or str(thing.get("/Subtype")) == "/Type0":
            continue
        sheet = thing.get("/FontDescriptor", {})
        name = str(thing.get("/BaseFont", "/?"))[1:]
        embedded = str(thing.get("/Subtype")) == "/Type3" or any(f"/FontFile{n}" in sheet for n in ("", "2", "3"))
        found[name] = Letters(name, embedded, len(name) > 7 and name[6] == "+" and name[:6].isupper())
    yield from (found[name] for name in sorted(found))


def _is(thing: Any, kind: str) -> bool:
    import pikepdf

    return isinstance(thing, pikepdf.Dictionary) and str(thing.get("/Type", "")) == kind


class _Forms:
    """Form XObjects read once each, by object number."""

    def __init__(self) -> None:
        self._smallest: dict[tuple[int, int], float] = {}

    def smallest(self, found: Read, holder: Any) -> float:
        """The smallest type of a stream in its own units, its forms' included; 0 for none."""
        sizes = [found.smallest]
        for drawn in found.forms:
            form, larger = _named(holder, drawn), scale(drawn.matrix)
            if form is not None and larger >= SMALLER * found.unit:
                sizes.append(self._within(form) * larger)
        return min((size for size in sizes if size), default=0.0)

    def _within(self, form: Any) -> float:
        if form.objgen not in self._smallest:
            self._smallest[form.objgen] = 0.0  # should a form draw itself
            self._smallest[form.objgen] = self.smallest(read(form.read_bytes()), form)
        return self._smallest[form.objgen]


def _named(holder: Any, drawn: Drawn) -> Any:
    """The form of a name in a page's or form's resources; None for a picture or nothing."""
    thing = holder.get("/Resources", {}).get("/XObject", {}).get(f"/{drawn.name}")
    return thing if thing is not None and str(thing.get("/Subtype")) == "/Form" else None


def _sheet(page: pikepdf.Page, forms: _Forms) -> Sheet:
    unit = POINT * float(page.obj.get("/UserUnit", 1))
    left, bottom, right, top = (float(value) for value in page.mediabox)
    found = read(_content(page))
    # From here on the page's lower left is at nothing, whatever its MediaBox says.
    moved: Matrix = (1.0, 0.0, 0.0, 1.0, -left, -bottom)
    height = top - bottom

    def box(values: Any) -> Box:
        x1, y1, x2, y2 = (float(value) for value in values)
        return around([through(moved, x1, y1), through(moved, x2, y2)], height, unit)

    return Sheet(
        size=Size(round((right - left) * unit), round(height * unit)),
        trim=box(page.trimbox),
        bleed=box(page.obj.get("/BleedBox", page.trimbox)),
        faces=tuple(_face(lying, moved, height, unit) for lying in found.faces),
        rulers=tuple(_rulers(found, page.obj, unit)),
        smallest=round(forms.smallest(found, page.obj) * unit),
    )


def _content(page: pikepdf.Page) -> bytes:
    page.contents_coalesce()
    return bytes(page.Contents.read_bytes()) if "/Contents" in page.obj else b""


def _face(lying: Lying, moved: Matrix, height: float, unit: float) -> Face:
    points = [through(moved, x, y) for x, y in corners(lying)]
    (x1, y1), (x2, y2) = points[3], points[0]
    up = round(degrees(atan2(x2 - x1, y2 - y1))) % 360
    shown = None
    if lying.clip:
        x, y, width, deep = lying.clip
        ends = (through(lying.before, x, y), through(lying.before, x + width, y + deep))
        shown = around([through(moved, *end) for end in ends], height, unit)
    return Face(lying.id, around(points, height, unit), shown, up)


def _rulers(found: Read, holder: Any, unit: float) -> Iterator[tuple[str, float]]:
    """The rulers drawn on a page: forms that say that they are one, as long as their lines are."""
    for drawn in found.forms:
        form = _named(holder, drawn)
        label = str(form.get("/PNP_Label", "")) if form is not None else ""
        if label.startswith("ruler-") and label != "ruler-labels":
            yield label.removeprefix("ruler-"), length(form.read_bytes(), drawn.matrix) * unit
