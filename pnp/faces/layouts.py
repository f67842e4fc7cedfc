"""Reading layouts: the house's, then the game's; a game's layout of the same id takes the house's place.

Inheritance is worked out on the nodes, before decoding, so that every value keeps the place where it was written.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pnp import where
from pnp.diag import Found, Span, suggest
from pnp.draw.icons import shown
from pnp.faces.records import Layout
from pnp.model import families
from pnp.model.decode import decode
from pnp.records import dataclass
from pnp.source import content, yaml
from pnp.source.node import Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Written:
    """A layout as its file has it."""

    id: Scalar
    node: Mapping


class Layouts:
    """A game's layouts by id; each is put together and decoded when first asked for."""

    __slots__ = ("_circles", "_house", "_made", "_own", "_written", "bleed", "found")

    def __init__(self, house: abc.Mapping[str, Path], own: dict[str, Written], found: Found) -> None:
        self._house, self._own, self.found = house, tuple(own), found
        self._written = dict(own)
        # The least bleed of every layout, for a shop that asks for more than is printed at home.
        self.bleed = 0
        self._made: dict[str, Layout | None] = {}
        self._circles: set[str] = set()

    @property
    def ids(self) -> tuple[str, ...]:
        """Every layout there is."""
        return tuple({**self._house, **self._written})

    def check(self) -> None:
        """Read every layout of the game's own."""
        for id in self._own:
            self.get(id, self._written[id].id.span)

    def _layout(self, id: str) -> Written | None:
        """A layout as it is written; a file of the house is read when one of its layouts is asked for."""
        if id not in self._written and id in self._house:
            for layout in _file(self._house[id], self.found):
                self._written.setdefault(layout.id.text, layout)
        return self._written.get(id)

    def get(self, id: str, span: Span) -> Layout | None:
        """A layout with all it inherits; None where there is none (reported at `span`) or it is faulty (reported there)."""
        written = self._layout(id)
        if written is None:
            self.found.error("layout/unknown", span, f"no layout is named {id!r}", suggest(id, self.ids))
            return None
        if id not in self._made:
            node = self._whole(id, written, ())
            made: Layout | None = decode(Layout, node, self.found) if node else None
            self._made[id] = replace(made, bleed=self.bleed) if made and made.bleed < self.bleed else made
        return self._made[id]

    def _whole(self, id: str, written: Written, path: tuple[str, ...]) -> Mapping | None:
        """A layout's node with the boxes of what it extends."""
        node = written.node
        parent = node.get("extends")
        if not isinstance(parent, Scalar):
            return _extended(Mapping((), node.span), node, self.found)
        if parent.text in (*path, id):
            chain = (*path, id)
            if not self._circles.intersection(chain):  # told once, not at each layout of the circle
                message = f"a layout cannot extend itself: {' → '.join((*chain, parent.text))}"
                self.found.error("layout/circle", parent.span, message)
            self._circles.update(chain)
            return None
        extended = self._layout(parent.text)
        if extended is None:
            hint = suggest(parent.text, self.ids)
            self.found.error("layout/unknown", parent.span, f"no layout is named {parent.text!r}", hint)
            return None
        base = self._whole(parent.text, extended, (*path, id))
        return _extended(base, node, self.found) if base else None


def load(folder: Path, found: Found) -> Layouts:
    """The layouts of the house and of the game in a folder."""
    own: dict[str, Written] = {}
    for path in where.files(folder / "faces", ".yaml"):
        if content.inside(folder, f"faces/{path.name}") is None:
            found.error("file/outside", Span(shown(path)), f"'{shown(path)}' is a link that leaves the game's folder")
            continue
        for layout in _file(path, found):
            if layout.id.text in own:
                first = ((own[layout.id.text].id.span, "the first one"),)
                message = f"the layout {layout.id.text!r} is there twice"
                found.error("id/duplicate", layout.id.span, message, related=first)
            own[layout.id.text] = layout
    return Layouts(families.house_files(), own, found)


def _file(path: Path, found: Found) -> Iterator[Written]:
    """The layouts of one file that have an id."""
    root = yaml.shared(path, shown(path), found)
    section = root.get("layouts") if root else None
    if root and (not isinstance(section, Sequence) or len(root.entries) != 1):
        found.error("layout/file", root.span, "a file of faces holds one section, 'layouts', which is a list")
    for node in section.items if isinstance(section, Sequence) else ():
        id = node.get("id") if isinstance(node, Mapping) else None
        if isinstance(node, Mapping) and isinstance(id, Scalar):
            yield Written(id, node)
        else:
            found.error("layout/no-id", node.span, "a layout is a mapping with an 'id'")


def _extended(base: Mapping, own: Mapping, found: Found) -> Mapping:
    """A layout over the one that it extends: names and boxes merged, other keys its own or inherited."""
    kept = _texts(own.get("drop"))
    inherited = base.get("boxes")
    boxes = [box for box in inherited.items if _id(box) not in kept] if isinstance(inherited, Sequence) else []
    ids = [_id(box) for box in inherited.items] if isinstance(inherited, Sequence) else []
    for name in _nodes(own.get("drop")):
        if isinstance(name, Scalar) and name.text not in ids:
            found.error("layout/drop", name.span, f"there is no inherited box {name.text!r}", suggest(name.text, ids))
    for box in _nodes(own.get("boxes")):
        _merge(boxes, box, found)
    entries = {key.text: (key, value) for key, value in (*base.entries, *own.entries)}
    let = list(_nodes(base.get("let")))
    for name in _nodes(own.get("let")):
        _merge(let, name, found)
    for key, items in (("let", let), ("boxes", boxes)):
        if items:
            entries[key] = (Scalar(key, own.span), Sequence(tuple(items), own.span))
    return Mapping(tuple(entries.values()), own.span)


def _merge(boxes: list[Node], box: Node, found: Found) -> None:
    """Put a box or name where it belongs among inherited ones: over its namesake, beside the one it names, or last."""
    ids = [_id(other) for other in boxes]
    place = len(boxes)
    if isinstance(box, Mapping) and _id(box) in ids:
        index = ids.index(_id(box))
        boxes[index] = _over(boxes[index], box)
        return
    for key, offset in (("before", 0), ("after", 1)):
        beside = box.get(key) if isinstance(box, Mapping) else None
        if isinstance(beside, Scalar) and beside.text in ids:
            place = ids.index(beside.text) + offset
        elif isinstance(beside, Scalar):
            hint = suggest(beside.text, [id for id in ids if id])
            found.error("face/reference", beside.span, f"there is no inherited box {beside.text!r}", hint)
    boxes.insert(place, _over(Mapping((), box.span), box) if isinstance(box, Mapping) else box)


def _over(base: Node, own: Mapping) -> Mapping:
    """A box's own keys over inherited ones; ``none`` takes one away."""
    entries = {key.text: (key, value) for key, value in (base.entries if isinstance(base, Mapping) else ())}
    for key, value in own.entries:
        if isinstance(value, Scalar) and value.text == "none" and not value.style:
            entries.pop(key.text, None)
        else:
            entries[key.text] = (key, value)
    return Mapping(tuple(entries.values()), own.span)


def _id(box: Node) -> str:
    id = box.get("id") if isinstance(box, Mapping) else None
    return id.text if isinstance(id, Scalar) else ""


def _nodes(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _texts(node: Node | None) -> frozenset[str]:
    return frozenset(item.text for item in _nodes(node) if isinstance(item, Scalar))
