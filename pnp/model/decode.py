"""Nodes → frozen records. A dataclass is its own schema: see `base`. All faults of a node are found in one pass."""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field
from functools import cache
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pnp import units
from pnp.diag import Found, Span, suggest
from pnp.model.base import Among, Limits, Marker, Value, Where
from pnp.source.node import Mapping, Node, Scalar, Sequence

BAD: Final = object()
"""What a reader gives for a node that it has reported."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]{0,14})")
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Reference:
    """A value that names something: resolved once everything has an id."""

    what: str
    text: str
    span: Span


@dataclass(slots=True)
class Reading:
    """What decoding gathers beside records: faults, definitions by family, references; and the game's own attributes."""

    found: Found
    defined: dict[str, dict[str, Span]] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    attributes: dict[tuple[str, str], Any] = field(default_factory=dict)
    lost: bool = False

    def define(self, family: str, name: str, span: Span) -> None:
        """Note an id; twice in a family is an error."""
        known = self.defined.setdefault(family, {})
        if name in known:
            related = ((known[name], "the first one"),)
            self.found.error("id/duplicate", span, f"there are two {family}s '{name}'", "give one another id", related)
        else:
            known[name] = span


Reader = Callable[[Any, Reading], Any]
_NONE: Final[Any] = types.MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Key:
    """A field as it is written: its key, its attribute, how it is read, and what stands for it when left out."""

    name: str
    attribute: str
    read: Reader
    required: bool
    default: Any


@dataclass(frozen=True, slots=True)
class Plan:
    """How a record is read: its keys, the family of its id, and whose declared attributes it may carry."""

    record: type[Any]
    noun: str
    keys: dict[str, Key]
    families: tuple[str, ...]
    carries: str | None


# Records whose ids are known to the whole game, and as what.
FAMILIES: Final = (
    ("Counter", ("piece",)), ("Card", ("piece",)), ("Group", ("group",)), ("Deck", ("deck",)), ("Side", ("side",)),
    ("Attribute", ("attribute",)), ("Parameter", ("parameter",)), ("Swatch", ("colour",)), ("FontFamily", ("font",)),
    ("Table", ("table",)), ("Track", ("track",)), ("PlayerTurn", ("player-turn",)), ("Phase", ("phase",)),
    ("Chart", ("chart",)), ("Board", ("board",)), ("Terrain", ("terrain",)), ("Space", ("space", "place")),
    ("Zone", ("zone", "place")), ("River", ("river",)), ("Passage", ("passage",)), ("Route", ("route",)),
    ("Supply", ("supply",)), ("Example", ("example",)), ("Assertion", ("check",)),
)  # fmt: skip
_CARRIERS: Final = (("Counter", "counter"), ("Group", "counter"), ("Card", "card"), ("Space", "space"))


def decode(
    record: type[Any], node: Node, found: Found, reading: Reading | None = None, given: dict[str, Any] | None = None
) -> Any:
    """A record read from a node, or None after diagnostics. `given` are attributes that do not stand in the node.

    What is wrong with an optional key costs that key only, and a faulty item of a list that item, so that everything else
    can still be checked; `Reading.lost` then says that something is missing.
    """
    reading = reading or Reading(found)
    result = _record(_plan(record, frozenset(given or ())), node, reading, given or {})
    return None if result is BAD else result


def _plan(record: Any, besides: frozenset[str] = frozenset()) -> Plan:
    plan: Plan = _planned(record, besides)
    return plan


@cache
def _planned(record: Any, besides: frozenset[str]) -> Plan:
    hints = get_type_hints(record, include_extras=True)
    keys = {}
    for entry in dataclasses.fields(record):
        if entry.name in ("where", "values") or entry.name in besides:
            continue
        factory = entry.default_factory
        default = factory() if factory is not MISSING else entry.default
        name = entry.name.rstrip("_").replace("_", "-")
        keys[name] = Key(name, entry.name, _reader(hints[entry.name]), default is MISSING, default)
    noun = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", record.__name__).lower()
    families = dict(FAMILIES).get(record.__name__, ())
    return Plan(record, noun, keys, families, dict(_CARRIERS).get(record.__name__))


def _record(plan: Plan, node: Node, reading: Reading, besides: dict[str, Any] = _NONE) -> Any:
    if not isinstance(node, Mapping):
        message = f"{_a(plan.noun)} is a mapping of keys, not {_shape(node)}"
        reading.found.error("type/mapping", node.span, message, _keys_hint(plan))
        return _lose(reading)
    given: dict[str, Any] = dict(besides)
    spans: dict[str, Span] = {}
    values: dict[str, Value] = {}
    unknown: list[Scalar] = []
    for name, value in node.entries:
        key = plan.keys.get(name.text)
        if key is not None:
            given[key.attribute] = _read_key(key, value, spans, reading)
        elif plan.carries and (plan.carries, name.text) in reading.attributes:
            spans[name.text] = value.span
            result = _attribute(reading.attributes[plan.carries, name.text], value, reading)
            if result is not BAD:
                values[name.text] = result
        else:
            unknown.append(name)
    good = _complete(plan, node, given, unknown, reading)
    for family in plan.families if isinstance(given.get("id"), str) else ():
        reading.define(family, given["id"], spans["id"])
    if not good:
        return _lose(reading)
    if plan.carries:
        given["values"] = values
    return plan.record(where=Where(node.span, spans), **given)


def _lose(reading: Reading) -> Any:
    reading.lost = True
    return BAD


def _read_key(key: Key, value: Node, spans: dict[str, Span], reading: Reading) -> Any:
    spans[key.name] = value.span
    if isinstance(value, Sequence):
        for number, item in enumerate(value.items):
            spans[f"{key.name}[{number}]"] = item.span
    return key.read(value, reading)


def _complete(plan: Plan, node: Mapping, given: dict[str, Any], unknown: list[Scalar], reading: Reading) -> bool:
    """Report unknown and missing keys, a misspelling once; fill in defaults. Whether the record can be made."""
    missing = [key for key in plan.keys.values() if key.required and key.attribute not in given]
    told = set()
    for name in unknown:
        known = [*plan.keys, *(word for owner, word in reading.attributes if owner == plan.carries)]
        hint = suggest(name.text, [word for word in known if word.replace("-", "_") not in given])
        reading.found.error("key/unknown", name.span, f"{_a(plan.noun)} has no key '{name.text}'", hint)
        told |= {key.name for key in missing if hint == f"did you mean '{key.name}'?"}
    for key in missing:
        if key.name not in told:
            which = f" '{given['id']}'" if isinstance(given.get("id"), str) else ""
            first = node.entries[0][0].span if node.entries else node.span
            reading.found.error("key/missing", first, f"{_a(plan.noun)}{which} needs the key '{key.name}'")
    bad = [key for key in plan.keys.values() if given.get(key.attribute) is BAD]
    for key in plan.keys.values():
        if key.attribute not in given or given[key.attribute] is BAD:
            given[key.attribute] = key.default
    return not missing and not any(key.required for key in bad)


def _reader(hint: Any) -> Reader:
    """The reader of a type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin in (Union, types.UnionType):
        inner = _reader(next(one for one in arguments if one is not type(None)))
        return lambda node, reading: None if isinstance(node, Scalar) and node.nothing else inner(node, reading)
    if origin is Literal:
        return _choice(arguments)
    if origin is tuple:
        return _list(_reader(arguments[0]))
    if dataclasses.is_dataclass(hint):
        return lambda node, reading: _record(_plan(hint), node, reading)
    return {str: _text, int: _whole, bool: _flag}[hint]


def _annotated(base: Any, notes: tuple[Any, ...]) -> Reader:
    read = _reader(base)
    for note in notes:
        if isinstance(note, Marker):
            read = _MARKED.get(note.how, read)
    for note in notes:
        if isinstance(note, Limits):
            read = _limited(read, note)
        elif isinstance(note, Among):
            read = _reference(read, note.what)
    return read


def _scalar(node: Node, wanted: str, reading: Reading) -> str | None:
    if isinstance(node, Scalar):
        return node.text
    reading.found.error("type/scalar", node.span, f"here stands {wanted}, not {_shape(node)}")
    return None


def _text(node: Node, reading: Reading) -> Any:
    text = _scalar(node, "text", reading)
    return BAD if text is None else text


def _whole(node: Node, reading: Reading) -> Any:
    text = _scalar(node, "a whole number", reading)
    if text is None:
        return BAD
    if not _WHOLE.fullmatch(text):
        reading.found.error("type/number", node.span, f"'{text}' is not a whole number")
        return BAD
    return int(text)


def _flag(node: Node, reading: Reading) -> Any:
    text = _scalar(node, "yes or no", reading)
    if text in ("yes", "true"):
        return True
    if text in ("no", "false"):
        return False
    if text is not None:
        reading.found.error("type/flag", node.span, f"'{text}' is neither yes nor no", "write yes or no")
    return BAD


def _choice(words: tuple[Any, ...]) -> Reader:
    def read(node: Node, reading: Reading) -> Any:
        text = _scalar(node, "one word", reading)
        if text in words:
            return text
        if text is not None:
            hint = suggest(text, words)
            reading.found.error("type/choice", node.span, f"'{text}' is not one of {', '.join(words)}", hint)
        return BAD

    return read


def _list(inner: Reader) -> Reader:
    """A list; one value alone is a list of it."""

    def read(node: Node, reading: Reading) -> Any:
        if isinstance(node, Sequence):
            items = [inner(item, reading) for item in node.items]
            return tuple(item for item in items if item is not BAD)
        if isinstance(node, Scalar) and node.nothing:
            return ()
        item = inner(node, reading)
        return BAD if item is BAD else (item,)

    return read


def _id(node: Node, reading: Reading) -> Any:
    text = _scalar(node, "an id", reading)
    if text is None:
        return BAD
    if not _ID.fullmatch(text):
        hint = "use lower-case letters, digits and single hyphens: " + (_idlike(text) or "a-name")
        reading.found.error("type/id", node.span, f"'{text}' is not an id", hint)
        return BAD
    return text


def _idlike(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _length(node: Node, reading: Reading) -> Any:
    text = _scalar(node, "a length", reading)
    if text is None:
        return BAD
    try:
        return units.parse(text)
    except units.UnitError as error:
        reading.found.error("type/length", node.span, str(error))
        return BAD


def _colour(node: Node, reading: Reading) -> Any:
    text = _scalar(node, "a colour", reading)
    if text is None:
        return BAD
    if not _HEX.fullmatch(text):
        reading.found.error("type/colour", node.span, f"'{text}' is not a colour", 'write it as "#8a1f11"')
        return BAD
    return text.lower()


_MARKED: Final[dict[str, Reader]] = {"id": _id, "length": _length, "colour": _colour}


def _limited(inner: Reader, limits: Limits) -> Reader:
    def read(node: Node, reading: Reading) -> Any:
        value = inner(node, reading)
        if value is BAD or value is None:
            return value
        return value if _within(value, limits.least, limits.most, node.span, reading) else BAD

    return read


def _within(value: int, least: int | None, most: int | None, span: Span, reading: Reading) -> bool:
    if least is not None and value < least:
        reading.found.error("value/range", span, f"{value} is less than {least}, the least that may stand here")
        return False
    if most is not None and value > most:
        reading.found.error("value/range", span, f"{value} is more than {most}, the most that may stand here")
        return False
    return True


def _reference(inner: Reader, what: str) -> Reader:
    def read(node: Node, reading: Reading) -> Any:
        value = inner(node, reading)
        if isinstance(value, str):
            reading.references.append(Reference(what, value, node.span))
        return value

    return read


def _attribute(attribute: Any, node: Node, reading: Reading) -> Any:
    """The value of a declared attribute."""
    if attribute.type == "set":
        return _list(_choice(attribute.choices))(node, reading)
    if attribute.type == "choice":
        return _choice(attribute.choices)(node, reading)
    if attribute.type == "flag":
        return _flag(node, reading)
    if attribute.type == "text":
        return _text(node, reading)
    value = _whole(node, reading)
    if value is BAD:
        return BAD
    return value if _within(value, attribute.least, attribute.most, node.span, reading) else BAD


def attribute_default(attribute: Any, reading: Reading) -> Value | None:
    """The default of a declared attribute, read as its values are; None where it has none."""
    if attribute.default is None:
        return None
    span = attribute.where.of("default")
    node: Node = Scalar(attribute.default, span, "'" if attribute.type == "text" else "")
    if attribute.type == "set" and attribute.default:
        node = Sequence(tuple(Scalar(word, span) for word in attribute.default.split()), span)
    value = _attribute(attribute, node, reading)
    return None if value is BAD else value


def _a(noun: str) -> str:
    return ("an " if noun[0] in "aeiou" else "a ") + noun


def _shape(node: Node) -> str:
    if isinstance(node, Mapping):
        return "a mapping"
    return "a list" if isinstance(node, Sequence) else (f"'{node.text}'" if node.text else "nothing")


def _keys_hint(plan: Plan) -> str:
    needed = [key.name for key in plan.keys.values() if key.required]
    return ("it needs " + ", ".join(needed)) if needed else ""
