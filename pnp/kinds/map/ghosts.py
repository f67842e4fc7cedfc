"""The printed set-up: a ghost of every piece that begins in a box, to be covered by the piece itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pnp.diag import Span
from pnp.draw import text
from pnp.draw.cells import Point
from pnp.draw.frame import Colour, Item, Path, Segment, Stroke, Use
from pnp.draw.icons import EM
from pnp.draw.palette import contrast
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.kinds.map.inks import Inks
from pnp.model.game import Game
from pnp.model.pieces import Counter, Group
from pnp.records import dataclass
from pnp.units import POINT, Box, mm, pt

_LEAST: Final = round(5 * POINT)
_POINT: Final = round(6.5 * POINT)
_RIM: Final = 1_300
# The least contrast of what is read, and of what is seen.
_READ: Final = 4.5
_SEEN: Final = 3.0


@dataclass(frozen=True, slots=True)
class Ghost:
    """A piece as the map shows it: its device, a short name, its side's colour, and whether it lies face down."""

    art: str
    words: str
    colour: Colour
    hidden: bool
    span: Span
    named: Span


def ghosts(game: Game, studio: Studio, places: Mapping[str, object]) -> dict[str, tuple[Ghost, ...]]:
    """The ghosts of every box in `places`, in the order of the set-up."""
    pieces = {counter.id: (group, counter) for group, counter in game.pieces()}
    sides = {side.id: side for side in game.sides}
    found: dict[str, list[Ghost]] = {}
    for placement in game.setup.placements if game.setup else ():
        if placement.at not in places or placement.piece not in pieces or not placement.printed:
            continue
        group, counter = pieces[placement.piece]
        side = sides.get(group.side)
        colour = studio.palette.get(group.colour or (side.colour if side else "ink"))
        words = _words(group, counter)
        ghost = Ghost(counter.art or "", words, colour, placement.face == "back", placement.where.span, _named(counter))
        found.setdefault(placement.at or "", []).extend([ghost] * placement.count)
    return {name: tuple(entries) for name, entries in found.items()}


def _words(group: Group, counter: Counter) -> str:
    return counter.short or counter.name


def _named(counter: Counter) -> Span:
    return counter.where.of("short" if counter.short else "name")


def draw(ghost: Ghost, box: Box, studio: Studio, inks: Inks) -> Iterator[Item]:
    """One ghost: a pale square with a thin rim (broken where the piece lies face down), device and name."""
    strong = inks.shade(ghost.colour, 0.25)
    ground = inks.pale(ghost.colour, 0.86)
    yield Path(_rounded(box, 900), ground)
    dash = (1_150, 750) if ghost.hidden else ()
    yield Path(_rounded(box.grown(-250), 750), None, Stroke(strong, 380, dash, "butt", "round"))
    lines = _set(studio, ghost, box.width - _RIM)
    foot = box.bottom - 1_150
    style = TextStyle(family="sans", bold=True, point=lines[1], colour=_lettering(ghost, ground, inks))
    for index, words in enumerate(reversed(lines[0])):
        y = foot - round(index * style.point * 0.95)
        yield from text.line(studio, words, style, box.x + box.width // 2, y, ghost.span, "middle")
    top, bottom = box.y + 700, foot - round(len(lines[0]) * style.point * 0.86)
    size = min(bottom - top, box.width - 2_400)
    if ghost.art and studio.icons.has(ghost.art):
        # Devices stand on a patch of their side's colour, as on the pieces.
        patch = inks.pale(ghost.colour, 0.45 if ghost.hidden else 0.2)
        symbol = studio.icons.symbol(ghost.art, _device(ghost, patch, inks), patch, ghost.span)
        if symbol:
            x = box.x + (box.width - size) // 2
            yield Path(_rounded(Box(x, top, size, size).grown(350), 700), patch)
            yield Use(symbol, x, top, size / EM)


def row(pieces: tuple[Ghost, ...], at: Point, size: int, studio: Studio, inks: Inks) -> Iterator[Item]:
    """Ghosts of a size side by side, their middle at a point."""
    left = at[0] - len(pieces) * size / 2
    for index, ghost in enumerate(pieces):
        box = Box(round(left + index * size), round(at[1] - size / 2), size, size)
        yield from draw(ghost, box.grown(-300), studio, inks)


def _lettering(ghost: Ghost, ground: Colour, inks: Inks) -> Colour:
    """The side's colour, as dark as it takes to be read."""
    shades = (inks.shade(ghost.colour, tenths / 10) for tenths in range(5, 10))
    return next((shade for shade in shades if contrast(shade, ground) >= _READ), inks.ink)


def _device(ghost: Ghost, patch: Colour, inks: Inks) -> Colour:
    """Light on the patch of a dark side, dark on that of a light one."""
    light, dark = inks.pale(ghost.colour, 0.92), inks.shade(ghost.colour, 0.8)
    return light if contrast(light, patch) >= _SEEN else max(light, dark, key=lambda hue: contrast(hue, patch))


def _set(studio: Studio, ghost: Ghost, width: int) -> tuple[tuple[str, ...], int]:
    """The name on one line or two, at a size that fits."""
    style = TextStyle(family="sans", bold=True, point=_POINT)
    choices: list[tuple[str, ...]] = [(ghost.words,)]
    parts = ghost.words.split()
    choices += [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts))]
    best: tuple[tuple[str, ...], int] = (choices[-1], _LEAST)
    for lines in choices:
        wide = max(text.measure(studio, words, style, ghost.span) for words in lines)
        size = min(_POINT, int(_POINT * width / max(1, wide)))
        if size >= round(5.6 * POINT):
            return lines, size
        if size > best[1]:
            best = (lines, size)
    return best


def proofread(ghost: Ghost, size: int, studio: Studio) -> None:
    """A name that does not fit in the smallest type is told of where it is written."""
    width = size - _RIM
    lines, point = _set(studio, ghost, width)
    style = TextStyle(family="sans", bold=True, point=point)
    wide = max(text.measure(studio, words, style, ghost.span) for words in lines)
    if wide > width + 1_000:  # half a millimetre on both sides is still within the rim
        message = (
            f"'{ghost.words}' does not fit on the map, where it starts: at {pt(style.point)} it needs {mm(wide)}, "
            f"there are {mm(width)}"
        )
        related = ((ghost.span, "placed here"),)
        studio.found.error(
            "text/overflow", ghost.named, message, "give it a 'short' name, or say 'printed: no'", related
        )


def _rounded(box: Box, corner: int) -> tuple[Segment, ...]:
    x, y, right, bottom, bend = box.x, box.y, box.right, box.bottom, round(corner * 0.45)
    return (
        ("M", x + corner, y),
        ("L", right - corner, y),
        ("C", right - bend, y, right, y + bend, right, y + corner),
        ("L", right, bottom - corner),
        ("C", right, bottom - bend, right - bend, bottom, right - corner, bottom),
        ("L", x + corner, bottom),
        ("C", x + bend, bottom, x, bottom - bend, x, bottom - corner),
        ("L", x, y + corner),
        ("C", x, y + bend, x + bend, y, x + corner, y),
        ("Z",),
    )
