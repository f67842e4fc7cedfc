"""Any PDF opened again: what is true of it is told, whoever made it; what is broken is one sentence."""

from __future__ import annotations

import io
import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from drawn import BLUE, COUNTER, POKER, RED, SAND, Batch, Piece, data, imprint, plain, text, written

from pnp.cli import main
from pnp.draw.frame import Image
from pnp.layout import PAPERS, Options, Profile, impose
from pnp.layout.sheet import sheet
from pnp.layout.tile import single, tile
from pnp.proof.about import about
from pnp.proof.steps import Unreadable
from pnp.proof.tell import data as told_as_data
from pnp.proof.tell import lines
from pnp.units import INCH, MM, Size


def deck(count: int = 14, size: Size = POKER) -> Batch:
    back = plain(size, BLUE)
    return Batch(
        size, [Piece(f"p{n}", plain(size, SAND, text(f"p{n}", 3_000, 9_000)), back, 1, "g") for n in range(count)]
    )


def said(path: Path) -> dict[str, str]:
    return dict(lines(about(path)))


def foreign(path: Path, content: bytes, second: bytes = b"", **more: object) -> Path:
    """A PDF that is not ours: pages with some operators, and what more their dictionaries hold."""
    with pikepdf.new() as pdf:
        for part in (content, second) if second else (content,):
            page = pdf.add_blank_page(page_size=(595.276, 841.89))
            page.Contents = pdf.make_stream(part)
            for key, value in more.items():
                page.obj[f"/{key}"] = value
        pdf.save(path)
    return path


# Our own


@pytest.mark.parametrize("edge", ["long", "short", "fold"])
@pytest.mark.parametrize("marks", ["ticks", "full"])
@pytest.mark.parametrize("size", [POKER, COUNTER], ids=["cards", "counters"])
def test_of_our_own_sheets_all_is_told(edge: str, marks: str, size: Size, tmp_path: Path) -> None:
    profile = Profile(name="attic", offset=(400, -700), rotate=0.1, scale=1.002)
    batch = deck(30, size)
    told = about(
        written(impose(batch, Options(backs=edge, marks=marks, profile=profile), imprint()), tmp_path / "a.pdf")
    )
    assert told.registration is not None
    assert (told.registration.way, told.registration.by) == (edge, "pieces")
    assert told.registration.off <= 1
    assert told.registration.count == 30
    assert dict(told.rulers) == pytest.approx({"100mm": 100 * MM, "4in": 4 * INCH}, abs=1)
    assert told.unscaled
    assert told.smallest.value == pytest.approx(5.5, abs=0.02)
    assert all(font.embedded and font.subset for font in told.fonts)
    assert min(told.marks) >= 4
    assert bool(told.moved) == (edge != "fold")
    assert told.whole


def test_boards_and_aids_are_told_of(tmp_path: Path) -> None:
    board = plain(Size(17 * INCH, 22 * INCH), SAND, title="Board")
    shop = said(written(single(board, Options(), imprint()), tmp_path / "a.pdf"))
    assert shop["pages"] == "page 1: 461.8 × 588.8 mm, trim 431.8 × 558.8 mm, with bleed 437.8 × 564.8 mm"
    assert shop["marks"].startswith("up to 2 cuts")
    assert about(written(tile(board, Options(), imprint()), tmp_path / "b.pdf")).pages == 9
    aid = about(written(sheet(deck(1, Size(190 * MM, 260 * MM)), Options(), imprint()), tmp_path / "c.pdf"))
    assert aid.registration is not None
    assert aid.registration.off == 0


def test_a_back_that_is_off_is_told_of(tmp_path: Path) -> None:
    file = written(impose(deck(), Options(), imprint()), tmp_path / "a.pdf")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        pdf.pages[1].Contents = pdf.make_stream(b"1 0 0 1 0 2 cm " + pdf.pages[1].Contents.read_bytes())
        pdf.save()
    told = said(file)["backs"]
    assert told.startswith("do NOT meet their fronts")
    assert "within 0.70" in told


def test_pictures_are_as_fine_as_they_are(tmp_path: Path) -> None:
    from PIL import Image as Pictures

    Pictures.new("RGB", (300, 150), (200, 30, 30)).save(tmp_path / "red.png")
    photo = Image(0, 0, 50_800, 50_800, str(tmp_path / "red.png"), "0" * 64)
    batch = Batch(POKER, [Piece("a", plain(POKER, RED, photo))], backed=False)
    told = about(written(impose(batch, Options(), imprint()), tmp_path / "a.pdf"))
    assert (told.pictures, told.coarsest.page) == (1, 1)
    assert told.coarsest.value == pytest.approx(75, abs=0.1)


# Others'


def test_a_foreign_file_without_anything(tmp_path: Path) -> None:
    told = said(foreign(tmp_path / "a.pdf", b""))
    assert told["pages"] == "page 1: 210 × 297 mm"
    assert told["scale"].startswith("does not ask")
    assert told["fonts"] == "none"
    assert told["type"] == "there is no type"
    assert told["backs"].startswith("cannot be told")


def test_fonts_that_are_not_in_the_file_are_named(tmp_path: Path) -> None:
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(595, 842))
        page.obj["/Resources"] = resources
        page.obj["/Resources"]["/Font"]["/F1"] = pdf.make_indirect(font)
        page.Contents = pdf.make_stream(b"0.5 0 0 0.5 0 0 cm BT /F1 8 Tf 100 700 Td (small) Tj ET")
        pdf.save(tmp_path / "a.pdf")
    told = said(tmp_path / "a.pdf")
    assert told["fonts"] == "1 of 1 are not in the file: Helvetica"
    assert told["type"] == "smallest 4.0 pt on page 1"


def test_ink_is_told_in_what_colours_are_told(tmp_path: Path) -> None:
    told = about(foreign(tmp_path / "a.pdf", b"0.6 0.4 0.4 1 k 10 10 50 50 re f 0.2 g 90 90 9 9 re f"))
    assert told.ink.value == pytest.approx(240)
    assert told.spaces == ("DeviceCMYK", "DeviceGray")
    told = about(foreign(tmp_path / "b.pdf", b"q 0 0 5 5 re W n 1 0 0 0 k 100 100 50 50 re f Q"))
    assert told.ink.page == 0


def _ticks(*xs: float) -> bytes:
    return b"0.3 w " + b" ".join(b"%f 20 m %f 30 l S %f 800 m %f 810 l S" % (x, x, x, x) for x in xs)


@pytest.mark.parametrize(("moved", "well"), [(0.0, True), (2.0, False)])
def test_backs_of_foreign_files_are_compared_by_their_marks(moved: float, well: bool, tmp_path: Path) -> None:
    file = foreign(tmp_path / "a.pdf", _ticks(100, 280), _ticks(595.276 - 100 + moved, 595.276 - 280 + moved))
    told = about(file)
    assert told.marks == (2, 0)
    assert told.registration is not None
    assert (told.registration.by, told.registration.way) == ("marks", "long")
    assert (told.registration.off < 50) is well


def _cards(*lefts: float) -> bytes:
    return b" ".join(b"0.2 0.4 0.6 rg %f 300 180 252 re f 1 g %f 310 100 200 re f" % (x, x + 10) for x in lefts)


@pytest.mark.parametrize(("moved", "well"), [(0.0, True), (3.0, False)])
def test_backs_without_marks_are_compared_by_what_is_drawn(moved: float, well: bool, tmp_path: Path) -> None:
    """Pieces of other tools have no marks at all, or were cut off: their grounds are there."""
    width = 595.276
    backs = _cards(width - 50 - 180 + moved, width - 300 - 180 + moved)
    told = about(foreign(tmp_path / "a.pdf", _cards(50, 300), backs))
    assert told.registration is not None and told.registration.by == "shapes"
    assert (told.registration.way, told.registration.count) == ("long", 2)
    assert (told.registration.off < 50) is well
    assert told.registration.off == pytest.approx(moved * 25_400 / 72, abs=5)
    elsewhere = about(foreign(tmp_path / "b.pdf", _cards(50, 300), _cards(200, 380)))
    assert elsewhere.registration is None, "what lies nowhere near is no back"
    one = about(foreign(tmp_path / "c.pdf", _cards(50, 300), _cards(50)))
    assert one.registration is None, "a number of its own is no number of backs"


@pytest.mark.parametrize("decode", [None, [1, 0, 1, 0, 1, 0, 1, 0]])
@pytest.mark.parametrize("jpeg", [False, True])
def test_the_pixels_of_pictures_take_ink(jpeg: bool, decode: list[int] | None, tmp_path: Path) -> None:
    from PIL import Image

    shown = Image.new("CMYK", (16, 16), (51, 51, 51, 0))
    shown.paste((204, 153, 102, 255), (0, 0, 8, 16))
    raw = shown if decode is None else Image.eval(shown, lambda value: 255 - value)
    data, more = raw.tobytes(), {}
    if jpeg:
        out = io.BytesIO()
        # What is written by Pillow is turned round, as Adobe's programs have it.
        Image.eval(raw, lambda value: 255 - value).save(out, "JPEG", quality=100, subsampling=0)
        data, more = out.getvalue(), {"Filter": pikepdf.Name.DCTDecode}
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        picture = pdf.make_stream(
            data, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=16, Height=16, **more
        )
        picture.ColorSpace, picture.BitsPerComponent = pikepdf.Name.DeviceCMYK, 8
        if decode:
            picture.Decode = decode
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(P=picture))
        page.Contents = pdf.make_stream(b"q 200 0 0 200 50 50 cm /P Do Q")
        pdf.save(tmp_path / "a.pdf")
    told = about(tmp_path / "a.pdf")
    assert told.ink.value == pytest.approx(280, abs=6) and told.spaces == ("DeviceCMYK",)


def test_boxes_that_do_not_nest_are_told_of(tmp_path: Path) -> None:
    file = foreign(tmp_path / "a.pdf", b"", TrimBox=[10, 10, 500, 800], BleedBox=[20, 20, 490, 790])
    assert said(file)["pages"].endswith("the boxes do not lie within each other")


# What is broken or hostile


Bad = Callable[[Path], None]


def _bomb(path: Path) -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        packed = zlib.compressobj(9)
        raw = b"".join(packed.compress(b" " * (1 << 20)) for _ in range(300)) + packed.flush()
        page.Contents = pdf.make_stream(b"")
        page.Contents.write(raw, filter=pikepdf.Name.FlateDecode)
        pdf.save(path)


def _locked(path: Path) -> None:
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(path, encryption=pikepdf.Encryption(owner="a", user="b"))


def _empty_book(path: Path) -> None:
    with pikepdf.new() as pdf:
        pdf.save(path)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.write_bytes(b""), "is no PDF"),
        (lambda path: path.write_bytes(b"%PDF-1.7\n" + bytes(999)), "is no PDF"),
        (lambda path: path.write_text("a letter"), "is no PDF"),
        (_locked, "is locked with a password"),
        (_empty_book, "has no pages"),
        (_bomb, "has a page of more than 256 MB"),
        (lambda path: foreign(path, b"q 1 0 0 nan 0 cm (", MediaBox=[0, 0, 0]), "is no PDF, or a broken one"),
    ],
    ids=["empty", "nothing", "text", "locked", "pageless", "bomb", "box"],
)
def test_what_cannot_be_read_is_one_sentence(make: Bad, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.pdf"
    make(path)
    result = CliRunner().invoke(main, ["proof", str(path)])
    assert result.exit_code == 2
    assert result.output.startswith(f"pnp: '{path}' {words}")
    assert len(result.output.splitlines()) == 1


def test_a_form_that_draws_itself_ends(tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        form = pdf.make_stream(b"/A Do /A Do", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 9, 9])
        form["/Resources"] = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=form))
        page.obj["/Resources"] = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=form))
        page.Contents = pdf.make_stream(b"/A Do")
        pdf.save(tmp_path / "a.pdf")
    assert not about(tmp_path / "a.pdf").whole


def test_damaged_files_are_read_or_refused() -> None:
    """Bytes changed at random: every file is told of or refused in a sentence, none is a traceback."""
    whole = bytearray(data(impose(deck(3), Options(), imprint())))
    chance = random.Random(5)
    with pikepdf.open(io.BytesIO(whole)) as pdf:
        out = io.BytesIO()
        pdf.save(out, stream_decode_level=pikepdf.StreamDecodeLevel.generalized, compress_streams=False)
    opened = out.getvalue()
    for source in (bytes(whole), opened):
        for _ in range(25):
            damaged = bytearray(source)
            for _ in range(chance.randrange(1, 40)):
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            _read(bytes(damaged))


def _read(damaged: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.pdf"
        path.write_bytes(damaged)
        try:
            told = about(path)
        except Unreadable:
            return
        assert list(lines(told))
        json.dumps(told_as_data(told))


# The command


def test_the_command_tells_people_and_programs(tmp_path: Path) -> None:
    file = written(impose(deck(), Options(paper=PAPERS[1]), imprint()), tmp_path / "a.pdf")
    people = CliRunner().invoke(main, ["proof", str(file)])
    assert people.exit_code == 0
    assert (
        "backs    meet their fronts when the paper is turned on the long edge: 14 pieces within 0.000 mm"
        in people.output
    )
    programs = CliRunner().invoke(main, ["proof", "--format", "json", str(file), str(file)])
    one, other = json.loads(programs.output)
    assert one == other
    assert one["boxes"] == [
        {
            "first": 1,
            "count": 4,
            "size": [215.9, 279.4],
            "nested": True,
            "trim": [0, 0, 215.9, 279.4],
            "bleed": [0, 0, 215.9, 279.4],
        }
    ]
    assert one["rulers"] == pytest.approx({"100mm": 100, "4in": 101.6}, abs=1e-3)
    assert one["registration"] == {"way": "long", "by": "pieces", "count": 14, "off": 0}


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["proof", str(tmp_path / "a.pdf")])
    assert (result.exit_code, len(result.output.splitlines())) == (3, 1)
