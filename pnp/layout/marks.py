"""Where to cut: marks at every cut line, outside the trim by the bleed and inside what a printer prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pnp.draw.frame import Colour, Path, Segment, Stroke
from pnp.layout.base import Options
from pnp.layout.grid import FOOT, HEAD, TICK_MOST
from pnp.units import Box, Size

BLACK: Final = Colour("#000000", "black")
HAIR: Final = Stroke(BLACK, 100)

Line = tuple[int, int, int, int]


def marks(trims: Sequence[Box], options: Options) -> tuple[Path, ...]:
    """The marks of a sheet of pieces with these trims."""
    if options.marks == "none" or not trims:
        return ()
    xs = sorted({edge for box in trims for edge in (box.x, box.right)})
    ys = sorted({edge for box in trims for edge in (box.y, box.bottom)})
    room = printable(options.paper.size, options)
    lines = _full(xs, ys, room) if options.marks == "full" else ticks(xs, ys, options.bleed, room)
    return (drawn(lines),)


def printable(size: Size, options: Options) -> Box:
    """What of a page is free for marks: inside the margin and between head and foot."""
    left, top = options.margin, options.margin + HEAD
    return Box(left, top, size.width - 2 * left, size.height - top - options.margin - FOOT)


def ticks(xs: Sequence[int], ys: Sequence[int], gap: int, room: Box, most: int = TICK_MOST) -> tuple[Line, ...]:
    """Ticks at all four sides of the whole of some cut lines, `gap` away from the outermost."""
    top, bottom, left, right = ys[0] - gap, ys[-1] + gap, xs[0] - gap, xs[-1] + gap
    high, low = max(room.y, top - most), min(room.bottom, bottom + most)
    near, far = max(room.x, left - most), min(room.right, right + most)
    across = [line for x in xs for line in ((x, top, x, high), (x, bottom, x, low))]
    down = [line for y in ys for line in ((left, y, near, y), (right, y, far, y))]
    return tuple(across + down)


def _full(xs: Sequence[int], ys: Sequence[int], room: Box) -> tuple[Line, ...]:
    across = [(x, room.y, x, room.bottom) for x in xs]
    return tuple(across + [(room.x, y, room.right, y) for y in ys])


def drawn(lines: Iterable[Line], stroke: Stroke = HAIR) -> Path:
    """Lines as one path."""
    segments: list[Segment] = []
    for x1, y1, x2, y2 in lines:
        segments += [("M", x1, y1), ("L", x2, y2)]
    return Path(tuple(segments), stroke=stroke)
