"""Colour never carries a meaning alone.

Sides are told apart by their icon, grounds of a map by their pattern, suits (the choices of an attribute of cards or
counters that are colours of the palette too) by an icon of the same id. Where two have no such mark, or the same one,
their colours must differ in everybody's eyes.

- `colour/alike`: two sides, two grounds or two suits have one mark, and colours that somebody cannot tell apart: a person
  with protanopia, deuteranopia or tritanopia, or anybody with a grey printer.

Sight is simulated after Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
deficiency" (2009), severity 1; grey is relative luminance. Two colours are alike nearer than 0.07 in OKLab (Ottosson
2020): between three and four times of what can just be noticed where they touch, for on a table they lie apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Final

from pnp.diag import Found, Span
from pnp.draw.frame import Colour
from pnp.draw.palette import Palette, oklab, simulate
from pnp.model import families
from pnp.model.game import Game
from pnp.model.load import Loaded
from pnp.records import dataclass

_ALIKE: Final = 0.07
_SIGHTS: Final = (
    ("", "to everybody"),
    ("protan", "to people with protanopia"),
    ("deutan", "to people with deuteranopia"),
    ("tritan", "to people with tritanopia"),
    ("grey", "in greyscale"),
)


@dataclass(frozen=True, slots=True)
class _Sign:
    """What a side, ground or suit is known by: `mark` is what tells it apart besides its colour."""

    id: str
    colour: str
    mark: str
    span: Span


def check(loaded: Loaded, found: Found) -> None:
    """Every pair of sides, of grounds of a map, and of suits."""
    game = loaded.game
    palette = Palette.of(game.style.palette if game.style else ())
    if loaded.has("side.colour", "side.icon"):
        sides = (_Sign(one.id, one.colour, one.icon, one.where.of("colour")) for one in game.sides)
        _pairs("sides", sides, palette, "give one of them another icon, or another colour", found)
    for board in game.boards if loaded.has("terrain.colour", "terrain.pattern") else ():
        grounds = (_Sign(one.id, one.colour, one.pattern, one.where.of("colour")) for one in board.terrains)
        _pairs("grounds", grounds, palette, "give one of them another pattern, or another colour", found)
    for name, suits in _suits(game, palette):
        hint = f"draw an icon '{suits[1].id}' for each of them in art/, or take another colour"
        _pairs(f"choices of '{name}'", suits, palette, hint, found)


def _suits(game: Game, palette: Palette) -> Iterator[tuple[str, tuple[_Sign, ...]]]:
    """The attributes whose choices are names of colours, such as layouts draw in."""
    swatches = {swatch.id: swatch.where.of("colour") for swatch in (game.style.palette if game.style else ())}
    icons = frozenset((*families.art(Path(game.folder)), *families.house_art())) if swatches else frozenset()
    for attribute in game.attributes:
        suits = tuple(
            _Sign(choice, choice, choice if choice in icons else "", swatches[choice])
            for choice in attribute.choices
            if choice in swatches
        )
        if attribute.type == "choice" and len(suits) > 1:
            yield attribute.id, suits


def _pairs(what: str, signs: Iterable[_Sign], palette: Palette, hint: str, found: Found) -> None:
    for first, second in combinations(signs, 2):
        if first.mark != second.mark or not {first.colour, second.colour} <= palette.names.keys():
            continue
        sights = tuple(alike(palette.names[first.colour], palette.names[second.colour]))
        if sights:
            shared = f"and both have '{first.mark}'" if first.mark else "and nothing else tells them apart"
            message = f"the {what} '{first.id}' and '{second.id}' look alike {_joined(sights)}, {shared}"
            found.error("colour/alike", second.span, message, hint, ((first.span, f"the colour of '{first.id}'"),))


def _joined(sights: tuple[str, ...]) -> str:
    return " and ".join(sights[:1] if sights[0] == _SIGHTS[0][1] else sights)


def alike(first: Colour, second: Colour) -> Iterator[str]:
    """To whom two colours look alike."""
    for kind, whose in _SIGHTS:
        one, two = ((simulate(colour, kind) if kind else colour) for colour in (first, second))
        if math.dist(oklab(one), oklab(two)) < _ALIKE:
            yield whose
