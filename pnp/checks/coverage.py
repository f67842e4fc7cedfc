"""What the game accepts as never used in play is something that play could use.

- `coverage/unknown`: a line of `coverage` names nothing that play could use.
"""

from __future__ import annotations

from pnp.diag import Found
from pnp.engines import engine
from pnp.model.load import Loaded
from pnp.play import coverage


def check(loaded: Loaded, found: Found) -> None:
    """Every line of `coverage`, of a game that has an engine."""
    ruled = engine(loaded.game.id)
    if ruled is not None and loaded.has("table", "row", "counter", "card", "space", "track", "phase"):
        coverage.unknown(loaded.game, ruled.NEEDS, found)
