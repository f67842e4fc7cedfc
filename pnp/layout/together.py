"""Pieces of several sizes → sheets that they share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.draw.document import Sheets
from pnp.layout.base import Batch, Imprint, LayoutError, Options
from pnp.layout.grid import TICK, field, fit
from pnp.layout.impose import bleeds, copies, sheets
from pnp.layout.pack import Lot, Room, pack
from pnp.units import Box, Size


def together(title: str, batches: Sequence[Batch], options: Options, imprint: Imprint) -> Sheets:
    """Lay pieces of several sizes out, on as few sheets as straight cuts allow; otherwise as `impose`."""
    if not any(batch.backed for batch in batches):
        options = replace(options, backs="none")
    lots = tuple(_lots(batches, options))
    packed = min((pack(lots, room) for room in _rooms(lots, options)), key=len, default=None)
    if packed is None:
        largest = max((lot.size for lot in lots), key=lambda size: size.width * size.height)
        raise LayoutError(f"no half of {options.paper.title} paper holds pieces of {largest} with marks of their own")
    return sheets(title, packed, len(packed), any(batch.backed for batch in batches), options, imprint)


def _lots(batches: Sequence[Batch], options: Options) -> Iterator[Lot]:
    """Every size with its pieces, in the order of the batches."""
    for size in dict.fromkeys(batch.size for batch in batches):
        some = [batch for batch in batches if batch.size == size]
        pieces = tuple(face for batch in some for face in copies(batch.faces))
        shown = [bleeds(batch, options) for batch in some]
        yield Lot(size, pieces, min(front for front, _ in shown), min(back for _, back in shown))


def _rooms(lots: Sequence[Lot], options: Options) -> Iterator[Room]:
    """What sheets have for blocks: of paper that is folded, upright or across, what holds every piece."""
    for lot in lots:
        fit(lot.size, options)
    gutter, around = 2 * (options.back_bleed or 0), options.gap + TICK
    for across in (False, True) if options.backs == "fold" else (False,):
        area = field(options, across)
        if options.backs == "fold":
            # Here a block has marks at the fold too.
            less = around - options.spread
            area = Box(area.x, area.y, area.width - less * (not across), area.height - less * across)
        if all(_held(lot.size, area.size) for lot in lots):
            yield Room(area, around, gutter, options.between, across)


def _held(size: Size, area: Size) -> bool:
    turned = size.turned()
    return (size.width <= area.width and size.height <= area.height) or (
        turned.width <= area.width and turned.height <= area.height
    )
