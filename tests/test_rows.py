"""Rows of the same keys → the records, and all that is told of them, that are read of them one by one."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from pnp.diag import Found
from pnp.limits import LIMITS
from pnp.model import decode, load, rows
from pnp.model.pieces import Card
from pnp.source import runs

HEAD = """\
format: 1
game: {name: Trial, version: "1", players: 2}
attributes:
  - {id: cost, name: Cost, of: [card], type: number, most: 9}
  - {id: kind-of, name: Kind, of: [card], type: choice, choices: [fair, foul], default: fair}
  - {id: marks, name: Marks, of: [card], type: set, choices: [one, two]}
  - {id: said, name: Said, of: [card], type: text}
decks:
  - {id: early, name: Early, size: [63.5mm, 88.9mm], layout: poker, cards: [{id: first, name: First}]}
  - id: deck
    name: Deck
    size: [63.5mm, 88.9mm]
    layout: poker
    cards:
"""
RIGHT = {
    "id": "c{}",
    "name": "Card {}",
    "art": "sword",
    "cost": "3",
    "kind-of": "foul",
    "said": '"x: {}"',
    "text": "''",
}
# What stands in the third of five cards instead of something right.
WRONG = (
    {}, {"id": "C"}, {"id": "c1"}, {"id": "first"}, {"art": "nothing"}, {"art": "''"}, {"cost": "10"}, {"cost": "three"},
    {"kind-of": "odd"}, {"copies": "0"}, {"copies": "2"}, {"unknown": "1"}, {"layout": "none"}, {"picture": "../x.png"},
    {"marks": "one"}, {"marks": "three"}, {"name": "''"}, {"source": "designed"}, {"section": "1"}, {"back": "poker-back"},
)  # fmt: skip


def game(tmp_path: Path, *cards: dict[str, str]) -> Path:
    items = [
        "\n        ".join(f"{key}: {value.format(n)}" for key, value in card.items()) for n, card in enumerate(cards)
    ]
    (tmp_path / "game.yaml").write_text(HEAD + "".join(f"      - {item}\n" for item in items), "utf-8")
    return tmp_path


def seen(folder: Path, at_once: bool) -> object:
    """All that is read of a game, with its places, and what is told of it in the order in which it is."""
    found = Found()
    read = rows.read if at_once else lambda *_: None
    with patch.object(runs, "_SHORT", 0), patch.object(runs, "_FEW", 1), patch.object(decode.rows, "read", read):
        loaded = load.load(folder, found)
    if loaded is None:
        return found.items
    cards = [(one, told(one)) for deck in loaded.game.decks for one in deck.cards]
    references = [(one.what, one.text, one.node.span) for one in loaded.references]
    return cards, references, loaded.named, loaded.lost, found.items


def told(card: Card) -> object:
    return card.where.span, dict(card.where.keys), card.where.style("name"), card.where.node.names


def fields(card: object) -> object:
    return {name: getattr(card, name) for name in Card.__slots__ if name != "where"}  # type: ignore[attr-defined]


def alike(folder: Path) -> bool:
    one, other = seen(folder, True), seen(folder, False)
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one[0], other[0], strict=True)
        assert all((fields(a), places) == (fields(b), others) for (a, places), (b, others) in pairs)
        return bool(one[1:] == other[1:])
    return one == other


@pytest.mark.parametrize("wrong", WRONG, ids=str)
@pytest.mark.parametrize("every", [False, True])
def test_rows_are_read_at_once_as_they_are_one_by_one(tmp_path: Path, wrong: dict[str, str], every: bool) -> None:
    cards = [RIGHT | wrong if every or number == 2 else RIGHT for number in range(5)]
    assert alike(game(tmp_path, *cards))


def test_so_are_more_faults_than_are_told(tmp_path: Path) -> None:
    assert alike(
        game(tmp_path, *[RIGHT | {"art": f"none-{n}", "layout": f"none-{n}"} for n in range(LIMITS.faults + 9)])
    )
    assert alike(game(tmp_path, *[RIGHT | {"cost": "ten"}] * (LIMITS.faults + 9)))


def test_so_are_the_rows_of_a_table(tmp_path: Path) -> None:
    folder = game(tmp_path, RIGHT)
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(text.replace("- id: deck\n", "- id: deck\n    file: more.csv\n"), "utf-8")
    for wrong in WRONG:
        card = {key: value for key, value in (RIGHT | wrong).items() if key != "text"}
        lines = [",".join(card), *(",".join(value.strip("'").format(n) for value in card.values()) for n in range(4))]
        (folder / "more.csv").write_text("\n".join(lines) + "\n", "utf-8")
        assert alike(folder)


def test_what_is_right_is_read_without_a_node(tmp_path: Path) -> None:
    folder = game(tmp_path, *[RIGHT] * 5)
    with patch.object(decode, "_record", wraps=decode._record) as one:
        seen(folder, True)
    assert not any(call.args[0].record is Card and call.args[1].names == tuple(RIGHT) for call in one.call_args_list)
