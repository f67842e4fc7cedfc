"""What layouts ask of pieces, told at once: a layout asks every card of a deck for the same few fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from pnp.model.game import Game
from pnp.model.pieces import Card, Counter

if TYPE_CHECKING:
    from pnp.model.mats import Mat

    Kind = type[Card] | type[Counter] | type[Mat]
Teller = Callable[[Any], tuple[Any, ...]]


def declared(game: Game, kind: Kind) -> dict[str, str]:
    """The ids of the attributes that a kind of piece may carry, by how expressions call them."""
    return {one.id.replace("-", "_"): one.id for one in game.attributes if kind.__name__.lower() in one.of}


def own(kind: Kind) -> frozenset[str]:
    """The fields of a kind of piece that are values."""
    return frozenset(kind.__dataclass_fields__) - {"where", "values"}


def teller(game: Game, kind: Kind, fields: Iterable[str]) -> Teller:
    """What tells some fields of a piece, two at least, as expressions see them (see `view.Thing`). What is neither a field
    of its own nor an attribute follows from the piece and what is around it: told is which piece it is."""
    known, attributes = own(kind), declared(game, kind)
    given = [name for name in fields if name in attributes]
    plain = [name for name in fields if name not in attributes]
    get = attrgetter("where", *[name if name in known else "where" for name in plain])
    ids = [attributes[name] for name in given]
    order = itemgetter(*[["", *plain, *given].index(name) for name in fields])
    return lambda piece: order((*get(piece), *map(piece.values.get, ids, repeat(""))))
