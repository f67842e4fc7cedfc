"""Small complete games for the kernel's tests: each an engine module, and a content folder named as it with hyphens."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, cast

from pnp.diag import Found
from pnp.engines.base import Engine
from pnp.model.game import Game
from pnp.model.load import load
from tests.engines import rock_paper_scissors, snap, tic_tac_toe, two_banks

HERE = Path(__file__).resolve().parent


class Toy(NamedTuple):
    """An engine and its content."""

    id: str
    engine: Engine
    folder: Path

    @property
    def game(self) -> Game:
        return read(self.folder)


def read(folder: Path) -> Game:
    """A game without a fault."""
    found = Found()
    loaded = load(folder, found)
    assert loaded is not None and not found.items, found.items
    return loaded.game


TOYS = (
    *(
        Toy(id, cast(Engine, module), HERE / id)
        for id, module in (("tic-tac-toe", tic_tac_toe), ("rock-paper-scissors", rock_paper_scissors), ("snap", snap))
    ),
    Toy("two-banks", cast(Engine, two_banks), HERE.parent / "toy"),
)
