"""What must be true of a printed file, against what was measured of it. A fault here is a fault of `pnp`, not of content,
unless its message says otherwise."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal

from pnp.diag import Diagnostic, Span
from pnp.proof.measure import Face, Measured, Sheet
from pnp.records import dataclass
from pnp.units import INCH, MM, POINT, Size, mm, pt

# Backs lie within this of their fronts, and rulers and boxes within it of what they should be.
CLOSE: Final = 50
SMALLEST: Final = round(5 * POINT)
RULERS: Final = (("100mm", 100 * MM), ("4in", 4 * INCH))


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a file should be: `sizes` of its pages, standing or lying; the edge that backs are turned over; whether every
    page has rulers; how many pages (0 for any); the `least` type, and the `most` bytes.
    """

    sizes: tuple[Size, ...] = ()
    duplex: Literal["", "long", "short", "fold"] = ""
    ruled: bool = True
    pages: int = 0
    least: int = SMALLEST
    most: int = 3_000_000


def prove(measured: Measured, expected: Expected, shown: str = "") -> Iterator[Diagnostic]:
    """What is wrong with a finished file, which is told of as `shown`, or by its own path."""
    span, pages = Span(shown or str(measured.path)), measured.pages
    told = [*whole(measured, len(pages), expected), *fonts(measured)]
    for start in range(0, len(pages), 2):
        told += leaf(pages[start : start + 2], start + 1, expected)
    return (Diagnostic(code, span, message) for code, message in told)


_Told = Iterator[tuple[str, str]]


def whole(measured: Measured, pages: int, expected: Expected) -> _Told:
    """What a file of so many pages says of itself."""
    if not measured.unscaled:
        yield "proof/scaling", "viewers are not told to print it without scaling"
    if measured.dated:
        yield "proof/date", "it says when it was made, so that no two builds are alike"
    if not measured.title:
        yield "proof/title", "it has no title"
    if not measured.language:
        yield "proof/language", "it does not say which language it is in"
    if expected.pages and pages != expected.pages:
        yield "proof/pages", f"it has {pages} pages, not {expected.pages}"
    if measured.bytes > expected.most:
        yield "proof/bytes", f"it is {measured.bytes / 1e6:.1f} MB large, more than {expected.most / 1e6:.1f} MB"
    if measured.duplex != (expected.duplex if expected.duplex != "fold" else ""):
        yield "proof/duplex", f"it asks for turning over the '{measured.duplex}' edge, not the '{expected.duplex}' edge"


def fonts(measured: Measured) -> _Told:
    """All of a file's fonts are in it, as far as they are used."""
    for font in measured.fonts:
        if not font.embedded:
            yield "proof/font", f"the font '{font.name}' is not in the file"
        elif not font.subset:
            yield "proof/subset", f"the font '{font.name}' is in the file with all of its glyphs"


def leaf(pages: Sequence[Sheet], first: int, expected: Expected) -> _Told:
    """One or two pages from the one numbered `first`."""
    for number, page in enumerate(pages, first):
        yield from _page(number, page, expected)
    yield from _backs(pages, first, expected)


def meeting(pages: Sequence[Sheet], expected: Expected) -> tuple[list[int], list[int]] | None:
    """Of a leaf that is right as it is laid, whosever faces lie there: which of its faces, counted over its pages, meet
    which. None where it is wrong."""
    nameless = [_named(page, ("",) * len(page.faces)) for page in pages]
    if any(leaf(nameless, 1, expected)):
        return None
    count = itertools.count()
    numbered = [_named(page, [str(next(count)) for _ in page.faces]) for page in pages]
    met = [(int(pair.front.id), int(pair.back.id)) for pair in _met(numbered, 1, expected)]
    return [front for front, _ in met], [back for _, back in met]


def _named(page: Sheet, names: Sequence[str]) -> Sheet:
    """A page whose type is large and whose faces have other names."""
    faces = tuple([Face(name, face.trim, face.shown, face.up) for face, name in zip(page.faces, names, strict=True)])
    return replace(page, smallest=0, faces=faces)


def _page(number: int, page: Sheet, expected: Expected) -> _Told:
    if expected.sizes and not any(_alike(page.size, size) for size in expected.sizes):
        yield "proof/size", f"page {number} is {page.size}, not {expected.sizes[0]}"
    if not page.bleed.grown(CLOSE).holds(page.trim):
        yield "proof/box", f"page {number} has a TrimBox that reaches out of its BleedBox"
    if page.smallest and page.smallest < expected.least - 1:
        yield "proof/type", f"page {number} has type of {pt(page.smallest)}, less than {pt(expected.least)}"
    if expected.ruled:
        yield from _rulers(number, page)
    yield from _shown(number, page)


def _alike(one: Size, other: Size) -> bool:
    if (one.width > one.height) != (other.width > other.height):
        other = other.turned()
    return abs(one.width - other.width) <= CLOSE and abs(one.height - other.height) <= CLOSE


def _rulers(number: int, page: Sheet) -> _Told:
    found = dict(page.rulers)
    for name, length in RULERS:
        if name not in found:
            yield "proof/ruler", f"page {number} has no ruler of {name}"
        elif abs(found[name] - length) > CLOSE:
            yield "proof/ruler", f"page {number} has a ruler of {name} that is {mm(round(found[name]))} long"


def _shown(number: int, page: Sheet) -> _Told:
    """Tiles show a part of their board; pieces are whole, and no piece's art lies on another."""
    several = len(page.faces) > 1
    for face in page.faces:
        if several and face.shown and not face.shown.grown(CLOSE).holds(face.trim):
            yield "proof/clip", f"page {number}: {_said(face)} is cut short by what lies beside it"


def _said(face: Face) -> str:
    return f"the piece '{face.id}'" if face.id else f"a piece at {mm(face.trim.x)}, {mm(face.trim.y)}"


@dataclass(frozen=True, slots=True)
class Pair:
    """A front, the back that was found behind it, and where that should be: `off` is how far apart its edges are at most,
    in micrometres."""

    page: int
    front: Face
    back: Face
    meets: Face

    @property
    def off(self) -> int:
        return _apart(self.back, self.meets)


def pairs(measured: Measured, edge: Literal["long", "short"]) -> Iterator[Pair]:
    """Every front with the back nearest behind it when the paper of each two pages is turned over an edge."""
    for index in range(0, len(measured.pages) - 1, 2):
        yield from _behind(measured.pages[index], measured.pages[index + 1], index + 1, edge)


def _behind(front: Sheet, back: Sheet, number: int, edge: Literal["long", "short"]) -> Iterator[Pair]:
    behind = {_key(face): face for face in back.faces}
    for face in front.faces:
        meets = _turned(face, front.size, edge)
        near = behind.get(_key(meets)) or min(back.faces, key=lambda other: _apart(other, meets), default=None)
        if near is not None:
            yield Pair(number, face, near, meets)


def folded(measured: Measured) -> Iterator[Pair]:
    """Every face left of or above the fold of its page with the back that comes to lie nearest behind it."""
    for number, page in enumerate(measured.pages, start=1):
        yield from _about(page, number)


def _about(page: Sheet, number: int) -> Iterator[Pair]:
    for face in page.faces if page.fold else ():
        meets = _folded(face, page.fold or (0, 0, 0, 0))
        if (meets.trim.x, meets.trim.y) > (face.trim.x, face.trim.y):
            near = min(page.faces, key=lambda other: _apart(other, meets))
            yield Pair(number, face, near, meets)


def _folded(face: Face, fold: tuple[int, int, int, int]) -> Face:
    """Where a face comes to lie when its page is folded, and which way up its back must look."""
    x, y, right, bottom = fold
    if abs(bottom - y) > abs(right - x):
        return Face(face.id, face.trim.moved(x + right - face.trim.right - face.trim.x, 0), None, -face.up % 360)
    return Face(face.id, face.trim.moved(0, y + bottom - face.trim.bottom - face.trim.y), None, (180 - face.up) % 360)


def _key(face: Face) -> tuple[int, int]:
    """A face's place, roughly: what is exactly right is found at once."""
    return round(face.trim.x / MM), round(face.trim.y / MM)


def _apart(one: Face, other: Face) -> int:
    a, b = one.trim, other.trim
    return max(abs(a.x - b.x), abs(a.y - b.y), abs(a.right - b.right), abs(a.bottom - b.bottom))


def _turned(face: Face, size: Size, edge: Literal["long", "short"]) -> Face:
    """Where a face is seen from behind, and which way a back must look that is upright when its piece is turned."""
    trim = face.trim
    # The long edge is an upright one unless the paper lies.
    if (edge == "long") == (size.height >= size.width):
        behind = trim.moved(size.width - trim.right - trim.x, 0)
        return Face(face.id, behind, None, -face.up % 360)
    behind = trim.moved(0, size.height - trim.bottom - trim.y)
    return Face(face.id, behind, None, (180 - face.up) % 360)


def _met(pages: Sequence[Sheet], first: int, expected: Expected) -> Iterable[Pair]:
    """The fronts and backs of a leaf."""
    if expected.duplex == "fold":
        return (pair for number, page in enumerate(pages, first) for pair in _about(page, number))
    return _behind(pages[0], pages[1], first, expected.duplex) if expected.duplex and len(pages) == 2 else ()


def _backs(pages: Sequence[Sheet], first: int, expected: Expected) -> _Told:
    """Every piece's back is behind its front: the same piece, as near as can be cut, the right way up."""
    if expected.duplex == "fold" and not all(page.fold for page in pages):
        yield "proof/fold", "it is to be folded, but a page has no line for that"
    for pair in _met(pages, first, expected):
        which = f"page {pair.page}" if expected.duplex == "fold" else f"pages {pair.page} and {pair.page + 1}"
        where = f"{which}: {_said(pair.front)}"
        if pair.off > CLOSE:
            yield "proof/registration", f"{where} has its back {mm(pair.off)} off"
        elif pair.front.id != pair.back.id:
            yield "proof/back", f"{where} has the back of '{pair.back.id}'"
        elif pair.back.up != pair.meets.up:
            yield "proof/turn", f"{where} has its back the wrong way up"
