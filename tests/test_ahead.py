"""A deck drawn by several processes is the deck that one draws."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from drawn import imprint
from test_build import made
from test_kept import content, deck
from test_proof import deck as pieces

from pnp import build
from pnp.build import ahead, writing
from pnp.build.base import Wish
from pnp.build.kept import Kept
from pnp.build.pages import Pages
from pnp.build.products import Product
from pnp.diag import Found
from pnp.draw.document import Sheets
from pnp.layout import Options, impose
from pnp.proof.measure import Opened
from pnp.targets.pdf.fonts import FontFile


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Even a short deck is shared; how many pages came from other processes."""
    monkeypatch.setattr(Pages, "WORTH", 10)
    monkeypatch.setattr(ahead, "_STRETCH", 4)
    known: list[int] = []
    plain = Pages.learn

    def learn(self: Pages, data: bytes) -> None:
        plain(self, data)
        known.append(len(self._known))

    monkeypatch.setattr(Pages, "learn", learn)
    yield known


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many stretches each process that is begun is to draw."""
    begun: list[int] = []
    plain = ahead._Helper.__init__
    monkeypatch.setattr(
        ahead._Helper, "__init__", lambda self, starts, draw: (begun.append(len(starts)), plain(self, starts, draw))[1]
    )
    return begun


def only(game: Path, out: Path, jobs: int) -> build.Built:
    return made(game, out, jobs=jobs, only=("cards-only",), fresh=True)


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_jobs_change_no_byte(jobs: int, shared: list[int], tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 240)
    one, several = only(game, tmp_path / "one", 1), only(game, tmp_path / "several", jobs)
    assert content(one) == content(several)
    assert shared and all(shared)


@pytest.mark.parametrize(("processors", "helpers"), [(1, 0), (2, 1), (3, 2), (64, 3)])
def test_a_long_deck_takes_the_processors_there_are(
    processors: int, helpers: int, shared: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody says how many: but for four at most, since one writes what all others draw."""
    monkeypatch.setattr(ahead.os, "sched_getaffinity", lambda _: set(range(processors)))
    begun = counted(monkeypatch)
    game = deck(tmp_path / "game", 240)
    assert content(only(game, tmp_path / "asked", 0)) == content(only(game, tmp_path / "one", 1))
    assert len(begun) == helpers


def test_helpers_begin_when_what_all_leaves_share_is_made(
    shared: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(ahead._Helper, "__init__", lambda self, starts, draw: drawn.append("another process"))
    monkeypatch.setattr(ahead._Helper, "tell", lambda self, pages, start: None)
    monkeypatch.setattr(ahead._Helper, "end", lambda self: None)
    plain = Pages.put
    monkeypatch.setattr(Pages, "put", lambda self, key, page: (drawn.append("a page"), plain(self, key, page))[1])
    only(deck(tmp_path / "game", 240), tmp_path / "out", 2)
    assert drawn[:4] == ["a page", "a page", "another process", "a page"]


def test_helpers_go_on_with_the_file_as_it_is(
    shared: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first leaf brought into the file is not made again by each of them."""
    told, plain = tmp_path / "told", FontFile.__init__

    def begun(self: FontFile, *given: Any) -> None:
        with told.open("a") as out:
            out.write(f"{os.getpid()}\n")
        plain(self, *given)

    monkeypatch.setattr(FontFile, "__init__", begun)
    only(deck(tmp_path / "game", 240), tmp_path / "out", 3)
    assert shared and set(told.read_text().split()) == {str(os.getpid())}


@pytest.mark.parametrize("ink", ["low", "grey"])
def test_less_ink_is_shared_too(ink: str, shared: list[int], tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 240)
    one, two = (
        made(game, tmp_path / f"{jobs}", jobs=jobs, only=("cards-only",), fresh=True, ink=ink) for jobs in (1, 2)
    )
    assert content(one) == content(two) and shared and all(shared)


def test_a_helper_that_comes_to_nothing_is_not_missed(
    shared: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What it was to draw is drawn by whoever writes the file, and nothing is said of it."""
    game, plain, asked = deck(tmp_path / "game", 240), Pages.told, list[int]()

    def told(self: Pages) -> bytes:
        asked.append(1)
        if len(asked) > 1:
            raise OSError
        return plain(self)

    monkeypatch.setattr(Pages, "told", told)
    one, two = only(game, tmp_path / "one", 1), only(game, tmp_path / "two", 2)
    assert content(one) == content(two) and shared and len(set(shared)) == 1
    assert "Traceback" not in capfd.readouterr().err


def test_what_is_handed_over_in_part_is_not_taken(
    shared: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A helper that is killed while it hands pages over."""
    monkeypatch.setattr(
        ahead, "_draw", lambda *given: given[-1].write(bytes(7) + b"\xff" + bytes(8) + b"[[], [") or given[-1].flush()
    )
    game = deck(tmp_path / "game", 240)
    one, two = only(game, tmp_path / "one", 1), only(game, tmp_path / "two", 2)
    assert content(one) == content(two) and not shared


def test_pages_that_must_be_drawn_at_once_are_not_shared(shared: list[int], tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 240)
    two = made(game, tmp_path / "two", jobs=2, only=("cards-only",), fresh=True, backs="fold")
    assert two.files and not shared


def test_what_comes_late_is_drawn_by_whoever_writes(shared: list[int], tmp_path: Path) -> None:
    """A letter that is new in the first half makes every page that another process drew ahead another one."""
    game = deck(tmp_path / "game", 240, c90="Ŵ is a letter that no other card has", c200="zwölf Boxkämpfer")
    one, two = only(game, tmp_path / "one", 1), only(game, tmp_path / "two", 2)
    assert one.files and content(one) == content(two)


def test_pages_are_proved_where_they_are_drawn(
    shared: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes the file measures none of those that came, but for the few that it draws itself."""
    opened: list[int] = []
    plain = Opened.page
    monkeypatch.setattr(Opened, "page", lambda self, page: (opened.append(1), plain(self, page))[1])
    game = deck(tmp_path / "game", 240)
    only(game, tmp_path / "one", 1)
    alone = len(opened)
    opened.clear()
    only(game, tmp_path / "two", 2)
    assert shared and 0 < len(opened) <= alone - shared[-1] + 4


def test_what_was_written_before_is_drawn_by_nobody(
    shared: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card of another build is drawn by whoever writes the file."""
    begun = counted(monkeypatch)
    asked = {"jobs": 2, "only": ("cards-only",)}
    made(deck(tmp_path / "game", 240), tmp_path / "out", **asked)
    again = made(deck(tmp_path / "game", 240, c100="another card"), tmp_path / "out", **asked)
    assert len(begun) == 1
    assert content(again) == content(only(tmp_path / "game", tmp_path / "one", 1))


def test_what_is_wrong_with_a_page_is_told_by_whoever_writes_the_file(shared: list[int], tmp_path: Path) -> None:
    """Two pages whose backs belong to other pieces, and as many pages as make some stretches begin with a front only just."""
    pages = [*impose(pieces(270), Options(), imprint()).pages]
    for number in (3, 41):
        others = [replace(one, id=f"x{one.id}") for one in pages[number].placed]
        pages[number] = replace(pages[number], placed=others)
    keyed = [replace(page, key=str(number)) for number, page in enumerate(pages)]
    wrong, product, told = Sheets("t", "s", keyed[:-2], duplex="long"), Product("a", "card", lambda *_: None), []
    for jobs in (1, 2, 3, 5):
        kept, found = Kept(tmp_path, Wish(tmp_path / "out", fresh=True)), Found()
        before = kept.pages("a", "b", found)
        writing.write_sheets(wrong, tmp_path / "a.pdf", product, Options(), found, kept, before, jobs).drop()
        told.append({one.message.partition(": the piece")[0] for one in found.items})
    assert told == [{"pages 3 and 4", "pages 41 and 42"}] * 4


def test_faults_are_told_once_wherever_they_are_drawn(shared: list[int], tmp_path: Path) -> None:
    """One of them on the first leaf, which all processes know."""
    game = deck(tmp_path / "game", 240, c230="much " * 200, c20="more " * 200, c2="too much " * 200)
    one, two = only(game, tmp_path / "one", 1), only(game, tmp_path / "two", 2)
    assert [found.code for found in one.found].count("text/overflow") == 3
    assert one.found == two.found and not one.files and not two.files
