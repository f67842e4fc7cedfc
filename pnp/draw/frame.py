"""The picture language. A `Frame` is a face, measured and final: targets never wrap, anchor, fit or choose fonts.

Coordinates are whole micrometres from the top left of the *trim*, y down; bleed lies outside, at negative coordinates and
beyond the size. There is no opacity: a tint is a colour mixed from the palette, so that every picture prints anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Literal

from pnp.diag import Span, Spot
from pnp.records import dataclass
from pnp.units import Size


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of the palette; `hex` is ``#rrggbb``."""

    hex: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line is drawn: width, and the lengths of dashes and gaps, in micrometres."""

    colour: Colour
    width: int
    dash: tuple[int, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"


# A path's segments: ("M", x, y) moves, ("L", x, y) lines, ("C", x1, y1, x2, y2, x, y) curves, ("Z",) closes.
Segment = (
    tuple[Literal["M"], int, int]
    | tuple[Literal["L"], int, int]
    | tuple[Literal["C"], int, int, int, int, int, int]
    | tuple[Literal["Z"]]
)


@dataclass(frozen=True, slots=True)
class Path:
    """An outline, filled or stroked or both."""

    segments: tuple[Segment, ...]
    fill: Colour | None = None
    stroke: Stroke | None = None
    evenodd: bool = False
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """One font file, known by its content. `units` is its em in font units; metrics are in font units.

    Made by `pnp.draw.fonts` only, once a file, so identity is equality.
    """

    name: str
    path: str
    sha256: str
    units: int
    ascent: int
    descent: int
    cap_height: int
    x_height: int


# (glyph id, advance in font units, the characters it stands for)
Glyph = tuple[int, int, str]


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """Glyphs of one font as shaped: made once for each (font, text, features) and shared by every frame.

    `codes`, `advances` and `said` are the columns of its `glyphs`. Offsets of marks are (dx, dy) in font units by glyph,
    empty when all are zero. `width` is the sum of advances, in font units, kerning and letter-spacing included. A word that
    is followed by a space in its line carries the space.
    """

    font: Font
    text: str
    width: int
    codes: list[int]
    advances: list[int]
    said: Sequence[str]
    offsets: tuple[tuple[int, int], ...] = ()

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        """Its glyphs, one by one."""
        return tuple(zip(self.codes, self.advances, self.said, strict=True))


@dataclass(frozen=True, slots=True)
class Text:
    """Words on one baseline, each right after the one before; spaces between words are words of their own or gaps, as the
    shaper decides. `size` is the em in micrometres; `turn` is degrees clockwise about (x, y). A `halo` is stroked round
    every letter of it before the letters are filled. In a line that is stretched, `gaps` are the micrometres that are
    added after each word but the last."""

    x: int
    y: int
    size: int
    colour: Colour
    words: tuple[Word, ...]
    turn: float = 0.0
    spot: Spot | None = None
    halo: Stroke | None = None
    gaps: tuple[float, ...] = ()

    @property
    def text(self) -> str:
        """What it says; words carry their own spaces."""
        return "".join([word.text for word in self.words]).strip()

    @property
    def width(self) -> float:
        """From its start to the end of its last word, in micrometres."""
        return sum([word.width / word.font.units for word in self.words]) * self.size + sum(self.gaps)

    def places(self) -> Iterator[tuple[float, Word]]:
        """Each word with how far from the line's start it begins, in micrometres."""
        at = 0.0
        for word, gap in zip_longest(self.words, self.gaps, fillvalue=0.0):
            yield at, word  # type: ignore[misc]  # there are more words than gaps
            at += word.width * self.size / word.font.units + gap  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class Lines:
    """Several lines of one size and colour, as most text is set: each as (x, y, words), like a `Text` of its own."""

    size: int
    colour: Colour
    lines: tuple[tuple[int, int, tuple[Word, ...]], ...]
    spot: Spot | None = None

    def texts(self) -> Iterator[Text]:
        """Each line by itself."""
        return (Text(x, y, self.size, self.colour, words, spot=self.spot) for x, y, words in self.lines)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture file drawn into a box; `sha256` names its content; `grey` that it is drawn without colour."""

    x: int
    y: int
    width: int
    height: int
    path: str
    sha256: str
    span: Span | None = None
    grey: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """A drawing used many times (an icon, a card's ground, a tree): targets write it once and refer to it.

    Identity is equality: whoever makes symbols makes each once.
    """

    id: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol placed: scaled, then turned clockwise by degrees, then moved to (x, y)."""

    symbol: Symbol
    x: int
    y: int
    scale: float = 1.0
    turn: float = 0.0
    span: Spot | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Items seen through a clip outline (nonzero), if any."""

    items: tuple[Item, ...]
    clip: tuple[Segment, ...] = ()


Item = Path | Text | Lines | Image | Use | Group


def apart(items: Iterable[Item]) -> Iterator[Path | Text | Image | Use | Group]:
    """The same items, every line by itself."""
    for item in items:
        if type(item) is Lines:
            yield from item.texts()
        else:
            yield item  # type: ignore[misc]  # it is any other


@dataclass(frozen=True, slots=True)
class Frame:
    """A face: its trim size, how far its art reaches beyond trim on every side, and its items from back to front."""

    size: Size
    items: tuple[Item, ...]
    bleed: int = 0
    title: str = ""

    def walk(self) -> Iterator[Item]:
        """Every item, lines, groups and symbols opened, in drawing order."""
        yield from _walk(self.items)

    def dump(self) -> str:
        """The frame as stable text, an item a line, then each symbol that it uses once: what goldens compare."""
        head = f"frame {self.size.width}x{self.size.height} bleed {self.bleed} {self.title}".rstrip()
        symbols = dict.fromkeys(item.symbol for item in self.walk() if isinstance(item, Use))
        lines = [head, *_lines(self.items, 1)]
        for symbol in symbols:
            lines += [f"symbol {symbol.id}", *_lines(symbol.items, 1)]
        return "\n".join(lines) + "\n"


def _walk(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in apart(items):
        yield item
        if isinstance(item, Group):
            yield from _walk(item.items)
        elif isinstance(item, Use):
            yield from _walk(item.symbol.items)


def _lines(items: tuple[Item, ...], depth: int) -> Iterator[str]:
    for item in apart(items):
        yield "  " * depth + _line(item)
        if isinstance(item, Group):
            yield from _lines(item.items, depth + 1)


def _line(item: Path | Text | Image | Use | Group) -> str:
    match item:
        case Path():
            outline = " ".join(" ".join(str(part) for part in segment) for segment in item.segments)
            stroke = f" stroke {item.stroke.colour.hex} {item.stroke.width}" if item.stroke else ""
            return f"path {outline}" + (f" fill {item.fill.hex}" if item.fill else "") + stroke
        case Text():
            font = item.words[0].font.name if item.words else "-"
            extra = f" turn {item.turn:g}" if item.turn else ""
            extra += f" halo {item.halo.colour.hex} {item.halo.width}" if item.halo else ""
            return f"text {item.x},{item.y} {font} {item.size} {item.colour.hex} {item.text!r}{extra}"
        case Image():
            return f"image {item.x},{item.y} {item.width}x{item.height} {item.sha256[:12]}"
        case Use():
            return f"use {item.symbol.id} {item.x},{item.y} scale {item.scale:g} turn {item.turn:g}"
        case Group():
            return f"group{' clipped' if item.clip else ''}"
