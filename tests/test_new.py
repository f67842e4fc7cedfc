"""A game that `pnp new` makes is whole: it checks clean, builds, and can be edited at once. Nothing is ever overwritten."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner
from conftest import GAMES, ROOT

from pnp import build
from pnp.build import editors, starting
from pnp.cli import main
from pnp.cli.new import new
from pnp.diag import Found
from pnp.model.load import load

LIKES = build.likes()


def run(*words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


@pytest.fixture(params=LIKES)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / "night-of-the-owl"
    assert run("new", folder, "--like", request.param, "--quiet") == (0, "")
    return folder


def test_every_start_is_a_choice() -> None:
    (option,) = (one for one in new.params if one.name == "like")
    assert isinstance(option.type, click.Choice)
    assert sorted(option.type.choices) == list(LIKES)


def test_it_checks_clean_and_has_its_folder_s_name(game: Path) -> None:
    status, said = run("check", game, "--strict")
    assert (status, said) == (0, "night-of-the-owl: nothing wrong\n")
    loaded = load(game, Found())
    assert loaded
    assert (loaded.game.id, loaded.game.game.name) == ("night-of-the-owl", "Night of the Owl")
    assert loaded.game.book and loaded.game.checks, "a rulebook, and what must stay true"
    assert loaded.game.style and loaded.game.style.palette, "a look of its own"


def test_it_builds_and_everything_in_it_is_printed(game: Path, tmp_path: Path) -> None:
    status, said = run("build", game, "--out", tmp_path / "out")
    assert status == 0, said
    made = {path.stem for path in (tmp_path / "out" / game.name).glob("*.pdf")}
    assert {"rulebook", "print-guide"} < made
    loaded = load(game, Found())
    assert loaded
    wanted = [loaded.game.decks, loaded.game.counters, loaded.game.boards, loaded.game.charts]
    assert len(made) >= 2 + sum(bool(one) for one in wanted)


def test_a_change_shows_at_once(game: Path) -> None:
    about = game / "game.yaml"
    about.write_text(about.read_text("utf-8").replace("name: Night of the Owl", "name: Owls"), "utf-8")
    loaded = load(game, Found())
    assert loaded and loaded.game.game.name == "Owls"
    about.write_text(about.read_text("utf-8").replace("  players:", "  plaiers:"), "utf-8")
    status, said = run("check", game)
    assert status == 1 and "did you mean 'players'?" in said


def test_every_file_says_where_its_schema_is(game: Path) -> None:
    files = sorted(game.rglob("*.yaml"))
    assert files
    for file in files:
        first = file.read_text("utf-8").splitlines()[0]
        match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert match and (file.parent / match[1]).is_file(), file
        assert (file.parent / match[1]).name == (editors.FACES if file.parent.name == "faces" else editors.CONTENT)


def test_files_are_for_any_machine(game: Path) -> None:
    for file in (one for one in game.rglob("*") if one.is_file()):
        assert re.fullmatch(r"[a-z0-9.-]+", file.name), file
        assert b"\r" not in file.read_bytes(), file
        assert len(file.read_bytes()) < 300_000, file


@pytest.mark.parametrize("like", LIKES)
def test_it_comes_out_the_same_each_time(like: str, tmp_path: Path) -> None:
    made = []
    for place in (tmp_path / "a" / "owl", tmp_path / "b" / "owl"):
        assert run("new", place, "--like", like, "-q") == (0, "")
        made.append({path.relative_to(place): path.read_bytes() for path in place.rglob("*") if path.is_file()})
    assert made[0] == made[1]


@pytest.mark.parametrize("like", LIKES)
def test_it_says_what_to_type_next(like: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    status, said = run("new", "games/owl", "--like", like)
    lines = said.splitlines()
    assert status == 0 and len(lines) == 4
    commands = [shlex.split(line, comments=True) for line in lines[1:]]
    assert all(words[0] == "pnp" for words in commands)
    assert [words[1] for words in commands] == ["check", "build", "show"]
    assert all(words[2] == "games/owl" for words in commands)
    for words in (commands[0], commands[2]):
        status, said = run(*words[1:])
        assert status == 0, said


@pytest.mark.parametrize("there", ["full", "file", "link"])
def test_nothing_is_overwritten(there: str, tmp_path: Path) -> None:
    folder, other = tmp_path / "owl", tmp_path / "other"
    other.mkdir()
    if there == "full":
        folder.mkdir()
        (folder / "game.yaml").write_text("mine", "utf-8")
    elif there == "file":
        folder.write_text("mine", "utf-8")
    else:
        folder.symlink_to(other, target_is_directory=True)
    status, said = run("new", folder)
    assert status == 2 and said.count("\n") == 1 and "is there already" in said
    assert not list(other.iterdir())
    if there != "link":
        assert (folder / "game.yaml" if there == "full" else folder).read_text("utf-8") == "mine"
        assert there == "file" or [path.name for path in folder.iterdir()] == ["game.yaml"]


def test_an_empty_folder_will_do_and_so_does_this_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "owl").mkdir()
    monkeypatch.chdir(tmp_path / "owl")
    assert run("new", ".", "-q") == (0, "")
    assert "name: Owl\n" in (tmp_path / "owl" / "game.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("My Game", "my-game"), ("Owls!", "owls"), ("a--b", "a-b"), ("日本", "my-game"), ("nul", "nul-game"),
        ("com1", "com1-game"),
        ("x" * 80, "x" * 60), ("no.dots", "no-dots"), (GAMES[0].name, f"my-{GAMES[0].name}"),
    ],
)  # fmt: skip
def test_a_name_that_will_not_do_is_refused_with_one_that_will(name: str, instead: str, tmp_path: Path) -> None:
    status, said = run("new", tmp_path / name)
    assert status == 2 and said.count("\n") == 1
    assert said.rstrip("\n").endswith(f"type {(tmp_path / instead).as_posix()}")
    assert not list(tmp_path.iterdir())
    assert run("new", tmp_path / instead, "-q") == (0, "")


@pytest.mark.parametrize(
    ("id", "title"),
    [("owl", "Owl"), ("night-of-the-owl", "Night of the Owl"), ("the-end", "The End"), ("7-wells", "7 Wells")],
)
def test_titles(id: str, title: str) -> None:
    assert starting.title(id) == title


@pytest.mark.parametrize("name", ["no", "null", "1e3", "0101", "on"])
def test_a_name_that_yaml_would_read_as_something_else_stays_a_name(name: str, tmp_path: Path) -> None:
    assert run("new", tmp_path / name, "-q") == (0, "")
    loaded = load(tmp_path / name, Found())
    assert loaded and loaded.whole and loaded.game.game.name == name.capitalize()
    yaml.safe_load((tmp_path / name / "game.yaml").read_text("utf-8"))


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    status, said = run("new", tmp_path / "file" / "owl")
    assert status == 3 and said.count("\n") == 1 and "cannot be written" in said


def test_starts_name_nothing_but_themselves() -> None:
    """A start is copied as it is, but for the title: each is a game already."""
    for like in LIKES:
        text = (ROOT / "templates" / "new" / like / "game.yaml").read_text("utf-8")
        assert text.count("TITLE") == 1
