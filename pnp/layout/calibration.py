"""A sheet to print on both sides and hold against the light: it says how far backs lie from their fronts, and which way.

At five places the front has scales and the back has what points at them. The fine scales are verniers: the front's lines
are 1.5 mm apart, the back's 1.4 mm, so that the lines which meet say tenths of a millimetre; with seven on each side of the
middle no two pairs meet at once. What is read is what backs are to be moved by, to the right and down as they are printed: a
back that is seen too far right, from the front, is too far left on its page, and has to go right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import degrees
from typing import Final, Literal

from pnp.diag import Span
from pnp.draw.document import Page, Sheets
from pnp.draw.frame import Colour, Item, Path, Stroke, Symbol, Use
from pnp.draw.text import TextStyle, line, typeset
from pnp.layout.base import Imprint, LayoutError, Options
from pnp.layout.furniture import RULER_MM, SMALL, Furniture
from pnp.layout.marks import BLACK, Line, drawn
from pnp.records import dataclass
from pnp.units import MM, POINT, Box, Size

HERE: Final = Span("pnp/layout/calibration.py")
LEAST: Final = Size(180 * MM, 240 * MM)

FINE, BOLD = Stroke(BLACK, 120), Stroke(BLACK, 250)
# Lines of the front and of the back of a fine scale lie so far apart, and there are so many on each side of nothing.
FRONT, BACK, LINES = 1_500, 1_400, 7
# How far the fine scales lie from the middle of their place, and how long their lines are.
_OFF, _TALL = 13 * MM, 2_400
_COARSE: Final = 5
_SHINING: Final = Colour("#8f8f8f")
# From the paper's edge to the middle of the outer places.
_SIDE, _TOP = 37 * MM, 36 * MM

_PLAIN: Final = TextStyle(family="sans", point=round(10 * POINT), colour=BLACK, leading=1.32, between=0.5)
_TITLE: Final = TextStyle(family="text", point=round(19 * POINT), colour=BLACK, bold=True, align="centre", leading=1.1)
_UNDER: Final = replace(_PLAIN, align="centre")
_LETTER: Final = TextStyle(family="sans", point=round(15 * POINT), colour=BLACK, bold=True)
_AXIS: Final = replace(SMALL, bold=True, point=round(8 * POINT))

_HOW: Final = """**Read it**

**1** Print this sheet on both sides: actual size (100 %), turned on the long edge, from the tray and on the paper of your game.

**2** Hold it against the light, this side towards you. The crosses of the back shine through.

**3** At E, in the middle: where on the small cross do the lines of the back cross? That is X, to the right, and Y, upwards, \
in millimetres.

**4** If both are under 0.7 mm, read tenths on the long scales: look for the line of the front that is continued straight by \
a line of the back. The number there is X above, Y at the left.

**5** Type what you read, under a name for this printer:

**pnp profile my-printer --offset 0.4mm,-0.7mm**

**6** Print again, with **pnp calibrate --profile my-printer**: now E reads 0 and 0. If it does not, type what is left over \
with **--add**."""

_THEN: Final = """**Is it the same everywhere?**

Read A, B, C and D as you read E.

**Constant.** All are within 0.2 mm of E: you are done. From now on:

**pnp build GAME --profile my-printer**

**It grows over the page.** Take what you read at B from what you read at A (0.3 less 0.1 is 0.2) and look it up in the \
table below: it says what to type with --scale and --rotate. Most often heat has shrunk the paper before its back was printed, \
or the tray’s guides let it lie askew: push them close first, and read again.

**It is another every time.** No number helps against that. Feed stiffer paper one by one, or build with --backs fold and \
glue, or with --back-bleed, so that a back that has drifted shows no white.

**A ruler is not 100 mm long?** Look whether the print is at 100 %. If it is, measure both rulers, across and down, and type: \
**pnp profile my-printer --ruler 99.6mm,99.8mm**"""


@dataclass(frozen=True, slots=True)
class _Sides:
    """The two pages of the sheet, alike in where their places are."""

    options: Options
    around: Furniture

    @property
    def size(self) -> Size:
        return self.options.paper.size

    @property
    def spread(self) -> tuple[int, int]:
        """How far the outer places lie apart, across and down."""
        return self.size.width - 2 * _SIDE, self.size.height - 2 * _TOP - 6 * MM

    def places(self) -> Iterator[tuple[str, int, int]]:
        """The middles of the five places, by letter, as they lie on the front."""
        middle, centre = self.size.width // 2, self.size.height // 2
        across, down = (length // 2 for length in self.spread)
        for name, x, y in (("A", -1, -1), ("B", 1, -1), ("C", -1, 1), ("D", 1, 1), ("E", 0, 0)):
            yield name, middle + x * across, centre + y * down

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Iterator[Page]:
        for number, (side, items) in enumerate((("front", self._front()), ("back", self._back())), start=1):
            around = self.around.page(side, "Double-sided: flip on the long edge.", number, 2)
            moved = self.options.profile.moved(self.size, back=side == "back")
            yield Page(self.size, (), (*items, *around), label=side, moved=moved)

    def _front(self) -> Iterator[Item]:
        scales = Symbol("scales", tuple(self._scales()))
        for name, x, y in self.places():
            yield Use(scales, x, y)
            yield from line(self.around.imprint.studio, name, _LETTER, x + 9 * MM, y + 13 * MM, HERE)
        yield from self._told()
        x, y = self.options.margin + 1_800, self.size.height // 2 - 50 * MM
        yield Use(RULER_MM, x, y, 1.0, 90)
        yield from line(self.around.imprint.studio, "100 mm", SMALL, self.options.margin, y + 103 * MM, HERE)

    def _back(self) -> Iterator[Item]:
        pointers = Symbol("pointers", _pointers())
        for _, x, y in self.places():
            yield Use(pointers, self.size.width - x, y)
        told = "This is the back. Hold the other side towards you."
        yield from self.around.words(told, self.size.width // 2, self.size.height // 2 - 60 * MM, "middle", _PLAIN)

    def _scales(self) -> Iterator[Item]:
        """The scales of a place about its middle: a small cross in millimetres, and the two fine scales."""
        yield _cross()
        for told, x, y in (("+5", 7_000, 650), ("−5", -7_000, 650), ("+5", 0, -6_100), ("−5", 0, 7_500)):
            yield from self._number(told, x, y, "middle")
        yield from _fine(FRONT, -_TALL)
        for n in (-5, 0, 5):
            told = _tenths(n)
            yield from self._number(told, n * FRONT, -_OFF - _TALL - 1_300, "middle")
            yield from self._number(told, -_OFF - _TALL - 1_300, -n * FRONT + 650, "end")
        studio = self.around.imprint.studio
        yield from line(studio, "X", _AXIS, 12 * MM, -_OFF - 400, HERE)
        yield from line(studio, "Y", _AXIS, -_OFF - 1_900, 13_500, HERE)

    def _number(self, told: str, x: int, y: int, anchor: Literal["start", "middle", "end"]) -> tuple[Item, ...]:
        return line(self.around.imprint.studio, told, SMALL, x, y, HERE, anchor)

    def _told(self) -> Iterator[Item]:
        """What to do, in words, between the places."""
        studio, width = self.around.imprint.studio, self.size.width
        _, left, top = next(self.places())
        low, low_top = self.size.height - top + 3 * MM, top + 22 * MM
        between = Box(left + 18 * MM, top - 9 * MM, width - 2 * left - 40 * MM, 22 * MM)
        yield from typeset(
            studio, "Does your printer print true?", replace(_TITLE, least=round(12 * POINT)), between, HERE
        )
        under = Box(between.x, top + 1 * MM, between.width, 12 * MM)
        yield from typeset(studio, "Two numbers make backs fall on their fronts.", _UNDER, under, HERE)
        column = Size(width // 2 - 24 * MM - 17 * MM, self.size.height // 2 + 30 * MM - low_top)
        for x, words in ((17 * MM, _HOW), (width // 2 + 20 * MM, _THEN)):
            box = Box(x, low_top, column.width, column.height)
            yield from typeset(studio, words, replace(_PLAIN, least=round(7 * POINT)), box, HERE)
        yield from self._examples(17 * MM + column.width // 2, width // 2 + 20 * MM + column.width // 2)
        yield from self._table(width // 2, low - 16 * MM)

    def _examples(self, left: int, right: int) -> Iterator[Item]:
        """How it looks against the light, enlarged: a fine scale that says +0.4, and a cross at +2, −1."""
        studio, y = self.around.imprint.studio, self.size.height // 2 + 51 * MM
        numbers = [item for n in (-5, 0, 4) for item in self._number(_tenths(n), n * FRONT, -_TALL - 900, "middle")]
        scale = (*numbers, *(_row(FRONT, -_TALL)), *(_row(BACK, _TALL, 400, _SHINING)))
        yield Use(Symbol("example-fine", scale), left - 1_500, y - 1_500, 2.2)
        yield from line(studio, "Here the lines at +0.4 meet.", _UNDER, left, y + 9 * MM, HERE, "middle")
        shining = Stroke(_SHINING, FINE.width * 2)
        cross = (_cross(), drawn([(-2_500, 1_000, 6_500, 1_000), (2_000, -3_500, 2_000, 5_500)], shining))
        yield Use(Symbol("example-cross", cross), right - 18 * MM, y, 1.6)
        yield from line(studio, "Here X is +2 and Y is −1.", _PLAIN, right - 3 * MM, y + 1_300, HERE)

    def _table(self, middle: int, top: int) -> Iterator[Item]:
        """What numbers that grow over the page mean on this paper: what is read at A less what is read at B."""
        across = self.spread[0]
        rows = [("A less B", "of X: --scale", "of Y: --rotate")]
        for n in (-4, -3, -2, -1, 1, 2, 3, 4):
            apart = n * MM // 10
            told = (f"{apart / MM:+.1f} mm", f"{1 + apart / across:.4f}", f"{degrees(apart / across):+.3f}")
            rows.append(tuple(part.replace("-", "−") for part in told))  # type: ignore[arg-type]
        for row, cells in enumerate(rows):
            for column, part in enumerate(cells):
                style = replace(_PLAIN, bold=not row, point=round(8 * POINT))
                x, y = middle + (column - 1) * 24 * MM, top + row * 3_700 + (0 if row == 0 else 900)
                yield from line(self.around.imprint.studio, part, style, x, y, HERE, "middle")
        yield drawn([(middle - 36 * MM, top + 1_700, middle + 36 * MM, top + 1_700)], FINE)


def _both(at: int, near: int, far: int) -> tuple[Line, Line]:
    """A line of a scale along x, and the same of the scale along y."""
    return (at, near, at, far), (near, at, far, at)


def _tenths(n: int) -> str:
    return f"{n / 10:+g}".replace("-", "−") if n else "0"


def _cross() -> Path:
    """Two scales that cross, a line every half millimetre."""
    halves = ((n * MM // 2, 450 if n % 2 else 900) for n in range(-2 * _COARSE, 2 * _COARSE + 1))
    ticks = [one for at, tall in halves for one in _both(at, -tall, tall)]
    return drawn([(-5_000, 0, 5_000, 0), (0, -5_000, 0, 5_000), *ticks], FINE)


def _row(pitch: int, reach: int, moved: int = 0, colour: Colour = BLACK) -> Iterator[Path]:
    """A part of a fine scale by itself, along x."""
    lines = [(n * pitch + moved, 0, n * pitch + moved, reach if n % 5 == 0 else reach * 2 // 3) for n in range(-5, 7)]
    yield drawn(lines, replace(FINE, colour=colour))


def _fine(pitch: int, reach: int) -> Iterator[Path]:
    """The lines of the two fine scales, above and at the left; every fifth is longer, and bold is where nothing is off."""
    lines: list[Line] = []
    for n in range(-LINES, LINES + 1):
        end = -_OFF + (reach if n % 5 == 0 else reach * 2 // 3)
        lines += _both(n * pitch, -_OFF, end)
    yield drawn(lines, FINE)
    yield drawn(_both(0, -_OFF, -_OFF + reach), BOLD)


def _pointers() -> tuple[Item, ...]:
    """What the back has at a place, as it is seen on the back: mirrored."""
    cross: list[Line] = [(-4_500, 0, 4_500, 0), (0, -4_500, 0, 4_500)]
    fine = tuple(_mirrored(path) for path in _fine(BACK, _TALL))
    return (drawn(cross, FINE), *fine)


def _mirrored(path: Path) -> Path:
    segments = tuple((segment[0], -segment[1], *segment[2:]) for segment in path.segments)  # type: ignore[misc]
    return replace(path, segments=segments)


def calibration(options: Options, imprint: Imprint) -> Sheets:
    """The sheet, for one paper. Raises `LayoutError` where it is too small."""
    size = options.paper.size
    if size.width < LEAST.width or size.height < LEAST.height:
        raise LayoutError(f"the sheet needs paper of {LEAST} at least; {options.paper.title} is {size}")
    sides = _Sides(options, Furniture(imprint, options, f"Calibration, {options.paper.title}"))
    return Sheets("Calibration", f"Calibration, {options.paper.title}", sides, duplex="long")
