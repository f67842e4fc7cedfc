"""A layout made ready for one size and ground, and drawn for one piece after another.

What is the same on every face is drawn once, as symbols; only boxes whose expressions tell pieces apart are worked out
again for each, and what they gave for the same values is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import groupby
from typing import Any, Final

from pnp.diag import Span, Spot
from pnp.draw.frame import Colour, Frame, Item, Symbol, Use
from pnp.draw.text import Setting
from pnp.faces.legible import Look, look
from pnp.faces.parts import Drawing, draw, parts, setting, text_of
from pnp.faces.place import frames, rectangle
from pnp.faces.records import FaceBox, Layout
from pnp.faces.safe import leaves
from pnp.model.base import Where
from pnp.model.expr import Sandbox, Template
from pnp.records import dataclass
from pnp.units import Box, Size

_NAMED: Final = re.compile(r"\bit\.([a-z][a-z0-9_]*)")
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
_CODE: Final = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
# Words that are no attributes.
_FREE: Final = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_OWN: Final = frozenset(("it", "front", "or", "and", "not", "in", "is", "if", "else", "true", "false", "none"))
_COLOURS: Final = ("fill", "stroke", "tint", "second", "colour", "halo")
_TEMPLATES: Final = ("pattern", "picture", "icon", "repeat", "text", "turn", *_COLOURS)

# A box keeps what it gave for so many different values; it stops where the first few nearly never came again.
_MOST_KEPT: Final = 2_000
_FEW: Final = 256

_Items = tuple[Item, ...]
# What a box gave, and a number that stands for how it looks to a reader (see `legible.look`).
_Given = tuple[_Items, int]
_NOTHING: Final[_Given] = ((), 0)


@dataclass(frozen=True, slots=True)
class Face:
    """A layout compiled for a size and ground. `regions` tells where its boxes lie; `lets` are its names for colours that
    differ from piece to piece; it is `constant` when every piece gets the same, which is `drawn` once,
    and `own` when it shows nothing of the game but the piece itself, by its fields and attributes."""

    id: str
    size: Size
    bleed: int
    regions: Mapping[str, Box]
    drawing: Drawing
    lets: tuple[tuple[str, Template, Span], ...]
    steps: tuple[tuple[_Items, _Step], ...]
    last: _Items
    constant: bool
    own: bool
    drawn: list[Frame] = field(default_factory=list, repr=False)
    _seen: set[tuple[int, ...]] = field(default_factory=set, repr=False)

    def same(self, title: str) -> Frame:
        """The one frame of a face that is the same for every piece, such as a deck's back; its title is the first piece's."""
        if not self.drawn:
            self.drawn.append(self.frame({}, Where(), title)[0])
        return self.drawn[0]

    def frame(self, names: Mapping[str, Any], where: Where, title: str = "") -> tuple[Frame, bool]:
        """The face of one piece, and whether no face before it looked so to a reader. `names` are `it`, `group`, `side` and
        so on; faults are reported within `where`."""
        drawing = self._named(names) if self.lets else self.drawing
        items: list[Item] = []
        looks: list[int] = []
        for before, step in self.steps:
            items += before
            drawn, seen = step.items(names, where, drawing)
            items += drawn
            looks.append(seen)
        items += self.last
        new = (key := tuple(looks)) not in self._seen
        if new:
            self._seen.add(key)
        return Frame(self.size, tuple(items), self.bleed, title), new

    def _named(self, names: Mapping[str, Any]) -> Drawing:
        """The drawing with the colours that this piece gives to the layout's names."""
        drawing = self.drawing
        for id, template, span in self.lets:
            colour = drawing.colour(template.fill(names, span), span)
            drawing = drawing.named(id, colour)
        return drawing


def compile(layout: Layout, size: Size, drawing: Drawing, sandbox: Sandbox, key: str) -> Face:
    """A layout ready to draw pieces of a size. `key` names this use of it (its ground): symbols are named by it.

    Faults of the layout itself are reported now: what ends at the trim, what refers to nothing.
    """
    known = frames(layout, size)
    trim, safe = known["trim"], known["safe"]
    drawing, lets = _lets(layout, drawing, sandbox)
    loose = frozenset(id for id, _, _ in lets)
    steps: list[_Step] = []
    for box in layout.boxes:
        place = rectangle(box, known, drawing.studio.found)
        known[box.id] = place
        _check_bleed(box, place, trim, layout.bleed, drawing)
        steps.append(_Step(box, place, safe, sandbox, drawing, loose))
    name = f"{layout.id}-{size.width}x{size.height}-{key}"
    constant = all(step.constant for step in steps)
    own = all(map(_is_own, _expressions(layout)))
    varying, last = _hoisted(steps, name, layout.where, drawing)
    return Face(layout.id, size, layout.bleed, known, drawing, lets, varying, last, constant, own)


def _expressions(layout: Layout) -> Iterator[str]:
    """Every expression of a layout."""
    texts = [let.value for let in layout.let] + [text for box in layout.boxes for _, text in _texts(box)]
    yield from (code for text in texts for code in _CODE.findall(text))
    yield from (box.when for box in layout.boxes if box.when)


def _is_own(code: str) -> bool:
    """Whether an expression can only ask for the piece's own fields: all of its names are `it`, `front`, the deck's name, and
    words that any expression has."""
    names = set(_FREE.findall(_QUOTED.sub("''", code).replace("deck.name", "")))
    return names <= _OWN


def _lets(layout: Layout, drawing: Drawing, sandbox: Sandbox) -> tuple[Drawing, tuple[tuple[str, Template, Span], ...]]:
    """The layout's names for colours: those that are the same for every piece, and the others."""
    loose: list[tuple[str, Template, Span]] = []
    for let in layout.let:
        span = let.where.of("value")
        template = sandbox.template(let.value, span, drawing.studio.found)
        names = {id for id, _, _ in loose}
        if not template.constant or names & set(_NAME.findall(let.value)):
            loose.append((let.id, template, span))
        else:
            drawing = drawing.named(let.id, drawing.colour(template.fill({}), span))
    return drawing.naming(tuple(id for id, _, _ in loose)) if loose else drawing, tuple(loose)


def _hoisted(
    steps: list[_Step], name: str, where: Where, drawing: Drawing
) -> tuple[tuple[tuple[_Items, _Step], ...], _Items]:
    """The boxes that tell pieces apart, each with what is the same on every piece between it and the one before; and what
    is after the last: neighbours that are the same become one symbol."""
    made: list[tuple[_Items, _Step]] = []
    same: _Items = ()
    number = 0
    for constant, run in groupby(steps, lambda step: step.constant):
        if not constant:
            for step in run:
                made.append((same, step))
                same, number = (), number + 1
        elif items := tuple([item for step in run for item in step.items({}, where, drawing)[0]]):
            same, number = (Use(Symbol(f"{name}-{number}", items), 0, 0),), number + 1
    return tuple(made), same


@dataclass(frozen=True, slots=True)
class Shown:
    """Where the value that a text shows was written: what does not fit is cut there."""

    where: Where
    keys: tuple[str, ...]

    @property
    def span(self) -> Span:
        return next((span for key in self.keys if (span := self.where.find(key))), self.where.span)


class _Step:
    """What draws one box for any piece."""

    __slots__ = (
        "_alone",
        "_asked",
        "_asks",
        "_fills",
        "_fixed",
        "_kept",
        "_looks",
        "_loose",
        "_most",
        "_parts",
        "_safe",
        "_sandbox",
        "_setting",
        "_spans",
        "_told",
        "_varying",
        "box",
        "place",
    )

    def __init__(
        self, box: FaceBox, place: Box, safe: Box, sandbox: Sandbox, drawing: Drawing, loose: frozenset[str]
    ) -> None:
        self.box, self.place, self._sandbox = box, place, sandbox
        self._spans: dict[str, Spot] = {key: box.where.of(key) for key in _TEMPLATES}
        self._fixed: dict[str, str] = {}
        self._fills: list[Template] = []
        self._varying: list[tuple[str, tuple[str, ...]]] = []
        for key, text in _texts(box):
            template = sandbox.template(text, box.where.of(key), drawing.studio.found)
            if template.constant:
                self._fixed[key] = template.fill({})
            else:
                self._fills.append(template)
                self._varying.append((key, _source(text)))
        self._alone = self._fills[0] if len(self._fills) == 1 else None
        # Whether a piece has the box: the expression, and where it is written.
        self._asks = (box.when, box.where.of("when")) if box.when else None
        self._loose = any(loose & set(_NAME.findall(self._fixed.get(key, ""))) for key in _COLOURS)
        turned = self._fixed.get("turn", "") not in ("0", "")
        self._safe = safe if box.text is not None and (turned or not safe.holds(place.grown(-box.pad))) else None
        self._kept: dict[tuple[str, ...], _Given] = {}
        self._looks: dict[Look, int] = {}
        self._parts = parts(box)
        # How its text is set, where it shows nothing else and that does not depend on the piece.
        self._setting: Setting | None = None
        self._asked, self._most = 0, _MOST_KEPT
        self._told = False

    @property
    def constant(self) -> bool:
        """Whether every piece gets the same."""
        return not self._varying and not self.box.when and not self._loose

    def items(self, names: Mapping[str, Any], where: Where, drawing: Drawing) -> _Given:
        """The box's items for one piece."""
        if self._asks and not self._sandbox.value(*self._asks, drawing.studio.found, names):
            return _NOTHING
        alone = self._alone
        values = (alone.fill(names),) if alone is not None else tuple([one.fill(names) for one in self._fills])
        key = values if not self._loose else (*values, *(colour.hex for colour in drawing.names.values()))
        self._asked += 1
        return self._kept.get(key) or self._drawn(key, values, where, drawing)

    def _drawn(self, key: tuple[str, ...], values: tuple[str, ...], where: Where, drawing: Drawing) -> _Given:
        """The items for values that are not kept."""
        found = drawing.studio.found.items
        before = len(found)
        if self._setting is not None:
            items = self._said(values[0], where)
        else:
            items = self._whole(values, where, drawing)
            if len(found) == before:
                self._setting = self._set(drawing)
        if self._safe and not self._told and leaves(items, self._safe):
            shown = [Shown(where, sources) for key, sources in self._varying if key == "text"]
            self._tell((*shown, self._spans["text"])[0].span, drawing)
        given = items, self._looks.setdefault(look(items), len(self._looks) + 1)
        if len(found) == before:
            self._keep(key, given)
        return given

    def _whole(self, values: tuple[str, ...], where: Where, drawing: Drawing) -> _Items:
        """All that the box shows."""
        texts, spots = {**self._fixed}, {**self._spans}
        for (name, sources), value in zip(self._varying, values, strict=True):
            texts[name], spots[name] = value, Shown(where, sources)
        return draw(self.box, self._parts, self.place, texts, spots, drawing)

    def _set(self, drawing: Drawing) -> Setting | None:
        """How the box's text is set, if its text is all that varies and all that it shows."""
        only = [key for key, _ in self._varying] == ["text"] and self._parts == (text_of,) and not self._loose
        if not only or self.box.turn != "0":
            return None
        return setting(self.box, self.place, self._fixed, self._spans, drawing)

    def _said(self, prose: str, where: Where) -> _Items:
        """The text of a box that shows nothing else."""
        assert self._setting is not None
        if not prose.strip():
            return ()
        return self._setting.items(prose, Shown(where, self._varying[0][1]), f"the text of '{self.box.id}'")

    def _keep(self, key: tuple[str, ...], given: _Given) -> None:
        if len(self._kept) == _FEW and self._asked < _FEW * 1.1:
            self._kept.clear()
            self._most = 0
        if len(self._kept) < self._most:
            self._kept[key] = given

    def _tell(self, span: Span, drawing: Drawing) -> None:
        self._told = True
        message = f"the text of '{self.box.id}' reaches out of the safe area, where a crooked cut would take it"
        hint = "measure the box 'in: safe', or make 'safe' of the layout smaller"
        related = ((span, "this text"),) if span != self.box.where.of("text") else ()
        drawing.studio.found.error("face/safe", self.box.where.span, message, hint, related)


def _texts(box: FaceBox) -> Iterator[tuple[str, str]]:
    """The box's texts that may hold expressions, but colours of parts that it does not have."""
    has = {key for key in _TEMPLATES if getattr(box, key) is not None}
    needs = {"tint": {"pattern"}, "colour": {"icon", "text"}, "second": {"icon", "picture"}, "repeat": {"icon"}}
    for key in _TEMPLATES:
        if key in has and (key not in needs or needs[key] & has):
            yield key, getattr(box, key)


def _source(text: str) -> tuple[str, ...]:
    """The fields of the piece that an expression shows, as they are written in YAML."""
    return tuple(name.replace("_", "-") for name in _NAMED.findall(text))


def _check_bleed(box: FaceBox, place: Box, trim: Box, bleed: int, drawing: Drawing) -> None:
    """What reaches the trim must reach the bleed, or a crooked cut shows paper."""
    if not (box.fill or box.stroke or box.pattern or box.picture) or not bleed or box.turn != "0":
        return
    beyond = {
        "left": trim.x - place.x,
        "top": trim.y - place.y,
        "right": place.right - trim.right,
        "bottom": place.bottom - trim.bottom,
    }
    short = [side for side, reach in beyond.items() if 0 <= reach < bleed]
    if short:
        where = "all round" if len(short) == len(beyond) else "on the " + " and the ".join(short)
        message = f"the box '{box.id}' ends at the cut {where}: a white sliver may show there"
        hint = "let it reach over the bleed ('in: bleed'), or end inside"
        drawing.studio.found.error("face/bleed", box.where.span, message, hint)


def ground_names(ground: Colour, lettering: Colour) -> dict[str, Colour]:
    """The colours that layouts call `ground` and `lettering`."""
    return {"ground": ground, "lettering": lettering}
