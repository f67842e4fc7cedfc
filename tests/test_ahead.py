"""A deck drawn by several processes is the deck that one draws."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from test_build import made
from test_kept import content, deck

from pnp import build
from pnp.build import ahead
from pnp.build.pages import Pages


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Even a short deck is shared; how many pages came from other processes."""
    monkeypatch.setattr(ahead, "_WORTH", 10)
    known: list[int] = []
    plain = Pages.learn

    def learn(self: Pages, data: bytes) -> None:
        plain(self, data)
        known.append(len(self._known))

    monkeypatch.setattr(Pages, "learn", learn)
    yield known


def only(game: Path, out: Path, jobs: int) -> build.Built:
    return made(game, out, jobs=jobs, only=("cards-only",), fresh=True)


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_jobs_change_no_byte(jobs: int, shared: list[int], tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 240)
    one, several = only(game, tmp_path / "one", 1), only(game, tmp_path / "several", jobs)
    assert content(one) == content(several)
    assert shared and all(shared)


def test_what_comes_late_is_drawn_by_whoever_writes(shared: list[int], tmp_path: Path) -> None:
    """A letter that is new in the first half makes every page that another process drew ahead another one."""
    game = deck(tmp_path / "game", 240, c90="Ŵ is a letter that no other card has", c200="zwölf Boxkämpfer")
    one, two = only(game, tmp_path / "one", 1), only(game, tmp_path / "two", 2)
    assert one.files and content(one) == content(two)


def test_faults_are_told_once_wherever_they_are_drawn(shared: list[int], tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 240, c230="much " * 200, c20="more " * 200)
    one, two = only(game, tmp_path / "one", 1), only(game, tmp_path / "two", 2)
    assert [found.code for found in one.found].count("text/overflow") == 2
    assert one.found == two.found and not one.files and not two.files
