"""Boards that tests of maps share: read from a folder, drawn without a fault, checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pnp.diag import Found
from pnp.draw.frame import Frame
from pnp.faces.workshop import Workshop
from pnp.kinds import map as maps
from pnp.model.board import Board
from pnp.model.load import Loaded, load


def read(folder: Path) -> Board:
    """The first board of a game."""
    loaded = load(folder, Found())
    assert loaded is not None
    return loaded.game.boards[0]


def drawn(folder: Path) -> Frame:
    """Its picture, of which nothing was to be said."""
    found = Found()
    loaded = load(folder, found)
    assert loaded is not None and not found.items, found.items
    frame = maps.draw(loaded.game.boards[0], Workshop.open(loaded.game, found))
    assert not found.items
    return frame


def checked(folder: Path, *checks: Callable[[Loaded, Found], None]) -> Found:
    """What some checks say of it."""
    found = Found()
    loaded = load(folder, found)
    assert loaded is not None
    for check in checks:
        check(loaded, found)
    return found
