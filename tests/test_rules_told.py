"""Each rule of a rulebook is found in its engine, and the engine names no rule that the rulebook has not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.diag import Found
from pnp.engines import engine
from pnp.model.game import Game
from pnp.model.load import load

ROOT = Path(__file__).resolve().parent.parent
GAMES = tuple(sorted(path.parent.name for path in (ROOT / "content").glob("*/game.yaml") if engine(path.parent.name)))
HEADING = re.compile(r"^(#+) .*?\{#([\w-]+)", re.MULTILINE)
NAMED = re.compile(r"sections?((?: `[\w-]+`,?(?: and)?)+)")


def game(id: str) -> Game:
    loaded = load(ROOT / "content" / id, Found())
    assert loaded is not None
    return loaded.game


def chapters(id: str) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Each chapter's headings: level and id."""
    files = sorted((ROOT / "content" / id / "rules").glob("*.md"))
    return tuple(
        tuple((len(marks), anchor) for marks, anchor in HEADING.findall(file.read_text(encoding="utf-8")))
        for file in files
    )


def told(id: str) -> frozenset[str]:
    """The sections that the engine's docstrings and comments name."""
    name = id.replace("-", "_")
    folder = ROOT / "pnp" / "engines" / name
    files = sorted(folder.glob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    texts = [re.sub(r"\s*\n\s*#?\s*", " ", file.read_text(encoding="utf-8")) for file in files]
    return frozenset(word for text in texts for run in NAMED.findall(text) for word in re.findall(r"`([\w-]+)`", run))


@pytest.mark.parametrize("id", GAMES)
def test_an_engine_names_sections_of_the_rulebook(id: str) -> None:
    anchors = {anchor for chapter in chapters(id) for _, anchor in chapter}
    assert told(id) <= anchors


@pytest.mark.parametrize("id", GAMES)
def test_a_case_belongs_to_a_section_of_the_rulebook(id: str) -> None:
    anchors = {anchor for chapter in chapters(id) for _, anchor in chapter}
    assert {case.section for case in game(id).cases} <= anchors


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_is_found_in_the_engine(id: str) -> None:
    """In the chapters that rule play, each section under the title is named by the engine, or has a case."""
    named = told(id) | {case.section for case in game(id).cases}
    for chapter in chapters(id):
        sections = [anchor for level, anchor in chapter if level > 1]
        if named & set(sections):
            assert set(sections) <= named, f"nobody tells of {sorted(set(sections) - named)}"
