"""Hostile content and machines: a copy of the toy is spoilt, and what is said of it is a place or one sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pnp.cli import main

TOY = Path(__file__).resolve().parent / "toy"
CHAPTER = "rules/1-play.md"


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TOY, tmp_path / "spoilt"))


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(one) for one in arguments])
    assert "Traceback" not in result.output and "a bug in pnp" not in result.output
    return result


def spoil(folder: Path, old: str, new: str, file: str = "pieces.yaml") -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")


def add(folder: Path, line: str) -> int:
    """Put a paragraph at the end of a chapter; the number of its line."""
    text = (folder / CHAPTER).read_text("utf-8").rstrip("\n") + "\n\n" + line + "\n"
    (folder / CHAPTER).write_text(text, "utf-8")
    return text.count("\n")


@pytest.mark.parametrize(
    ("line", "column", "code"),
    [
        ("A {{ piece('miller' b.", 3, "expr/unclosed"),
        ("A {{ 1 b {{ 2 }}.", 3, "expr/unclosed"),
        ("A {{ 10**9 }} b.", 6, "expr/refused"),
        ("A {{ 999999999 * 999999999 }} b.", 6, "expr/large"),
        ("A {{ ''.__class__ }} b.", 6, "expr/refused"),
        ("A {% for x in y %} b.", 3, "expr/statement"),
        ("A ![x](/etc/hostname) b.", 8, "book/picture"),
        ("A ![x](http://localhost/x.png) b.", 8, "book/picture"),
        ("A ![x](pnp:art/none.png) b.", 8, "file/missing"),
        ("A ![x](pnp:../x.png) b.", 8, "file/outside"),
    ],
)
def test_a_fault_of_the_rules_is_told_where_it_stands(toy: Path, line: str, column: int, code: str) -> None:
    number = add(toy, line)
    result = run("check", toy)
    assert result.exit_code == 1
    assert f"{CHAPTER}:{number}:{column}: error[{code}]" in result.output


@pytest.mark.parametrize("line", ["A {{ 1 +\n2 }} b.", "A { b {c} }} d.", "![x](pnp:art/duck.svg)"])
def test_what_looks_odd_but_is_right_passes(toy: Path, line: str) -> None:
    add(toy, line)
    assert run("check", toy).exit_code == 0


@pytest.mark.parametrize("file", ["more.yaml", "weather.csv", CHAPTER])
def test_a_pipe_is_not_waited_for(toy: Path, file: str) -> None:
    (toy / file).unlink(missing_ok=True)
    os.mkfifo(toy / file)
    result = subprocess.run([sys.executable, "-m", "pnp.cli", "check", toy], capture_output=True, text=True, timeout=60)
    assert result.returncode == 1 and "error[" in result.stdout


def test_a_file_outside_is_not_quoted(toy: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a secret\n")
    (toy / "pieces.yaml").unlink()
    (toy / "pieces.yaml").symlink_to(tmp_path / "secret")
    result = run("check", toy)
    assert result.exit_code == 1
    assert "pieces.yaml:1:1: error[file/outside]" in result.output and "a secret" not in result.output


def test_faults_of_several_kinds_come_in_one_run(toy: Path) -> None:
    spoil(toy, "push: 4", "push: x")
    spoil(toy, "size: 16mm", "sise: 16mm")
    spoil(toy, "art: daggers", "art: dagers")
    add(toy, "A {{ nobody }} b.")
    output = run("check", toy).output
    assert all(code in output for code in ("type/number", "key/unknown", "unknown/icon"))


def test_a_folder_that_is_not_named_is_called_by_its_name(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(toy)
    assert run("check", ".").output == "spoilt: nothing wrong\n"
    monkeypatch.chdir(toy / "rules")
    result = run("build", "..", "--only", "counters", "--out", toy.parent / "out")
    assert result.exit_code == 0 and (toy.parent / "out" / "spoilt" / "counters.pdf").is_file()


@pytest.mark.parametrize(
    "arguments", [["check", ""], ["build", TOY, "--only", ""], ["build", TOY, "--only", "counters,"]]
)
def test_empty_names_are_misuse(arguments: list[object]) -> None:
    assert run(*arguments).exit_code == 2


@pytest.mark.skipif(sys.platform == "darwin", reason="file names are UTF-8 there")
def test_a_folder_may_have_any_name(toy: Path) -> None:
    folder = toy.rename(os.fsdecode(os.fsencode(toy.parent) + b"/b \xff\xc3\xa9"))
    assert run("build", folder, "--only", "counters", "--out", folder / "out").exit_code == 0


def test_a_file_in_the_way_is_one_sentence(toy: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / toy.name).write_text("")
    result = run("build", toy, "--only", "counters", "--out", tmp_path / "out")
    assert result.exit_code == 3 and result.output.count("\n") == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "| true"])
def test_nobody_need_listen(toy: Path, closed: str) -> None:
    command = f'"{sys.executable}" -m pnp.cli check "{toy}" {closed}'
    result = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert result.returncode == 0 and not result.stderr


@pytest.mark.parametrize(
    "expression",
    [
        "1.5 | round(999999999, 'ceil')",
        "1.5 | round(-999999999)",
        "'{:999999999}'.format(1)",
        "'x'.format_map(game)",
        "'x'.ljust(10**9)",
        "piece",
        "'a' | replace('a', 'a' * 9)",
    ],
)
def test_no_expression_takes_long_or_shows_the_machine(toy: Path, expression: str) -> None:
    add(toy, "A {{ " + expression + " }} b.")
    result = run("check", toy)
    assert result.exit_code == 1
    assert "expr/" in result.output and " at 0x" not in result.output


def test_rounding_is_as_before(toy: Path) -> None:
    number = add(toy, "A {{ 1.25 | round(1, 'ceil') }} {{ 1.25 | round(1, 'floor') }} {{ 2.5 | round | int }} b.")
    assert number and run("check", toy).exit_code == 0


def test_a_layout_file_that_is_a_link_out_is_not_read(toy: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("layouts: [{id: secret, boxes: []}]\n", "utf-8")
    (toy / "faces" / "linked.yaml").symlink_to(outside)
    result = run("check", toy)
    assert result.exit_code == 1
    assert "linked.yaml:1:1: error[file/outside]" in result.output
