"""A simulation as a file, and read again.

The file is JSON (`docs/playing.md` describes it). It holds the counts themselves, so that reports of one plan can be merged;
what is worked out of them stands beside. Same simulation, same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pnp.play.coverage import Thing
from pnp.play.figures import Spread, account_rounds, cover, deeds, endings, finals, plain, verbs, wins
from pnp.play.simulate import MergeError, Plan, Simulation
from pnp.play.tally import Account, Tally

FORMAT: Final = 1
KIND: Final = "pnp simulation"


def write(simulation: Simulation) -> str:
    """A simulation as a file, with all that is worked out of it."""
    plan = simulation.plan
    told = {
        "kind": KIND,
        "format": FORMAT,
        "plan": {
            "game": plan.game,
            "title": plan.title,
            "content": plan.content,
            "program": plan.program,
            "seed": plan.seed,
            "seats": list(plan.seats),
            "agents": list(plan.agents),
            "options": dict(plan.options),
        },
        "games": [[start, stop - 1] for start, stop in simulation.spans],
        "summary": summary(simulation) if simulation.games else {},
        "coverage": _coverage(simulation),
        "things": [[one.ref, one.name, one.where, one.accepted] for one in simulation.things],
        "names": dict(sorted(simulation.names.items())),
        "tally": simulation.tally.raw(),
    }
    return _lines(told) + "\n"


def _lines(told: Mapping[str, Any]) -> str:
    """JSON that people can read and compare: a line for each row of a list."""
    parts = []
    for key, value in told.items():
        if isinstance(value, dict):
            inner = (f"  {json.dumps(name)}: {_rows(one, '   ')}" for name, one in value.items())
            text = "{\n" + ",\n".join(inner) + "\n }" if value else "{}"
        else:
            text = _rows(value, "  ")
        parts.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _rows(value: Any, indent: str) -> str:
    if isinstance(value, list) and any(isinstance(row, list | dict) for row in value):
        return "[\n" + ",\n".join(indent + json.dumps(row, ensure_ascii=False) for row in value) + f"\n{indent[1:]}]"
    return json.dumps(value, ensure_ascii=False)


def summary(simulation: Simulation) -> dict[str, Any]:
    """What is worked out of at least one game."""
    tally, games = simulation.tally, simulation.games
    rounds = plain(tally.rounds)
    return {
        "games": games,
        "wins": [{"seat": seat, "agent": agent, **rate.json()} for seat, agent, rate in wins(simulation)],
        "endings": [{"reason": why, "winners": list(who), **rate.json()} for why, who, rate in endings(simulation)],
        "moves": Spread.of(plain(tally.moves)).json(),
        "rounds": Spread.of(rounds).json() if rounds else None,
        "accounts": [_account(simulation, *entry) for entry in account_rounds(simulation)],
        "final": [{**_key(account), **spread.json()} for account, spread in finals(simulation)],
        "deeds": [
            {"what": word, "who": list(one.parties), "times": one.times, "amount": one.amount}
            for word, rows in deeds(simulation)
            for one in rows
        ],
        "choices": [
            {"seat": seat, "verb": verb, "times": times} for seat, rows in verbs(simulation) for verb, times in rows
        ],
    }


def _key(account: Account) -> dict[str, str]:
    return dict(zip(("zone", "owner", "kind"), account, strict=True))


def _account(simulation: Simulation, account: Account, rounds: Iterable[tuple[int, int, Spread]]) -> dict[str, Any]:
    rows = [{"round": round, "games": games, **spread.json()} for round, games, spread in rounds]
    return {**_key(account), "rounds": rows}


def _coverage(simulation: Simulation) -> dict[str, Any]:
    told = cover(simulation)
    return {
        "families": [{"family": name, "things": all, "used": used} for name, all, used in told.families],
        "unused": [{"ref": one.ref, "name": one.name, "where": one.where} for one in told.idle],
        "accepted": [{"ref": one.ref, "where": one.where, "says": one.accepted} for one in told.accepted],
        "used-though-accepted": [one.ref for one in told.used_after_all],
        "not-told": list(told.silent),
        "not-printed": list(told.strange),
    }


def read(text: str, name: str) -> Simulation:
    """A simulation from its file, of which `name` is told. Raises `MergeError`."""
    try:
        raw = json.loads(text)
        if raw["kind"] != KIND:
            raise ValueError
        if raw["format"] != FORMAT:
            raise MergeError(f"'{name}' is of another format ({raw['format']}) than this pnp writes ({FORMAT})")
        return _read(raw)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as fault:
        raise MergeError(f"'{name}' is no simulation: `pnp simulate --out part.json` makes one") from fault


def _read(raw: Mapping[str, Any]) -> Simulation:
    plan = raw["plan"]
    tally = Tally.read(raw["tally"])
    spans = tuple((int(first), int(last) + 1) for first, last in raw["games"])
    if tally.games != sum(stop - start for start, stop in spans):
        raise ValueError
    return Simulation(
        plan=Plan(
            game=str(plan["game"]),
            title=str(plan["title"]),
            content=str(plan["content"]),
            program=str(plan["program"]),
            seed=int(plan["seed"]),
            seats=tuple(map(str, plan["seats"])),
            agents=tuple(map(str, plan["agents"])),
            options=tuple((key, str(value)) for key, value in plan["options"].items()),
        ),
        spans=spans,
        tally=tally,
        things=tuple(Thing(*map(str, row)) for row in raw["things"]),
        names={ref: str(name) for ref, name in raw["names"].items()},
    )
