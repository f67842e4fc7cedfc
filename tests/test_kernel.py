"""The kernel of engines: moves in words, the agenda, printed tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.engines import engine
from pnp.engines.base import Ambiguous, Chart, Illegal, Move, Unreadable, find, parse

words = st.from_regex(r"[a-z0-9?+*/=.:-]+", fullmatch=True)
MOVES = (Move("to", ("radford",)), Move("to", ("rainworth-road",)), Move("take", ("merry-men*2",)), Move("stop"))


@given(st.builds(Move, words, st.lists(words, max_size=4).map(tuple)))
def test_a_move_prints_and_is_parsed_back(move: Move) -> None:
    assert parse(str(move)) == move


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_a_whole_move_is_found(move: Move) -> None:
    assert find(str(move), MOVES) == move


def test_the_beginning_of_words_is_enough() -> None:
    assert find("to rad", MOVES) == MOVES[0]
    assert find("s", MOVES) == Move("stop")


@pytest.mark.parametrize("text", ["", "to  Radford", "to radförd", "to\nradford;"])
def test_what_is_no_move_anywhere(text: str) -> None:
    with pytest.raises(Unreadable):
        find(text, MOVES)


def test_what_is_no_move_now() -> None:
    with pytest.raises(Illegal, match="did you mean 'to radford'"):
        find("to radfort", MOVES)
    with pytest.raises(Illegal, match="nobody is asked"):
        find("stop", ())


def test_what_may_mean_two_moves() -> None:
    with pytest.raises(Ambiguous, match="'to radford', 'to rainworth-road'"):
        find("to ra", MOVES)


@pytest.mark.parametrize(
    ("ratio", "column"),
    [("11/4", "2-1"), ("12/4", "3-1"), ("1/9", "1-2"), ("9/1", "3-1"), ("1/2", "1-2"), ("2/3", "1-2"), ("1/1", "1-1")],
)
def test_odds_are_rounded_for_the_defender(ratio: str, column: str) -> None:
    chart = Chart((Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)), ("1-2", "1-1", "2-1", "3-1"))
    assert chart.column(Fraction(ratio)) == column


@pytest.mark.parametrize("id", ["base", "no-such-game", "../os", "os", "", "a b", "é"])
def test_ids_that_have_no_engine(id: str) -> None:
    assert engine(id) is None
