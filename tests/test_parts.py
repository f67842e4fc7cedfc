"""Parts of a simulation that are damaged, or are something else: a sentence that names the file and the place."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build import Misuse, playing, simulations
from pnp.build.playing import Table
from pnp.cli import main
from pnp.cli.simulate import _resumed
from pnp.limits import LIMITS
from pnp.play import brief, page, report, simulate
from pnp.play.simulate import MergeError
from pnp.play.tally import worths
from tests.engines import TOYS

TOY = next(toy for toy in TOYS if toy.id == "rock-paper-scissors")
WORKED_OUT = ("summary", "coverage")


@cache
def written() -> str:
    """A part of two games."""
    game, engine = TOY.game, TOY.engine
    seats = engine.seats(game, engine.FACTS.most)
    options = {option.id: option.default for option in engine.FACTS.options}
    table = Table(
        folder=TOY.folder,
        game=game,
        engine=engine,
        seats=seats,
        agents=("random",) * len(seats),
        options=options,
        seed=1,
        first=engine.setup(game, seats, options),
        worth=worths(game, engine),
    )
    empty = playing.empty(table)
    span, tally = simulate.run(engine, table.first, empty.plan, (1, 3), table.worth)
    return report.write(dataclasses.replace(empty, spans=(span,), tally=tally))


@cache
def places() -> tuple[tuple[str | int, ...], ...]:
    """The path of each value of a part."""
    return tuple(_places(json.loads(written()), ()))


def _places(value: Any, at: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*at, key)
        yield from _places(one, (*at, key))


def changed(at: tuple[str | int, ...], value: Any = None, drop: bool = False) -> str:
    """The part with another value at a place, or with none."""
    raw = json.loads(written())
    holder = raw
    for key in at[:-1]:
        holder = holder[key]
    if drop:
        del holder[at[-1]]
    else:
        holder[at[-1]] = copy.deepcopy(value)
    return json.dumps(raw)


def there(at: tuple[str | int, ...]) -> Any:
    value = json.loads(written())
    for key in at:
        value = value[key]
    return value


def deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from((-1, 0, 10**12, 10**12 + 1, 2**63, 10**4000, float("nan"), float("inf"), 1e308, 1.0)),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(("\ud800", "x\udfff", "\0", "<b>", "a/b/c")),
    st.recursive(st.none() | st.integers() | st.text(max_size=3), lambda one: st.lists(one, max_size=4), max_leaves=6),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
    st.just(deep(300)),
)


@settings(max_examples=600, deadline=None)
@given(data=st.data())
def test_a_part_with_any_value_changed_is_reported_or_refused_by_name(data: st.DataObject) -> None:
    at = data.draw(st.sampled_from(places()))
    drop = data.draw(st.booleans())
    junk = None if drop else data.draw(JUNK)
    try:
        read = report.read(changed(at, junk, drop), "part.json")
    except MergeError as fault:
        assert "'part.json'" in str(fault) and "\n" not in str(fault) and len(str(fault)) < 500
        str(fault).encode()
        assert at[0] not in WORKED_OUT
        return
    brief.text(read).encode()
    page.write(read).encode()
    again = report.write(read)
    again.encode()
    if at[0] in WORKED_OUT:
        assert again == written()
    else:  # what was taken in its place is of the same kind: a name, or another number that adds up
        assert drop or (type(junk) is type(there(at)) and report.write(report.read(again, "again")) == again)


@pytest.mark.parametrize(
    "at", [at for at in places() if at[0] not in WORKED_OUT], ids=lambda at: ".".join(map(str, at))
)
@pytest.mark.parametrize("junk", (None, True, 1.5), ids=str)
def test_no_value_of_a_part_may_be_of_another_kind(at: tuple[str | int, ...], junk: Any) -> None:
    with pytest.raises(MergeError, match=r"'part\.json' is"):
        report.read(changed(at, junk), "part.json")


@pytest.mark.parametrize(
    ("at", "value", "says"),
    (
        (("plan", "seats", 0), True, r"'plan\.seats\[0\]' is true, and text was expected"),
        (("plan", "content"), [[1, 2]], r"'plan\.content' is a list of 1, and a sha256"),
        (("plan", "agents", 0), "\ud800", r"'plan\.agents\[0\]' is \"\\ud800\", and text without control characters"),
        (("plan", "title"), "a\x1b[2Jb", r"'plan\.title' is \"a\\u001b\[2Jb\", and text without control"),
        (("plan", "seats"), [], r"'plan\.seats' is a list of 0, and a list of 1 or more"),
        (("plan", "seed"), -1, r"'plan\.seed' is -1, and a whole number from 0 was expected"),
        (("tally", "holdings", 0, 1), None, r"'tally\.holdings\[0\]\[1\]' is null, and text was expected"),
        (("tally", "moves", 0, 0), "x", r"'tally\.moves\[0\]\[0\]' is \"x\", and a whole number from 0"),
        (("tally", "rounds", 0, 0), -1, r"'tally\.rounds\[0\]\[0\]' is -1, and a whole number from 0"),
        (("tally", "rounds"), [[2, 1]], r"'tally\.rounds' is of 1 games in all, and 2 was expected"),
        (("tally", "final", 0), ["a", "b", 1, 1], r"'tally\.final\[0\]' is a list of 4, and \[zone, owner, kind, value"),
        (("tally", "uses"), [], r"'tally\.uses' is without .*, and all that 'tally\.appearances' has"),
        (("tally", "begun"), [], r"'tally\.holdings\[0\]' is of . games, and 0 at most"),
        (("tally", "games"), 3, r"'tally\.games' is 3, and 2"),
        (("tally", "moves", 0, 0), 10**30, r"and a whole number from 0 up to 1,000,000,000,000 was expected"),
        (("games",), [[2, 1]], r"'games\[0\]' is \[2, 1\]"),
        (("format",), True, r"of another format \(true\)"),
    ),
)  # fmt: skip
def test_what_is_damaged_is_said_with_what_is_there_and_what_was_expected(
    at: tuple[str | int, ...], value: Any, says: str
) -> None:
    with pytest.raises(MergeError, match=says):
        report.read(changed(at, value), "part.json")


def test_seats_agents_and_moves_belong_together() -> None:
    with pytest.raises(MergeError, match=r"'plan\.agents' is a list of"):
        report.read(changed(("plan", "seats", 0), drop=True), "part.json")
    with pytest.raises(MergeError, match=r"'tally\.verbs\[0\]\[0\]' is \"nobody\", and one of 'plan\.seats'"):
        report.read(changed(("tally", "verbs", 0, 0), "nobody"), "part.json")
    with pytest.raises(MergeError, match=r"'tally\.verbs' is of .* moves in all"):
        report.read(changed(("tally", "verbs", 0, 2), 10**6), "part.json")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_the_command_says_it_in_one_line_with_its_status(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(written(), "utf-8")
    bad.write_text(changed(("tally", "holdings", 0, 1)), "utf-8")
    assert run("report", str(good)).exit_code == 0
    told = run("report", str(bad))
    assert told.exit_code == 2 and told.stdout == "" and told.stderr.count("\n") == 1
    assert f"'{bad}' is damaged: 'tally.holdings[0][1]' is null" in told.stderr
    with pytest.raises(Misuse, match=r"'tally\.holdings\[0\]\[1\]' is null"):
        _resumed(report.read(written(), "good"), str(bad))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_only_files_are_read_and_none_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, long = tmp_path / "pipe", tmp_path / "long.json"
    os.mkfifo(pipe)
    for name in (str(pipe), "/dev/zero", str(tmp_path)):
        told = run("report", name)
        assert told.exit_code == 2 and f"'{name}' is not a file" in told.stderr
    long.write_text(written(), "utf-8")
    size = long.stat().st_size
    monkeypatch.setattr(simulations, "LIMITS", dataclasses.replace(LIMITS, simulation=size))
    assert run("report", str(long)).exit_code == 0
    monkeypatch.setattr(simulations, "LIMITS", dataclasses.replace(LIMITS, simulation=size - 1))
    told = run("report", str(long))
    assert told.exit_code == 2 and f"has {size:,} bytes; at most {size - 1:,} are read" in told.stderr
