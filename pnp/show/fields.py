"""A thing's fields: what each is, and whose text gave it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Final, get_args

from pnp.diag import Span
from pnp.model.annotations import annotation
from pnp.model.base import Marker
from pnp.model.decode import FAMILIES
from pnp.model.game import Game
from pnp.show.base import Thing, Value
from pnp.units import mm

# What a thing takes from what it stands in where it says nothing itself.
_HEIRS: Final = (
    ("counter", ("side", "size", "layout", "back", "colour", "ink")),
    ("card", ("size", "layout", "back")),
    ("mat", ("size", "layout", "back")),
)
# And who of the side's: its ground and the type on it.
_OF_THE_SIDE: Final = ("colour", "ink")
_CARRIERS: Final = (("counter", "counter"), ("group", "counter"), ("card", "card"), ("space", "space"), ("mat", "mat"))
_BY_DEFAULT: Final = "by default"
_FEW: Final = 12


def values(game: Game, thing: Thing) -> Iterator[Value]:
    """Every field with a value, its own first, then what it takes from its owner, then the game's attributes."""
    record = thing.record
    if record is None:
        return
    own = tuple(_fields(record))
    yield from own
    there = {value.key for value in own}
    for key in dict(_HEIRS).get(thing.kind, ()):
        if key not in there:
            yield from _inherited(game, thing, key)
    yield from _attributes(game, thing)


def _fields(record: Any, before: str = "") -> Iterator[Value]:
    """A record's own fields; those of a record within it as ``reverse.name``."""
    for entry in dataclasses.fields(record):
        value = getattr(record, entry.name)
        if entry.name in ("where", "values") or value is None:
            continue
        key = entry.name.rstrip("_").replace("_", "-")
        if dataclasses.is_dataclass(value):
            yield from _fields(value, f"{before}{key}.")
        elif isinstance(value, tuple) and value and dataclasses.is_dataclass(value[0]):
            yield from _listed(record, before + key, value)
        elif value not in ("", ()) or key in record.where.keys:
            yield _value(record, key, said(value, is_length(record, entry.name)), before)


def _value(record: Any, key: str, text: str, before: str = "", origin: str = "") -> Value:
    span = record.where.keys.get(key)
    return Value(before + key, text, span, origin) if span else Value(before + key, text, None, _BY_DEFAULT)


def _listed(record: Any, key: str, items: tuple[Any, ...]) -> Iterator[Value]:
    """Records within a record: their ids where the whole game knows them, else a line each."""
    if type(items[0]).__name__ in dict(FAMILIES):
        names = [item.id for item in items]
        more = [f"and {len(names) - _FEW} more"] if len(names) > _FEW else []
        yield Value(key, f"{len(names)}: " + ", ".join(names[:_FEW] + more), record.where.keys.get(key))
        return
    for number, item in enumerate(items):
        parts = (f"{value.key} {value.text}" for value in _fields(item) if value.span)
        yield Value(f"{key}[{number}]", "; ".join(parts), item.where.span)


def _inherited(game: Game, thing: Thing, key: str) -> Iterator[Value]:
    """What a piece takes from its group or deck, or, for its ground, from the side."""
    owner = thing.owners[-1] if thing.owners else None
    if owner is None or owner.record is None:
        return
    value = getattr(owner.record, key, None)
    if value is not None:
        text = said(value, is_length(owner.record, key))
        yield _value(owner.record, key, text, origin=f"from the {owner.kind} '{owner.id}'")
        return
    side = next((side for side in game.sides if side.id == getattr(owner.record, "side", "")), None)
    if side is not None and key in _OF_THE_SIDE:
        yield _value(side, key, said(getattr(side, key)), origin=f"from the side '{side.id}'")


def _attributes(game: Game, thing: Thing) -> Iterator[Value]:
    """The game's own attributes, in the order in which it declares them."""
    held = getattr(thing.record, "values", None) or {}
    carrier = dict(_CARRIERS).get(thing.kind, "")
    for attribute in game.attributes:
        if carrier not in attribute.of or attribute.id not in held:
            continue
        span, origin = _given(thing, attribute)
        yield Value(attribute.id, said(held[attribute.id]), span, origin)


def _given(thing: Thing, attribute: Any) -> tuple[Span, str]:
    """Who gave an attribute's value: the thing, its group, or the attribute's default."""
    written = thing.record.where.keys.get(attribute.id)
    if written:
        return written, ""
    if thing.kind == "counter":
        group = thing.owners[-1]
        shared = group.record.where.keys.get(attribute.id)
        if shared:
            return shared, f"from the group '{group.id}'"
    return attribute.where.of("default"), f"default of the attribute '{attribute.id}'"


def said(value: Any, length: bool = False) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(said(one, length) for one in value) or "none"
    return mm(value) if length and isinstance(value, int) else str(value)


def is_length(record: Any, name: str) -> bool:
    return _marked(annotation(type(record), name))


def _marked(hint: Any) -> bool:
    if isinstance(hint, Marker):
        return hint.how == "length"
    return any(_marked(one) for one in (*get_args(hint), *getattr(hint, "__metadata__", ())))
