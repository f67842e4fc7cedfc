"""Nothing is defined for nothing (warnings).

- `unused/attribute`: an attribute that no piece, card or space has.
- `unused/parameter`: a parameter that no table, text or assertion asks for.
- `unused/terrain`: a terrain that no box has.
- `unused/column`: two columns of a table have one id, so that one can never be looked up.
"""

from __future__ import annotations

import re
from pathlib import Path

from pnp.diag import Found
from pnp.model.game import Game
from pnp.model.load import Loaded

_PARAMETER = re.compile(r"param\(\s*['\"]([a-z0-9-]+)['\"]")


def check(loaded: Loaded, found: Found) -> None:
    """Warn of what nothing uses. Only when everything could be read."""
    if not loaded.whole:
        return
    game = loaded.game
    _attributes(game, found)
    _parameters(game, found)
    for board in game.boards:
        there = {space.terrain for space in board.spaces}
        for terrain in board.terrains:
            if terrain.id not in there:
                message = f"no box of '{board.id}' is {terrain.id}"
                found.warning("unused/terrain", terrain.where.of("id"), message)
    for table in game.tables:
        seen: set[str] = set()
        for column in table.columns:
            if column.id in seen:
                message = f"the column '{column.id}' of '{table.id}' is there twice"
                found.warning("unused/column", column.where.of("id"), message)
            seen.add(column.id)


def _attributes(game: Game, found: Found) -> None:
    records = [counter for _, counter in game.pieces()]
    carried = {key for record in records for key in record.where.keys}
    carried |= {key for group in game.counters for key in group.where.keys}
    carried |= {key for deck in game.decks for card in deck.cards for key in card.where.keys}
    carried |= {key for board in game.boards for space in board.spaces for key in space.where.keys}
    for attribute in game.attributes:
        if attribute.id not in carried and attribute.default is None:
            message = f"nothing has the attribute '{attribute.id}'"
            found.warning("unused/attribute", attribute.where.of("id"), message, "give it to a piece, or take it away")


def _parameters(game: Game, found: Found) -> None:
    """A parameter is used by whatever text of the game's folder asks for it."""
    if not game.parameters:
        return
    folder = Path(game.folder)
    files = (path for pattern in ("*.yaml", "rules/*.md", "faces/*.yaml") for path in sorted(folder.glob(pattern)))
    asked = {name for path in files for name in _PARAMETER.findall(path.read_text("utf-8", "replace"))}
    for parameter in game.parameters:
        if parameter.id not in asked:
            message = f"nothing asks for the parameter '{parameter.id}'"
            found.warning("unused/parameter", parameter.where.of("id"), message, "use it, or take it away")
