"""Drawn items → PDF operators. One unit is a micrometre and y grows downwards, as in the items: every number is whole.

What is used many times (a symbol, a frame, a glyph's halo) is a form, written once; a word's operands are made once.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from math import cos, radians, sin
from typing import Any, Final

from pnp.draw.extent import MITER, extent
from pnp.draw.frame import Colour, Font, Group, Image, Item, Lines, Path, Segment, Stroke, Symbol, Text, Use, Word
from pnp.draw.outlines import outline
from pnp.targets.pdf.body import Body, array, real, reference, text
from pnp.targets.pdf.fonts import FontFile, Letters
from pnp.targets.pdf.types import Key, Type, Types
from pnp.units import Box

MITER_LIMIT: Final = f"{MITER} M"
# So many hexadecimal digits of a digest tell things of a file apart.
_ID: Final = 12
_CAPS: Final = (("butt", 0), ("round", 1), ("square", 2))
_JOINS: Final = (("miter", 0), ("round", 1), ("bevel", 2))
_MOST_WORDS: Final = 20_000
_MOST_USES: Final = 4_000
_TRACED: Final = {"M": "%s %s m", "L": "%s %s l", "C": "%s %s %s %s %s %s c", "Z": "h"}


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
    return " ".join([_TRACED[segment[0]] % segment[1:] for segment in segments])


def _line(stroke: Stroke) -> str:
    dash = " ".join(map(str, stroke.dash))
    return f"{stroke.width} w {dict(_CAPS)[stroke.cap]} J {dict(_JOINS)[stroke.join]} j [{dash}] 0 d"


def placing(x: float, y: float, scale: float, turn: float) -> str:
    """The operator that scales, turns clockwise and moves what follows."""
    if not turn:
        factor = _exact(scale)
        return f"{factor} 0 0 {factor} {x} {y} cm"
    c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    return f"{_exact(c)} {_exact(s)} {_exact(-s)} {_exact(c)} {x} {y} cm"


def _exact(value: float) -> str:
    """A factor: nine decimals, since the lengths that it scales are long numbers."""
    return f"{value:.9f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))


class Stock:
    """What all streams of a file share: fonts, the operands of words, forms, pictures.

    Each has an id that comes from its content, so that what is written with it does not depend on what else the file has.
    """

    def __init__(self, body: Body) -> None:
        self.body = body
        self.types = Types(self.font, _fill)
        self.type: Callable[[Key], Type] = self.types.__getitem__
        self.fonts: dict[str, FontFile] = {}
        self._faces: dict[Font, FontFile] = {}
        # The number of the object that each id stands for.
        self.numbers: dict[str, int] = {}
        # Forms by the identity of their items, which are kept so that no other items can take it.
        self._forms: dict[tuple[int, Box], tuple[tuple[Item, ...], str]] = {}
        self._symbols: dict[Symbol, str] = {}
        # How symbols are drawn in their places, by the identity of the items, which are kept likewise.
        self.uses: dict[int, tuple[Use, str, str]] = {}
        self._halos: dict[tuple[str, int], str] = {}

    def font(self, font: Font) -> FontFile:
        """A font of the file."""
        known = self._faces.get(font)
        if known is None:
            id = f"F{font.sha256[:_ID]}"
            if id not in self.fonts:
                self.fonts[id] = FontFile(font, id, self._new(id))
            known = self._faces[font] = self.fonts[id]
        return known

    def room(self) -> None:
        """Forget how words are spelt and symbols placed, where there are very many: a deck of any length takes the same
        room."""
        if sum(map(len, self.types.values())) > _MOST_WORDS:
            self.types.clear()
            for font in self.fonts.values():
                font.forget()
        if len(self.uses) > _MOST_USES:
            self.uses.clear()

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

    def placed(self, item: Use) -> tuple[Use, str, str]:
        """A symbol in its place: the id of its form, '' where it draws nothing, and the operators that draw it."""
        name, operators = self.symbol(item.symbol), ""
        if item.turn or item.scale != 1 or item.x or item.y:
            operators = f"q {placing(item.x, item.y, item.scale, item.turn)} /{name} Do Q\n"
        self.uses[id(item)] = known = item, name, operators or f"/{name} Do\n"
        return known

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
            pen.out.append(trace(segments) + " S\n" if segments else "")
            box = extent((Path(segments, stroke=Stroke(Colour("#000000"), font.units, join="round")),))
            self._halos[key] = self._write(pen, box or Box(0, 0, 0, 0), "")
        return self._halos[key]

    def picture(self, image: Image) -> str:
        """The id of a picture, written at its first use; pictures of the same content are one."""
        id = f"{'G' if image.grey else 'I'}{image.sha256[:_ID]}"
        if id not in self.numbers:
            from pnp.targets.pdf import pictures

            pictures.write(self.body, self._new(id), image.path, image.grey)
        return id

    def _write(self, pen: Pen, box: Box, label: str) -> str:
        """Write a form, unless one that is alike is there; its id."""
        content, (used, _) = pen.content(), pen.uses()
        told = hashlib.sha256(content)
        told.update(repr((used, str(box), label)).encode("utf-8", "surrogatepass"))
        id = f"X{told.hexdigest()[:_ID]}"
        if id not in self.numbers:
            head: dict[str, object] = {"Type": "/XObject", "Subtype": "/Form", "Resources": self.resources(used)}
            head["BBox"] = array([box.x, box.y, box.right, box.bottom])
            if label:
                head["PNP_Label"] = text(label)
            self.body.stream(self._new(id), head, content)
        return id

    def resources(self, ids: Iterable[str]) -> str:
        """The resources of a stream that uses these: each is called there by its id."""
        spelt: dict[str, str] = {}
        for id in ids:
            kind = "Font" if id[0] == "F" else "XObject"
            spelt[kind] = f"{spelt.get(kind, '')}/{id} {reference(self.numbers[id])}"
        return f"<<{''.join(f'/{kind}<<{spelt[kind]}>>' for kind in sorted(spelt))}>>"

    def close(self) -> None:
        """Write the fonts, which know only now which glyphs they need."""
        for font in self.fonts.values():
            font.write(self.body)


class Pen:
    """One content stream being written: its operators, what it uses, and the state that operators have set. Texts set all
    that they need themselves, each in a text object of its own."""

    __slots__ = ("_paint", "_shown", "_stroke", "_used", "out", "stock")

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.out: list[str] = []
        # The ids of what it uses besides fonts; and the words that it shows, by fonts: with those of a
        # text's own font stand others that it has.
        self._used: set[str] = set()
        self._shown: dict[FontFile, list[Word]] = defaultdict(list)
        self._paint = self._stroke = ""

    def content(self) -> bytes:
        """The operators as a stream's data."""
        return "".join(self.out).encode("latin-1")

    def uses(self) -> tuple[tuple[str, ...], tuple[Letters, ...]]:
        """The ids of what the stream uses, and its letters by fonts."""
        letters = [file.letters(words) for file, words in self._shown.items()]
        return tuple(sorted({*self._used, *[id for id, _, _ in letters]})), tuple(letters)

    def use(self, id: str) -> str:
        """Note that the stream uses something; its name there."""
        self._used.add(id)
        return id

    def draw(self, items: Sequence[Item]) -> None:
        """Items from back to front."""
        # By exact type: a chain of tests a thing is felt at half a million things.
        for item in items:
            _DRAW[type(item)](self, item)

    def within(self, opening: str, items: Sequence[Item]) -> None:
        """Items drawn in a state of their own, which `opening` saves and prepares."""
        before = self._paint, self._stroke
        self.out.append(f"{opening}\n")
        self.draw(items)
        self.out.append("Q\n")
        self._paint, self._stroke = before

    def _fill(self, colour: Colour) -> None:
        if colour.hex != self._paint:
            self.out.append(f"{_fill(colour.hex)}\n")
            self._paint = colour.hex

    def _lined(self, stroke: Stroke) -> None:
        line = f"{_ink(stroke.colour.hex)} {_line(stroke)}"
        if line != self._stroke:
            self.out.append(f"{line}\n")
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
        self.out.append(f"{trace(item.segments)} {paint}\n")

    def _group(self, item: Group) -> None:
        if item.clip:
            self.within(f"q {trace(item.clip)} W n", item.items)
        else:
            self.draw(item.items)

    def _symbol(self, item: Use) -> None:
        _, name, operators = self.stock.uses.get(id(item)) or self.stock.placed(item)
        if name:
            self._used.add(name)
            self.out.append(operators)

    def _picture(self, item: Image) -> None:
        name = self.use(self.stock.picture(item))
        self.out.append(f"q {item.width} 0 0 -{item.height} {item.x} {item.y + item.height} cm /{name} Do Q\n")

    def _text(self, item: Text) -> None:
        """A line of words: one array, of one literal with moves in it."""
        words = item.words
        if not words:
            return
        if item.halo:
            self._halo(item, item.halo)
        type = self.stock.type((words[0].font, item.size, item.colour.hex))
        shown: Iterable[str] = map(type.show, words)
        if item.gaps:
            per = -1000 / item.size
            shown = chain.from_iterable(zip(shown, [*(f"){real(gap * per)}(" for gap in item.gaps), ""], strict=False))
        where = _turned(item) if item.turn else f"1 0 0 -1 {item.x} {item.y}"
        self._shown[type.file] += words
        self._show(type, item.colour, f"{where} Tm[({''.join(shown)})]TJ\n")

    def _lines(self, item: Lines) -> None:
        """Lines of words, as `_text` writes them, in one text object."""
        lines = item.lines
        type = self.stock.type((_prevailing(lines), item.size, item.colour.hex))
        show, own = type.show, self._shown[type.file]
        for _, _, words in lines:
            own += words
        shown = [f"1 0 0 -1 {x} {y} Tm[({''.join(map(show, words))})]TJ\n" for x, y, words in lines]
        self._show(type, item.colour, "".join(shown))

    def _show(self, type: Type, colour: Colour, shown: str) -> None:
        """A text object."""
        if type.closed:
            for word in type.closed:
                self._shown[self.stock.font(word.font)].append(word)
            shown = type.mended(shown)
        self.out.append(f"{type.opening}{shown}ET\n")
        self._paint = colour.hex

    def _halo(self, item: Text, halo: Stroke) -> None:
        """Each letter's outline, stroked; as drawing, so that the text is there only once."""
        c, s = cos(radians(item.turn)), sin(radians(item.turn))
        self.out.append(f"q {_ink(halo.colour.hex)} 1 J 1 j [] 0 d\n")
        for start, word in item.places():
            em = item.size / word.font.units
            self.out.append(f"{real(halo.width / em)} w\n")
            x = start
            for index, (glyph, advance, _) in enumerate(word.glyphs):
                dx, dy = word.offsets[index] if word.offsets else (0, 0)
                if outline(word.font, glyph):
                    along, down = x + dx * em, -dy * em
                    at = f"{real(item.x + along * c - down * s)} {real(item.y + along * s + down * c)}"
                    factors = " ".join(_exact(factor * em) for factor in (c, s, s, -c))
                    self.out.append(f"q {factors} {at} cm /{self.use(self.stock.halo(word.font, glyph))} Do Q\n")
                x += advance * em
        self.out.append("Q\n")


def _prevailing(lines: Sequence[tuple[int, int, Sequence[Word]]]) -> Font:
    """The font that most words of some lines are in, as far as the last line's ends tell, and where these differ the first
    word: in any other font, words would turn to their own and back one by one."""
    last = lines[-1][2]
    return (last if last[0].font is last[-1].font else lines[0][2])[0].font


def _turned(item: Text) -> str:
    c, s = cos(radians(item.turn)), sin(radians(item.turn))
    return f"{_exact(c)} {_exact(s)} {_exact(s)} {_exact(-c)} {item.x} {item.y}"


_DRAW: Final[Mapping[type, Callable[[Pen, Any], None]]] = {
    Text: Pen._text,
    Lines: Pen._lines,
    Path: Pen._path,
    Use: Pen._symbol,
    Group: Pen._group,
    Image: Pen._picture,
}
