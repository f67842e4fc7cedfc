"""Whether type can be read on what is drawn below it, found on the finished picture.

The measure and its limits are WCAG 2.2's (success criterion 1.4.3): a contrast ratio of 4.5, or 3 for type of 18 pt and
more, or of 14 pt and more where it is bold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from math import cos, radians, sin
from typing import Final

from pnp.diag import Found, Span
from pnp.draw.frame import Colour, Group, Image, Item, Lines, Path, Segment, Symbol, Text, Use, apart
from pnp.draw.icons import EM
from pnp.draw.palette import contrast
from pnp.records import dataclass
from pnp.units import POINT

PAPER: Final = Colour("#ffffff")
LEAST, _LEAST_LARGE = 4.5, 3.0
_SAMPLES: Final = (1 / 6, 1 / 2, 5 / 6)

_Point = tuple[float, float]
_Outline = tuple[_Point, ...]


def least(size: int, bold: bool) -> float:
    """The contrast that type of a size (micrometres) needs."""
    return _LEAST_LARGE if size >= (14 if bold else 18) * POINT else LEAST


@dataclass(frozen=True, slots=True)
class _Ground:
    """Something that covers what was drawn before: its box (left, top, right, bottom), its outlines, where it is not just
    the box, its colour (None for a picture), the outlines through which it is seen, and the sign that it is, if any."""

    box: tuple[float, float, float, float]
    outlines: tuple[_Outline, ...]
    colour: Colour | None
    clips: tuple[_Outline, ...] = ()
    sign: Use | None = None

    def holds(self, point: _Point) -> bool:
        """Whether a point of its box is on it, and seen."""
        return (not self.outlines or _inside(self.outlines, point)) and all(
            _inside((clip,), point) for clip in self.clips
        )


_Seen = _Ground | Text


@dataclass(slots=True)
class Reading:
    """What was found pale in a game so far: each pair of colours is told once for each layout or panel."""

    found: Found
    _told: set[tuple[str, str, str]] = field(default_factory=set)
    _symbols: dict[Symbol, tuple[_Seen, ...]] = field(default_factory=dict)
    _fine: dict[tuple[str, str, float], bool] = field(default_factory=dict)

    def check(self, items: tuple[Item, ...], owner: str, span: Span) -> None:
        """Every text among the items. `owner` is what draws them, in words, and `span` where that is said."""
        grounds: list[_Ground] = []
        for seen in self._flat(items, ()):
            if isinstance(seen, _Ground):
                grounds.append(seen)
            elif seen.words:
                self._text(seen, grounds, owner, span)

    def fine(self, ink: Colour, ground: Colour, needs: float) -> bool:
        """Whether type of one colour is read on another."""
        key = (ink.hex, ground.hex, needs)
        if key not in self._fine:
            self._fine[key] = contrast(ink, ground) >= needs
        return self._fine[key]

    def pair(self, ink: Colour, ground: Colour, needs: float, what: str, owner: str, span: Span, by: Span) -> None:
        """Type of one colour on another: told at `span`, and what draws it is at `by`."""
        if self.fine(ink, ground, needs) or (owner, ink.hex, ground.hex) in self._told:
            return
        self._told.add((owner, ink.hex, ground.hex))
        ratio = contrast(ink, ground)
        message = (
            f"{what} is {_named(ink)} on {_named(ground)}: a contrast of {ratio:.1f}, it needs {needs:g} to be read"
        )
        hint = "make one of the two lighter or darker"
        related = ((by, f"{owner} draws it"),) if by != span else ()
        self.found.warning("text/contrast", span, message, hint, related)

    def _text(self, text: Text, grounds: list[_Ground], owner: str, span: Span) -> None:
        font = text.words[0].font
        needs = least(text.size, "bold" in font.name.lower())
        points, tall = _samples(text)
        near = [] if text.halo else _near(points, grounds)
        if not text.halo and self._anywhere(text.colour, near, needs):
            return
        for point in points:
            ground = text.halo.colour if text.halo else self._below(point, tall, near)
            if ground is not None and not self.fine(text.colour, ground, needs):
                at = text.spot.span if text.spot else span
                self.pair(text.colour, ground, needs, f"'{text.text[:40]}'", owner, at, span)

    def _anywhere(self, ink: Colour, grounds: Iterable[_Ground], needs: float) -> bool:
        """Whether type of a colour is read on whichever of some grounds it stands, and on paper."""
        return self.fine(ink, PAPER, needs) and all(
            not one.sign and (one.colour is None or self.fine(ink, one.colour, needs)) for one in grounds
        )

    def _below(self, point: _Point, tall: float, grounds: Sequence[_Seen]) -> Colour | None:
        """The colour of the topmost ground at a point that is higher and wider than the letters; a picture has none."""
        under = self._under(point, tall, grounds)
        return under.colour if under else PAPER

    def _under(self, point: _Point, tall: float, grounds: Sequence[_Seen]) -> _Ground | None:
        x, y = point
        for ground in reversed(grounds):
            if isinstance(ground, Text):
                continue
            left, top, right, bottom = ground.box
            # Most are seen to lie elsewhere.
            if not (left <= x <= right and top <= y <= bottom):
                continue
            if min(right - left, bottom - top) < tall or not ground.holds(point):
                continue
            if not ground.sign:
                return ground
            sign = ground.sign
            inside = ((x - sign.x) / sign.scale, (y - sign.y) / sign.scale)
            if under := self._under(inside, tall / sign.scale, self._opened(sign.symbol)):
                return under
        return None

    def _opened(self, symbol: Symbol) -> tuple[_Seen, ...]:
        if symbol not in self._symbols:
            self._symbols[symbol] = tuple(self._flat(symbol.items, ()))
        return self._symbols[symbol]

    def _flat(self, items: Iterable[Item], clips: tuple[_Outline, ...]) -> Iterator[_Seen]:
        """Texts and what lies under them, in drawing order, groups and whole symbols opened. A sign that is turned is left
        out, for it is an ornament."""
        for item in apart(items):
            if isinstance(item, Text):
                yield item
            elif isinstance(item, Path):
                if item.fill:
                    yield from _painted(item, clips)
            elif isinstance(item, Image):
                yield _Ground((item.x, item.y, item.x + item.width, item.y + item.height), (), None, clips)
            elif isinstance(item, Group):
                yield from self._flat(item.items, clips + tuple(_outlines(item.clip)))
            elif (item.x, item.y, item.scale, item.turn, clips) == (0, 0, 1.0, 0.0, ()):
                yield from self._opened(item.symbol)
            elif not item.turn and item.scale > 0:
                side = EM * item.scale
                yield _Ground((item.x, item.y, item.x + side, item.y + side), (), None, clips, item)


Look = tuple[object, ...]


def look(items: Iterable[Item]) -> Look:
    """What a reader's eyes judge: the pieces of a deck are alike but for what they say, which is lines of one height, size
    and colour on the same things."""
    seen: list[object] = []
    for item in items:
        if type(item) is Text:
            seen.append((item.y, item.size, item.colour.hex, item.turn, item.halo))
        elif type(item) is Lines:
            lines = item.lines
            seen.append((item.size, item.colour.hex, lines[0][1], lines[-1][1], len(lines)))
        else:
            seen.append(item)
    return tuple(seen)


def _painted(path: Path, clips: tuple[_Outline, ...]) -> Iterator[_Ground]:
    outlines = tuple(_outlines(path.segments))
    points = [point for outline in outlines for point in outline]
    if points:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = (min(xs), min(ys), max(xs), max(ys))
        whole = len(outlines) == 1 and set(outlines[0]) == {(x, y) for x in box[::2] for y in box[1::2]}
        yield _Ground(box, () if whole else outlines, path.fill, clips)


def _outlines(segments: tuple[Segment, ...]) -> Iterator[_Outline]:
    """The closed outlines of a path, curves as a few points of theirs."""
    points: list[_Point] = []
    for segment in segments:
        if segment[0] == "M":
            if points:
                yield tuple(points)
            points = []
        if segment[0] == "C":
            ends = (points[-1], *zip(segment[1::2], segment[2::2], strict=True)) if points else ()
            points += [_on(ends, step / 4) for step in range(1, 5)] if len(ends) == 4 else []
        elif segment[0] != "Z":
            points.append((segment[1], segment[2]))
    if points:
        yield tuple(points)


def _on(ends: tuple[_Point, ...], share: float) -> _Point:
    """A point of a cubic curve."""
    weights = ((1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3)
    return (
        sum(weight * x for weight, (x, _) in zip(weights, ends, strict=True)),
        sum(weight * y for weight, (_, y) in zip(weights, ends, strict=True)),
    )


def _inside(outlines: tuple[_Outline, ...], point: _Point) -> bool:
    """Whether a ray from a point crosses outlines an odd number of times."""
    x, y = point
    inside = False
    for outline in outlines:
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
    return inside


def _samples(text: Text) -> tuple[list[_Point], float]:
    """Points along the middle of a line's letters, and the letters' height."""
    font = text.words[-1].font
    width, height = text.width, font.cap_height * text.size / font.units
    c, s = (cos(radians(text.turn)), sin(radians(text.turn))) if text.turn else (1.0, 0.0)
    x, y = text.x + height / 2 * s, text.y - height / 2 * c
    return [(x + width * share * c, y + width * share * s) for share in _SAMPLES], height


def _near(points: Sequence[_Point], grounds: Iterable[_Ground]) -> list[_Ground]:
    """The grounds that may hold some of a line's points, which are in order."""
    left, right = sorted((points[0][0], points[-1][0]))
    top, bottom = sorted((points[0][1], points[-1][1]))
    return [
        one
        for one in grounds
        if one.box[1] <= bottom and one.box[3] >= top and one.box[0] <= right and one.box[2] >= left
    ]


def _named(colour: Colour) -> str:
    return f"{colour.name} ({colour.hex})" if colour.name else colour.hex
