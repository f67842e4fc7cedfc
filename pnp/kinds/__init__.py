"""Component kinds: counter, standee, card, mat, map, track, chart. Each module makes batches of faces from a game's records."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from pnp.model.game import Game

KINDS: Final = (
    ("counter", "counters"), ("standee", "counters"), ("card", "decks"), ("mat", "mats"), ("map", "boards"),
    ("track", "tracks"), ("chart", "charts"),
)  # fmt: skip
"""Modules that satisfy `base.Kind`, in the order in which their files are listed, each with its section of a game."""


def of(game: Game) -> Iterator[Any]:
    """The kinds that a game has something of. The others are not even imported: a map's takes longer than a deck's drawing."""
    yield from (import_module(f"{__name__}.{name}") for name, section in KINDS if getattr(game, section))
