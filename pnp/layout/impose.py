"""Pieces → sheets: fronts and backs that meet when the paper is turned, cut marks, furniture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from typing import Final, Literal

from pnp.draw.document import Later, Moved, Page, Placed, Sheets
from pnp.draw.frame import Colour, Frame, Item, Stroke, Symbol, Use
from pnp.layout.base import GEOMETRY, Batch, Face, Imprint, Options
from pnp.layout.furniture import Furniture
from pnp.layout.grid import Block, Cell, Cut, Grid, Laid, blocks, cells, fit, flow, turned_over
from pnp.layout.marks import drawn, marks, printable
from pnp.layout.parting import parting
from pnp.records import dataclass
from pnp.units import Box

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
    bleed, behind = bleeds(batch, options)
    grid = replace(fit(batch.size, options), bleed=bleed, behind=behind)
    laid: Iterable[Laid]
    if grid.small:
        laid = tuple(_counters(batch, grid, options))
        count = len(laid)
    else:
        laid = _Flow(batch, grid)
        count = -(-(batch.total or sum(face.copies for face in batch.faces)) // grid.count)
    return sheets(batch.title, laid, count, batch.backed, options, imprint)


def bleeds(batch: Batch, options: Options) -> tuple[int, int]:
    """How much bleed fronts and backs show."""
    back = options.bleed if options.back_bleed is None else options.back_bleed
    return min(options.bleed, batch.bleed), min(back, batch.bleed)


def sheets(title: str, laid: Iterable[Laid], count: int, backed: bool, options: Options, imprint: Imprint) -> Sheets:
    pages = _Pages(laid, count, backed, options, Furniture(imprint, options, title))
    duplex: Literal["", "long", "short", "fold"] = ""
    if backed and options.backs != "none":
        duplex = options.backs
    return Sheets(f"{imprint.game}: {title}", f"{title}, {options.paper.title}", pages, (), "en", duplex, GEOMETRY)


def _counters(batch: Batch, grid: Grid, options: Options) -> Iterator[Laid]:
    """Sheets of counters; each group begins a sheet where that is asked for."""
    every = [*copies(batch.faces)]
    kept = dict.fromkeys(face.group for face in every) if options.sheets == "groups" else (None,)
    for group in kept:
        some = [face for face in every if group is None or face.group == group]
        blanks = {id: face for id, face in batch.blanks.items() if group is None or id == group}
        for rows in blocks(some, blanks, grid, options.between):
            yield Laid((Block(grid, rows),))


def copies(faces: Iterable[Face]) -> Iterator[Face]:
    """Every copy of every piece."""
    return chain.from_iterable(repeat(face, face.copies) for face in faces)


@dataclass(frozen=True, slots=True)
class _Flow:
    """The sheets of pieces that follow one another, drawn as they are asked for."""

    batch: Batch
    grid: Grid

    def __iter__(self) -> Iterator[Laid]:
        return (Laid((Block(self.grid, rows),)) for rows in flow(copies(self.batch.faces), self.grid))


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages of sheets, made as they are asked for."""

    laid: Iterable[Laid]
    sheets: int
    backed: bool
    options: Options
    furniture: Furniture

    def __len__(self) -> int:
        return self.sheets * (2 if self._alternate else 1)

    @property
    def _alternate(self) -> bool:
        return self.options.backs in ("long", "short") and self.backed

    def __iter__(self) -> Iterator[Page]:
        known: dict[tuple[object, ...], _Sheet] = {}
        sides, count = self._sides(), len(self)
        shape: tuple[object, ...] = ()
        for index, laid in enumerate(self.laid):
            # Sheets that follow each other are mostly laid alike.
            if laid.shape != shape:
                shape = laid.shape
                if shape not in known:
                    known[shape] = _sheet(laid, len(known) + 1, self.backed, self.furniture)
                sheet = known[shape]
            faces = laid.faces
            fronts: Sequence[Placed] = Later(partial(_fronts, sheet.fronts, faces))
            backs: Sequence[Placed] = Later(partial(_backs, sheet.backs, faces))
            if not self._alternate:
                yield self._page((*fronts, *backs), sheet.front_marks, sides[0], laid.cuts, index + 1, count, "")
                continue
            keys = [face.key for face in faces]
            key = " ".join([str(len(known)), *keys]) if all(keys) else ""
            yield self._page(fronts, sheet.front_marks, sides[0], laid.cuts, 2 * index + 1, count, key)
            yield self._page(backs, sheet.back_marks, sides[1], laid.cuts, 2 * index + 2, count, key)

    def _sides(self) -> tuple[_Side, ...]:
        """The sides of sheets that have pages of their own."""
        options = self.options
        advice = dict(_TURN)[options.backs] if self.backed else ""
        moved = [options.profile.moved(options.paper.size, back, options.backs == "short") for back in (False, True)]
        if not self._alternate:
            return (_Side("", 1, moved[0], advice),)
        return _Side("front", 2, moved[0], advice), _Side("back", 2, moved[1], advice)

    def _page(
        self,
        placed: Sequence[Placed],
        marks: tuple[Item, ...],
        side: _Side,
        cuts: tuple[Cut, ...],
        number: int,
        count: int,
        key: str,
    ) -> Page:
        around: Sequence[Item] = Later(partial(self._around, marks, side, cuts, number, count))
        label, key = side.label(number), key and f"{number} of {count} {side.name}s {key}"
        return Page(self.options.paper.size, placed, around, label=label, moved=side.moved, key=key)

    def _around(
        self, marks: tuple[Item, ...], side: _Side, cuts: tuple[Cut, ...], number: int, count: int
    ) -> tuple[Item, ...]:
        """What lies around the pieces of a page."""
        return (*marks, *self.furniture.page(side.told(cuts), side.advice, number, count))


@dataclass(frozen=True, slots=True)
class _Side:
    """A side of sheets: what it is called, of how many that have pages of their own it is one, what the printer needs, and
    what the foot says of turning the paper."""

    name: str
    of: int
    moved: Moved | None
    advice: str

    def label(self, number: int) -> str:
        """What a page by its number is called: by its sheet."""
        return f"{(number - 1) // self.of + 1} {self.name}".rstrip()

    def told(self, cuts: tuple[Cut, ...]) -> str:
        """What the head says of it, and of cuts that part blocks."""
        first = "cut along the numbered lines first" if cuts else ""
        return " · ".join(part for part in (self.name and f"{self.name}s", first) if part)


# Where the top left of a trim comes to lie, how it is turned about that, and what of the page it may colour.
_Place = tuple[int, int, int, Box]


def _fronts(places: tuple[_Place, ...], faces: tuple[Face, ...]) -> tuple[Placed, ...]:
    return tuple([Placed(face.front, *place, face.id) for place, face in zip(places, faces, strict=True)])


def _backs(places: tuple[_Place, ...], faces: tuple[Face, ...]) -> tuple[Placed, ...]:
    """What lies behind the fronts; where a piece has no back, its empty place, so that each back has its own front."""
    return tuple(
        [Placed(face.back or _bare(face), *place, face.id) for place, face in zip(places, faces, strict=False)]
    )


def _bare(face: Face) -> Frame:
    return Frame(face.front.size, ())


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Sheets whose rows are alike have the same places and marks."""

    fronts: tuple[_Place, ...]
    backs: tuple[_Place, ...]
    front_marks: tuple[Item, ...]
    back_marks: tuple[Item, ...]


def _sheet(laid: Laid, number: int, backed: bool, furniture: Furniture) -> _Sheet:
    options, across = furniture.options, laid.blocks[0].grid.across
    fronts = tuple([cells(block.rows, block.grid) for block in laid.blocks])
    behind = tuple([_behind(block, some, options) for block, some in zip(laid.blocks, fronts, strict=True)])
    owns = [block.own for block in laid.blocks]
    front = _marked(fronts, owns, laid.cuts, f"marks-{number}-0", furniture)
    if not backed or options.backs == "none":
        return _Sheet(_places(fronts), (), front, ())
    over = partial(turned_over, options=options, across=across)
    theirs = [own and over(Cell(own, own)).box for own in owns]
    if options.backs != "fold":
        cuts = [_over(cut, over) for cut in laid.cuts]
        back = _marked(behind, theirs, cuts, f"marks-{number}-1", furniture)
        return _Sheet(_places(fronts), _places(behind), front, back)
    # Halves that are cut in one piece have marks in common; where blocks lie apart, each has its own.
    parts = [_all((*fronts, *behind))] if owns == [None] else [*fronts, *behind]
    both = _marked(parts, [None] if owns == [None] else [*owns, *theirs], laid.cuts, f"marks-{number}", furniture)
    return _Sheet(_places(fronts), _places(behind), (*both, _fold(options, across)), ())


def _all(parts: Iterable[tuple[Cell, ...]]) -> tuple[Cell, ...]:
    return tuple([cell for part in parts for cell in part])


def _behind(block: Block, fronts: tuple[Cell, ...], options: Options) -> tuple[Cell, ...]:
    """Where the backs of a block lie."""
    grid = block.grid
    shown = fronts if grid.behind == grid.bleed else cells(block.rows, replace(grid, bleed=grid.behind))
    return tuple([turned_over(cell, options, grid.across) for cell in shown])


def _over(cut: Cut, over: Callable[[Cell], Cell]) -> Cut:
    """Where a cut is seen from behind."""
    line = Box(cut.x, cut.y, cut.right - cut.x, cut.bottom - cut.y)
    box = over(Cell(line, line)).box
    return Cut(box.x, box.y, box.right, box.bottom)


def _marked(
    parts: Sequence[tuple[Cell, ...]],
    owns: Sequence[Box | None],
    cuts: Sequence[Cut],
    label: str,
    furniture: Furniture,
) -> tuple[Item, ...]:
    """The marks of some blocks, to be drawn once and used by every sheet that is laid so; and the cuts that part them."""
    made: list[Item] = []
    for part, own in zip(parts, owns, strict=True):
        made += marks([cell.box for cell in part], furniture.options, own)
    made += parting(cuts, furniture)
    return (Use(Symbol(label, tuple(made)), 0, 0),) if made else ()


def _fold(options: Options, across: bool) -> Use:
    """The line to fold along, as a form of its own, so that the finished file can be measured."""
    size = options.paper.size
    room = printable(size, options)
    if across:
        return Use(Symbol("fold", (drawn(((0, 0, room.width, 0),), _DASHED),)), room.x, size.height // 2)
    return Use(Symbol("fold", (drawn(((0, 0, 0, room.height),), _DASHED),)), size.width // 2, room.y)


def _places(parts: Iterable[tuple[Cell, ...]]) -> tuple[_Place, ...]:
    """Where faces lie in their cells: turned about its own top left, which comes to lie at a corner of the cell."""
    return tuple([(*_corner(cell), cell.turn, cell.clip) for cell in _all(parts)])


def _corner(cell: Cell) -> tuple[int, int]:
    x = cell.box.right if cell.turn in (90, 180) else cell.box.x
    y = cell.box.bottom if cell.turn in (180, 270) else cell.box.y
    return x, y
