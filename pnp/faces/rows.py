"""Rows: set text side by side on a ground, measured at a size and drawn where they come to stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from functools import lru_cache

from pnp.diag import Span
from pnp.draw.block import Block
from pnp.draw.frame import Colour, Item, Path, Segment, Stroke
from pnp.draw.palette import mix
from pnp.draw.text import TextStyle, place, wrap
from pnp.faces.workshop import Workshop
from pnp.records import dataclass
from pnp.units import Box

GAP = 1_100
"""Between a column's edge and what stands in it."""


@lru_cache(maxsize=1_000)
def _style(family: str, size: int, ink: Colour, how: tuple[tuple[str, object], ...]) -> TextStyle:
    base = TextStyle(family=family, point=size, colour=ink, leading=1.16, features=("lnum", "tnum"))
    return replace(base, **dict(how))  # type: ignore[arg-type]  # names of its fields


@dataclass(frozen=True, slots=True)
class Kit:
    """What rows are drawn with."""

    workshop: Workshop
    ink: Colour
    tint: Colour
    rule: Colour
    ground: Colour
    family: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "family", family(self.workshop, "sans", "text"))

    @property
    def deep(self) -> Colour:
        """The ground of head rows: a shade deeper than the tint."""
        return mix(self.tint, self.ink, 0.13)

    def style(self, size: int, **how: object) -> TextStyle:
        """A text style of the panels' own: sans, figures of one width."""
        return _style(self.family, size, self.ink, tuple(how.items()))

    def cell(self, text: str, style: TextStyle, x: int, width: int, span: Span, y: int = 0) -> Cell:
        """Text set to a width."""
        return Cell(x, width, wrap(self.workshop.studio, text, style, width, span), style, span, y)


@dataclass(frozen=True, slots=True)
class Cell:
    """Set text in a row: where it begins, how wide it may be, how far below the row's first line it stands."""

    x: int
    width: int
    block: Block
    style: TextStyle
    span: Span
    y: int = 0


@dataclass(frozen=True, slots=True)
class Badge:
    """A disc behind a row's first line, and a spine that runs from it down to the next one."""

    colour: Colour
    reach: int
    disc: bool = True
    above: bool = True
    below: bool = True

    def draw(self, ground: Colour, x: int, top: int, middle: int, bottom: int) -> Iterator[Item]:
        """The spine from top to bottom as far as it goes, then the disc about the middle."""
        start, end = top if self.above else middle, bottom if self.below else middle
        if start < end:
            pale = Stroke(mix(ground, self.colour, 0.55), 350)
            yield Path((("M", x + self.reach, start), ("L", x + self.reach, end)), None, pale)
        if self.disc:
            yield Path(disc(x + self.reach, middle, self.reach), self.colour)


@dataclass(frozen=True, slots=True)
class Row:
    """Cells side by side. `pad` is above and below the highest; `fill` its ground; `stretch` how much
    spare height it may take."""

    kit: Kit
    cells: tuple[Cell, ...]
    width: int
    pad: int
    fill: Colour | None = None
    rule: bool = False
    stretch: int = 0
    badge: Badge | None = None

    @property
    def height(self) -> int:
        """How high it must be."""
        return max((cell.y + cell.block.height for cell in self.cells), default=0) + 2 * self.pad

    def draw(self, x: int, y: int, tall: int) -> Iterator[Item]:
        """The row at a place, `tall` high."""
        if self.fill is not None:
            yield Path(rectangle(Box(x, y, self.width, tall)), self.fill)
        if self.badge is not None:
            middle = y + self.pad + (self.cells[0].block.cap_height // 2 if self.cells else 0)
            yield from self.badge.draw(self.kit.ground, x, y, middle, y + tall)
        for cell in self.cells:
            box = Box(x + cell.x, y + self.pad + cell.y, cell.width, tall - 2 * self.pad - cell.y)
            yield from place(self.kit.workshop.studio, cell.block, cell.style, box, cell.span)
        if self.rule:
            yield Path((("M", x, y + tall), ("L", x + self.width, y + tall)), None, Stroke(self.kit.rule, 200))


def family(workshop: Workshop, *wanted: str) -> str:
    """The first of these families that the game has, or the last of them."""
    having = {font.id for font in workshop.game.style.fonts} if workshop.game.style else set()
    return next((name for name in wanted if name in having), wanted[-1])


def rectangle(box: Box) -> tuple[Segment, ...]:
    """A box's outline."""
    return (
        ("M", box.x, box.y),
        ("L", box.right, box.y),
        ("L", box.right, box.bottom),
        ("L", box.x, box.bottom),
        ("Z",),
    )


def lozenge(x: int, y: int, reach: int) -> tuple[Segment, ...]:
    """A square on its corner about a point."""
    return (("M", x, y - reach), ("L", x + reach, y), ("L", x, y + reach), ("L", x - reach, y), ("Z",))


def disc(x: int, y: int, r: int) -> tuple[Segment, ...]:
    """A circle about a point."""
    k = round(r * 0.5523)
    return (
        ("M", x + r, y),
        ("C", x + r, y + k, x + k, y + r, x, y + r),
        ("C", x - k, y + r, x - r, y + k, x - r, y),
        ("C", x - r, y - k, x - k, y - r, x, y - r),
        ("C", x + k, y - r, x + r, y - k, x + r, y),
        ("Z",),
    )
