"""Nodes → frozen records. A dataclass is its own schema: see `base`. All faults of a node are found in one pass."""

from __future__ import annotations

import dataclasses
import re
import types
from collections import abc
from collections.abc import Callable
from dataclasses import MISSING
from functools import cache, cached_property, partial
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

from pnp.diag import Found, nearest, suggest
from pnp.model import rows
from pnp.model import values as reads
from pnp.model.annotations import meant, untold, written
from pnp.model.base import Among, Count, Limits, Marker, Sized, Value, Where
from pnp.model.values import BAD, EVERYTHING, PLAIN, Reader, Reading, idlike, shape
from pnp.records import dataclass
from pnp.source.node import Mapping, Node, Row, Scalar
from pnp.units import mm

R = TypeVar("R")

_NONE: Final[Any] = types.MappingProxyType({})


@dataclass(frozen=True)
class Key:
    """A field of a record as it is written: its key, its attribute, and whether it must be there. What its annotation says
    is worked out when it is first read: most records leave most of their keys out."""

    record: Any
    name: str
    attribute: str
    required: bool

    @cached_property
    def read(self) -> Reader:
        """How its value is read."""
        return _keyed(_noun(self.record), self.name, *self._way)

    @cached_property
    def plain(self) -> Callable[[str], object] | None:
        """What tells that a text is the value itself."""
        return PLAIN.get(self._way[0])

    @cached_property
    def _way(self) -> tuple[Reader, bool]:
        text, module = written(self.record, self.attribute)
        return _way(untold(text), module)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How a record is read, worked out once a class: its keys, what must be there, the families of its id, and whose
    declared attributes it may carry, with their defaults or without."""

    record: type[Any]
    noun: str
    keys: dict[str, Key]
    required: frozenset[str]
    families: tuple[str, ...]
    carries: str
    filled: bool


@dataclass(slots=True)
class Form:
    """How mappings of the same keys in the same order are read as a record: each value's reader, what tells that its text is
    the value itself where that may be, and the field that it is for, or the declared attribute, or '' where its key is
    unknown; which of these are attributes, with what they are where they are left out; which value is the id; and whether a
    key is unknown or lacks."""

    readers: list[Reader]
    plain: list[Callable[[str], object] | None]
    fields: list[str]
    carried: list[str]
    values: abc.Mapping[str, Value]
    id: int = -1
    odd: bool = False


@cache
def _way(text: str, module: str) -> tuple[Reader, bool]:
    """How what is annotated so is read, and whether nothing may stand for it: many fields are annotated alike."""
    hint = meant(text, module)
    return _reader(hint), _hollow(hint)


# Records whose ids are known to the whole game, and as what.
FAMILIES: Final = (
    ("Counter", ("piece",)), ("Card", ("piece",)), ("Group", ("group",)), ("Deck", ("deck",)), ("Side", ("side",)),
    ("Attribute", ("attribute",)), ("Parameter", ("parameter",)), ("Swatch", ("colour",)), ("FontFamily", ("font",)),
    ("Table", ("table",)), ("Track", ("track",)), ("PlayerTurn", ("player-turn",)), ("Phase", ("phase",)),
    ("Chart", ("chart",)), ("Board", ("board",)), ("Terrain", ("terrain",)), ("Space", ("space", "place")),
    ("Zone", ("zone", "place")), ("River", ("river",)), ("Passage", ("passage",)), ("Route", ("route",)),
    ("Supply", ("supply",)), ("Example", ("example",)), ("Case", ("case",)), ("Assertion", ("check",)),
    ("MatSet", ("mat-set",)), ("Mat", ("mat",)),
)  # fmt: skip
# Who carries whose attributes, and whether their defaults are filled in at once: a counter's come from its group first.
CARRIERS: Final = (
    ("Counter", "counter"), ("Group", "counter"), ("Card", "card"), ("Space", "space"), ("Mat", "mat"),
)  # fmt: skip
_FILLED: Final = ("Card", "Space", "Mat")


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


def decode_all(record: type[R], nodes: tuple[Node, ...], reading: Reading) -> tuple[R, ...]:
    """The records of a list, but of those that are faulty. Rows of the same keys are read at once where they are right."""
    plan, made, at = _plan(record), list[R](), 0
    while at < len(nodes):
        if reading.found.full:
            reading.lost.add(EVERYTHING)
            break
        some = _rows(nodes, at)
        read = rows.read(plan, _form(plan, some[0].names, reading), some, reading) if some else None
        if read is None:
            one = _record(plan, nodes[at], reading)
            read = [one] if one is not BAD else []
            at += 1
        else:
            at += len(some)
        made += read
    return tuple(made)


def _rows(nodes: tuple[Node, ...], at: int) -> tuple[Row, ...]:
    """The rows of the same keys that begin at a node; none where they begin before it, or not all of them follow."""
    first = nodes[at]
    if not isinstance(first, Row) or first.number:
        return ()
    some: Any = nodes[at : at + len(first.rows)]
    last = some[-1]
    return some if isinstance(last, Row) and last.rows is first.rows and last.number + 1 == len(some) else ()


def _plan(record: Any, besides: frozenset[str] = frozenset()) -> Plan:
    plan: Plan = _planned(record, besides)
    return plan


@cache
def _planned(record: Any, besides: frozenset[str]) -> Plan:
    keys = {}
    for entry in dataclasses.fields(record):
        if entry.name in ("where", "values") or entry.name in besides:
            continue
        needed = entry.default is MISSING and entry.default_factory is MISSING
        name = entry.name.rstrip("_").replace("_", "-")
        keys[name] = Key(record, name, entry.name, needed)
    carries, families = dict(CARRIERS).get(record.__name__, ""), dict(FAMILIES).get(record.__name__, ())
    filled = record.__name__ in _FILLED
    required = frozenset(key.attribute for key in keys.values() if key.required)
    return Plan(record, _noun(record), keys, required, families, carries, filled)


@cache
def _noun(record: Any) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", record.__name__).lower()


def _keyed(noun: str, name: str, read: Reader, hollow: bool) -> Reader:
    """The reader of what stands under a key, which may be nothing where `hollow`."""

    def keyed(node: Node, reading: Reading) -> Any:
        if hollow or type(node) is not Scalar or node.text or node.style:
            result = read(node, reading)
            if result is not BAD:
                return result
        else:
            message = f"the key '{name}' has no value"
            reading.found.error("key/empty", node.span, message, "write one, or take the key away")
        reading.lost.add(f"{noun}.{name}")
        return BAD

    return keyed


def _hollow(hint: Any) -> bool:
    """Whether a type is optional, so that nothing may stand for it."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return get_origin(hint) in (Union, types.UnionType)


def _record(plan: Plan, node: Node, reading: Reading, besides: dict[str, Any] = _NONE) -> Any:
    if not isinstance(node, Mapping):
        message = f"{_a(plan.noun)} is a mapping of keys, not {shape(node)}"
        reading.found.error("type/mapping", node.span, message, _keys_hint(plan))
        return _lose(plan, reading)
    form = _form(plan, node.names, reading)
    read = [reader(value, reading) for reader, value in zip(form.readers, node.nodes, strict=True)]
    given = dict(zip(form.fields, read, strict=True))
    if besides:
        given.update(besides)
    good = not (form.odd or BAD in read) or _mended(plan, form, node, given, reading)
    if plan.families and "id" in given:
        _define(plan, given["id"], node.node(form.id) if form.id >= 0 else node, reading)
    if not good:
        return _lose(plan, reading)
    if plan.carries:
        carried = {name: given.pop(name) for name in form.carried if name in given}
        given["values"] = {**form.values, **carried} if form.values else carried
    return plan.record(where=Where(node=node), **given)


def _form(plan: Plan, names: tuple[str, ...], reading: Reading) -> Form:
    """How mappings of these keys are read, worked out once."""
    form: Form | None = reading.forms.get((plan, names))
    if form is not None:
        return form
    attributes = reading.attributes.get(plan.carries, _NONE)
    form = Form([], [], [], [], reading.defaults.get(plan.carries, _NONE) if plan.filled else _NONE)
    for name in names:
        key = plan.keys.get(name)
        form.fields.append(key.attribute if key else name if name in attributes else "")
        if key:
            form.readers.append(key.read)
        elif name in attributes:
            form.readers.append(_keyed(plan.noun, name, attributes[name], True))
            form.carried.append(name)
        else:
            form.readers.append(_unread)
        form.plain.append(key.plain if key else PLAIN.get(attributes.get(name, _unread)))
    form.id = form.fields.index("id") if "id" in form.fields else -1
    form.odd = "" in form.fields or not plan.required.issubset(form.fields)
    reading.forms[plan, names] = form
    return form


def _unread(node: Node, reading: Reading) -> Any:
    """What stands under an unknown key."""
    return BAD


def _mended(plan: Plan, form: Form, node: Mapping, given: dict[str, Any], reading: Reading) -> bool:
    """Report what is unknown or was left out. Whether the record can still be made."""
    faulty = [field for field in form.fields if given.get(field) is BAD]
    for field in faulty:
        if field in plan.required:
            given[field] = None  # it is there, and was told of
        else:
            given.pop(field, None)
    good = plan.required.isdisjoint(faulty)
    unknown = [entry for entry, field in zip(node.entries, form.fields, strict=True) if not field]
    if unknown:
        good = _unknown(plan, node, unknown, given, reading) and good
    return _missing(plan, node, given, reading) if not plan.required <= given.keys() else good


def _lose(plan: Plan, reading: Reading) -> Any:
    reading.lost.add(f"{plan.noun}.id")
    return BAD


def _unknown(
    plan: Plan, node: Mapping, unknown: list[tuple[Scalar, Node]], given: dict[str, Any], reading: Reading
) -> bool:
    """Report unknown keys. One that is a required key misspelt is read as that key, so that it is told once."""
    good, written = True, {name.text for name, _ in node.entries}
    known = [word for word in (*plan.keys, *reading.attributes.get(plan.carries, ())) if word not in written]
    for name, value in unknown:
        if reading.found.full:
            return False
        near = _told(plan, name, known, reading)
        key = plan.keys.get(near)
        if key is not None and key.required and key.attribute not in given:
            result = key.read(value, reading)
            given[key.attribute] = None if result is BAD else result
            good = good and result is not BAD
    return good


def _told(plan: Plan, name: Scalar, known: list[str], reading: Reading) -> str:
    """Report an unknown key, but a column of a CSV file once for all its rows; the known key that it is nearest to."""
    if id(name) in reading.columns:
        return reading.columns[id(name)][1]
    near = nearest(name.text, known)
    hint = f"did you mean '{near}'?" if near else suggest(name.text, known)
    reading.found.error("key/unknown", name.span, f"{_a(plan.noun)} has no key '{name.text}'", hint)
    if name.style == "cell":
        reading.columns[id(name)] = (name, near)
    return near


def _missing(plan: Plan, node: Mapping, given: dict[str, Any], reading: Reading) -> bool:
    """Report what was left out."""
    first = node.entries[0][0].span if node.entries else node.span
    which = f" '{given['id']}'" if isinstance(given.get("id"), str) else ""
    for key in plan.keys.values():
        if key.required and key.attribute not in given:
            reading.found.error("key/missing", first, f"{_a(plan.noun)}{which} needs the key '{key.name}'")
    return False


def _define(plan: Plan, name: str | None, node: Node, reading: Reading) -> None:
    """Make an id known. One that is none is known as what it was meant to be, so that whoever names that is not told."""
    for family in plan.families:
        if name is not None:
            reading.define(family, name, node)
        elif isinstance(node, Scalar):
            reading.defined.setdefault(family, {}).setdefault(idlike(node.text), node)


def _reader(hint: Any) -> Reader:
    """The reader of a type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin in (Union, types.UnionType):
        inner = _reader(next(one for one in arguments if one is not type(None)))
        return reads.optional(inner)
    if origin is Literal:
        return reads.choice(arguments)
    if origin is tuple:
        records = dataclasses.is_dataclass(arguments[0])
        return reads.listed(_reader(arguments[0]), partial(decode_all, arguments[0]) if records else None)
    if dataclasses.is_dataclass(hint):
        return _nested(hint)
    return {str: reads.text, int: reads.whole, bool: reads.flag}[hint]


def _nested(record: Any) -> Reader:
    # Worked out when there is one to read: most games have a few of the sections that there are.
    plan = cache(partial(_plan, record))

    def read(node: Node, reading: Reading) -> Any:
        return _record(plan(), node, reading)

    return read


def _annotated(base: Any, notes: tuple[Any, ...]) -> Reader:
    read = _reader(base)
    show: Callable[[int], str] = str
    for note in notes:
        if isinstance(note, Marker):
            read = reads.MARKED.get(note.how, read)
            show = mm if note.how == "length" else str
    for note in notes:
        if isinstance(note, Limits):
            read = reads.limited(read, note, show)
        elif isinstance(note, Count):
            read = reads.counted(read, note)
        elif isinstance(note, Sized):
            read = reads.sized(read)
        elif isinstance(note, Among):
            read = reads.reference(read, note.what)
    return read


def _a(noun: str) -> str:
    return ("an " if noun[0] in "aeiou" else "a ") + noun


def _keys_hint(plan: Plan) -> str:
    needed = [key.name for key in plan.keys.values() if key.required]
    return ("it needs " + ", ".join(needed)) if needed else ""
