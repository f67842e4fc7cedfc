"""Lengths are read as they are written, with a pattern or without."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.units import LENGTH, UnitError, parse

NUMBERS = st.text("0123 ./-_e\u0663", max_size=6) | st.from_regex(r"-?[0-9]{1,3}(\.[0-9]{1,3})?", fullmatch=True)
UNITS = st.sampled_from(("mm", "cm", "in", "pt", "um", " mm", "m", "\nmm", ""))


@pytest.mark.parametrize(
    ("text", "length"),
    [("63mm", 63_000), ("-2.5 in", -63_500), ("5/8in", 15_875), ("2 1/2in", 63_500), ("72pt", 25_400), ("7um", 7)],
)
def test_a_length_is_micrometres(text: str, length: int) -> None:
    assert parse(text) == length


@given(NUMBERS, UNITS)
def test_whatever_is_read_is_what_the_schema_says(number: str, unit: str) -> None:
    text = number + unit
    try:
        parse(text)
    except UnitError as fault:
        assert "divides by zero" in str(fault) or not re.fullmatch(LENGTH, text, re.ASCII)
    else:
        assert re.fullmatch(LENGTH, text, re.ASCII)
