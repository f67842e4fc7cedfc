"""Text that follows a curve, such as a river's name."""

from __future__ import annotations

from typing import Literal

from pnp.diag import Span
from pnp.draw.curve import Curve
from pnp.draw.frame import Item, Segment, Text, Word
from pnp.draw.studio import Studio
from pnp.draw.text import ENDLESS, TextStyle, wrap
from pnp.units import mm


def follow(
    studio: Studio,
    text: str,
    style: TextStyle,
    path: tuple[Segment, ...],
    span: Span,
    anchor: Literal["start", "middle", "end"] = "middle",
    raised: int = 0,
) -> tuple[Item, ...]:
    """Text whose baseline follows a curve, letter by letter, `raised` above it. A curve that runs to the left is followed
    backwards, so that no text stands on its head. Icons are left out. A text longer than its curve is an error."""
    block = wrap(studio, text, style, ENDLESS, span)
    curve = Curve.of(path).upright()
    length = sum(line.width for line in block.lines[:1]) * block.size
    if length > curve.length:
        message = f"{text!r} is {mm(round(length))} long, the curve it follows {mm(round(curve.length))}"
        studio.found.error("text/overflow", span, message, "a smaller size, fewer letters, or a longer curve")
    start = {"start": 0.0, "middle": (curve.length - length) / 2, "end": curve.length - length}[anchor]
    items: list[Item] = []
    for set_line in block.lines[:1]:
        for dx, what, scale in set_line.parts(0.0):
            if isinstance(what, Word):
                items += _letters(what, start + dx * block.size, round(block.size * scale), curve, raised, style, span)
    return tuple(items)


def _letters(word: Word, at: float, size: int, curve: Curve, raised: int, style: TextStyle, span: Span) -> list[Item]:
    """Each glyph of a word turned as the curve runs under its middle."""
    items: list[Item] = []
    per_unit = size / word.font.units
    for index, (glyph, advance, characters) in enumerate(word.glyphs):
        half = advance * per_unit / 2
        x, y, turn = curve.point(at + half, -half, -raised)
        offsets = word.offsets[index : index + 1]
        letter = Word(word.font, characters, advance, [glyph], [advance], (characters,), offsets)
        items.append(Text(x, y, size, style.colour, (letter,), turn, span, style.halo))
        at += 2 * half
    return items
