"""The map's inks: the game's palette where it names them, a house map's colours where not, and tints mixed from these."""

from __future__ import annotations

from typing import Final

from pnp.draw.frame import Colour
from pnp.draw.palette import Palette, darken, lighten, mix
from pnp.model.board import Board
from pnp.records import dataclass

# A palette may define any of these to have the map its own way.
HOUSE: Final = (
    ("map-paper", "#f6ecd2"),
    ("map-ink", "#33261c"),
    ("map-water", "#a9c3c6"),
    ("map-road", "#fbf3dd"),
    ("map-leaf", "#87985f"),
    ("map-roof", "#b4583c"),
    ("map-stone", "#d9cdb6"),
    ("map-accent", "#8c2a1e"),
)
# The ground of each way of drawing, where the terrain's colour is not in the palette.
_GROUND: Final = (
    ("woods", "#c3cb98"),
    ("field", "#eedfa9"),
    ("houses", "#f0d3a2"),
    ("town", "#e5b994"),
    ("mill", "#f0e3b8"),
    ("road", "#f4e8c6"),
    ("bridge", "#e6e2bd"),
    ("ford", "#e6e2bd"),
    ("castle", "#d3c9b6"),
    ("keep", "#b9ae9c"),
    ("ruin", "#ded6b8"),
)


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours by their use. `ground` is by terrain id."""

    paper: Colour
    ink: Colour
    water: Colour
    road: Colour
    leaf: Colour
    roof: Colour
    stone: Colour
    accent: Colour
    ground: dict[str, Colour]

    @staticmethod
    def of(board: Board, palette: Palette) -> Inks:
        """The inks for a board."""
        named = {name: palette.names.get(name, Colour(value, name)) for name, value in HOUSE}
        house = dict(_GROUND)
        ground = {
            terrain.id: palette.names.get(terrain.colour)
            or Colour(house.get(terrain.pattern or terrain.id, "#f0e4c2"), terrain.colour)
            for terrain in board.terrains
        }
        return Inks(
            named["map-paper"],
            named["map-ink"],
            named["map-water"],
            named["map-road"],
            named["map-leaf"],
            named["map-roof"],
            named["map-stone"],
            named["map-accent"],
            ground,
        )

    def shade(self, colour: Colour, share: float) -> Colour:
        """A colour nearer to the ink."""
        return mix(colour, self.ink, share)

    def pale(self, colour: Colour, share: float) -> Colour:
        """A colour nearer to the paper."""
        return mix(colour, self.paper, share)

    def light(self, colour: Colour, share: float) -> Colour:
        """A colour nearer to white."""
        return lighten(colour, share)

    def deep(self, colour: Colour, share: float) -> Colour:
        """A darker colour of the same hue."""
        return darken(colour, share)
