"""A simulation as a file, and read again.

The file is JSON (`docs/playing.md` describes it). It holds the counts themselves, so that reports of one plan can be merged;
what is worked out of them stands beside. Same simulation, same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pnp.play import part
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
    except (ValueError, RecursionError) as fault:
        raise MergeError(_none(name)) from fault
    if not isinstance(raw, dict) or raw.get("kind") != KIND:
        raise MergeError(_none(name))
    form = raw.get("format")
    if type(form) is not int or form != FORMAT:
        told = part.shown(form) if "format" in raw else "none"
        raise MergeError(f"'{name}' is of another format ({told}) than this pnp writes ({FORMAT})")
    try:
        part.check(raw)
    except part.PartError as fault:
        raise MergeError(f"'{name}' is damaged: {fault}") from fault
    return _read(raw)


def _none(name: str) -> str:
    return f"'{name}' is no simulation: `pnp simulate --out part.json` makes one"


def _read(raw: Mapping[str, Any]) -> Simulation:
    """A simulation from what was checked."""
    plan = raw["plan"]
    return Simulation(
        plan=Plan(
            game=plan["game"],
            title=plan["title"],
            content=plan["content"],
            program=plan["program"],
            seed=plan["seed"],
            seats=tuple(plan["seats"]),
            agents=tuple(plan["agents"]),
            options=tuple(plan["options"].items()),
        ),
        spans=tuple((first, last + 1) for first, last in raw["games"]),
        tally=Tally.read(raw["tally"]),
        things=tuple(Thing(*row) for row in raw["things"]),
        names=raw["names"],
    )
