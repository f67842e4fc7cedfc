"""Rules engines, a module or a package a game, named as its content folder with underscores.

A game from elsewhere brings its engine in an installed package, under the entry point group `pnp.engines`; content never
names code.
"""

from __future__ import annotations

import contextlib
import os
import re
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from pnp import where

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
    return _installed(id) if any(map(_announces, where.packages())) else None


def _installed(id: str) -> Engine | None:
    from importlib import metadata

    return next((cast("Engine", point.load()) for point in metadata.entry_points(group=GROUP, name=id)), None)


def _announces(package: str) -> bool:
    """Whether an installed package names the group. Most games have no engine, and asking `metadata` costs as much time as
    reading a game does; of dozens of packages few have entry points."""
    told = f"{package}/entry_points.txt"
    with contextlib.suppress(OSError):
        if os.access(told, os.R_OK):
            with open(told, "rb") as file:  # noqa: PTH123
                return GROUP.encode() in file.read()
    return False
