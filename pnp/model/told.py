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
    """What tells some fields of a piece, at least two of them its own, as expressions see them (see `view.Thing`). What is
    neither a field of its own nor an attribute follows from the piece and what is around it: told is which piece it is."""
    known, attributes, fields = own(kind), declared(game, kind), [*fields]
    given = [name for name in fields if name in attributes]
    plain = [name for name in fields if name not in attributes]
    get = attrgetter(*[name if name in known else "where" for name in plain])
    if not given:
        return get
    ids, told = [attributes[name] for name in given], [*plain, *given]
    carried: Teller = itemgetter(*ids) if len(ids) > 1 else lambda values: (values[ids[0]],)
    order: Teller = tuple if told == fields else itemgetter(*map(told.index, fields))

    def tell(piece: Any) -> tuple[Any, ...]:
        try:
            return order(get(piece) + carried(piece.values))
        except KeyError:  # it has no value for one of them
            return order((*get(piece), *map(piece.values.get, ids, repeat(""))))

    return tell
