"""What the fields of records are annotated with: worked out when somebody asks, for most of it is never asked for."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Late(dict[str, Any]):
    """Names that a module imports when it is asked for them."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __missing__(self, name: str) -> Any:
        try:
            return getattr(self._module, name)
        except AttributeError:
            raise KeyError(name) from None


def annotation(record: Any, name: str) -> Any:
    """What a field of a record is annotated with."""
    return meant(*written(record, name))


def written(record: Any, name: str) -> tuple[str, str]:
    """The text of a field's annotation, and the module that knows its names."""
    owner = next(one for one in record.__mro__ if name in getattr(one, "__annotations__", ()))
    return owner.__annotations__[name], owner.__module__


def meant(text: str, module: str) -> Any:
    """What an annotation says."""
    known = sys.modules[module]
    return eval(text, vars(known), _Late(known))  # what this program declares, not what a game says


def untold(text: str) -> str:
    """An annotation without the sentence for people where that is its one note: such fields are read like any of the type."""
    kind, _, said = text.rpartition(", Doc(")
    quote = said[:1]
    alone = kind.startswith("Annotated[") and "," not in kind and said.count(quote) == 2 and said.endswith(f"{quote})]")
    return kind.removeprefix("Annotated[") if alone else text
