"""A build that was made before costs little, and is the same as one that was not."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from test_build import TOY, made

from pnp import build
from pnp.build import kept
from pnp.diag import Found
from pnp.faces.workshop import Workshop
from pnp.model.pieces import Card, Deck

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
OWN = """\
layouts:
  - id: poker
    boxes:
      - {{id: ground, in: bleed, shape: rect, fill: paper}}
      - {{id: said, in: safe, height: 10mm, text: "{}"}}
"""
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
    late = {"c44": "find a final"}
    early = ({"c5": "a flat office"} | late, late, {"c5": "flow"} | late)  # ligatures, whose codes are in order of use
    texts = ({}, {"c31": "something else altogether"}, {"c0": "Zäh & quick, jinxed – by 9 wolves?"}, {}, *early)
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


def test_what_is_in_another_s_place_is_not_taken(tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 20)
    made(game, tmp_path / "out")
    room = tmp_path / "out" / "game" / kept.FOLDER
    before = {one.name: one.read_bytes() for one in room.iterdir()}
    deck(game, 20, c7="something else")
    (tmp_path / "game" / "faces").mkdir()
    (tmp_path / "game" / "faces" / "own.yaml").write_text(OWN.format("{{ it.name }}"))
    fresh = content(made(game, tmp_path / "fresh"))
    for one in (tmp_path / "fresh" / "game" / kept.FOLDER).iterdir():
        kind = one.name.split("-")[1]
        for name, data in before.items():
            if f"-{kind}-" in name:
                (room / one.name).write_bytes(data)
    assert len({name.split("-")[1] for name in before}) >= 3
    assert content(made(game, tmp_path / "out")) == fresh


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


def test_one_card_changed_lays_its_own_sheet_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many sheets, only those are drawn on which something changed, or which brought a letter into the file."""
    drawn: list[str] = []
    plain = Workshop.card
    monkeypatch.setattr(
        Workshop, "card", lambda self, deck, card, back=False: _noted(drawn, card, plain, self, deck, back)
    )
    game = deck(tmp_path / "game", 180)
    made(game, tmp_path / "out")
    assert len(set(drawn)) == 180
    drawn.clear()
    deck(game, 180, c100="the road into the forest before one band")
    made(game, tmp_path / "out")
    again = {int(id.removeprefix("card-")) for id in drawn}
    assert 100 in again and len(again) < 80


def _noted(drawn: list[str], card: Card, plain: Callable[..., object], shop: Workshop, of: Deck, back: bool) -> object:
    drawn.append(card.id)
    return plain(shop, of, card, back)


def test_layouts_that_look_at_other_cards_are_not_kept(tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 60)
    (game / "faces").mkdir()
    nosy = OWN.format("{{ piece('card-1').copies }} {{ it.name }}")
    (game / "faces" / "own.yaml").write_text(nosy)
    before = content(made(game, tmp_path / "out"))
    text = (game / "game.yaml").read_text().replace("name: Card 1, copies: 1", "name: Card 1, copies: 2")
    (game / "game.yaml").write_text(text)
    after = content(made(game, tmp_path / "out"))
    assert before and before != after == content(made(game, tmp_path / "other"))


@pytest.mark.parametrize("change", ["layout", "style", "art", "deck"])
def test_what_a_card_shows_besides_its_own_is_part_of_what_it_was_made_from(change: str, tmp_path: Path) -> None:
    game = deck(tmp_path / "game", 60)
    path = game / "game.yaml"
    path.write_text(path.read_text().replace("copies: 1,", "copies: 1, art: device,"))
    (game / "art").mkdir()
    shape = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V{}Z"/></svg>'
    (game / "art" / "device.svg").write_text(shape.format(10))
    made(game, tmp_path / "out")
    if change == "art":
        (game / "art" / "device.svg").write_text(shape.format(5))
    elif change == "deck":
        path.write_text(path.read_text().replace("name: Only", "name: Lonely"))
    elif change == "style":
        style = 'style: {palette: [{id: accent-of-mine, colour: "#112233"}, {id: ink, colour: "#400000"}]}\n'
        path.write_text(path.read_text() + style)
    else:
        (game / "faces").mkdir()
        (game / "faces" / "own.yaml").write_text(OWN.format("{{ it.name }}"))
    kept_one, fresh = made(game, tmp_path / "out"), made(game, tmp_path / "other")
    assert content(kept_one) == content(fresh) and kept_one.files


def test_a_letter_that_is_new_leaves_every_other_sheet_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card is given letters, a ligature too, that no card had: only its own sheet and the first are drawn."""
    drawn: list[str] = []
    plain = Workshop.card
    monkeypatch.setattr(
        Workshop, "card", lambda self, deck, card, back=False: _noted(drawn, card, plain, self, deck, back)
    )
    game = deck(tmp_path / "game", 180)
    made(game, tmp_path / "out")
    drawn.clear()
    deck(game, 180, c3="Ŵ quick jinx of 9 fine wolves")
    changed = content(made(game, tmp_path / "out"))
    assert len(set(drawn)) < 20
    assert changed == content(made(game, tmp_path / "other"))


@pytest.mark.parametrize("told", [b"", b"[]", b"null", b"\xff", b'{"files": [1]}', b"[1, 2, 3, 4]", b"[" * 100_000])
def test_what_pnp_never_wrote_is_nothing_kept(told: bytes, tmp_path: Path) -> None:
    """However whole it is: another program may have put it there."""
    cache = kept.Kept(TOY, build.Wish(out=tmp_path))
    found = Found()
    for kind, key in (("build", cache._asked), ("laid", "a"), ("right", "a"), ("pages", "a")):
        cache.put(
            kind, key if kind == "build" else kept.digest(kept.tool(), *(("a", "b") if kind == "pages" else "a")), told
        )
    assert cache.built() is None and cache.laid("a", tmp_path / "a.pdf") is None
    assert not cache.right("a") & {"a"} and cache.pages("a", "b", found).get("a") is None


def test_games_within_the_package_are_no_part_of_the_tool(tmp_path: Path) -> None:
    """An installed `pnp` carries copies of games and templates; templates are asked for where they are used."""
    for name in ("kept.py", "draw/art/sun.svg", "_data/content/game/game.yaml", "__pycache__/kept.pyc", ".hidden"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("a")
    told = [(Path(path).relative_to(tmp_path).as_posix(), size) for path, size, _ in kept._stated(tmp_path)]
    assert told == [("draw/art/sun.svg", 1), ("kept.py", 1)]
    (tmp_path / "_data" / "templates").mkdir()
    (tmp_path / "_data" / "templates" / "book.html").write_text("a")
    assert len(kept._stated(tmp_path / "_data" / "templates")) == 1
