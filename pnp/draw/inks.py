"""Faces for printers that are to save ink: grounds dropped to outlines, or everything in greys.

With `low` ink every large area turns paper-white with an outline in its own colour. What stood on it in a pale colour is
drawn in that of the area, dark enough to be read; what was drawn in the area's colour, to look like a hole, turns white.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import partial
from operator import length_hint
from typing import Final, Literal

from pnp.draw.document import Later, Page, Placed, Sheets
from pnp.draw.extent import extent
from pnp.draw.frame import Colour, Frame, Group, Image, Item, Lines, Path, Segment, Stroke, Symbol, Text, Use, apart
from pnp.draw.palette import contrast, darken, simulate
from pnp.records import dataclass
from pnp.units import MM, Box

WHITE: Final = Colour("#ffffff", "white")
# Contrast with white paper: what is to be read has so much, outlines and signs so much.
READ, SEEN = 4.5, 3.0
# An area of so much of a face, or so wide, is ground; what is no wider than this is a line, a letter, a speck.
_SHARE: Final = 1 / 20
_WIDE: Final = 8 * MM
_NARROW: Final = 2 * MM
# Colours nearer than this are shades of one.
_ALIKE: Final = 1.15
# The outline of a ground that reaches over the cut lies so far inside.
_INSIDE: Final = 450
_OUTLINE: Final = 220

Ink = Literal["full", "low", "grey"]


def inked(sheets: Sheets, ink: Ink) -> Sheets:
    """The same sheets with less ink, page by page as they are asked for."""
    return (
        sheets if ink == "full" or (ink == "low" and sheets.low) else replace(sheets, pages=_Pages(sheets.pages, ink))
    )


@dataclass(frozen=True, slots=True)
class _Pages:
    """Pages whose faces are drawn with less ink; each frame is redrawn once, so that copies stay one."""

    pages: Iterable[Page]
    ink: Ink

    def __length_hint__(self) -> int:
        return length_hint(self.pages)

    def __iter__(self) -> Iterator[Page]:
        press = Press(self.ink)
        for page in self.pages:
            placed = Later(partial(press.placed, page.placed))
            around = Later(partial(press.items, page.furniture)) if self.ink == "grey" else page.furniture
            yield replace(page, placed=placed, furniture=around)


@dataclass(frozen=True, slots=True)
class _Layer:
    """An area that something may stand on: where it is, the colour that it had, and whether that was dropped."""

    box: Box
    colour: Colour
    dropped: bool


@dataclass(slots=True)
class Press:
    """Redraws frames and symbols, each once."""

    ink: Ink
    _frames: dict[int, tuple[Frame, Frame]] = field(default_factory=dict)
    _symbols: dict[tuple[int, str], tuple[Symbol, Symbol]] = field(default_factory=dict)
    _greys: dict[str, Colour] = field(default_factory=dict)

    def frame(self, frame: Frame) -> Frame:
        """A face with less ink."""
        known = self._frames.get(id(frame.items))
        if known is None:
            drawn = _Low(self, frame).items() if self.ink == "low" else tuple(map(self.item, frame.items))
            # The old frame is kept so that no other can take its identity.
            known = self._frames[id(frame.items)] = (frame, replace(frame, items=drawn))
        return known[1]

    def placed(self, placed: Sequence[Placed]) -> tuple[Placed, ...]:
        """What lies on a page."""
        return tuple(replace(one, frame=self.frame(one.frame)) for one in placed)

    def items(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Things in greys."""
        return tuple(map(self.item, items))

    def item(self, item: Item) -> Item:
        """Anything in greys."""
        return painted(item, self.grey, self)

    def grey(self, colour: Colour) -> Colour:
        if colour.hex not in self._greys:
            self._greys[colour.hex] = replace(simulate(colour, "grey"), name=colour.name)
        return self._greys[colour.hex]

    def symbol(self, symbol: Symbol, paint: Callable[[Colour], Colour], key: str) -> Symbol:
        """A symbol in other colours, made once for each way of painting."""
        known = self._symbols.get((id(symbol), key))
        if known is None:
            items = tuple(painted(item, paint, self, key) for item in symbol.items)
            new = symbol if items == symbol.items else Symbol(f"{symbol.id}-{self.ink}{key}", items)
            known = self._symbols[id(symbol), key] = (symbol, new)
        return known[1]


def painted(item: Item, paint: Callable[[Colour], Colour], press: Press, key: str = "") -> Item:
    """An item in other colours; `key` names the way of painting."""
    match item:
        case Path():
            stroke = _stroked(item.stroke, paint)
            return replace(item, fill=paint(item.fill) if item.fill else None, stroke=stroke)
        case Text():
            return replace(item, colour=paint(item.colour), halo=_stroked(item.halo, paint))
        case Lines():
            return replace(item, colour=paint(item.colour))
        case Use():
            return replace(item, symbol=press.symbol(item.symbol, paint, key))
        case Group():
            return Group(tuple(painted(inner, paint, press, key) for inner in item.items), item.clip)
        case Image():
            return replace(item, grey=True) if press.ink == "grey" else item


def _stroked(stroke: Stroke | None, paint: Callable[[Colour], Colour]) -> Stroke | None:
    return replace(stroke, colour=paint(stroke.colour)) if stroke else None


def legible(colour: Colour, least: float = READ) -> Colour:
    """A colour, darkened until it can be read on white paper."""
    dark, share = colour, 0.0
    while contrast(dark, WHITE) < least and share < 1:
        share += 0.05
        dark = darken(colour, min(share, 1.0))
    return dark


class _Low:
    """One face being redrawn; `_layers` are the areas drawn so far, the last on top."""

    def __init__(self, press: Press, frame: Frame) -> None:
        self._press, self._frame = press, frame
        self._trim = Box(0, 0, frame.size.width, frame.size.height)
        self._least = _SHARE * frame.size.width * frame.size.height
        self._layers: list[_Layer] = []

    def items(self) -> tuple[Item, ...]:
        return tuple(new for item in apart(self._frame.items) for new in self._item(item))

    def _item(self, item: Item) -> Iterator[Item]:
        if isinstance(item, Use) and (item.scale, item.turn, item.x, item.y) == (1.0, 0.0, 0, 0):
            # What is the same on many faces: its grounds are grounds of this one.
            for inner in apart(item.symbol.items):
                yield from self._item(inner)
        elif isinstance(item, Group):
            yield Group(tuple(new for inner in apart(item.items) for new in self._item(inner)), item.clip)
        elif isinstance(item, Image):
            self._layers.append(_Layer(Box(item.x, item.y, item.width, item.height), WHITE, False))
            yield item
        else:
            box = extent((replace(item, stroke=None) if isinstance(item, Path) else item,))
            if isinstance(item, Path) and item.fill and box and self._drops(item.fill, box):
                yield from self._drop(item, item.fill, box)
            else:
                yield self._sign(item, box)

    def _drops(self, fill: Colour, box: Box) -> bool:
        """Whether a filled area is ground: a large share of the face, wide, or pale and no mere speck."""
        narrow, pale = min(box.width, box.height), contrast(fill, WHITE)
        large = box.width * box.height >= self._least or narrow >= _WIDE or pale < SEEN
        return large and narrow > _NARROW and pale > 1.02

    def _drop(self, item: Path, fill: Colour, box: Box) -> Iterator[Path]:
        below = self._below(box)
        self._layers.append(_Layer(box, fill, True))
        if box.holds(self._trim):
            yield replace(item, fill=WHITE, stroke=None)
            inner = _rectangle(self._trim.grown(-_INSIDE))
            yield Path(inner, stroke=Stroke(legible(fill, SEEN), _OUTLINE))
        elif below and below.dropped and contrast(below.colour, fill) < _ALIKE:
            yield replace(item, fill=WHITE)  # a shade of what lies below it
        else:
            yield replace(item, fill=WHITE, stroke=item.stroke or Stroke(legible(fill, SEEN), _OUTLINE // 2))

    def _below(self, box: Box) -> _Layer | None:
        """What something stands on."""
        x, y = box.x + box.width // 2, box.y + box.height // 2
        middle = Box(x, y, 0, 0)
        return next((layer for layer in reversed(self._layers) if layer.box.holds(middle)), None)

    def _sign(self, item: Item, box: Box | None) -> Item:
        """What is no ground, seen on white where there was a ground below it."""
        below = self._below(box) if box else None
        new = item
        if below and below.dropped:
            new = painted(item, self._paint(below.colour, _backed(item, below.colour)), self._press, below.colour.hex)
        colour = self._solid(new)
        if box and colour and min(box.width, box.height) > _NARROW // 2:
            self._layers.append(_Layer(box, colour, False))
        if isinstance(new, Text) and isinstance(item, Text) and below and below.dropped:
            return replace(new, colour=legible(new.colour) if new.colour != WHITE else legible(item.colour))
        return new

    def _paint(self, ground: Colour, backed: bool) -> Callable[[Colour], Colour]:
        """How what stood on a ground is drawn without it; what is `backed` keeps its pale parts."""
        dark = contrast(ground, WHITE) >= SEEN and not backed
        lettering = legible(ground)

        def paint(colour: Colour) -> Colour:
            if contrast(colour, ground) < _ALIKE:
                return WHITE
            return lettering if dark and contrast(colour, WHITE) < SEEN else colour

        return paint

    def _solid(self, item: Item) -> Colour | None:
        """The colour of what others may stand on: a shape's, or the first of a sign's."""
        if isinstance(item, Path):
            return item.fill
        if isinstance(item, Use):
            return next((part.fill for part in item.symbol.items if isinstance(part, Path) and part.fill), None)
        return None


def _backed(item: Item, ground: Colour) -> bool:
    """Whether a sign brings a dark ground of its own, as wide and high as itself, upon which its pale parts are seen."""
    parts = item.symbol.items if isinstance(item, Use) else ()
    first = next((part for part in parts if isinstance(part, Path) and part.fill), None)
    if first is None or first.fill is None or contrast(first.fill, ground) < _ALIKE:
        return False
    back, whole = extent((replace(first, stroke=None),)), extent(parts)
    wide = back and whole and 10 * back.width >= 9 * whole.width and 10 * back.height >= 9 * whole.height
    return bool(wide) and contrast(first.fill, WHITE) >= SEEN


def _rectangle(box: Box) -> tuple[Segment, ...]:
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    first, *rest = corners
    return (("M", *first), *(("L", *corner) for corner in rest), ("Z",))
