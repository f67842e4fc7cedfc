"""Words of a game's texts: counted as whole ids."""

from __future__ import annotations

import re

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
