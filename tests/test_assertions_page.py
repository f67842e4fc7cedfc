"""Every example of the page on assertions gives what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from conftest import ROOT

from pnp.build import check
from pnp.checks import assertions
from pnp.diag import Found, Span
from pnp.model.expr import Sandbox
from pnp.model.game import Game
from pnp.model.load import load
from pnp.model.rules import Assertion

PAGE = (ROOT / "docs" / "assertions.md").read_text("utf-8")
_GAME = re.search(r"^```yaml game.yaml\n(.*?)^```$", PAGE, re.M | re.S)
_ROW = re.compile(r"^\| `(.+?)` \| (.+) \|$", re.M)
_PARTS = re.split(r"^## (.*)$", PAGE, flags=re.M)
SECTIONS = dict(zip(_PARTS[1::2], _PARTS[2::2], strict=True))


def rows(*titles: str) -> list[tuple[str, str]]:
    """(expression, what stands beside it) of the tables whose first column is asked of the game."""
    found = []
    for title in titles:
        for table in re.findall(r"^\| (?:asked|false) \|.*\n(?:\|.*\n)+", SECTIONS[title], re.M):
            found += [(ask.replace("\\|", "|"), said.replace("\\|", "|")) for ask, said in _ROW.findall(table)]
    return found


GIVEN = rows("One thing, by its id", "Lists", "What is true or false")
SHOWN = rows("What a failure shows")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    assert _GAME
    folder = tmp_path_factory.mktemp("roads")
    (folder / "game.yaml").write_text(_GAME[1], "utf-8")
    found = Found()
    loaded = load(folder, found)
    assert loaded is not None and not found.items
    return loaded.game


def test_the_page_s_game_has_nothing_wrong_with_it(game: Game) -> None:
    assert [one for one in check(Path(game.folder), lambda _: None).found if not one.severity] == []


@pytest.mark.parametrize(("ask", "gives"), GIVEN)
def test_what_is_asked_gives_what_the_page_says(game: Game, ask: str, gives: str) -> None:
    found = Found()
    value = Sandbox(game).value(ask, Span("page"), found)
    assert not found.items
    assert assertions.shown(value) == gives


@pytest.mark.parametrize(("ask", "shows"), SHOWN)
def test_a_failure_shows_what_the_page_says(game: Game, ask: str, shows: str) -> None:
    assert Sandbox(game).value(ask, Span("page"), Found()) is False
    one = Assertion(where=game.where, id="page", that=ask, says="")
    assert assertions.seen(one, Sandbox(game)) == shows


def test_the_first_example_shows_what_it_saw(game: Game) -> None:
    written = re.search(r"^```yaml\n(.*?)^```$", PAGE, re.M | re.S)
    told = re.search(r"^```told\n(\S+): (.*)\n```$", PAGE, re.M)
    assert written and told
    (check,) = yaml.safe_load(written[1])["checks"]
    assert check["id"] == told[1]
    assert assertions.seen(Assertion(where=game.where, **check), Sandbox(game)) == told[2]


def test_the_page_speaks_of_every_list_and_look_up(game: Game) -> None:
    words = set(re.findall(r"[a-z_]+", PAGE))
    assert set(Sandbox(game).view.names()) <= words
