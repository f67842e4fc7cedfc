"""Bad games say what is wrong with them: each fixture lists every diagnostic, and nothing else is found.

docs/diagnostics.md describes the fixtures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import laid
import pytest
from click.testing import CliRunner
from laid import Told

from pnp.cli import main

BAD = Path(__file__).resolve().parent / "bad"
FIXTURES = tuple(sorted(path for path in BAD.iterdir() if path.is_dir() or path.suffix == ".yaml"))
EXPECTED = re.compile(r"^# (error|warning)\[([a-z-]+/[a-z-]+)\] (?:(\S+):)?(\d+:\d+)$", re.M)
NOTES = "expected"


def notes(fixture: Path) -> str:
    return (fixture / NOTES if fixture.is_dir() else fixture).read_text("utf-8")


def wanted(fixture: Path) -> list[Told]:
    """What a fixture says that is wrong with it. Without a file's name it is wrong in the fixture's one file."""
    return sorted(
        (severity, code, f"{path or only(fixture)}:{place}")
        for severity, code, path, place in EXPECTED.findall(notes(fixture))
    )


def only(fixture: Path) -> str:
    """The name that a fixture of one file has in its game: with a `format` it is the whole game."""
    return "game.yaml" if re.search(r"^format:", notes(fixture), re.M) else fixture.name


def game(fixture: Path, folder: Path) -> Path:
    """The fixture as a game: its files over the plain one."""
    if fixture.is_dir():
        paths = [path for path in sorted(fixture.rglob("*")) if path.is_file() and path.name != NOTES]
        return laid.lay(((path.relative_to(fixture).as_posix(), path.read_bytes()) for path in paths), folder)
    if only(fixture) != "game.yaml":
        return laid.lay([(fixture.name, fixture.read_bytes())], folder)
    folder.mkdir()
    (folder / "game.yaml").write_bytes(fixture.read_bytes())
    return folder


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.name)
def test_every_fault_is_told_once_where_it_is(fixture: Path, tmp_path: Path) -> None:
    expected = wanted(fixture)
    assert expected, f"{fixture.name} does not list what is wrong with it"
    folder = game(fixture, tmp_path / "game")
    building = "# pnp build" in notes(fixture)  # what shows only when it is laid out
    found, status = laid.told(folder, *(("build", "--out", str(tmp_path / "out")) if building else ()))
    assert found == expected
    assert status == any(severity == "error" for severity, _, _ in expected)


# What no file of this repository could hold: how it is made in a folder with the plain game, and what is then told.
def _large(folder: Path) -> None:
    (folder / "rules.yaml").write_bytes(b"#" * 20_000_001)


def _many(folder: Path) -> None:
    (folder / "many.yaml").write_text("many:\n" + "- 1\n" * 1_000_001)


def _wide(folder: Path) -> None:
    (folder / "decks.yaml").write_text("decks: [{id: a, name: A, size: [63mm], layout: plain, file: a.csv}]\n")
    (folder / "a.csv").write_text("id,name,text\n" + "a,A,B\n" * 333_400)


def _out(folder: Path) -> None:
    (folder.parent / "other.yaml").write_text("supplies: []\n")
    (folder / "other.yaml").symlink_to(folder.parent / "other.yaml")


def _silent(folder: Path) -> None:
    (folder / "silent.yaml").mkdir()


def _nothing(folder: Path) -> None:
    (folder / "game.yaml").unlink()


def _drawing(text: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / "art").mkdir(exist_ok=True)
        (folder / "art" / "crown.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{text}</svg>'
        )

    return make


def _named(*names: str) -> Callable[[Path], None]:
    """Files with names that not every system can have, so that they cannot lie in a repository."""

    def make(folder: Path) -> None:
        for name in names:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text("A note.")

    return make


MADE: Final[tuple[tuple[Callable[[Path], None], str, str], ...]] = (
    (_large, "file/size", "rules.yaml:1:1"),
    (_many, "yaml/nodes", "many.yaml:1000002:3"),
    (_wide, "csv/rows", "a.csv:333335:1"),
    (_out, "file/outside", "other.yaml:1:1"),
    (_silent, "file/unreadable", "silent.yaml:1:1"),
    (_nothing, "game/none", ":1:1"),
    (_drawing(" " * 300_000), "icon/size", "art/crown.svg:1:1"),
    (_drawing("<g>" * 90 + "</g>" * 90), "icon/complex", "art/crown.svg:1:149"),
    (_named("notes/aux.txt"), "file/windows", "notes/aux.txt:1:1"),
    (_named("Notes/a.txt", "notes/A.txt"), "file/case", "notes/A.txt:1:1"),
)


@pytest.mark.parametrize(("make", "code", "place"), MADE, ids=[code for _, code, _ in MADE])
def test_what_is_too_much_is_refused_in_one_sentence(
    make: Callable[[Path], None], code: str, place: str, tmp_path: Path
) -> None:
    folder = laid.lay((), tmp_path / "game")
    make(folder)
    found, status = laid.told(folder)
    assert [(code, place)] == [(two, three.removeprefix(str(folder))) for _, two, three in found]
    assert status == (found[0][0] == "error")


def covered() -> Iterator[str]:
    """Every code that a fixture expects."""
    yield from (code for fixture in FIXTURES for _, code, _ in wanted(fixture))
    yield from (code for _, code, _ in MADE)


def test_misuse_is_one_sentence(tmp_path: Path) -> None:
    for arguments in (["check", "no-such-game"], ["build", "no-such-game"]):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 2
        assert "no-such-game" in result.output and result.output.count("\n") == 1
