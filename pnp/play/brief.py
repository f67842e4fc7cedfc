"""What a simulation comes to, in the few lines that fit a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.play.coverage import Thing
from pnp.play.figures import Rate, Spread, cover, endings, named, plain, wins
from pnp.play.simulate import Simulation

_LISTED = 12


def text(simulation: Simulation, folder: str = "") -> str:
    """Who won, why, how long it took, what was never used; `folder` is put before the places of files."""
    plan, names = simulation.plan, named(simulation)
    lines = [f"{plan.title}: {counted(simulation.games, 'game')}{_which(simulation)}, seed {plan.seed}"]
    if simulation.games:
        lines += ["", *_wins(simulation, names), "", *_endings(simulation, names), "", *_length(simulation)]
        lines += ["", *_coverage(simulation, folder)]
    return "\n".join(lines)


def _which(simulation: Simulation) -> str:
    """Which games, where they are not the first so many."""
    if len(simulation.spans) == 1 and simulation.spans[0][0] == 1:
        return ""
    spans = (f"{start} to {stop - 1}" if stop - start > 1 else f"{start}" for start, stop in simulation.spans)
    return f" ({', '.join(spans)})" if simulation.spans else ""


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1,000 games."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def percent(rate: Rate) -> str:
    """A rate with its interval: 61.2 % (58.1 to 64.2)."""
    low, high = rate.interval
    return f"{100 * rate.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def spread(what: Spread) -> str:
    """A spread in words: 61 (40 to 88 in four of five games; 21 to 120 in all)."""
    return f"{what.median} ({what.lower} to {what.upper} in four of five games; {what.least} to {what.most} in all)"


def words(id: str) -> str:
    """An id as words."""
    return id.replace("-", " ")


def seat(name: str, names: dict[str, str]) -> str:
    """A seat's name for people."""
    return names.get(f"seat/{name}", name)


def _wins(simulation: Simulation, names: dict[str, str]) -> Iterator[str]:
    rows = [(seat(one, names), agent, rate) for one, agent, rate in wins(simulation)]
    width = max(len(name) for name, _, _ in rows)
    for name, agent, rate in rows:
        yield f"  {name.ljust(width)}  wins {percent(rate)}, played by {agent}"


def _endings(simulation: Simulation, names: dict[str, str]) -> Iterator[str]:
    for reason, winners, rate in endings(simulation):
        who = " and ".join(seat(one, names) for one in winners) or "nobody"
        yield f"  {rate.times:>7,}  {words(reason)}: {who}"


def _length(simulation: Simulation) -> Iterator[str]:
    yield f"  moves a game: {spread(Spread.of(plain(simulation.tally.moves)))}"
    if rounds := plain(simulation.tally.rounds):
        yield f"  rounds a game: {spread(Spread.of(rounds))}"


def _coverage(simulation: Simulation, folder: str) -> Iterator[str]:
    told = cover(simulation)
    shares = ", ".join(f"{used} of {counted(all, name)}" for name, all, used in told.families)
    yield f"  used: {shares}" if shares else "  nothing printed that play could use"
    if told.idle:
        yield f"  never used: {counted(len(told.idle), 'thing')}"
    for thing in told.idle[:_LISTED]:
        yield f"    {place(thing, folder)}: {thing.ref}  {thing.name}"
    if len(told.idle) > _LISTED:
        yield f"    and {len(told.idle) - _LISTED} more, in the report that --out writes"
    if told.accepted:
        yield f"  never used, and accepted by the game: {counted(len(told.accepted), 'thing')}"
    for thing in told.used_after_all:
        yield f"  used, though the game accepts it as unused: {thing.ref}"
    if told.strange:
        yield f"  named in events, and not printed: {', '.join(told.strange[:_LISTED])}"
    if told.silent:
        yield f"  the engine does not tell of each {', '.join(told.silent)}"


def place(thing: Thing, folder: str) -> str:
    """Where a thing is written."""
    return f"{folder}/{thing.where}" if folder else thing.where
