"""Names, codes and the pieces of the set-up: all that is read on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from pnp.diag import Span
from pnp.draw import text
from pnp.draw.frame import Colour, Item, Path, Segment, Stroke
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.kinds.map import ghosts, hand
from pnp.kinds.map.ghosts import Ghost
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import Land
from pnp.kinds.map.places import Spot
from pnp.model.board import Board, Space
from pnp.records import dataclass
from pnp.units import POINT, Box

_LEADING: Final = 1.02


@dataclass(frozen=True, slots=True)
class Set:
    """A name as set: its lines, style, and size."""

    lines: tuple[str, ...]
    style: TextStyle
    width: int
    height: int
    span: Span


@dataclass(frozen=True, slots=True)
class Lettering:
    """What is to be written, measured: made before the map is drawn, so that room is kept for it."""

    studio: Studio
    inks: Inks
    names: Mapping[str, tuple[Set, ...]]
    pieces: Mapping[str, tuple[Ghost, ...]]

    @property
    def sizes(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """Width and height of each name in each of its settings."""
        return {name: tuple((entry.width, entry.height) for entry in sets) for name, sets in self.names.items()}

    def draw(self, land: Land, spots: Mapping[str, Spot]) -> Iterator[Item]:
        """All lettering of the boxes."""
        for name, spot in spots.items():
            for box, ghost in zip(spot.ghosts, self.pieces.get(name, ()), strict=True):
                yield from ghosts.draw(ghost, box, self.studio, self.inks)
            if spot.badge:
                yield from self._badge(land.spaces[name], land.patterns[name], spot.badge)
            if spot.name and name in self.names:
                yield from self._name(land.spaces[name], self.names[name][spot.setting], spot.name)

    def _name(self, space: Space, entry: Set, box: Box) -> Iterator[Item]:
        around = Stroke(halo(self.inks, space.terrain), 900, (), "round", "round")
        style = replace(entry.style, halo=around)
        step = round(style.point * _LEADING)
        cap = box.height - step * (len(entry.lines) - 1)
        for index, words in enumerate(entry.lines):
            yield from text.line(
                self.studio, words, style, box.x + box.width // 2, box.y + cap + step * index, entry.span, "middle"
            )

    def _badge(self, space: Space, pattern: str, box: Box) -> Iterator[Item]:
        return badge(space.code, pattern, box, self.studio, self.inks, space.where.of("code"))


def halo(inks: Inks, terrain: str) -> Colour:
    """What names are drawn round with on a ground."""
    return inks.pale(inks.ground[terrain], 0.35)


def badge(code: str, pattern: str, box: Box, studio: Studio, inks: Inks, span: Span) -> Iterator[Item]:
    """A number or letter: on a milestone beside a road, else on a roundel (numbers) or a lozenge (letters)."""
    x, y, half = box.x + box.width / 2, box.y + box.height / 2, box.height / 2
    pale, road = inks.light(inks.paper, 0.6), pattern == "road"
    if road:
        outline, ground = _milestone(x, y, half, max(half, box.width / 2)), pale
    elif code[:1].isdigit():
        outline = hand.blot((x, y), max(half, box.width / 2), half, "badge", 0.0, 12)
        ground = inks.shade(inks.leaf, 0.55)
    else:
        across, reach = max(half, box.width / 2) * 1.18, half * 1.18
        corners = [(x, y - reach), (x + across, y), (x, y + reach), (x - across, y)]
        outline, ground = hand.line(corners, closed=True), inks.accent
    yield Path(outline, ground, Stroke(inks.ink, 340, (), "round", "round"))
    style = TextStyle(family="text", bold=True, features=("lnum",), colour=inks.ink if road else pale)
    style = replace(style, point=round(min(14 * POINT, half * (1.36 if len(code) == 1 else 1.2))))
    cap = studio.hand(style.manner, span).cap_height * style.point
    drop = y + cap / 2 + (half * 0.12 if road else 0)
    yield from text.line(studio, code, style, round(x), round(drop), span, "middle")


def _milestone(x: float, y: float, half: float, wide: float) -> tuple[Segment, ...]:
    left, right, foot, spring = round(x - wide * 0.8), round(x + wide * 0.8), round(y + half), round(y - half * 0.2)
    top = round(y - half * 1.25)
    return (
        ("M", left, foot),
        ("L", left, spring),
        ("C", left, top, right, top, right, spring),
        ("L", right, foot),
        ("Z",),
    )


def letter(board: Board, studio: Studio, inks: Inks, pieces: Mapping[str, tuple[Ghost, ...]]) -> Lettering:
    """Set every name."""
    patterns = {terrain.id: terrain.pattern or terrain.id for terrain in board.terrains}
    names = {
        space.id: tuple(_sets(space, patterns.get(space.terrain, ""), studio, inks.ink))
        for space in board.spaces
        if space.name
    }
    return Lettering(studio, inks, names, pieces)


def _sets(space: Space, pattern: str, studio: Studio, ink: Colour) -> Iterator[Set]:
    """A name on one line or two, and smaller, in the order in which they are wished for."""
    style = _style(pattern, ink)
    one, two = (space.name,), _broken(space.name)
    for point in (style.point, round(style.point * 0.88), round(style.point * 0.78)):
        sized = replace(style, point=point)
        for lines in (two, one) if len(space.name) > 10 else (one, two):
            yield _set(space, lines, sized, studio)
            if one == two:
                break


def _style(pattern: str, ink: Colour) -> TextStyle:
    if pattern == "town":
        return TextStyle(family="display", point=round(15 * POINT), colour=ink, tracking=0.03)
    if pattern in ("houses", "castle", "keep"):
        return TextStyle(family="text", point=round(10 * POINT), colour=ink, bold=True)
    return TextStyle(family="text", point=round(9.5 * POINT), colour=ink)


def _set(space: Space, lines: tuple[str, ...], style: TextStyle, studio: Studio) -> Set:
    span = space.where.of("name")
    width = max(text.measure(studio, line, style, span) for line in lines)
    cap = studio.hand(style.manner, span).cap_height * style.point
    return Set(lines, style, width, round(cap + (len(lines) - 1) * style.point * _LEADING), span)


def _broken(name: str) -> tuple[str, ...]:
    """A name on two lines, parted at the space nearest to its middle, if it has one."""
    cuts = [index for index, letter in enumerate(name) if letter == " "]
    if not cuts:
        return (name,)
    cut = min(cuts, key=lambda index: abs(index - len(name) / 2))
    return (name[:cut], name[cut + 1 :])
