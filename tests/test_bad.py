"""Bad games say what is wrong with them: each fixture's last lines list every diagnostic, and nothing else is found."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp import build
from pnp.cli import main

BAD = Path(__file__).resolve().parent / "bad"
FIXTURES = tuple(sorted(BAD.glob("*.yaml")))
EXPECTED = re.compile(r"^# (error|warning)\[([a-z-]+/[a-z-]+)\] (\d+):(\d+)$", re.M)


def as_game(fixture: Path, tmp_path: Path) -> Path:
    folder = tmp_path / fixture.stem
    folder.mkdir()
    shutil.copy(fixture, folder / "game.yaml")
    return folder


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.stem)
def test_every_fault_is_told_once_where_it_is(fixture: Path, tmp_path: Path) -> None:
    wanted = sorted(EXPECTED.findall(fixture.read_text("utf-8")))
    assert wanted, "a fixture lists what is wrong with it"
    found = build.check(as_game(fixture, tmp_path), lambda what: None).found
    told = ((one.severity.name.lower(), one.code, str(one.span.line), str(one.span.column)) for one in found)
    assert sorted(told) == wanted


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.stem)
def test_the_command_shows_places_and_fails(fixture: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["check", "--strict", str(as_game(fixture, tmp_path))])
    assert result.exit_code == 1
    for severity, code, line, column in EXPECTED.findall(fixture.read_text("utf-8")):
        assert f"game.yaml:{line}:{column}: {severity}[{code}]: " in result.output


def test_misuse_is_one_sentence(tmp_path: Path) -> None:
    for arguments in (["check", "no-such-game"], ["build", "no-such-game"]):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 2
        assert "no-such-game" in result.output and result.output.count("\n") == 1
