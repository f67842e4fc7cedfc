"""Standing figures: front and back head to head round a fold, and at each end a tab on which the figure stands.

From the top of the strip: the back's tab, the back upside down, the fold, the front, the front's tab. Folded at the middle the
two sides stand back to back; the tabs are folded outwards and lie, printed side up, before and behind the figure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pnp.diag import Span
from pnp.draw import text
from pnp.draw.frame import Colour, Frame, Group, Item, Path, Segment, Stroke, Symbol, Use
from pnp.draw.palette import mix
from pnp.draw.shapes import outline
from pnp.draw.text import TextStyle
from pnp.draw.turn import turned
from pnp.faces.workshop import Workshop, size_of
from pnp.kinds.base import DRAWN, Batch, Face
from pnp.model import pieces
from pnp.model.game import Game
from pnp.units import MM, POINT, Box, Size

NEEDS = (*DRAWN, "side", "group.colour", "group.ink", "group.back", "group.stands")

# Folds are drawn as thin as they can be seen: dashes where a tab is folded up, dashes and dots over the figure's head.
_LINE: Final = 150
_VALLEY: Final = (1_200, 800)
_RIDGE: Final = (2_000, 700, 400, 700)
# The name on a tab: as large as this where it fits, never under the least that is printed.
_POINT, _LEAST, _STEP = round(8 * POINT), round(5 * POINT), round(0.5 * POINT)
_EDGE: Final = MM


def batches(workshop: Workshop) -> Iterator[Batch]:
    """All figures, in the order of their groups; `standees` where all have one size, else a batch a size."""
    strips = _strips(workshop.game)
    for (id, _), (size, stands) in zip(files(workshop.game), strips, strict=True):
        groups = [one for one in _standing(workshop.game) if (size_of(one.size), one.stands) == (size, stands)]
        faces = tuple(face for group in groups for face in _faces(workshop, group))
        title = "Standing figures" if len(strips) == 1 else f"Standing figures {size}"
        bleed = min((face.front.bleed for face in faces), default=0)
        total = sum(face.copies for face in faces)
        yield Batch(id, title, "standee", strip(size, stands), bleed, faces, total=total)


def files(game: Game) -> Iterator[tuple[str, Span]]:
    """A file for each size, which the first group of the size stands for."""
    strips = _strips(game)
    for size, stands in strips:
        first = next(one for one in _standing(game) if (size_of(one.size), one.stands) == (size, stands))
        short = f"standees-{size.width / MM:g}x{size.height / MM:g}mm"
        again = sum(other == size for other, _ in strips) > 1
        name = f"{short}-{stands / MM:g}mm" if again else short
        yield "standees" if len(strips) == 1 else name, first.where.of("size")


def proofread(workshop: Workshop) -> None:
    """Draw every figure."""
    for group in _standing(workshop.game):
        tuple(_faces(workshop, group))


def strip(size: Size, stands: int) -> Size:
    """What is cut out for a figure of a size: both of its sides and both tabs."""
    return Size(size.width, 2 * (size.height + stands))


def _standing(game: Game) -> Iterator[pieces.Group]:
    return (group for group in game.counters if group.stands is not None)


def _strips(game: Game) -> tuple[tuple[Size, int], ...]:
    """Every size of figures with its depth of tab, once."""
    return tuple(dict.fromkeys((size_of(group.size), group.stands or 0) for group in _standing(game)))


def _faces(workshop: Workshop, group: pieces.Group) -> Iterator[Face]:
    for counter in group.counters:
        front, back = workshop.counter(group, counter), workshop.counter(group, counter, back=True)
        frame = _frame(workshop, group, counter, front, back)
        yield Face(counter.id, counter.name, frame, None, counter.copies, group.id)


def _frame(workshop: Workshop, group: pieces.Group, counter: pieces.Counter, front: Frame, back: Frame) -> Frame:
    """A figure's strip."""
    size, stands = front.size, group.stands or 0
    whole, fold = strip(size, stands), stands + size.height
    bleed = min(front.bleed, back.bleed)
    ground, ink = workshop.grounds(group)
    tab = tuple(_tab(workshop, counter, Box(0, fold + size.height, size.width, stands), bleed, ground, ink))
    items = (
        *tab,
        *turned(tab, size.width // 2, fold, 180),
        _side(f"{counter.id}-front", front, (0, fold, 0), Box(-bleed, fold, size.width + 2 * bleed, size.height)),
        _side(
            f"{counter.id}-back",
            back,
            (size.width, fold, 180),
            Box(-bleed, stands, size.width + 2 * bleed, size.height),
        ),
        *_folds(size.width, (stands, fold + size.height), _VALLEY, ground, ink),
        *_folds(size.width, (fold,), _RIDGE, ground, ink),
    )
    return Frame(whole, items, bleed, counter.name)


def _side(name: str, frame: Frame, at: tuple[int, int, float], seen: Box) -> Item:
    """One side of a figure with its head at the fold, seen as far as the folds and over the cut."""
    x, y, turn = at
    return Group((Use(Symbol(f"standee-{name}", frame.items), x, y, 1.0, turn),), outline("rect", seen))


def _tab(
    workshop: Workshop, counter: pieces.Counter, place: Box, bleed: int, ground: Colour, ink: Colour
) -> Iterator[Item]:
    """The front's tab: the figure's ground, out over the cut, and its name to be read from before it."""
    shown = Box(place.x - bleed, place.y, place.width + 2 * bleed, place.height + bleed)
    yield Path(outline("rect", shown), mix(ground, ink, 0.12))
    studio, words, span = workshop.studio, counter.short or counter.name, counter.where.of("name")
    style = TextStyle(family="sans", bold=True, point=_POINT, colour=ink)
    room = place.width - 2 * _EDGE
    while style.point > _LEAST and text.measure(studio, words, style, span) > room:
        style = replace(style, point=max(_LEAST, style.point - _STEP))
    cap = studio.hand(style.manner, span).cap_height * style.point
    if text.measure(studio, words, style, span) <= room and cap + 2 * _EDGE <= place.height:
        x, y = place.x + place.width // 2, place.y + place.height // 2
        yield from text.line(studio, words, style, x, round(y + cap / 2), span, "middle")


def _folds(width: int, at: tuple[int, ...], dash: tuple[int, ...], ground: Colour, ink: Colour) -> Iterator[Item]:
    """Lines of folds, which are not to be taken for cuts: dashes in a tone of the figure's own, that end at the trim."""
    for y in at:
        line: tuple[Segment, ...] = (("M", 0, y), ("L", width, y))
        yield Path(line, None, Stroke(mix(ground, ink, 0.25), _LINE))
        yield Path(line, None, Stroke(mix(ground, ink, 0.75), _LINE, dash))
