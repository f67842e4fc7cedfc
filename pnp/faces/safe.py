"""Whether set text stays inside an area, measured on its capitals as everything about text is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin

from pnp.draw.frame import Item, Text, apart
from pnp.units import Box

# Rounding on the way may cost this much, in micrometres.
_SLACK = 20


def leaves(items: Iterable[Item], area: Box) -> bool:
    """Whether any line of text among the items reaches out of an area."""
    roomy = area.grown(_SLACK)
    return any(
        not (roomy.x <= x <= roomy.right and roomy.y <= y <= roomy.bottom)
        for item in apart(items)
        if isinstance(item, Text)
        for x, y in _corners(item)
    )


def _corners(text: Text) -> Iterator[tuple[float, float]]:
    """The corners of a line of text, from its capitals' tops to its baseline."""
    if not text.words:
        return
    font = text.words[-1].font
    width, height = text.width, font.cap_height * text.size / font.units
    c, s = cos(radians(text.turn)), sin(radians(text.turn))
    for dx, dy in ((0.0, 0.0), (width, 0.0), (0.0, -height), (width, -height)):
        yield text.x + dx * c - dy * s, text.y + dx * s + dy * c
