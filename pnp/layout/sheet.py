"""Faces that have a sheet of paper to themselves: player aids, charts, tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from pnp.draw.document import Page, Placed, Sheets
from pnp.draw.frame import Frame, Item
from pnp.draw.turn import turned
from pnp.layout.base import GEOMETRY, Batch, Imprint, LayoutError, Options
from pnp.layout.furniture import Furniture
from pnp.layout.grid import FOOT, HEAD, TICK, fit
from pnp.layout.impose import impose
from pnp.layout.marks import drawn, ticks
from pnp.records import dataclass
from pnp.units import MM, Box, Size

# Furniture keeps this far from a face that has no bleed.
CLEAR: Final = MM


def sheet(batch: Batch, options: Options, imprint: Imprint) -> Sheets:
    """Each face of a batch in the middle of a page, its back behind it; the paper lies where the face does. Marks are
    there where the paper has room for them. To be folded, both are on one page where half of the paper holds a face; else
    they are on two, to be glued together. Raises `LayoutError` where the paper has no room for the face.
    """
    if options.backs == "fold" and batch.backed and folds(batch.size, options):
        return impose(batch, options, imprint)
    wide = batch.size.width > batch.size.height
    paper = options.paper.size.turned() if wide else options.paper.size
    pages = _Pages(batch, options, imprint, paper, upright(batch.size, paper, options))
    told = f"{batch.title}, {options.paper.title}"
    # Paper that lies is turned like a page over its short edge.
    duplex: Literal["", "long", "short"] = ""
    if batch.backed and options.backs in ("long", "short"):
        duplex = "short" if wide else "long"
    return Sheets(f"{imprint.game}: {batch.title}", told, pages, (), "en", duplex, GEOMETRY)


def folds(size: Size, options: Options) -> bool:
    """Whether half of the paper holds a face of a size, standing or lying."""
    try:
        fit(size, options)
    except LayoutError:
        return False
    return True


def upright(size: Size, paper: Size, options: Options) -> bool:
    """Whether head and foot stand upright, above and below the face; otherwise they stand at its sides."""
    spare, needed = (paper.height - size.height) // 2, options.margin + max(HEAD, FOOT) + CLEAR
    if min(paper.width - size.width, paper.height - size.height) < 2 * options.margin:
        room = Size(paper.width - 2 * options.margin, paper.height - 2 * options.margin)
        raise LayoutError(f"a sheet of {size} does not fit the {room} that {options.paper.title} paper has")
    if spare >= needed:
        return True
    if (paper.width - size.width) // 2 >= needed:
        return False
    most = Size(paper.width - 2 * options.margin, paper.height - 2 * needed)
    raise LayoutError(
        f"a sheet of {size} leaves no room for the ruler on {options.paper.title} paper, which has {most} for it"
    )


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages of sheets, fronts and backs in turn."""

    batch: Batch
    options: Options
    imprint: Imprint
    paper: Size
    upright: bool

    def __len__(self) -> int:
        return sum(face.copies * (2 if face.back and self.options.backs != "none" else 1) for face in self.batch.faces)

    def __iter__(self) -> Iterator[Page]:
        count = len(self)
        furniture = Furniture(
            self.imprint, self.options, self.batch.title, self.paper if self.upright else self.paper.turned()
        )
        number = 0
        for face in self.batch.faces:
            backs = (face.back,) if face.back and self.options.backs != "none" else ()
            for side, frame in enumerate((face.front, *backs) * face.copies):
                number += 1
                told = ("front", "back")[side % 2] if backs else ""
                around = self._turned(furniture.page(told, self._advice(bool(backs)), number, count))
                yield self._page(frame, face.id, around, number, side % 2 == 1 and bool(backs))

    def _advice(self, backed: bool) -> str:
        if not backed:
            return ""
        if self.options.backs == "fold":
            return "Print on one side; glue front and back together."
        edge = "short" if self.paper.width > self.paper.height else "long"
        return f"Double-sided: flip on the {edge} edge."

    def _turned(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Head and foot for the page as it is, at the right and the left where there is no room for them otherwise."""
        if self.upright:
            return items
        middle = self.paper.width // 2
        return turned(items, middle, middle, 90)

    def _page(self, frame: Frame, id: str, around: tuple[Item, ...], number: int, back: bool) -> Page:
        size, options = frame.size, self.options
        x, y = (self.paper.width - size.width) // 2, (self.paper.height - size.height) // 2
        trim = Box(x, y, size.width, size.height)
        wanted = options.bleed if not back or options.back_bleed is None else options.back_bleed
        bleed = min(wanted, frame.bleed, self._beside(trim))
        placed = Placed(frame, x, y, 0, trim.grown(bleed), id)
        moved = options.profile.moved(self.paper, back and options.backs != "fold")
        return Page(self.paper, (placed,), (*self._marks(trim, bleed), *around), label=str(number), moved=moved)

    def _beside(self, trim: Box) -> int:
        """How much bleed leaves the strips of head and foot free."""
        across, down = trim.x - self.options.margin, trim.y - self.options.margin
        strip = max(HEAD, FOOT) + CLEAR // 2
        return max(0, min(across - (0 if self.upright else strip), down - (strip if self.upright else 0)))

    def _marks(self, trim: Box, bleed: int) -> tuple[Item, ...]:
        margin, strip = self.options.margin, max(HEAD, FOOT)
        across, down = margin + (0 if self.upright else strip), margin + (strip if self.upright else 0)
        room = Box(across, down, self.paper.width - 2 * across, self.paper.height - 2 * down)
        gap = max(bleed, CLEAR)
        if self.options.marks == "none" or not room.holds(trim.grown(gap + TICK)):
            return ()
        return (drawn(ticks((trim.x, trim.right), (trim.y, trim.bottom), gap, room)),)
