"""Checks of a game's data beyond its shape: one module a side of the game, run in this order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pnp.checks import (
    assertions,
    board,
    colours,
    decks,
    examples,
    files,
    pieces,
    tables,
    terrain,
    tracks,
    trends,
    unused,
)
from pnp.diag import Found
from pnp.model.load import Loaded

# A check's module has a docstring that is its manual page, and `check`, which puts what is wrong into `Found`.
CHECKS: Final[tuple[Callable[[Loaded, Found], None], ...]] = (
    tables.check,
    trends.check,
    tracks.check,
    board.check,
    terrain.check,
    pieces.check,
    colours.check,
    decks.check,
    examples.check,
    assertions.check,
    files.check,
    unused.check,
)


def run(loaded: Loaded, found: Found) -> None:
    """Every check over one game."""
    for one in CHECKS:
        one(loaded, found)
