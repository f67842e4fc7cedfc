"""`dataclass` as the standard library has it, but quick to declare and quick to make.

A frozen dataclass compiles six methods of its own, which takes a millisecond: for two hundred classes that is longer than
all else that a small command does, and what is left without them is still a tenth of it. And a field that is guarded at run
time is set at a third of the speed, which is felt at a million drawn things. So records share their methods, their `__init__`
is compiled when many of them are made, and that nobody assigns to one is seen by the type checker, for which this is the
standard library's. What `dataclasses` asks a record for (`fields`, `replace` …) is noted as that itself notes it.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field
from functools import cache
from itertools import repeat
from operator import attrgetter, ge, gt, le, lt
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final

__all__ = ("dataclass", "many")

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, order=False, slots=False, kw_only=False):  # noqa: ANN001, ANN201
        """As `dataclasses.dataclass`; where `frozen`, without the guard. The class is made anew, with slots or without."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, order=order, slots=slots, kw_only=kw_only)
        # A class with an `__eq__` of its own has a `__hash__`, or Python's nothing, too.
        said = _SHARED[frozen, eq] | cls.__dict__
        for name in _ITS_OWN:
            said.pop(name, None)
        bases = cls.__mro__[1:-1]
        fields = _Fields({name: said.pop(name, MISSING) for name in cls.__annotations__}, kw_only)
        said |= fields.slots(bases) if slots else fields.defaults()
        if order:
            said |= _ORDERED
        said["__qualname__"] = cls.__qualname__
        said["__match_args__"] = fields.places(bases)
        said["__dataclass_params__"] = _PARAMS
        said["__dataclass_fields__"] = fields
        fields.owner = made = type(cls)(cls.__name__, cls.__bases__, said)
        return made


@dataclasses.dataclass(init=False, repr=False, eq=False)
class _Sample:
    """What the standard library notes of a class, and of a field of its own."""

    field: int


_PARAMS: Final[Any] = vars(_Sample)["__dataclass_params__"]
_FIELD: Final[Any] = vars(_Sample)["__dataclass_fields__"]["field"]._field_type
# What a class that is made anew gets by itself.
_ITS_OWN: Final = ("__dict__", "__weakref__")


class _Fields:
    """A class's fields by name, first those of the classes that it comes from. They are made out when somebody asks for them:
    of most classes a command makes no record."""

    def __init__(self, own: dict[str, Any], kw_only: bool) -> None:
        self.owner: Any = None
        self._own, self._kw_only = own, kw_only
        for name, given in own.items():
            if given is not MISSING and type(given).__hash__ is None:
                raise ValueError(f"the default of '{name}' would be shared: use field(default_factory=…)")

    def __get__(self, record: object, cls: type) -> dict[str, Any]:
        known: dict[str, Any] = {}
        for base in self.owner.__mro__[:0:-1]:
            known |= getattr(base, "__dataclass_fields__", {})
        known |= {name: self._field(name, given) for name, given in self._own.items()}
        self.owner.__dataclass_fields__ = known
        return known

    def _field(self, name: str, given: Any) -> Any:
        entry: Any = given if isinstance(given, Field) else dataclasses.field(default=given)
        entry.name, entry.type, entry._field_type = name, self.owner.__annotations__[name], _FIELD
        if entry.kw_only is MISSING:
            entry.kw_only = self._kw_only
        return entry

    def places(self, bases: tuple[type, ...]) -> tuple[str, ...]:
        """The fields that are given by their place."""
        before = [name for base in bases[::-1] for name in base.__dict__.get("__match_args__", ())]
        plain = not self._kw_only
        own = [name for name, given in self._own.items() if (self._placed(given) if type(given) is Field else plain)]
        return tuple(dict.fromkeys(before + own))

    def _placed(self, given: Field[Any]) -> bool:
        return given.init and not (self._kw_only if given.kw_only is MISSING else given.kw_only)

    def slots(self, bases: tuple[type, ...]) -> dict[str, Any]:
        taken = {slot for base in bases for slot in base.__dict__.get("__slots__", ())}
        return {"__slots__": tuple([name for name in self._own if name not in taken])}

    def defaults(self) -> dict[str, Any]:
        """What a class without slots has of each field."""
        plain = [(name, given.default if isinstance(given, Field) else given) for name, given in self._own.items()]
        return {name: given for name, given in plain if given is not MISSING}


def _first(self: Any, *given: Any, **named: Any) -> None:
    """What a class's first records are made with, a field at a time: of a third of the classes no more are made, and to
    compile what all others are made with takes as long as twenty of them; longer where no other class has as many fields.
    That also says what is wrong with what is given."""
    cls: Any = next(cls for cls in type(self).__mro__ if cls.__dict__.get("__init__") is _first)
    _begun[cls] = number = _begun.get(cls, 0) + 1
    values = dict(zip(cls.__match_args__, given)) | named  # noqa: B905  # what is too much is seen by the number
    few = number < max(_FEW, len(cls.__dataclass_fields__) // 2)
    if few and len(values) == len(given) + len(named) and _filled(self, cls, values):
        return
    cls.__init__ = made = _init(cls)
    made(self, *given, **named)


_FEW: Final = 3
_begun: dict[type, int] = {}


def _filled(self: Any, cls: Any, values: dict[str, Any]) -> bool:
    """Set every field of a record to what is given, if nothing is missing and nothing is left over."""
    for name, entry in cls.__dataclass_fields__.items():
        if entry.init and name in values:
            value = values.pop(name)
        elif entry.default_factory is not MISSING:
            value = entry.default_factory()
        else:
            value = entry.default
        if value is not MISSING:
            setattr(self, name, value)
        elif entry.init:
            return False
    if values:
        return False
    if hasattr(cls, "__post_init__"):
        self.__post_init__()
    return True


def _init(cls: Any) -> Callable[..., None]:
    """What sets every field of a class, as `dataclasses` spells it. Classes of as many fields of such kinds share what is
    compiled, in which numbers stand for the fields, and each puts its own names in."""
    entries = _ordering(cls)
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


def _ordering(cls: Any) -> list[Any]:
    """A class's fields as its `__init__` takes them: by their place, by their name, not at all."""
    return sorted(cls.__dataclass_fields__.values(), key=lambda entry: (not entry.init, entry.kw_only))


def many(cls: Any, count: int, columns: Mapping[str, Iterable[Any]]) -> list[Any]:
    """So many records of a class, from a column of values for each field; what is left out is as in any record."""
    made = [*map(cls.__new__, repeat(cls, count))]
    given = [columns.get(entry.name, repeat(entry.default)) for entry in _ordering(cls) if entry.init]
    deque(map(_filling(cls), made, *given), maxlen=0)
    return made


@cache
def _filling(cls: Any) -> Callable[..., None]:
    """A class's `__init__`, which takes every field by its place."""
    made: Any = _init(cls)
    code = made.__code__
    made.__code__ = code.replace(co_argcount=code.co_argcount + code.co_kwonlyargcount, co_kwonlyargcount=0)
    return made  # type: ignore[no-any-return]


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


_ORDERED: Final = {f"__{sign.__name__}__": _ordered(sign) for sign in (lt, le, gt, ge)}


def _hashed(self: Any) -> int:
    return hash(_values(type(self))(self))


# What classes share, by whether they are frozen and are compared by their fields.
_SHARED: Final[dict[tuple[bool, bool], dict[str, Any]]] = {
    (frozen, eq): {"__init__": _first, "__repr__": _said}
    | ({"__eq__": _equal, "__hash__": _hashed if frozen else None} if eq else {})
    for frozen in (False, True)
    for eq in (False, True)
}

_known: dict[type, Callable[[Any], Any]] = {}


def _values(cls: Any) -> Callable[[Any], Any]:
    """What gives the compared values of a class's records, made when first asked for."""
    if cls not in _known:
        names = [entry.name for entry in cls.__dataclass_fields__.values() if entry.compare]
        _known[cls] = attrgetter(*names) if names else lambda _: ()
    return _known[cls]
