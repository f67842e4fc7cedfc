"""Setting text: prose into a box, or one line. What does not fit is an error with both sizes.

Heights are measured on capitals: a block reaches from the top of its first line's capitals to its last baseline.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, Literal

from pnp.diag import Found, Span, Spot
from pnp.draw.atom import Part, wide
from pnp.draw.block import Block, Line, arrange, cuts, words
from pnp.draw.frame import Colour, Item, Lines, Stroke, Text, Use, Word
from pnp.draw.hands import SIGN_HEIGHT, Hand, Manner, Read, leftward
from pnp.draw.icons import EM
from pnp.draw.studio import Studio
from pnp.draw.turn import turned
from pnp.records import dataclass
from pnp.units import POINT, Box, mm, pt

STEP: Final = POINT / 4
SMALLEST: Final = round(5 * POINT)
# No text is so wide.
ENDLESS: Final = 1 << 40
INK: Final = Colour("#1c1a17", "ink")
# Which part of the room that a line leaves is before it, as a divisor.
_SHARES: Final = {"left": 0, "justify": 0, "centre": 2, "right": 1}
_HIGHER: Final = {"middle": 2, "bottom": 1}
# Where a line of words begins, and the words.
_Placed = tuple[int, int, tuple[Word, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStyle:
    """How text is set. Sizes are micrometres; `leading`, `tracking` and `between` shares of the size, 1.0 being all of it.

    `least` 0 means that it does not shrink; `lines` 0 that there may be as many as fit.
    """

    family: str = "text"
    point: int = round(8 * POINT)
    least: int = 0
    colour: Colour = INK
    leading: float = 1.2
    bold: bool = False
    italic: bool = False
    case: Literal["as-is", "upper", "small-caps"] = "as-is"
    tracking: float = 0.0
    features: tuple[str, ...] = ()
    align: Literal["left", "centre", "right", "justify"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    lines: int = 0
    hyphenate: bool = False
    language: str = "en"
    between: float = 0.4
    halo: Stroke | None = None
    at: Callable[[str], Span] | None = None  # where a field of it is written, for faults that are not the text's

    def of(self, field: str, spot: Spot) -> Span:
        """Where a field of the style is written; where the text is, if that is not known."""
        return self.at(field) if self.at else spot.span

    @property
    def manner(self) -> Manner:
        """What of it chooses glyphs."""
        return Manner(
            self.family, self.bold, self.italic, self.case, self.tracking, self.features, self.hyphenate, self.language
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """A style and a box made ready: text after text may be set into it."""

    studio: Studio
    style: TextStyle
    box: Box
    hand: Hand
    # Of full size: how high capitals are and how far lines lie below each other, how many lines there is room for, and how
    # wide they may be, in ems.
    cap: int
    leading: int
    most: int
    limit: float

    @staticmethod
    def of(studio: Studio, style: TextStyle, box: Box, spot: Spot) -> Setting:
        """A style's and box's setting. What is wrong with the style is told where it is written, or at `spot`."""
        check_size(style, spot, studio.found)
        hand = studio.hand(style.manner, spot.span, style.of("font", spot))
        cap, leading = round(hand.cap_height * style.point), round(style.point * style.leading)
        most = (box.height + 1 - cap) // leading + 1 if leading else 0
        most = min(most, style.lines) if style.lines else most
        return Setting(studio, style, box, hand, cap, leading, most, (box.width + 1) / style.point)

    def _block(self, read: Read, spot: Spot, label: str) -> Block:
        """Prose broken into lines at the largest size at which it fits the box; faults are reported at `spot`."""
        style, box = self.style, self.box
        block, fits = fit(self.hand, read, style, box.width, box.height)
        if self.hand.faulty or block.unclosed:
            _report(self.studio, self.hand, block, spot.span)
        if not fits:
            _overflow(self.studio.found, block, style, box, spot.span, label)
        return block

    def items(self, prose: str, spot: Spot, label: str = "") -> tuple[Item, ...]:
        """Prose set into the box, shrunk from `point` towards `least` until it fits. What does not fit even so is an error
        at `spot` (`label` says in its message what the text is), and is drawn all the same."""
        read = self.hand.read(prose)
        return self._plain(read, spot) or place(self.studio, self._block(read, spot, label), self.style, self.box, spot)

    def _plain(self, read: Read, spot: Spot) -> tuple[Item, ...]:
        """Prose that is a paragraph of words and fits at full size, as most is; nothing where it is more than that, or
        something is wrong. What `place` makes of its block, without the block."""
        hand, style, box = self.hand, self.style, self.box
        if len(read.paragraphs) != 1 or read.unclosed or hand.faulty or hand.may_split or style.align == "justify":
            return ()
        atoms, paragraph = read.paragraphs[0]
        spaced = [atom.spaced for atom in atoms]
        starts, ends = cuts(atoms, self.limit)
        if paragraph.item or not all(spaced) or not 0 < len(ends) <= self.most:
            return ()
        size, x, share = style.point, box.x, _SHARES[style.align]
        y = self.cap + _top(self.cap + (len(ends) - 1) * self.leading, style, box)
        lines: list[_Placed] = []
        first = 0
        for after in ends:
            last = atoms[after - 1]
            # Only a word by itself may be too wide.
            if share or after == first + 1:
                width = starts[after - 1] - starts[first] + last.width
                if width > self.limit:
                    return ()
                x = box.x + (box.width - round(width * size)) // share if share else x
            spaced[after - 1] = last.word
            lines.append((x, y, tuple(spaced[first:after])))  # type: ignore[arg-type]  # all are words
            y += self.leading
            first = after
        return _together(lines, size, style, spot)

    def line(
        self, prose: str, x: int, y: int, spot: Spot, anchor: Literal["start", "middle", "end"] = "start"
    ) -> tuple[Item, ...]:
        """One line of prose with its baseline's start, middle or end at (x, y); the box is of no account."""
        read, style = self.hand.read(prose), self.style
        size = style.point
        if (said := self._words(read)) is not None:
            width = round(wide(read.paragraphs[0][0]) * size)
            return (Text(x - _before(width, anchor), y, size, style.colour, said, 0.0, spot, style.halo),)
        block = arrange(self.hand, read, size, style.leading, style.between, ENDLESS)
        if self.hand.faulty or block.unclosed:
            _report(self.studio, self.hand, block, spot.span)
        top = y - round(self.hand.cap_height * size)
        flat = style if (style.align, style.valign) == ("left", "top") else replace(style, align="left", valign="top")
        room = Box(x - _before(block.width, anchor), top, block.width, block.height)
        return place(self.studio, block, flat, room, spot)

    def _words(self, read: Read) -> tuple[Word, ...] | None:
        """The words of prose that is one paragraph of nothing else, if nothing is wrong with it."""
        if len(read.paragraphs) != 1 or read.unclosed or self.hand.faulty or read.paragraphs[0][1].item:
            return None
        atoms = read.paragraphs[0][0]
        return words(atoms) if atoms else None


def _before(width: int, anchor: Literal["start", "middle", "end"]) -> int:
    """How much of a line is before its anchor."""
    return round({"start": 0.0, "middle": width / 2, "end": float(width)}[anchor])


def typeset(studio: Studio, prose: str, style: TextStyle, box: Box, spot: Spot, label: str = "") -> tuple[Item, ...]:
    """One prose set into a box, as `Setting.items` does."""
    return Setting.of(studio, style, box, spot).items(prose, spot, label)


def fit(hand: Hand, read: Read, style: TextStyle, width: int, height: int) -> tuple[Block, bool]:
    """The largest setting that fits, or the smallest there is; and whether it fits."""
    size: float = style.point
    least = min(style.least or size, size)
    while True:
        block = arrange(hand, read, round(size), style.leading, style.between, width)
        fits = block.width <= width + 1 and block.height <= height + 1
        if style.lines and fits:
            fits = not block.longer(style.lines)
        if fits or size <= least:
            return block, fits
        size = max(size - STEP, least)


def wrap(studio: Studio, prose: str, style: TextStyle, width: int, span: Span) -> Block:
    """Prose set to a width at full size, as high as it comes: for tables and panels that grow with their text.

    `block.height` is from capitals to last baseline; `place` draws it.
    """
    check_size(style, span, studio.found)
    hand = studio.hand(style.manner, span, style.of("font", span))
    block = arrange(hand, hand.read(prose), style.point, style.leading, style.between, width)
    if hand.faulty or block.unclosed:
        _report(studio, hand, block, span)
    if block.width > width + 1:
        _overflow(studio.found, block, style, Box(0, 0, width, block.height), span, "")
    return block


def place(studio: Studio, block: Block, style: TextStyle, box: Box, spot: Spot) -> tuple[Item, ...]:
    """A block's items, where `valign` and `align` put them in the box."""
    left, size = box.x, block.size
    top = _top(block.height, style, box)
    share, stretched = _SHARES[style.align], style.align == "justify"
    items: list[Item] = []
    for stretch in block.stretches:
        if stretch.bullet or stretched:
            for line in stretch.each(block.leading):
                items += _line(studio, line, top, size, style, box, spot)
            continue
        x = left + stretch.indent
        y, room = top + stretch.y, box.width - stretch.indent
        plain: list[_Placed] = []
        for atoms, width in stretch.lines:
            at = x + (room - round(width * size)) // share if share else x
            if said := words(atoms):
                plain.append((at, y, said))
            else:
                items += _together(plain, size, style, spot)
                plain = []
                items += _mixed(studio, Line(atoms, width, 0, False).parts(0.0), size, at, y, style, spot)
            y += block.leading
        items += _together(plain, size, style, spot)
    return tuple(items)


def _top(height: int, style: TextStyle, box: Box) -> int:
    """Where the capitals of a text so high begin."""
    return box.y if style.valign == "top" else box.y + (box.height - height) // _HIGHER[style.valign]


def _line(studio: Studio, line: Line, top: int, size: int, style: TextStyle, box: Box, spot: Spot) -> Iterator[Item]:
    """A line that has a bullet or is stretched."""
    room = box.width - round(line.width * size) - line.indent
    x, y = box.x + line.indent, top + line.y
    if share := _SHARES[style.align]:
        x += room // share
    if line.bullet:
        yield Text(box.x, y, size, style.colour, (line.bullet,), 0.0, spot, style.halo)
    stretch = 0.0
    if style.align == "justify" and not line.last and len(line.atoms) > 1:
        stretch = room / (len(line.atoms) - 1)
    said = words(line.atoms)
    if said is None:
        yield from _mixed(studio, line.parts(stretch / size), size, x, y, style, spot)
    else:
        gaps = (stretch,) * (len(said) - 1) if stretch else ()
        yield Text(x, y, size, style.colour, said, 0.0, spot, style.halo, gaps)


def _together(lines: list[_Placed], size: int, style: TextStyle, spot: Spot) -> tuple[Item, ...]:
    """Lines of words only that follow each other."""
    if len(lines) > 1 and not style.halo:
        return (Lines(size, style.colour, tuple(lines), spot),)
    return tuple([Text(x, y, size, style.colour, said, 0.0, spot, style.halo) for x, y, said in lines])


def _mixed(
    studio: Studio, parts: list[Part], size: int, x: int, y: int, style: TextStyle, spot: Spot
) -> Iterator[Item]:
    """A line with icons or with several sizes: a `Text` for each stretch of one size, a `Use` for each icon."""
    held: list[tuple[float, Word]] = []
    start, scale = x, 1.0

    def close() -> Iterator[Item]:
        if held:
            words, gaps = tuple([word for _, word in held]), _gaps(held, scale, size)
            yield Text(start, y, round(size * scale), style.colour, words, 0.0, spot, style.halo, gaps)
            held.clear()

    for dx, what, share in parts:
        at = x + round(dx * size)
        if isinstance(what, Word):
            if share != scale or not held:
                yield from close()
                start, scale = at, share
            held.append((dx, what))
            continue
        yield from close()
        symbol = studio.icons.symbol(what, style.colour, None, spot.span)
        if symbol:
            height = round(share * size)
            drop = round((share - share / SIGN_HEIGHT) / 2 * size)
            yield Use(symbol, at, y - height + drop, height / EM, 0.0, spot)
    yield from close()


def _gaps(held: list[tuple[float, Word]], scale: float, size: int) -> tuple[float, ...]:
    """What is between words, given with their places in ems, besides their own widths; nothing where that is a hair."""
    gaps = [
        (after - at - word.width / word.font.units * scale) * size
        for (at, word), (after, _) in itertools.pairwise(held)
    ]
    return tuple(gaps) if any(abs(gap) >= 1 for gap in gaps) else ()


def measure(studio: Studio, text: str, style: TextStyle, span: Span) -> int:
    """The width in micrometres of a text set on one line at full size."""
    return round(studio.hand(style.manner, span, style.of("font", span)).width(text) * style.point)


def line(
    studio: Studio,
    text: str,
    style: TextStyle,
    x: int,
    y: int,
    span: Span,
    anchor: Literal["start", "middle", "end"] = "start",
    turn: float = 0.0,
) -> tuple[Item, ...]:
    """One line, as `Setting.line` makes it, turned clockwise about (x, y)."""
    items = Setting.of(studio, style, Box(0, 0, 0, 0), span).line(text, x, y, span, anchor)
    return turned(items, x, y, turn) if turn else items


def check_size(style: TextStyle, spot: Spot, found: Found) -> None:
    """Type under 5 pt is an error, be it only where it may shrink to."""
    if min(style.point, style.least or style.point) < SMALLEST:
        size = pt(min(style.point, style.least or style.point))
        where = style.of("least" if style.least and style.least < SMALLEST else "point", spot)
        found.error("text/small", where, f"type of {size} is too small to print", "5pt is the least")


def _report(studio: Studio, hand: Hand, block: Block, span: Span) -> None:
    """Say which characters have no glyph, and which marks nothing closes."""
    for mark in block.unclosed:
        hint = r"write '\*' for the star itself"
        studio.found.error("text/mark", span, f"a {mark!r} opens emphasis that nothing closes", hint)
    missing = {character: None for line in block.lines for atom in line.atoms for character in atom.missing}
    first = next(filter(leftward, missing), "")
    for character in missing:
        code = f"U+{ord(character):04X}"
        if leftward(character):
            if character != first:
                continue  # one is told for all
            message = f"{character!r} ({code}) belongs to a script that runs from right to left, which pnp cannot set"
            studio.found.error("text/direction", span, message)
            continue
        having = studio.fonts.having(character, span)
        hint = f"these families have it: {', '.join(having)}" if having else "none of the game's fonts has it"
        message = f"the font {hand.faces(0).font.name} has no glyph for {character!r} ({code})"
        studio.found.error("text/glyph", span, message, hint)


def _overflow(found: Found, block: Block, style: TextStyle, box: Box, span: Span, label: str) -> None:
    """Both sizes, and how much to cut."""
    what = label or "the text"
    size = pt(block.size)
    if block.width > box.width + 1:
        widest = max(block.lines, key=lambda line: line.width)
        word = max(widest.atoms, key=lambda atom: atom.width).text
        message = f"{what} does not fit: at {size} {word!r} needs {mm(block.width)} of width, there are {mm(box.width)}"
        hint = f"shorten it by {100 - 100 * box.width // block.width} %, or let it shrink below {size} (least)"
    else:
        lines = len(block.lines)
        room = block.room(box.height, style.lines)
        over = sum(len(line.text) for line in block.lines[room:])
        message = (
            f"{what} does not fit: at {size} it takes {lines} line{'s' if lines > 1 else ''} and {mm(block.height)} of "
            f"height, there is room for {room} and {mm(box.height)}"
        )
        hint = f"cut about {over} characters of {sum(len(line.text) for line in block.lines)}"
    box_at = style.of("height" if block.width <= box.width + 1 else "width", span)
    related = ((box_at, "the box that it does not fit"),) if box_at != span else ()
    found.error("text/overflow", span, message, hint, related)
