"""Play files: written and read back, played again, and what is said of those that cannot be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diag import Found
from pnp.play.laws import watch
from pnp.play.playout import EngineError
from pnp.play.record import Diagram, read, replay, write
from tests.engines import TOYS

TIC, ROCK, SNAP, BANKS = TOYS
GAMES = {toy.id: toy.game for toy in TOYS}

ROW = """\
# Three across.
game = tic-tac-toe
players = cross, nought

cross: mark a3
nought: mark a2
cross: mark b3
| xx.
| o..
| ...
nought: mark b2
cross: mark c3
end = row, cross
"""


def faults(text: str, toy: int = 0) -> list[tuple[str, int, int]]:
    found = Found()
    record = read(text, "it.play", found)
    if record is not None:
        list(replay(TOYS[toy].engine, GAMES[TOYS[toy].id], record, found))
    return [(one.code, one.span.line, one.span.column) for one in found.ordered()]


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.id)
@given(seed=st.integers(0, 2**40))
def test_what_is_written_is_played_again(toy: object, seed: int) -> None:
    assert toy in TOYS
    number = TOYS.index(toy)  # type: ignore[arg-type]
    engine, game = TOYS[number].engine, GAMES[TOYS[number].id]
    watched = watch(engine, game, seed, laws=())
    text = write(game, watched.seats, watched.options, watched.moves, seed, engine.result(watched.last))
    found = Found()
    record = read(text, "it.play", found)
    assert record is not None and record.seed == seed
    moments = list(replay(engine, game, record, found))
    assert not found.items
    assert [(moment.seat, moment.move) for moment in moments] == list(watched.moves)
    for told in (engine.show, engine.supply, engine.result):
        assert told(moments[-1].state) == told(watched.last)
    assert [event for moment in moments for event in moment.events] == list(watched.events)


def test_a_play_with_diagrams_and_its_end() -> None:
    assert faults(ROW) == []
    found = Found()
    record = read(ROW, "it.play", found)
    assert record is not None
    assert record.steps[3] == Diagram(("xx.", "o..", "..."), record.steps[3].span)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("mark b2", "märk b2", ("play/unreadable", 11, 9)),
        ("mark b2", "mark b3", ("play/illegal", 11, 9)),
        ("mark b2", "mark b", ("play/ambiguous", 11, 9)),
        ("nought: mark b2", "cross: mark b2", ("play/turn", 11, 8)),
        ("nought: mark b2", "chance: roll 3", ("play/turn", 11, 9)),
        ("| o..", "| x..", ("play/diagram", 9, 1)),
        ("| ...\n", "", ("play/diagram", 9, 1)),
        ("| ...\n", "| ...\n| ...\n", ("play/diagram", 11, 1)),
        ("end = row, cross", "end = row, nought", ("play/end", 13, 1)),
        ("cross: mark c3\nend", "end", ("play/end", 12, 1)),
        ("game = tic-tac-toe\n", "", ("play/missing", 1, 1)),
        ("# Three", "Three", ("play/line", 1, 1)),
        ("players = cross, nought", "players = nought, cross", ("play/players", 3, 1)),
        ("players = cross, nought", "players = cross, nought\noptions = blind=yes", ("play/option", 4, 1)),
        ("players = cross, nought", "players = cross, nought\nsaid = 7", ("play/fact", 4, 1)),
        ("players = cross, nought", "players = cross, nought\ngame = chess", ("play/twice", 4, 1)),
        ("players = cross, nought", "players = cross, nought\nseed = many", ("play/seed", 4, 1)),
    ],
)
def test_what_cannot_be_played(old: str, new: str, fault: tuple[str, int, int]) -> None:
    assert old in ROW
    assert faults(ROW.replace(old, new, 1)) == [fault]


@given(st.lists(st.sampled_from(ROW.split("\n")) | st.text(max_size=30), max_size=14).map("\n".join))
def test_no_text_is_too_bad_to_be_told_of(text: str) -> None:
    for code, line, column in faults(text):
        assert code.startswith("play/") and 1 <= line <= text.count("\n") + 1 and column >= 1


def test_a_seed_of_any_length_is_told() -> None:
    assert faults(ROW.replace("players", f"seed = {'9' * 5000}\nplayers")) == [("play/seed", 3, 1)]


def test_an_option_has_its_choices() -> None:
    text = "game = rock-paper-scissors\nplayers = red-1, blue-1\noptions = length=long\n"
    assert faults(text, 1) == [("play/option-choice", 3, 1)]


def test_the_shortest_that_is_clear_is_enough() -> None:
    assert faults(ROW.replace("mark", "m")) == []


def test_a_play_of_an_older_version_says_so() -> None:
    found = Found()
    record = read(ROW.replace("players", "version = 0\nplayers").replace("b2", "b3"), "it.play", found)
    assert record is not None
    list(replay(TIC.engine, GAMES[TIC.id], record, found))
    assert found.items[0].hint == "the play is of version 0, the game now 1"


def test_an_engine_that_fails_tells_its_moves() -> None:
    from tests.test_laws import Spoilt

    found = Found()
    record = read(ROW, "it.play", found)
    assert record is not None
    spoilt = Spoilt(TIC, play=lambda state, seat, move: 1 / 0)
    with pytest.raises(EngineError) as fault:
        list(replay(spoilt, GAMES[TIC.id], record, found))  # type: ignore[arg-type]
    assert fault.value.moves == (("cross", TIC.engine.moves(TIC.engine.setup(TIC.game, (), {}), "cross")[0]),)
