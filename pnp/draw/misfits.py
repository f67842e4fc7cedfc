"""What is wrong with a text that is set: too small, without a glyph, not closed, or too long for its box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pnp.diag import Found, Span, Spot
from pnp.draw.block import Block
from pnp.draw.hands import Hand, leftward
from pnp.draw.studio import Studio
from pnp.units import POINT, Box, mm, pt

if TYPE_CHECKING:
    from pnp.draw.text import TextStyle

SMALLEST: Final = round(5 * POINT)


def check_size(style: TextStyle, spot: Spot, found: Found) -> None:
    """Type under 5 pt is an error, be it only where it may shrink to."""
    if min(style.point, style.least or style.point) < SMALLEST:
        size = pt(min(style.point, style.least or style.point))
        where = style.of("least" if style.least and style.least < SMALLEST else "point", spot)
        found.error("text/small", where, f"type of {size} is too small to print", "5pt is the least")


def report(studio: Studio, hand: Hand, block: Block, span: Span) -> None:
    """Say which characters have no glyph, and which marks nothing closes."""
    for mark in block.unclosed:
        hint = r"write '\*' for the star itself"
        studio.found.error("text/mark", span, f"a {mark!r} opens emphasis that nothing closes", hint)
    missing = {character: None for line in block.lines for atom in line.atoms for character in atom.missing}
    first = next(filter(leftward, missing), "")
    for character in missing:
        code = f"U+{ord(character):04X}"
        if leftward(character):
            if character != first:
                continue  # one is told for all
            message = f"{character!r} ({code}) belongs to a script that runs from right to left, which pnp cannot set"
            studio.found.error("text/direction", span, message)
            continue
        having = studio.fonts.having(character, span)
        hint = f"these families have it: {', '.join(having)}" if having else "none of the game's fonts has it"
        message = f"the font {hand.faces(0).font.name} has no glyph for {character!r} ({code})"
        studio.found.error("text/glyph", span, message, hint)


def overflow(found: Found, block: Block, style: TextStyle, box: Box, span: Span, label: str) -> None:
    """Both sizes, and how much to cut."""
    what = label or "the text"
    size = pt(block.size)
    if block.width > box.width + 1:
        widest = max(block.lines, key=lambda line: line.width)
        word = max(widest.atoms, key=lambda atom: atom.width).text
        message = f"{what} does not fit: at {size} {word!r} needs {mm(block.width)} of width, there are {mm(box.width)}"
        hint = f"shorten it by {100 - 100 * box.width // block.width} %, or let it shrink below {size} (least)"
    else:
        lines = len(block.lines)
        room = block.room(box.height, style.lines)
        over = sum(len(line.text) for line in block.lines[room:])
        message = (
            f"{what} does not fit: at {size} it takes {lines} line{'s' if lines > 1 else ''} and {mm(block.height)} of "
            f"height, there is room for {room} and {mm(box.height)}"
        )
        hint = f"cut about {over} characters of {sum(len(line.text) for line in block.lines)}"
    box_at = style.of("height" if block.width <= box.width + 1 else "width", span)
    related = ((box_at, "the box that it does not fit"),) if box_at != span else ()
    found.error("text/overflow", span, message, hint, related)
