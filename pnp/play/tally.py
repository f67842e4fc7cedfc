"""What is counted of games: only sums and histograms of whole numbers, so that tallies add up in any order, and the memory
that a million games take is that of one.

What accounts hold is summed over kinds where the engine says what each is worth; `kind` is empty then. Each tally is a
`Counter` whose keys are tuples of words and numbers (or a word alone):

- ``outcomes``    (reason, winner, …)                      games that ended so
- ``moves``       (moves made, chance's not counted,)      games that took so many
- ``rounds``      (rounds,)                                games that lasted so many
- ``begun``       (round,)                                 games that came to a round
- ``verbs``       (seat, verb)                             moves made
- ``uses``        reference                                times that events named it
- ``appearances`` reference                                games in which an event named it
- ``deeds``       (word, reference, …)                     what the engine's `tallies` tell: how often
- ``amounts``     (word, reference, …)                     their amounts, summed
- ``holdings``    (zone, owner, kind, round, value)        what an account held when a round began, where not 0
- ``final``       (zone, owner, kind, value)               what it held at the end, where not 0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from pnp.engines.base import Engine, Event, Move, State
from pnp.model.game import Game
from pnp.play.playout import Played

TALLIES: Final = (
    "outcomes", "moves", "rounds", "begun", "verbs", "uses", "appearances", "deeds", "amounts", "holdings",
    "final",
)  # fmt: skip
# What took part in a deed, of all that an event names: who, else where, but not in which step nor by which table.
_WHO: Final = ("counter/", "card/", "seat/", "side/")
_WHERE: Final = ("space/", "zone/")
_CHANCE: Final = "chance"
Account = tuple[str, str, str]


class Tally:
    """Counts over games."""

    __slots__ = ("games", *TALLIES)

    def __init__(self) -> None:
        self.games = 0
        self.outcomes: Counter[Any] = Counter()
        self.moves: Counter[Any] = Counter()
        self.rounds: Counter[Any] = Counter()
        self.begun: Counter[Any] = Counter()
        self.verbs: Counter[Any] = Counter()
        self.uses: Counter[Any] = Counter()
        self.appearances: Counter[Any] = Counter()
        self.deeds: Counter[Any] = Counter()
        self.amounts: Counter[Any] = Counter()
        self.holdings: Counter[Any] = Counter()
        self.final: Counter[Any] = Counter()

    def merge(self, other: Tally) -> None:
        """Add the counts of other games."""
        self.games += other.games
        for name in TALLIES:
            getattr(self, name).update(getattr(other, name))

    def raw(self) -> dict[str, Any]:
        """As JSON holds it: each tally a sorted list of rows, the key's parts and then the count."""
        rows: dict[str, Any] = {"games": self.games}
        for name in TALLIES:
            counts = {_parts(key): count for key, count in getattr(self, name).items()}
            rows[name] = [[*key, counts[key]] for key in sorted(counts)]
        return rows

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Tally:
        """The inverse of `raw`. Raises KeyError, TypeError, ValueError for what is no tally."""
        tally = cls()
        tally.games = int(raw["games"])
        for name in TALLIES:
            alone = name in ("uses", "appearances")
            counts = {(row[0] if alone else tuple(row[:-1])): int(row[-1]) for row in raw[name]}
            getattr(tally, name).update(counts)
        return tally


def _parts(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


class Watcher:
    """Watches one game after the other and counts it once it is over."""

    def __init__(self, engine: Engine, worth: Mapping[str, int]) -> None:
        """`worth` is what each kind counts in an account, if they do not all count one."""
        self.tally = Tally()
        self._engine, self._worth = engine, worth
        self._round, self._deeds = engine.FACTS.round, frozenset(engine.FACTS.tallies)
        self._accounts = frozenset(engine.FACTS.accounts)
        self._events: list[Event] = []
        self._begun: list[tuple[int, Mapping[Account, int]]] = []

    def watch(self, state: State, events: Sequence[Event]) -> None:
        """See `playout`."""
        self._events.extend(events)
        if self._round:
            for event in events:
                if event.what == self._round:
                    self._begin(state, event)

    def _begin(self, state: State, event: Event) -> None:
        last = self._begun[-1][0] if self._begun else 0
        number = int(event.value) if event.value.isdecimal() else last + 1
        self._begun.append((number, self._held(state)))

    def _held(self, state: State) -> dict[Account, int]:
        """What the accounts hold, by zone, owner and kind."""
        held: dict[Account, int] = {}
        worth = self._worth
        if self._accounts:
            for (kind, place), count in self._engine.supply(state).items():
                if place.zone in self._accounts:
                    key = (place.zone, place.owner, "" if worth else kind)
                    held[key] = held.get(key, 0) + count * worth.get(kind, 1)
        return held

    def count(self, played: Played) -> None:
        """Add the game that was watched; the next one may begin. Raises whatever the engine raises."""
        tally, outcome = self.tally, self._engine.result(played.last)
        final = self._held(played.last)
        if outcome is None:
            raise ValueError("it is nobody's turn, and the game has no result")
        tally.games += 1
        tally.outcomes[(outcome.reason, *outcome.winners)] += 1
        self._count_moves(played.moves)
        self._count_events()
        for round, held in self._begun:
            tally.begun[(round,)] += 1
            tally.holdings.update((*account, round, value) for account, value in held.items() if value)
        tally.final.update((*account, value) for account, value in final.items() if value)
        self.forget()

    def forget(self) -> None:
        """Leave out the game that was watched."""
        self._events, self._begun = [], []

    def _count_moves(self, moves: Sequence[tuple[str, Move]]) -> None:
        verbs = Counter((seat, move.verb) for seat, move in moves if seat != _CHANCE)
        self.tally.verbs.update(verbs)
        self.tally.moves[(verbs.total(),)] += 1
        if self._round:
            self.tally.rounds[(self._begun[-1][0] if self._begun else 1,)] += 1

    def _count_events(self) -> None:
        events, tally = self._events, self.tally
        named = Counter(chain.from_iterable(event.refs for event in events))
        tally.uses.update(named)
        tally.appearances.update(named.keys())
        for event in events:
            if event.what in self._deeds:
                key = (event.what, *_parties(event))
                tally.deeds[key] += 1
                tally.amounts[key] += event.amount


def _parties(event: Event) -> tuple[str, ...]:
    """Who took part in it, else where it was, else what of its kind it was."""
    for family in (_WHO, _WHERE):
        if parties := tuple(ref for ref in event.refs if ref.startswith(family)):
            return parties
    return (event.value,) if event.value else ()


def worths(game: Game, engine: Engine) -> dict[str, int]:
    """What each kind of piece counts in an account; nothing where each counts one."""
    name = engine.FACTS.worth
    if not name:
        return {}
    pieces = [(counter.id, counter.values) for _, counter in game.pieces()]
    pieces += [(card.id, card.values) for deck in game.decks for card in deck.cards]
    values = ((id, declared.get(name)) for id, declared in pieces)
    return {id: value for id, value in values if isinstance(value, int) and not isinstance(value, bool)}
