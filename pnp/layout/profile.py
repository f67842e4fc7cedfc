"""How a printer strays, as somebody read it off a calibration sheet, and the one movement of a whole page that meets it."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from pnp.draw.document import Moved
from pnp.records import dataclass
from pnp.units import MM, Size

RULER: Final = 100 * MM


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What is done to pages so that they print true on one printer.

    Backs are moved by `offset` (to the right and down, micrometres), turned clockwise by `rotate` (degrees) and enlarged by
    `scale`, the last two about the middle of the paper, so that they fall on their fronts. `ruler` is how long rulers of
    100 mm come out of the printer, across and down: both sides are enlarged by what is missing.
    """

    name: str = ""
    offset: tuple[int, int] = (0, 0)
    rotate: float = 0.0
    scale: float = 1.0
    ruler: tuple[int, int] = (RULER, RULER)

    @property
    def idle(self) -> bool:
        """Whether nothing is moved at all."""
        return (self.offset, self.rotate, self.scale, self.ruler) == ((0, 0), 0.0, 1.0, (RULER, RULER))

    def moved(self, size: Size, back: bool, turned: bool = False) -> Moved | None:
        """The movement of a page; None for none. A back that is printed the other way up (`turned`) is moved the other way,
        for it is the paper that strays. Paper that lies may be turned to either side by the printer: its backs keep their
        place."""
        across, down = RULER / self.ruler[0], RULER / self.ruler[1]
        angle, larger = (radians(self.rotate), self.scale) if back else (0.0, 1.0)
        c, s = cos(angle) * larger, sin(angle) * larger
        a, b, p, q = c * across, s * across, -s * down, c * down
        way = 0 if not back or size.width > size.height else -1 if turned else 1
        x, y = size.width / 2, size.height / 2
        e = x - a * x - p * y + way * self.offset[0]
        f = y - b * x - q * y + way * self.offset[1]
        moved = (a, b, p, q, e, f)
        return None if moved == (1.0, 0.0, 0.0, 1.0, 0.0, 0.0) else moved
