"""Drawn items → PDF operators. One unit is a micrometre and y grows downwards, as in the items: every number is whole.

What is used many times (a symbol, a frame, a glyph's halo) is a form, written once; a word's operands are made once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import cos, radians, sin
from typing import Any, Final

from pnp.draw.extent import MITER, extent
from pnp.draw.frame import Colour, Font, Group, Image, Item, Path, Segment, Stroke, Symbol, Text, Use, Word
from pnp.draw.outlines import outline
from pnp.targets.pdf import pictures
from pnp.targets.pdf.body import Body, array, real, reference, text
from pnp.targets.pdf.fonts import FontFile, Spelt
from pnp.units import Box

MITER_LIMIT: Final = f"{MITER} M"
_CAPS: Final = (("butt", 0), ("round", 1), ("square", 2))
_JOINS: Final = (("miter", 0), ("round", 1), ("bevel", 2))
_LETTERS: Final = {"M": "m", "L": "l", "C": "c", "Z": "h"}


@cache
def _colour(hex: str) -> str:
    """The operands of a colour: one number for a grey, so that black text is black ink only."""
    red, green, blue = (real(int(hex[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red if red == green == blue else f"{red} {green} {blue}"


@cache
def _fill(hex: str) -> str:
    operands = _colour(hex)
    return f"{operands} {'rg' if ' ' in operands else 'g'}"


@cache
def _ink(hex: str) -> str:
    operands = _colour(hex)
    return f"{operands} {'RG' if ' ' in operands else 'G'}"


def trace(segments: Sequence[Segment]) -> str:
    """The operators that make an outline the current path."""
    return " ".join([" ".join([*map(str, segment[1:]), _LETTERS[segment[0]]]) for segment in segments])


def _line(stroke: Stroke) -> str:
    dash = " ".join(map(str, stroke.dash))
    return f"{stroke.width} w {dict(_CAPS)[stroke.cap]} J {dict(_JOINS)[stroke.join]} j [{dash}] 0 d"


def placing(x: float, y: float, scale: float, turn: float) -> str:
    """The operator that scales, turns clockwise and moves what follows."""
    if not turn:
        return f"{_exact(scale)} 0 0 {_exact(scale)} {x} {y} cm"
    c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    return f"{_exact(c)} {_exact(s)} {_exact(-s)} {_exact(c)} {x} {y} cm"


def _exact(value: float) -> str:
    """A factor: nine decimals, since the lengths that it scales are long numbers."""
    return f"{value:.9f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))


class Stock:
    """What all streams of a file share: fonts, the operands of words, forms, pictures."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.words: dict[Word, Spelt] = {}
        self.fonts: dict[Font, FontFile] = {}
        self.numbers: dict[str, int] = {}
        # Forms by the identity of their items, which are kept so that no other items can take it.
        self._forms: dict[int, tuple[tuple[Item, ...], list[tuple[Box, str]]]] = {}
        self._symbols: dict[Symbol, str] = {}
        self._news: list[str] = []
        self._state = ""
        self._named: dict[tuple[str, str], str] = {}

    @property
    def state(self) -> str:
        """What stands for all that the file has besides pages: names and what they stand for, codes of glyphs."""
        if self._news or not self._state:
            told = "\n".join((self._state, *self._news))
            self._state = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
            self._news.clear()
        return self._state

    def spell(self, word: Word) -> Spelt:
        """A word's operands, made at its first use."""
        font = self.fonts.get(word.font)
        if font is None:
            name, number = self._new("F")
            font = self.fonts[word.font] = FontFile(word.font, name, number, self._news)
            self._news.append(f"{name} {word.font.sha256}")
        spelt = self.words[word] = font.spell(word)
        return spelt

    def _new(self, letter: str) -> tuple[str, int]:
        """A name for resources and the number of its object."""
        number = self.body.reserve()
        name = f"{letter}{number}"
        self.numbers[name] = number
        return name, number

    def symbol(self, symbol: Symbol) -> str:
        """The name of a symbol's form, written at its first use; '' where it draws nothing."""
        name = self._symbols.get(symbol)
        if name is None:
            box = extent(symbol.items)
            name = self._symbols[symbol] = self.form(symbol.items, box, symbol.id) if box else ""
        return name

    def has(self, items: tuple[Item, ...]) -> bool:
        """Whether these very items are a form already."""
        return id(items) in self._forms

    def form(self, items: tuple[Item, ...], box: Box, label: str) -> str:
        """The name of a form that draws these very items, in `box` at least, written at its first use. `label` says
        whose they are."""
        _, forms = self._forms.setdefault(id(items), (items, []))
        for known, name in forms:
            if known.holds(box):
                return name
        name, number = self._new("X")
        forms.append((box, name))
        pen = Pen(self)
        pen.draw(items)
        self._write(number, pen, box, label)
        return name

    def halo(self, font: Font, glyph: int) -> str:
        """The form that strokes a glyph's outline in font units, with whatever line is set."""
        key = (font.sha256, str(glyph))
        if key not in self._named:
            name, number = self._new("X")
            self._named[key] = name
            pen = Pen(self)
            segments = outline(font, glyph)
            pen.out.append(trace(segments) + " S" if segments else "")
            box = extent((Path(segments, stroke=Stroke(Colour("#000000"), font.units, join="round")),))
            self._write(number, pen, box or Box(0, 0, 0, 0), "")
        return self._named[key]

    def picture(self, image: Image) -> str:
        """The name of a picture, written at its first use; pictures of the same content are one."""
        key = ("picture in grey" if image.grey else "picture", image.sha256)
        if key not in self._named:
            name, number = self._new("I")
            pictures.write(self.body, number, image.path, image.grey)
            self._news.append(f"{name} {image.sha256}")
            self._named[key] = name
        return self._named[key]

    def _write(self, number: int, pen: Pen, box: Box, label: str) -> None:
        head: dict[str, object] = {"Type": "/XObject", "Subtype": "/Form", "Resources": pen.resources()}
        head["BBox"] = array([box.x, box.y, box.right, box.bottom])
        if label:
            head["PNP_Label"] = text(label)
        content = pen.content()
        self._news.append(f"X{number} {label} {box} {head['Resources']} {hashlib.sha256(content).hexdigest()}")
        self.body.stream(number, head, content)

    def close(self) -> None:
        """Write the fonts, which know only now which glyphs they need."""
        for font in self.fonts.values():
            font.write(self.body)


class Pen:
    """One content stream being written: its operators, what it uses, and the state that operators have set."""

    __slots__ = ("_font", "_paint", "_size", "_stroke", "_used", "out", "stock")

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.out: list[str] = []
        self._used: dict[str, None] = {}
        self._paint = self._stroke = self._font = ""
        self._size = 0

    def content(self) -> bytes:
        """The operators as a stream's data."""
        return "\n".join(self.out).encode("ascii")

    def resources(self) -> str:
        """The resources that the operators name."""
        fonts = [name for name in self._used if name[0] == "F"]
        others = [name for name in self._used if name[0] != "F"]
        spelt = [
            f"/{kind}<<{self._entries(names)}>>" for kind, names in (("Font", fonts), ("XObject", others)) if names
        ]
        return f"<<{''.join(spelt)}>>"

    def _entries(self, names: list[str]) -> str:
        return "".join(f"/{name} {reference(self.stock.numbers[name])}" for name in names)

    def use(self, name: str) -> str:
        """Note that the stream uses a resource; its name."""
        self._used[name] = None
        return name

    def draw(self, items: Sequence[Item]) -> None:
        """Items from back to front."""
        # By exact type: a chain of tests a thing is felt at half a million things.
        for item in items:
            _DRAW[type(item)](self, item)

    def within(self, opening: str, items: Sequence[Item]) -> None:
        """Items drawn in a state of their own, which `opening` prepares."""
        before = self._paint, self._stroke, self._font, self._size
        self.out.append(f"q {opening}")
        self.draw(items)
        self.out.append("Q")
        self._paint, self._stroke, self._font, self._size = before

    def _fill(self, colour: Colour) -> None:
        paint = _fill(colour.hex)
        if paint != self._paint:
            self.out.append(paint)
            self._paint = paint

    def _lined(self, stroke: Stroke) -> None:
        line = f"{_ink(stroke.colour.hex)} {_line(stroke)}"
        if line != self._stroke:
            self.out.append(line)
            self._stroke = line

    def _path(self, item: Path) -> None:
        if not item.segments or not (item.fill or item.stroke):
            return
        if item.fill:
            self._fill(item.fill)
        if item.stroke:
            self._lined(item.stroke)
        odd = "*" if item.evenodd else ""
        paint = "S" if not item.fill else f"B{odd}" if item.stroke else f"f{odd}"
        self.out.append(f"{trace(item.segments)} {paint}")

    def _group(self, item: Group) -> None:
        if item.clip:
            self.within(f"{trace(item.clip)} W n", item.items)
        else:
            self.draw(item.items)

    def _symbol(self, item: Use) -> None:
        name = self.stock.symbol(item.symbol)
        if name:
            self._used[name] = None
            self.out.append(f"q {placing(item.x, item.y, item.scale, item.turn)} /{name} Do Q")

    def _picture(self, item: Image) -> None:
        name = self.use(self.stock.picture(item))
        self.out.append(f"q {item.width} 0 0 -{item.height} {item.x} {item.y + item.height} cm /{name} Do Q")

    def _text(self, item: Text) -> None:
        """A line of words: one array of glyphs a font, gaps that differ from the words' own widths as moves in it."""
        if not item.words:
            return
        if item.halo:
            self._halo(item, item.halo)
        self._fill(item.colour)
        words, size = self.stock.words, item.size
        font = self._font if self._size == size else ""
        opening, pen = "", 0.0
        parts: list[str] = []
        for x, word in item.words:
            name, body, width, stretches = words.get(word) or self.stock.spell(word)
            if name is not font:
                font, self._used[name] = name, None
                if parts:
                    parts.append(f"]TJ /{name} {size} Tf[")
                else:
                    opening = f"/{name} {size} Tf "
            if not -1.5 < x - pen < 1.5:
                parts.append(f" {real((pen - x) * 1000 / size)}")
                pen = x
            parts.append(_raised(stretches, size) if stretches else body)
            pen += width * size
        self._font, self._size = font, size
        where = f"1 0 0 -1 {item.x} {item.y}" if not item.turn else _turned(item)
        shown = "".join(parts).replace("><", "")
        self.out.append(f"BT {opening}{where} Tm[{shown}]TJ ET")

    def _halo(self, item: Text, halo: Stroke) -> None:
        """Each letter's outline, stroked; as drawing, so that the text is there only once."""
        c, s = cos(radians(item.turn)), sin(radians(item.turn))
        self.out.append(f"q {_ink(halo.colour.hex)} 1 J 1 j [] 0 d")
        for start, word in item.words:
            em = item.size / word.font.units
            self.out.append(f"{real(halo.width / em)} w")
            x = float(start)
            for index, (glyph, advance, _) in enumerate(word.glyphs):
                dx, dy = word.offsets[index] if word.offsets else (0, 0)
                if outline(word.font, glyph):
                    along, down = x + dx * em, -dy * em
                    at = f"{real(item.x + along * c - down * s)} {real(item.y + along * s + down * c)}"
                    factors = " ".join(_exact(factor * em) for factor in (c, s, s, -c))
                    self.out.append(f"q {factors} {at} cm /{self.use(self.stock.halo(word.font, glyph))} Do Q")
                x += advance * em
        self.out.append("Q")


def _raised(stretches: tuple[tuple[float, str], ...], size: int) -> str:
    """Glyphs of which some stand higher or lower than the line."""
    return "".join(f"]TJ {real(rise * size)} Ts[{body}" for rise, body in stretches) + "]TJ 0 Ts["


def _turned(item: Text) -> str:
    c, s = cos(radians(item.turn)), sin(radians(item.turn))
    return f"{_exact(c)} {_exact(s)} {_exact(s)} {_exact(-c)} {item.x} {item.y}"


_DRAW: Final[Mapping[type, Callable[[Pen, Any], None]]] = {
    Text: Pen._text,
    Path: Pen._path,
    Use: Pen._symbol,
    Group: Pen._group,
    Image: Pen._picture,
}
