"""Small drawings that tests of paper share: words, faces, batches. No game stands behind them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path as File

from pnp.diag import Found
from pnp.draw import fonts, studio
from pnp.draw.document import Sheets
from pnp.draw.frame import Colour, Frame, Group, Item, Path, Segment, Stroke, Symbol, Text, Use, Word
from pnp.layout import Imprint
from pnp.targets import pdf
from pnp.units import MM, Box, Size

INK, RED, BLUE, SAND = Colour("#000000"), Colour("#b03020"), Colour("#204080"), Colour("#e0c890")
POKER = Size(63_500, 88_900)
COUNTER = Size(16 * MM, 16 * MM)


@dataclass(frozen=True)
class Plan:
    """A game without a look of its own."""

    folder: str = "."
    style: None = None


@dataclass(frozen=True)
class Piece:
    """What a batch is made of."""

    id: str
    front: Frame
    back: Frame | None = None
    copies: int = 1
    group: str = ""
    key: str = ""


@dataclass(frozen=True)
class Batch:
    """What a kind hands over."""

    size: Size
    faces: Sequence[Piece]
    bleed: int = 3 * MM
    backed: bool = True
    title: str = "Pieces"
    total: int = 0
    blanks: Mapping[str, Piece] = field(default_factory=dict)


@cache
def face(style: str = "regular", family: str = "source-serif-pro") -> fonts.Typeface:
    return fonts.load(fonts.bundled()[family][style])


@cache
def word(text: str, style: str = "regular") -> Word:
    return face(style).shape(text, {})[0]


def text(said: str, x: int, y: int, size: int = 3_000, colour: Colour = INK, **more: object) -> Text:
    return Text(x, y, size, colour, (word(said),), **more)


def box(x: int, y: int, width: int, height: int) -> tuple[Segment, ...]:
    right, bottom = x + width, y + height
    return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))


def rect(area: Box, fill: Colour | None = None, stroke: Stroke | None = None) -> Path:
    return Path(box(area.x, area.y, area.width, area.height), fill, stroke)


def ground(size: Size, colour: Colour, bleed: int = 3 * MM) -> Path:
    return rect(Box(0, 0, size.width, size.height).grown(bleed), colour)


def plain(size: Size, colour: Colour, *items: Item, title: str = "") -> Frame:
    """A frame of one colour, reaching over its bleed, with things on it."""
    return Frame(size, (ground(size, colour), *items), 3 * MM, title)


def picture() -> Frame:
    """A frame with a bit of everything that targets draw, but pictures."""
    blob = Path((("M", 0, 0), ("C", 1000, 0, 1000, 1000, 0, 1000), ("Z",)), RED, Stroke(INK, 60))
    ring = Path((*box(0, 0, 1000, 1000), *box(250, 250, 500, 500)), BLUE, evenodd=True)
    symbol = Symbol("signs", (blob, Use(Symbol("ring", (ring,)), 300, 300, 0.4, 20)))
    halo = Stroke(Colour("#ffffff"), 500, join="round")
    dashed = Path((("M", 4_000, 84_000), ("L", 60_000, 80_000)), stroke=Stroke(BLUE, 700, (3_000, 1_500), "round"))
    line = Text(5_000, 20_000, 7_000, INK, (word("office "), word("AVATAR", "bold")), gaps=(1_500,))
    return plain(
        POKER,
        SAND,
        Group((Use(symbol, 30_000, 62_000, 20.0, 45),), box(20_000, 50_000, 22_000, 30_000)),
        Use(symbol, 8_000, 55_000, 9.0),
        line,
        text("Tilted é", 6_000, 35_000, 7_000, turn=25, halo=halo),
        dashed,
        title="Everything",
    )


@cache
def imprint() -> Imprint:
    return Imprint(studio.open(Plan(), Found()), "A Game", "1.2")


def written(sheets: Sheets, file: File) -> File:
    """The sheets as a PDF."""
    file.write_bytes(data(sheets))
    return file


def data(sheets: Sheets) -> bytes:
    out = io.BytesIO()
    pdf.write(sheets, out)
    return out.getvalue()
