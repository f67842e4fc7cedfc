"""A finished PDF re-opened: what it says of itself and where things lie on its pages. Owns pikepdf."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain
from math import atan2, degrees, hypot, inf
from pathlib import Path
from typing import Any, Final, Literal

from pnp.proof.plain import Objects, Page, Rest, entries
from pnp.proof.stream import (
    IDENTITY,
    Glance,
    Lay,
    Matrix,
    Read,
    Said,
    Spot,
    Stretch,
    around,
    back,
    closing,
    glance,
    laid,
    placeless,
    read,
    stretch,
    through,
    times,
)
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
    """A form: its label, its smallest type in its own units, and, of rulers and folds, the points that they join and how far
    these lie apart."""

    label: str
    smallest: float
    points: tuple[tuple[float, float], ...] = ()
    reach: float = 0.0


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
            drawn = self.named(entries(thing)) if b"Do" in content else {}
            # Most are drawings, in which no type is set, nor in what they draw.
            size = smallest(read(content), drawn) if drawn or b"Tf" in content else 0.0
            ends = points(content) if label == "fold" or label.startswith("ruler-") else ()
            self._known[number] = _Form(label, size, ends, reach(ends))
        return self._known[number]


def named(spelt: bytes | None) -> str:
    """The id of a piece as it is spelt: a literal, or hexadecimals."""
    if not spelt:
        return ""
    return spelt[1:-1].decode("latin-1") if spelt[:1] == b"(" else bytes.fromhex(spelt[1:-1].decode()).decode("utf-16")


def points(content: bytes) -> tuple[tuple[float, float], ...]:
    """The points that a drawing of straight lines joins."""
    *lines, _ = content.replace(b" m", b" l").split(b" l")
    return tuple([(float(x), float(y)) for *_, x, y in map(bytes.split, lines)])


def reach(ends: Sequence[tuple[float, float]]) -> float:
    """How far some points lie apart along the x axis."""
    xs = [x for x, _ in ends]
    return max(xs) - min(xs) if xs else 0.0


def smallest(found: Read, forms: Mapping[bytes, _Form]) -> float:
    """The smallest type of a stream in its own units, its faces' and forms' included; 0 for none."""
    drawn = [*found.art, *[(one.name, one.larger) for one in found.lay.forms]]
    sizes = [found.smallest, *_drawn(drawn, forms, found.lay.unit)]
    return min([size for size in sizes if size], default=0.0)


def _drawn(art: Iterable[tuple[bytes, float]], forms: Mapping[bytes, _Form], unit: float) -> list[float]:
    """The type of the forms that a stream draws so much enlarged, where it enlarges everything by `unit`."""
    return [forms[name].smallest * by for name, by in art if name in forms and by >= SMALLER * unit]


class _Sizes(dict[bytes, float]):
    """The smallest type of each stretch of faces that are laid alike, infinite for none; 0 where it cannot be told of the
    stretch alone."""

    def __init__(self, read: Callable[[bytes], Stretch | None], lay: Lay, forms: Mapping[bytes, _Form]) -> None:
        self._read, self._lay, self._forms = read, lay, forms

    def __missing__(self, statements: bytes) -> float:
        if len(self) >= _MOST:
            self.clear()
        found, larger = self._read(placeless(statements)), self._lay.larger
        drawn = _drawn([(name, by * larger) for name, by in found.forms], self._forms, self._lay.unit) if found else []
        size = self[statements] = min([found.size * larger, *filter(None, drawn)]) if found else 0.0
        return size


class _Laid:
    """Pages that are laid alike: what tells them from others, and the type of them that is known."""

    def __init__(self, rest: Rest, lay: Lay, forms: Mapping[bytes, _Form]) -> None:
        self.alike: Hashable = (rest.alike, lay, tuple([forms.get(one.name) for one in lay.forms]))
        self._table, self._unit, self._forms = rest.table, _unit(rest.table), forms
        # The smallest type besides that of their faces, and that of the stretches and the ends of these.
        self._least = smallest(Read(lay, (), lay.smallest, ()), forms) or inf
        self._stretches, self._ends = _Sizes(stretch, lay, forms), _Sizes(closing, lay, forms)

    def smallest(self, seen: Glance) -> float:
        """The smallest type of such a page, infinite for none, 0 where it is not told at a glance."""
        sizes = map(self._stretches.__getitem__, seen.stretches), map(self._ends.__getitem__, seen.ends)
        return min(chain((self._least,), *sizes))

    def opening(self, ids: tuple[bytes | None, ...], smallest: float, read: Callable[[], Read]) -> Opening:
        """Such a page, which is read when all of it is measured."""
        size = 0 if smallest == inf else round(smallest * self._unit)
        return Opening(self.alike, ids, size, lambda: _sheet(self._table, read(), self._forms))


class Opened:
    """The pages of a file of the plain kind, whose objects come as they are written."""

    def __init__(self, objects: Objects) -> None:
        self._objects, self._forms = objects, _Forms(objects.find)
        # The forms of pages that use the same; how pages are laid, where that is told at a glance.
        self._named: dict[bytes, dict[bytes, _Form]] = {}
        self._laid: dict[tuple[Rest, Said], _Laid] = {}

    def page(self, page: Page) -> Opening:
        """A page as it is measured. Raises `NotPlain`."""
        content = self._objects.data(page)
        seen = glance(content)
        return (seen and self._seen(page.rest, seen, content)) or self._read(page.rest, content)

    def _seen(self, rest: Rest, seen: Glance, content: bytes) -> Opening | None:
        """A page as it is seen at a glance, if nothing is to be read for that but what other pages have as well."""
        known = self._laid.get((rest, seen.laid)) or self._as(rest, seen.laid)
        size = known.smallest(seen) if known else 0.0
        return known.opening(seen.ids, size, lambda: read(content)) if known and size else None

    def _as(self, rest: Rest, said: Said) -> _Laid | None:
        """Pages that are laid as it is said; None where that is not told at a glance."""
        lay = laid(*said)
        if not lay:
            return None
        if len(self._laid) >= _MOST:
            self._laid.clear()
        known = self._laid[rest, said] = _Laid(rest, lay, self._uses(rest))
        return known

    def _read(self, rest: Rest, content: bytes) -> Opening:
        """A page as it is read, all of it."""
        found, forms = read(content), self._uses(rest)
        return _Laid(rest, found.lay, forms).opening(found.ids, smallest(found, forms), lambda: found)

    def _uses(self, rest: Rest) -> dict[bytes, _Form]:
        """The forms that a page uses."""
        forms = self._named.get(rest.uses.spelt)
        if forms is None:
            if len(self._named) >= _MOST:
                self._named.clear()
            forms = self._named[rest.uses.spelt] = self._forms.named(rest.uses.listed)
        return forms


@dataclass(frozen=True, slots=True)
class Opening:
    """A page as it is opened: what tells how all of it is laid, and its own: whose faces lie there, its smallest type; and
    all that is measured of it."""

    alike: Hashable
    ids: tuple[bytes | None, ...]
    smallest: int
    sheet: Callable[[], Sheet]


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
        if form is not None and form.reach and form.label not in ("ruler-labels", "fold"):
            a, b = times(drawn.matrix, moved)[:2]
            yield form.label.removeprefix("ruler-"), form.reach * hypot(a, b) * unit
