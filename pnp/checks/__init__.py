"""Checks of a game's data beyond its shape: one module a side of the game, run in this order."""

from __future__ import annotations

from collections.abc import Callable
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
    ("network", ("boards",)),
    ("pieces", ("setup",)),
    ("figures", ("counters",)),
    ("colours", ("sides", "boards", "attributes")),
    ("decks", ("decks",)),
    ("examples", ("examples", "cases")),
    ("assertions", ("checks",)),
    ("engine", ()),
    ("coverage", ("coverage",)),
    ("files", ()),
    ("unused", ()),
)


def run(loaded: Loaded, found: Found) -> None:
    """Every check over one game."""
    for name, sections in CHECKS:
        if not sections or any(getattr(loaded.game, section) for section in sections):
            import_module(f"{__name__}.{name}").check(loaded, found)


def prove(loaded: Loaded, found: Found) -> None:
    """What the game's engine can prove: that it can be set up, its examples, its play files. Most games have none."""
    from pnp.engines import engine

    if engine(loaded.game.id) is not None:
        import_module(f"{__name__}.played").check(loaded, found)


def random(loaded: Loaded, found: Found, plays: int, tell: Callable[[str], None]) -> tuple[str, ...]:
    """So many games at random. What is wrong with the engine itself, rather than the content, is returned."""
    from pnp.checks import played

    return played.random(loaded, found, plays, tell)
