"""Editors help with a game made by `pnp new`, with no further setting: proved with the YAML language server itself.

`make test` sets the server up in .node/ (tools/node/). It is told to fetch nothing, its catalogue of schemas included. Only
a machine without Node skips these tests, and CI never does.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import ROOT
from editor import Editor

from pnp import build
from pnp.cli import main

SERVER = ROOT / ".node" / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"
NODE = shutil.which("node") and shutil.which("npm") and shutil.which("node")
# What the server does unless it is told otherwise, but for the network.
SETTINGS = {"yaml": {"schemaStore": {"enable": False}}}

pytestmark = pytest.mark.skipif(not NODE and not os.environ.get("CI"), reason="this machine has no Node")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A game of each sort that one can begin with."""
    made = {like: tmp_path_factory.mktemp("games") / f"night-of-the-{like}" for like in build.likes()}
    for like, folder in made.items():
        result = CliRunner().invoke(main, ["new", str(folder), "--like", like])
        assert result.exit_code == 0, result.output
    return made


@pytest.fixture(scope="module")
def game(games: dict[str, Path]) -> Path:
    return games["cards"]


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    assert NODE and SERVER.is_file(), "`make setup-dev` sets the language server up"
    with Editor([NODE, str(SERVER), "--stdio"], SETTINGS) as opened:
        yield opened


def edited(file: Path, old: str, new: str, name: str) -> tuple[Path, str]:
    """A file's text with a change, as an editor shows it before it is saved, under a name of its own."""
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    return file.with_name(name), text.replace(old, new)


def place(text: str, words: str, after: bool = False) -> tuple[int, int]:
    """Line and column, from 0, of the first of some words, or right after them."""
    before = text[: text.index(words) + (len(words) if after else 0)]
    return before.count("\n"), len(before) - (before.rfind("\n") + 1)


def offered(answer: Any) -> set[str]:
    return {item["label"] for item in answer["items"]}


@pytest.mark.parametrize("like", build.likes())
def test_what_was_made_has_no_fault(editor: Editor, games: dict[str, Path], like: str) -> None:
    files = sorted(games[like].rglob("*.yaml"))
    assert len(files) > 2
    for file in files:
        assert editor.open(file, file.read_text("utf-8")) == [], file.name


def test_keys_are_offered_where_one_may_stand(editor: Editor, game: Path) -> None:
    file, text = edited(game / "cards.yaml", "    layout: label\n", "    layout: label\n    \n", "a.yaml")
    editor.open(file, text)
    line, _ = place(text, "    layout: label\n", after=True)
    keys = offered(editor.at("completion", file, line, 4))
    assert "cards" in keys, "a key that is not there yet"
    assert "size" not in keys, "one that is"


def test_a_game_s_own_attributes_are_keys(editor: Editor, game: Path) -> None:
    file, text = edited(game / "cards.yaml", "    count: 27\n", "    cards:\n      - id: owl\n        \n", "b.yaml")
    editor.open(file, text)
    line, _ = place(text, "- id: owl\n", after=True)
    assert {"name", "copies", "suit", "worth"} <= offered(editor.at("completion", file, line, 8))


def test_ids_and_words_are_offered_as_values(editor: Editor, game: Path) -> None:
    file, text = edited(game / "cards.yaml", "    back: wicker\n", "    back: \n", "c.yaml")
    editor.open(file, text)
    assert {"wicker", "label", "poker-back"} <= offered(editor.at("completion", file, *place(text, "back: ", True)))
    file, text = edited(game / "book.yaml", "  paper: a5\n", "  paper: \n", "d.yaml")
    editor.open(file, text)
    assert offered(editor.at("completion", file, *place(text, "paper: ", True))) == {"a4", "a5"}


def test_hover_says_what_a_key_means(editor: Editor, game: Path) -> None:
    text = (game / "cards.yaml").read_text("utf-8")
    editor.open(game / "e.yaml", text)
    said = editor.at("hover", game / "e.yaml", *place(text, "count:"))["contents"]["value"]
    assert "How many cards there must be, copies counted." in said


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("cards.yaml", "    count: 27\n", "    cuont: 27\n", "cuont"),
        ("game.yaml", "  minutes: 20\n", "  minutes: soon\n", "pattern"),
        ("book.yaml", "  paper: a5\n", "  paper: a6\n", "a5"),
        ("faces/label.yaml", "{id: lid, width", "{id: lid, widht", "widht"),
    ],
)
def test_a_slip_is_marked_where_it_is(editor: Editor, game: Path, name: str, old: str, new: str, words: str) -> None:
    file, text = edited(game / name, old, new, "slip-" + Path(name).name)
    faults = editor.open(file, text)
    assert any(words in fault["message"] for fault in faults), faults
    assert place(text, new.strip())[0] in {fault["range"]["start"]["line"] for fault in faults}


def test_layouts_are_helped_with_too(editor: Editor, game: Path) -> None:
    text = (game / "faces" / "label.yaml").read_text("utf-8")
    editor.open(game / "faces" / "f.yaml", text)
    said = editor.at("hover", game / "faces" / "f.yaml", *place(text, "every:"))["contents"]["value"]
    assert "distance of the pattern" in said
