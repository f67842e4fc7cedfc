"""`dataclass` as the standard library has it, but quick to declare and quick to make.

A frozen dataclass compiles six methods of its own, which takes a millisecond: for two hundred classes that is longer than
all else that a small command does. And a field that is guarded at run time is set at a third of the speed, which is felt at
a million drawn things. So records share their methods, their `__init__` is compiled when the first of them is made,
and that nobody assigns to one is seen by the type checker, for which this is the standard library's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from operator import attrgetter, ge, gt, le, lt
from typing import TYPE_CHECKING, Any

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
    """What sets every field of a class, as `dataclasses` spells it."""
    names: dict[str, Any] = {"_none": MISSING}
    given, named, body = list[str](), list[str](), list[str]()
    for entry in cls.__dataclass_fields__.values():
        name, spelt = entry.name, ""
        if entry.default_factory is not MISSING:
            names[f"_make_{name}"], spelt = entry.default_factory, f"_make_{name}()"
            told, value = f"{name}=_none", f"{spelt} if {name} is _none else {name}"
        elif entry.default is not MISSING:
            names[f"_default_{name}"], spelt = entry.default, f"_default_{name}"
            told, value = f"{name}={spelt}", name
        else:
            told = value = name
        if entry.init:
            (named if entry.kw_only else given).append(told)
        elif spelt:
            value = spelt
        if entry.init or spelt:
            body.append(f"    self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("    self.__post_init__()")
    parameters = ", ".join(("self", *given, *(("*", *named) if named else ())))
    spelt = "\n".join((f"def __init__({parameters}):", *(body or ("    pass",))))
    exec(spelt, names)  # names of fields, nothing else
    made: Callable[..., None] = names["__init__"]
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
