"""Everything in a game that has an id."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pnp.model import families
from pnp.model.decode import FAMILIES
from pnp.model.game import Game
from pnp.show.base import Thing

_KNOWN: Final = tuple(FAMILIES)


def things(game: Game) -> tuple[Thing, ...]:
    """Records by their place in the game, then its own drawings and layouts, then the house's."""
    folder = Path(game.folder)
    sections = (getattr(game, one.name) for one in dataclasses.fields(game) if one.name not in ("where", "game"))
    found = [thing for section in sections for thing in _within(section, ())]
    icons, layouts = families.art(folder), families.layouts(folder)
    for kind, own, house in (
        ("icon", icons, families.house_art()),
        ("layout", layouts, families.house_layouts()),
    ):
        found += [Thing(kind, id, (kind,), span) for id, span in own.items()]
        found += [Thing(kind, id, (kind,), span) for id, span in house.items() if id not in own]
    return tuple(found)


def noun(record: Any) -> str:
    """What diagnostics call a record: ``player-turn``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(record).__name__).lower()


def _within(value: Any, owners: tuple[Thing, ...]) -> Iterator[Thing]:
    """The things of a value, each before those within it."""
    if isinstance(value, tuple):
        for item in value:
            yield from _within(item, owners)
    elif dataclasses.is_dataclass(value) and hasattr(value, "where"):
        record: Any = value
        if hasattr(record, "id"):
            known = dict(_KNOWN).get(type(record).__name__, ())
            thing = Thing(noun(record), record.id, known, record.where.of("id"), record, owners)
            yield thing
            owners = (*owners, thing)
        for one in dataclasses.fields(record):
            if one.name not in ("where", "values"):
                yield from _within(getattr(record, one.name), owners)
