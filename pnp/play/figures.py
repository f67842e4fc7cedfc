"""What a simulation comes to: rates with their intervals, spreads, who did what to whom, what was never used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any, Final, NamedTuple

from pnp.play import coverage
from pnp.play.coverage import Thing
from pnp.play.simulate import Simulation
from pnp.play.tally import Account
from pnp.records import dataclass

_Z: Final = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations


@dataclass(frozen=True, slots=True)
class Rate:
    """How often of how many, and between which rates the true one lies, at 95 %: Wilson's score interval."""

    times: int
    of: int

    @property
    def rate(self) -> float:
        return self.times / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        n, p, zz = self.of, self.rate, _Z * _Z
        middle = (p + zz / (2 * n)) / (1 + zz / n)
        half = _Z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n))
        # All or none: the end is known, whatever rounding makes of it.
        low, high = 0.0 if self.times == 0 else middle - half, 1.0 if self.times == n else middle + half
        return low, high

    def json(self) -> dict[str, Any]:
        low, high = self.interval
        return {"games": self.times, "rate": _round(self.rate), "low": _round(low), "high": _round(high)}


@dataclass(frozen=True, slots=True)
class Spread:
    """How numbers are spread: the mean, the extremes, and between them a tenth, half and nine tenths of the way."""

    mean: float
    least: int
    lower: int
    median: int
    upper: int
    most: int

    @classmethod
    def of(cls, histogram: Mapping[int, int]) -> Spread:
        """Of numbers with how often each came, at least one."""
        total = sum(histogram.values())
        mean = sum(number * times for number, times in histogram.items()) / total
        numbers = sorted(histogram)
        tenths = (_quantile(histogram, numbers, -(-total * tenth // 10)) for tenth in (1, 5, 9))
        lower, median, upper = tenths
        return cls(mean, numbers[0], lower, median, upper, numbers[-1])

    def json(self) -> dict[str, Any]:
        return {
            "mean": _round(self.mean),
            "least": self.least,
            "lower": self.lower,
            "median": self.median,
            "upper": self.upper,
            "most": self.most,
        }


def _quantile(histogram: Mapping[int, int], numbers: list[int], rank: int) -> int:
    """The number of that rank, the least being of rank 1."""
    for number in numbers:
        rank -= histogram[number]
        if rank <= 0:
            return number
    return numbers[-1]


def _round(number: float) -> float:
    return round(number, 6)


def wins(simulation: Simulation) -> Iterator[tuple[str, str, Rate]]:
    """Each seat with its agent, and how often it won (alone or with others)."""
    won: Counter[str] = Counter()
    for (_, *winners), games in simulation.tally.outcomes.items():
        won.update(dict.fromkeys(winners, games))
    for seat, agent in zip(simulation.plan.seats, simulation.plan.agents, strict=True):
        yield seat, agent, Rate(won[seat], simulation.games)


def endings(simulation: Simulation) -> Iterator[tuple[str, tuple[str, ...], Rate]]:
    """Each way in which games ended: why, who won, how often; the commonest first."""
    for (reason, *winners), games in sorted(simulation.tally.outcomes.items(), key=lambda entry: (-entry[1], entry[0])):
        yield reason, tuple(winners), Rate(games, simulation.games)


def plain(histogram: Counter[Any]) -> dict[int, int]:
    """A histogram by number."""
    return {number: times for (number,), times in sorted(histogram.items())}


def account_rounds(simulation: Simulation) -> Iterator[tuple[Account, tuple[tuple[int, int, Spread], ...]]]:
    """Each account with its rounds: the round, the games that came to it, what was held when it began."""
    begun = plain(simulation.tally.begun)
    held: dict[Account, dict[int, dict[int, int]]] = {}
    for (zone, owner, kind, round, value), games in simulation.tally.holdings.items():
        held.setdefault((zone, owner, kind), {}).setdefault(round, {})[value] = games
    for account, rounds in sorted(held.items()):
        yield account, tuple((round, games, _filled(rounds.get(round, {}), games)) for round, games in begun.items())


def finals(simulation: Simulation) -> Iterator[tuple[Account, Spread]]:
    """What each account held at the end."""
    held: dict[Account, dict[int, int]] = {}
    for (zone, owner, kind, value), games in simulation.tally.final.items():
        held.setdefault((zone, owner, kind), {})[value] = games
    yield from ((account, _filled(values, simulation.games)) for account, values in sorted(held.items()))


def _filled(values: Mapping[int, int], games: int) -> Spread:
    """The spread of what was held; in games that are not counted, nothing was."""
    none = games - sum(values.values())
    return Spread.of({**values, 0: none} if none else values)


def verbs(simulation: Simulation) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """Each seat with its choices: the verb, and how often; the commonest first."""
    for seat in simulation.plan.seats:
        chosen = [(verb, times) for (whose, verb), times in simulation.tally.verbs.items() if whose == seat]
        yield seat, tuple(sorted(chosen, key=lambda entry: (-entry[1], entry[0])))


class Deed(NamedTuple):
    """Who took part in what an engine tallies, how often, and how much it came to in all."""

    parties: tuple[str, ...]
    times: int
    amount: int


def deeds(simulation: Simulation) -> Iterator[tuple[str, tuple[Deed, ...]]]:
    """Each word that the engine tallies, with who took part in it; the commonest first."""
    tally = simulation.tally
    for word in sorted({word for word, *_ in tally.deeds}):
        rows = [Deed(key[1:], times, tally.amounts[key]) for key, times in tally.deeds.items() if key[0] == word]
        yield word, tuple(sorted(rows, key=lambda deed: (-deed.times, deed.parties)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """Coverage of play: each family with how many things it has and how many were used; what was never used, what of
    that the game accepts, what was used though the game accepts that it is not; families of which no event told."""

    families: tuple[tuple[str, int, int], ...]
    idle: tuple[Thing, ...]
    accepted: tuple[Thing, ...]
    used_after_all: tuple[Thing, ...]
    silent: tuple[str, ...]
    strange: tuple[str, ...]


def cover(simulation: Simulation) -> Cover:
    """What play used of what there is."""
    used = simulation.tally.uses
    counted = coverage.counted(simulation.things, used)
    there = Counter(thing.family for thing in counted)
    idle = coverage.idle(simulation.things, used)
    unused = Counter(thing.family for thing in idle)
    families = [*coverage.ALWAYS, *coverage.MAYBE]
    return Cover(
        families=tuple((name, there[name], there[name] - unused[name]) for name in families if there[name]),
        idle=tuple(thing for thing in idle if not thing.accepted),
        accepted=tuple(thing for thing in idle if thing.accepted),
        used_after_all=tuple(thing for thing in counted if thing.accepted and thing.ref in used),
        silent=tuple(sorted({thing.family for thing in simulation.things} - set(there))),
        strange=_strange(simulation),
    )


def _strange(simulation: Simulation) -> tuple[str, ...]:
    known = {thing.ref for thing in simulation.things}
    families = (*coverage.ALWAYS, *coverage.MAYBE)
    return tuple(sorted(ref for ref in simulation.tally.uses if ref not in known and ref.partition("/")[0] in families))


def named(simulation: Simulation) -> dict[str, str]:
    """The names of things, seats and supplies by reference."""
    return {**{thing.ref: thing.name for thing in simulation.things}, **simulation.names}
