"""Fronts and backs of files that tell of no pieces and have no marks, compared by what is drawn: grounds and pictures as
large as a piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pnp.proof.survey import Edges, Surveyed
from pnp.units import MM, Size

# A piece is no smaller than this, and takes no more of its page than that; pairs that lie further apart are none.
_LEAST: Final = 8 * MM
_MOST: Final = 0.9
_NEAR: Final = 6 * MM


def shapes(page: Surveyed) -> tuple[Edges, ...]:
    """The outermost areas and pictures of a page that may be pieces, as far as they are seen."""
    large = [
        mark.seen
        for mark in page.marks
        if mark.seen and mark.kind in ("fill", "picture") and _piece(mark.seen, page.width, page.height)
    ]
    kept: list[Edges] = []
    for one in sorted(dict.fromkeys(large), key=lambda edges: (edges[0] - edges[2]) * (edges[3] - edges[1])):
        if not any(_within(one, other) for other in kept):
            kept.append(one)
    return tuple(kept)


def _piece(edges: Edges, width: float, height: float) -> bool:
    across, down = edges[2] - edges[0], edges[3] - edges[1]
    return min(across, down) >= _LEAST and across * down <= _MOST * width * height


def _within(one: Edges, other: Edges) -> bool:
    """Whether most of a shape lies in another, of which it is then a part."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 0 and down > 0 and 2 * across * down > (one[2] - one[0]) * (one[3] - one[1])


def meet(front: Sequence[Edges], back: Sequence[Edges], size: Size, upright: bool) -> tuple[int, float] | None:
    """How many shapes of a front have one behind them when the paper is turned about an upright axis, or a level one, and how
    far the middles of these lie apart at most; None where any has none near."""
    if not front or len(front) != len(back):
        return None
    most = 0.0
    for one in front:
        x, y = (one[0] + one[2]) / 2, (one[1] + one[3]) / 2
        x, y = (size.width - x, y) if upright else (x, size.height - y)
        off = min(max(abs((other[0] + other[2]) / 2 - x), abs((other[1] + other[3]) / 2 - y)) for other in back)
        if off > _NEAR:
            return None
        most = max(most, off)
    return len(front), most
