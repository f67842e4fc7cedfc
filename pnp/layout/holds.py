"""Whether paper holds a thing, without drawing it."""

from __future__ import annotations

from typing import Literal

from pnp.draw.frame import Frame
from pnp.layout.base import LayoutError, Options
from pnp.layout.grid import fit
from pnp.layout.paper import PAPERS
from pnp.units import Size

Way = Literal["pieces", "sheet", "poster"]


def held(size: Size, way: Way) -> bool:
    """Whether any paper with a name holds a thing of a size that is laid out in a way (see `kinds.base.Batch`); a poster in
    tiles."""
    return any(_holds(size, way, Options(paper=paper)) for paper in PAPERS)


def _holds(size: Size, way: Way, options: Options) -> bool:
    try:
        if way == "pieces":
            fit(size, options)
        elif way == "sheet":
            from pnp.layout.sheet import upright

            paper = options.paper.size
            upright(size, paper.turned() if size.width > size.height else paper, options)
        else:
            from pnp.layout.tile import tiling

            tiling(Frame(size, (), 0, ""), options)
    except LayoutError:
        return False
    return True
