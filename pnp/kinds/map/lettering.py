"""Names, codes and the pieces of the set-up: all that is read on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from pnp.diag import Span
from pnp.draw import text
from pnp.draw.frame import Colour, Item, Path, Stroke
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.kinds.map import ghosts, hand
from pnp.kinds.map.ghosts import Ghost
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import Land
from pnp.kinds.map.places import Spot
from pnp.model.board import Board, Space
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
    names: Mapping[str, Set]
    pieces: Mapping[str, tuple[Ghost, ...]]

    @property
    def sizes(self) -> dict[str, tuple[int, int]]:
        return {name: (entry.width, entry.height) for name, entry in self.names.items()}

    def draw(self, land: Land, spots: Mapping[str, Spot]) -> Iterator[Item]:
        """All lettering of the boxes."""
        for name, spot in spots.items():
            for box, ghost in zip(spot.ghosts, self.pieces.get(name, ()), strict=True):
                yield from ghosts.draw(ghost, box, self.studio, self.inks)
            if spot.badge:
                yield from self._badge(land.spaces[name], land.patterns[name], spot.badge)
            if spot.name and name in self.names:
                yield from self._name(land.spaces[name], self.names[name], spot.name)

    def _name(self, space: Space, entry: Set, box: Box) -> Iterator[Item]:
        halo = Stroke(self.inks.pale(self.inks.ground[space.terrain], 0.35), 900, (), "round", "round")
        style = replace(entry.style, halo=halo)
        step = round(style.point * _LEADING)
        cap = box.height - step * (len(entry.lines) - 1)
        for index, words in enumerate(entry.lines):
            yield from text.line(
                self.studio, words, style, box.x + box.width // 2, box.y + cap + step * index, entry.span, "middle"
            )

    def _badge(self, space: Space, pattern: str, box: Box) -> Iterator[Item]:
        x, y, half = box.x + box.width / 2, box.y + box.height / 2, box.width / 2
        ink, ground = self.inks.ink, self.inks.light(self.inks.paper, 0.5)
        if pattern == "road":
            stone = (
                ("M", round(x - half * 0.8), round(y + half)),
                ("L", round(x - half * 0.8), round(y - half * 0.2)),
                (
                    "C",
                    round(x - half * 0.8),
                    round(y - half * 1.25),
                    round(x + half * 0.8),
                    round(y - half * 1.25),
                    round(x + half * 0.8),
                    round(y - half * 0.2),
                ),
                ("L", round(x + half * 0.8), round(y + half)),
                ("Z",),
            )
            yield Path(stone, ground, Stroke(ink, 380, (), "round", "round"))  # type: ignore[arg-type]
        elif space.code.isdigit():
            yield Path(
                hand.blot((x, y), half, half, "badge", 0.0, 12), self.inks.shade(self.inks.leaf, 0.55), Stroke(ink, 300)
            )
            ground = ink
        else:
            diamond = [(x, y - half * 1.15), (x + half * 1.15, y), (x, y + half * 1.15), (x - half * 1.15, y)]
            yield Path(hand.line(diamond, closed=True), self.inks.accent, Stroke(ink, 300, (), "round", "round"))
        pale = pattern != "road"
        colour = self.inks.light(self.inks.paper, 0.6) if pale else ink
        style = TextStyle(family="display", point=round(13 * POINT), colour=colour)
        cap = self.studio.hand(style.manner, space.where.of("code")).cap_height * style.point
        drop = y + cap / 2 + (half * 0.12 if pattern == "road" else 0)
        yield from text.line(self.studio, space.code, style, round(x), round(drop), space.where.of("code"), "middle")


def letter(board: Board, studio: Studio, inks: Inks, pieces: Mapping[str, tuple[Ghost, ...]]) -> Lettering:
    """Set every name."""
    patterns = {terrain.id: terrain.pattern or terrain.id for terrain in board.terrains}
    names = {
        space.id: _set(space, patterns.get(space.terrain, ""), studio, inks.ink) for space in board.spaces if space.name
    }
    return Lettering(studio, inks, names, pieces)


def _set(space: Space, pattern: str, studio: Studio, ink: Colour) -> Set:
    if pattern == "town":
        style = TextStyle(family="display", point=round(15 * POINT), colour=ink, tracking=0.03)
    elif pattern in ("houses", "castle", "keep"):
        style = TextStyle(family="text", point=round(10 * POINT), colour=ink, bold=True)
    else:
        style = TextStyle(family="text", point=round(9.5 * POINT), colour=ink)
    span = space.where.of("name")
    lines = _broken(space.name)
    width = max(text.measure(studio, line, style, span) for line in lines)
    cap = studio.hand(style.manner, span).cap_height * style.point
    height = round(cap + (len(lines) - 1) * style.point * _LEADING)
    return Set(lines, style, width, height, span)


def _broken(name: str) -> tuple[str, ...]:
    """A name on two lines where it is long and has a space near its middle."""
    if len(name) < 11 or " " not in name:
        return (name,)
    cuts = [index for index, letter in enumerate(name) if letter == " "]
    cut = min(cuts, key=lambda index: abs(index - len(name) / 2))
    return (name[:cut], name[cut + 1 :])
