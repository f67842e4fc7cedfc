"""A layout made ready for one size and ground, and drawn for one piece after another.

What is the same on every face is drawn once, as symbols; only boxes whose expressions tell pieces apart are worked out
again for each, and what they gave for the same values is kept (see `step`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import groupby
from typing import Final

from pnp.diag import Span
from pnp.draw.frame import Colour, Frame, Item, Symbol, Use
from pnp.draw.icons import shown
from pnp.faces.parts import Drawing
from pnp.faces.place import frames, rectangle
from pnp.faces.records import FaceBox, Layout
from pnp.faces.step import NOBODY, Items, Step, Subject, Tally, Turn, asked, codes, texts, words
from pnp.model.expr import Sandbox, Template
from pnp.records import dataclass
from pnp.units import Box, Size
from pnp.where import templates_root

# What is told of every piece, whatever the layout asks.
_TOLD: Final = ("id", "name")
# What an expression may ask for that is the same for all cards of a deck.
_SAME: Final = "deck.name"


@dataclass(frozen=True, slots=True)
class Face:
    """A layout compiled for a size and ground. `regions` tells where its boxes lie; `lets` are its names for colours that
    differ from piece to piece. Where every piece gets the same, that is `drawn` once. It is `own` when it shows nothing of
    the game but the piece itself, by its fields and attributes: those that it `asks` for."""

    id: str
    size: Size
    bleed: int
    regions: Mapping[str, Box]
    drawing: Drawing
    lets: tuple[tuple[str, Template, Span], ...]
    asks: tuple[str, ...]
    turns: tuple[Turn, ...]
    last: Items
    own: bool
    tally: Tally
    drawn: list[Frame] = field(default_factory=list, repr=False)
    _seen: set[tuple[int, ...]] = field(default_factory=set, repr=False)

    def frame(self, subject: Subject, title: str = "") -> tuple[Frame, bool]:
        """The face of one piece, and whether no face before it looked so to a reader. Faults are reported within where the
        piece is written."""
        if not self.turns:
            return self._same(title)
        drawing = self._named(subject) if self.lets else self.drawing
        self.tally.pieces += 1
        told = subject.told
        drawn: list[Item] = []
        looks: list[int] = []
        for pick, kept, items in self.turns:
            given, look = kept.get(pick(told)) or items(subject, drawing)
            drawn += given
            looks.append(look)
        seen = tuple(looks)
        new = seen not in self._seen
        if new:
            self._seen.add(seen)
        return Frame(self.size, (*drawn, *self.last), self.bleed, title), new

    def _same(self, title: str) -> tuple[Frame, bool]:
        """The one frame of a face that is the same for every piece, such as a deck's back; its title is the first piece's."""
        new = not self.drawn
        if new:
            self.drawn.append(Frame(self.size, self.last, self.bleed, title))
        return self.drawn[0], new

    def _named(self, subject: Subject) -> Drawing:
        """The drawing with the colours that this piece gives to the layout's names."""
        drawing = self.drawing
        for id, template, span in self.lets:
            colour = drawing.colour(template.fill(subject.names, span), span)
            drawing = drawing.named(id, colour)
        return drawing


def compile(layout: Layout, size: Size, drawing: Drawing, sandbox: Sandbox, key: str, room: Span) -> Face | None:
    """A layout ready to draw pieces of a size. `key` names this use of it (its ground): symbols are named by it.

    Faults of the layout itself are reported now: what ends at the trim, what refers to nothing. None where nothing is left
    for a box: then nothing that would be said of it is worth reading. Where the house drew it, that is told at `room`,
    where the size of the pieces is written.
    """
    known = frames(layout, size)
    trim, safe = known["trim"], known["safe"]
    drawing, lets = _lets(layout, drawing, sandbox)
    loose = frozenset(id for id, _, _ in lets)
    tally, steps = Tally(), list[Step]()
    found, house = drawing.studio.found, f"{shown(templates_root())}{os.sep}"
    before, empty = len(found.items), False
    for box in layout.boxes:
        of_house = box.where.span.path.startswith(house)
        place = rectangle(box, known, found, room if of_house else None)
        known[box.id] = place
        empty = any(one.code == "face/empty" for one in found.items[before:])
        if empty and of_house:
            return None
        _check_bleed(box, place, trim, layout.bleed, drawing)
        steps.append(Step(box, place, safe, sandbox, drawing, loose, tally))
    if empty:
        return None
    name = f"{layout.id}-{size.width}x{size.height}-{key}"
    told = [asked(code.replace(_SAME, "")) for code in _expressions(layout)]
    asks = tuple(dict.fromkeys((*_TOLD, *(field for fields, _ in told for field in fields))))
    own = all(others <= {"front"} for _, others in told)
    for step in steps:
        step.learn(asks)
    varying, last = _hoisted(steps, name, drawing)
    return Face(layout.id, size, layout.bleed, known, drawing, lets, asks, varying, last, own, tally)


def _expressions(layout: Layout) -> Iterator[str]:
    """Every expression of a layout."""
    said = [let.value for let in layout.let] + [text for box in layout.boxes for _, text in texts(box)]
    yield from (code for text in said for code in codes(text))
    yield from (box.when for box in layout.boxes if box.when)


def _lets(layout: Layout, drawing: Drawing, sandbox: Sandbox) -> tuple[Drawing, tuple[tuple[str, Template, Span], ...]]:
    """The layout's names for colours: those that are the same for every piece, and the others."""
    loose: list[tuple[str, Template, Span]] = []
    for let in layout.let:
        span = let.where.of("value")
        template = sandbox.template(let.value, span, drawing.studio.found)
        names = {id for id, _, _ in loose}
        if not template.constant or names & words(let.value):
            loose.append((let.id, template, span))
        else:
            drawing = drawing.named(let.id, drawing.colour(template.fill({}), span))
    return drawing.naming(tuple(id for id, _, _ in loose)) if loose else drawing, tuple(loose)


def _hoisted(steps: list[Step], name: str, drawing: Drawing) -> tuple[tuple[Turn, ...], Items]:
    """The boxes that tell pieces apart, and what is after the last of them: neighbours that are the same become one
    symbol."""
    made: list[Turn] = []
    same: Items = ()
    number = 0
    for constant, run in groupby(steps, lambda step: step.constant):
        if not constant:
            for step in run:
                made.append(step.turn(same))
                same, number = (), number + 1
        elif items := tuple([item for step in run for item in step.items(NOBODY, drawing)[0]]):
            same, number = (Use(Symbol(f"{name}-{number}", items), 0, 0),), number + 1
    return tuple(made), same


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
