"""Less ink: grounds are outlines, every piece can be read all the same, greys are greys, and what is alike stays one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from drawn import BLUE, COUNTER, INK, POKER, RED, SAND, Batch, Piece, imprint, plain, rect, text, written

from pnp.build.products import products
from pnp.diag import Found, Span
from pnp.draw.frame import Colour, Frame, Image, Symbol, Text, Use
from pnp.draw.inks import WHITE, Press, inked
from pnp.draw.palette import contrast
from pnp.faces.legible import Reading
from pnp.faces.workshop import Workshop
from pnp.layout import Options, impose
from pnp.model import load
from pnp.proof import Expected, look, measure, prove
from pnp.units import MM, Box

ROOT = Path(__file__).resolve().parent.parent
GAMES = (ROOT / "tests/toy", *sorted(path.parent for path in (ROOT / "content").glob("*/game.yaml")))
PALE = Colour("#f8f4e8")


def frames(folder: Path) -> Iterator[Frame]:
    """Every face of every piece of a game, boards and aids too."""
    loaded = load.load(folder, Found())
    assert loaded is not None
    workshop = Workshop.open(loaded.game, Found())
    workshop.proofread()
    for product in products(workshop):
        for face in product.batch.faces if product.batch else ():
            yield face.front
            if face.back:
                yield face.back


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
@pytest.mark.parametrize("ink", ["low", "grey"])
def test_every_piece_can_be_read(folder: Path, ink: str) -> None:
    """Nothing that could be read is lost: what the contrast check says of a face drawn in full, at most."""
    press = Press(ink)
    for frame in frames(folder):
        before, after = Found(), Found()
        Reading(before).check(frame.items, "a face", Span("a.yaml"))
        Reading(after).check(press.frame(frame).items, "a face", Span("a.yaml"))
        assert len(after.items) <= len(before.items), (frame.title, [one.message for one in after.items])


def test_a_ground_is_an_outline_and_what_stood_on_it_has_its_colour() -> None:
    frame = plain(COUNTER, RED, text("Miller", 2_000, 5_000, 2_000, PALE), rect(Box(6_000, 8_000, 1_500, 1_500), PALE))
    white, outline, said, square = Press("low").frame(frame).items
    assert (white.fill, white.stroke) == (WHITE, None)
    assert outline.fill is None
    assert outline.stroke.colour == RED
    assert isinstance(said, Text)
    assert (said.colour.hex, square.fill.hex) == (RED.hex, RED.hex)
    assert said.words == frame.items[1].words


def test_a_sign_that_brings_its_own_dark_ground_keeps_the_pale_parts_on_it() -> None:
    """A coin stays gold; a pale silhouette, which nothing but the ground was behind, gets the ground's colour."""
    brown, gold = Colour("#5f4712"), Colour("#e6b843")
    coin = (rect(Box(0, 0, 10_000, 10_000), brown), rect(Box(500, 500, 9_000, 9_000), gold))
    owl = (rect(Box(0, 0, 10_000, 10_000), gold), rect(Box(4_000, 4_000, 1_500, 1_500), brown))
    for items, hexes in ((coin, [brown.hex, gold.hex]), (owl, [RED.hex, brown.hex])):
        sign = Use(Symbol("sign", items), 3_000, 3_000, 0.5)
        *_, drawn = Press("low").frame(plain(COUNTER, RED, sign)).items
        assert isinstance(drawn, Use)
        assert [part.fill.hex for part in drawn.symbol.items] == hexes


def test_pale_grounds_have_outlines_that_are_seen_and_dark_text_stays() -> None:
    frame = plain(POKER, SAND, text("Sunshine", 5_000, 9_000, 4_000), rect(Box(50_000, 4_000, 8_000, 8_000), BLUE))
    _, outline, said, _ = Press("low").frame(frame).items
    assert contrast(outline.stroke.colour, WHITE) >= 3
    assert said.colour == INK


def test_the_outline_lies_inside_the_cut() -> None:
    outline = Press("low").frame(plain(COUNTER, RED)).items[1]
    trim = Box(0, 0, COUNTER.width, COUNTER.height)
    for _, *at in outline.segments[:-1]:
        assert trim.grown(-300).holds(Box(at[0], at[1], 0, 0))


def test_little_ink_is_little(tmp_path: Path) -> None:
    batch = Batch(
        POKER,
        [Piece(f"c{n}", plain(POKER, RED, text("x", 9_000, 9_000, 3_000, PALE)), plain(POKER, BLUE)) for n in range(9)],
    )
    ink = []
    for kind in ("full", "low"):
        file = written(inked(impose(batch, Options(), imprint()), kind), tmp_path / f"{kind}.pdf")
        assert list(prove(measure(file), Expected(duplex="long"))) == []
        page = look.picture(file, 0, 50).convert("L")
        ink.append(sum((255 - level) * count for level, count in enumerate(page.histogram())))
    assert ink[1] < ink[0] / 10


def test_greys_are_greys_pictures_too(tmp_path: Path) -> None:
    from PIL import Image as Pictures

    Pictures.new("RGB", (40, 40), (200, 30, 30)).save(tmp_path / "red.png")
    photo = Image(0, 0, 30 * MM, 30 * MM, str(tmp_path / "red.png"), "0" * 64)
    batch = Batch(POKER, [Piece("a", plain(POKER, RED, photo), plain(POKER, BLUE))])
    file = written(inked(impose(batch, Options(), imprint()), "grey"), tmp_path / "a.pdf")
    for page in look.pictures(file, 40):
        red, green, blue = page.split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()
    with pikepdf.open(file) as pdf:
        assert b" rg" not in pdf.pages[0].Contents.read_bytes()


def test_what_is_drawn_once_stays_one() -> None:
    press, frame = Press("low"), plain(POKER, RED)
    assert press.frame(frame).items is press.frame(frame).items
    symbol = frames(ROOT / "tests/toy")
    uses = [item for one in symbol for item in Press("grey").frame(one).items if isinstance(item, Use)]
    assert uses


def test_full_ink_is_the_sheets_themselves() -> None:
    sheets = impose(Batch(POKER, [Piece("a", plain(POKER, RED))], backed=False), Options(), imprint())
    assert inked(sheets, "full") is sheets


def test_a_build_in_greys_tells_of_sides_that_look_alike_there(tmp_path: Path) -> None:
    """What cannot be told apart in grey, and has no other mark, is an error of the content: nothing is built."""
    from test_build import copy, made

    folder = copy(tmp_path)
    game = folder / "game.yaml"
    game.write_text(
        game.read_text()
        .replace("colour: teal, ink: paper, icon: crown", "colour: wine, ink: paper, icon: banner")
        .replace("- {id: moss,", '- {id: wine, colour: "#4c4c4c"}\n    - {id: moss,')
    )
    built = made(folder, tmp_path / "out", ink="grey", only=("counters",))
    (told,) = [one for one in built.found if one.code == "colour/alike"]
    assert "in greyscale" in told.message
    assert not built.files
