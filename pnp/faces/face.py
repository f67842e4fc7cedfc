"""A layout made ready for one size and ground, and drawn for one piece after another.

What is the same on every face is drawn once, as symbols; only boxes whose expressions tell pieces apart are worked out
again for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from pnp.diag import Span
from pnp.draw.frame import Colour, Frame, Item, Symbol, Use
from pnp.faces.parts import Drawing, draw
from pnp.faces.place import rectangle
from pnp.faces.records import FaceBox, Layout
from pnp.model.base import Where
from pnp.model.expr import Sandbox
from pnp.units import MM, Box, Size

SMALL_PIECE: Final = 40 * MM
_NAMED = re.compile(r"\bit\.([a-z][a-z0-9_]*)")
_TEMPLATES = (
    "fill",
    "stroke",
    "pattern",
    "tint",
    "picture",
    "icon",
    "repeat",
    "second",
    "text",
    "colour",
    "halo",
    "turn",
)

# What draws a box for one piece: its names, and where its record stands.
Step = Callable[[Mapping[str, Any], Where], tuple[Item, ...]]


@dataclass(frozen=True, slots=True)
class Face:
    """A layout compiled for a size and ground. `regions` tells where its boxes lie."""

    id: str
    size: Size
    bleed: int
    regions: Mapping[str, Box]
    steps: tuple[tuple[Item, ...] | Step, ...]

    def frame(self, names: Mapping[str, Any], where: Where, title: str = "") -> Frame:
        """The face of one piece. `names` are `it`, `group`, `side` and so on; faults are reported within `where`."""
        items: list[Item] = []
        for step in self.steps:
            items += step if isinstance(step, tuple) else step(names, where)
        return Frame(self.size, tuple(items), self.bleed, title)


def compile(layout: Layout, size: Size, drawing: Drawing, sandbox: Sandbox, key: str) -> Face:
    """A layout ready to draw pieces of a size. `key` names this use of it (its ground): symbols are named by it.

    Faults of the layout itself are reported now: what lies outside the safe area, what ends at the trim, what refers
    to nothing.
    """
    trim = Box(0, 0, size.width, size.height)
    inset = layout.safe if layout.safe is not None else (MM if min(size.width, size.height) < SMALL_PIECE else 3 * MM)
    safe = trim.grown(-inset)
    known = {"trim": trim, "bleed": trim.grown(layout.bleed), "safe": safe}
    steps: list[tuple[Item, ...] | Step] = []
    for box in layout.boxes:
        place = rectangle(box, known, drawing.studio.found)
        known[box.id] = place
        _check(box, place, trim, safe, layout.bleed, drawing)
        steps.append(_step(box, place, drawing, sandbox))
    name = f"{layout.id}-{size.width}x{size.height}-{key}"
    return Face(layout.id, size, layout.bleed, known, _hoisted(steps, name))


def _hoisted(steps: list[tuple[Item, ...] | Step], name: str) -> tuple[tuple[Item, ...] | Step, ...]:
    """Neighbouring constant steps become one symbol."""
    done: list[tuple[Item, ...] | Step] = []
    for constant, run in groupby(steps, lambda step: isinstance(step, tuple)):
        if not constant:
            done += run
            continue
        items = tuple(item for step in run if isinstance(step, tuple) for item in step)
        if items:
            done.append((Use(Symbol(f"{name}-{len(done)}", items), 0, 0),))
    return tuple(done)


def _step(box: FaceBox, place: Box, drawing: Drawing, sandbox: Sandbox) -> tuple[Item, ...] | Step:
    """What draws the box: its items if every piece has the same, else a function."""
    found = drawing.studio.found
    templates = {
        key: sandbox.template(text, box.where.of(key), found)
        for key in _TEMPLATES
        if isinstance(text := getattr(box, key), str)
    }
    constant = {key: template.fill({}) for key, template in templates.items() if template.constant}
    varying = {key: template for key, template in templates.items() if not template.constant}
    spans = {key: box.where.of(key) for key in _TEMPLATES}
    if not varying and not box.when:
        return draw(box, place, constant, spans, drawing)
    sources = {key: _source(getattr(box, key)) for key in varying}

    def step(names: Mapping[str, Any], where: Where) -> tuple[Item, ...]:
        if box.when and not sandbox.value(box.when, box.where.of("when"), found, names):
            return ()
        here = {key: _span(where, sources[key]) for key in varying}
        texts = {key: template.fill(names, box.where.of(key)) for key, template in varying.items()}
        return draw(box, place, {**constant, **texts}, {**spans, **here}, drawing)

    return step


def _source(text: str) -> tuple[str, ...]:
    """The fields of the piece that an expression shows, as they are written in YAML."""
    return tuple(name.replace("_", "-") for name in _NAMED.findall(text))


def _span(where: Where, keys: tuple[str, ...]) -> Span:
    """Where the value that a text shows was written: what does not fit is cut there."""
    return next((where.keys[key] for key in keys if key in where.keys), where.span)


def _check(box: FaceBox, place: Box, trim: Box, safe: Box, bleed: int, drawing: Drawing) -> None:
    found = drawing.studio.found
    if box.text is not None and not safe.holds(place.grown(-box.pad)):
        message = f"the text of '{box.id}' reaches out of the safe area, where a crooked cut would take it"
        found.error("face/safe", box.where.span, message, "measure it 'in: safe', or make 'safe' of the layout smaller")
    if not (box.fill or box.pattern or box.picture) or not bleed or box.turn != "0":
        return
    edges = (place.x == 0, place.y == 0, place.right == trim.right, place.bottom == trim.bottom)
    if any(edges):
        message = f"the box '{box.id}' ends exactly where the piece is cut: a white sliver shows if the cut is off"
        found.error("face/bleed", box.where.span, message, "let it reach into the bleed ('in: bleed'), or end inside")


def ground_names(ground: Colour, lettering: Colour) -> dict[str, Colour]:
    """The colours that layouts call `ground` and `lettering`."""
    return {"ground": ground, "lettering": lettering}
