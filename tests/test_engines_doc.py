"""The engine that docs/engines.md shows is a whole one: it is installed, checked and played here as it is printed there."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli import main
from pnp.engines import engine
from pnp.engines.base import Engine, Hiding
from pnp.play.example import QUIET
from pnp.play.laws import watch
from pnp.play.record import KEYS
from tests.conftest import ROOT
from tests.engines import read

DOC = (ROOT / "docs" / "engines.md").read_text("utf-8")
FILES = dict(re.findall(r"^```\w+ (\S+)\n(.*?)^```$", DOC, re.M | re.S))


@pytest.fixture
def heap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the page, the engine as an installed package."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (group,) = re.findall(r'^\[project\.entry-points\."(.*)"\]$', DOC, re.M)
    (entry,) = re.findall(r'^heap = "(.*)"$', DOC, re.M)
    info = tmp_path / "heap-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: heap\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{group}]\nheap = {entry}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "heap_engine", raising=False)
    return tmp_path / "heap"


def test_the_page_s_game_is_proved_by_play(heap: Path) -> None:
    result = CliRunner().invoke(main, ["check", "--strict", "--plays", "10", str(heap)])
    assert result.exit_code == 0, result.output


def test_its_case_and_its_play_bite(heap: Path) -> None:
    """The page's numbers are looked at: another one is told."""
    game = heap / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("at most, value: 3", "at most, value: 2"), "utf-8")
    output = CliRunner().invoke(main, ["check", str(heap)]).output
    assert "plays/short.play:6:" in output and "error[play/illegal]" in output


def test_every_law_holds_for_it(heap: Path) -> None:
    found, game = engine("heap"), read(heap)
    assert found is not None
    for seed in range(50):
        watch(found, game, seed)


def test_the_page_tells_everything() -> None:
    members = {name for name in (*Hiding.__annotations__, *vars(Engine), *vars(Hiding)) if not name.startswith("_")}
    for word in (*members, *Engine.__annotations__, *QUIET, *KEYS):
        assert f"`{word}`" in DOC, word
