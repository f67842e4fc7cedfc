"""What the original rules state and what had to be designed: the one count that listings and the colophon show."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from pnp.model.game import Game
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """Records of one kind that say where they are from: the kind's class, and what players call those that the original
    rules state, and those that were designed."""

    kind: str
    stated: tuple[str, ...]
    designed: tuple[str, ...]

    @property
    def total(self) -> int:
        return len(self.stated) + len(self.designed)


def tallies(game: Game) -> tuple[Tally, ...]:
    """A tally of every kind that a game has, in the order in which the kinds first come."""
    found: dict[str, list[Any]] = {}
    for record in records(game):
        if hasattr(record, "source"):
            found.setdefault(type(record).__name__, []).append(record)
    return tuple(Tally(kind, _labels(ones, "stated"), _labels(ones, "designed")) for kind, ones in found.items())


def _labels(records: list[Any], source: str) -> tuple[str, ...]:
    return tuple(label(one) for one in records if one.source == source)


def counts(game: Game) -> tuple[int, int]:
    """How many records are stated by the original rules, and how many designed."""
    every = tallies(game)
    return sum(len(tally.stated) for tally in every), sum(len(tally.designed) for tally in every)


def label(record: Any) -> str:
    """What players call a record; '' for one without a name: ids are not for them."""
    return str(getattr(record, "name", "") or "")


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
