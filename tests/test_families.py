"""Words of a game's texts: counted as whole ids."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model import families

WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@given(
    st.text(st.sampled_from("ab1-_ A.é"), max_size=40), st.from_regex(r"[ab1]{1,2}(-[ab1]{1,2}){0,2}", fullmatch=True)
)
def test_a_word_is_counted_as_a_whole_id(text: str, word: str) -> None:
    assert families.times(word, text) == min(WORD.findall(text).count(word), 2)
    text = f"{text} {word}"
    assert families.times(word, text) == min(WORD.findall(text).count(word), 2)


@pytest.mark.parametrize(
    "text, count",
    [
        ("duck", 1), ("duck duck", 2), ("duck duck duck", 2), ("ducks", 0), ("aduck", 0), ("duck-pond", 0), ("a-duck", 0),
        ("-duck-", 1), ("xx-duck", 0), ("--duck--", 1), ("Duck duck.", 1), ("duck2, 'duck'", 1), ("", 0), ("q duck", 1),
    ],
)  # fmt: skip
def test_words_are_counted_as_whole_ids(text: str, count: int) -> None:
    assert families.times("duck", text) == count


def test_the_file_of_each_layout_of_the_house_is_known_by_its_lines() -> None:
    files = families.house_files()
    assert list(files) == list(families.house_layouts()) and len(files) > 5
    assert all(path.is_file() for path in files.values())
