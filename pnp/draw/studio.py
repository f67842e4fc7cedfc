"""Everything a drawing function needs of a game: type, colours, icons, and where faults go. Made once a game."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.diag import Found, Span
from pnp.draw.fonts import Fonts
from pnp.draw.frame import Colour
from pnp.draw.hands import Hand, Manner
from pnp.draw.icons import Icons
from pnp.draw.palette import Palette
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.draw.wants import Plan


@dataclass(frozen=True, slots=True)
class Studio:
    """The tools of one game's drawing. `folder` is the game's."""

    folder: Path
    fonts: Fonts
    palette: Palette
    icons: Icons
    found: Found
    _hands: dict[Manner, Hand] = field(default_factory=dict, repr=False, compare=False)

    def colour(self, text: str, span: Span) -> Colour:
        """The colour of an expression; what is wrong with it is reported and ink used."""
        return self.palette.colour(text, span, self.found)

    def hand(self, manner: Manner, span: Span, asked: Span | None = None) -> Hand:
        """The hand for a manner, made at its first use; `span` is where the text is, `asked` where its font is named."""
        hand = self._hands.get(manner)
        if hand is None:
            hand = self._hands[manner] = Hand(manner, self.fonts, span, asked or span)
        return hand


def open(plan: Plan, found: Found) -> Studio:
    """A game's studio: its palette, its fonts (read now, faults reported), its icons before the house's."""
    folder = Path(plan.folder)
    palette = Palette.of(plan.style.palette if plan.style else ())
    return Studio(folder, Fonts.open(plan, found), palette, Icons.open(folder, palette, found), found)
