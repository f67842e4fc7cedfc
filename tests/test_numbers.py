"""Numbers in the rules' words that repeat a number of the data."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from pnp.book import markdown, numbers
from pnp.book.words import words
from pnp.diag import Found, Span
from pnp.model.expr import Sandbox
from pnp.model.game import Game
from pnp.model.load import load

GAME = """\
format: 1
game: {name: Toll, version: "1", players: 2}
sides: [{id: red, name: Red, colour: paper, ink: ink, icon: banner}]
parameters:
  - {id: toll, name: Toll of a bridge, value: 5, unit: Coins}
  - {id: siege, name: Turns of a siege, value: 3}
attributes: [{id: reach, name: Reach, of: [counter], type: number}]
counters:
  - id: archers
    name: Archers
    side: red
    size: [16mm]
    layout: counter
    counters: [{id: bowman, name: Bowman, copies: 7, reach: 4}]
tracks: [{id: turns, name: Turns, first: 1, last: 9}]
setup: {aside: [bowman]}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("toll")
    (folder / "game.yaml").write_text(GAME)
    loaded = load(folder, Found())
    assert loaded is not None
    return loaded.game


def told(game: Game, text: str) -> list[tuple[str, str]]:
    """(number, line:column) of everything found in a chapter; each is a warning."""
    found = Found()
    numbers.look(markdown.read(markdown.Lines("rules.md"), text, Found()), numbers.facts(game), found)
    assert all(one.severity and one.code == "book/number" for one in found)
    return [(one.message.split("'")[1], f"{one.span.line}:{one.span.column}") for one in found.ordered()]


@pytest.mark.parametrize(
    ("text", "number", "place"),
    [
        ("The toll of the bridge is 5 Coins.", "5", "1:27"),
        ("To cross a bridge pay the toll,\nwhich is five coins.", "five", "2:10"),
        ("A siege lasts three turns.", "three", "1:15"),
        ("> [!note]\n> Each siege takes 3 turns.", "3", "2:20"),
        ("There are 7 Bowmen and seven bowmans.", "seven", "1:24"),
        ("The Bowman has a Reach of 4.", "4", "1:27"),
        ("{{ param('toll') }} first. The bridge's toll is {{ param('toll') }} or 5 Coins.", "5", "1:72"),
        ("1. A bridge.\n2. The toll at a bridge: 5 Coins", "5", "2:26"),
    ],
)
def test_a_number_beside_the_words_of_what_it_repeats_is_told(game: Game, text: str, number: str, place: str) -> None:
    assert told(game, text) == [(number, place)]


@pytest.mark.parametrize(
    "text",
    [
        "The toll of the bridge is {{ param('toll') }} Coins.",
        "The toll of the bridge is {{ 5 }} Coins.",
        "The toll of the bridge is 6 Coins.",
        "A bridge costs 5 Coins.",
        "The toll of the bridge is 5 oxen.",
        "The toll of the bridge stands in section 1.5 Coins and rule 5a.",
        "From 3 to 9 turns a siege",
        "3. Every siege takes its turns.",
        "## Sieges, turn by turn {#siege-3}",
        "A siege. It takes turns.\n\nThe dice show three dots.",
        "Three Bowmans and a siege, by turns.",
    ],
)
def test_other_numbers_are_let_alone(game: Game, text: str) -> None:
    assert told(game, text) == []


def test_saying_that_a_number_means_itself_is_the_way_to_keep_it(game: Game) -> None:
    """What the hint says to type silences the warning, both ways."""
    text = "The toll of the bridge is five Coins."
    found = Found()
    numbers.look(markdown.read(markdown.Lines("rules.md"), text, Found()), numbers.facts(game), found)
    (one,) = found.items
    repairs = re.findall(r"\{\{ .*? \}\}", one.hint)
    assert len(repairs) == 2
    for repair in repairs:
        repaired = text.replace("five", repair)
        assert told(game, repaired) == []
        assert Sandbox(game, {"words": words}).value(repair[2:-2], Span(""), Found()) == "five"


ASKED = re.compile(r"\{\{ *((?:words\()?param\([^{}]*?\)) *\}\}")


def test_rules_without_their_expressions_would_be_told_of(game_folder: Path) -> None:
    """Parameters written out as numbers are found, at their places, wherever the words around them say what they are."""
    loaded = load(game_folder, Found())
    assert loaded is not None
    known, sandbox = numbers.facts(loaded.game), Sandbox(loaded.game, {"words": words})
    seen = hit = 0
    for path in sorted((game_folder / "rules").glob("*.md")):
        text = path.read_text("utf-8")
        for match in ASKED.finditer(text):
            value = str(sandbox.value(match[1], Span(""), Found()))
            found = Found()
            numbers.look(
                markdown.read(markdown.Lines(path.name), text[: match.start()] + value + text[match.end() :], Found()),
                known,
                found,
            )
            seen += value not in ("1", "one")
            hit += any(one.message.startswith(f"'{value}'") for one in found)
    assert 4 * hit >= seen


@pytest.mark.parametrize(
    "text", ["{{" * 50_000, "5 mills, 3 " * 20_000, "1 to " * 30_000, "> " * 30_000, "`{#" * 30_000]
)
def test_a_chapter_of_nothing_else_takes_no_time(game: Game, text: str) -> None:
    before = time.process_time()
    numbers.look(markdown.read(markdown.Lines("rules.md"), text, Found()), numbers.facts(game), Found())
    assert time.process_time() - before < 5
