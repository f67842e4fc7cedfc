"""Content proved by play: the toy game with its engine in an installed package, and everything that can be wrong with it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli import main
from pnp.diag import Found
from pnp.engines import engine
from pnp.model.game import Game
from pnp.model.tables import Table
from pnp.play import example
from tests.conftest import ROOT
from tests.engines import read, two_banks

TOY = ROOT / "tests" / "toy"
ID = "two-banks"
TOLD = re.compile(r"^(?:.*/)?([a-z0-9-]+(?:\.[a-z]+)?):(\d+):(\d+): error\[([^]]+)\]: (.*)$", re.M)


def install(folder: Path, module: str = "tests.engines.two_banks") -> Path:
    """A distribution as pip leaves it, with an engine in it."""
    info = folder / "two_banks-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: two-banks\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[pnp.engines]\n{ID} = {module}\n")
    return folder


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy game where its engine is installed."""
    monkeypatch.syspath_prepend(install(tmp_path / "site"))
    return Path(shutil.copytree(TOY, tmp_path / ID))


def edit(folder: Path, file: str, old: str, new: str, times: int = 1) -> int:
    """Changes a text that stands so many times in a file; the line of the first."""
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == times, f"{old!r} stands {text.count(old)} times in {file}"
    (folder / file).write_text(text.replace(old, new), "utf-8")
    return text.count("\n", 0, text.index(old)) + 1


def told(folder: Path, *options: str) -> list[tuple[str, int, str, str]]:
    """What `pnp check` finds wrong: file, line, code, sentence."""
    result = CliRunner().invoke(main, ["check", *options, str(folder)])
    assert "Traceback" not in result.output and result.exit_code in (0, 1), result.output
    return [(match[1], int(match[2]), match[4], match[5]) for match in TOLD.finditer(result.output)]


def test_a_package_brings_an_engine(toy: Path) -> None:
    assert engine(ID) is two_banks  # type: ignore[comparison-overlap]
    assert told(toy, "--plays", "30") == []


def test_without_it_the_game_has_none(tmp_path: Path) -> None:
    assert engine(ID) is None
    assert told(Path(shutil.copytree(TOY, tmp_path / ID))) == []


def test_another_process_finds_it_too(tmp_path: Path) -> None:
    install(tmp_path / "site")
    script = f"import sys; sys.path[:0] = [{str(tmp_path / 'site')!r}, {str(ROOT)!r}]\n"
    script += (
        f"from pnp.engines import engine; assert engine({ID!r}).FACTS.longest == 200; assert engine('toy') is None"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=tmp_path)


# What the engine needs. A thing that is renamed is told where it stands now.


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("tables.yaml", "id: stubborn", "id: stubborn-one", "the modifier of 'shove' 'stubborn'"),
        ("tables.yaml", "{id: 2-1, name: 2-1}", "{id: 2-1x, name: 2-1}", "the column of 'shove' '2-1'"),
        ("pieces.yaml", "id: easterners", "id: eastern", "the group of counters 'easterners'"),
        ("map.yaml", "flags: [no-end]", "flags: [no-ends]", "the flag of a terrain 'no-end'"),
        ("game.yaml", "{id: die, name", "{id: dice, name", "the supply 'die'"),
        ("tables.yaml", "id: pushing", "id: push-on", "the phase 'pushing'"),
    ],
)
def test_what_the_engine_reads_must_be_there(toy: Path, file: str, old: str, new: str, says: str) -> None:
    for path in (*toy.glob("*.yaml"), *toy.glob("rules/*.md")):  # the game itself stays in agreement
        if new == "id: eastern":
            path.write_text(path.read_text("utf-8").replace("'easterners'", "'eastern'"), "utf-8")
        if new == "id: push-on":
            path.write_text(path.read_text("utf-8").replace("phase: pushing", "phase: push-on"), "utf-8")
    line = edit(toy, file, old, new)
    needs = [one for one in told(toy) if one[2] == "engine/needs"]
    assert [(one[0], one[2]) for one in needs] == [(file, "engine/needs")] and says in needs[0][3]
    near = new.split("id: ")[-1].split(",")[0]
    assert needs[0][1] == line or "flag" in says, near


def test_a_near_name_is_suggested(toy: Path) -> None:
    edit(toy, "tables.yaml", "id: stubborn", "id: stubborn-one")
    output = CliRunner().invoke(main, ["check", str(toy)]).output
    assert "if 'stubborn-one' is meant, it must be called 'stubborn'" in output


def test_a_cell_that_the_engine_cannot_read(toy: Path) -> None:
    line = edit(toy, "tables.yaml", '{key: 1-2, cells: [B1, "-", P1]}', '{key: 1-2, cells: [C1, "-", P1]}')
    edit(toy, "tables.yaml", "{code: B#,", "{code: C#,")
    ((file, at, code, says),) = told(toy)
    assert (file, at, code) == ("tables.yaml", line, "engine/cell") and "cannot read 'C1' in 'shove'" in says


# The set-up.


def test_a_set_up_that_needs_more_than_is_printed(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    supply = two_banks.supply
    monkeypatch.setattr(
        two_banks, "supply", lambda s: {key: 3 * n for key, n in supply(s).items() if key[0] == "carter"}
    )
    faults = [one for one in told(toy) if one[2] == "engine/short"]
    assert faults and faults[0][0] == "pieces.yaml"
    assert faults[0][3] == "the set-up needs 6 'carter' at once, and there are 2"
    assert "id: carter" in (toy / "pieces.yaml").read_text("utf-8").split("\n")[faults[0][1] - 1]


def test_play_that_needs_more_than_is_printed(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than there is from the first round on; the set-up is right."""
    supply = two_banks.supply

    def more(state: two_banks.State) -> dict[object, int]:
        held = dict(supply(state))
        times = 2 if state.round == 2 else 1
        return {key: n * times if key[0] == "carter" else n for key, n in held.items()}

    monkeypatch.setattr(two_banks, "supply", more)
    monkeypatch.setattr("pnp.play.laws.DEAR", ())
    monkeypatch.setattr("pnp.play.laws.watch.__defaults__", (1, (__import__("pnp.play.laws").play.laws.demand,)))
    ((file, _, code, says),) = told(toy, "--plays", "3")
    assert (file, code) == ("pieces.yaml", "engine/short")
    assert says == "in the play of seed 1, 4 'carter' are in use, and the game has 2"


def test_a_set_up_that_cannot_be(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.engines.base import PositionError

    def refuse(game: object, seats: object, options: object) -> object:
        raise PositionError("nobody stands anywhere", game.setup)  # type: ignore[attr-defined]

    monkeypatch.setattr(two_banks, "setup", refuse)
    faults = told(toy)
    assert [(one[2], one[3]) for one in faults] == [("engine/setup", "nobody stands anywhere")]


def test_an_engine_that_fails_on_the_content(toy: Path) -> None:
    """The engine says that it needs the attribute, but not that every villager must have it."""
    edit(toy, "pieces.yaml", "{id: miller, name: Miller, push: 4,", "{id: miller, name: Miller,")
    faults = {one[2]: one[3] for one in told(toy)}
    assert faults["engine/fails"].startswith("the engine fails to set up the game: KeyError: 'push' (two_banks.py:")


def test_what_is_told_already_is_not_told_again(toy: Path) -> None:
    edit(toy, "tables.yaml", '{key: 3, cells: ["-", "-", P1]}', '{key: 3, cells: ["-", "-", P1, P1]}')
    assert [one[2].split("/")[0] for one in told(toy, "--plays", "2")] == ["table"]


# Worked examples.


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ('"roll 4"', '"roll 1"', "example/false", "'ferryman' is not 'westham' when this is played but 'west-meadow'"),
        ("expect: ferryman=westham", "expect: ferryman=bench", "example/false", "not 'bench'"),
        ("expect: ferryman=westham", "expect: tinker=bench", "example/fact", "no fact 'tinker'"),
        ("expect: ferryman=westham", "expect: ferryman", "example/expect", "'ferryman' is not key=value"),
        ("push miller ferryman", "push miller carter", "example/illegal", "'push miller carter' cannot be played now"),
        ("push miller ferryman", "Push miller", "example/unreadable", "'Push' is not a word of a move"),
        ('"roll 4"', '"roll 7"', "example/illegal", "'roll 7' cannot be played now; did you mean 'roll"),
        ('"roll 4"', "r", "example/ambiguous", "'r' may mean 'roll 1', 'roll 2'"),
        ("phase: pushing", "phase: choose", "unknown/phase", "choose"),
        (
            "side: east\n      phase: pushing",
            "side: east",
            "example/position",
            "nothing is decided in the phase 'None'",
        ),
        (
            "piece: ferryman, at: west-meadow}",
            "piece: ferryman, at: west-meadow, held: yes}",
            "example/position",
            "captive",
        ),
    ],
)
def test_an_example_that_is_not_so(toy: Path, old: str, new: str, code: str, says: str) -> None:
    line = edit(toy, "book.yaml", old, new)
    (fault,) = (one for one in told(toy) if not one[2].startswith("book/"))
    assert fault[2] == code and says in fault[3], fault
    assert (fault[0], fault[1]) == (
        "book.yaml",
        line if "east" not in new.split() else fault[1],
    ) or code == "example/false"


def test_a_cell_that_makes_an_example_false(toy: Path) -> None:
    """The fault stands where the expectation is written, says in which example, and shows the cell."""
    edit(toy, "tables.yaml", '{key: 4-6, cells: ["-", P1, P2]}', '{key: 4-6, cells: ["-", "-", P2]}')
    shutil.rmtree(toy / "plays")
    text = (toy / "book.yaml").read_text("utf-8")
    line = text.count("\n", 0, text.index("ferryman=westham")) + 1
    assert [one[:3] for one in told(toy)] == [("book.yaml", line, "example/false")]
    said = CliRunner().invoke(main, ["check", str(toy)]).output
    assert "in the example '" in said and "tables.yaml:13:" in said and "'-' was read here" in said, said


def test_a_cell_that_cannot_be_read_is_told_once(toy: Path) -> None:
    """Neither what the table explains, nor on its scale, nor what the engine reads."""
    edit(toy, "tables.yaml", '{key: 4-6, cells: ["-", P1, P2]}', '{key: 4-6, cells: ["-", AX, P2]}')
    assert [one[:3:2] for one in told(toy)] == [("tables.yaml", "table/result")]


def test_what_an_engine_needs_is_told_beside_other_faults(toy: Path) -> None:
    edit(
        toy,
        "pieces.yaml",
        "{id: carter, name: Carter, push: 2, copies: 2,",
        "{id: carter, name: Carter, push: 2, copies: two,",
    )
    edit(toy, "game.yaml", "{id: die, name", "{id: dice, name")
    assert {"type/number", "engine/needs"} <= {one[2] for one in told(toy)}


def test_lines_between_are_played_by_themselves(toy: Path) -> None:
    """East does not push; West cannot but walk; then the next round begins and the weather must be said."""
    edit(toy, "book.yaml", 'does: [push miller ferryman, "roll 4"]', "does: [end]")
    edit(toy, "book.yaml", "expect: ferryman=westham", "expect: ferryman=west-meadow")
    assert told(toy) == []
    edit(toy, "book.yaml", "phase: pushing", "phase: west-walking")
    edit(toy, "book.yaml", "side: east", "side: west")
    edit(toy, "book.yaml", "does: [end]", "does: [walk ferryman west-meadow westham]")
    edit(toy, "book.yaml", "expect: ferryman=west-meadow", "expect: ferryman=westham")
    assert told(toy) == []


def test_play_files(toy: Path) -> None:
    line = edit(toy, "plays/bridge.play", "chance: roll 4", "chance: roll 9")
    ((file, at, code, says),) = told(toy)
    assert (file, at, code) == ("bridge.play", line, "play/illegal") and "'roll 9' cannot be played now" in says
    edit(toy, "plays/bridge.play", "game = two-banks", "game = three-banks")
    assert [one[2] for one in told(toy)] == ["play/game"]


# Bugs of engines.


@pytest.mark.parametrize(
    ("name", "spoilt", "says"),
    [
        (
            "chances",
            lambda s: tuple((m, -w) for m, w in CHANCES(s)),
            "the law 'weights' is broken: 'draw sunshine' has the w",
        ),
        ("result", lambda s: RESULT(s) and 1 / 0, "ZeroDivisionError: division by zero (test_played.py:"),
    ],
)
def test_a_bug_in_the_engine_prints_how_to_come_to_it(
    toy: Path, monkeypatch: pytest.MonkeyPatch, name: str, spoilt: object, says: str
) -> None:
    shutil.rmtree(toy / "plays")
    monkeypatch.setattr(two_banks, name, spoilt)
    result = CliRunner().invoke(main, ["check", "--plays", "2", str(toy)])
    assert result.exit_code == 3
    assert f"pnp: a bug in the engine of '{ID}': {says}" in result.output
    assert "seed = 1\n" in result.output and "game = two-banks\nplayers = east, west\n" in result.output
    assert "Traceback" not in result.output


CHANCES, RESULT = two_banks.chances, two_banks.result


# Bundled games.


def _with_cell(game: Game, ref: str, text: str) -> Game:
    """A game with another text in a table's cell, named ``cell/table/column/row``."""
    _, id, column, key = ref.split("/")

    def changed(table: Table) -> Table:
        at = [one.id for one in table.columns].index(column)
        rows = (
            replace(row, cells=(*row.cells[:at], text, *row.cells[at + 1 :])) if row.key == key else row
            for row in table.rows
        )
        return replace(table, rows=tuple(rows))

    return replace(game, tables=tuple(changed(table) if table.id == id else table for table in game.tables))


def _with_less(game: Game, id: str) -> Iterator[Game]:
    """A game for each number on a card, in which it is one less."""
    for deck in game.decks:
        for card in (one for one in deck.cards if one.id == id):
            for key, value in card.values.items():
                if isinstance(value, int) and value > 0:
                    less = replace(card, values={**card.values, key: value - 1})
                    cards = tuple(less if one is card else one for one in deck.cards)
                    yield replace(
                        game, decks=tuple(replace(deck, cards=cards) if one is deck else one for one in game.decks)
                    )


def _with_another(game: Game, ref: str) -> Iterator[Game]:
    """Games in which what `ref` names is printed otherwise: a cell as in another row of its column, a card's numbers."""
    family, id, *place = ref.split("/")
    if family == "card":
        yield from _with_less(game, id)
    elif family == "cell":
        column, key = place
        table = next(one for one in game.tables if one.id == id)
        at = [one.id for one in table.columns].index(column)
        mine = next(row.cells[at] for row in table.rows if row.key == key)
        yield _with_cell(game, ref, next((row.cells[at] for row in table.rows if row.cells[at] != mine), mine))


def test_another_cell_or_card_makes_a_worked_example_false(game_folder: Path) -> None:
    """Cells that examples roll on, and numbers on cards that they play, are changed one by one."""
    ruled, game = engine(game_folder.name), read(game_folder)
    if ruled is None:
        pytest.skip("the game has no engine")
    tried, caught = Counter[str](), Counter[str]()
    for shown in game.examples:
        found = Found()
        trace = example.prove(ruled, game, shown, found)
        assert trace is not None and not found.items, found.items
        used = {ref: None for event in trace.events for ref in event.refs}
        for family, other in ((ref.split("/")[0], one) for ref in used for one in _with_another(game, ref)):
            spoilt = Found()
            example.prove(ruled, other, shown, spoilt)
            tried[family] += 1
            caught[family] += bool(spoilt.items)
            span = shown.where.span
            assert all(one.span.path == span.path and span.line <= one.span.line <= span.end_line for one in spoilt)
    # Not everything is what its example is about.
    assert tried and all(caught[family] > number / 2 for family, number in tried.items()), f"{caught} of {tried}"
