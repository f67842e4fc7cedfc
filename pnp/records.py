"""`dataclass` as the standard library has it, but quick to declare and quick to make.

A frozen dataclass compiles six methods of its own, which takes a millisecond: for two hundred classes that is longer than
all else that a small command does. And a field that is guarded at run time is set at a third of the speed, which is felt at
a million drawn things. So frozen records share their methods, and that nobody assigns to one is seen by the type checker,
for which this is the standard library's.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
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
        if not frozen or order:
            return dataclasses.dataclass(cls, frozen=frozen, eq=eq, order=order, **more)
        own = set(cls.__dict__)
        made = dataclasses.dataclass(cls, repr=False, eq=False, **more)
        if "__repr__" not in own:
            made.__repr__ = _said
        if eq and "__eq__" not in own:
            made.__eq__, made.__hash__ = _equal, _hashed
        return made


def _said(self: Any) -> str:
    names = [entry.name for entry in self.__dataclass_fields__.values() if entry.repr]
    return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def _equal(self: Any, other: object) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    values = _values(type(self))
    return values(self) == values(other)


def _hashed(self: Any) -> int:
    return hash(_values(type(self))(self))


_known: dict[type, Callable[[Any], Any]] = {}


def _values(cls: Any) -> Callable[[Any], Any]:
    """What gives the compared values of a class's records, made when first asked for."""
    if cls not in _known:
        names = [entry.name for entry in cls.__dataclass_fields__.values() if entry.compare]
        _known[cls] = attrgetter(*names) if names else lambda _: ()
    return _known[cls]
