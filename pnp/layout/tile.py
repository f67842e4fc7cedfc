"""A board too large for the printer: on one page for a shop, or as tiles that are glued together.

A seam is where the edge of one tile comes to lie on the next. Each tile shows half the overlap past its seams: on the left
and at the top that is cut off, on the right and at the bottom it is the flap that the next tile is glued on.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pnp.draw.document import Page, Placed, Sheets
from pnp.draw.frame import Frame, Item, Path, Segment, Symbol, Use
from pnp.draw.inks import Press
from pnp.layout.base import GEOMETRY, Imprint, LayoutError, Options
from pnp.layout.furniture import RULED, Furniture
from pnp.layout.grid import FOOT, HEAD, TICK
from pnp.layout.guide import Names, guide, joining, key
from pnp.layout.marks import BLACK, Line, drawn, ticks
from pnp.records import dataclass
from pnp.units import MM, Box, Size

# At the foot of a tile stands its place among the tiles, over the ruler.
TILE_FOOT: Final = 11 * MM
# Marks stand so far off the picture.
GAP: Final = 1 * MM
# What a shop's page has round the bleed, for marks and words.
SLUG: Final = 12 * MM

_MOST_TILES: Final = 400


@dataclass(frozen=True, slots=True)
class Tiling:
    """Seams of a board, edges of its trim included, from left to right and from top to bottom, on paper that stands or
    lies; `bleed` is what is shown past the trim, `half` of the overlap lies on either side of a seam."""

    size: Size
    xs: tuple[int, ...]
    ys: tuple[int, ...]
    paper: Size
    area: Box
    bleed: int
    half: int

    @property
    def columns(self) -> int:
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        return len(self.ys) - 1

    def window(self, row: int, column: int) -> Box:
        """What of the board a tile shows."""
        left, right = self._span(self.xs, column)
        top, bottom = self._span(self.ys, row)
        return Box(left, top, right - left, bottom - top)

    def _span(self, seams: tuple[int, ...], index: int) -> tuple[int, int]:
        before = self.bleed if index == 0 else self.half
        after = self.bleed if index + 2 == len(seams) else self.half
        return seams[index] - before, seams[index + 1] + after


def tiling(frame: Frame, options: Options) -> Tiling:
    """The fewest tiles of equal size that a board can be cut into, on upright paper when it makes no difference."""
    paper = options.paper.size
    both = (_tiling(frame, options, size) for size in (paper, paper.turned()))
    best = min(both, key=lambda tiles: tiles.columns * tiles.rows)
    if best.columns * best.rows > _MOST_TILES:
        raise LayoutError(
            f"a board of {frame.size} would be more than {_MOST_TILES} tiles of {options.paper.title} paper"
        )
    return best


def _tiling(frame: Frame, options: Options, paper: Size) -> Tiling:
    side = options.margin + TICK + GAP
    area = Box(side, side + HEAD, paper.width - 2 * side, paper.height - 2 * side - HEAD - TILE_FOOT)
    bleed = min(frame.bleed, options.bleed)
    xs = _seams(frame.size.width, area.width, bleed, options.overlap)
    ys = _seams(frame.size.height, area.height, bleed, options.overlap)
    return Tiling(frame.size, xs, ys, paper, area, bleed, options.overlap // 2)


def _seams(length: int, room: int, bleed: int, overlap: int) -> tuple[int, ...]:
    """Equal parts, as few as fit `room` with what they show past their seams."""
    if room <= 2 * overlap:
        raise LayoutError("the paper is too small for tiles")
    parts = 1
    while (length + parts - 1) // parts + (2 * bleed if parts == 1 else max(overlap, bleed + overlap // 2)) > room:
        parts += 1
    return tuple(length * index // parts for index in range(parts + 1))


def tile(frame: Frame, options: Options, imprint: Imprint) -> Sheets:
    """A board as tiles: a page that shows how they go together, then the tiles row by row.

    Raises `LayoutError` where the paper is too small.
    """
    tiles = tiling(frame, options)
    if options.ink == "low":
        # Here, for the first page shows the board too.
        frame = Press("low").frame(frame)
    # One symbol on all pages, so that the file holds the board once.
    frame = replace(frame, items=(Use(Symbol("board", frame.items), 0, 0),))
    pages = _Tiles(frame, tiles, options, Furniture(imprint, options, frame.title, tiles.paper))
    marks = [("Assembly", 0)] + [(f"Row {name(row, 0)[0]}", 1 + row * tiles.columns) for row in range(tiles.rows)]
    told = f"{frame.title} in {tiles.rows} × {tiles.columns} tiles, {options.paper.title}"
    return Sheets(
        f"{imprint.game}: {frame.title}", told, pages, tuple(marks), geometry=GEOMETRY, low=options.ink == "low"
    )


def joined(size: Size, bleed: int, options: Options) -> tuple[str, ...]:
    """What to do with the tiles of a board of that trim and bleed, sentence by sentence: the same as its first page says."""
    return joining(_names(tiling(Frame(size, (), bleed), options)))


def _names(tiles: Tiling) -> Names:
    """The names of the tiles, row by row."""
    return tuple(tuple(name(row, column) for column in range(tiles.columns)) for row in range(tiles.rows))


def name(row: int, column: int) -> str:
    """A tile's name: A1, A2, …, B1, …, AA1."""
    letters = ""
    row += 1
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{column + 1}"


@dataclass(frozen=True, slots=True)
class _Tiles:
    """The pages of a tiled board."""

    frame: Frame
    tiles: Tiling
    options: Options
    furniture: Furniture

    def __len__(self) -> int:
        return 1 + self.tiles.columns * self.tiles.rows

    def __iter__(self) -> Iterator[Page]:
        tiles, count = self.tiles, len(self)
        names = _names(tiles)
        around = self.furniture.page("assembly", "", 1, count)
        told = guide(self.frame, tiles.xs, tiles.ys, names, tiles.paper, self.options, self.furniture)
        moved = self.options.profile.moved(tiles.paper, back=False)
        yield Page(tiles.paper, (), (*told, *around), label="assembly", moved=moved)
        places = itertools.product(range(tiles.rows), range(tiles.columns))
        for number, (row, column) in enumerate(places, start=2):
            yield self._page(row, column, number, names)

    def _page(self, row: int, column: int, number: int, names: tuple[tuple[str, ...], ...]) -> Page:
        tiles, area = self.tiles, self.tiles.area
        window, label = tiles.window(row, column), names[row][column]
        x = area.x + (area.width - window.width) // 2 - window.x
        y = area.y + (area.height - window.height) // 2 - window.y
        placed = Placed(self.frame, x, y, 0, window.moved(x, y), label)
        items: tuple[Item, ...] = self.furniture.page(f"tile {label}", "", number, len(self))
        if self.options.marks != "none":
            items += self._marks(row, column, window.moved(x, y), x, y)
        corner = (tiles.paper.width - self.options.margin, tiles.paper.height - self.options.margin)
        items = (*items, *key(names, row, column, tiles.size, corner, self.furniture))
        moved = self.options.profile.moved(tiles.paper, back=False)
        return Page(tiles.paper, (placed,), items, label=label, moved=moved)

    def _marks(self, row: int, column: int, shown: Box, x: int, y: int) -> tuple[Path, ...]:
        """Ticks where to cut now or at the end, arrows where the next tile's edge comes to lie."""
        tiles, room = self.tiles, self._room()
        xs, ys = (tiles.xs[column] + x, tiles.xs[column + 1] + x), (tiles.ys[row] + y, tiles.ys[row + 1] + y)
        flaps = (column + 1 < tiles.columns, row + 1 < tiles.rows)
        cut_xs, cut_ys = xs[: 1 if flaps[0] else 2], ys[: 1 if flaps[1] else 2]
        lines = _beside(cut_xs, cut_ys, shown, room)
        arrows = _arrows(xs[1] if flaps[0] else None, ys[1] if flaps[1] else None, shown)
        return (drawn(lines), arrows) if arrows.segments else (drawn(lines),)

    def _room(self) -> Box:
        paper, margin = self.tiles.paper, self.options.margin
        return Box(margin, margin + HEAD, paper.width - 2 * margin, paper.height - 2 * margin - HEAD - FOOT)


def _beside(xs: tuple[int, ...], ys: tuple[int, ...], shown: Box, room: Box) -> tuple[Line, ...]:
    """Ticks at cut lines, outside what is shown of the picture."""
    corners = ((shown.x, shown.right), (shown.y, shown.bottom))
    across = ticks(corners[0], corners[1], GAP, room)
    high, low = across[0][1], across[0][3]
    deep, lowest = across[1][1], across[1][3]
    lines: list[Line] = [line for x in xs for line in ((x, high, x, low), (x, deep, x, lowest))]
    left, near, right, far = across[4][0], across[4][2], across[5][0], across[5][2]
    return tuple(lines + [line for y in ys for line in ((left, y, near, y), (right, y, far, y))])


def _arrows(x: int | None, y: int | None, shown: Box) -> Path:
    """Small triangles whose tips touch the picture where a seam meets its edge."""
    wide, high = 700, 1_400
    segments: list[Segment] = []
    for at in (shown.y, shown.bottom) if x is not None else ():
        down = -high if at == shown.y else high
        segments += [("M", x, at), ("L", x - wide, at + down), ("L", x + wide, at + down), ("Z",)]  # type: ignore[operator, list-item]
    for at in (shown.x, shown.right) if y is not None else ():
        out = -high if at == shown.x else high
        segments += [("M", at, y), ("L", at + out, y - wide), ("L", at + out, y + wide), ("Z",)]  # type: ignore[operator, list-item]
    return Path(tuple(segments), fill=BLACK)


def single(frame: Frame, options: Options, imprint: Imprint) -> Sheets:
    """A board whole on one page, with its bleed, crop marks and true boxes, for a shop."""
    near, around = replace(options, margin=3 * MM), SLUG + frame.bleed
    wide = max(frame.size.width + 2 * around, RULED + 2 * near.margin)
    trim = Box((wide - frame.size.width) // 2, around, frame.size.width, frame.size.height)
    size = Size(wide, trim.bottom + trim.y)
    furniture = Furniture(imprint, near, frame.title, size)
    room = Box(
        near.margin, near.margin + HEAD, size.width - 2 * near.margin, size.height - 2 * near.margin - HEAD - FOOT
    )
    gap = max(frame.bleed, options.bleed)
    marks = () if options.marks == "none" else (drawn(ticks((trim.x, trim.right), (trim.y, trim.bottom), gap, room)),)
    told = f"Trim {frame.size}, bleed {frame.bleed / MM:g} mm."
    placed = Placed(frame, trim.x, trim.y, 0, trim.grown(frame.bleed), frame.title)
    page = Page(size, (placed,), (*marks, *furniture.page("", told, 1, 1)), trim, trim.grown(frame.bleed), "1")
    return Sheets(f"{imprint.game}: {frame.title}", f"{frame.title}, {frame.size}", (page,), geometry=GEOMETRY)
