"""Turning drawn items about a point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import cos, radians, sin

from pnp.draw.frame import Group, Image, Item, Path, Segment, Symbol, Text, Use, apart
from pnp.draw.svgpath import Matrix, apply


def turned(items: Iterable[Item], x: int, y: int, degrees: float) -> tuple[Item, ...]:
    """Items turned clockwise about (x, y). A picture is turned as a symbol, since pictures lie straight."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    matrix: Matrix = (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)
    return tuple(_turned(item, matrix, degrees) for item in apart(items))


def _turned(item: Path | Text | Image | Use | Group, matrix: Matrix, degrees: float) -> Item:
    match item:
        case Path():
            return replace(item, segments=_outline(item.segments, matrix))
        case Text() | Use():
            x, y = apply(matrix, item.x, item.y)
            return replace(item, x=round(x), y=round(y), turn=item.turn + degrees)
        case Group():
            items = tuple(_turned(inner, matrix, degrees) for inner in apart(item.items))
            return Group(items, _outline(item.clip, matrix))
        case Image():
            x, y = apply(matrix, item.x, item.y)
            alone = Symbol(f"picture-{item.sha256[:12]}-{item.width}x{item.height}", (replace(item, x=0, y=0),))
            return Use(alone, round(x), round(y), 1.0, degrees, item.span)


def _outline(segments: tuple[Segment, ...], matrix: Matrix) -> tuple[Segment, ...]:
    moved: list[Segment] = []
    for operator, *at in segments:
        points = [round(value) for i in range(0, len(at), 2) for value in apply(matrix, at[i], at[i + 1])]
        moved.append((operator, *points))  # type: ignore[arg-type]  # as many points as before
    return tuple(moved)
