"""Pieces → sheets: fronts and backs that meet when the paper is turned, cut marks, furniture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Final, Literal

from pnp.draw.document import Later, Page, Placed, Sheets
from pnp.draw.frame import Colour, Frame, Item, Stroke, Symbol, Use
from pnp.layout.base import Batch, Face, Imprint, Options
from pnp.layout.furniture import Furniture
from pnp.layout.grid import Cell, Grid, Row, blocks, cells, fit, flow, turned_over
from pnp.layout.marks import drawn, marks, printable
from pnp.records import dataclass

_TURN: Final = (
    ("long", "Double-sided: flip on the long edge."),
    ("short", "Double-sided: flip on the short edge."),
    ("fold", "Fold along the long dashes, glue, then cut."),
    ("none", ""),
)
_DASHED: Final = Stroke(Colour("#000000", "black"), 250, (4_000, 2_000))


def impose(batch: Batch, options: Options, imprint: Imprint) -> Sheets:
    """Lay a batch out, many pieces to a sheet. Fronts and backs alternate, page by page; the same trims on every paper.

    Raises `LayoutError` when a piece is larger than the paper allows.
    """
    if not batch.backed:
        options = replace(options, backs="none")
    grid = replace(fit(batch.size, options), bleed=min(options.bleed, batch.bleed))
    laid: Iterable[tuple[Row, ...]]
    if grid.small:
        laid = tuple(blocks(_copies(batch.faces), batch.blanks, grid, options.between))
        count = len(laid)
    else:
        laid = _Flow(batch, grid)
        count = -(-(batch.total or sum(face.copies for face in batch.faces)) // grid.count)
    back = min(options.bleed if options.back_bleed is None else options.back_bleed, batch.bleed)
    around = Furniture(imprint, options, batch.title)
    pages = _Pages(laid, count, back if batch.backed else None, grid, options, around)
    told = f"{batch.title}, {options.paper.title}"
    duplex: Literal["", "long", "short", "fold"] = ""
    if batch.backed and options.backs != "none":
        duplex = options.backs
    return Sheets(f"{imprint.game}: {batch.title}", told, pages, (), "en", duplex)


def _copies(faces: Iterable[Face]) -> Iterator[Face]:
    """Every copy of every piece."""
    for face in faces:
        yield from repeat(face, face.copies)


@dataclass(frozen=True, slots=True)
class _Flow:
    """The sheets of pieces that follow one another, drawn as they are asked for."""

    batch: Batch
    grid: Grid

    def __iter__(self) -> Iterator[tuple[Row, ...]]:
        return flow(_copies(self.batch.faces), self.grid)


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages of sheets, made as they are asked for; `back_bleed` is None where there are no backs."""

    laid: Iterable[tuple[Row, ...]]
    sheets: int
    back_bleed: int | None
    grid: Grid
    options: Options
    furniture: Furniture

    def __len__(self) -> int:
        return self.sheets * (2 if self._alternate else 1)

    @property
    def _alternate(self) -> bool:
        return self.options.backs in ("long", "short") and self.back_bleed is not None

    def __iter__(self) -> Iterator[Page]:
        known: dict[tuple[tuple[int, int], ...], _Sheet] = {}
        for index, rows in enumerate(self.laid):
            shape = tuple((len(row.faces), row.gap) for row in rows)
            if shape not in known:
                known[shape] = _sheet(rows, len(known) + 1, self.grid, self.options, self.back_bleed)
            sheet = known[shape]
            faces = tuple(face for row in rows for face in row.faces)
            fronts: Sequence[Placed] = Later(partial(_fronts, sheet.fronts, faces))
            backs: Sequence[Placed] = Later(partial(_backs, sheet.backs, faces))
            keys = [face.key for face in faces]
            key = " ".join([str(len(known)), *keys]) if all(keys) else ""
            if self._alternate:
                yield self._page(fronts, sheet.front_marks, f"{index + 1} front", "fronts", 2 * index + 1, key)
                yield self._page(backs, sheet.back_marks, f"{index + 1} back", "backs", 2 * index + 2, key)
            else:
                yield self._page((*fronts, *backs), sheet.front_marks, str(index + 1), "", index + 1, "")

    def _page(
        self, placed: Sequence[Placed], marks: tuple[Item, ...], label: str, side: str, number: int, key: str
    ) -> Page:
        options, count = self.options, len(self)
        advice = "" if self.back_bleed is None else dict(_TURN)[options.backs]
        around: Sequence[Item] = Later(lambda: (*marks, *self.furniture.page(side, advice, number, count)))
        moved = options.profile.moved(options.paper.size, side == "backs", options.backs == "short")
        key = f"{number} of {count} {side} {key}" if key else ""
        return Page(options.paper.size, placed, around, label=label, moved=moved, key=key)


def _fronts(places: tuple[Cell, ...], faces: tuple[Face, ...]) -> tuple[Placed, ...]:
    return tuple([_placed(cell, face, face.front) for cell, face in zip(places, faces, strict=True)])


def _backs(places: tuple[Cell, ...], faces: tuple[Face, ...]) -> tuple[Placed, ...]:
    return tuple([_placed(cell, face, face.back) for cell, face in zip(places, faces, strict=False) if face.back])


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Sheets whose rows are alike have the same places and marks."""

    fronts: tuple[Cell, ...]
    backs: tuple[Cell, ...]
    front_marks: tuple[Item, ...]
    back_marks: tuple[Item, ...]


def _sheet(rows: tuple[Row, ...], number: int, grid: Grid, options: Options, back_bleed: int | None) -> _Sheet:
    fronts, backs = cells(rows, grid), tuple[Cell, ...]()
    if back_bleed is not None and options.backs != "none":
        shown = fronts if back_bleed == grid.bleed else cells(rows, replace(grid, bleed=back_bleed))
        backs = tuple(turned_over(cell, options, grid.across) for cell in shown)
    if options.backs == "fold" and backs:
        both = (*_marked((*fronts, *backs), f"marks-{number}", options), _fold(options, grid.across))
        return _Sheet(fronts, backs, both, ())
    front, back = (_marked(cells, f"marks-{number}-{side}", options) for side, cells in enumerate((fronts, backs)))
    return _Sheet(fronts, backs, front, back)


def _marked(laid: tuple[Cell, ...], label: str, options: Options) -> tuple[Item, ...]:
    """The marks of some cells, to be drawn once and used by every sheet that is laid so."""
    made = marks([cell.box for cell in laid], options)
    return (Use(Symbol(label, made), 0, 0),) if made else ()


def _fold(options: Options, across: bool) -> Use:
    """The line to fold along, as a form of its own, so that the finished file can be measured."""
    size = options.paper.size
    room = printable(size, options)
    if across:
        return Use(Symbol("fold", (drawn(((0, 0, room.width, 0),), _DASHED),)), room.x, size.height // 2)
    return Use(Symbol("fold", (drawn(((0, 0, 0, room.height),), _DASHED),)), size.width // 2, room.y)


def _placed(cell: Cell, face: Face, frame: Frame) -> Placed:
    """A face where its cell lies: turned about its own top left, which comes to lie at a corner of the cell."""
    x = cell.box.right if cell.turn in (90, 180) else cell.box.x
    y = cell.box.bottom if cell.turn in (180, 270) else cell.box.y
    return Placed(frame, x, y, cell.turn, cell.clip, face.id)
