"""What chance does at the table is what the printed tables say, and games branch as they did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from pnp.engines import engine
from pnp.engines.base import CHANCE, Engine
from pnp.engines.base.printed import faces
from pnp.model.game import Game
from pnp.model.tables import Table
from pnp.model.view import covers
from pnp.play.perft import perft
from pnp.play.playout import dice, pick
from tests.test_rules_told import GAMES, game

ROLLS = 100_000


class Throw(NamedTuple):
    """A state in which chance throws on a table: the column, what is added to the roll, and the state."""

    table: str
    column: str
    add: int
    state: Any


def throws(rules: Engine, printed: Game, plays: int) -> dict[tuple[str, str, int], Throw]:
    """The first throw on each column with each sum of modifiers, in some random games."""
    found: dict[tuple[str, str, int], Throw] = {}
    added = {f"modifier/{table.id}/{one.id}": one.by for table in printed.tables for one in table.modifiers}
    for number in range(plays):
        state = rules.setup(printed, rules.seats(printed, rules.FACTS.least), {})
        luck = dice(7, number)
        while turn := rules.turn(state):
            if turn == CHANCE:
                move = pick(rules.chances(state), luck.chance.random())
            else:
                moves = rules.moves(state, turn[0])
                move = moves[int(luck.agents.random() * len(moves))]
            before, (state, events) = state, rules.play(state, turn[0], move)
            if turn == CHANCE:
                for table, column, _, refs in cells(events[:1]):
                    throw = Throw(table, column, sum(added.get(ref, 0) for ref in refs), before)
                    found.setdefault(throw[:3], throw)
    return found


def cells(events: Any) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """The cells of tables that events name: table, column, row, and all the event's references."""
    for event in events:
        for ref in event.refs:
            family, _, rest = ref.partition("/")
            if family == "cell" and event.what == "rolled":
                table, column, row = rest.split("/", 2)
                yield table, column, row, event.refs


def row(table: Table, roll: int) -> str:
    """The row that covers a roll; one beyond the table counts as its first or last."""
    net = min(max(roll, 1), faces(table))
    return next(line.key for line in table.rows if covers(line, net))


@pytest.mark.parametrize("id", GAMES)
def test_throws_come_out_as_the_table_says(id: str) -> None:
    """Each outcome of a throw leads to the cell of its net roll, and 100,000 throws to each as often as there are faces
    for it: within five standard deviations."""
    rules, printed = engine(id), game(id)
    assert rules is not None
    tables = {table.id: table for table in printed.tables if table.roll}
    seen = throws(rules, printed, 40)
    assert len({table for table, _, _ in seen}) >= len([t for t in rules.NEEDS.tables if t in tables]) // 2
    for throw in seen.values():
        table = tables[throw.table]
        outcomes = rules.chances(throw.state)
        exact: Counter[str] = Counter()
        led: dict[Any, str] = {}
        for face, (move, weight) in enumerate(outcomes, start=1):
            _, events = rules.play(throw.state, CHANCE[0], move)
            name, column, came, _ = next(cells(events))
            assert (name, column, came) == (throw.table, throw.column, row(table, face + throw.add)), move
            exact[came] += weight
            led[move] = came
        luck = dice(11, 0).chance
        many = ROLLS if throw.table in rules.NEEDS.modifiers and not throw.add else ROLLS // 50
        thrown = Counter(led[pick(outcomes, luck.random())] for _ in range(many))
        for came, weight in exact.items():
            share = weight / sum(exact.values())
            assert abs(thrown[came] - many * share) <= 5 * sqrt(many * share * (1 - share)) + 1, (throw[:3], came)


COUNTS = yaml.safe_load((Path(__file__).parent / "perft.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("known", COUNTS, ids=lambda known: f"{known['game']}-{known['position']}")
def test_games_branch_as_they_did(known: dict[str, Any]) -> None:
    rules, printed = engine(known["game"]), game(known["game"])
    assert rules is not None
    places = {one.id: one.position for one in (*printed.examples, *printed.cases)}
    if known["position"] == "setup":
        state = rules.setup(printed, rules.seats(printed, rules.FACTS.least), {})
    else:
        state = rules.position(printed, places[known["position"]])
    assert [perft(rules, state, depth) for depth in range(len(known["counts"]))] == known["counts"]
