"""A build that was made before costs little, and is the same as one that was not."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest
from test_build import TOY, made

from pnp import build
from pnp.build import kept

GAME = """\
format: 1
game: {{name: Kept, version: "1", players: 2}}
parameters:
  - {{id: never, name: Never, value: 3}}
decks:
  - id: only
    name: Only
    size: [63.5mm, 88.9mm]
    layout: poker
    back: poker-back
    cards:
"""
CARD = '      - {{id: card-{n}, name: Card {n}, copies: {copies}, text: "{text}"}}\n'
TEXT = "one band moves along the road into the forest before night falls on the castle"
WORDS = TEXT.split()


def deck(folder: Path, count: int, **changed: str) -> Path:
    """A game of so many cards, some of them twice; `changed` are other texts by a card's number."""
    cards = (
        CARD.format(n=n, copies=1 + (n % 7 == 0), text=changed.get(f"c{n}", " ".join(WORDS[n % 5 : n % 5 + 9])))
        for n in range(count)
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(GAME.format() + "".join(cards), encoding="utf-8")
    return folder


def state(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file below a folder: which it is, when it was written, and its content."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path): (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def content(built: build.Built) -> dict[str, bytes]:
    return {file.path.name: file.path.read_bytes() for file in built.files}


def test_nothing_changed_writes_nothing(tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 20)
    first = made(game, tmp_path / "out")
    before = state(tmp_path / "out")
    again = made(game, tmp_path / "out")
    assert [one.code for one in first.found] == ["unused/parameter"]  # what is wrong is told again
    assert again == first and state(tmp_path / "out") == before


def test_the_same_bytes_with_and_without_a_cache(tmp_path: Path) -> None:
    game = tmp_path / "game"
    texts = ({}, {"c31": "something else altogether"}, {"c0": "Zäh & quick, jinxed – by 9 wolves?"}, {})
    for number, changed in enumerate(texts):
        deck(game, 60, **changed)
        kept_one, fresh = made(game, tmp_path / "out"), made(game, tmp_path / f"other-{number}")
        assert content(kept_one) == content(fresh), number
        assert [one.code for one in kept_one.found] == [one.code for one in fresh.found]


def test_what_is_gone_or_damaged_is_made_again(tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 20)
    first = content(made(game, tmp_path / "out"))
    path = tmp_path / "out" / "game" / "cards-only.pdf"
    for damage in (path.unlink, lambda: path.write_bytes(path.read_bytes()[:-1]), lambda: path.write_bytes(b"")):
        damage()
        assert content(made(game, tmp_path / "out")) == first
    for one in (tmp_path / "out" / "game" / kept.FOLDER).iterdir():
        one.write_bytes(one.read_bytes()[:-1] + b"?")
    path.unlink()
    assert content(made(game, tmp_path / "out")) == first


def test_fresh_looks_at_nothing_that_was_kept(tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 20)
    first = made(game, tmp_path / "out")
    for one in (tmp_path / "out" / "game" / kept.FOLDER).iterdir():
        one.write_bytes(b"nonsense")
    assert made(game, tmp_path / "out", fresh=True).files == first.files


def test_only_the_file_that_changed_is_written(tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(TOY, game)
    made(game, tmp_path / "out")
    before = state(tmp_path / "out" / "game")
    text = (game / "tables.yaml").read_text(encoding="utf-8")
    (game / "tables.yaml").write_text(text + "# only a remark\n", encoding="utf-8")
    made(game, tmp_path / "out")
    after = state(tmp_path / "out" / "game")
    changed = {Path(name).name for name in after if after[name] != before.get(name) and kept.FOLDER not in name}
    assert changed == {"manifest.json"}  # which says what it was made from


def test_what_is_stale_is_swept_away(tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 5)
    made(game, tmp_path / "out")
    room = tmp_path / "out" / "game" / kept.FOLDER
    (fresh,) = (one for one in room.iterdir() if "-build-" in one.name)
    other, old = room / "0123456789ab-build-x", room / f"{kept.tool()[:12]}-build-old"
    for path in (other, old):
        path.write_bytes(b"x")
    os.utime(old, (time.time() - 40 * 86_400,) * 2)
    deck(game, 6)
    made(game, tmp_path / "out")
    assert fresh.exists() and not other.exists() and not old.exists()


def test_a_cache_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 5)
    (tmp_path / "out" / "game").mkdir(parents=True)
    (tmp_path / "out" / "game" / kept.FOLDER).write_text("a file is in the way")
    assert made(game, tmp_path / "out").files


@pytest.mark.parametrize("what", ["paper", "only"])
def test_another_wish_is_another_build(what: str, tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 5)
    made(game, tmp_path / "out")
    wish = {"paper": "letter"} if what == "paper" else {"only": ("cards-only",)}
    one, other = made(game, tmp_path / "out", **wish), made(game, tmp_path / "new", **wish)
    assert content(one) == content(other)
