"""Filters of plain expressions: `pieces | map(attribute='copies') | sum`, worked out as Jinja does, but without it.

Jinja reads a filter as closer than any operator, Python its `|` as looser than a sum; so the bars are made into what is
close in Python too: ``pieces.pipe_map(attribute='copies').pipe_sum``. What Jinja would read otherwise is left to it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

PIPE: Final = "pipe_"
_LARGE: Final = 10_000
_TOKEN: Final = r"(?s)'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\|\s*([a-z]+)\b|[|()\[\]]"
_GOES_ON: Final = r"\s*[.\[(]"


class NotPlain(Exception):
    """The expression, or a value in it, is one for the sandbox."""


def unpiped(text: str) -> str:
    """An expression with its bars made into attributes. Raises `NotPlain` for what goes on after a filter in a way that
    only Jinja knows."""
    parts: list[str] = []
    end = 0
    open_: list[bool] = []  # for each bracket that is open, whether it is that of a filter's arguments
    for match in re.finditer(_TOKEN, text):
        token = match[0]
        if token[0] == "|":
            if match[1] is None:
                raise NotPlain
            parts += [text[end : match.start()].rstrip(), " .", PIPE, match[1]]
            end = match.end()
            _settled(text, end, "(")
        elif token in "([":
            open_.append(token == "(" and not text[end : match.start()].strip() and end > 0 and bool(parts))
        elif token in ")]":
            if not open_:
                raise NotPlain
            if open_.pop():
                _settled(text, match.end(), "")
    return "".join((*parts, text[end:]))


def _settled(text: str, at: int, but: str) -> None:
    """Nothing that Jinja reads as more of a filter, or not at all, comes next."""
    match = re.match(_GOES_ON, text[at:])
    if match and match[0].strip() != but:
        raise NotPlain


# How attributes of a type's things are read: asked for every value of every expression.
READ: Final[dict[type, Callable[[Any, str], Any]]] = {}


def get(owner: Any, name: Any) -> Any:
    """An attribute of a record of ours."""
    if not (isinstance(name, str) and name.isidentifier()) or name.startswith("_"):
        raise NotPlain
    return attribute(owner, name)


def attribute(owner: Any, name: str) -> Any:
    """As `get`, of a name that is one."""
    try:
        return (READ.get(type(owner)) or reader(type(owner)))(owner, name)
    except AttributeError:
        raise NotPlain from None


def reader(kind: type) -> Callable[[Any, str], Any]:
    """How attributes of a kind of thing are read: of ours only, and as the kind itself says where it does."""
    ours = kind.__module__.startswith("pnp.") and not issubclass(kind, type)
    READ[kind] = read = getattr(kind, "_asked", getattr) if ours else _foreign
    return read


def _foreign(owner: Any, name: str) -> Any:
    raise NotPlain


def _list(value: Any) -> list[Any]:
    return list(_each(value))


def _each(value: Any) -> Iterator[Any]:
    if isinstance(value, str | dict) or not isinstance(value, Iterable):
        raise NotPlain
    return iter(value)


def _length(value: Any) -> int:
    if not hasattr(value, "__len__"):
        raise NotPlain
    return len(value)


def _sum(value: Any, attribute: str | None = None) -> Any:
    items = [get(one, attribute) for one in _each(value)] if attribute is not None else _list(value)
    if not all(isinstance(one, int | float) for one in items):
        raise NotPlain
    return sum(items)


def _most(value: Any) -> Any:
    return max(_numbers(value))


def _least(value: Any) -> Any:
    return min(_numbers(value))


def _numbers(value: Any) -> list[Any]:
    items = _list(value)
    if not items or not all(isinstance(one, int | float) for one in items):
        raise NotPlain
    return items


def _first(value: Any) -> Any:
    for one in _each(value):
        return one
    raise NotPlain


def _last(value: Any) -> Any:
    if not isinstance(value, list | tuple) or not value:
        raise NotPlain
    return value[-1]


def _key(value: Any) -> Any:
    """What is compared: words without regard to capitals."""
    return value.lower() if isinstance(value, str) else value


def _sort(value: Any, reverse: bool = False, attribute: str | None = None) -> list[Any]:
    items = _list(value)
    keys = [_key(one if attribute is None else get(one, attribute)) for one in items]
    if not any(all(isinstance(key, kind) for key in keys) for kind in (str, int | float)):
        raise NotPlain
    order = sorted(range(len(items)), key=keys.__getitem__, reverse=bool(reverse))
    return [items[index] for index in order]


def _unique(value: Any, attribute: str | None = None) -> Iterator[Any]:
    seen, kept = set[Any](), []
    for one in _list(value):
        key = _key(one if attribute is None else get(one, attribute))
        if not isinstance(key, str | int | float | tuple):
            raise NotPlain
        if key not in seen:
            seen.add(key)
            kept.append(one)
    return iter(kept)


def _map(value: Any, *filters: Any, attribute: Any = None) -> Iterator[Any]:
    items = _list(value)
    if attribute is not None and not filters:
        return iter([get(one, attribute) for one in items])
    if attribute is not None or len(filters) != 1 or filters[0] not in _EACH:
        raise NotPlain
    return iter([FILTERS[filters[0]](one) for one in items])


def _chosen(value: Any, attribute: Any, asked: tuple[Any, ...], wanted: bool) -> Iterator[Any]:
    test = _test(*asked)
    return iter([one for one in _list(value) if test(one if attribute is None else get(one, attribute)) is wanted])


def _test(*asked: Any) -> Callable[[Any], bool]:
    """A test of Jinja's, by its name, of a value."""
    if not asked:
        return bool
    if len(asked) != 2 or asked[0] not in _TESTS:
        raise NotPlain
    test, other = _TESTS[asked[0]], asked[1]

    def passes(value: Any) -> bool:
        try:
            return bool(test(value, other))
        except TypeError:
            raise NotPlain from None

    return passes


def _text(method: Callable[[str], str]) -> Callable[[Any], str]:
    def made(value: Any) -> str:
        if not isinstance(value, str):
            raise NotPlain
        return method(value)

    return made


def _join(value: Any, between: str = "") -> str:
    items = _list(value)
    if len(items) > _LARGE or not isinstance(between, str) or not all(isinstance(one, str | int) for one in items):
        raise NotPlain
    text = between.join(map(str, items))
    if len(text) > _LARGE:
        raise NotPlain
    return text


def _abs(value: Any) -> Any:
    if not isinstance(value, int | float):
        raise NotPlain
    return abs(value)


def every(value: Any) -> bool:
    """Whether all of a list are true, or not empty."""
    return all(_each(value))


def some(value: Any) -> bool:
    """Whether one of a list is true, or not empty."""
    return any(_each(value))


_TESTS: Final[dict[Any, Callable[[Any, Any], Any]]] = {
    "equalto": operator.eq, "eq": operator.eq, "==": operator.eq, "ne": operator.ne, "!=": operator.ne,
    "lt": operator.lt, "lessthan": operator.lt, "<": operator.lt, "le": operator.le, "<=": operator.le,
    "gt": operator.gt, "greaterthan": operator.gt, ">": operator.gt, "ge": operator.ge, ">=": operator.ge,
    "contains": operator.contains, "in": lambda a, b: a in b,
}  # fmt: skip

FILTERS: Final[Mapping[str, Callable[..., Any]]] = MappingProxyType({
    "abs": _abs, "all": every, "any": some, "count": _length, "first": _first, "join": _join, "last": _last,
    "length": _length, "list": _list, "lower": _text(str.lower), "map": _map, "max": _most, "min": _least,
    "reject": lambda value, *asked: _chosen(value, None, asked, False),
    "rejectattr": lambda value, attribute, *asked: _chosen(value, attribute, asked, False),
    "select": lambda value, *asked: _chosen(value, None, asked, True),
    "selectattr": lambda value, attribute, *asked: _chosen(value, attribute, asked, True),
    "sort": _sort, "sum": _sum, "unique": _unique, "upper": _text(str.upper),
})  # fmt: skip

# What `map` may do to each: filters that want nothing else.
_EACH: Final = ("abs", "all", "any", "count", "first", "last", "length", "list", "lower", "max", "min", "sum", "upper")
