"""The cuts that part blocks of pieces: lines from edge to edge, numbered in the order in which they are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pnp.draw.frame import Item, Stroke
from pnp.layout.furniture import SMALL, Furniture
from pnp.layout.grid import Cut
from pnp.layout.marks import BLACK, common, drawn, printable
from pnp.units import Box

_LINE: Final = Stroke(BLACK, 200)


def parting(cuts: Sequence[Cut], furniture: Furniture) -> Iterator[Item]:
    """The lines of some cuts as far as the printer prints them, each with its number at its beginning."""
    options = furniture.options
    if options.marks == "none" or not cuts:
        return
    room = printable(options.paper.size, options)
    for number, cut in enumerate(cuts, start=1):
        seen = common(Box(cut.x, cut.y, cut.right - cut.x, cut.bottom - cut.y), room)
        yield drawn([(seen.x, seen.y, seen.right, seen.bottom)], _LINE)
        yield from furniture.words(
            str(number), seen.x + 500, seen.y + (-400 if cut.y == cut.bottom else 1_900), style=SMALL
        )
