"""The parts of a box: shape, pattern, picture, icons, text, each from texts that are already worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from math import isqrt
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Final

from pnp.diag import Span, Spot
from pnp.draw import shapes
from pnp.draw.frame import Colour, Group, Image, Item, Path, Segment, Stroke, Use
from pnp.draw.icons import EM
from pnp.draw.studio import Studio
from pnp.draw.svgpath import PathError, parse
from pnp.draw.text import Setting, TextStyle
from pnp.draw.turn import turned
from pnp.faces.place import share
from pnp.faces.records import FaceBox
from pnp.records import dataclass
from pnp.source import content
from pnp.units import INCH, Box, mm

if TYPE_CHECKING:
    from pnp.draw.pictures import Picture

COARSE: Final = 200
_MOST_SIGNS: Final = 400
_MOST_MOTIFS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a layout draws with: the game's studio, and colours that it names itself; `later` are names of which each piece
    has its own colour."""

    studio: Studio
    names: Mapping[str, Colour]
    settings: dict[tuple[str, ...], Setting] = field(default_factory=dict, repr=False)
    _colours: dict[str, Colour] = field(default_factory=dict, repr=False)
    later: tuple[str, ...] = ()

    def named(self, id: str, colour: Colour) -> Drawing:
        """The same drawing with one more name for a colour."""
        return Drawing(self.studio, {**self.names, id: colour}, self.settings, later=self.later)

    def naming(self, later: tuple[str, ...]) -> Drawing:
        """The same drawing, of which each piece will give these names a colour."""
        return replace(self, later=later, _colours={})

    def colour(self, text: str, spot: Spot) -> Colour:
        """A colour expression's colour; one without a fault is kept."""
        colour = self._colours.get(text)
        if colour is None:
            found = self.studio.found
            before = len(found.items)
            colour = self.studio.palette.colour(text, spot.span, found, self.names, self.later)
            if len(found.items) == before:
                self._colours[text] = colour
        return colour


Texts = Mapping[str, str]
Spots = Mapping[str, Spot]
Part = Callable[[FaceBox, Box, Texts, Spots, Drawing], Iterable[Item]]


def draw(
    box: FaceBox, parts: Iterable[Part], place: Box, texts: Texts, spots: Spots, drawing: Drawing
) -> tuple[Item, ...]:
    """A box's items from back to front. `texts` are the values of its templates, `spots` where they were written."""
    items: list[Item] = []
    for part in parts:
        items += part(box, place, texts, spots, drawing)
    if box.turn != "0" and (degrees := _number(texts["turn"], box, "turn", drawing)):
        return turned(items, place.x + place.width // 2, place.y + place.height // 2, degrees)
    return tuple(items)


def _shape(box: FaceBox, place: Box, texts: Texts, spots: Spots, drawing: Drawing) -> Iterator[Item]:
    fill = drawing.colour(texts["fill"], spots["fill"]) if texts.get("fill") else None
    stroke = None
    if texts.get("stroke"):
        stroke = Stroke(drawing.colour(texts["stroke"], spots["stroke"]), box.line, box.dash)
    yield Path(_outline(box, place, drawing), fill, stroke, span=box.where.span)


def _outline(box: FaceBox, place: Box, drawing: Drawing) -> tuple[Segment, ...]:
    """The outline of the box's shape; of the box itself where it has none."""
    if box.shape != "path":
        return shapes.outline(box.shape or "rect", place, box.corner)
    found = drawing.studio.found
    try:
        view = tuple(float(number) for number in box.view)
        if len(view) != 4 or view[2] <= 0 or view[3] <= 0:
            raise ValueError
    except ValueError:
        found.error(
            "face/view", box.where.of("view"), "'view' is four numbers: x, y, width, height of the path's units"
        )
        return shapes.outline("rect", place)
    try:
        return shapes.stretched(parse(box.path or ""), view, place)
    except PathError as fault:
        found.error("face/path", box.where.of("path"), f"the path cannot be read: {fault}")
        return shapes.outline("rect", place)


def _pattern(box: FaceBox, place: Box, texts: Texts, spots: Spots, drawing: Drawing) -> Iterator[Item]:
    name = texts.get("pattern", "").strip()
    if not name:
        return
    symbol = drawing.studio.icons.symbol(
        name, drawing.colour(texts["tint"], spots["tint"]), None, spots["pattern"].span
    )
    if symbol is None:
        return
    least = isqrt(place.width * place.height // _MOST_MOTIFS)
    if box.every < least:
        message = f"{mm(box.every)} is less than {mm(least)}, the least that may stand here"
        hint = f"a pattern has up to {_MOST_MOTIFS:,} icons"
        drawing.studio.found.error("value/range", box.where.of("every"), message, hint)
        return
    signs = tuple(Use(symbol, x, y, box.motif / EM) for x, y in _lattice(place, box.every, box.motif))
    yield Group(signs, _outline(box, place, drawing))


def _lattice(place: Box, every: int, motif: int) -> Iterator[tuple[int, int]]:
    """Top left corners of motifs in staggered rows about the middle of a box, as many as touch it; the same turned round."""
    middle_x, middle_y = place.x + place.width // 2, place.y + place.height // 2
    rows = (place.height // 2 + motif) // every + 1
    columns = (place.width // 2 + motif) // every + 1
    right = place.right
    for row in range(-rows, rows + 1):
        first, y = middle_x + row % 2 * every // 2 - motif // 2, middle_y + row * every - motif // 2
        if not place.y - motif < y < place.bottom:
            continue
        for column in range(-columns - row % 2, columns + 1):
            x = first + column * every
            if place.x - motif < x < right:
                yield x, y


def _picture(box: FaceBox, place: Box, texts: Texts, spots: Spots, drawing: Drawing) -> Iterator[Item]:
    name = texts.get("picture", "").strip()
    if not name:
        return
    path = content.inside(drawing.studio.folder, name)
    found, span = drawing.studio.found, spots["picture"].span
    if path is None:
        found.error("file/outside", span, f"'{name}' is not a file within the game's folder")
        return
    if not path.is_file():
        found.error("art/missing", span, f"there is no picture '{name}'", "it is looked for in the game's folder")
        return
    if path.suffix == ".svg":
        yield from _vector(path, box, place, drawing)
        return
    from pnp.draw import pictures

    try:
        picture = pictures.read(path)
    except pictures.PictureError as fault:
        found.error("art/unreadable", span, f"'{name}' cannot be printed: {fault}")
        return
    yield from _raster(picture, box, place, span, drawing)


def _raster(picture: Picture, box: FaceBox, place: Box, span: Span, drawing: Drawing) -> Iterator[Item]:
    pick: Callable[..., float] = max if box.fit == "cover" else min
    scale = pick(place.width / picture.width, place.height / picture.height)
    width, height = round(picture.width * scale), round(picture.height * scale)
    dpi = round(INCH / scale)
    if dpi < COARSE:
        message = f"'{picture.path.rsplit('/', 1)[-1]}' prints at {dpi} dpi; under {COARSE} it looks coarse"
        need = f"use a picture of {-(-place.width * 300 // INCH)} × {-(-place.height * 300 // INCH)} pixels"
        drawing.studio.found.warning("art/coarse", span, message, need)
    x, y = place.x + (place.width - width) // 2, place.y + (place.height - height) // 2
    yield Group((Image(x, y, width, height, picture.path, picture.sha256, span),), _outline(box, place, drawing))


def _vector(path: FilePath, box: FaceBox, place: Box, drawing: Drawing) -> Iterator[Item]:
    ink, second = drawing.colour("ink", box.where.span), drawing.colour("ground", box.where.span)
    art, symbol = drawing.studio.icons.drawing(path), drawing.studio.icons.picture(path, ink, second)
    if art is None or symbol is None:
        return
    pick: Callable[..., float] = max if box.fit == "cover" else min
    longer = max(art.width, art.height)
    side = round(pick(place.width * longer / art.width, place.height * longer / art.height))
    use = Use(symbol, place.x + (place.width - side) // 2, place.y + (place.height - side) // 2, side / EM)
    yield Group((use,), _outline(box, place, drawing))


def _icons(box: FaceBox, place: Box, texts: Texts, spots: Spots, drawing: Drawing) -> Iterator[Item]:
    """A row or column of icons, as large as fits."""
    names = texts.get("icon", "").split()
    times = int(_number(texts.get("repeat", "1") or "0", box, "repeat", drawing))
    names = (names * max(times, 0))[:_MOST_SIGNS]
    if not names:
        return
    inner, across = place.grown(-box.pad), box.flow == "across"
    along, breadth = (inner.width, inner.height) if across else (inner.height, inner.width)
    side = min(breadth, (along - box.gap * (len(names) - 1)) // len(names))
    used = side * len(names) + box.gap * (len(names) - 1)
    x = inner.x + _spare(inner.width - (used if across else side), box.align or "centre")
    y = inner.y + _spare(inner.height - (side if across else used), box.valign or "middle")
    colour = drawing.colour(texts["colour"], spots["colour"])
    second = drawing.colour(texts.get("second") or "ground", spots["second"])
    for name in names:
        symbol = drawing.studio.icons.symbol(name, colour, second, spots["icon"].span)
        if symbol is not None:
            yield Use(symbol, x, y, side / EM, span=spots["icon"])
        x, y = (x + side + box.gap, y) if across else (x, y + side + box.gap)


def _spare(room: int, where: str) -> int:
    return {"left": 0, "top": 0, "right": room, "bottom": room}.get(where, room // 2)


def text_of(box: FaceBox, place: Box, texts: Texts, spots: Spots, drawing: Drawing) -> tuple[Item, ...]:
    """The box's text, set."""
    prose = texts.get("text", "")
    if not prose.strip():
        return ()
    return setting(box, place, texts, spots, drawing).items(prose, spots["text"], f"the text of '{box.id}'")


def setting(box: FaceBox, place: Box, texts: Texts, spots: Spots, drawing: Drawing) -> Setting:
    """How and where the box's text is set; kept for each box and pair of colours."""
    colour = drawing.colour(texts["colour"], spots["colour"])
    around = drawing.colour(texts["halo"], spots["halo"]) if box.halo else None
    key = (box.id, colour.hex, around.hex if around else "")
    made = drawing.settings.get(key)
    if made is None:
        style = _style(box, colour, around, drawing)
        made = drawing.settings[key] = Setting.of(drawing.studio, style, place.grown(-box.pad), spots["text"])
    return made


def _style(box: FaceBox, colour: Colour, around: Colour | None, drawing: Drawing) -> TextStyle:
    found = drawing.studio.found
    leading, tracking, between = (share(box, key, found) for key in ("leading", "tracking", "between"))
    return TextStyle(
        family=box.font,
        point=box.point,
        least=box.least or 0,
        colour=colour,
        leading=leading,
        bold=box.bold,
        italic=box.italic,
        case=box.case,
        tracking=tracking,
        features=box.features,
        align=box.align or "left",
        valign=box.valign or "top",
        lines=box.lines,
        hyphenate=box.hyphenate,
        between=between,
        halo=Stroke(around, box.halo_line, (), "round", "round") if around else None,
        at=box.where.of,
    )


def _number(text: str, box: FaceBox, key: str, drawing: Drawing) -> float:
    try:
        return float(text.strip() or 0)
    except ValueError:
        message = f"'{text.strip()[:40]}' is not a number, which '{key}' of '{box.id}' needs"
        drawing.studio.found.error("face/number", box.where.of(key), message)
        return 0.0


def parts(box: FaceBox) -> tuple[Part, ...]:
    """What draws the parts that a box has, from back to front."""
    return tuple(part for key, part in _PARTS if getattr(box, key) is not None)


# What a box may show, from back to front: the key that asks for it, and what draws it.
_PARTS: Final = (("shape", _shape), ("pattern", _pattern), ("picture", _picture), ("icon", _icons), ("text", text_of))
