"""What examples of every game say and ask in the same words: settings of a position, and facts of what was played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pnp.engines.base.move import Move
from pnp.engines.base.protocol import CHANCE, PositionError, Seats, Trace
from pnp.model.rules import Position

D = TypeVar("D")

Answer = Callable[[Trace, str], str | None]
"""A fact: of what was played, about what stands behind the point of its key; None where that is nothing it knows."""


def settle(draft: D, position: Position, known: Mapping[str, Callable[[D, str, str], None]], forms: str) -> None:
    """Carries out the settings of a position, ``word.about=value`` each, by their words. Raises `PositionError` for one that is
    not known, or that its own function refuses with a KeyError, a ValueError or an IndexError; `forms` lists what there is."""
    for setting in position.settings:
        key, _, value = setting.partition("=")
        word, _, about = key.partition(".")
        try:
            known[word](draft, about, value)
        except (KeyError, ValueError, IndexError):
            raise PositionError(f"'{setting}' is no setting of this game: {forms}", position) from None


def answer(own: Mapping[str, Answer], trace: Trace, key: str) -> str | None:
    """A fact of a game's own, or one of `SHARED`; None for a key that neither knows."""
    word, _, about = key.partition(".")
    found = own.get(word) or SHARED.get(word)
    return found(trace, about) if found else None


def whose(turn: Callable[[Any], Seats]) -> Answer:
    """``turn``: who decides now."""

    def told(trace: Trace, about: str) -> str:
        seats = turn(trace.last)
        return CHANCE[0] if seats == CHANCE else " ".join(seats) or "nobody"

    return told


def _open(trace: Trace, about: str) -> str:
    """``open.take.1``: whether a move is open now whose first words are these, joined by points."""
    words = tuple(about.split("."))
    moves = (move if isinstance(move, Move) else move[0] for move in trace.last.open)
    return "yes" if any((move.verb, *move.args)[: len(words)] == words for move in moves) else "no"


def _happened(trace: Trace, about: str) -> str:
    """``happened.captured``, ``happened.captured.much``: how often something did, or did to (or by) somebody."""
    what, _, whom = about.partition(".")
    events = (event for event in trace.events if event.what == what)
    return str(sum(not whom or any(ref.endswith(f"/{whom}") for ref in event.refs) for event in events))


def _over(trace: Trace, about: str) -> str:
    return str(trace.last.over.reason) if trace.last.over else "no"


def _winners(trace: Trace, about: str) -> str:
    return " ".join(trace.last.over.winners) if trace.last.over else "nobody"


SHARED: Final[Mapping[str, Answer]] = MappingProxyType(
    {"open": _open, "happened": _happened, "over": _over, "winners": _winners}
)
"""Of engines whose states have `open` and `over`."""
