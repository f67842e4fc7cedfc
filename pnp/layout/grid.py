"""The arithmetic of sheets: how many pieces fit, in rows and columns, and where each lies. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, Literal

from pnp.layout.base import Face, LayoutError, Options
from pnp.records import dataclass
from pnp.units import MM, Box, Size

# Strips inside the printable area for the line of text at the head and the ruler at the foot.
HEAD: Final = 2_600
FOOT: Final = 3_600
# The shortest mark worth printing, and the longest.
TICK: Final = 1_500
TICK_MOST: Final = 5 * MM
# Pieces with a side under this are counters: they share cuts in blocks of one ground.
SMALL: Final = 40 * MM

Turn = Literal[0, 90, 180, 270]


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of one sheet, the gutter between them, whether pieces lie turned, where trims may lie, how much bleed
    the pieces show, whether a fold lies across the paper, and how much bleed the backs show."""

    area: Box
    cell: Size
    columns: int
    rows: int
    gutter: int
    turned: bool
    bleed: int
    across: bool = False
    behind: int = 0

    @property
    def count(self) -> int:
        """How many pieces a full sheet holds."""
        return self.columns * self.rows

    @property
    def small(self) -> bool:
        """Whether the pieces are counters."""
        return min(self.cell.width, self.cell.height) < SMALL


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on a sheet: the trim of the piece as it lies, what of the page the piece may colour, how it is turned."""

    box: Box
    clip: Box
    turn: Turn = 0


def field(options: Options, across: bool = False) -> Box:
    """Where trims may lie: inside the margin, the strips for text and ruler, the shortest marks and the bleed; on one half
    of the paper where it is folded, `across` or upright."""
    size, side = options.paper.size, options.margin + TICK + options.gap
    head, foot = side + HEAD, side + FOOT
    if options.backs == "short" or across:
        # Backs hang the other way up: what is kept free at the head is kept free at the foot.
        head = foot = max(head, foot)
    if options.backs == "fold" and across:
        return Box(side, head, size.width - 2 * side, size.height // 2 - options.spread - head)
    if options.backs == "fold":
        return Box(side, head, size.width // 2 - options.spread - side, size.height - head - foot)
    return Box(side, head, size.width - 2 * side, size.height - head - foot)


def fit(size: Size, options: Options) -> Grid:
    """The grid that holds most pieces of a size: upright when it makes no difference; counters edge to edge, larger
    pieces with room for both bleeds between them unless that costs places. Raises `LayoutError` when none fits."""
    folds = (False, True) if options.backs == "fold" else (False,)
    areas = [(field(options, across), across) for across in folds]
    gutter, bleed = 2 * (options.back_bleed or 0), options.bleed
    tight = max(
        (_grid(size, area, gutter, turned, bleed, across) for area, across in areas for turned in (False, True)),
        key=lambda grid: grid.count,
    )
    if not tight.count:
        room = " or ".join(str(area.size) for area, _ in areas)
        raise LayoutError(f"a piece of {size} does not fit the {room} that {options.paper.title} paper has for pieces")
    if tight.small or gutter:
        return tight
    airy = _grid(size, tight.area, 2 * bleed, tight.turned, bleed, tight.across)
    return airy if airy.count == tight.count else tight


def _grid(size: Size, area: Box, gutter: int, turned: bool, bleed: int, across: bool) -> Grid:
    cell = size.turned() if turned else size
    columns = max(0, (area.width + gutter) // (cell.width + gutter))
    rows = max(0, (area.height + gutter) // (cell.height + gutter))
    return Grid(area, cell, columns, rows, gutter, turned, bleed, across)


@dataclass(frozen=True, slots=True)
class Row:
    """Pieces side by side, and the gap above them."""

    faces: tuple[Face, ...]
    gap: int
    group: str


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of pieces of one size; `own` is the part of the paper that cuts leave it, None for the whole sheet."""

    grid: Grid
    rows: tuple[Row, ...]
    own: Box | None = None

    @property
    def shape(self) -> tuple[object, ...]:
        """All that says where its pieces lie."""
        return self.grid, self.own, tuple([(len(row.faces), row.gap) for row in self.rows])


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut that parts blocks, from edge to edge of what earlier cuts have left."""

    x: int
    y: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A sheet: its blocks, and the cuts that part them in the order in which they are made."""

    blocks: tuple[Block, ...]
    cuts: tuple[Cut, ...] = ()

    @property
    def shape(self) -> tuple[object, ...]:
        """All that says where its pieces lie."""
        return tuple([block.shape for block in self.blocks])

    @property
    def faces(self) -> tuple[Face, ...]:
        """Its pieces."""
        return tuple([face for block in self.blocks for row in block.rows for face in row.faces])


def flow(pieces: Iterable[Face], grid: Grid) -> Iterator[tuple[Row, ...]]:
    """The rows of each sheet of pieces that follow one another, taken as they are needed."""
    stream = iter(pieces)
    while taken := tuple(islice(stream, grid.count)):
        rows = (taken[at : at + grid.columns] for at in range(0, len(taken), grid.columns))
        yield tuple(Row(row, grid.gutter if index else 0, "") for index, row in enumerate(rows))


def blocks(pieces: Iterable[Face], blanks: Mapping[str, Face], grid: Grid, between: int) -> Iterator[tuple[Row, ...]]:
    """The rows of each sheet of counters: those of a group begin a row of their own, `between` below the group before;
    blanks fill its rest, and the last sheet, where that is little: ink is dearer than a spare piece."""
    rows: list[Row] = []
    height = 0
    for group, members in _groups(pieces).items():
        for at in range(0, len(members), grid.columns):
            taken = members[at : at + grid.columns]
            if group in blanks and _little(grid.columns - len(taken), grid.columns):
                taken += [blanks[group]] * (grid.columns - len(taken))
            gap = 0 if not rows else grid.gutter if rows[-1].group == group else max(between, grid.gutter)
            if height + gap + grid.cell.height > grid.area.height:
                yield tuple(rows)
                rows, height, gap = [], 0, 0
            rows.append(Row(tuple(taken), gap, group))
            height += gap + grid.cell.height
    if rows:
        yield (*rows, *_spare(rows[-1].group, height, blanks, grid, between))


def _little(spare: int, all: int) -> bool:
    """Whether so many spare places of all are worth filling."""
    return spare * 4 <= all


def _groups(pieces: Iterable[Face]) -> dict[str, list[Face]]:
    """Pieces by group, groups in the order in which they first come."""
    groups: dict[str, list[Face]] = {}
    for face in pieces:
        groups.setdefault(face.group, []).append(face)
    return groups


def _spare(last: str, height: int, blanks: Mapping[str, Face], grid: Grid, between: int) -> Iterator[Row]:
    """Rows of blanks to the end of the last sheet, as many of each group: the last one's first, which saves a gap."""
    order = sorted(blanks, key=lambda group: group != last)
    places = (grid.area.height - height) // (grid.cell.height + grid.gutter)
    if not _little(places, grid.rows):
        return
    share, more = divmod(places, len(order)) if order else (0, 0)
    for group in [group for place, group in enumerate(order) for _ in range(share + (place < more))]:
        gap = grid.gutter if last == group else max(between, grid.gutter)
        if height + gap + grid.cell.height > grid.area.height:
            return
        yield Row((blanks[group],) * grid.columns, gap, group)
        height, last = height + gap + grid.cell.height, group


def cells(rows: Sequence[Row], grid: Grid) -> tuple[Cell, ...]:
    """Where the pieces of a sheet lie, row by row: on the full grid, in the middle of the area, be they ever so few."""
    pitch = grid.cell.width + grid.gutter
    left = grid.area.x + (grid.area.width - (grid.columns * pitch - grid.gutter)) // 2
    full = grid.rows * (grid.cell.height + grid.gutter) - grid.gutter
    used = sum(row.gap + grid.cell.height for row in rows)
    y = grid.area.y + (grid.area.height - max(full, used)) // 2
    laid: list[list[Box]] = []
    for row in rows:
        y += row.gap
        laid.append([Box(left + n * pitch, y, grid.cell.width, grid.cell.height) for n in range(len(row.faces))])
        y += grid.cell.height
    turn: Turn = 90 if grid.turned else 0
    places = ((index, n, box) for index, boxes in enumerate(laid) for n, box in enumerate(boxes))
    return tuple(Cell(box, _clip(box, laid, index, n, grid), turn) for index, n, box in places)


def _clip(box: Box, laid: list[list[Box]], row: int, n: int, grid: Grid) -> Box:
    """The trim and as much bleed as neighbours leave: half of the way to each."""
    most, half = grid.bleed, min(grid.bleed, grid.gutter // 2)
    above = min(most, (box.y - laid[row - 1][n].bottom) // 2) if row and n < len(laid[row - 1]) else most
    last = row + 1 == len(laid) or n >= len(laid[row + 1])
    below = most if last else min(most, (laid[row + 1][n].y - box.bottom) // 2)
    before = half if n else most
    after = half if n + 1 < len(laid[row]) else most
    return Box(box.x - before, box.y - above, box.width + before + after, box.height + above + below)


def turned_over(cell: Cell, options: Options, across: bool = False) -> Cell:
    """Where a piece's back lies so that it is behind its front, and upright when the piece is turned like a page."""
    size = options.paper.size
    if options.backs == "short" or across:
        return Cell(_flipped(cell.box, size.height), _flipped(cell.clip, size.height), _quarter(180 - cell.turn))
    return Cell(_mirrored(cell.box, size.width), _mirrored(cell.clip, size.width), _quarter(-cell.turn))


def _mirrored(box: Box, width: int) -> Box:
    return Box(width - box.right, box.y, box.width, box.height)


def _flipped(box: Box, height: int) -> Box:
    return Box(box.x, height - box.bottom, box.width, box.height)


def _quarter(degrees: int) -> Turn:
    turns: tuple[Turn, ...] = (0, 90, 180, 270)
    return turns[degrees // 90 % 4]
