"""Pieces of several sizes on as few sheets as straight cuts allow.

Pieces of one size lie in blocks, in rows edge to edge. Blocks are parted by cuts that go from edge to edge of the paper, or of
what an earlier cut has left of it; each has room round it for marks of its own, so that it is cut like a small sheet.
Many ways to fill the sheets are tried, in a fixed order, and the best of them is taken: the same pieces always lie alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pnp.layout.base import Face
from pnp.layout.grid import SMALL, Block, Cut, Grid, Laid, Row
from pnp.records import dataclass
from pnp.units import Box, Size

# How many unfinished ways are followed at once.
_WAYS: Final = 24


@dataclass(frozen=True, slots=True)
class Lot:
    """Every piece of one size, copies included, in order; how much bleed their fronts and backs show."""

    size: Size
    pieces: tuple[Face, ...]
    bleed: int
    behind: int

    @property
    def small(self) -> bool:
        """Whether they are counters: each group begins a row."""
        return min(self.size.width, self.size.height) < SMALL


@dataclass(frozen=True, slots=True)
class Room:
    """What a sheet has: where trims may lie, what each block keeps free around itself, the gutter between pieces, the gap
    between grounds, and whether a fold lies across."""

    area: Box
    around: int
    gutter: int
    between: int
    across: bool = False


@dataclass(frozen=True, slots=True)
class _Put:
    """A block and the room around it, from the top left of the sheet's own."""

    box: Box
    lot: Lot
    turned: bool
    columns: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class _Bin:
    """A sheet being filled: blocks, and the rectangles that cuts have left free."""

    free: tuple[Box, ...]
    puts: tuple[_Put, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """Sheets so far, and how many pieces of the lot in hand are on them."""

    bins: tuple[_Bin, ...]
    at: int = 0

    def waste(self, room: Size) -> tuple[int, int, int]:
        """How much paper holds no piece, the number of blocks, and the largest rectangle still free: the least is the best."""
        used = sum(_count(put) * put.lot.size.width * put.lot.size.height for one in self.bins for put in one.puts)
        free = max((box.width * box.height for one in self.bins for box in one.free), default=0)
        blocks = sum(len(one.puts) for one in self.bins)
        return len(self.bins) * room.width * room.height - used, blocks, -free

    def same(self) -> tuple[object, ...]:
        """What ways that go on alike have in common."""
        return self.at, len(self.bins), tuple(sorted((box.width, box.height) for one in self.bins for box in one.free))


def pack(lots: Sequence[Lot], room: Room) -> tuple[Laid, ...]:
    """The sheets that hold every piece of some lots, each of which fits an empty one."""
    whole = Size(room.area.width + 2 * room.around, room.area.height + 2 * room.around)
    order = sorted((lot for lot in lots if lot.pieces), key=_first)
    ways = [_Way(())]
    for number, lot in enumerate(order):
        least = min(min(one.size.width, one.size.height) for one in order[number:]) + 2 * room.around
        ways = _placed([_Way(way.bins) for way in ways], lot, room, whole, least)
    return tuple(_laid(one.puts, room) for one in ways[0].bins)


def _first(lot: Lot) -> tuple[int, ...]:
    """Large pieces before small ones, whatever order they come in."""
    return -lot.size.width * lot.size.height, lot.size.width


def _placed(ways: list[_Way], lot: Lot, room: Room, whole: Size, least: int) -> list[_Way]:
    """The best ways after all of a lot lies somewhere."""
    done: list[_Way] = []
    while ways:
        after = [new for way in ways for new in _moves(way, lot, room, whole, least)]
        done += [way for way in after if way.at == len(lot.pieces)]
        ways = _best((way for way in after if way.at < len(lot.pieces)), whole)
    return _best(done, whole)


def _best(ways: Iterable[_Way], whole: Size) -> list[_Way]:
    kept: dict[tuple[object, ...], _Way] = {}
    for way in sorted(ways, key=lambda way: way.waste(whole)):
        kept.setdefault(way.same(), way)
    return list(kept.values())[:_WAYS]


def _moves(way: _Way, lot: Lot, room: Room, whole: Size, least: int) -> Iterator[_Way]:
    """Every way to go on: all that is left of a lot into a free rectangle, where one holds it, else as much as any holds."""
    free = {(box.width, box.height): (n, box) for n, one in reversed([*enumerate(way.bins)]) for box in one.free}
    holes = [(n, box, [*_shapes(box, lot, way.at, room)]) for n, box in free.values()]
    left = len(lot.pieces) - way.at
    enough = [(n, box, [put for put in puts if _count(put) == left]) for n, box, puts in holes]
    if not any(puts for *_, puts in enough):
        fresh = Box(0, 0, whole.width, whole.height)
        holes.append((len(way.bins), fresh, [*_shapes(fresh, lot, way.at, room)]))
        most = [(n, box, max(map(_count, puts), default=0), puts) for n, box, puts in holes]
        enough = [(n, box, [put for put in puts if _count(put) == count]) for n, box, count, puts in most]
    for n, box, puts in enough:
        for put in puts:
            for rest in _rests(box, put.box, least):
                yield _Way(_filled(way.bins, n, box, put, rest), way.at + _count(put))


def _filled(bins: tuple[_Bin, ...], n: int, box: Box, put: _Put, rest: tuple[Box, ...]) -> tuple[_Bin, ...]:
    if n == len(bins):
        return (*bins, _Bin(rest, (put,)))
    one = bins[n]
    free = (*(other for other in one.free if other != box), *rest)
    return (*bins[:n], _Bin(free, (*one.puts, put)), *bins[n + 1 :])


def _count(put: _Put) -> int:
    return sum(len(row.faces) for row in put.rows)


def _rests(box: Box, used: Box, least: int) -> Iterator[tuple[Box, ...]]:
    """What is left of a rectangle, its top left corner used: by a cut across first, or by one down; what is too narrow for any
    piece is left out."""
    across, down = box.right - used.right, box.bottom - used.bottom
    first = Box(used.right, box.y, across, used.height), Box(box.x, used.bottom, box.width, down)
    other = Box(used.right, box.y, across, box.height), Box(box.x, used.bottom, used.width, down)
    ways = (tuple(rest for rest in rests if min(rest.width, rest.height) >= least) for rests in (first, other))
    yield from dict.fromkeys(ways)


def _shapes(box: Box, lot: Lot, at: int, room: Room) -> Iterator[_Put]:
    """Every block of a lot's next pieces that fits a rectangle, at its top left."""
    for turned in (False, True) if lot.size.width != lot.size.height else (False,):
        cell = lot.size.turned() if turned else lot.size
        most = (box.width - 2 * room.around + room.gutter) // (cell.width + room.gutter)
        for columns in range(1, min(most, len(lot.pieces) - at) + 1):
            rows, height = _rows(lot, at, columns, cell.height, box.height - 2 * room.around, room)
            if rows:
                width = columns * (cell.width + room.gutter) - room.gutter
                yield _Put(
                    Box(box.x, box.y, width + 2 * room.around, height + 2 * room.around), lot, turned, columns, rows
                )


def _rows(lot: Lot, at: int, columns: int, each: int, height: int, room: Room) -> tuple[tuple[Row, ...], int]:
    """Rows of a lot's next pieces as far as a height allows, and what of it they take."""
    rows: list[Row] = []
    used, pieces = 0, lot.pieces
    while at < len(pieces):
        group, end = pieces[at].group if lot.small else "", at + 1
        while end < len(pieces) and end - at < columns and (not lot.small or pieces[end].group == group):
            end += 1
        gap = 0 if not rows else room.gutter if rows[-1].group == group else max(room.between, room.gutter)
        if used + gap + each > height:
            break
        rows.append(Row(pieces[at:end], gap, group))
        used, at = used + gap + each, end
    return tuple(rows), used


def _laid(puts: Sequence[_Put], room: Room) -> Laid:
    """A sheet with all of it in the middle of the area, the cuts that part its blocks, and each block's own paper."""
    wide, high = max(put.box.right for put in puts), max(put.box.bottom for put in puts)
    left = room.area.x - room.around + (room.area.width + 2 * room.around - wide) // 2
    top = room.area.y - room.around + (room.area.height + 2 * room.around - high) // 2
    boxes = [put.box.moved(left, top) for put in puts]
    cuts: list[Cut] = []
    own = dict(_parted(boxes, [*range(len(boxes))], room.area.grown(room.around), cuts))
    blocks = tuple(_block(put, box, own[n], room) for n, (put, box) in enumerate(zip(puts, boxes, strict=True)))
    return Laid(blocks, tuple(cuts))


def _block(put: _Put, box: Box, own: Box, room: Room) -> Block:
    cell = put.lot.size.turned() if put.turned else put.lot.size
    area, (bleed, behind) = box.grown(-room.around), (put.lot.bleed, put.lot.behind)
    grid = Grid(area, cell, put.columns, len(put.rows), room.gutter, put.turned, bleed, room.across, behind)
    return Block(grid, put.rows, own)


def _parted(boxes: Sequence[Box], some: list[int], paper: Box, cuts: list[Cut]) -> Iterator[tuple[int, Box]]:
    """Boxes, each with the part of the paper that is its own after cuts from edge to edge, which are told in their order."""
    if len(some) == 1:
        yield some[0], paper
        return
    cut, before = next(found for across in (True, False) for found in _cuts(boxes, some, paper, across))
    cuts.append(cut)
    one, other = _halves(paper, cut)
    yield from _parted(boxes, before, one, cuts)
    yield from _parted(boxes, [n for n in some if n not in before], other, cuts)


def _cuts(boxes: Sequence[Box], some: Sequence[int], paper: Box, across: bool) -> Iterator[tuple[Cut, list[int]]]:
    """Cuts along one way that hit no box, in the middle of the gap, with the boxes before them."""
    spans = sorted((*((boxes[n].y, boxes[n].bottom) if across else (boxes[n].x, boxes[n].right)), n) for n in some)
    reach = 0
    for place, (start, end, _) in enumerate(spans):
        if place and start >= reach:
            at = (reach + start) // 2
            line = Cut(paper.x, at, paper.right, at) if across else Cut(at, paper.y, at, paper.bottom)
            yield line, [n for *_, n in spans[:place]]
        reach = max(reach, end)


def _halves(paper: Box, cut: Cut) -> tuple[Box, Box]:
    if cut.y == cut.bottom:
        return (
            Box(paper.x, paper.y, paper.width, cut.y - paper.y),
            Box(paper.x, cut.y, paper.width, paper.bottom - cut.y),
        )
    return Box(paper.x, paper.y, cut.x - paper.x, paper.height), Box(cut.x, paper.y, paper.right - cut.x, paper.height)
