"""Drawn items → PDF operators. One unit is a micrometre and y grows downwards, as in the items: every number is whole.

What is used many times (a symbol, a frame, a glyph's halo) is a form, written once; a word's operands are made once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import chain, pairwise
from math import cos, radians, sin
from operator import attrgetter, itemgetter, or_
from typing import Any, Final

from pnp.draw.extent import MITER, extent
from pnp.draw.frame import Colour, Font, Group, Image, Item, Path, Segment, Stroke, Symbol, Text, Use, Word
from pnp.draw.outlines import outline
from pnp.targets.pdf import pictures
from pnp.targets.pdf.body import Body, array, real, reference, text
from pnp.targets.pdf.fonts import FontFile, Letter, Spelt
from pnp.units import Box

MITER_LIMIT: Final = f"{MITER} M"
# So many hexadecimal digits of a digest tell things of a file apart.
_ID: Final = 16
_CAPS: Final = (("butt", 0), ("round", 1), ("square", 2))
_JOINS: Final = (("miter", 0), ("round", 1), ("bevel", 2))
_FONT: Final = attrgetter("font")
_BITS: Final = itemgetter(1)
_MOST_WORDS: Final = 20_000
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


_placed: Final = lru_cache(maxsize=4_096)(placing)


def _exact(value: float) -> str:
    """A factor: nine decimals, since the lengths that it scales are long numbers."""
    return f"{value:.9f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))


class Stock:
    """What all streams of a file share: fonts, the operands of words, forms, pictures.

    Each has an id that comes from its content, so that what is written with it does not depend on what else the file has.
    `letters` numbers all letters, those of files before it too; which of them this file uses is known to its fonts.
    """

    def __init__(self, body: Body, letters: dict[Letter, int] | None = None) -> None:
        self.body = body
        self.letters = {} if letters is None else letters
        self.words = _Words(self)
        # Letters whose codes depend on the order of their use, as bits.
        self.others = 0
        self.fonts: dict[str, FontFile] = {}
        self._faces: dict[Font, FontFile] = {}
        self._insides: dict[int, _Insides] = {}
        # The number of the object that each id stands for.
        self.numbers: dict[str, int] = {}
        # Forms by the identity of their items, which are kept so that no other items can take it.
        self._forms: dict[tuple[int, Box], tuple[tuple[Item, ...], str]] = {}
        self._symbols: dict[Symbol, str] = {}
        self._halos: dict[tuple[str, int], str] = {}

    def font(self, font: Font) -> FontFile:
        """A font of the file."""
        known = self._faces.get(font)
        if known is None:
            id = f"F{font.sha256[:_ID]}"
            if id not in self.fonts:
                self.fonts[id] = FontFile(font, id, self._new(id), self.letters)
            known = self._faces[font] = self.fonts[id]
        return known

    def insides(self, size: int) -> _Insides:
        """What is inside a TJ array for each word at a size, with its letters."""
        known = self._insides.get(size)
        if known is None:
            known = self._insides[size] = _Insides(self, size)
        return known

    def room(self) -> None:
        """Forget how words are spelt, where there are very many: a deck of any length takes the same room."""
        if len(self.words) > _MOST_WORDS:
            self.words.clear()
            self._insides.clear()

    def _new(self, id: str) -> int:
        """The number of a new object."""
        number = self.numbers[id] = self.body.reserve()
        return number

    def symbol(self, symbol: Symbol) -> str:
        """The id of a symbol's form, written at its first use; '' where it draws nothing."""
        id = self._symbols.get(symbol)
        if id is None:
            box = extent(symbol.items)
            id = self._symbols[symbol] = self.form(symbol.items, box, symbol.id) if box else ""
        return id

    def form(self, items: tuple[Item, ...], box: Box, label: str) -> str:
        """The id of a form that draws these very items in `box`, written at its first use. `label` says whose they are."""
        known = self._forms.get((id(items), box))
        if known is None:
            pen = Pen(self)
            pen.draw(items)
            known = self._forms[id(items), box] = items, self._write(pen, box, label)
        return known[1]

    def halo(self, font: Font, glyph: int) -> str:
        """The form that strokes a glyph's outline in font units, with whatever line is set."""
        key = (font.sha256, glyph)
        if key not in self._halos:
            pen = Pen(self)
            segments = outline(font, glyph)
            pen.out.append(trace(segments) + " S" if segments else "")
            box = extent((Path(segments, stroke=Stroke(Colour("#000000"), font.units, join="round")),))
            self._halos[key] = self._write(pen, box or Box(0, 0, 0, 0), "")
        return self._halos[key]

    def picture(self, image: Image) -> str:
        """The id of a picture, written at its first use; pictures of the same content are one."""
        id = f"{'G' if image.grey else 'I'}{image.sha256[:_ID]}"
        if id not in self.numbers:
            pictures.write(self.body, self._new(id), image.path, image.grey)
        return id

    def _write(self, pen: Pen, box: Box, label: str) -> str:
        """Write a form, unless one that is alike is there; its id."""
        content = pen.content()
        told = repr((content, pen.used, str(box), label)).encode("utf-8", "surrogatepass")
        id = f"X{hashlib.sha256(told).hexdigest()[:_ID]}"
        if id not in self.numbers:
            head: dict[str, object] = {"Type": "/XObject", "Subtype": "/Form", "Resources": self.resources(pen.used)}
            head["BBox"] = array([box.x, box.y, box.right, box.bottom])
            if label:
                head["PNP_Label"] = text(label)
            self.body.stream(self._new(id), head, content)
        return id

    def resources(self, ids: Iterable[str]) -> str:
        """The resources of a stream that uses these, in this order."""
        spelt: dict[str, str] = {}
        for number, id in enumerate(ids, start=1):
            kind = "Font" if id[0] == "F" else "XObject"
            spelt[kind] = f"{spelt.get(kind, '')}/{id[0]}{number} {reference(self.numbers[id])}"
        return f"<<{''.join(f'/{kind}<<{spelt[kind]}>>' for kind in sorted(spelt))}>>"

    def close(self) -> None:
        """Write the fonts, which know only now which glyphs they need."""
        for font in self.fonts.values():
            font.write(self.body)


class _Words(dict[Word, Spelt]):
    """Words ready to show, made at their first use."""

    def __init__(self, stock: Stock) -> None:
        self._stock = stock

    def __missing__(self, word: Word) -> Spelt:
        font = self._stock.font(word.font)
        self[word] = spelt = font.spell(word)
        self._stock.others |= font.others
        return spelt


class _Insides(dict[Word, tuple[str, int]]):
    """Words of one size as they are shown, and their letters as bits."""

    def __init__(self, stock: Stock, size: int) -> None:
        self._stock, self._size = stock, size

    def __missing__(self, word: Word) -> tuple[str, int]:
        inside, bits, _, stretches = self._stock.words[word]
        self[word] = shown = (_raised(stretches, self._size) if stretches else inside), bits
        return shown


class Pen:
    """One content stream being written: its operators, what it uses, and the state that operators have set."""

    __slots__ = ("_bits", "_font", "_paint", "_said", "_size", "_stroke", "_used", "out", "stock")

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.out: list[str] = []
        # The letters of its words as bits, and the words whose letters' order matters.
        self._said: list[Word] = []
        self._bits = 0
        # What the stream uses, by id: its name there.
        self._used: dict[str, str] = {}
        self._paint = self._stroke = ""
        self._font: Font | None = None
        self._size = 0

    def content(self) -> bytes:
        """The operators as a stream's data."""
        return "\n".join(self.out).encode("latin-1")

    @property
    def used(self) -> tuple[str, ...]:
        """The ids of what the stream uses, in order of first use."""
        return tuple(self._used)

    @property
    def letters(self) -> tuple[int, ...]:
        """The numbers of the letters of the stream, in order of first use where that matters."""
        others = self._bits & self.stock.others
        said = chain.from_iterable([self.stock.words[word][2] for word in dict.fromkeys(self._said)])
        ordered = dict.fromkeys([number for number in said if others >> number & 1])
        return (*ordered, *_numbered(self._bits & ~others))

    def use(self, id: str) -> str:
        """Note that the stream uses something; its name there."""
        name = self._used.get(id)
        if name is None:
            name = self._used[id] = f"{id[0]}{len(self._used) + 1}"
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
        id = self.stock.symbol(item.symbol)
        if id:
            self.out.append(f"q {_placed(item.x, item.y, item.scale, item.turn)} /{self.use(id)} Do Q")

    def _picture(self, item: Image) -> None:
        name = self.use(self.stock.picture(item))
        self.out.append(f"q {item.width} 0 0 -{item.height} {item.x} {item.y + item.height} cm /{name} Do Q")

    def _text(self, item: Text) -> None:
        """A line of words: one array of glyphs a font, gaps between the words as moves in it."""
        if not item.words:
            return
        if item.halo:
            self._halo(item, item.halo)
        self._fill(item.colour)
        words, size = item.words, item.size
        spelt = [*map(self.stock.insides(size).__getitem__, words)]
        bits = reduce(or_, map(_BITS, spelt))
        self._bits |= bits
        if bits & self.stock.others:
            self._said += words
        parts = [inside for inside, _ in spelt]
        if item.gaps:
            parts[:-1] = [f"{inside} {real(-gap * 1000 / size)}" for inside, gap in zip(parts, item.gaps, strict=False)]
        opening = self._face(words[0].font, size)
        if len(set(map(_FONT, words))) > 1:
            for index, (before, word) in enumerate(pairwise(words), start=1):
                if word.font is not before.font:
                    parts[index] = f"]TJ {self._face(word.font, size)}[{parts[index]}"
        where = _turned(item) if item.turn else f"1 0 0 -1 {item.x} {item.y}"
        self.out.append(f"BT {opening}{where} Tm[{''.join(parts).replace(')(', '')}]TJ ET")

    def _face(self, font: Font, size: int) -> str:
        """What sets the type, where it is not set."""
        if font is self._font and size == self._size:
            return ""
        self._font, self._size = font, size
        return f"/{self.use(self.stock.font(font).id)} {size} Tf "

    def _halo(self, item: Text, halo: Stroke) -> None:
        """Each letter's outline, stroked; as drawing, so that the text is there only once."""
        c, s = cos(radians(item.turn)), sin(radians(item.turn))
        self.out.append(f"q {_ink(halo.colour.hex)} 1 J 1 j [] 0 d")
        for start, word in item.places():
            em = item.size / word.font.units
            self.out.append(f"{real(halo.width / em)} w")
            x = start
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


@lru_cache(maxsize=1_000)
def _numbered(bits: int) -> tuple[int, ...]:
    """The numbers of the bits that are set."""
    return tuple([number for number, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"])


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
