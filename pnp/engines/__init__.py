"""Rules engines, a module or a package a game, named as its content folder with underscores.

A game from elsewhere brings its engine in an installed package, under the entry point group `pnp.engines`; content never
names code.
"""

from __future__ import annotations

import re
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import cast

from pnp.engines.base import Engine

GROUP = "pnp.engines"


def engine(id: str) -> Engine | None:
    """The engine of a game, or None for a game that has none. Raises nothing for any id."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id):
        return None
    own = f"{__name__}.{id.replace('-', '_')}"
    if own != f"{__name__}.base" and find_spec(own):
        return cast(Engine, import_module(own))
    for point in metadata.entry_points(group=GROUP, name=id):
        return cast(Engine, point.load())
    return None
