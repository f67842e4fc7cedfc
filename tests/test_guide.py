"""The print guide says what is true of the files that were built, and a rulebook without a cover says whose it is."""

from __future__ import annotations

import dataclasses
import io
import re
from pathlib import Path

import pytest

from pnp import build, where
from pnp.book import Art, Printed, guide, style, write
from pnp.diag import Found, Span
from pnp.draw.document import Html, StyleSheet
from pnp.draw.fonts import Fonts
from pnp.layout import PAPERS, Options
from pnp.layout.tile import joined
from pnp.model import load
from pnp.model.game import Game
from pnp.proof.look import texts
from pnp.targets import paged
from pnp.units import MM, Size

TOY = Path(__file__).resolve().parent / "toy"
DECK = Printed("cards.pdf", "card", 6, "A4", "long", 27)
COUNTERS = Printed("counters.pdf", "counter", 2, "A4", "long", 40)
BOOK = Printed("rulebook.pdf", "rulebook", 4, "A5")


def game() -> Game:
    loaded = load.load(TOY, Found())
    assert loaded is not None
    return loaded.game


def page(*files: Printed) -> str:
    return guide(game(), files, Found()).body


def one_line(text: str) -> str:
    """Without the breaks of its lines, spaces and hyphens at them included."""
    return re.sub(r"[-\s\u00ad\u0002\ufffe]+", "", text)


def test_the_guide_and_the_tiles_say_the_same(tmp_path: Path) -> None:
    paper = "148x210mm"
    built = build.build(TOY, build.Wish(tmp_path, paper=paper), lambda _: None)
    files = {file.kind: file for file in built.files}
    board = game().boards[0]
    steps = joined(Size(*board.size), 3 * MM, build.writing.options(build.Wish(tmp_path, paper=paper)))
    assert len(steps) > 2
    for kind in ("map-tiles", "print-guide"):
        told = one_line(next(texts(files[kind].path)))
        assert all(one_line(step) in told for step in steps), kind


@pytest.mark.parametrize(
    ("size", "said", "unsaid"),
    [
        (Size(100 * MM, 100 * MM), (), ("left", "flap", "row")),
        (Size(300 * MM, 100 * MM), ("on its left", "A2 on the flap of A1"), ("at its top", "other rows")),
        (Size(100 * MM, 900 * MM), ("each tile but the first at the ticks at its top",), ("on its left",)),
        (Size(450 * MM, 900 * MM), ("on its left", "row B on the flap of row A"), ()),
    ],
)
def test_tiles_are_joined_as_they_are_parted(size: Size, said: tuple[str, ...], unsaid: tuple[str, ...]) -> None:
    told = " ".join(joined(size, 3 * MM, Options(paper=PAPERS[0])))
    assert told.endswith("At last cut all round at the outer ticks.")
    assert all(words in told for words in said) and not any(words in told for words in unsaid)


def test_the_guide_speaks_of_nothing_that_is_not_there() -> None:
    deck, counters = page(DECK, BOOK), page(COUNTERS)
    assert "grey board" in counters and "glue" in counters
    assert not any(words in deck for words in ("grey board", "glue", "Counters", "tile", "A part of the game"))
    assert "ulebook" not in counters and "Cards" not in counters
    assert "A5: paper" in deck and "--booklet" in deck
    apart = page(Printed("cards.back-bleed-3mm.pdf", "card", 10, "A4", "long", 27))
    assert "--back-bleed" in deck and "--back-bleed" not in apart


def test_the_guide_is_one_page_of_a4_without_a_running_head() -> None:
    found, out = Found(), io.BytesIO()
    html = guide(game(), (DECK, COUNTERS, BOOK), found)
    assert game().book is not None and game().book.paper == "a5" and html.paper == "A4"  # type: ignore[union-attr]
    assert paged.write(html, out, found) == 1 and not list(found)
    (told,) = texts(out)  # type: ignore[arg-type]
    assert told.count(game().game.name) == 2, "at the head and at the foot"
    assert f"{game().game.name}How" not in told.replace("\n", " ")


def test_a_guide_of_many_kinds_is_set_smaller_to_stay_on_one_page() -> None:
    every = ("counter", "standee", "card", "card", "mat", "map", "map-tiles", "player-aid", "rulebook", "booklet")
    files = [
        Printed(
            f"{kind}.pdf", kind, 2, "A4", "long", 12, joined(Size(450 * MM, 900 * MM), 3 * MM, Options(paper=PAPERS[0]))
        )
        for kind in every
    ]
    html, found = guide(game(), files, Found()), Found()
    assert paged.write(dataclasses.replace(html, spare=()), io.BytesIO(), found) == 2, "else this shows nothing"
    assert paged.write(html, io.BytesIO(), found) == 1 and not list(found)


FOLDERS = [TOY, *sorted(path.parent for path in (where.content_root()).glob("*/game.yaml"))]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_words_can_be_looked_for_whatever_ligatures_a_font_makes(folder: Path) -> None:
    """Where a ligature is several glyphs, and is the first place where these are met, the file says all letters right."""
    loaded = load.load(folder, Found())
    assert loaded is not None
    faces = tuple(style.faces(Fonts.open(loaded.game, Found())))
    for family in sorted({face.family for face in faces}):
        sheet, out = StyleSheet("a.css", f"html {{ font-family: {family} }}"), io.BytesIO()
        html = Html("T", "S", "<p>five of fifty fine fjords afflicted office</p>", Span("a.yaml"), (sheet,), faces)
        paged.write(html, out, Found())
        assert "five of fifty fine fjords afflicted office" in next(texts(out)), family  # type: ignore[arg-type]


def test_a_rulebook_without_a_cover_says_whose_it_is() -> None:
    about, found, out = game().game, Found(), io.BytesIO()
    html = write(game(), Art(lambda piece, side: "<svg/>", lambda name: "<svg/>"), found)
    assert html is not None and html.body.count('class="masthead"') == 1 and html.paper == "A5"
    pages = paged.write(html, out, found)
    told = list(texts(out))  # type: ignore[arg-type]
    assert len(told) == pages
    for fact in (about.name, about.subtitle, "2 players", "10 minutes", "8 years", f"edition {about.version}"):
        assert fact in told[0].replace("\n", " ")
    assert all(re.search(rf"^{number}$", text, re.M) for number, text in enumerate(told, start=1)), "pages are numbered"


def test_a_rulebook_with_a_cover_has_no_other_head(tmp_path: Path) -> None:
    import shutil

    shutil.copytree(TOY, tmp_path / "toy")
    chapter = next((tmp_path / "toy" / "rules").glob("1-*.md"))
    chapter.write_text("{{ cover('Over', 'Under') }}\n\n" + chapter.read_text("utf-8"), "utf-8")
    loaded = load.load(tmp_path / "toy", Found())
    assert loaded is not None
    html = write(loaded.game, Art(lambda piece, side: "<svg/>", lambda name: "<svg/>"), Found())
    assert html is not None and "masthead" not in html.body and 'class="cover"' in html.body
