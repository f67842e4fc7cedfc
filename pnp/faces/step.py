"""What draws one box of a layout for any piece, and keeps what it gave."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any, Final

from pnp.diag import Span, Spot
from pnp.draw.frame import Item
from pnp.draw.text import Setting
from pnp.faces.legible import Look, look
from pnp.faces.parts import Drawing, draw, parts, setting, text_of
from pnp.faces.records import FaceBox
from pnp.faces.safe import leaves
from pnp.model.base import Where
from pnp.model.expr import Sandbox, Template
from pnp.records import dataclass
from pnp.units import Box

_NAMED: Final = re.compile(r"\bit\.([a-z][a-z0-9_]*)")
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
_CODE: Final = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_QUOTED: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
# Words that are no attributes.
_FREE: Final = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_ANY: Final = frozenset(("or", "and", "not", "in", "is", "if", "else", "true", "false", "none"))
_COLOURS: Final = ("fill", "stroke", "tint", "second", "colour", "halo")
_TEMPLATES: Final = ("pattern", "picture", "icon", "repeat", "text", "turn", *_COLOURS)
# What some of them tell of: parts that a box may lack.
_NEEDS: Final = {"tint": ("pattern",), "colour": ("icon", "text"), "second": ("icon", "picture"), "repeat": ("icon",)}

# A box keeps what it gave for so many different pieces; it stops where the first few nearly never came again.
_MOST_KEPT: Final = 2_000
_FEW: Final = 256

Items = tuple[Item, ...]
# What a box gave, and a number that stands for how it looks to a reader (see `legible.look`).
Given = tuple[Items, int]
# How a box picks what it asks of a piece, of all that is told of it; what it gave by that; and what gives it.
Turn = tuple[Callable[[tuple[Any, ...]], object], Mapping[object, Given], Callable[["Subject", Drawing], Given]]


class Subject:
    """What a face is drawn of. `told` are its fields that the layout asks for, `where` it is written; `names` are `it`,
    `group`, `side` and so on, put together when an expression has to be worked out."""

    __slots__ = ("_make", "_names", "told", "where")

    def __init__(self, told: tuple[Any, ...], where: Where, make: Callable[[], Mapping[str, Any]]) -> None:
        self.told, self.where, self._make = told, where, make
        self._names: Mapping[str, Any] | None = None

    @property
    def names(self) -> Mapping[str, Any]:
        """What expressions may name."""
        if self._names is None:
            self._names = self._make()
        return self._names


_ANYTHING: Final = itemgetter(0)
NOBODY: Final = Subject((), Where(), dict)


@dataclass(slots=True)
class Tally:
    """How many pieces a face was drawn for."""

    pieces: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """Where the value that a text shows was written: what does not fit is cut there."""

    where: Where
    keys: tuple[str, ...]

    @property
    def span(self) -> Span:
        return next((span for key in self.keys if (span := self.where.find(key))), self.where.span)


class Step:
    """What draws one box for any piece, after what is `before` it on all of them. `kept` is what it gave, by what `pick`
    takes of what is told of a piece where all that it shows follows from that, else by the texts that it shows."""

    __slots__ = (
        "_alone",
        "_asks",
        "_fills",
        "_fixed",
        "_label",
        "_looks",
        "_loose",
        "_most",
        "_parts",
        "_safe",
        "_sandbox",
        "_setting",
        "_sources",
        "_spans",
        "_tally",
        "_told",
        "_varying",
        "_when",
        "before",
        "box",
        "kept",
        "pick",
        "place",
    )

    def __init__(
        self,
        box: FaceBox,
        place: Box,
        safe: Box,
        sandbox: Sandbox,
        drawing: Drawing,
        loose: frozenset[str],
        tally: Tally,
    ) -> None:
        self.box, self.place, self._sandbox, self._tally = box, place, sandbox, tally
        self.before: Items = ()
        self._spans: dict[str, Spot] = {key: Shown(box.where, (key,)) for key in _TEMPLATES}
        self._fixed: dict[str, str] = {}
        self._fills: list[Template] = []
        self._varying: list[tuple[str, tuple[str, ...]]] = []
        for key, text in texts(box):
            template = sandbox.template(text, box.where.of(key), drawing.studio.found)
            if template.constant:
                self._fixed[key] = template.fill({})
            else:
                self._fills.append(template)
                self._varying.append((key, _source(text)))
        # Whether a piece has the box: the expression, and where it is written.
        self._when = (box.when, box.where.of("when")) if box.when else None
        self._loose = any(loose & words(self._fixed.get(key, "")) for key in _COLOURS)
        # A text with a fault asks for nothing, whatever stands in it.
        self._asks = () if self._loose or self.constant else _asks(box)
        self.pick: Callable[[tuple[Any, ...]], object] | None = None
        # Where in what is told of a piece the one text stands that it shows as it is.
        self._alone: int | None = None
        turned = self._fixed.get("turn", "") not in ("0", "")
        self._safe = safe if box.text is not None and (turned or not safe.holds(place.grown(-box.pad))) else None
        self.kept: dict[object, Given] = {}
        self._looks: dict[Look, int] = {}
        self._parts = parts(box)
        self._label = f"the text of '{box.id}'"
        # How its text is set, where it shows nothing else and that does not depend on the piece; what the text shows.
        self._setting: Setting | None = None
        self._sources = dict(self._varying).get("text", ())
        self._most = _MOST_KEPT
        self._told = False

    @property
    def constant(self) -> bool:
        """Whether every piece gets the same."""
        return not self._varying and not self.box.when and not self._loose

    def learn(self, fields: tuple[str, ...]) -> None:
        """Learn which fields are told of every piece, in order."""
        if self._asks:
            self.pick = itemgetter(*map(fields.index, self._asks))
        if len(self._fills) == 1 and self._fills[0].field in fields:
            self._alone = fields.index(self._fills[0].field)

    def turn(self, before: Items) -> Turn:
        """How it is drawn, after what is the same on every piece."""
        self.before = before
        return (self.pick, self.kept, self.items) if self.pick else (_ANYTHING, {}, self.items)

    def items(self, subject: Subject, drawing: Drawing) -> Given:
        """The box's items for a piece, where nothing is kept for what it asks of it."""
        told, found = subject.told, drawing.studio.found.items
        before = len(found)
        if self._when and not self._sandbox.value(*self._when, drawing.studio.found, subject.names):
            return self.before, 0
        value = None if self._alone is None else told[self._alone]
        values = (value,) if type(value) is str else tuple([one.fill(subject.names) for one in self._fills])
        if self.pick is None:
            return self._shared(values, subject.where, drawing)
        given = self._drawn(values, subject.where, drawing)
        if self._most and len(found) == before:
            self._keep(self.pick(told), given)
        return given

    def _shared(self, values: tuple[str, ...], where: Where, drawing: Drawing) -> Given:
        """The items for texts that follow from more than the piece: pieces that show the same have the same."""
        found = drawing.studio.found.items
        before = len(found)
        key = values if not self._loose else (*values, *(colour.hex for colour in drawing.names.values()))
        given = self.kept.get(key)
        if given is None:
            given = self._drawn(values, where, drawing)
            if len(found) == before:
                self._keep(key, given)
        return given

    def _drawn(self, values: tuple[str, ...], where: Where, drawing: Drawing) -> Given:
        """The items for texts."""
        if self._setting is None:
            items = self._whole(values, where, drawing)
        elif values[0].strip():
            items = self._setting.items(values[0], Shown(where, self._sources), self._label)
        else:
            items = ()
        if self._safe and not self._told and leaves(items, self._safe):
            shown: Spot = self._spans["text"] if "text" in self._fixed else Shown(where, self._sources)
            self._tell(shown.span, drawing)
        return (*self.before, *items), self._looks.setdefault(look(items), len(self._looks) + 1)

    def _whole(self, values: tuple[str, ...], where: Where, drawing: Drawing) -> Items:
        """All that the box shows."""
        found = drawing.studio.found.items
        before = len(found)
        said, spots = {**self._fixed}, {**self._spans}
        for (name, sources), value in zip(self._varying, values, strict=True):
            said[name], spots[name] = value, Shown(where, sources)
        items = draw(self.box, self._parts, self.place, said, spots, drawing)
        if len(found) == before:
            self._setting = self._set(drawing)
        return items

    def _set(self, drawing: Drawing) -> Setting | None:
        """How the box's text is set, if its text is all that varies and all that it shows."""
        only = [key for key, _ in self._varying] == ["text"] and self._parts == (text_of,) and not self._loose
        if not only or self.box.turn != "0":
            return None
        return setting(self.box, self.place, self._fixed, self._spans, drawing)

    def _keep(self, key: object, given: Given) -> None:
        if len(self.kept) == _FEW and self._tally.pieces < _FEW * 1.1:
            self.kept.clear()
            self._most = 0
        if len(self.kept) < self._most:
            self.kept[key] = given

    def _tell(self, span: Span, drawing: Drawing) -> None:
        self._told = True
        message = f"{self._label} reaches out of the safe area, where a crooked cut would take it"
        hint = "measure the box 'in: safe', or make 'safe' of the layout smaller"
        related = ((span, "this text"),) if span != self.box.where.of("text") else ()
        drawing.studio.found.error("face/safe", self.box.where.span, message, hint, related)


def texts(box: FaceBox) -> Iterator[tuple[str, str]]:
    """The box's texts that may hold expressions, but colours of parts that it does not have."""
    for key in _TEMPLATES:
        text = getattr(box, key)
        if text is not None and (key not in _NEEDS or any(getattr(box, part) is not None for part in _NEEDS[key])):
            yield key, text


def words(colour: str) -> frozenset[str]:
    """The names in a colour expression."""
    return frozenset(_NAME.findall(colour))


def codes(text: str) -> list[str]:
    """The expressions in a text."""
    return _CODE.findall(text)


def asked(code: str) -> tuple[list[str], set[str]]:
    """The fields of the piece that an expression asks for, and what else it names: `it` among it where it is asked for as
    a whole."""
    bare = _QUOTED.sub("''", code)
    fields, names = _NAMED.findall(bare), [name for name in _FREE.findall(bare) if name not in _ANY]
    whole = names.count("it") > len(fields)
    return fields, {name for name in names if name != "it" or whole}


def _asks(box: FaceBox) -> tuple[str, ...]:
    """The fields of a piece that all that a box shows follows from; nothing where it follows from more."""
    shown = [code for _, text in texts(box) for code in codes(text)] + ([box.when] if box.when else [])
    told = [asked(code) for code in shown]
    if any(others for _, others in told):
        return ()
    return tuple(dict.fromkeys(field for fields, _ in told for field in fields))


def _source(text: str) -> tuple[str, ...]:
    """The fields of the piece that an expression shows, as they are written in YAML."""
    return tuple(name.replace("_", "-") for name in _NAMED.findall(text))
