"""PDFs: text is text, fonts are subsets, what repeats is written once, the same sheets are the same bytes."""

import io
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from drawn import BLUE, INK, POKER, RED, Batch, Piece, data, face, imprint, picture, plain, text, word, written
from PIL import Image as Picture

from pnp.draw import fonts, pictures
from pnp.draw.document import Page, Placed, Sheets
from pnp.draw.frame import Frame, Image, Item, Lines, Symbol, Text, Use
from pnp.draw.frame import Path as Outline
from pnp.layout import Options, impose
from pnp.layout.tile import tile
from pnp.proof import look, measure
from pnp.targets import pdf
from pnp.units import MM, Box, Size

PAGE = Size(100 * MM, 100 * MM)


def one(*items: Item, size: Size = PAGE) -> Sheets:
    """Items alone on a page."""
    return Sheets("A title", "A subject", (Page(size, (), items),))


KEPT: list[pikepdf.Pdf] = []


def opened(sheets: Sheets) -> pikepdf.Pdf:
    """The file of some sheets; its objects live as long as it does, so it is kept."""
    KEPT.append(pikepdf.open(io.BytesIO(data(sheets))))
    return KEPT[-1]


def said(sheets: Sheets, folder: Path) -> str:
    return "\n".join(look.texts(written(sheets, folder / "said.pdf"))).strip()


def forms(file: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [thing for thing in file.objects if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"]


# The file


def test_a_file_says_what_it_is() -> None:
    page = Page(
        PAGE, (), (text("a", 9_000, 9_000),), Box(10_000, 20_000, 50_000, 40_000), Box(7_000, 17_000, 56_000, 46_000)
    )
    sheets = Sheets("Títle — 1", "About", (page, page), (("First", 0), ("Second", 1)), "fr", "short")
    file = opened(sheets)
    assert str(file.docinfo["/Title"]) == "Títle — 1"
    assert set(file.docinfo.keys()) == {"/Title", "/Subject", "/Producer"}
    assert str(file.Root.Lang) == "fr"
    assert file.Root.ViewerPreferences.PrintScaling == "/None"
    assert file.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
    with file.open_outline() as outline:
        assert [item.title for item in outline.root] == ["First", "Second"]
    boxes = {name: [round(float(v) * 25.4 / 72, 2) for v in file.pages[0][name]] for name in ("/TrimBox", "/BleedBox")}
    assert boxes == {"/TrimBox": [10, 40, 60, 80], "/BleedBox": [7, 37, 63, 83]}


def test_files_have_no_faults_of_syntax() -> None:
    frame = picture()
    sheets = impose(Batch(POKER, [Piece("x", frame, frame, 5)]), Options(), imprint())
    file = opened(sheets)
    check = getattr(file, "check_pdf_syntax", None) or file.check
    assert list(check()) == []


def test_the_same_sheets_are_the_same_bytes() -> None:
    code = "import sys; sys.path.insert(0, 'tests'); import drawn, hashlib; from pnp.layout import Options, impose\n"
    code += "f = drawn.picture(); batch = drawn.Batch(drawn.POKER, [drawn.Piece('x', f, f, 5)])\n"
    code += "print(hashlib.sha256(drawn.data(impose(batch, Options(), drawn.imprint()))).hexdigest())"
    root = Path(__file__).parent.parent
    sums = {
        subprocess.check_output([sys.executable, "-c", code], cwd=root, env={**os.environ, "PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    }
    assert len(sums) == 1


def test_different_content_has_another_identity() -> None:
    first, second = (opened(one(text(t, 9_000, 9_000))) for t in ("a", "b"))
    assert bytes(first.trailer["/ID"][0]) != bytes(second.trailer["/ID"][0])


def test_pages_are_written_as_they_come() -> None:
    """No page is asked for before the one before it is in the file."""
    out = io.BytesIO()
    lengths = []

    def pages():  # noqa: ANN202
        for _ in range(5):
            lengths.append(out.tell())
            yield Page(PAGE, (Placed(picture(), 0, 0),))

    pdf.write(Sheets("t", "s", pages()), out)
    assert lengths == sorted(set(lengths))


# Text


@pytest.mark.parametrize("told", ["office affluent", "Tilted é ñ — “x”", "MÊLÉE 3–1"])
def test_text_is_found_as_it_was_written(told: str, tmp_path: Path) -> None:
    assert said(one(text(told, 9_000, 9_000)), tmp_path) == told


def test_words_carry_their_spaces_and_fonts_change_within_a_line(tmp_path: Path) -> None:
    line = Text(9_000, 9_000, 3_000, INK, (word("draws "), word("one ", "bold"), word("card")))
    assert said(one(line, text("next line", 9_000, 14_000)), tmp_path) == "draws one card\nnext line"


def test_neighbours_of_another_font_are_turned_to_once(tmp_path: Path) -> None:
    bold = [word(told, "bold") for told in ("Draw ", "two ", "cards")]
    first, last = (bold[0], bold[1], word("more ")), (word("of "), word("office "), bold[2])
    lines = Lines(3_000, INK, ((9_000, 9_000, first), (9_000, 14_000, last)))
    sheets = one(lines)
    assert said(sheets, tmp_path) == "Draw two more of office cards"
    assert page_content(sheets).count(b" Tf") == 1 + 2 + 2  # as the text begins, there and back in each line


@pytest.mark.parametrize("bold", [0, 3, 5])
def test_lines_begin_in_the_font_of_most_words(bold: int) -> None:
    words = [word("one ", "bold" if number == bold else "regular") for number in range(6)]
    lines = Lines(3_000, INK, tuple((9_000, y, tuple(words[at : at + 3])) for y, at in ((9_000, 0), (14_000, 3))))
    assert page_content(one(lines)).count(b" Tf") == 1 + 2  # as the text begins, there and back


def test_each_word_is_in_its_own_font() -> None:
    styles = ("regular", "bold", "italic", "italic", "bold", "bold", "regular")
    words = tuple([word("a ", style) for style in styles])
    sheets = one(Text(9_000, 9_000, 3_000, INK, words))
    letters, font = [], b""
    for turn, letter in re.findall(rb"/(\S+) 3000 Tf|\0(a)", page_content(sheets)):
        font = turn or font
        letters += [font] if letter else []
    assert letters == [f"F{word.font.sha256[:12]}".encode() for word in words]


def test_a_hyphen_at_the_end_of_a_line_is_a_soft_one(tmp_path: Path) -> None:
    hyphen = word("-")
    soft = replace(hyphen, text="\u00ad", said="\u00ad")
    file = written(one(Text(9_000, 9_000, 3_000, INK, (hyphen, soft))), tmp_path / "a.pdf")
    with pikepdf.open(file) as opened_file:
        maps = [bytes(f.ToUnicode.read_bytes()) for f in opened_file.objects if is_type0(f)]
    assert b"<002d>" in maps[0]
    assert b"<00ad>" in maps[0]


def is_type0(thing: pikepdf.Object) -> bool:
    return isinstance(thing, pikepdf.Dictionary) and thing.get("/Subtype") == "/Type0"


def test_a_halo_is_drawn_and_not_said_twice(tmp_path: Path) -> None:
    assert said(one(picture().items[4]), tmp_path) == "Tilted é"


def test_words_stand_where_they_were_put() -> None:
    """Gaps between words are moves, besides which each begins where the one before it ends."""
    content = page_content(one(Text(5_000, 9_000, 3_000, INK, (word("is "),) * 9, gaps=(777.7,) * 8)))
    (moves,) = re.findall(rb"\[(.*)\]TJ", content)
    gaps = [float(gap) for gap in re.findall(rb"\)(-?[\d.]+)\(", moves)]
    assert gaps == pytest.approx([-777.7 / 3] * 8, abs=0.01)


def page_content(sheets: Sheets) -> bytes:
    return bytes(opened(sheets).pages[0].Contents.read_bytes())


def test_kerning_is_the_shapers(tmp_path: Path) -> None:
    plain_sum = sum(word(letter, "regular").width for letter in "AVATAR")
    assert word("AVATAR").width < plain_sum, "the font kerns"
    (moves,) = re.findall(rb"\[(.*)\]TJ", page_content(one(text("AVATAR", 9_000, 9_000))))
    assert sum(map(float, re.findall(rb"\)(-?[\d.]+)", moves))) == pytest.approx(
        (plain_sum - word("AVATAR").width) * 1000 / word("AVATAR").font.units, abs=0.1
    )


def test_raised_marks_are_raised() -> None:
    base = word("ab")
    raised = replace(base, offsets=((0, 0), (-50, 300)))
    content = page_content(one(Text(9_000, 9_000, 4_000, INK, (raised, base))))
    assert b"1200 Ts[" in content
    assert content.index(b"1200 Ts") < content.rindex(b"]TJ 0 Ts[")


def test_fonts_are_embedded_subsets(tmp_path: Path) -> None:
    measured = measure(written(one(text("office", 9_000, 9_000), text("b", 1_000, 20_000)), tmp_path / "a.pdf"))
    assert [(font.embedded, font.subset) for font in measured.fonts] == [(True, True)]
    assert measured.bytes < 8_000


def test_widths_in_the_file_are_the_fonts() -> None:
    file = opened(one(text("Wi", 9_000, 9_000)))
    (font,) = [thing for thing in file.objects if is_type0(thing)]
    told = list(font.DescendantFonts[0].W)
    widths = {chr(first): float(width) for first, (width,) in zip(told[::2], told[1::2], strict=True)}
    assert widths == {letter: word(letter).width for letter in "Wi"}


def test_a_page_is_spelt_alike_whatever_else_is_in_its_file(tmp_path: Path) -> None:
    """So a page that was written once may be taken over, whatever has changed before it."""
    page, other = text("Wife, far", 9_000, 9_000), text("zany office flux", 9_000, 9_000)
    triangle = Outline((("M", 0, 0), ("L", 900, 0), ("L", 0, 900), ("Z",)), RED)
    drawn = Use(Symbol("dot", (triangle,)), 500, 500)
    alone, after = opened(one(page, drawn)), opened(Sheets("t", "s", (*one(other).pages, *one(page, drawn).pages)))
    assert alone.pages[0].Contents.read_bytes() == after.pages[1].Contents.read_bytes()


def test_postscript_outlines_are_embedded_as_such(tmp_path: Path) -> None:
    path = tmp_path / "curves.otf"
    path.write_bytes(cff_font())
    cff = fonts.load(path)
    file = written(one(Text(9_000, 50_000, 30_000, RED, (cff.shape("AB", {})[0],))), tmp_path / "a.pdf")
    assert "".join(look.texts(file)).strip() == "AB"
    assert measure(file).fonts[0].embedded
    around = look.inked(file, 0, 200)
    assert around is not None
    # A is a square of 500 units 100 from the left, B the same 600 further.
    assert (around.x, around.right) == (pytest.approx(12_000, abs=200), pytest.approx(45_000, abs=200))


def cff_font() -> bytes:
    """A font with two square letters in PostScript outlines."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen

    pen = T2CharStringPen(600, None)
    pen.moveTo((100, 0)), pen.lineTo((600, 0)), pen.lineTo((600, 500)), pen.lineTo((100, 500)), pen.closePath()
    square = pen.getCharString()
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "A", "B"])
    builder.setupCharacterMap({65: "A", 66: "B"})
    builder.setupCFF("Squares", {"FullName": "Squares"}, dict.fromkeys((".notdef", "A", "B"), square), {})
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", "A", "B"), (600, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular", "psName": "Squares"})
    builder.setupOS2(sTypoAscender=800, sCapHeight=500, sxHeight=400)
    builder.setupPost()
    out = io.BytesIO()
    builder.font.recalcTimestamp = False
    builder.save(out)
    return out.getvalue()


# Drawing


def test_what_repeats_is_one_form() -> None:
    frame, other = picture(), plain(POKER, BLUE)
    sheets = impose(Batch(POKER, [Piece("x", frame, other, 20)]), Options(), imprint())
    drawn = [*forms(opened(sheets))]
    labels = [str(form.get("/PNP_Label", "")) for form in drawn]
    assert [[*form.BBox] for form in drawn].count([-3_000, -3_000, 66_500, 91_900]) == 2
    assert labels.count("ruler-100mm") == labels.count("ring") == 1


def test_a_face_that_comes_once_is_drawn_in_place() -> None:
    sheets = impose(
        Batch(POKER, [Piece(f"{n}", plain(POKER, RED)) for n in range(9)], backed=False), Options(), imprint()
    )
    labels = {str(form.get("/PNP_Label", "")) for form in forms(opened(sheets))}
    assert labels == {"marks-1-0", "furniture-1", "ruler-100mm", "ruler-4in", "ruler-labels"}


def test_a_board_in_tiles_is_written_once() -> None:
    board = plain(Size(500 * MM, 400 * MM), RED, title="Board")
    file = opened(tile(board, Options(), imprint()))
    ground = b"503000 403000 l"
    assert sum(ground in form.read_bytes() for form in forms(file)) == 1
    assert not any(ground in page.Contents.read_bytes() for page in file.pages)


def test_no_transparency_is_in_a_file() -> None:
    blob = data(impose(Batch(POKER, [Piece("x", picture(), None, 3)]), Options(), imprint()))
    with pikepdf.open(io.BytesIO(blob)) as file:
        for thing in file.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                assert not {"/SMask", "/CA", "/ca", "/BM"} & set(thing.keys())


def test_black_is_black_ink_only() -> None:
    assert b"0 g" in page_content(one(text("a", 9_000, 9_000)))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_frame_lies_where_it_is_placed(turn: int, tmp_path: Path) -> None:
    """Seen, not reckoned: the ink of a turned frame in a rendering of the file."""
    frame = Frame(Size(20 * MM, 10 * MM), plain(Size(20 * MM, 10 * MM), RED).items[:1], 3 * MM)
    x, y = {0: (30, 40), 90: (40, 40), 180: (50, 50), 270: (30, 60)}[turn]
    wide, high = (20, 10) if turn in (0, 180) else (10, 20)
    clip = Box(30 * MM, 40 * MM, wide * MM, high * MM)
    page = Page(PAGE, (Placed(frame, x * MM, y * MM, turn, clip),))
    around = look.inked(written(Sheets("t", "s", (page,)), tmp_path / "a.pdf"), 0, 254)
    assert around is not None
    near = (around.x, around.y, around.width, around.height)
    assert near == pytest.approx((30 * MM, 40 * MM, wide * MM, high * MM), abs=150)


def test_symbols_are_scaled_turned_and_moved(tmp_path: Path) -> None:
    square = Symbol("square", plain(Size(1_000, 1_000), RED).items[:1])
    bare = Symbol("bare", (square.items[0],))
    file = written(one(Use(bare, 50 * MM, 50 * MM, 2.0, 90)), tmp_path / "a.pdf")
    around = look.inked(file, 0, 254)
    assert around is not None
    # The ground reaches 3 mm out of a millimetre; doubled, and a quarter turn about its corner.
    assert (around.x, around.y) == (pytest.approx(42 * MM, abs=150), pytest.approx(44 * MM, abs=150))


# Pictures


def saved(folder: Path, image: Picture.Image, name: str) -> Image:
    path = folder / name
    image.save(path)
    found = pictures.read(path)
    return Image(10_000, 10_000, 80_000, 40_000, str(path), found.sha256)


def halves(mode: str) -> Picture.Image:
    """Left half red, right half green, lower half of the green seen through where the mode can."""
    image = Picture.new("RGBA", (80, 40), (200, 0, 0, 255))
    image.paste((0, 160, 0, 255), (40, 0, 80, 20))
    image.paste((0, 160, 0, 0), (40, 20, 80, 40))
    return image if mode == "RGBA" else image.convert("RGB").convert(mode)


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        ("RGB", "a.png"),
        ("RGBA", "a.png"),
        ("P", "a.png"),
        ("L", "a.png"),
        ("RGB", "a.jpg"),
        ("L", "a.jpg"),
        ("CMYK", "a.jpg"),
    ],
)
def test_pictures_look_as_they_do_elsewhere(mode: str, name: str, tmp_path: Path) -> None:
    image = halves(mode)
    page = look.picture(written(one(saved(tmp_path, image, name)), tmp_path / "a.pdf"), 0, 72)
    white = Picture.new("RGBA", image.size, "white")
    expected = Picture.alpha_composite(white, Picture.open(tmp_path / name).convert("RGBA")).convert("RGB")
    for x, y in ((20, 20), (60, 10), (60, 30)):
        seen = page.getpixel((round((10 + x) * 72 / 25.4), round((10 + y) * 72 / 25.4)))
        assert seen == pytest.approx(expected.getpixel((x, y)), abs=80 if mode == "CMYK" else 12), (x, y)


def test_a_picture_used_twice_is_in_the_file_once(tmp_path: Path) -> None:
    image = saved(tmp_path, halves("RGB"), "a.png")
    other = saved(tmp_path, halves("RGB"), "copy.png")
    file = opened(one(image, other))
    assert sum(isinstance(t, pikepdf.Stream) and t.get("/Subtype") == "/Image" for t in file.objects) == 1


def test_photographs_are_taken_over_as_they_are(tmp_path: Path) -> None:
    image = saved(tmp_path, halves("RGB"), "a.jpg")
    (thing,) = [
        t for t in opened(one(image)).objects if isinstance(t, pikepdf.Stream) and t.get("/Subtype") == "/Image"
    ]
    assert thing.read_raw_bytes() == Path(image.path).read_bytes()


def test_the_fonts_of_the_game_stay_few_bytes() -> None:
    assert len(data(one(text("x", 9_000, 9_000)))) < len(Path(face().font.path).read_bytes()) / 10


class Memory:
    """Pages that were written before."""

    def __init__(self) -> None:
        self.pages: dict[str, pdf.Written] = {}

    def get(self, key: str) -> pdf.Written | None:
        return self.pages.get(key)

    def put(self, key: str, page: pdf.Written) -> None:
        self.pages[key] = page


@pytest.mark.parametrize("said", [("fi", "fl"), ("fl", "fi")])
def test_letters_are_numbered_as_they_are_used_though_a_page_was_known(said: tuple[str, str]) -> None:
    size = Size(100 * MM, 100 * MM)
    first = Page(size, (), (text("a", 0, 9_000),), key="first")
    second = Page(size, (), tuple(text(one, 0, 9_000) for one in said), key="second")
    memory, files = Memory(), [io.BytesIO(), io.BytesIO()]
    for file in files:
        pdf.write(Sheets("t", "s", (first, second)), file, memory)
        assert memory.pages["second"].letters[0][2], "ligatures are no characters of their own"
    assert files[0].getvalue() == files[1].getvalue()


@pytest.mark.parametrize("marked", ["x\u0300", "x\u0323", "2\u0301"])
def test_a_letter_and_its_mark_are_copied_as_they_are_written(marked: str, tmp_path: Path) -> None:
    """Each of the two glyphs stands for itself. pdfium takes what follows a mark for another word."""
    assert word(marked).said == marked
    assert said(one(text(f"a{marked}b", 9_000, 9_000)), tmp_path).replace(" ", "") == f"a{marked}b"


@pytest.mark.parametrize("said", [("fi ", "fl "), ("fl ", "fi ")])
@pytest.mark.parametrize("before", ["fi", "fl"])
def test_letters_of_another_font_are_numbered_as_they_are_used(said: tuple[str, str], before: str) -> None:
    size, memory = Size(100 * MM, 100 * MM), Memory()
    words = (word("one "), *[word(told, "bold") for told in said], word("two"))
    first = Page(size, (), (Text(0, 9_000, 3_000, INK, (word(before, "bold"),)),), key="first")
    second = Page(size, (), (Text(0, 9_000, 3_000, INK, words),), key="second")
    files = [io.BytesIO() for _ in range(3)]
    for file, pages, known in zip(files, ((first, second), (second,), (second,)), (memory, memory, None), strict=True):
        pdf.write(Sheets("t", "s", pages), file, known)
    assert files[1].getvalue() == files[2].getvalue()
