"""Finished files measured from their own operators, and what is wrong with them said."""

import contextlib
import hashlib
import io
import itertools
import random
import re
import zlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from drawn import BLUE, COUNTER, INK, POKER, RED, SAND, Batch, Piece, data, imprint, plain, rect, text, written

from pnp.draw.document import Page, Placed, Sheets
from pnp.draw.frame import Frame, Symbol, Use
from pnp.layout import PAPERS, Options, Profile, impose
from pnp.layout.sheet import sheet
from pnp.layout.tile import single, tile
from pnp.proof import CLOSE, Expected, Measured, Sheet, Watch, folded, look, measure, pairs, prove
from pnp.proof import watch as watch_room
from pnp.proof.measure import Opened
from pnp.proof.plain import NotPlain, Objects, inflated
from pnp.proof.stream import _alike, _any, glance, read
from pnp.targets import pdf
from pnp.targets.pdf.body import packed
from pnp.units import INCH, MM, POINT, Box, Size

PAPER = PAPERS[0].size


def deck(count: int, size: Size = POKER) -> Batch:
    faces = [
        Piece(f"p{n}", plain(size, SAND, text(f"p{n}", 3_000, 9_000)), plain(size, BLUE), 1, "g") for n in range(count)
    ]
    return Batch(size, faces, blanks={"g": Piece("", plain(size, SAND), plain(size, BLUE), 1, "g")})


def faults(measured: Measured, **expected: object) -> list[str]:
    return [d.code for d in prove(measured, Expected(**{"duplex": measured.duplex, **expected}))]


# What is right is found right


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("paper", PAPERS[:2], ids=lambda paper: paper.name)
@pytest.mark.parametrize("batch", [deck(14), deck(30, COUNTER)], ids=["cards", "counters"])
def test_backs_are_measured_behind_their_fronts(batch: Batch, paper: object, edge: str, tmp_path: Path) -> None:
    sheets = impose(batch, Options(paper=paper, backs=edge), imprint())
    measured = measure(written(sheets, tmp_path / "a.pdf"))
    found = list(pairs(measured, edge))
    assert len(found) == sum(len(page.faces) for page in measured.pages[::2]) >= len(batch.faces)
    assert max(pair.off for pair in found) <= 1
    assert all(pair.front.id == pair.back.id for pair in found)
    assert faults(measured, sizes=(sheets.pages.options.paper.size,)) == []


def test_aids_boards_and_tiles_are_found_right(tmp_path: Path) -> None:
    frame = plain(Size(17 * INCH, 22 * INCH), SAND, text("small", 9_000, 9_000, 1_800), title="Board")
    aid = replace(deck(1, Size(190 * MM, 260 * MM)), blanks={})
    for sheets in (
        single(frame, Options(), imprint()),
        tile(frame, Options(), imprint()),
        sheet(aid, Options(), imprint()),
    ):
        sizes = () if sheets.subject.endswith("mm") else (PAPER,)
        assert faults(measure(written(sheets, tmp_path / "a.pdf")), sizes=sizes) == []


def test_the_board_in_small_on_a_guide_is_no_small_type(tmp_path: Path) -> None:
    frame = plain(Size(17 * INCH, 22 * INCH), SAND, text("small", 9_000, 9_000, 2_000), title="Board")
    measured = measure(written(tile(frame, Options(), imprint()), tmp_path / "a.pdf"))
    assert min(page.smallest for page in measured.pages) == round(5.5 * POINT)


def test_rulers_are_as_long_as_they_say(tmp_path: Path) -> None:
    measured = measure(written(impose(deck(9), Options(), imprint()), tmp_path / "a.pdf"))
    for page in measured.pages:
        assert dict(page.rulers) == pytest.approx({"100mm": 100 * MM, "4in": 4 * INCH}, abs=1)


def test_rulers_are_that_long_in_a_picture_of_the_page(tmp_path: Path) -> None:
    file = written(impose(deck(9), Options(), imprint()), tmp_path / "a.pdf")
    dpi = 508
    page = look.picture(file, 0, dpi).convert("L")
    y = round((PAPER.height - Options().margin - 1_800) * dpi / INCH)
    left, right = page.crop((0, y - 3, round(108 * MM * dpi / INCH), y + 3)).point(lambda v: 255 - v).getbbox()[::2]
    assert (right - left) * INCH / dpi == pytest.approx(4 * INCH + 100, abs=120)


def test_backs_meet_fronts_in_pictures_of_the_pages(tmp_path: Path) -> None:
    """Registration seen rather than reckoned: each front a black square, its back another as large, both rendered."""
    square = Frame(POKER, (rect(Box(0, 0, POKER.width, POKER.height), INK),), 0)
    batch = Batch(POKER, [Piece("a", square, square)], bleed=0)
    file = written(impose(batch, Options(marks="none"), imprint()), tmp_path / "a.pdf")
    boxes = []
    for number in (0, 1):
        page = look.picture(file, number, 508).point(lambda v: 255 - v)
        # Without the words and rulers round it.
        crop = page.crop(tuple(round(v * 20) for v in (9, 14, 205, 270)))
        left, top, right, bottom = crop.getbbox()
        boxes.append(tuple(v / 20 for v in (left + 180, top + 280, right + 180, bottom + 280)))
    front, back = boxes
    assert (back[0], back[2]) == (pytest.approx(210 - front[2], abs=0.06), pytest.approx(210 - front[0], abs=0.06))
    assert (front[1], front[3]) == (pytest.approx(back[1], abs=0.06), pytest.approx(back[3], abs=0.06))
    assert front[2] - front[0] == pytest.approx(63.5, abs=0.06)


def test_all_ink_of_a_sheet_stays_inside_the_margin(tmp_path: Path) -> None:
    page = Box(0, 0, PAPER.width, PAPER.height).grown(-Options().margin + 250)
    board = plain(Size(400 * MM, 300 * MM), RED, title="Board")
    for sheets in (impose(deck(9), Options(), imprint()), tile(board, Options(), imprint())):
        file = written(sheets, tmp_path / "a.pdf")
        for number, measured in enumerate(measure(file).pages):
            around = look.inked(file, number, 150)
            assert around is not None
            assert (page if measured.size == PAPER else turned(page)).holds(around)


def turned(box: Box) -> Box:
    return Box(box.y, box.x, box.height, box.width)


# What is wrong is found wrong


Damage = Callable[[pikepdf.Pdf], None]


def damaged(sheets: Sheets, damage: Damage, file: Path) -> Measured:
    with pikepdf.open(io.BytesIO(data(sheets))) as pdf:
        damage(pdf)
        pdf.save(file)
    return measure(file)


def replaced(page: int, old: bytes, new: bytes) -> Damage:
    def damage(pdf: pikepdf.Pdf) -> None:
        stream = pdf.pages[page].Contents
        assert old in stream.read_bytes()
        stream.write(stream.read_bytes().replace(old, new, 1))

    return damage


def unscaled(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.ViewerPreferences.PrintScaling


def dated(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/CreationDate"] = "D:20200101000000Z"


def untitled(pdf: pikepdf.Pdf) -> None:
    del pdf.docinfo["/Title"]


def speechless(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/Lang"]


def bare(pdf: pikepdf.Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing:
            del thing["/FontFile2"]


def whole(pdf: pikepdf.Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/CIDToGIDMap" in thing:
            thing.BaseFont = pikepdf.Name("/Whole")


def boxed(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0]["/BleedBox"] = [100, 100, 200, 200]


def shrunk(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        page.MediaBox = [0, 0, 500, 800]


def short_ruler(pdf: pikepdf.Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and str(thing.get("/PNP_Label", "")) == "ruler-100mm":
            thing.write(thing.read_bytes().replace(b"100000", b"99000"))


def unruled(pdf: pikepdf.Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and str(thing.get("/PNP_Label", "")) == "ruler-4in":
            del thing["/PNP_Label"]


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (unscaled, "proof/scaling"),
        (dated, "proof/date"),
        (untitled, "proof/title"),
        (speechless, "proof/language"),
        (bare, "proof/font"),
        (whole, "proof/subset"),
        (boxed, "proof/box"),
        (shrunk, "proof/size"),
        (short_ruler, "proof/ruler"),
        (unruled, "proof/ruler"),
        (replaced(1, b"1 0 0 1 136750 14650 cm", b"1 0 0 1 136810 14650 cm"), "proof/registration"),
        (replaced(1, b"/Id(p0)", b"/Id(p8)"), "proof/back"),
        (replaced(1, b"1 0 0 1 136750 14650 cm", b"-1 0 0 -1 200250 103550 cm"), "proof/turn"),
        (replaced(0, b" 88900 re W n", b" 80900 re W n"), "proof/clip"),
        (replaced(0, b" 3000 Tf", b" 1500 Tf"), "proof/type"),
    ],
)
def test_a_damaged_file_is_found_out(damage: Damage, code: str, tmp_path: Path) -> None:
    measured = damaged(impose(deck(9), Options(), imprint()), damage, tmp_path / "a.pdf")
    found = set(faults(measured, sizes=(PAPER,), duplex="long"))
    # On a smaller page mirrored places are others.
    assert found == ({code, "proof/registration"} if damage is shrunk else {code})


def test_pages_bytes_and_edge_are_as_expected(tmp_path: Path) -> None:
    measured = measure(written(impose(deck(9), Options(), imprint()), tmp_path / "a.pdf"))
    assert faults(measured, pages=3, most=100, duplex="short")[:3] == ["proof/pages", "proof/bytes", "proof/duplex"]
    (first, *_) = prove(measured, Expected(duplex="long", pages=3))
    assert (first.message, str(first.span)) == ("it has 2 pages, not 3", f"{tmp_path}/a.pdf:1:1")


def test_fifty_micrometres_are_near_enough(tmp_path: Path) -> None:
    old = b"1 0 0 1 136750 14650 cm"
    for by, codes in ((CLOSE - 2, []), (CLOSE + 2, ["proof/registration"])):
        damage = replaced(1, old, old.replace(b"136750", b"%d" % (136750 + by)))
        measured = damaged(impose(deck(9), Options(), imprint()), damage, tmp_path / "a.pdf")
        assert faults(measured, duplex="long") == codes


# As it is written


Edit = Callable[[bytes], bytes]


class Nowhere:
    """A file that keeps what is written to it, call by call."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.writes.append(data)
        return len(data)


def writes(sheets: Sheets, edit: Edit = bytes) -> list[bytes]:
    """What is written of sheets, each object as `edit` makes it, and the table of objects as it is to be then."""
    file = Nowhere()
    pdf.write(sheets, file)
    head, *objects, table, trailer = file.writes
    objects = [edit(one) for one in objects]
    starts = itertools.accumulate((len(one) for one in objects), initial=len(head))
    offsets = {int(one.split(b" ", 1)[0]): at for one, at in zip(objects, starts, strict=False)}
    rows = b"".join(b"%010d 00000 n \n" % offsets[number] for number in sorted(offsets))
    end = len(head) + sum(map(len, objects))
    table = re.sub(rb"(?s)( 65535 f \n).*", lambda found: found[1] + rows, table)
    return [head, *objects, table, re.sub(rb"(startxref\n)\d+", rb"\g<1>%d" % end, trailer)]


def within(old: bytes, new: bytes) -> Edit:
    """Each stream with something else in it."""

    def edit(spelt: bytes) -> bytes:
        head, stream, rest = spelt.partition(b"stream\n")
        if not stream or b"/Length1" in head:
            return spelt
        said = zlib.decompress(rest.removesuffix(b"\nendstream\nendobj\n"))
        packed = zlib.compress(said.replace(old, new))
        head = re.sub(rb"/Length \d+", b"/Length %d" % len(packed), head)
        return b"%bstream\n%b\nendstream\nendobj\n" % (head, packed)

    return edit


def watched(
    said: list[bytes], file: Path, expected: Expected, before: Iterable[str] = ()
) -> tuple[list[str], frozenset[str], bool]:
    """The messages of what is wrong with what is written, the marks of what is right, and whether it was read as it was
    written."""
    with file.open("wb") as out:
        watch = Watch(out, expected, frozenset(before))
        for data in said:
            watch.write(data)
    found = watch.found(file, digest(b"".join(said)), expected, "a.pdf")
    return [f"{one.code}: {one.message}" for one in found], frozenset(watch.right), watch._plain is not None


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def told(file: Path, expected: Expected) -> list[str]:
    return [f"{one.code}: {one.message}" for one in prove(measure(file), expected)]


def test_a_file_is_proved_as_it_is_written_as_it_is_as_a_whole(tmp_path: Path) -> None:
    said, file = writes(impose(deck(30), Options(), imprint())), tmp_path / "a.pdf"
    for expected in (Expected(duplex="long"), Expected(duplex="short"), Expected(duplex="long", pages=3, most=9)):
        messages, right, plainly = watched(said, file, expected)
        assert plainly and messages == told(file, expected)
        assert len(right) == (4 if expected.duplex == "long" else 0)


@pytest.mark.parametrize(
    "old, new",
    [
        (b"1 0 0 1 136750 14650 cm", b"1 0 0 1 136810 14650 cm"),
        (b"1 0 0 1 136750 14650 cm", b"-1 0 0 -1 200250 103550 cm"),
        (b"/Id(p20)", b"/Id(p8)"),
        (b" 88900 re W n", b" 80900 re W n"),
        (b" 3000 Tf", b" 1500 Tf"),
        (b"100000", b"99000"),
        (b"EMC", b"q EMC"),
        (b"EMC", b"Q Q EMC .5 0 0 .5 0 0 cm"),
        (b"4 M", b"4 M /F1 3 Tf"),
        (b"BT", b".1 0 0 .1 0 0 cm BT"),
        (b"BT", b"q .1 0 0 .1 0 0 cm Q BT"),
        (b"]TJ", b")9(]TJ Q Q q .1 0 0 .1 0 0 cm [\\()]TJ"),
    ],
)
def test_what_is_damaged_is_told_alike_as_it_is_written(old: bytes, new: bytes, tmp_path: Path) -> None:
    file, expected = tmp_path / "a.pdf", Expected(duplex="long", sizes=(PAPER,))
    messages, right, plainly = watched(writes(impose(deck(30), Options(), imprint()), within(old, new)), file, expected)
    assert plainly and messages == told(file, expected)
    # A leaf of which something is told is not right.
    assert len(right) < 4 or not messages


def test_words_change_nothing_that_is_measured(tmp_path: Path) -> None:
    """Cards that say operators, brackets and all that is escaped."""
    batch = deck(30)
    said = ("[]TJ", "(a) Tj", "\\ (Q) EMC", "]TJ q 9 0 0 9 0 0 cm [(", "/Face<</Id(a)>>BDC q", "\n\r\\)", ")]TJ Q")
    faces = [
        replace(face, front=plain(POKER, SAND, text(said[number % len(said)], 3_000, 9_000)))
        for number, face in enumerate(batch.faces)
    ]
    file, expected = tmp_path / "a.pdf", Expected(duplex="long", sizes=(PAPER,))
    other = writes(impose(replace(batch, faces=faces), Options(), imprint()))
    assert watched(other, file, expected)[0] == [] == told(file, expected)
    assert {page.smallest for page in measure(file).pages} == {round(5.5 * POINT)}


def test_only_leaves_that_changed_are_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else moved within the file: another card, more letters, a new form."""
    expected, file = Expected(duplex="long", sizes=(PAPER,)), tmp_path / "a.pdf"
    _, before, _ = watched(writes(impose(deck(30), Options(), imprint())), file, expected)
    batch = deck(30)
    new = plain(
        POKER, SAND, text("Jinx & quartz", 3_000, 9_000), Use(Symbol("dot", (rect(Box(0, 0, 9, 9), RED),)), 0, 0)
    )
    faces = [replace(face, front=new) if face.id == "p12" else face for face in batch.faces]
    opened: list[object] = []
    plainly = Opened.page
    monkeypatch.setattr(Opened, "page", lambda self, page: (opened.append(page), plainly(self, page))[1])
    said = writes(impose(replace(batch, faces=faces), Options(), imprint()))
    messages, right, _ = watched(said, file, expected, before)
    assert messages == [] and len(opened) == 2
    assert len(right) == 4 and len(right - before) == 1


@pytest.mark.parametrize("old, new", [(b"136750", b"138750"), (b"/Id(p3)", b"/Id(p2)")])
def test_what_is_damaged_is_found_though_all_was_right_before(old: bytes, new: bytes, tmp_path: Path) -> None:
    sheets, file, expected = impose(deck(30), Options(), imprint()), tmp_path / "a.pdf", Expected(duplex="long")
    _, before, _ = watched(writes(sheets), file, expected)
    assert watched(writes(sheets), file, expected, before) == ([], before, True)
    # What is expected is a part of it.
    assert watched(writes(sheets), file, Expected(duplex="long", least=9_999), before)[0]
    batch, count = deck(30), itertools.count()

    def second(said: bytes) -> bytes:
        """Damage to the backs of the first leaf only."""
        changed = within(old, new)(said)
        return changed if changed != within(b"", b"")(said) and next(count) == 1 else said

    messages, right, _ = watched(writes(impose(batch, Options(), imprint()), second), file, expected, before)
    assert messages and messages == told(file, expected) and right < before


def test_a_form_that_changed_is_a_page_that_changed(tmp_path: Path) -> None:
    """Pages whose own operators are the same bytes: one draws a ruler that is too short."""
    marks = []
    for wide in (100_000, 99_000):
        ruler = Use(Symbol("ruler-100mm", (rect(Box(0, 0, wide, 9), INK),)), 0, 0)
        said = writes(Sheets("t", "s", (Page(PAPER, (), (ruler,)),)))
        marks.append(watched(said, tmp_path / "a.pdf", Expected(ruled=False))[1])
    (one, other) = marks
    assert len(one) == len(other) == 1 and one != other


def test_what_is_on_the_disk_is_what_was_written(tmp_path: Path) -> None:
    file, expected = tmp_path / "a.pdf", Expected(duplex="long")
    said = writes(impose(deck(9), Options(), imprint()))
    with file.open("wb") as out:
        watch = Watch(out, expected, ())
        for data in said:
            watch.write(data)
    sha256 = digest(file.read_bytes())
    assert watch.found(file, sha256, expected, "a.pdf") == []
    file.write_bytes(file.read_bytes().replace(b"EMC", b"EMD") + b"\n")
    assert [one.code for one in watch.found(file, sha256, expected, "a.pdf")] == ["proof/file"]


def test_memory_holds_a_leaf_whatever_the_pages_and_pictures(tmp_path: Path) -> None:
    kept = []
    for count in (27, 270):
        watch = Watch(Nowhere(), Expected(duplex="long"), ())
        pdf.write(impose(deck(count), Options(), imprint()), watch)
        assert watch._plain is not None
        kept.append(len(watch._plain._objects._spelt))
    # But the labels of pages are a part of the catalogue.
    assert kept[0] == kept[1]
    objects = Objects()
    objects.take(1, b"<</Subtype /Image/Length 90000>>\nstream\n" + b"x" * 90_000 + b"\nendstream")
    assert len(objects.spelt(1)) < 100 and objects.find(1)["/Subtype"] == "/Image"


# Two readers


@pytest.mark.parametrize("paper", PAPERS[:2], ids=lambda paper: paper.name)
def test_pages_are_read_as_they_are_written_as_pikepdf_reads_them(paper: object, tmp_path: Path) -> None:
    frame = plain(Size(17 * INCH, 22 * INCH), SAND, text("small", 9_000, 9_000, 1_800), title="Board (größe)")
    for edge in ("long", "short", "fold", "none"):
        options = Options(paper=paper, backs=edge)
        for sheets in (
            impose(deck(14), options, imprint()),
            impose(deck(30, COUNTER), options, imprint()),
            single(frame, options, imprint()),
            tile(frame, options, imprint()),
        ):
            objects, pages = Objects(), []
            opened, said = Opened(objects), writes(sheets)
            for one in said[1:-2]:
                head, _, spelt = one.removesuffix(b"\nendobj\n").partition(b" 0 obj\n")
                if objects.take(int(head), spelt):
                    page = opened.page(objects.page(int(head)))
                    pages.append(page.sheet())
                    assert page.smallest == pages[-1].smallest
            path = tmp_path / "a.pdf"
            path.write_bytes(b"".join(said))
            assert tuple(pages) == measure(path).pages
            # What it says of itself as a whole too, and that it is what is not expected.
            expected = Expected(duplex="short", sizes=(POKER,), pages=99, most=1)
            messages, _, plainly = watched(said, path, expected)
            assert plainly and messages == told(path, expected)


@pytest.mark.parametrize("mode", ["generate", "disable"])
def test_files_that_are_not_plain_are_proved_all_the_same(mode: str, tmp_path: Path) -> None:
    path = written(impose(deck(14), Options(), imprint()), tmp_path / "a.pdf")
    with pikepdf.open(path) as file:
        del file.docinfo["/Title"]
        file.save(tmp_path / "b.pdf", object_stream_mode=pikepdf.ObjectStreamMode[mode])
    expected = Expected(duplex="short")
    data = (tmp_path / "b.pdf").read_bytes()
    for said in ([data], re.split(rb"(?<=\nendobj\n)", data)):
        messages, right, plainly = watched(said, tmp_path / "c.pdf", expected)
        assert not plainly and not right
        assert messages == told(tmp_path / "b.pdf", expected) != []


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda said: [said[0], *said[2:-2], said[1], *said[-2:]],  # another order than the table says
        lambda said: [*said[:-2], said[-2].replace(b"00000 n", b"00001 n"), said[-1]],
        lambda said: [*said[:-1], said[-1].replace(b"startxref\n", b"startxref\n1")],
        lambda said: [*said[:-1], said[-1].replace(b"/Root", b"/Prev 9/Root")],
        lambda said: [one.replace(b"/Kids [", b"/Kids [21 0 R ") for one in said],
        lambda said: [one.replace(b"/Contents ", b"/Contents 9") for one in said],
        lambda said: [one.replace(b"/Filter /FlateDecode/Length ", b"/Filter /FlateDecode/Length 1") for one in said],
    ],
)
def test_what_is_not_as_it_is_always_written_is_left_to_pikepdf(
    spoilt: Callable[[list[bytes]], list[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(watch_room, "measure", lambda path: (asked.append(path), measure(path))[1])
    said = writes(impose(deck(9), Options(), imprint()))
    assert watched(said, tmp_path / "a.pdf", Expected(duplex="long"))[2] and not asked
    with contextlib.suppress(Exception):  # whatever it makes of it
        assert not watched(spoilt(said), tmp_path / "a.pdf", Expected(duplex="long"))[2]
    assert len(asked) == 1


# Reading streams


def test_words_in_strings_are_no_operators() -> None:
    found = read(
        b"q 2 0 0 2 0 0 cm BT /F1 10 Tf 1 0 0 1 0 0 Tm (q 9 0 0 9 0 0 cm \\) Q) Tj ET Q BT /F1 30 Tf (x) Tj ET"
    )
    assert found.smallest == 20
    assert not found.lay.forms


def test_brackets_in_strings_are_no_arrays() -> None:
    line = b"BT /F1 10 Tf 1 0 0 1 0 0 Tm [(a\\)] TJ ET \\\\)-20(]TJ q 9 0 0 9 0 0 cm )]TJ ET "
    assert read(line + b"BT ([) Tj /F1 30 Tf (x]TJ) Tj ET").smallest == 10


def test_type_takes_the_scale_of_all_that_stands_round_it() -> None:
    assert read(b".5 0 0 -.5 0 9 cm q 0 3 -3 0 0 0 cm BT 1 0 0 -1 5 5 Tm/F1 8 Tf[<0001>-3<02>]TJ ET Q").smallest == 12


FACE = b"/Face<</Id(a)/Trim[10 20]>>BDC q 2 0 0 2 5 7 cm "


@pytest.mark.parametrize(
    "line",
    [
        b"[(a]b)]TJ",
        b"[(a]TJ b)-3(c)]TJ",
        b"[(a]TJ q .1 0 0 .1 0 0 cm BT /F1 1 Tf )]TJ",
        b"[(a\\)]TJ q .1 0 0 .1 0 0 cm \\()]TJ",
        b"[(\\\\)-5(\\\\\\) Q EMC)]TJ",
        b"[(\0E\0M\0C EMC )]TJ",
        b"[-20(a) -3 (b)]TJ",
        b"[(a)] TJ",
        b"[<0001>-3<02>]TJ",
        b"(a[b]TJ) Tj",
        b"(/Face<</Id(a)>>BDC) Tj",
        b"[([)3(\n]\n)]TJ",
        b"[]TJ",
    ],
)
def test_a_page_is_read_alike_at_a_glance_and_statement_by_statement(line: bytes) -> None:
    face = FACE + b"q 9 0 0 9 1 1 cm /X1 Do Q BT /F1 8 Tf 1 0 0 1 0 0 Tm" + line + b" 1 0 0 -1 3 4 Tm[(x)]TJ ET Q EMC "
    for page in (
        face,
        face + face.replace(b"(a)/", b"<feff0062>/").replace(b" 7 cm", b" 9 cm") + b"q 1 0 0 1 0 0 cm /X2 Do Q",
    ):
        one, other = read(page), _any(page)
        assert one.smallest == other.smallest == 16
        assert (one.ids, one.lay.forms, set(one.art)) == (other.ids, other.lay.forms, set(other.art))
        assert [spot.matrix for spot in one.lay.spots] == [spot.matrix for spot in other.lay.spots]


def any_page(chance: random.Random) -> bytes:
    """A page of parts that may follow each other in any order, and of words that say operators."""
    signs = (
        b"]TJ",
        b"]",
        b"[",
        b"\\(",
        b"\\)",
        b"\\\\",
        b" q ",
        b" Q ",
        b"EMC",
        b" ET ",
        b"/F1 1 Tf ",
        b"\0a",
        b"1 0 0 -1 5 5 Tm[",
    )

    def line() -> bytes:
        font = chance.choice((b"", b"/F1 %d Tf " % chance.randrange(1, 20)))
        lies = chance.choice((b"", *[b"1 0 0 -1 5 9 Tm"] * 3, b"0 1 1 0 5 9 Tm", b".5 0 0 .5 5 9 Tm"))
        return b"%b%b[(%b)-7(%b)]TJ " % (
            font,
            lies,
            *(b"".join(chance.choices(signs, k=chance.randrange(4))) for _ in "ab"),
        )

    def part() -> bytes:
        said = b"BT /F1 %d Tf 1 0 0 -1 5 5 Tm%b ET" % (chance.randrange(1, 20), b"".join(line() for _ in range(3)))
        form, seldom = b"q 2 0 0 2 5 5 cm /X%d Do Q" % chance.randrange(3), (b"2 0 0 2 0 0 cm", b"q", b"Q", b"(Q) Tj")
        return chance.choice((said, said, form)) if chance.random() < 0.95 else chance.choice(seldom)

    faces = [
        FACE + b"\n".join(part() for _ in range(chance.randrange(4))) + b"\nQ EMC\n"
        for _ in range(chance.randrange(1, 4))
    ]
    return b"1 0 0 -1 0 9 cm " + b"".join(faces) + (part() if chance.random() < 0.5 else b"")


def test_whatever_a_page_says_it_is_read_alike() -> None:
    chance, glances = random.Random(1), 0
    for _ in range(1_500):
        page = any_page(chance)
        seen, other = glance(page), _any(page)
        one = seen and _alike(seen)
        glances += one is not None
        if one is not None:
            assert one.smallest == pytest.approx(other.smallest), page
            assert (one.ids, one.lay.forms, set(one.art)) == (other.ids, other.lay.forms, set(other.art)), page
    assert 200 < glances < 1_300


def test_whatever_pages_say_what_is_known_of_others_is_true_of_them() -> None:
    chance, objects = random.Random(2), Objects()
    objects.take(1, b"<</Subtype /Form/Length 34>>\nstream\nBT /F1 3 Tf 1 0 0 1 0 0 Tm[(x)]TJ \nendstream")
    objects.take(
        2, b"<</Subtype /Form/Length 21/Resources <</XObject<</X1 1 0 R>>>>>>\nstream\n3 0 0 3 0 0 cm /X1 Do\nendstream"
    )
    used = b"<</XObject<</X1 1 0 R/X2 2 0 R>>>>"
    opened, smallest = Opened(objects), set[int]()
    for number in range(3, 603, 2):
        content = any_page(chance)
        objects.take(number, b"<</Length %d>>\nstream\n%b\nendstream" % (len(content), content))
        objects.take(number + 1, b"<</Type/Page/Contents %d 0 R/Resources%b/MediaBox[0 0 9 9]>>" % (number, used))
        page = opened.page(objects.page(number + 1))
        sheet = page.sheet()
        assert page.smallest == pytest.approx(sheet.smallest, abs=1), content
        assert len(page.ids) == len(sheet.faces)
        smallest.add(page.smallest)
    assert len(smallest) > 10


@pytest.mark.parametrize(
    "old, new",
    [
        (b"BT /F1 8", b"BT /F1 8 Tf /F1 2"),  # type that is set and never shown
        (b"ET Q EMC", b"/F1 1 Tf ET Q EMC"),
        (b"/F1 8 Tf ", b""),
        (b"BT", b".5 0 0 .5 0 0 cm BT"),
        (b"BT", b"q .5 0 0 .5 0 0 cm BT"),
        (b"1 0 0 1 0 0 Tm", b".5 0 0 .5 0 0 Tm"),
        (b"Q EMC", b"Q Q EMC"),
        (b"Q EMC", b"EMC Q"),
        (b"Q EMC", b"Q EMC /F1 1 Tf BT [(x)]TJ ET"),
        (b"/Face", b"/F1 3 Tf /Face"),
        (b"/Face", b"q .5 0 0 .5 0 0 cm /Face"),
        (b"/Face", b"BT /F1 3 Tf [(x)]TJ ET /Face"),
        (b"Q EMC /", b"BT /F1 4 Tf 2 0 0 2 0 0 Tm[(x)]TJ 1 0 0 -1 3 4 Tm[(x)]TJ ET Q EMC /"),
        (b"/F1 8", b"/F1 16"),
    ],
)
def test_a_page_whose_stretches_depend_on_each_other_is_read_statement_by_statement(old: bytes, new: bytes) -> None:
    face = FACE + b"BT /F1 8 Tf 1 0 0 1 0 0 Tm[(x)]TJ ET Q EMC "
    after = b"BT /F1 14 Tf 2 0 0 2 0 0 Tm[(x)]TJ 1 0 0 -1 3 4 Tm[(x)]TJ ET"
    page = (face + face).replace(old, new, 1) + after
    one, other = read(page), _any(page)
    assert (one.smallest, one.ids, one.lay.forms, one.art) == (other.smallest, other.ids, other.lay.forms, other.art)
    assert [spot.matrix for spot in one.lay.spots] == [spot.matrix for spot in other.lay.spots]


TYPE = b"BT /F1 8 Tf 1 0 0 1 0 0 Tm[<0001>]TJ ET "


@pytest.mark.parametrize(
    "art, after, smallest",
    [
        (TYPE + b"Q EMC ", TYPE, 8),  # what comes after a face is as it was before
        (b"q .5 0 0 .5 0 0 cm " + TYPE + b"Q Q EMC ", b"", 8),
        (b".25 0 0 .25 0 0 cm " + TYPE + b"Q EMC ", TYPE, 4),
        (b".25 0 0 .25 0 0 cm EMC ", TYPE, 4),  # a face whose state is not closed with it
        (b"Q .25 0 0 .25 0 0 cm EMC ", TYPE, 2),
        (b"BT 1 0 0 1 0 0 Tm[<01>]TJ ET Q EMC ", b"", 6),  # in the type that was set before
    ],
)
def test_the_type_of_a_face_is_its_own(art: bytes, after: bytes, smallest: float) -> None:
    found = read(b"q BT /F1 3 Tf ET " + FACE + art + after + b"Q")
    assert (found.ids, [spot.matrix for spot in found.lay.spots]) == ((b"(a)",), [(2, 0, 0, 2, 5, 7)])
    assert found.smallest == smallest


def test_a_face_that_is_not_placed_is_none() -> None:
    found = read(b"/Face<</Id(a)/Trim[10 20]>>BDC BT /F1 8 Tf [(x)]TJ ET EMC q 1 0 0 1 5 7 cm Q " + FACE + b"Q EMC")
    assert (found.ids, len(found.lay.spots), found.smallest) == ((b"(a)",), 1, 8)
    (spot,) = found.lay.spots
    assert (spot.width, spot.height, spot.clip, spot.matrix) == (10, 20, None, (2, 0, 0, 2, 5, 7))


def test_what_nothing_can_be_made_of_is_passed_over() -> None:
    found = read(b"cm 1 0 0 x 0 0 cm /F1 y Tf Do BT /F1 8 Tf 1 0 Tm [(x)] TJ ET re BDC")
    assert (found.smallest, found.lay.forms, found.lay.spots) == (8, (), ())


def test_names_of_pieces_may_be_any_text(tmp_path: Path) -> None:
    page = Page(PAPER, (Placed(plain(POKER, RED), 0, 0, id="größe (2)"), Placed(plain(POKER, RED), 0, 0, id="a-1")))
    (found,) = measure(written(Sheets("t", "s", (page,)), tmp_path / "a.pdf")).pages
    assert isinstance(found, Sheet)
    assert [face.id for face in found.faces] == ["größe (2)", "a-1"]


# Folds and profiles


@pytest.mark.parametrize("size", [POKER, COUNTER, Size(120 * MM, 88 * MM)], ids=["upright", "counters", "across"])
def test_backs_are_measured_behind_their_fronts_about_a_fold(size: Size, tmp_path: Path) -> None:
    sheets = impose(deck(7, size), Options(backs="fold"), imprint())
    measured = measure(written(sheets, tmp_path / "a.pdf"))
    found = list(folded(measured))
    assert len(found) == sum(len(page.faces) for page in measured.pages) // 2 >= 7
    assert max(pair.off for pair in found) == 0
    assert faults(measured, sizes=(PAPER,), duplex="fold") == []


def test_a_fold_that_is_not_there_or_elsewhere_is_told(tmp_path: Path) -> None:
    file = written(impose(deck(3), Options(backs="fold"), imprint()), tmp_path / "a.pdf")
    measured = measure(file)
    page = measured.pages[0]
    assert page.fold == (105_000, 7_600, 105_000, 288_400)
    for fold, code in ((None, "proof/fold"), ((106_000, 7_600, 106_000, 288_400), "proof/registration")):
        damaged = replace(measured, pages=(replace(page, fold=fold),))
        assert set(faults(damaged, duplex="fold")) == {code}


def test_a_profile_moves_all_of_a_page_and_is_taken_back(tmp_path: Path) -> None:
    strays = Profile(name="attic", offset=(400, -700), rotate=0.1, scale=1.002, ruler=(99_600, 100_300))
    plainly, moved = (
        measure(written(impose(deck(14), Options(profile=profile), imprint()), tmp_path / "a.pdf"))
        for profile in (Profile(), strays)
    )
    assert faults(moved, sizes=(PAPER,)) == []
    assert max(pair.off for pair in pairs(moved, "long")) <= 1
    for before, after in zip(plainly.pages, moved.pages, strict=True):
        assert before.moved == (1, 0, 0, 1, 0, 0) != after.moved
        for one, other in zip(before.faces, after.faces, strict=True):
            assert one.trim.grown(1).holds(other.trim) and other.trim.grown(1).holds(one.trim)


def test_a_profile_that_a_page_only_claims_is_found_wrong(tmp_path: Path) -> None:
    file = written(impose(deck(14), Options(), imprint()), tmp_path / "a.pdf")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        pdf.pages[1].obj["/PNP_Moved"] = pikepdf.Array([1, 0, 0, 1, 400, -700])
        pdf.save()
    assert set(faults(measure(file))) == {"proof/registration"}


@pytest.mark.parametrize("size", [0, 1, 12_000, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 3_000_000])
def test_streams_of_any_length_come_back_whole(size: int) -> None:
    content = random.Random(size).randbytes(size // 3) + bytes(size - size // 3)
    deflated = packed(content)
    assert inflated(deflated) == content == zlib.decompress(deflated)
    assert inflated(zlib.compress(content)) == content


@pytest.mark.parametrize("size", [12_000, 3_000_000])
def test_a_torn_or_foreign_stream_is_not_plain(size: int) -> None:
    deflated = packed(bytes(size))
    for wrong in (b"", deflated[:-1], deflated[:-1] + b"x", b"BT " + deflated):
        with pytest.raises(NotPlain):
            inflated(wrong)
