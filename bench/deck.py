"""A game that is one deck of cards, for the clock: python bench/deck.py COUNT FOLDER [yaml|csv]

Every card has a title in a bar, one of eight icons, a cost in a circle, thirty words of text with one of them bold, a
footer of its own, and a back. The same count makes the same game.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

ICONS = ("banner", "boot", "bow", "crown", "daggers", "purse", "retreat", "sword")
FIRST = "Amber Bitter Crooked Distant Eager Faithful Gilded Hollow Idle Jealous Lonely Merry Narrow Patient Quiet"
SECOND = "Abbot Bridge Candle Drover Errand Ferry Gallows Harvest Inn Jester Lantern Miller Oath Pilgrim Reeve"
COMMON = "the a of and to in that it with for on as at by from or but not all one two three may must each"
ONSETS = ("b", "br", "c", "cl", "d", "f", "g", "gr", "h", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "tr", "w")
RIMES = (
    "ace",
    "ade",
    "ain",
    "all",
    "and",
    "are",
    "ear",
    "ell",
    "end",
    "est",
    "ick",
    "ight",
    "ill",
    "ine",
    "ode",
    "orn",
)
ENDS = ("", "", "", "s", "ed", "ing", "er", "ly")

GAME = """\
format: 1
game: {{name: Bench, version: "1", players: 2}}
style:
  palette:
    - {{id: paper, colour: "#fbf8f0"}}
    - {{id: ink, colour: "#1f1d1a"}}
    - {{id: river, colour: "#24466b"}}
attributes:
  - {{id: cost, name: Cost, of: [card], type: number, least: 0, most: 9}}
  - {{id: footer, name: Footer, of: [card], type: text}}
decks:
  - id: bench
    name: Bench
    size: [63.5mm, 88.9mm]
    layout: bench
    back: bench-back
    count: {count}
"""

FACES = """\
layouts:
  - id: bench
    extends: poker-cost
    let: [{id: accent, value: river}]
    boxes:
      - {id: foot, text: "{{ it.footer }}"}
  - id: bench-back
    extends: poker-back
    let: [{id: accent, value: river}]
"""


@dataclass(frozen=True)
class Row:
    """A card as its table has it."""

    id: str
    name: str
    art: str
    cost: int
    text: str
    footer: str


def words() -> tuple[str, ...]:
    """About eight hundred words, as often short as in running text."""
    chance = random.Random(0)
    made = {chance.choice(ONSETS) + chance.choice(RIMES) + chance.choice(ENDS): None for _ in range(1_000)}
    return (*made, *COMMON.split() * 24)


def cards(count: int) -> Iterator[Row]:
    known, first, second = words(), FIRST.split(), SECOND.split()
    for number in range(1, count + 1):
        chance = random.Random(number)
        text = [chance.choice(known) for _ in range(30)]
        text[0] = text[0].capitalize()
        strong = chance.randrange(1, 29)
        text[strong] = f"**{text[strong]}**"
        name = f"{chance.choice(first)} {chance.choice(second)}"
        footer = f"{number} of {count} · {chance.choice(second)}"
        yield Row(f"card-{number}", name, ICONS[number % 8], chance.randrange(10), " ".join(text) + ".", footer)


def as_yaml(rows: Iterator[Row]) -> str:
    items = (
        f"      - id: {row.id}\n        name: {row.name}\n        art: {row.art}\n        cost: {row.cost}\n"
        f'        text: "{row.text}"\n        footer: "{row.footer}"\n'
        for row in rows
    )
    return "    cards:\n" + "".join(items)


def as_csv(rows: Iterator[Row]) -> str:
    head = ",".join(field.name for field in fields(Row))
    return "\n".join([head, *(",".join(str(value) for value in astuple(row)) for row in rows)]) + "\n"


def write(count: int, folder: Path, form: str = "yaml") -> None:
    """The game's files."""
    (folder / "faces").mkdir(parents=True, exist_ok=True)
    (folder / "faces" / "bench.yaml").write_text(FACES, encoding="utf-8")
    game = GAME.format(count=count)
    if form == "csv":
        (folder / "bench.csv").write_text(as_csv(cards(count)), encoding="utf-8")
        game += "    file: bench.csv\n"
    else:
        game += as_yaml(cards(count))
    (folder / "game.yaml").write_text(game, encoding="utf-8")


if __name__ == "__main__":
    write(int(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
