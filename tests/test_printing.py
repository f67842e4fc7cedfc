"""The page "From your printer to the table": what it tells people to type works in its order, its pictures are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp import build
from pnp.cli import main

ROOT = Path(__file__).resolve().parent.parent
TOY = ROOT / "tests/toy"
PAGE = (ROOT / "docs/printing.md").read_text("utf-8")
COMMANDS = [
    shlex.split(line)[1:]
    for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)
    for line in block.splitlines()
]


def test_what_it_tells_to_type_works_in_its_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.chdir(tmp_path)
    games = [folder.name for folder in build.bundled()]
    for command in COMMANDS:
        made = re.compile(f"^output/({'|'.join(games)})/")
        typed = [str(TOY) if word in games else made.sub("output/toy/", word) for word in command]
        typed += ["--only", "counters"] if typed[0] == "build" else []
        result = CliRunner().invoke(main, typed)
        assert result.exit_code == 0, (command, result.output)
    kept = CliRunner().invoke(main, ["profile"]).output
    assert kept == "my-printer: --offset 0.5mm,-0.2mm --rotate 0.08 --scale 1.0014 --ruler 99.6mm,99.8mm\n"
    assert (tmp_path / "output/calibration.for-my-printer.pdf").is_file()
    assert (tmp_path / "output/toy/counters.for-my-printer.pdf").is_file()


def test_every_option_that_it_names_is_one() -> None:
    helps = " ".join(
        CliRunner().invoke(main, [name, "--help"]).output for name in ("build", "calibrate", "profile", "proof")
    )
    named = set(re.findall(r"--[a-z][a-z-]+", PAGE))
    assert named
    assert named <= set(re.findall(r"--[a-z-]+", helps))


def test_its_pictures_are_there_and_the_readme_leads_to_it() -> None:
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", PAGE)
    assert len(pictures) >= 3
    assert all((ROOT / "docs" / name).is_file() for name in pictures)
    assert "(docs/printing.md)" in (ROOT / "README.md").read_text("utf-8")
