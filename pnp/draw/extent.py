"""How far drawn things reach: boxes that surely hold the ink of items (curves by their control points)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import ceil, cos, floor, radians, sin
from typing import Final

from pnp.draw.frame import Group, Image, Item, Path, Segment, Stroke, Symbol, Text, Use, apart
from pnp.units import Box

# How far a mitred corner may reach, in widths of its line. Targets draw with this limit.
MITER: Final = 4

_Point = tuple[float, float]


def extent(items: Iterable[Item]) -> Box | None:
    """The box that holds all ink of the items, in their coordinates; None when there is none."""
    return _around([point for item in apart(items) for point in _corners(item)])


def reach(symbol: Symbol) -> Box:
    """The box of a symbol's ink in its own coordinates; an empty box when it has none."""
    return extent(symbol.items) or Box(0, 0, 0, 0)


def _around(points: list[_Point]) -> Box | None:
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    left, top = floor(min(xs)), floor(min(ys))
    return Box(left, top, ceil(max(xs)) - left, ceil(max(ys)) - top)


def _corners(item: Path | Text | Image | Use | Group) -> Iterator[_Point]:
    match item:
        case Path():
            yield from _path(item)
        case Text():
            yield from _placed(_text(item), item.x, item.y, 1.0, item.turn)
        case Image():
            yield from ((item.x, item.y), (item.x + item.width, item.y + item.height))
        case Use():
            yield from _placed(_sides(extent(item.symbol.items)), item.x, item.y, item.scale, item.turn)
        case Group():
            yield from _ends(item.clip) if item.clip else _sides(extent(item.items))


def _path(item: Path) -> Iterator[_Point]:
    """The corners of the box about a path's points, with its line round them."""
    corners = _ends(item.segments)
    if corners:
        spare = _spare(item.stroke) if item.stroke else 0.0
        (left, top), (right, bottom) = corners
        yield left - spare, top - spare
        yield right + spare, bottom + spare


def _spare(stroke: Stroke) -> float:
    """How far ink may lie from a line's middle."""
    pointed = stroke.join == "miter" or stroke.cap == "square"
    return stroke.width * (MITER / 2 if pointed else 0.5)


def _ends(segments: tuple[Segment, ...]) -> tuple[_Point, ...]:
    """The corners of the box about an outline's points."""
    xs = [*chain.from_iterable([segment[1::2] for segment in segments])]
    ys = [*chain.from_iterable([segment[2::2] for segment in segments])]
    return ((min(xs), min(ys)), (max(xs), max(ys))) if xs else ()


def _text(item: Text) -> Iterator[_Point]:
    """The corners of a line of text about its own start."""
    spare = _spare(item.halo) if item.halo else 0.0
    for x, word in item.places():
        em = item.size / word.font.units
        top, bottom = -word.font.ascent * em - spare, word.font.descent * em + spare
        yield x - spare, top
        yield x + word.width * em + spare, bottom


def _sides(box: Box | None) -> tuple[_Point, ...]:
    return ((box.x, box.y), (box.right, box.bottom)) if box else ()


def _placed(corners: Iterable[_Point], x: int, y: int, scale: float, turn: float) -> Iterator[_Point]:
    """The corners of the box about some corners, scaled, turned and moved."""
    box = _around(list(corners))
    if not box:
        return
    c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    for px in (box.x, box.right):
        for py in (box.y, box.bottom):
            yield x + px * c - py * s, y + px * s + py * c
