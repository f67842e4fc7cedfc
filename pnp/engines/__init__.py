"""Rules engines, a module or a package a game, named as its content folder with underscores.

A game from elsewhere brings its engine in an installed package, under the entry point group `pnp.engines`; content never
names code.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pnp.engines.base import Engine

GROUP = "pnp.engines"


def engine(id: str) -> Engine | None:
    """The engine of a game, or None for a game that has none. Raises nothing for any id."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id):
        return None
    own = f"{__name__}.{id.replace('-', '_')}"
    if own != f"{__name__}.base" and find_spec(own):
        return cast("Engine", import_module(own))
    return _installed(id) if _announced(tuple(sys.path)) else None


def _installed(id: str) -> Engine | None:
    from importlib import metadata

    return next((cast("Engine", point.load()) for point in metadata.entry_points(group=GROUP, name=id)), None)


@cache
def _announced(places: tuple[str, ...]) -> bool:
    """Whether any package that is installed there names the group. Most games have no engine, and asking `metadata` costs as
    much time as reading a game does."""
    return any(GROUP.encode() in told for told in _announcements(places))


def _announcements(places: Iterable[str]) -> Iterator[bytes]:
    """The entry points of each package. There are dozens, and every command asks."""
    for place in places:
        with contextlib.suppress(OSError):
            for name in os.listdir(place or "."):  # noqa: PTH208
                if name.endswith("-info"):
                    told = f"{place or '.'}/{name}/entry_points.txt"
                    with contextlib.suppress(OSError), open(told, "rb") as file:  # noqa: PTH123
                        yield file.read()
