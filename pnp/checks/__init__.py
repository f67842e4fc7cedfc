"""Checks of a game's data beyond its shape: one module a side of the game, run in this order."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from pnp.diag import Found
from pnp.model.load import Loaded

# A check's module has a docstring that is its manual page, and `check`, which puts what is wrong into `Found`. It is
# imported, and run, where the game has one of its sections; () is for what looks at every game.
CHECKS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("tables", ("tables",)),
    ("trends", ("tables",)),
    ("tracks", ("tracks",)),
    ("board", ("boards",)),
    ("terrain", ("boards",)),
    ("pieces", ("setup",)),
    ("colours", ("sides", "boards", "attributes")),
    ("decks", ("decks",)),
    ("examples", ("examples", "cases")),
    ("assertions", ("checks",)),
    ("files", ()),
    ("unused", ()),
)


def run(loaded: Loaded, found: Found) -> None:
    """Every check over one game."""
    for name, sections in CHECKS:
        if not sections or any(getattr(loaded.game, section) for section in sections):
            import_module(f"{__name__}.{name}").check(loaded, found)
