"""Sheets → a PDF. Page contents are written here as operators; pydyf spells the objects around them.

The same sheets make the same bytes: no clock, no chance; the file's /ID comes from its content.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from typing import BinaryIO, Final, Protocol

from pnp.draw.document import Moved, Page, Sheets
from pnp.draw.frame import Frame
from pnp.records import dataclass
from pnp.targets.pdf.body import Body, array, packed, real, reference, table, text
from pnp.targets.pdf.fonts import Letters
from pnp.targets.pdf.ink import MITER_LIMIT, Pen, Stock, placing
from pnp.units import POINT, Box, Size, points

PRODUCER: Final = "pnp"
# What lies on a page so often is drawn by reference: less is as short when it is deflated.
_OFTEN: Final = 3
_DUPLEX: Final = (("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"))


@dataclass(frozen=True, slots=True)
class Written:
    """A page's content, deflated; the ids of what it uses, and its letters by fonts."""

    content: bytes
    used: tuple[str, ...]
    letters: tuple[Letters, ...]


class Pages(Protocol):
    """Pages that were written before, by what is on them."""

    def get(self, key: str) -> Written | None: ...
    def put(self, key: str, page: Written) -> None: ...


def write(sheets: Sheets, file: BinaryIO, before: Pages | None = None) -> int:
    """Write the sheets, page by page as they are made; the number of pages. What is known from `before` is not drawn again.
    Raises `OSError` where `file` or a picture fails."""
    book = Book(file, before)
    for page in sheets.pages:
        book.add(page)
    return book.close(sheets)


def _info(sheets: Sheets) -> dict[str, object]:
    told = {"Title": sheets.title, "Subject": sheets.subject, "Producer": PRODUCER, "PNP_Geometry": sheets.geometry}
    return {key: text(value) for key, value in told.items() if value}


def _catalogue(sheets: Sheets, book: Book) -> dict[str, object]:
    wishes: dict[str, object] = {"PrintScaling": "/None", "DisplayDocTitle": "true", "PickTrayByPDFSize": "true"}
    if sheets.duplex in ("long", "short"):
        wishes["Duplex"] = dict(_DUPLEX)[sheets.duplex]
    root: dict[str, object] = {"Type": "/Catalog", "Pages": reference(book.tree), "Lang": text(sheets.language)}
    root["ViewerPreferences"] = table(wishes)
    if any(book.labels):
        entries = [part for index, label in enumerate(book.labels) for part in (index, b"<</P %b>>" % text(label).data)]
        root["PageLabels"] = table({"Nums": array(entries)})
    if sheets.outline:
        root["Outlines"] = reference(_outline(sheets, book))
        root["PageMode"] = "/UseOutlines"
    return root


def _outline(sheets: Sheets, book: Book) -> int:
    """The bookmarks, all on one level; the number of their root."""
    top, *numbers = (book.body.reserve() for _ in range(len(sheets.outline) + 1))
    ends = {"First": reference(numbers[0]), "Last": reference(numbers[-1]), "Count": len(numbers)}
    book.body.put(top, table({"Type": "/Outlines"} | ends))
    for index, (title, page) in enumerate(sheets.outline):
        entry: dict[str, object] = {"Title": text(title), "Parent": reference(top), "Dest": f"[{book.kids[page]} /Fit]"}
        if index:
            entry["Prev"] = reference(numbers[index - 1])
        if index + 1 < len(numbers):
            entry["Next"] = reference(numbers[index + 1])
        book.body.put(numbers[index], table(entry))
    return top


class Book:
    """A file being written, page by page."""

    def __init__(self, file: BinaryIO, before: Pages | None = None) -> None:
        self.body, self.before = Body(file), before
        self.stock = Stock(self.body)
        self.tree = self.body.reserve()
        self.kids: list[str] = []
        self.labels: list[str] = []
        # Resources by what a page uses, and the letters of pages that the file is known to have.
        self._resources: dict[tuple[str, ...], str] = {}
        self._used: set[Letters] = set()

    def add(self, page: Page) -> None:
        """Write a page: its content, then its dictionary. One that was written before is taken as it was where the file
        has all that it uses: what brings a font, form or picture into the file is drawn."""
        known = self.before.get(page.key) if page.key and self.before else None
        if known is None or not self._has(known):
            pen = Pen(self.stock)
            self._draw(page, pen)
            known = Written(packed(pen.content()), *pen.uses())
            self.stock.room()
            if page.key and self.before:
                self.before.put(page.key, known)
        content, number = self.body.reserve(), self.body.reserve()
        self.body.deflated(content, known.content)
        self.body.put(number, self._page(page, self._spelt(known.used), content))
        self.kids.append(reference(number))
        self.labels.append(page.label)

    def close(self, sheets: Sheets) -> int:
        """Write what stands after the pages, and what is told of the sheets as a whole; the number of pages."""
        body = self.body
        self.stock.close()
        body.put(self.tree, table({"Type": "/Pages", "Kids": array(self.kids), "Count": len(self.kids)}))
        info = body.reserve()
        body.put(info, table(_info(sheets)))
        root = body.reserve()
        body.put(root, table(_catalogue(sheets, self)))
        body.close(root, info)
        return len(self.kids)

    def _has(self, known: Written) -> bool:
        """Whether the file has all that a page uses, its letters under the very codes that it has them; they are used from
        now on."""
        if known.used not in self._resources and not all(id in self.stock.numbers for id in known.used):
            return False
        for letters in known.letters:
            if letters not in self._used:
                id, plain, others = letters
                font = self.stock.fonts[id]
                if any(font.code(glyph, characters) != code for glyph, characters, code in others):
                    return False
                font.plain.update(dict.fromkeys(plain))
                self._used.add(letters)
        return True

    def _spelt(self, used: tuple[str, ...]) -> str:
        """The resources of a page."""
        spelt = self._resources.get(used)
        if spelt is None:
            spelt = self._resources[used] = self.stock.resources(used)
        return spelt

    def _draw(self, page: Page, pen: Pen) -> None:
        unit = f"{1 / POINT:.12f}"
        pen.out.append(f"{unit} 0 0 -{unit} 0 {real(points(page.size.height))} cm {MITER_LIMIT}\n")
        if page.moved:
            pen.out.append(f"{_numbers(page.moved)} cm\n")
        times = Counter([id(placed.frame.items) for placed in page.placed])
        # By the identity of their frames.
        forms: dict[int, str] = {}
        for placed in page.placed:
            frame, clip = placed.frame, placed.clip
            seen = (clip.x, clip.y, clip.width, clip.height) if clip else None
            lies, part = _lying(frame.size.width, frame.size.height, placed.x, placed.y, placed.turn, seen)
            form = forms.get(id(frame), "")
            if not form and (part or times[id(frame.items)] >= _OFTEN):
                # Without a label: whose face it is first depends on what else is in the file.
                form = forms[id(frame)] = pen.use(self.stock.form(frame.items, _reach(frame), ""))
            # A marked piece with its trim, so that the finished file can be measured.
            begun = f"/Face<<{_name(placed.id)}{lies}"
            if form:
                pen.out.append(f"{begun} /{form} Do Q\nEMC\n")
            else:
                pen.within(begun, frame.items)
                pen.out.append("EMC\n")
        pen.draw(page.furniture)

    def _page(self, page: Page, resources: str, content: int) -> str:
        """A page's dictionary, spelt here: there may be thousands."""
        links = f"/Parent {reference(self.tree)}/Contents {reference(content)}/Resources{resources}"
        return f"<</Type/Page{links}{_laid(page.size, page.trim, page.bleed, page.moved)}>>"


@lru_cache(maxsize=1_024)
def _lying(
    width: int, height: int, x: int, y: int, turn: int, seen: tuple[int, int, int, int] | None
) -> tuple[str, bool]:
    """How a frame begins that lies so, after its name; and whether less than its trim is seen, as on a tile: other pages show
    the rest."""
    window = f"{' '.join(map(str, seen))} re W n " if seen else ""
    part = seen is not None and not turn and (seen[2] < width or seen[3] < height)
    return f"/Trim[{width} {height}]>>BDC\nq {window}{placing(x, y, 1, turn)}", part


_PLAIN: Final = re.compile(r"[\w .:/-]+", re.ASCII)


@lru_cache(maxsize=1_024)
def _name(id: str) -> str:
    """The entry that names a piece; content's ids are plain letters, others are spelt in hexadecimals."""
    if not id:
        return ""
    return f"/Id({id})" if _PLAIN.fullmatch(id) else f"/Id<feff{id.encode('utf-16-be').hex()}>"


def _numbers(moved: Moved) -> str:
    """A movement's numbers, exact enough for a metre of paper."""
    return " ".join(f"{value:.9f}".rstrip("0").rstrip(".") or "0" for value in moved)


def _reach(frame: Frame) -> Box:
    return Box(0, 0, frame.size.width, frame.size.height).grown(frame.bleed)


@cache
def _laid(size: Size, trim: Box | None, bleed: Box | None, moved: Moved | None) -> str:
    """Where a page's content lies, as its dictionary says it."""
    whole = Box(0, 0, size.width, size.height)
    trim = trim or whole
    boxes = (("MediaBox", whole), ("BleedBox", bleed or trim), ("TrimBox", trim))
    spelt = "".join(f"/{name}{_box(box, size.height)}" for name, box in boxes)
    return f"{spelt}/PNP_Moved[{_numbers(moved)}]" if moved else spelt


def _box(box: Box, height: int) -> str:
    left, bottom, right, top = box.x, height - box.bottom, box.right, height - box.y
    return "[" + " ".join(real(points(value)) for value in (left, bottom, right, top)) + "]"
