"""`dataclass` as the standard library has it, but quick to declare and quick to make.

A frozen dataclass compiles six methods of its own, which takes a millisecond: for two hundred classes that is longer than
all else that a small command does. And a field that is guarded at run time is set at a third of the speed, which is felt at
a million drawn things. So records share their methods, their `__init__` is compiled when the first of them is made,
and that nobody assigns to one is seen by the type checker, for which this is the standard library's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from functools import cache
from operator import attrgetter, ge, gt, le, lt
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final

__all__ = ("dataclass",)

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses

    def dataclass(cls=None, /, *, frozen=False, eq=True, order=False, **more):  # noqa: ANN001, ANN003, ANN201
        """As `dataclasses.dataclass`; where `frozen`, without the guard."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, order=order, **more)
        own = set(cls.__dict__)
        made = dataclasses.dataclass(cls, repr=False, eq=False, init=False, **more)
        if "__init__" not in own:
            made.__init__ = _first(made)
        if "__repr__" not in own:
            made.__repr__ = _said
        if eq and "__eq__" not in own:
            made.__eq__ = _equal
            if "__hash__" not in own:
                made.__hash__ = _hashed if frozen else None
        if order:
            made.__lt__, made.__le__, made.__gt__, made.__ge__ = map(_ordered, (lt, le, gt, ge))
        return made


def _first(cls: Any) -> Callable[..., None]:
    """What a class's first record is made with: it compiles what all others are made with."""

    def __init__(self: Any, *given: Any, **named: Any) -> None:
        cls.__init__ = made = _init(cls)
        made(self, *given, **named)

    return __init__


def _init(cls: Any) -> Callable[..., None]:
    """What sets every field of a class, as `dataclasses` spells it. Classes of as many fields of such kinds share what is
    compiled, in which numbers stand for the fields, and each puts its own names in."""
    entries = sorted(cls.__dataclass_fields__.values(), key=lambda entry: (not entry.init, entry.kw_only))
    given = [entry for entry in entries if entry.init]
    code = _pattern("".join([_kind(entry) for entry in entries]), len(given), hasattr(cls, "__post_init__"))
    names = {f"_{number}": entry.name for number, entry in enumerate(entries)}
    keywords = sum([entry.kw_only for entry in given])
    own = code.replace(
        co_varnames=("self", *[entry.name for entry in given]),
        co_names=tuple([names.get(name, name) for name in code.co_names]),
        co_argcount=1 + len(given) - keywords,
        co_kwonlyargcount=keywords,
    )
    values: dict[str, Any] = {"_none": MISSING}
    for number, entry in enumerate(entries):
        if entry.default_factory is not MISSING:
            values[f"_make_{number}"] = entry.default_factory
        elif not entry.init:
            values[entry.name] = entry.default
    return _function(cls, own, values, given)


def _kind(entry: Any) -> str:
    """How a field is set: to what is given, to what is made where nothing or though nothing is given, to what it always is,
    or not at all."""
    if entry.default_factory is not MISSING:
        return "m" if entry.init else "M"
    return "g" if entry.init else "a" if entry.default is not MISSING else "-"


_SET: Final = {"g": "_{0}", "m": "_make_{0}() if _{0} is _none else _{0}", "M": "_make_{0}()", "a": "_{0}"}


@cache
def _pattern(kinds: str, given: int, after: bool) -> CodeType:
    """An `__init__` for fields of these kinds, the first of which are given."""
    body = [f"self._{number} = {_SET[kind].format(number)}" for number, kind in enumerate(kinds) if kind in _SET]
    body += ["self.__post_init__()"] if after else []
    parameters = ", ".join(("self", *[f"_{number}" for number in range(given)]))
    made: dict[str, Any] = {}
    exec(f"def __init__({parameters}): {'; '.join(body or ('pass',))}", made)  # numbers of fields, nothing else
    code: CodeType = made["__init__"].__code__
    return code


def _function(cls: Any, code: CodeType, values: dict[str, Any], given: list[Any]) -> Callable[..., None]:
    """A class's `__init__`. The default of what is made anew for each record is none."""
    spared = [entry for entry in given if entry.default is not MISSING or entry.default_factory is not MISSING]
    made = FunctionType(code, values, "__init__", tuple([entry.default for entry in spared if not entry.kw_only]))
    made.__kwdefaults__ = {entry.name: entry.default for entry in spared if entry.kw_only}
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    return made


def _said(self: Any) -> str:
    names = [entry.name for entry in self.__dataclass_fields__.values() if entry.repr]
    return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def _equal(self: Any, other: object) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    values = _values(type(self))
    return values(self) == values(other)


def _ordered(sign: Callable[[Any, Any], bool]) -> Callable[[Any, object], Any]:
    def compare(self: Any, other: object) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        values = _values(type(self))
        return sign(values(self), values(other))

    return compare


def _hashed(self: Any) -> int:
    return hash(_values(type(self))(self))


_known: dict[type, Callable[[Any], Any]] = {}


def _values(cls: Any) -> Callable[[Any], Any]:
    """What gives the compared values of a class's records, made when first asked for."""
    if cls not in _known:
        names = [entry.name for entry in cls.__dataclass_fields__.values() if entry.compare]
        _known[cls] = attrgetter(*names) if names else lambda _: ()
    return _known[cls]
