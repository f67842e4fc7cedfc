"""What the original rules state and what had to be designed: the one count that listings and the colophon show."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from pnp.model.game import Game
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """Records of one kind that say where they are from: the kind's class, what players call the designed ones, and how
    many of the kind there are in all."""

    kind: str
    designed: tuple[str, ...]
    total: int


def tallies(game: Game) -> tuple[Tally, ...]:
    """A tally of every kind that a game has, in the order in which the kinds first come."""
    found: dict[str, list[Any]] = {}
    for record in records(game):
        if hasattr(record, "source"):
            found.setdefault(type(record).__name__, []).append(record)
    return tuple(
        Tally(kind, tuple(label(one) for one in ones if one.source == "designed"), len(ones))
        for kind, ones in found.items()
    )


def counts(game: Game) -> tuple[int, int]:
    """How many records are stated by the original rules, and how many designed."""
    every = tallies(game)
    designed = sum(len(tally.designed) for tally in every)
    return sum(tally.total for tally in every) - designed, designed


def label(record: Any) -> str:
    """What a record is called: its name, else its id; '' for one that only its owner could name."""
    return str(getattr(record, "name", "") or getattr(record, "id", "") or "")


def records(record: object) -> Iterator[object]:
    """A record and all records within it."""
    if isinstance(record, tuple):
        for item in record:
            yield from records(item)
    elif dataclasses.is_dataclass(record):
        yield record
        for entry in dataclasses.fields(record):
            if entry.name != "where":
                yield from records(getattr(record, entry.name))
