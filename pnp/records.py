"""`dataclass` as the standard library has it, but quick to declare and quick to make.

A frozen dataclass compiles six methods of its own, which takes a millisecond: for two hundred classes that is longer than
all else that a small command does, and what is left without them is still a tenth of it. And a field that is guarded at run
time is set at a third of the speed, which is felt at a million drawn things. So records share their methods, their `__init__`
is compiled when the first of them is made, and that nobody assigns to one is seen by the type checker, for which this is the
standard library's. What `dataclasses` asks a record for (`fields`, `replace` …) is noted as that itself notes it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field
from operator import attrgetter, ge, gt, le, lt
from typing import TYPE_CHECKING, Any, Final

__all__ = ("dataclass",)

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, order=False, slots=False, kw_only=False):  # noqa: ANN001, ANN201
        """As `dataclasses.dataclass`; where `frozen`, without the guard."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, order=order, slots=slots, kw_only=kw_only)
        own, fields = set(cls.__dict__), _fields(cls, kw_only)
        made = _slotted(cls, fields) if slots else _open(cls, fields)
        made.__dataclass_fields__, made.__dataclass_params__ = fields, _PARAMS
        made.__match_args__ = tuple([name for name, entry in fields.items() if entry.init and not entry.kw_only])
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


@dataclasses.dataclass(init=False, repr=False, eq=False)
class _Sample:
    """What the standard library notes of a class, and of a field of its own."""

    field: int


_PARAMS: Final[Any] = vars(_Sample)["__dataclass_params__"]
_FIELD: Final[Any] = vars(_Sample)["__dataclass_fields__"]["field"]._field_type
# What a class that is made anew gets of its own.
_OWN: Final = frozenset(("__dict__", "__weakref__"))


def _fields(cls: Any, kw_only: bool) -> dict[str, Any]:
    """The fields of a class by name: first those of the classes that it comes from."""
    known: dict[str, Any] = {}
    for base in cls.__mro__[:0:-1]:
        known |= base.__dict__.get("__dataclass_fields__", {})
    for name, hint in cls.__annotations__.items():
        value = cls.__dict__.get(name, MISSING)
        entry: Any = value if isinstance(value, Field) else dataclasses.field(default=value)
        if type(entry.default).__hash__ is None:
            raise ValueError(f"'{cls.__name__}.{name}' would share its default: write field(default_factory=…)")
        entry.name, entry.type, entry._field_type = name, hint, _FIELD
        if entry.kw_only is MISSING:
            entry.kw_only = kw_only
        known[name] = entry
    return known


def _open(cls: Any, fields: dict[str, Any]) -> Any:
    """A class whose attributes are its fields' defaults."""
    for name in cls.__annotations__.keys() & cls.__dict__:
        if fields[name].default is MISSING:
            delattr(cls, name)
        else:
            setattr(cls, name, fields[name].default)
    return cls


def _slotted(cls: Any, fields: dict[str, Any]) -> Any:
    """The same class with slots, which none can be given once it is made."""
    taken = {slot for base in cls.__mro__[1:] for slot in base.__dict__.get("__slots__", ())}
    own = {name: value for name, value in cls.__dict__.items() if name not in fields and name not in _OWN}
    slots = tuple([name for name in fields if name not in taken])
    return type(cls)(cls.__name__, cls.__bases__, {**own, "__slots__": slots, "__qualname__": cls.__qualname__})


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
