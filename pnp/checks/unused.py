"""Nothing is defined for nothing (warnings).

- `unused/attribute`: an attribute that no piece, card or space has.
- `unused/parameter`: a parameter that no table, text or assertion asks for, nor the game's engine.
- `unused/terrain`: a terrain that no box has.
- `unused/colour`: a colour of the palette that nothing is drawn in.
- `unused/layout`: a layout of the game that no piece has and no other layout extends.
- `unused/art`: a drawing in `art/` that nothing shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pnp.diag import Found, Span
from pnp.engines import engine
from pnp.model import families
from pnp.model.base import Value
from pnp.model.game import Game
from pnp.model.load import Loaded

# Colours that house layouts, panels and maps take where the palette has them.
_TAKEN: Final = ("paper", "ink", "panel", "panel-tint", "vellum", "rubric")


def check(loaded: Loaded, found: Found) -> None:
    """Warn of what nothing uses, as far as everything could be read that might use it or misspells it."""
    game = loaded.game
    if loaded.has("attribute", "group", "counter", "deck", "card", "board", "space", "mat-set", "mat"):
        _attributes(game, found)
    if loaded.has("terrain", "board", "space"):
        _terrains(game, found)
    _columns(game, found)
    folder = Path(game.folder)
    palette = game.style.palette if game.style else ()
    layouts = families.layouts(folder)
    named = [*(one.id for one in game.parameters), *(one.id for one in palette if one.id not in _TAKEN), *layouts]
    if loaded.has("icon"):
        _art(folder, found)
    if named:
        words = families.words(folder, named)
        if loaded.whole:  # an expression that fails may well ask for it
            _parameters(game, words, found)
        if loaded.has("colour", "swatch"):
            _colours(game, words, found)
        if loaded.has("layout"):
            _layouts(layouts, words, found)


def _terrains(game: Game, found: Found) -> None:
    for board in game.boards:
        there = {space.terrain for space in board.spaces}
        for terrain in board.terrains:
            if terrain.id not in there:
                message = f"no box of '{board.id}' is {terrain.id}"
                found.warning("unused/terrain", terrain.where.of("id"), message, "take it away")


def _columns(game: Game, found: Found) -> None:
    for table in game.tables:
        seen: set[str] = set()
        for column in table.columns:
            if column.id in seen:
                message = f"the column '{column.id}' of '{table.id}' is there twice"
                found.warning("table/same-column", column.where.of("id"), message, "give one another id")
            seen.add(column.id)


def _attributes(game: Game, found: Found) -> None:
    missing = {attribute.id for attribute in game.attributes if attribute.default is None}
    for values in _values(game):
        if not missing:
            return
        missing.difference_update(values)
    for attribute in game.attributes:
        if attribute.id in missing:
            message = f"nothing has the attribute '{attribute.id}'"
            found.warning("unused/attribute", attribute.where.of("id"), message, "give it to a piece, or take it away")


def _values(game: Game) -> Iterator[Mapping[str, Value]]:
    yield from (group.values for group in game.counters)
    yield from (counter.values for _, counter in game.pieces())
    yield from (card.values for deck in game.decks for card in deck.cards)
    yield from (space.values for board in game.boards for space in board.spaces)
    yield from (mat.values for one in game.mats for mat in one.mats)


def _parameters(game: Game, words: Mapping[str, int], found: Found) -> None:
    if not game.parameters:
        return
    ruled = engine(game.id)
    read = ruled.NEEDS.parameters if ruled else ()
    for parameter in game.parameters:
        if words[parameter.id] < 2 and parameter.id not in read:
            message = f"nothing asks for the parameter '{parameter.id}'"
            found.warning("unused/parameter", parameter.where.of("id"), message, "use it, or take it away")


def _colours(game: Game, words: Mapping[str, int], found: Found) -> None:
    for swatch in game.style.palette if game.style else ():
        if swatch.id not in _TAKEN and words[swatch.id] < 2 and swatch.id not in _map_colours(game):
            message = f"nothing is drawn in '{swatch.id}'"
            found.warning("unused/colour", swatch.where.of("id"), message, "use it, or take it away")


def _map_colours(game: Game) -> tuple[str, ...]:
    """The names of colours that maps are drawn in."""
    if not game.boards:
        return ()
    from pnp.kinds.map.inks import HOUSE

    return tuple(name for name, _ in HOUSE)


def _art(folder: Path, found: Found) -> None:
    """Drawings of the game that nothing names. One that takes the place of a house one is named by the house."""
    house = families.house_art()
    drawings = {name: span for name, span in families.art(folder).items() if name not in house}
    shown = families.shown(folder, drawings) if drawings else ()
    for name, span in drawings.items():
        if name not in shown:
            message = f"nothing shows the drawing '{name}'"
            found.warning("unused/art", span, message, "name it in 'art', or take it away")


def _layouts(layouts: Mapping[str, Span], words: Mapping[str, int], found: Found) -> None:
    """The same of its layouts."""
    house = families.house_files()
    for name, span in layouts.items():
        if words[name] < 2 and name not in house:
            message = f"nothing has the layout '{name}'"
            found.warning("unused/layout", span, message, "name it in 'layout' or 'back', or take it away")
