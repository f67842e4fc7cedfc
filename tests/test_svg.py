"""SVG figures: sized in millimetres, without fonts, with ids that never change."""

import xml.etree.ElementTree as tree
from pathlib import Path

import pytest
from drawn import POKER, RED, SAND, picture, plain, text
from PIL import Image as Picture

from pnp.draw import pictures
from pnp.draw.frame import Frame, Image
from pnp.targets import svg

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"


def parsed(frame: Frame, **how: object) -> tree.Element:
    return tree.fromstring(svg.draw(frame, **how))


def test_a_figure_is_as_large_as_its_trim() -> None:
    root = parsed(plain(POKER, RED))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("63.5mm", "88.9mm", "0 0 63500 88900")
    root = parsed(plain(POKER, RED), bleed=True)
    assert (root.get("width"), root.get("viewBox")) == ("69.5mm", "-3000 -3000 69500 94900")


def test_a_figure_says_what_it_is() -> None:
    root = parsed(picture(), description="A card with signs & words")
    assert root.findtext(f"{SVG}title") == "Everything"
    assert root.findtext(f"{SVG}desc") == "A card with signs & words"


def test_letters_are_outlines_drawn_once() -> None:
    root = parsed(plain(POKER, SAND, text("aaab", 0, 9_000), text("baa", 0, 19_000)))
    assert not root.findall(f".//{SVG}text")
    assert len(root.findall(f"{SVG}defs/{SVG}path")) == 2
    assert len(root.findall(f".//{SVG}use")) == 7


def test_everything_used_is_there() -> None:
    root = parsed(picture())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {element.get(LINK, "")[1:] for element in root.iter(f"{SVG}use")} <= set(ids)


def test_ids_never_change_and_take_a_prefix() -> None:
    assert svg.draw(picture()) == svg.draw(picture())
    ids = {element.get("id") for element in parsed(picture(), prefix="n7-").iter() if element.get("id")}
    assert ids
    assert all(str(id).startswith("n7-i") for id in ids)


def test_figures_stand_svgwrites_own_proof() -> None:
    assert svg.draw(picture(), "all of it", checked=True) == svg.draw(picture(), "all of it")


def test_pictures_are_inside_the_figure(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Picture.new("RGB", (4, 2), "red").save(path)
    image = Image(0, 0, 8_000, 4_000, str(path), pictures.read(path).sha256)
    (found,) = parsed(plain(POKER, SAND, image)).iter(f"{SVG}image")
    assert found.get(LINK, "").startswith("data:image/png;base64,")
    with pytest.raises(OSError, match="No such file"):
        svg.draw(plain(POKER, SAND, Image(0, 0, 1, 1, str(tmp_path / "gone.png"), "0")))
