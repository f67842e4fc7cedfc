"""The one picture test: a frame looks the same through PDF and through SVG."""

from pathlib import Path

import pytest
from drawn import BLUE, INK, POKER, RED, SAND, Plan, box, picture, plain, text, written
from PIL import Image as Picture
from PIL import ImageChops, ImageFilter, ImageStat

from pnp.diag import Found
from pnp.draw import studio
from pnp.draw.document import Page, Placed, Sheets
from pnp.draw.frame import Frame, Stroke
from pnp.draw.frame import Path as Outline
from pnp.proof import look
from pnp.targets import svg
from pnp.units import MM

DPI = 150


def through_pdf(frame: Frame, folder: Path) -> Picture.Image:
    page = Page(frame.size, (Placed(frame, 0, 0),))
    return look.picture(written(Sheets("t", "s", (page,)), folder / "frame.pdf"), 0, DPI)


def through_svg(frame: Frame, folder: Path) -> Picture.Image:
    """As a rulebook shows it: WeasyPrint reads the SVG; the same renderer draws both files."""
    weasyprint = pytest.importorskip("weasyprint", exc_type=OSError, reason="Pango is missing")
    (folder / "frame.svg").write_text(svg.draw(frame), encoding="utf-8")
    width, height = frame.size.width / MM, frame.size.height / MM
    style = f"@page {{ size: {width}mm {height}mm; margin: 0 }} body {{ margin: 0 }} img {{ display: block }}"
    page = weasyprint.HTML(string=f"<style>{style}</style><img src='frame.svg' alt=''>", base_url=f"{folder}/")
    page.write_pdf(folder / "svg.pdf")
    return look.picture(folder / "svg.pdf", 0, DPI)


def strokes() -> Frame:
    """Every cap, join and dash."""
    lines = [
        Outline(
            (("M", 8_000, 9_000 + n * 25_000), ("L", 30_000, 28_000 + n * 25_000), ("L", 50_000, 9_000 + n * 25_000)),
            stroke=Stroke((INK, RED, BLUE)[n], 4_000, dash, cap, join),
        )
        for n, (cap, join, dash) in enumerate(
            [("butt", "miter", ()), ("round", "round", ()), ("square", "bevel", (9_000, 7_000))]
        )
    ]
    spike = Outline((("M", 5_000, 80_000), ("L", 40_000, 82_000), ("L", 5_000, 84_000)), stroke=Stroke(INK, 1_500))
    return plain(POKER, SAND, *lines, spike)


def nested() -> Frame:
    from pnp.draw.frame import Group

    inner = Group((text("clipped", 2_000, 40_000, 15_000, RED),), box(10_000, 30_000, 30_000, 8_000))
    return plain(POKER, SAND, Group((inner, Group((text("free", 5_000, 70_000, 9_000),))), box(0, 0, 60_000, 80_000)))


FRAMES = {"everything": picture, "strokes": strokes, "nested": nested}


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_looks_the_same_through_pdf_and_svg(name: str, tmp_path: Path) -> None:
    frame = FRAMES[name]()
    one, other = through_pdf(frame, tmp_path), through_svg(frame, tmp_path)
    assert abs(one.width - other.width) <= 1
    assert abs(one.height - other.height) <= 1
    size = (min(one.width, other.width), min(one.height, other.height))
    ends = (0, 0, *size)
    apart = ImageChops.difference(one.crop(ends), other.crop(ends)).convert("L")
    # Edges may be drawn a shade lighter or darker; no mark may be there in one and not in the other.
    assert ImageStat.Stat(apart).mean[0] < 1.0
    assert apart.filter(ImageFilter.MinFilter(3)).getextrema()[1] < 60


def test_the_studio_of_these_tests_is_faultless() -> None:
    found = Found()
    studio.open(Plan(), found)
    assert not found.items
