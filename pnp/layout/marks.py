"""Where to cut: marks at every cut line, outside the trim by the bleed and inside what a printer prints. Guides over the
whole sheet run along cut lines and break where a piece lies in their way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pnp.draw.frame import Colour, Path, Segment, Stroke
from pnp.layout.base import Options
from pnp.layout.grid import FOOT, HEAD, TICK_MOST
from pnp.units import Box, Size

BLACK: Final = Colour("#000000", "black")
HAIR: Final = Stroke(BLACK, 100)
# Guides have two tones: dashes in black upon white are seen on whatever lies below.
PALE: Final = Stroke(Colour("#ffffff", "white"), 100)
DASHES: Final = Stroke(BLACK, 100, (1_000, 1_000))

Line = tuple[int, int, int, int]


def marks(trims: Sequence[Box], options: Options, own: Box | None = None) -> tuple[Path, ...]:
    """The marks of pieces with these trims, on a sheet or on what is their `own` of it."""
    if options.marks == "none" or not trims:
        return ()
    xs = sorted({edge for box in trims for edge in (box.x, box.right)})
    ys = sorted({edge for box in trims for edge in (box.y, box.bottom)})
    room = printable(options.paper.size, options)
    room = common(room, own) if own else room
    if options.marks == "ticks":
        return (drawn(ticks(xs, ys, options.gap, room)),)
    lines = _full(xs, ys, trims, room)
    return (drawn(lines, PALE), drawn(lines, DASHES))


def printable(size: Size, options: Options) -> Box:
    """What of a page is free for marks: inside the margin and between head and foot."""
    left, top = options.margin, options.margin + HEAD
    return Box(left, top, size.width - 2 * left, size.height - top - options.margin - FOOT)


def common(one: Box, other: Box) -> Box:
    """What two boxes have in common."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Box(x, y, min(one.right, other.right) - x, min(one.bottom, other.bottom) - y)


def ticks(xs: Sequence[int], ys: Sequence[int], gap: int, room: Box, most: int = TICK_MOST) -> tuple[Line, ...]:
    """Ticks at all four sides of the whole of some cut lines, `gap` away from the outermost."""
    top, bottom, left, right = ys[0] - gap, ys[-1] + gap, xs[0] - gap, xs[-1] + gap
    high, low = max(room.y, top - most), min(room.bottom, bottom + most)
    near, far = max(room.x, left - most), min(room.right, right + most)
    across = [line for x in xs for line in ((x, top, x, high), (x, bottom, x, low))]
    down = [line for y in ys for line in ((left, y, near, y), (right, y, far, y))]
    return tuple(across + down)


def _full(xs: Sequence[int], ys: Sequence[int], trims: Sequence[Box], room: Box) -> tuple[Line, ...]:
    """Lines over the whole of what is printable, but not over a piece."""
    lines: list[Line] = []
    for x in xs:
        crossed = [(box.y, box.bottom) for box in trims if box.x < x < box.right]
        lines += [(x, start, x, end) for start, end in _between(room.y, room.bottom, crossed)]
    for y in ys:
        crossed = [(box.x, box.right) for box in trims if box.y < y < box.bottom]
        lines += [(start, y, end, y) for start, end in _between(room.x, room.right, crossed)]
    return tuple(lines)


def _between(start: int, end: int, taken: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """What is left of a stretch."""
    for low, high in sorted(taken):
        if low > start:
            yield start, low
        start = max(start, high)
    if start < end:
        yield start, end


def drawn(lines: Iterable[Line], stroke: Stroke = HAIR) -> Path:
    """Lines as one path."""
    segments: list[Segment] = []
    for x1, y1, x2, y2 in lines:
        segments += [("M", x1, y1), ("L", x2, y2)]
    return Path(tuple(segments), stroke=stroke)
