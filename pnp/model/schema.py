"""Records → JSON Schema (draft 7), for editors: completion, hover text, and a mark under what `pnp check` would refuse.

Made from the same dataclasses that `decode` reads, so that neither can say what the other does not. The schema never
refuses what `pnp` takes: editors' YAML readers type values (`no`, `0101`, `1e3`) that `pnp` reads as text, so wherever `pnp`
takes text any scalar may stand.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, field
from functools import cache
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pnp.model.annotations import annotation
from pnp.model.base import Among, Count, Doc, Limits, Made, Marker
from pnp.model.decode import CARRIERS, FAMILIES
from pnp.model.game import FORMAT, Game
from pnp.model.pieces import Attribute
from pnp.model.values import HEX, ID, WHOLE
from pnp.records import dataclass
from pnp.units import LENGTH, mm

Schema = dict[str, Any]
DRAFT: Final = "http://json-schema.org/draft-07/schema#"
MOST: Final = 500  # ids that are suggested
# Editors propose values of the types that are named, and nobody wants `true` and `null` proposed for a text.
_NOTHING: Final = types.MappingProxyType({"not": {"type": ["string", "number", "boolean", "object", "array"]}})
_TEXT: Final = ({"type": "string"}, {"not": {"type": ["object", "array"]}})
# Never written in the record: given by the folder, or gathered from other keys.
_GIVEN: Final = ("where", "values", "folder")
_FLAG: Final = types.MappingProxyType(
    {"anyOf": [{"enum": ["yes", "no"]}, {"type": "boolean"}, {"type": "string", "pattern": "^(true|false)$"}]}
)
WRITTEN: Final = types.MappingProxyType(
    {
        "id": "An id: lower-case words with hyphens between them. Players never see it.",
        "length": "A length and its unit: 16mm, 2.5in, 5/8in, 11pt.",
        "colour": 'A colour such as "#8a1f11".',
        "prose": "Text with marks: *italic*, **bold**, :icon: for an inline icon, an empty line between paragraphs.",
        "template": "Text with marks, and {{ … }} for values of the game.",
        "file": "A file in the game's folder.",
    }
)


@dataclass(frozen=True, slots=True)
class Known:
    """What one game adds to the language: its ids by family, and its own attributes by who carries them. Without a game
    (None) any attribute may stand."""

    ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    attributes: Mapping[str, tuple[Attribute, ...]] | None = None


def known(game: Game, outside: Mapping[str, frozenset[str]]) -> Known:
    """What a game adds. `outside` are the ids of families that files define (`families.outside`)."""
    ids: dict[str, dict[str, None]] = {family: dict.fromkeys(sorted(names)) for family, names in outside.items()}
    for record in _records(game):
        for family in dict(FAMILIES).get(type(record).__name__, ()):
            ids.setdefault(family, {})[record.id] = None
    for one in game.mats:
        ids.setdefault("place", {}).update((id, None) for mat in one.mats for id, _ in one.places(mat))
    carried: dict[str, tuple[Attribute, ...]] = {carrier: () for _, carrier in CARRIERS}
    for attribute in game.attributes:
        carried |= {owner: (*carried[owner], attribute) for owner in attribute.of}
    return Known({family: tuple(names) for family, names in ids.items()}, carried)


def _records(record: Any) -> Iterator[Any]:
    """A record and every record in it."""
    yield record
    kind: Any = type(record)
    for name in _nests(kind):
        value = getattr(record, name)
        for one in value if isinstance(value, tuple) else () if value is None else (value,):
            yield from _records(one)


@cache
def _nests(record: Any) -> tuple[str, ...]:
    """The fields of a record that hold records: of a big deck's cards none, so that each is passed by quickly."""
    hints = _hints(record)
    names = (entry.name for entry in dataclasses.fields(record) if entry.name not in _GIVEN)
    return tuple(name for name in names if any(map(dataclasses.is_dataclass, _types(hints[name]))))


def _hints(record: Any) -> dict[str, Any]:
    """What each field of a record is annotated with."""
    return {entry.name: annotation(record, entry.name) for entry in dataclasses.fields(record)}


def schema(root: type[Any], comment: str, known: Known, erasable: tuple[str, ...] = ()) -> Schema:
    """The schema of files that hold a record's keys. In records of the names in `erasable`, ``none`` may stand for any
    value. Of a game's sections none is required: each may stand in any of its files."""
    press = _Press(known, erasable)
    written = press.record(root)
    if root is Game:
        del written["required"], written["properties"]["id"]
        written["properties"]["format"]["default"] = FORMAT
    return {"$schema": DRAFT, "$comment": comment, **written, "definitions": dict(sorted(press.made.items()))}


@dataclass(slots=True)
class _Press:
    """Prints records; each is made once, as a definition."""

    known: Known
    erasable: tuple[str, ...]
    made: dict[str, Schema] = field(default_factory=dict)

    def record(self, record: type[Any]) -> Schema:
        """The schema of a record."""
        hints = _hints(record)
        properties, required = {}, []
        for entry in dataclasses.fields(record):
            if entry.name in _GIVEN:
                continue
            name = entry.name.rstrip("_").replace("_", "-")
            properties[name] = self.property(entry, hints[entry.name], record.__name__ in self.erasable)
            if _asked(entry, hints[entry.name]):
                required.append(name)
        whole: Schema = {"type": "object", **_described(_sentence(record)), "properties": properties}
        carrier = dict(CARRIERS).get(record.__name__)
        if carrier and self.known.attributes is not None:
            properties |= {
                one.id: _attribute(one) for one in self.known.attributes[carrier] if one.id not in properties
            }
        whole["additionalProperties"] = bool(carrier) and self.known.attributes is None
        return whole | ({"required": required} if required else {})

    def property(self, entry: dataclasses.Field[Any], hint: Any, erasable: bool) -> Schema:
        """A key of a record: its values, what it is, and what stands where it is left out."""
        made = self.value(hint)
        if erasable and entry.name != "id":
            made = {"anyOf": [made, {"const": "none"}]}
        default = _default(entry.default, hint)
        return made | _described(_about(hint)) | ({} if default is None else {"default": default})

    def value(self, hint: Any, notes: tuple[Any, ...] = ()) -> Schema:
        """What may stand for a type."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.value(arguments[0], (*arguments[1:], *notes))
        if origin in (Union, types.UnionType):
            inner = self.value(next(one for one in arguments if one is not type(None)), notes)
            return {"anyOf": [inner, dict(_NOTHING)]}
        if origin is Literal:
            return _words(arguments)
        if origin is tuple:
            return _listed(self.value(arguments[0]), notes)
        if dataclasses.is_dataclass(hint):
            return self.reference(hint)
        if hint is bool:
            return dict(_FLAG)
        return _number(notes) if hint is int else self.text(notes)

    def reference(self, record: Any) -> Schema:
        if record.__name__ not in self.made:
            self.made[record.__name__] = {}
            self.made[record.__name__] = self.record(record)
        return {"$ref": f"#/definitions/{record.__name__}"}

    def text(self, notes: tuple[Any, ...]) -> Schema:
        """Text, which any scalar is; the ids that it may name are suggested."""
        patterns = {"id": ID.pattern, "colour": HEX.pattern}
        pattern = next(
            (patterns[note.how] for note in notes if isinstance(note, Marker) and note.how in patterns), None
        )
        families = [note.what for note in notes if isinstance(note, Among)]
        suggested = [one for family in families for one in self.suggestions(family)]
        return {"anyOf": [*suggested, *_TEXT]} | ({"pattern": f"^{pattern}$"} if pattern else {})

    def suggestions(self, family: str) -> Iterator[Schema]:
        """The ids of a family, if it has any and not too many to be shown."""
        ids = self.known.ids.get(family, ())
        if 0 < len(ids) <= MOST:
            self.made[family] = {"enum": list(ids)}
            yield {"$ref": f"#/definitions/{family}"}


def _asked(entry: dataclasses.Field[Any], hint: Any) -> bool:
    """Whether a key must be written, so that an editor may ask for it."""
    made = any(isinstance(note, Made) for note in _notes(hint))
    return entry.default is MISSING and entry.default_factory is MISSING and not made


def _words(words: tuple[str, ...]) -> Schema:
    """One of some words, or what editors' YAML readers make of them."""
    return {"enum": [*words, *(value for word in words for value in _typed(word))]}


def _typed(word: str) -> tuple[Any, ...]:
    """What a YAML reader that types its scalars makes of a word, where that is not the word."""
    if word.isdigit():
        return (int(word),)
    if word in ("null", "~"):
        return (None,)
    return (word in ("yes", "true", "on"),) if word in ("yes", "no", "true", "false", "on", "off") else ()


def _listed(item: Schema, notes: tuple[Any, ...]) -> Schema:
    """A list, or one value alone where a list of one may stand."""
    counts = [count for note in notes if isinstance(note, Count) for count in note.allowed]
    several: Schema = {"type": "array", "items": item}
    if counts:
        several |= {"minItems": min(counts), "maxItems": max(counts)}
    return {"anyOf": [several, item]} if not counts or 1 in counts else several


def _number(notes: tuple[Any, ...]) -> Schema:
    """A whole number, quoted or not; or a length."""
    limits = next((note for note in reversed(notes) if isinstance(note, Limits)), Limits())
    if any(isinstance(note, Marker) and note.how == "length" for note in notes):
        pattern = LENGTH if limits.least is None or limits.least < 0 else LENGTH.replace("-?", "")
        return {"type": ["string"], "pattern": f"^{pattern}$"}
    least = {} if limits.least is None else {"minimum": limits.least}
    most = {} if limits.most is None else {"maximum": limits.most}
    return {"type": ["integer", "string"], "pattern": f"^{WHOLE.pattern}$", **least, **most}


def _attribute(attribute: Attribute) -> Schema:
    """What may stand for an attribute that a game declares."""
    if attribute.type in ("choice", "set"):
        made = _words(attribute.choices)
        made = _listed(made, ()) if attribute.type == "set" else made
    elif attribute.type == "number":
        made = _number((Limits(attribute.least, attribute.most),))
    else:
        made = dict(_FLAG) if attribute.type == "flag" else {"anyOf": list(_TEXT)}
    default = {"default": attribute.default} if attribute.default else {}
    return made | _described(attribute.doc or f"{attribute.name}: an attribute of this game.") | default


def _about(hint: Any) -> str:
    """What hover text says of a field: its own sentence, or its record's; then how its values are written."""
    notes = tuple(_notes(hint))
    own = [note.text for note in notes if isinstance(note, Doc)]
    records = [one for one in _types(hint) if dataclasses.is_dataclass(one)]
    names = [f"The id of a {note.what}." for note in notes if isinstance(note, Among)]
    first = own[-1] if own else _sentence(records[0]) if records else "".join(names[:1])
    how = [WRITTEN[note.how] for note in notes if isinstance(note, Marker)]
    limits = [_range(note) for note in notes if isinstance(note, Limits)] if WRITTEN["length"] in how else []
    return " ".join(word for word in (first, *how, *limits) if word)


def _notes(hint: Any) -> Iterator[Any]:
    """The annotations of a type, of what it may be and of what it lists, innermost last but for lists."""
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        yield from _notes(inner)
        yield from notes
    elif get_origin(hint) in (Union, types.UnionType, tuple):
        for one in get_args(hint):
            yield from _notes(one)


def _types(hint: Any) -> Iterator[type]:
    """The classes that a type is made of."""
    if isinstance(hint, type):
        yield hint
    for one in get_args(hint):
        yield from _types(one)


def _range(limits: Limits) -> str:
    """The limits of a length in words: a schema cannot compare texts."""
    least, most = (None if limit is None else mm(limit) for limit in (limits.least, limits.most))
    return f"From {least} to {most}." if least and most else f"At least {least}." if least else f"At most {most}."


def _sentence(record: Any) -> str:
    """What a record's docstring says first."""
    return re.sub(r"\s+", " ", (record.__doc__ or "").split("\n\n")[0]).strip()


def _described(text: str) -> Schema:
    """Hover text; in Markdown too where it has marks of its own."""
    marks = {"markdownDescription": text} if re.search(r"[`*]", text) else {}
    return {"description": text, **marks} if text else {}


def _default(value: Any, hint: Any) -> str | int | None:
    """A default as one would write it, or None where there is nothing to write."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and any(isinstance(note, Marker) for note in _notes(hint)):
        return mm(value).replace(" ", "")
    return value if isinstance(value, int) or (isinstance(value, str) and value) else None
