"""A game in the terminal, piped: diagrams, moves by number and by name, undo, play files; Ctrl-C in a long simulation."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result

from pnp.cli import main
from pnp.cli.play import listed
from pnp.engines.base import CHANCE, Move
from tests.conftest import ROOT
from tests.engines import TOYS, Toy

toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.id)
TWO_BANKS, SNAP = (next(toy for toy in TOYS if toy.id == id) for id in ("two-banks", "snap"))


@pytest.fixture(autouse=True)
def site(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toys' engines in an installed distribution."""
    info = tmp_path_factory.mktemp("site") / "toys-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    lines = (f"{toy.id} = {cast(Any, toy.engine).__name__}" for toy in TOYS)
    (info / "entry_points.txt").write_text("\n".join(("[pnp.engines]", *lines, "")))
    monkeypatch.syspath_prepend(info.parent)
    return info.parent


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(copy(TWO_BANKS, tmp_path))


def copy(toy: Toy, to: Path) -> Path:
    return Path(shutil.copytree(toy.folder, to / toy.id))


def play(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *words], input=typed)


@toys
def test_a_game_is_played_to_its_end_and_replays(toy: Toy, tmp_path: Path) -> None:
    """Whoever always types 1 comes to an end; the play file comes to the same one, and can be read in the middle."""
    game, file = str(copy(toy, tmp_path)), str(tmp_path / "a.play")
    told = play(game, "--seed", "4", "--as", "all", "--record", file, typed="1\n" * 400)
    assert told.exit_code == 0 and "The game is over:" in told.output, told.output
    again = play(game, "--replay", file)
    assert again.exit_code == 0
    assert end(again.output) == end(told.output)
    half = play(game, "--replay", file, "--to", "3")
    assert half.exit_code == 0 and len(numbered(half.output)) == 3
    assert numbered(again.output)[:3] == numbered(half.output)


def end(output: str) -> str:
    """From the last diagram on, but for the name of the file that was written."""
    over = output.index("The game is over:")
    return output[output.rindex("\n\n", 0, over - 2) : output.index("\n", over)]


def numbered(output: str) -> list[str]:
    return re.findall(r"^ *\d+  .*: .*$", output, re.M)


@toys
def test_agents_play_when_nobody_does(toy: Toy, tmp_path: Path) -> None:
    game = str(copy(toy, tmp_path))
    told = play(game, "--seed", "2", "--as", "none")
    assert told.exit_code == 0 and "You play nobody." in told.output and "The game is over:" in told.output
    assert told.output == play(game, "--seed", "2", "--as", "none").output


def test_moves_are_typed_by_number_by_name_or_by_its_beginning(folder: str, tmp_path: Path) -> None:
    recorded = []
    for typed in ("2\n", "walk miller eastham east-meadow\n", "walk mil\n", "  WALK   Mil \n"):
        told = play(folder, "--seed", "3", "--record", str(tmp_path / "x.play"), typed=typed + "quit\n")
        assert told.exit_code == 0 and "East Bank: walk miller eastham east-meadow" in told.output
        recorded.append((tmp_path / "x.play").read_text("utf-8"))
    assert len(set(recorded)) == 1 and "east: walk miller eastham east-meadow\n" in recorded[0]


def test_what_is_no_move_is_told_and_asked_again(folder: str) -> None:
    told = play(folder, "--seed", "3", typed="fly\nwalk\n0\n99\nfoo!\n\n1\nquit\n")
    assert "There is no move 999" in play(folder, "--seed", "3", typed="9" * 6000 + "\nquit\n").output
    for text in (
        "'fly' cannot be played now",
        "'walk' may mean 'walk miller eastham east-meadow'",
        "There is no move 0; they go from 1 to 4.",
        "There is no move 99; they go from 1 to 4.",
        "'foo!' is not a word of a move",
        "East Bank: end",
    ):
        assert text in told.output
    assert told.exit_code == 0


def test_a_move_is_taken_back(folder: str) -> None:
    told = play(folder, "--seed", "3", typed="undo\n2\nundo\n2\nquit\n")
    assert "There is nothing to take back." in told.output
    first, second = told.output.split("Taken back.")
    assert first.count("walked: Miller") == second.count("walked: Miller") == 1


def test_of_a_tall_diagram_only_what_changed_is_shown_again(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = TWO_BANKS.engine.show
    rest = "".join(f"\nhill-{number}:" for number in range(20))
    monkeypatch.setattr(TWO_BANKS.engine, "show", lambda state, seat=None: whole(state, seat) + rest)
    told = play(folder, "--seed", "3", typed="2\nshow\nundo\nquit\n")
    first, moved, shown, undone = re.split("> .*", told.output)[:4]
    assert "hill-1:" in first and "hill-1:" in shown and "hill-1:" in undone
    assert "hill-1:" not in moved and "east-meadow: carter miller\n" in moved and "westham:" not in moved


def test_help_and_the_rest_of_the_words(folder: str) -> None:
    told = play(folder, "--seed", "3", typed="help\nshow\nmoves\nquit\n")
    assert "Type the number of a move" in told.output
    assert told.output.count("eastham: carter miller") == 2 and told.output.count("  1  end") == 2


def test_the_end_of_what_is_typed_ends_the_evening(folder: str, tmp_path: Path) -> None:
    told = play(folder, "--seed", "3", "--record", str(tmp_path / "x.play"), typed="1\n")
    assert told.exit_code == 0 and "The game was left here." in told.output
    assert "east: end\n" in (tmp_path / "x.play").read_text("utf-8")
    assert "end =" not in (tmp_path / "x.play").read_text("utf-8")


def test_what_is_hidden_stays_hidden(tmp_path: Path) -> None:
    """Neither a card that another seat draws nor the hand it plays from is told, nor shown."""
    told = play(str(copy(SNAP, tmp_path)), "--seed", "1", "--as", "north", typed="1\n" * 100)
    drawn = re.findall(r"Chance: (.*)", told.output)
    assert "Chance has moved." in told.output and not drawn
    assert "Chance has moved.\n  Chance has moved." not in told.output
    assert re.search(r"^  East: play \w+$", told.output, re.M), "what is played lies open"
    hands = re.findall(r"^(?:east|south): (.*),", told.output.split("The game is over")[0].rsplit("\n\n", 2)[0], re.M)
    assert hands and all(re.fullmatch(r"\d+ cards", hand) for hand in hands)


def test_a_replay_is_gone_on_with(folder: str, tmp_path: Path) -> None:
    file, more = str(tmp_path / "a.play"), str(tmp_path / "b.play")
    play(folder, "--seed", "3", "--as", "all", "--record", file, typed="1\n" * 400)
    told = play(folder, "--replay", file, "--to", "4", "--as", "west", "--record", more, typed="1\nquit\n")
    assert told.exit_code == 0 and "West Bank to move:" in told.output
    first, further = (moves(Path(one)) for one in (file, more))
    assert further[:4] == first[:4] and len(further) > 4


def moves(file: Path) -> list[str]:
    return re.findall(r"^[a-z]+: .*$", file.read_text("utf-8"), re.M)


def test_a_play_file_with_a_fault_is_told_at_its_line(folder: str, tmp_path: Path) -> None:
    file = tmp_path / "a.play"
    play(folder, "--seed", "3", "--as", "all", "--record", str(file), typed="1\n" * 400)
    lines = file.read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("east: "))
    lines[number] = "east: fly away"
    file.write_text("\n".join(lines), "utf-8")
    told = play(folder, "--replay", str(file))
    assert told.exit_code == 1
    assert f"a.play:{number + 1}:7: error[play/illegal]: 'fly away' cannot be played now" in told.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--as", "easst"), "there is no seat 'easst'; did you mean 'east'?"),
        (("--as", "north"), "there is no seat 'north'"),
        (("--agents", "randon"), "there is no agent 'randon'"),
        (("--agents", ","), "there is no agent ''"),
        (("--to", "3"), "it goes with --replay"),
        (("--replay", "."), "'.' is not a file"),
        (("--replay", "nowhere.play"), "there is no file 'nowhere.play'"),
    ],
)
def test_misuse_is_told_in_a_sentence(folder: str, words: tuple[str, ...], says: str) -> None:
    told = play(folder, *words)
    assert told.exit_code == 2 and says in told.output and told.output.count("\n") == 1


def test_only_a_play_file_is_replaced_by_one(folder: str, tmp_path: Path) -> None:
    mine, rules = tmp_path / "mine.txt", Path(folder) / "game.yaml"
    mine.write_text("Dear diary\n", "utf-8")
    picture = tmp_path / "a.png"
    picture.write_bytes(b"\x89PNG\xff")
    for path in (mine, rules, picture):
        before = path.read_bytes()
        told = play(folder, "--seed", "3", "--record", str(path), typed="1\n")
        assert told.exit_code == 2 and "is no play file" in told.output and told.output.count("\n") == 1
        assert path.read_bytes() == before
    kept = tmp_path / "a.play"
    for typed in ("1\n", "2\n"):
        assert play(folder, "--seed", "3", "--record", str(kept), typed=typed).exit_code == 0
    assert "east: walk" in kept.read_text("utf-8")


def test_a_replay_is_recorded_too(folder: str, tmp_path: Path) -> None:
    file, less = tmp_path / "a.play", tmp_path / "b.play"
    play(folder, "--seed", "3", "--as", "all", "--record", str(file), typed="1\n" * 400)
    told = play(folder, "--replay", str(file), "--to", "3", "--record", str(less))
    assert told.exit_code == 0 and told.output.endswith(f"{less}\n")
    assert moves(less) == moves(file)[:3]


def test_a_play_of_another_version_says_so(folder: str, tmp_path: Path) -> None:
    file = tmp_path / "a.play"
    play(folder, "--seed", "3", "--record", str(file), typed="1\n")
    text = file.read_text("utf-8")
    assert "version" not in play(folder, "--replay", str(file)).output
    line = text[: text.index("version")].count("\n") + 1
    file.write_text(re.sub("version = .*", "version = 9", text), "utf-8")
    told = play(folder, "--replay", str(file))
    assert told.exit_code == 0 and f"{file}:{line}: this is a play of version 9, the game is version " in told.output


def test_a_game_must_be_said() -> None:
    told = play()
    assert told.exit_code == 2 and "say which game" in told.output


def test_an_engine_that_fails_at_the_table_keeps_the_play(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(TWO_BANKS.engine, "show", lambda state, seat=None: "")
    whole = TWO_BANKS.engine.play

    def fails(state: Any, seat: str, move: Move) -> Any:
        if move.verb == "end":
            raise LookupError("no such end")
        return whole(state, seat, move)

    monkeypatch.setattr(TWO_BANKS.engine, "play", fails)
    told = play(folder, "--seed", "3", "--record", "kept.play", typed="2\n1\n")
    assert told.exit_code == 3 and "LookupError: no such end" in told.output and "Traceback" not in told.output
    assert Path("output/two-banks/fault-3.play").read_text("utf-8").endswith("east: end\n")
    assert Path("kept.play").is_file()


def test_many_moves_stand_in_columns() -> None:
    text = listed([Move("walk", (str(number),)) for number in range(100)], 10, width=40)
    assert text.splitlines()[0].split() == ["1", "walk", "0", "5", "walk", "4", "9", "walk", "8"]
    assert text.endswith("and 90 more: type moves")
    assert all(len(line) <= 40 for line in listed([Move("walk", ("x" * 9,))] * 30, 30, 40).splitlines())
    assert listed([Move("walk", ("x" * 90,))], 30, 40) == "  1  walk " + "x" * 90


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(folder: str, tmp_path: Path, site: Path, jobs: str) -> None:
    """Interrupted at a terminal, while its bar grows: what was played is a simulation of so many games, and the command
    that is told goes on from there."""
    environment = {**os.environ, "PYTHONPATH": f"{site}:{ROOT}"}
    command = [sys.executable, "-m", "pnp", "simulate", folder, "-j", jobs]
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*command, "-n", "100000", "--out", "report.json"],
        cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=theirs, text=True,
    ) as running:  # fmt: skip
        os.close(theirs)
        told = read(ours, "games/s")
        running.send_signal(signal.SIGINT)
        told += read(ours, "--resume report.part.json")
        output, _ = running.communicate(timeout=60)
    os.close(ours)
    assert running.returncode == 130 and "wins" in output and "Traceback" not in told
    assert not (tmp_path / "report.json").exists()
    played = json.loads((tmp_path / "report.part.json").read_text("utf-8"))["summary"]["games"]
    assert 0 < played < 100_000
    again = told.strip().splitlines()[-1].split()
    assert again == ["pnp", *command[3:], "-n", "100000", "--out", "report.json", "--resume", "report.part.json"]

    def simulate(games: int, *words: str) -> bytes:
        whole = [*command, "-n", str(games), "-q", *words]
        subprocess.run(whole, cwd=tmp_path, env=environment, check=True, capture_output=True)
        return (tmp_path / words[-1]).read_bytes()

    assert simulate(played, "--out", "same.json") == (tmp_path / "report.part.json").read_bytes()
    whole = simulate(played + 30, "--out", "whole.json")
    assert simulate(played + 30, "--resume", "report.part.json", "--out", "report.json") == whole


def read(terminal: int, until: str) -> str:
    """What is written to a terminal, up to some words."""
    told = ""
    while until not in told:
        try:
            more = os.read(terminal, 10_000)
        except OSError:  # the other end is closed
            break
        told += more.decode("utf-8", "replace")
    return told


@toys
def test_chance_is_nobody_s_seat(toy: Toy) -> None:
    assert not set(CHANCE) & set(toy.engine.seats(toy.game, toy.engine.FACTS.most))
