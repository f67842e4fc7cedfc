"""What the file of a simulation must hold, told as data, and checked whole before anything of it is used.

A check takes a value and where it stands, and raises `PartError` with one clause: where, what is there, what was expected.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Check = Callable[[Any, str], None]

# No count, round or value of a game comes near; sums of many parts stay whole numbers in every reader of JSON.
_MOST: Final = 10**12
_SHOWN: Final = 40
# No content file may hold them; they would steer the terminal, or cannot be written at all.
_UNWRITTEN: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class PartError(ValueError):
    """A value of a part that is not what stands there."""

    def __init__(self, at: str, there: str, expected: str) -> None:
        super().__init__(f"'{at}' is {there}, and {expected} was expected")


def shown(value: Any) -> str:
    """A value in few words."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    told = json.dumps(value[:_SHOWN] if isinstance(value, str) else value)
    return told if len(told) <= _SHOWN else f"{told[:_SHOWN]}…"


def whole(least: int | None = None, most: int | None = _MOST) -> Check:
    """A whole number between two, either of which may be open."""
    low = "" if least is None else f" from {least}"
    expected = f"a whole number{low}" + ("" if most is None else f" up to {most:,}")

    def check(value: Any, at: str) -> None:
        if type(value) is not int or (least is not None and value < least) or (most is not None and value > most):
            raise PartError(at, shown(value), expected)

    return check


def text(value: Any, at: str) -> None:
    """Text that a file can hold."""
    if not isinstance(value, str):
        raise PartError(at, shown(value), "text")
    if not value.isprintable() and _UNWRITTEN.search(value):
        raise PartError(at, shown(value), "text without control characters or half ones")


def digest(value: Any, at: str) -> None:
    """A sha256."""
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
        raise PartError(at, shown(value), "a sha256 in 64 digits")


def several(of: Check, least: int = 0) -> Check:
    """A list."""

    def check(value: Any, at: str) -> None:
        if not isinstance(value, list) or len(value) < least:
            raise PartError(at, shown(value), f"a list of {least} or more" if least else "a list")
        for number, one in enumerate(value):
            of(one, f"{at}[{number}]")

    return check


def row(*parts: Check, says: str, more: Check | None = None) -> Check:
    """A list of just these values; with `more`, any number of such stand before the last of them."""

    def check(value: Any, at: str) -> None:
        extra = len(value) - len(parts) if isinstance(value, list) else -1
        if extra < 0 or (extra and more is None):
            raise PartError(at, shown(value), f"[{says}]")
        between = (more,) * extra if more else ()
        for number, (part, one) in enumerate(zip((*parts[:-1], *between, parts[-1]), value, strict=True)):
            part(one, f"{at}[{number}]")

    return check


def each(of: Check) -> Check:
    """An object of any keys."""

    def check(value: Any, at: str) -> None:
        if not isinstance(value, dict):
            raise PartError(at, shown(value), "an object")
        for key, one in value.items():
            text(key, f"a key of {at}")
            of(one, f"{at}.{shown(key)[1:-1]}")

    return check


def keyed(keys: Mapping[str, Check]) -> Check:
    """An object that has these keys, and may have others."""

    def check(value: Any, at: str) -> None:
        if not isinstance(value, dict):
            raise PartError(at, shown(value), "an object")
        for key, of in keys.items():
            inner = f"{at}.{key}" if at else key
            if key not in value:
                raise PartError(inner, "missing", "a value")
            of(value[key], inner)

    return check


_GAMES: Final = whole(1)


def _counted(*parts: Check, says: str, more: Check | None = None, count: Check = _GAMES) -> Check:
    """Rows of a tally, whose last number is the count."""
    return several(row(*parts, count, says=f"{says}, count", more=more))


_PLAN: Final[dict[str, Check]] = {
    "game": text, "title": text, "content": digest, "program": digest, "seed": whole(0, None),
    "seats": several(text, 1), "agents": several(text, 1), "options": each(text),
}  # fmt: skip
_TALLY: Final[dict[str, Check]] = {
    "games": whole(0),
    "outcomes": _counted(text, says="reason, winners…", more=text),
    "moves": _counted(whole(0), says="moves"),
    "rounds": _counted(whole(0), says="rounds"),
    "begun": _counted(whole(0), says="round"),
    "verbs": _counted(text, text, says="seat, verb"),
    "uses": _counted(text, says="reference"),
    "appearances": _counted(text, says="reference"),
    "deeds": _counted(text, says="word, who…", more=text),
    "amounts": _counted(text, says="word, who…", more=text, count=whole(-_MOST)),
    "holdings": _counted(text, text, text, whole(0), whole(-_MOST), says="zone, owner, kind, round, value"),
    "final": _counted(text, text, text, whole(-_MOST), says="zone, owner, kind, value"),
}  # fmt: skip
_WHOLE: Final = keyed(
    {
        "plan": keyed(_PLAN),
        "games": several(row(whole(1), whole(1), says="first, last")),
        "things": several(row(text, text, text, text, says="ref, name, where, accepted because")),
        "names": each(text),
        "tally": keyed(_TALLY),
    }
)


def check(raw: Any) -> None:
    """Raises `PartError` for what is no simulation, or does not add up to its games."""
    _WHOLE(raw, "")
    plan, tally = raw["plan"], raw["tally"]
    _seats(plan)
    _spans(raw["games"], tally["games"])
    for name in list(_TALLY)[1:]:
        _once(tally[name], f"tally.{name}")
    _games(tally)
    _choices(tally, plan["seats"])
    _same(tally, "uses", "appearances")
    _same(tally, "amounts", "deeds")
    _held(tally)


def _seats(plan: Mapping[str, Any]) -> None:
    seats, agents = plan["seats"], plan["agents"]
    if len(set(seats)) != len(seats):
        raise PartError("plan.seats", f"{len(seats)} of which two are one", "each seat once")
    if len(agents) != len(seats):
        raise PartError("plan.agents", shown(agents), f"one for each of {len(seats)} in 'plan.seats'")


def _spans(spans: Sequence[Sequence[int]], games: int) -> None:
    after = 0
    for number, (first, last) in enumerate(spans):
        if not after < first <= last:
            raise PartError(f"games[{number}]", f"[{first}, {last}]", f"[first, last] beyond game {after}")
        after = last
    held = sum(last - first + 1 for first, last in spans)
    if held != games:
        raise PartError("tally.games", f"{games}", f"{held}, as many as 'games' holds,")


def _once(rows: Sequence[Sequence[Any]], at: str) -> None:
    seen: set[tuple[Any, ...]] = set()
    for number, (*key, _) in enumerate(rows):
        if tuple(key) in seen:
            raise PartError(f"{at}[{number}]", "a row that stands there twice", "each once")
        seen.add(tuple(key))


def _games(tally: Mapping[str, Any]) -> None:
    """Every game ends once, and has a number of moves; in games of rounds, a number of rounds."""
    for name in ("outcomes", "moves", "rounds"):
        total = sum(one[-1] for one in tally[name])
        if total != tally["games"] and (name != "rounds" or tally[name]):
            raise PartError(f"tally.{name}", f"of {total} games in all", f"{tally['games']}")


def _choices(tally: Mapping[str, Any], seats: Sequence[str]) -> None:
    for number, (seat, _, _) in enumerate(tally["verbs"]):
        if seat not in seats:
            raise PartError(f"tally.verbs[{number}][0]", shown(seat), "one of 'plan.seats'")
    made, told = sum(one[-1] for one in tally["verbs"]), sum(moves * games for moves, games in tally["moves"])
    if made != told:
        raise PartError("tally.verbs", f"of {made} moves in all", f"{told}, as 'tally.moves' says,")


def _same(tally: Mapping[str, Any], one: str, other: str) -> None:
    """Two tallies of the same things."""
    left, right = ({tuple(key) for *key, _ in tally[name]} for name in (one, other))
    if left != right:
        missing = min(left ^ right)
        name, there = (one, other) if missing in right else (other, one)
        raise PartError(f"tally.{name}", f"without {shown(' '.join(missing))}", f"all that 'tally.{there}' has")


def _held(tally: Mapping[str, Any]) -> None:
    """An account holds one value in a game, and at the beginning of a round that games came to."""
    begun = dict(tally["begun"])
    held = Counter[tuple[Any, ...]]()
    for number, (*account, round, _, games) in enumerate(tally["holdings"]):
        held[*account, round] += games
        if held[*account, round] > begun.get(round, 0):
            raise PartError(
                f"tally.holdings[{number}]", f"of {held[*account, round]} games", _atmost(begun.get(round, 0))
            )
    ended = Counter[tuple[Any, ...]]()
    for number, (*account, _, games) in enumerate(tally["final"]):
        ended[tuple(account)] += games
        if ended[tuple(account)] > tally["games"]:
            raise PartError(f"tally.final[{number}]", f"of {ended[tuple(account)]} games", _atmost(tally["games"]))


def _atmost(games: int) -> str:
    return f"{games} at most"
