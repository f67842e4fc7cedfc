"""The kernel of engines: moves in words, the agenda, printed tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diag import Span
from pnp.engines import engine
from pnp.engines.base import (
    CHANCE,
    Ambiguous,
    Answer,
    Chart,
    Event,
    Illegal,
    Move,
    Once,
    Outcome,
    PositionError,
    Trace,
    Unreadable,
    answer,
    find,
    parse,
    settle,
    whose,
)
from pnp.model.base import Where
from pnp.model.rules import Position
from tests import engines as toys

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


def test_what_is_compiled_of_a_game_is_made_once() -> None:
    first, second = toys.TOYS[0].game, toys.TOYS[0].game
    assert first is not second
    made: list[object] = []
    once = Once(lambda game, *about: made.append((game, about)) or len(made))
    assert [once(first), once(first), once(second), once(first, 2), once(first, 2), once(first)] == [1, 1, 2, 3, 3, 1]
    for about in range(10):
        once(second, about)
    assert once(first) == len(made) == 14


class Counted:
    """A state that examples may ask of."""

    def __init__(self, open: tuple[object, ...], over: Outcome | None = None) -> None:
        self.open, self.over = open, over


EVENTS = (
    Event("took", ("counter/much",)),
    Event("took", ("seat/north", "counter/sun")),
    Event("sank", ("counter/sun",)),
)


@pytest.mark.parametrize(
    ("key", "is_so"),
    [
        ("open.to.radford", "yes"),
        ("open.to", "yes"),
        ("open.to.rad", "no"),
        ("open.pass", "no"),
        ("happened.took", "2"),
        ("happened.took.sun", "1"),
        ("happened.rose", "0"),
        ("over", "dawn"),
        ("winners", "north south"),
        ("own.thing", "thing"),
        ("turn", "chance"),
        ("no-such-fact", None),
    ],
)
def test_what_every_example_may_ask(key: str, is_so: str | None) -> None:
    last = Counted((Move("to", ("radford",)), (Move("roll", ("6",)), 1)), Outcome("dawn", ("north", "south")))
    own: dict[str, Answer] = {"own": lambda trace, about: about, "turn": whose(lambda state: CHANCE)}
    assert answer(own, Trace(None, last, EVENTS), key) == is_so


def test_before_the_end_nobody_has_won() -> None:
    trace = Trace(None, Counted(()), ())
    assert (answer({}, trace, "over"), answer({}, trace, "winners")) == ("no", "nobody")
    assert whose(lambda state: ())(trace, "") == "nobody"
    assert whose(lambda state: ("a", "b"))(trace, "") == "a b"


def test_settings_of_a_position() -> None:
    said: list[tuple[str, str]] = []

    def put(draft: object, about: str, value: str) -> None:
        said.append((about, str(int(value))))

    def position(*settings: str) -> Position:
        return Position(where=Where(Span("x", 1, 1)), stacks=(), settings=settings)

    settle(None, position("coins.sun=03", "coins=2"), {"coins": put}, "coins.<who>=3")
    assert said == [("sun", "3"), ("", "2")]
    for wrong in ("coins=many", "stars=2"):
        with pytest.raises(PositionError, match=f"'{wrong}' is no setting of this game: coins.<who>=3"):
            settle(None, position(wrong), {"coins": put}, "coins.<who>=3")
