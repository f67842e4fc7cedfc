"""Glyph outlines of `Font`s, for what cannot carry fonts: figures, and the halos of letters."""

from __future__ import annotations

from functools import cache
from typing import Final

import uharfbuzz as hb

from pnp.draw.frame import Font, Segment
from pnp.draw.shapers import shaper


@cache
def outline(font: Font, glyph: int) -> tuple[Segment, ...]:
    """A glyph's outline in font units, y *up* from the baseline, filled nonzero; () for a space. Kept once drawn."""
    pen = _Pen()
    shaper(font).draw_glyph(glyph, _FUNCS, pen)
    return tuple(pen.segments)


class _Pen:
    """What HarfBuzz draws to: quadratic curves become the cubics that look the same."""

    __slots__ = ("segments",)

    def __init__(self) -> None:
        self.segments: list[Segment] = []


def _move(x: float, y: float, pen: _Pen) -> None:
    pen.segments.append(("M", round(x), round(y)))


def _line(x: float, y: float, pen: _Pen) -> None:
    pen.segments.append(("L", round(x), round(y)))


def _cubic(x1: float, y1: float, x2: float, y2: float, x: float, y: float, pen: _Pen) -> None:
    pen.segments.append(("C", round(x1), round(y1), round(x2), round(y2), round(x), round(y)))


def _quadratic(cx: float, cy: float, x: float, y: float, pen: _Pen) -> None:
    last = pen.segments[-1]
    x0, y0 = float(last[-2]), float(last[-1])  # type: ignore[misc]  # a curve never follows a closing
    _cubic(x0 + (cx - x0) * 2 / 3, y0 + (cy - y0) * 2 / 3, x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3, x, y, pen)


def _close(pen: _Pen) -> None:
    pen.segments.append(("Z",))


def _funcs() -> hb.DrawFuncs:
    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(_move)
    funcs.set_line_to_func(_line)
    funcs.set_cubic_to_func(_cubic)
    funcs.set_quadratic_to_func(_quadratic)
    funcs.set_close_path_func(_close)
    return funcs


_FUNCS: Final = _funcs()
