"""Rules engines, a module or a package a game, named as its content folder with underscores.

A game from elsewhere brings its engine in an installed package, under the entry point group `pnp.engines`; content never
names code.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
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
    """Whether any installed package names the group. Most games have no engine, and asking `metadata` costs as much time as
    reading a game does."""
    files = (file for path in places for file in Path(path).glob("*-info/entry_points.txt"))
    return any(GROUP in file.read_text("utf-8", "replace") for file in files)
