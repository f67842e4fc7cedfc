"""Rulebooks: numbering, references, expressions in their place, blocks, the index, and the PDF that comes of it."""

from __future__ import annotations

import dataclasses
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.book import Art, Printed, check, guide, make, markdown, register, style, write
from pnp.book.base import Block
from pnp.book.blocks import Piece, callouts, panels
from pnp.book.columns import parted
from pnp.book.names import Entry
from pnp.book.words import dashed, ordinal, signed, together, words
from pnp.diag import Found, Span
from pnp.draw.document import Html, StyleSheet, TypeFace
from pnp.draw.fonts import Fonts
from pnp.model import load
from pnp.model.game import Game
from pnp.proof.look import texts
from pnp.targets import paged
from pnp.units import Box

ROOT = Path(__file__).resolve().parent.parent
TOY = ROOT / "tests" / "toy"
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9mm" height="9mm"><path d="M1 1h7v7z"/></svg>'
)
ART = Art(lambda piece, side: SQUARE, lambda name: SQUARE)
BOXED = Art(ART.face, ART.icon, lambda piece, side: {"name": Box(1000, 0, 5000, 2000)})


def game(folder: Path) -> Game:
    loaded = load.load(folder, Found())
    assert loaded is not None
    return loaded.game


@pytest.fixture
def toy(tmp_path: Path) -> Callable[..., tuple[Game, Path]]:
    """The toy game with chapters of its own: given as texts, in order."""

    def make_toy(*chapters: str) -> tuple[Game, Path]:
        folder = tmp_path / "toy"
        shutil.copytree(TOY, folder)
        names = [f"rules/{number}.md" for number, _ in enumerate(chapters)]
        for name, text in zip(names, chapters, strict=True):
            (folder / name).write_text(text, encoding="utf-8")
        files = "\n".join(f"    - {{file: {name}}}" for name in names)
        book = (folder / "book.yaml").read_text(encoding="utf-8")
        kept = book[book.index("examples:") :]
        (folder / "book.yaml").write_text(f"book:\n  chapters:\n{files}\n{kept}", encoding="utf-8")
        return game(folder), folder

    return make_toy


def faults(game: Game) -> list[str]:
    """What is wrong with a book's text: code, line and column, leaving out what is merely never shown and whose section
    is missing, since these chapters are short."""
    found = Found()
    write(game, BOXED, found)
    short = ("book/unused-table", "book/unused-example")
    return [
        f"{one.code} {one.span.line}:{one.span.column}"
        for one in found.ordered()
        if one.code not in short and not one.span.path.endswith(".yaml")
    ]


# Laws, over every game


def test_the_rulebook_has_no_fault(game_folder: Path) -> None:
    found = Found()
    assert write(game(game_folder), ART, found) is not None
    assert [f"{one.span} {one.message}" for one in found if one.code.startswith(("book/", "expr/"))] == []


def test_links_lead_somewhere_and_ids_are_unique(game_folder: Path) -> None:
    html = write(game(game_folder), ART, Found())
    assert html is not None
    ids = re.findall(r'\bid="([^"]+)"', html.body)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html.body)) <= set(ids)


def test_no_number_is_typed_where_the_data_has_it(game_folder: Path) -> None:
    """Money, the commonest number to change, comes from expressions: no figure stands right before a mark of it."""
    for chapter in sorted((game_folder / "rules").glob("*.md")):
        assert not re.search(r"(?<![\w.])\d+ (Marks?|gold)\b", chapter.read_text(encoding="utf-8")), chapter.name


def test_everything_that_was_taken_out_is_put_back(game_folder: Path) -> None:
    html = write(game(game_folder), ART, Found())
    assert html is not None
    assert not re.search("[\ue000-\ue002]|{{|}}", html.body)


def test_checking_finds_what_writing_finds(game_folder: Path) -> None:
    one, other = Found(), Found()
    write(game(game_folder), ART, one)
    check(game(game_folder), other)
    assert [item.code for item in one.ordered()] == [item.code for item in other.ordered()]


# Sections and references


def test_sections_are_numbered(toy: Callable[..., tuple[Game, Path]]) -> None:
    made, _ = toy(
        "# One {#one}\n\n## A {#a}\n\n### Deep {#deep}\n\n## B {#b}\n",
        "# Aside {#x .plain}\n\n# Two {#two}\n\n## C {#c}\n",
    )
    html = write(made, ART, Found())
    assert html is not None
    numbers = re.findall(r'<h\d id="s-([\w-]+)"[^>]*>(?:<span class="number">([\d.]+)</span>)?', html.body)
    assert numbers == [
        ("one", "1"),
        ("a", "1.1"),
        ("deep", "1.1.1"),
        ("b", "1.2"),
        ("x", ""),
        ("two", "2"),
        ("c", "2.1"),
    ]


def test_references_know_numbers_before_and_after(toy: Callable[..., tuple[Game, Path]]) -> None:
    made, _ = toy(
        "# One {#one}\n\nSee {{ ref('two') }} and {{ title('two') }}.\n", "# Two {#two}\n\nSee {{ ref('one') }}.\n"
    )
    html = write(made, ART, Found())
    assert html is not None
    assert '<a class="ref" href="#s-two">2</a>' in html.body
    assert '<a class="ref" href="#s-one">1</a>' in html.body


def test_rulings_link_both_ways(toy: Callable[..., tuple[Game, Path]]) -> None:
    made, _ = toy("# One {#one}\n\nSo.{{ ruling('so') }}\n\n# Rulings {#rulings}\n\n1. {#so} It is so.\n")
    html = write(made, ART, Found())
    assert html is not None
    assert '<a class="ruling" href="#r-so">1</a>' in html.body
    assert '<span class="back" id="r-so"><a href="#s-one">1</a></span>It is so.' in html.body


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A {#a}\n\nSee {{ ref('b') }}.\n", "book/unknown-section 3:8"),
        ("# A {#a}\n\n## B {#a}\n", "book/duplicate-id 3:1"),
        ("# A {#a}\n\n{{ figure('nobody') }}\n", "book/unknown-piece 3:4"),
        ("# A {#a}\n\n{{ figure('miller', 'edge') }}\n", "book/unknown-face 3:4"),
        ("# A {#a}\n\n{{ figures('nobody') }}\n", "book/unknown-group 3:4"),
        ("# A {#a}\n\n{{ table('none') }}\n", "book/unknown-table 3:4"),
        ("# A {#a}\n\n{{ example('none') }}\n", "book/unknown-example 3:4"),
        ("# A {#a}\n\n{{ calendar('none') }}\n", "book/unknown-track 3:4"),
        ("# A {#a}\n\n{{ roster('easterners', 'charm') }}\n", "book/unknown-attribute 3:4"),
        ("# A {#a}\n\n{{ anatomy('miller', 'front', 'nose') }}\n", "book/unknown-box 3:4"),
        ("# A {#a}\n\n{{ ruling('none') }}\n", "book/unknown-item 3:4"),
        ("# A {#a}\n\n1. {#lone} Nobody asks.\n", "book/unused-item 3:1"),
        ("# A {#a}\n\n{{ param('none') }}\n", "expr/unknown 3:4"),
        ("# A {#a}\n\n{{ nothing }}\n", "expr/undefined 3:4"),
        ("# A {#a}\n\n{% for x in y %}\n", "expr/statement 3:1"),
        ("# A {#B}\n", "book/attribute 1:6"),
        ("# A {#a}\n\nText \ue000 here.\n", "book/character 3:6"),
        ("# A {#a}\n\n{{ words(\n  1) }} and\n\nthen {{ ref('b') }}\n", "book/unknown-section 6:9"),
    ],
)
def test_faults_have_their_place(toy: Callable[..., tuple[Game, Path]], text: str, expected: str) -> None:
    made, _ = toy(text)
    assert faults(made) == [expected]


def test_records_name_sections_that_exist(toy: Callable[..., tuple[Game, Path]]) -> None:
    made, _ = toy("# A {#a}\n\n{{ table('shove') }}\n")
    found = Found()
    write(made, ART, found)
    said = [one.message for one in found.ordered() if one.code == "book/unknown-section"]
    assert any("'shoving'" in message for message in said)
    assert any(one.code == "book/unused-example" for one in found)


def test_what_stands_before_a_row_is_prose(toy: Callable[..., tuple[Game, Path]]) -> None:
    _, folder = toy("# A {#a}\n\n{{ table('feet') }}\n\n{{ table('feet', 'across') }}\n")
    tables = (folder / "tables.yaml").read_text(encoding="utf-8")
    row = "{id: feet, name: Feet, keys: words, columns: [{id: a, name: A}], rows: [{key: ':boot: *Foot*', cells: [x]}]}"
    (folder / "tables.yaml").write_text(tables.replace("tables:\n", f"tables:\n  - {row}\n", 1), encoding="utf-8")
    html = write(game(folder), ART, Found())
    assert html and html.body.count("<em>Foot</em>") == 2 and ":boot:" not in html.body


def test_a_chapter_outside_the_folder_is_not_read(toy: Callable[..., tuple[Game, Path]]) -> None:
    made, folder = toy("# A {#a}\n")
    (folder.parent / "secret.md").write_text("# Secret\n", encoding="utf-8")
    found = Found()
    assert style.sheet(made, "../secret.md", Span("book.yaml", 3, 5), found).text == ""
    assert [one.code for one in found] == ["file/outside"]


def test_faults_of_a_records_prose_are_at_its_line(toy: Callable[..., tuple[Game, Path]]) -> None:
    _, folder = toy("# A {#a}\n\n{{ example('on-the-bridge') }}\n")
    book = (folder / "book.yaml").read_text(encoding="utf-8").replace("the odds are 1-1", "see {{ ref('none') }}, 1-1")
    (folder / "book.yaml").write_text(book, encoding="utf-8")
    found = Found()
    check(game(folder), found)
    line = next(number for number, text in enumerate(book.splitlines(), start=1) if "ref('none')" in text)
    assert [one.span.line for one in found if "'none'" in one.message] == [line]


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("|\n      One.\n      {{ ref('none') }}\n", 3),
        ("|\n      {{ ref('none')", 2),
        ("|-\n      {{ ref('none') }}\n", 2),
        ("a {{ ref('none')", 1),
        ("a {{ ref('none') }}\n", 1),
        ("\"a\\nb\\n{{ ref('none')\"", 1),
        ("A long line that is the first of its kind,\n      and another, {{ ref('none') }}\n", 1),
        (">\n      One\n      two\n      {{ ref('none')", 1),
    ],
)
def test_faults_of_a_records_prose_are_in_it_however_it_is_written(
    toy: Callable[..., tuple[Game, Path]], written: str, line: int
) -> None:
    """Of what is not a block line by line, the whole is the place."""
    _, folder = toy("# A {#a}\n\n{{ example('on-the-bridge') }}\n")
    path = folder / "book.yaml"
    head = path.read_text(encoding="utf-8").partition("    text: |\n")[0]
    path.write_text(f"{head}    text: {written}", encoding="utf-8")
    found, rows = Found(), f"{head}    text: {written}".split("\n")
    check(game(folder), found)
    (one,) = {one for one in found if "'none'" in one.message}
    assert one.span.line == head.count("\n") + line
    assert one.span.column <= len(rows[one.span.line - 1])


# Markdown


def render(text: str, *values: object) -> str:
    source = markdown.read(markdown.Lines("a.md"), text, Found())
    return markdown.render(source, values, [f"<h{mark.level}>" for mark in source.marks], {})


def test_values_are_text_and_html_is_marked() -> None:
    assert render("x {{ a }} y", "<b> & 'c'") == "<p data-at=\"a.md:1\">x &lt;b&gt; &amp; 'c' y</p>\n"
    assert "<script" not in render("a <script>alert(1)</script> b")


def test_a_block_stands_without_a_paragraph() -> None:
    block = Block("<table></table>")
    assert render("{{ a }}", block).strip() == "<table></table>"
    assert render("see {{ a }}", block) == '<p data-at="a.md:1">see <table></table></p>\n'


def test_a_book_shows_mats_and_lists_them(toy: Callable[..., tuple[Game, Path]]) -> None:
    _, folder = toy("# Box\n\n{{ inventory() }}\n\n{{ figure('inn', 'front', 0.5) }}\n")
    mats = (
        "mats: [{id: inns, name: Inns, size: [120mm, 60mm], layout: plain, spaces: [{label: X}],"
        " mats: [{id: inn, name: The Inn}, {id: cellar, name: The Cellar}]}]\n"
    )
    (folder / "mats.yaml").write_text(mats, encoding="utf-8")
    written = write(game(folder), ART, Found())
    assert written is not None and not faults(game(folder))
    assert 'style="width:60mm;height:30mm"' in written.body
    assert re.search(r"Inns <span[^>]*>2<", written.body)
    assert written.body.count('alt="The Inn"') == 2


def test_a_diagram_names_its_boxes_in_an_ink_that_is_read(tmp_path: Path) -> None:
    folder = shutil.copytree(TOY, tmp_path / "toy")
    text = (folder / "map.yaml").read_text("utf-8")
    text = text.replace("name: Old Bridge, terrain: bridge,", "code: 7, terrain: bridge,").replace(
        "name: Meadow, colour: moss", "name: Meadow, colour: teal"
    )
    (folder / "map.yaml").write_text(text, "utf-8")
    toy = game(folder)
    shown = {panel.name: panel for panel in panels(toy, toy.examples[0].position)}
    assert shown["Bridge 7"].ground == "" and shown["Bridge 7"].ink == "ink"
    assert shown["West Meadow"].ground == "Meadow" and shown["West Meadow"].ink == "paper"


def test_callouts_become_asides() -> None:
    assert '<aside class="note">' in render("> [!note] Mind\n> the gap.\n")
    assert '<p class="title" data-at="a.md:1">Mind</p>' in render("> [!note] Mind\n> the gap.\n")
    assert render("> [!margin]\n> small print\n").startswith('<aside class="margin"><div>')
    assert "<blockquote>" in render("> said he\n")


def test_the_first_letter_of_a_chapter_is_set_apart() -> None:
    assert '<span class="initial">T</span>here' in render("# A\n\nThere\n\nThen\n")
    assert render("## A\n\nThere\n").count("initial") == 0


@given(st.lists(st.sampled_from(["word", "{{ a }}", "{{ a\n}}", "\n\n", "**b**"]), max_size=20))
def test_lines_are_the_authors(parts: list[str]) -> None:
    """However expressions break lines, each one's span is where it stands."""
    text = " ".join(parts)
    source = markdown.read(markdown.Lines("a.md"), text, Found())
    lines = text.split("\n")
    for expression in source.expressions:
        line = lines[expression.span.line - 1]
        assert line[expression.span.column - 1 :].startswith("a")


# The index, columns, words, callouts


def test_the_index_is_sorted_and_names_a_section_once() -> None:
    plan = make._plan([markdown.read(markdown.Lines("a.md"), "# One {#one}\n\n# Two {#two}\n", Found())], Found())
    one, two = plan.headings
    entries = [Entry("mêlée", "", "x-0", one), Entry("Melon", "", "x-1", one), Entry("mêlée", "", "x-2", one)]
    entries += [Entry("mêlée", "odds", "x-3", two), Entry("arrow", "", "x-4", two)]
    letters = register.letters(entries)
    assert [letter.letter for letter in letters] == ["A", "M"]
    melee, melon = letters[1].lines
    assert (melee.word, melon.word) == ("Mêlée", "Melon")
    assert [place.anchor for place in melee.places] == ["x-0"]
    assert [line.word for line in melee.under] == ["odds"]


@given(st.lists(st.tuples(st.floats(0.5, 9), st.tuples(st.integers())), max_size=40), st.integers(1, 4))
def test_columns_keep_the_order_and_lose_nothing(blocks: list[tuple[float, tuple[int, ...]]], count: int) -> None:
    columns = parted(blocks, count)
    assert len(columns) == count
    assert [item for column in columns for item in column] == [item for _, items in blocks for item in items]


def test_words() -> None:
    assert [words(number) for number in (0, 3, 20, 21)] == ["no", "three", "twenty", "21"]
    assert [signed(number) for number in (1, 0, -2)] == ["+1", "0", "\u22122"]
    assert [ordinal(number) for number in (1, 3, 4)] == ["first", "third", "4th"]
    assert together(["a", "b", "c"]) == "a, b and c"
    assert dashed("-1") == "\u22121"
    assert dashed("4-6") == "4\u20136"


def test_callouts_do_not_meet(toy: Callable[..., tuple[Game, Path]]) -> None:
    made, _ = toy("# A {#a}\n")
    piece = Piece(next(counter for _, counter in made.pieces()), 16, 16)
    corners = {
        "a": Box(0, 0, 2000, 2000),
        "b": Box(14000, 0, 2000, 2000),
        "c": Box(0, 14000, 2000, 2000),
        "d": Box(3000, 3000, 9000, 9000),
    }
    placed = callouts(piece, tuple(corners), corners, 2)
    assert [one.number for one in placed] == [1, 2, 3, 4]
    for one in placed:
        assert one.x < 0 or one.y < 0 or one.x > 32 or one.y > 32
        assert all((one.x - other.x) ** 2 + (one.y - other.y) ** 2 > 25 for other in placed if other is not one)


# The PDF


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    html, found = write(game(TOY), ART, Found()), Found()
    assert html is not None
    file = tmp_path_factory.mktemp("book") / "rules.pdf"
    assert paged.write(html, file, found) >= 2
    assert [f"{one.span} {one.message}" for one in found] == []
    return file


def test_the_pdf_is_tagged_and_says_what_it_is(printed: Path) -> None:
    with pikepdf.open(printed) as pdf:
        assert bool(pdf.Root.MarkInfo.Marked)
        assert str(pdf.Root.Lang) == "en"
        assert "Two Banks" in str(pdf.docinfo["/Title"])
        assert "pdfuaid" in pdf.Root.Metadata.read_bytes().decode()
        kinds = {str(one.get("/S")) for one in structure(pdf.Root.StructTreeRoot)}
        assert {"/H1", "/H2", "/P", "/Table", "/TH", "/TD", "/Figure", "/Link"} <= kinds
        assert all("/Alt" in one for one in structure(pdf.Root.StructTreeRoot) if one.get("/S") == "/Figure")


def structure(element: pikepdf.Object) -> list[pikepdf.Object]:
    """A structure element and all below it."""
    if not isinstance(element, pikepdf.Dictionary):
        return []
    kids = element.get("/K", pikepdf.Array())
    below = list(kids) if isinstance(kids, pikepdf.Array) else [kids]
    return [element, *(one for kid in below for one in structure(kid))]


def test_the_pdf_has_outlines_links_and_its_own_fonts_only(printed: Path) -> None:
    with pikepdf.open(printed) as pdf, pdf.open_outline() as outline:
        assert [str(item.title) for item in outline.root] == ["1 Play", "2 The end"]
        assert any("/Annots" in page for page in pdf.pages)
        fonts = [
            one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor"
        ]
        assert fonts
        assert all("/FontFile2" in font or "/FontFile3" in font for font in fonts)


PROGRAM = """
import sys
from pathlib import Path
sys.path[:0] = [{root!r}, {tests!r}]
import test_book as here
html = here.write(here.game(here.TOY), here.ART, here.Found())
here.paged.write(html, Path(sys.argv[1]), here.Found())
"""


def test_two_processes_make_the_same_bytes(tmp_path: Path, printed: Path) -> None:
    program = PROGRAM.format(root=str(ROOT), tests=str(ROOT / "tests"))
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "b.pdf")], check=True, env=environment, cwd=tmp_path)
    assert (tmp_path / "b.pdf").read_bytes() == printed.read_bytes()


def page(body: str, css: str = "", **more: object) -> list[str]:
    """What is found in one page of HTML in the toy game's fonts: code and place."""
    found = Found()
    faces: tuple[TypeFace, ...] = tuple(style.faces(Fonts.open(game(TOY), Found())))
    sheets = (StyleSheet("house.css", "html { font-family: text }"), StyleSheet("own.css", css))
    html = Html("T", "S", body, Span("book.yaml", 2, 1), sheets, faces, **more)  # type: ignore[arg-type]
    paged.write(html, io.BytesIO(), found)
    return [f"{one.code} {one.span}" for one in found.ordered()]


def test_a_glyph_that_the_font_lacks_is_an_error_at_its_line() -> None:
    assert page('<p data-at="rules/a.md:4">a \u2603 b</p>') == ["book/glyph rules/a.md:4:1"]


def test_a_face_that_is_not_there_is_an_error() -> None:
    assert page('<p data-at="a.md:4">x</p>', "p { font-family: fancy }") == ["book/no-face a.md:4:1"]
    assert page("<p><i>x</i></p>", "i { font-family: display; font-style: italic }") == ["book/no-face book.yaml:2:1"]


def test_a_font_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "no.ttf").write_text("no font")
    found = Found()
    regular, *others = style.faces(Fonts.open(game(TOY), Found()))
    broken = dataclasses.replace(regular, path=str(tmp_path / "no.ttf"))
    sheet = StyleSheet("house.css", "html { font-family: text }")
    html = Html("T", "S", '<p data-at="a.md:4">x</p>', Span("book.yaml"), (sheet,), (broken, *others))
    paged.write(html, io.BytesIO(), found)
    assert [f"{one.code} {one.span}" for one in found.ordered()] == ["book/borrowed a.md:4:1"]


def test_links_and_glyphs_are_looked_at_before_anything_is_laid_out(toy: Callable[..., tuple[Game, Path]]) -> None:
    made, _ = toy("# A {#a}\n\n[x](https://example.org) [y](#a), {{ ref('a') }}\u2603 and \u2603\n")
    found = Found()
    check(made, found)
    told = [f"{one.code} {one.span.line}:{one.span.column} {one.hint}" for one in found.ordered() if one.span.line == 3]
    assert told == [
        "book/link 3:30 write {{ ref('a') }}, or a whole address: https://…",
        "book/glyph 3:49 take another character",
    ]


def test_the_family_sans_is_really_set(tmp_path: Path) -> None:
    assert page("<p>x <b>y</b> <i>z</i></p>", "p { font-family: sans }") == []


def test_typos_of_style_sheets_have_their_line() -> None:
    assert page("<p>x</p>", "p { colour: red;\n  color: blurt }") == [
        "book/property own.css:1:5",
        "book/value own.css:2:3",
    ]


def test_nothing_is_fetched() -> None:
    assert page('<p><img src="http://example.org/a.png" alt="a"></p>') == ["book/load book.yaml:2:1"]
    assert page(f'<p><img src="file://{TOY}/art/duck.svg" alt="a"></p>') == ["book/load book.yaml:2:1"]
    assert page('<p><img src="pnp:a.svg" alt="a"></p>', files={"a.svg": SQUARE.encode()}) == []


def test_a_style_sheet_cannot_bring_a_build_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise AssertionError("where is the box?")

    monkeypatch.setattr(paged, "_lay_out", stumble)
    assert page("<p>x</p>") == ["book/stumble book.yaml:2:1"]


def test_a_missing_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    real = __import__

    def missing(name: str, *rest: object) -> object:
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0'")
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("builtins.__import__", missing)
    with pytest.raises(paged.NativeMissing, match=r"^Pango, which .*\)$"):
        page("<p>x</p>")


def test_what_a_colon_leads_to_is_on_its_page(toy: Callable[..., tuple[Game, Path]]) -> None:
    units = ["\n\n".join([*["Word."] * (n % 9), "In this order:", "{{ table('shove') }}", ""]) for n in range(18)]
    one, _ = toy("# A {#a}\n\n" + "\n".join(units))
    html = write(one, ART, Found())
    assert html is not None
    for rule, kept in (("avoid", True), ("auto", False)):
        ruled = [
            dataclasses.replace(s, text=s.text.replace("break-after: avoid }", f"break-after: {rule} }}"))
            for s in html.sheets
        ]
        out = io.BytesIO()
        paged.write(dataclasses.replace(html, sheets=tuple(ruled)), out, Found())
        together = [page.count("In this order:") == page.count(one.tables[0].name) for page in texts(out)]  # type: ignore[arg-type]
        assert len(together) > 5 and all(together) == kept


def test_the_print_guide_is_one_page(game_folder: Path) -> None:
    files = (
        Printed("counters.pdf", "counter", 8, "A4", "long", 120),
        Printed("map.pdf", "map", 1, "432 × 559 mm"),
        Printed("map-tiles.pdf", "map-tiles", 9, "A4"),
        Printed("player-aid.pdf", "player-aid", 2, "A4", "long"),
        Printed("rulebook.pdf", "rulebook", 33, "A4"),
    )
    found = Found()
    html = guide(game(game_folder), files, found)
    assert all(file.file in html.body for file in files)
    assert "<td>17</td>" in html.body
    assert paged.write(html, io.BytesIO(), found) == 1
    assert [f"{one.span} {one.message}" for one in found] == []
