"""Colours that must differ in everybody's eyes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.checks.colours import alike
from pnp.draw.frame import Colour
from pnp.draw.palette import mix

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: Colour(f"#{number:06x}"))
EVERYBODY = "to everybody"


@given(COLOURS)
def test_a_colour_is_like_itself_to_everybody(colour: Colour) -> None:
    assert next(alike(colour, colour)) == EVERYBODY
    assert len(list(alike(colour, colour))) == 5


@given(COLOURS, COLOURS)
def test_likeness_has_no_order(one: Colour, other: Colour) -> None:
    assert list(alike(one, other)) == list(alike(other, one))


@given(COLOURS)
def test_what_is_nearer_is_not_less_alike(colour: Colour) -> None:
    white = Colour("#ffffff")
    assert len(list(alike(colour, mix(colour, white, 0.01)))) >= len(list(alike(colour, white)))


def test_the_colours_that_are_known_to_be_confused() -> None:
    """Madder red and forest green of one lightness; the Okabe-Ito pairs are safe but for a grey printer."""
    assert "to people with protanopia" in alike(Colour("#8c2a1e"), Colour("#24502f"))
    assert "to people with deuteranopia" in alike(Colour("#ff0000"), Colour("#00aa00"))
    assert list(alike(Colour("#e69f00"), Colour("#56b4e9"))) == ["in greyscale"]
    assert not list(alike(Colour("#0072b2"), Colour("#f0e442")))
    assert not list(alike(Colour("#000000"), Colour("#ffffff")))
