"""A frame → SVG text, for figures: letters are outlines, so that it needs no fonts and looks the same everywhere.

User units are micrometres, the size is in millimetres; ids are counted in the order of use. Owns svgwrite.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Final

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group as Container

from pnp.draw.extent import MITER
from pnp.draw.frame import Font, Frame, Group, Image, Item, Lines, Path, Segment, Stroke, Symbol, Text, Use, Word
from pnp.draw.outlines import outline
from pnp.units import MM, Box


def draw(frame: Frame, description: str = "", prefix: str = "", bleed: bool = False, checked: bool = False) -> str:
    """The frame's trim, with its bleed if asked for, as one SVG element. `prefix` begins every id, for drawings that
    share a page; `checked` has svgwrite prove every attribute, which takes its time. Raises `OSError` for a picture that
    cannot be read.
    """
    box = Box(0, 0, frame.size.width, frame.size.height).grown(frame.bleed if bleed else 0)
    size = (f"{_number(box.width / MM)}mm", f"{_number(box.height / MM)}mm")
    drawing = svgwrite.Drawing(size=size, viewBox=f"{box.x} {box.y} {box.width} {box.height}", debug=checked)
    drawing["stroke-miterlimit"] = MITER
    if frame.title or description:
        drawing.set_desc(frame.title or None, description or None)
    _Desk(drawing, prefix).draw(frame.items, drawing)
    text: str = drawing.tostring()
    return text


def _number(value: float) -> str:
    spelt = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if spelt in ("-0", "") else spelt


def _trace(segments: Sequence[Segment]) -> str:
    return "".join(segment[0] + " ".join(map(str, segment[1:])) for segment in segments)


def _line(stroke: Stroke) -> dict[str, Any]:
    told: dict[str, Any] = {"stroke": stroke.colour.hex, "stroke_width": stroke.width}
    if stroke.dash:
        told["stroke_dasharray"] = " ".join(map(str, stroke.dash))
    if stroke.cap != "butt":
        told["stroke_linecap"] = stroke.cap
    if stroke.join != "miter":
        told["stroke_linejoin"] = stroke.join
    return told


class _Desk:
    """A drawing being made: what has an id already, and which."""

    def __init__(self, drawing: svgwrite.Drawing, prefix: str) -> None:
        self._drawing, self._prefix = drawing, prefix
        self._glyphs: dict[tuple[Font, int], str] = {}
        self._symbols: dict[Symbol, str] = {}
        self._count = 0

    def _id(self) -> str:
        self._count += 1
        return f"{self._prefix}i{self._count}"

    def draw(self, items: Iterable[Item], parent: BaseElement) -> None:
        """Add items to an element, from back to front."""
        for item in items:
            _DRAW[type(item)](self, item, parent)

    def _path(self, item: Path, parent: BaseElement) -> None:
        if not item.segments or not (item.fill or item.stroke):
            return
        told = _line(item.stroke) if item.stroke else {}
        if item.evenodd:
            told["fill_rule"] = "evenodd"
        fill = item.fill.hex if item.fill else "none"
        parent.add(self._drawing.path(d=_trace(item.segments), fill=fill, **told))

    def _group(self, item: Group, parent: BaseElement) -> None:
        held = self._drawing.g()
        if item.clip:
            clip = self._drawing.clipPath(id=self._id())
            clip.add(self._drawing.path(d=_trace(item.clip)))
            self._drawing.defs.add(clip)
            held["clip-path"] = f"url(#{clip['id']})"
        parent.add(held)
        self.draw(item.items, held)

    def _use(self, item: Use, parent: BaseElement) -> None:
        if item.symbol not in self._symbols:
            held = self._drawing.g(id=self._id())
            self._symbols[item.symbol] = held["id"]
            self.draw(item.symbol.items, held)
            self._drawing.defs.add(held)
        turn = f" rotate({_number(item.turn)})" if item.turn else ""
        size = f" scale({item.scale:.6g})" if item.scale != 1 else ""
        where = f"translate({item.x} {item.y}){turn}{size}"
        parent.add(self._drawing.use(f"#{self._symbols[item.symbol]}", transform=where))

    def _image(self, item: Image, parent: BaseElement) -> None:
        data = FilePath(item.path).read_bytes()
        kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
        held = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
        picture = self._drawing.image(held, insert=(item.x, item.y), size=(item.width, item.height))
        picture.stretch()
        parent.add(picture)

    def _text(self, item: Text, parent: BaseElement) -> None:
        """A line of words, each font's in a group with font units as its own; y is up in there."""
        if item.halo:
            around = _line(Stroke(item.halo.colour, item.halo.width, (), "round", "round"))
            del around["stroke_width"]
            for font, words in _runs(item):
                width = _number(item.halo.width * font.units / item.size)
                parent.add(self._run(item, font, words, fill="none", stroke_width=width, **around))
        for font, words in _runs(item):
            parent.add(self._run(item, font, words, fill=item.colour.hex))

    def _lines(self, item: Lines, parent: BaseElement) -> None:
        self.draw(item.texts(), parent)

    def _run(self, item: Text, font: Font, words: list[tuple[float, Word]], **look: Any) -> Container:
        em = item.size / font.units
        turn = f" rotate({_number(item.turn)})" if item.turn else ""
        held = self._drawing.g(transform=f"translate({item.x} {item.y}){turn} scale({em:.6g} {-em:.6g})", **look)
        for start, word in words:
            x = start / em
            for index, (glyph, advance, _) in enumerate(word.glyphs):
                dx, dy = word.offsets[index] if word.offsets else (0, 0)
                id = self._glyph(font, glyph)
                if id:
                    held.add(self._drawing.use(f"#{id}", insert=(_number(x + dx), dy)))
                x += advance
        return held

    def _glyph(self, font: Font, glyph: int) -> str:
        """The id of a glyph's outline; '' for a space."""
        key = (font, glyph)
        if key not in self._glyphs:
            segments = outline(font, glyph)
            self._glyphs[key] = self._id() if segments else ""
            if segments:
                self._drawing.defs.add(self._drawing.path(d=_trace(segments), id=self._glyphs[key]))
        return self._glyphs[key]


def _runs(text: Text) -> list[tuple[Font, list[tuple[float, Word]]]]:
    """A line's words that follow each other in one font, each with where it begins."""
    runs: list[tuple[Font, list[tuple[float, Word]]]] = []
    for x, word in text.places():
        if not runs or runs[-1][0] is not word.font:
            runs.append((word.font, []))
        runs[-1][1].append((x, word))
    return runs


_DRAW: Final[Mapping[type, Callable[[_Desk, Any, BaseElement], None]]] = {
    Path: _Desk._path,
    Text: _Desk._text,
    Lines: _Desk._lines,
    Use: _Desk._use,
    Group: _Desk._group,
    Image: _Desk._image,
}
