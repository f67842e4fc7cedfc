"""Colours: expressions, mixing, contrast."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diag import Found, Span
from pnp.draw import palette
from pnp.draw.frame import Colour
from pnp.draw.palette import ColourError, Palette

HERE = Span("style.yaml", 3, 9)
BLACK, WHITE = Colour("#000000"), Colour("#ffffff")
colours = st.integers(0, 0xFFFFFF).map(lambda number: Colour(f"#{number:06x}"))
shares = st.floats(0, 1)


@given(colours)
def test_oklab_and_back_is_the_same_colour(colour: Colour) -> None:
    assert palette.from_oklab(palette.oklab(colour)).hex == colour.hex


@given(colours, colours, shares)
def test_a_mix_lies_between_in_lightness(one: Colour, two: Colour, share: float) -> None:
    low, high = sorted((palette.oklab(one)[0], palette.oklab(two)[0]))
    assert low - 0.02 <= palette.oklab(palette.mix(one, two, share))[0] <= high + 0.1  # clipping may lighten a little


@given(colours, colours)
def test_a_mix_has_its_ends(one: Colour, two: Colour) -> None:
    assert palette.mix(one, two, 0) == one
    assert palette.mix(one, two, 1).hex == two.hex


@given(colours, shares)
def test_lightening_lightens_and_darkening_darkens(colour: Colour, share: float) -> None:
    assert palette.oklab(palette.lighten(colour, share))[0] >= palette.oklab(colour)[0] - 0.01
    assert palette.oklab(palette.darken(colour, share))[0] <= palette.oklab(colour)[0] + 0.01


@given(colours, colours)
def test_contrast_is_symmetrical_and_bounded(one: Colour, two: Colour) -> None:
    assert palette.contrast(one, two) == palette.contrast(two, one)
    assert 1 <= palette.contrast(one, two) <= 21 + 1e-9


def test_contrast_of_known_pairs() -> None:
    assert palette.contrast(BLACK, WHITE) == pytest.approx(21)
    assert palette.contrast(Colour("#777777"), WHITE) == pytest.approx(4.48, abs=0.01)


def test_greys_are_grey_to_everybody() -> None:
    for kind in ("protan", "deutan", "tritan", "grey"):
        for grey in ("#000000", "#808080", "#ffffff"):
            assert palette.simulate(Colour(grey), kind).hex == grey


def test_red_and_green_come_closer_without_red_cones() -> None:
    red, green = Colour("#b03020"), Colour("#507030")
    far = palette.contrast(red, green)
    seen = [palette.simulate(colour, "deutan") for colour in (red, green)]
    hues = [palette.oklab(colour)[1] for colour in seen]
    assert abs(hues[0] - hues[1]) < 0.1 < abs(palette.oklab(red)[1] - palette.oklab(green)[1])
    assert far > 1


def test_lightness_in_grey_follows_cie() -> None:
    assert palette.grey(WHITE) == pytest.approx(100) and palette.grey(BLACK) == 0
    assert palette.grey(Colour("#777777")) == pytest.approx(50, abs=0.5)


@pytest.mark.parametrize(
    ("text", "hex"),
    [
        ("sand", "#e0c890"),
        (" #8A1F11 ", "#8a1f11"),
        ("mix(sand, sand, 50%)", "#e0c890"),
        ("mix(black, white, 0%)", "#000000"),
        ("lighten(black, 100%)", "#ffffff"),
        ("darken(white, 100%)", "#000000"),
        ("mix( mix(black,white,50%) , black , 100% )", "#000000"),
        ("paper", "#ffffff"),
    ],
)
def test_expressions(text: str, hex: str) -> None:
    assert Palette((("sand", "#e0c890"),)).read(text).hex == hex


def test_names_given_come_before_the_palette_s() -> None:
    assert Palette().read("mix(ground, ink, 0%)", {"ground": WHITE}) == WHITE


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sandd", "did you mean 'sand'?"),
        ("mix(sand, ink)", "there is a ',' missing"),
        ("mix(sand, ink, 130%)", "for example"),
        ("mix(sand, ink, 30)", "for example"),
        ("blend(sand, ink, 3%)", "mix, lighten or darken"),
        ("sand ink", "what is 'ink' doing there?"),
        ("#12345", "a palette name"),
        ("", "a palette name"),
    ],
)
def test_what_is_no_colour_says_what_to_type(text: str, hint: str) -> None:
    named = Palette((("sand", "#e0c890"),))
    with pytest.raises(ColourError) as caught:
        named.read(text)
    assert hint in caught.value.hint
    found = Found()
    assert named.colour(text, HERE, found) == named.names["ink"]
    assert [(fault.code, fault.span) for fault in found] == [("colour/unknown", HERE)]


@given(st.text("mix(),%#sandlighten 0123456789abcdef", max_size=40))
def test_any_text_is_a_colour_or_an_error(text: str) -> None:
    found = Found()
    colour = Palette((("sand", "#e0c890"),)).colour(text, HERE, found)
    assert len(colour.hex) == 7 and len(found.items) <= 1
