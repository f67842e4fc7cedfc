"""The clock of the last step alone: a deck that is drawn already, imposed and written. python bench/pages.py [cards]"""

import gc
import io
import random
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.diag import Found
from pnp.draw import fonts
from pnp.draw.frame import Colour, Frame, Item, Segment, Stroke, Symbol, Text, Use, Word
from pnp.draw.frame import Path as Outline
from pnp.draw.studio import Studio
from pnp.draw.studio import open as open_studio
from pnp.layout import Imprint, Options, impose
from pnp.targets import pdf
from pnp.units import Size


@dataclass(frozen=True)
class Piece:
    """A card."""

    id: str
    front: Frame
    back: Frame | None
    copies: int = 1
    group: str = ""
    key: str = ""


@dataclass(frozen=True)
class Deck:
    """Cards that are drawn already."""

    title: str
    size: Size
    faces: tuple[Piece, ...]
    bleed: int = 3000
    backed: bool = True
    total: int = 0
    blanks: Mapping[str, Piece] = field(default_factory=dict)


CARD = Size(63_500, 88_900)
INK, PAPER, BLUE = Colour("#1c1a17"), Colour("#ffffff"), Colour("#24466b")
WORDS = [
    "the",
    "outlaw",
    "draws",
    "one",
    "card",
    "from",
    "his",
    "purse",
    "and",
    "may",
    "move",
    "any",
    "band",
    "along",
    "a",
    "road",
    "into",
    "the",
    "forest",
    "before",
    "night",
]


class Plan:
    """A game without a look of its own."""

    folder, style = ".", None


def box(x: int, y: int, right: int, bottom: int) -> tuple[Segment, ...]:
    return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))


def icon(index: int) -> Symbol:
    """A drawing of twenty curves."""
    chance = random.Random(index)
    curves = [("C", *(chance.randrange(1000) for _ in range(6))) for _ in range(20)]
    return Symbol(f"icon-{index}", (Outline((("M", 0, 0), *curves, ("Z",)), INK),))  # type: ignore[arg-type]


def lines(chance: random.Random, plain: dict[str, Word], bold: dict[str, Word]) -> Iterator[Text]:
    """Thirty words on six lines, one of them bold."""
    strong = chance.randrange(30)
    for row in range(6):
        words = []
        for column in range(5):
            words.append((bold if row * 5 + column == strong else plain)[chance.choice(WORDS)])
        yield Text(5000, 52_000 + row * 3500, 2800, INK, tuple(words))


def deck(count: int) -> Deck:
    """Cards as the drawing hands them over: each a frame of its own, its back shared by all."""
    bundled = fonts.bundled()["source-serif-pro"]
    faces = {style: fonts.load(bundled[style]) for style in ("regular", "bold")}
    shaped = {style: {w: face.shape(f"{w} ", {})[0] for w in WORDS} for style, face in faces.items()}
    names = {n: faces["bold"].shape(str(n), {})[0] for n in range(count)}
    bleed = Outline(box(-3000, -3000, 66_500, 91_900), PAPER)
    bar = Outline(box(-3000, -3000, 66_500, 12_000), BLUE)
    circle = Outline(box(52_000, 2000, 60_000, 10_000), PAPER, Stroke(INK, 200))
    icons = [icon(index) for index in range(8)]
    back = Frame(CARD, (Outline(box(-3000, -3000, 66_500, 91_900), BLUE), Use(icons[0], 12_000, 20_000, 40.0)), 3000)

    def front(n: int) -> Frame:
        chance = random.Random(n)
        items: list[Item] = [bleed, bar, circle, Use(icons[n % 8], 16_000, 15_000, 30.0)]
        items += [Text(5000, 8000, 4200, PAPER, (names[n],)), Text(55_000, 8000, 4000, INK, (names[n % 10],))]
        items += [*lines(chance, shaped["regular"], shaped["bold"])]
        items += [Text(5000, 85_000, 2100, INK, (shaped["regular"]["forest"], names[n]), gaps=(2000,))]
        return Frame(CARD, tuple(items), 3000)

    pieces = tuple(Piece(f"card-{n}", front(n), back) for n in range(count))
    return Deck("Cards", CARD, pieces)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5400
    stack = deck(count)
    studio: Studio = open_studio(Plan(), Found())
    gc.collect()
    for _ in range(3):
        start = time.perf_counter()
        out = io.BytesIO()
        sheets = impose(stack, Options(), Imprint(studio, "Bench", "1"))
        pages = pdf.write(sheets, out)
        print(f"{count} cards, {pages} pages, {len(out.getvalue()) / 1e6:.2f} MB: {time.perf_counter() - start:.3f} s")
    Path(sys.argv[2] if len(sys.argv) > 2 else "/dev/null").write_bytes(out.getvalue())


if __name__ == "__main__":
    main()
