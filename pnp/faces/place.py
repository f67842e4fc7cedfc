"""Where a box lies: a record's distances and sizes as a rectangle in micrometres."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pnp.diag import Found, Span, suggest
from pnp.faces.records import FaceBox, Layout
from pnp.units import MM, Box, Size, UnitError, mm, parse

SMALL_PIECE: Final = 40 * MM
_SHARE: Final = re.compile(r"(-?\d+(?:\.\d+)?)%")


def share(box: FaceBox, key: str, found: Found) -> float:
    """A share such as ``120%`` as a number (1.2); 0 and an error for anything else."""
    text: str = getattr(box, key)
    match = _SHARE.fullmatch(text.strip())
    if not match:
        message = f"{text!r} is no share for {key!r}"
        found.error("face/share", box.where.of(key), message, "a number and a percent sign: 120%")
        return 0.0
    return float(match[1]) / 100


def measure(box: FaceBox, key: str, whole: int, found: Found) -> int | None:
    """A length, or a share of a whole, in micrometres."""
    text: str | None = getattr(box, key)
    if text is None:
        return None
    if match := _SHARE.fullmatch(text.strip()):
        return round(whole * float(match[1]) / 100)
    try:
        return parse(text.strip())
    except UnitError as fault:
        found.error("face/measure", box.where.of(key), str(fault), "or a share of the reference, such as 50%")
        return None


def frames(layout: Layout, size: Size) -> dict[str, Box]:
    """What boxes of a face are measured from before there are any: its trim, bleed, and safe area."""
    trim = Box(0, 0, size.width, size.height)
    inset = layout.safe if layout.safe is not None else (MM if min(size.width, size.height) < SMALL_PIECE else 3 * MM)
    return {"trim": trim, "bleed": trim.grown(layout.bleed), "safe": trim.grown(-inset)}


def rectangle(box: FaceBox, known: Mapping[str, Box], found: Found, room: Span | None = None) -> Box:
    """The box's rectangle within what it is measured from; `known` are trim, bleed, safe and the earlier boxes. That nothing
    is left for it is told at `room`, where it is not the box's doing."""
    reference = known.get(box.in_)
    if reference is None:
        hint = suggest(box.in_, known)
        found.error("face/reference", box.where.of("in"), f"no earlier box is named {box.in_!r}", hint)
        reference = known.get("safe") or known["trim"]  # where nothing else is found wrong with it
    down, across = (box.inset[0], box.inset[-1]) if box.inset else (None, None)
    x, width = _stretch(box, ("left", "right", "width"), reference.width, across, found)
    y, height = _stretch(box, ("top", "bottom", "height"), reference.height, down, found)
    if width <= 0 or height <= 0:
        found.error(
            "face/empty",
            room or box.where.span,
            f"nothing is left for the box {box.id!r}: its edges are {mm(width)} and {mm(height)} apart",
            "make the pieces larger, or give them a layout of your own" if room else "",
        )
        width, height = max(width, 1), max(height, 1)
    return Box(reference.x + x, reference.y + y, width, height)


def _stretch(box: FaceBox, keys: tuple[str, str, str], whole: int, inset: int | None, found: Found) -> tuple[int, int]:
    """The start (from the reference's) and length of a box in one direction."""
    near, far, size = (measure(box, key, whole, found) for key in keys)
    near = inset if near is None and (size is None or far is None) and inset is not None else near
    far = inset if far is None and size is None and inset is not None else far
    if size is None:
        return near or 0, whole - (near or 0) - (far or 0)
    if near is not None and far is not None:
        message = f"{keys[0]!r}, {keys[1]!r} and {keys[2]!r} are one too many"
        found.error("face/overdetermined", box.where.of(keys[2]), message, "leave one of them out")
    if near is None and far is None:
        return (whole - size) // 2, size
    return (near if near is not None else whole - (far or 0) - size), size
