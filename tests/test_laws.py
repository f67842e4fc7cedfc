"""The laws over every engine that is here, no game named; and that each law bites when an engine breaks it."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.engines import engine
from pnp.engines.base import Engine, Hiding, Move, Outcome, Place
from pnp.play.laws import BrokenError, watch
from pnp.play.playout import EngineError
from tests.conftest import GAMES, ROOT
from tests.engines import TOYS, Toy

BUNDLED = tuple(Toy(folder.name, found, folder) for folder in GAMES if (found := engine(folder.name)) is not None)
ALL = (*TOYS, *BUNDLED)
PLAYS = 2_000
seeds = st.integers(0, 2**40)


def name(toy: Toy) -> str:
    return toy.id


@pytest.mark.parametrize("toy", ALL, ids=name)
def test_every_law_holds_in_every_state(toy: Toy) -> None:
    game = toy.game

    @settings(max_examples=24)
    @given(seeds)
    def holds(seed: int) -> None:
        watch(toy.engine, game, seed, every=1 if toy in TOYS else 8)

    holds()


@pytest.mark.soak
@pytest.mark.parametrize("toy", BUNDLED, ids=name)
def test_every_law_holds_in_thousands_of_plays(toy: Toy) -> None:
    game = toy.game
    for seed in range(-(-PLAYS // len(BUNDLED))):
        watch(toy.engine, game, seed, every=32)


@pytest.mark.parametrize("toy", [toy for toy in ALL if toy.engine.FACTS.hidden], ids=name)
def test_something_hidden_is_dealt_anew(toy: Toy) -> None:
    """At the latest when cards have been drawn, which may be well into the game."""
    engine = cast(Hiding, toy.engine)
    played = watch(engine, toy.game, 1, laws=())
    state, anew = engine.setup(toy.game, played.seats, played.options), False
    for seat, move in played.moves:
        state, _ = engine.play(state, seat, move)
        anew = anew or any(
            engine.redeal(state, one, Random(seed)) != state for one in played.seats for seed in range(3)
        )
    assert anew


def test_another_process_plays_the_same() -> None:
    """Nothing depends on the order of sets, which differs from process to process."""
    script = (
        "from tests.test_laws import ALL\nfrom pnp.play.laws import watch\n"
        "print([watch(toy.engine, toy.game, 7, laws=()).moves for toy in ALL])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


class Spoilt:
    """A toy's engine, some of whose functions are replaced."""

    def __init__(self, toy: Toy, **other: Any) -> None:
        self._toy = toy
        self.__dict__ |= other

    def __getattr__(self, name: str) -> Any:
        return getattr(self._toy.engine, name)


TIC, ROCK, SNAP, BANKS = TOYS


def broken(toy: Toy, **other: Any) -> BrokenError:
    game = toy.game
    with pytest.raises(BrokenError) as fault:
        for seed in range(20):
            watch(cast(Engine, Spoilt(toy, **other)), game, seed)
    return fault.value


def test_a_result_before_the_end() -> None:
    early = Outcome("bored")
    assert broken(TIC, result=lambda state: early if state.other else None).law == "over"


def test_a_move_out_of_turn() -> None:
    assert broken(TIC, moves=lambda state, seat: TIC.engine.moves(state, TIC.engine.turn(state)[0])).law == "over"


def test_a_stranger_wins() -> None:
    assert broken(TIC, result=lambda s: TIC.engine.result(s) and Outcome("row", ("circle",))).law == "over"


def test_two_decks_are_printed_for_a_game_of_two() -> None:
    """An option that takes a second deck says so; else the cards are more than the game has."""
    facts = SNAP.engine.FACTS
    once = replace(facts, options=tuple(replace(option, sets={}) for option in facts.options))
    assert any(option.sets for option in facts.options) and broken(SNAP, FACTS=once).law == "demand"


def test_weights_of_nothing() -> None:
    spoilt = broken(SNAP, chances=lambda state: tuple((move, 0) for move, _ in SNAP.engine.chances(state)))
    assert spoilt.law == "weights" and "'draw cat' has the weight 0" in str(spoilt)


def test_moves_that_cannot_be_written() -> None:
    def shouted(state: Any, seat: str) -> tuple[Move, ...]:
        return tuple(Move(move.verb.upper(), move.args) for move in TIC.engine.moves(state, seat))

    assert broken(TIC, moves=shouted).law == "notation"
    assert broken(TIC, moves=lambda state, seat: TIC.engine.moves(state, seat) * 2).law == "notation"


def test_pieces_from_nowhere() -> None:
    def more(state: Any) -> Mapping[Any, int]:
        return {**ROCK.engine.supply(state), ("token", Place("red")): state.tokens[0] * 2}

    spoilt = broken(ROCK, supply=more)
    assert (spoilt.law, spoilt.kind) == ("supply", "token")


def test_less_than_nothing() -> None:
    def less(state: Any) -> Mapping[Any, int]:
        return {("token", Place("red")): 13, ("token", Place("blue")): -1}

    assert "there are -1 'token'" in broken(ROCK, supply=less).says


@pytest.mark.parametrize(("kind", "says"), [("token", "99 'token' are in use"), ("coin", "neither a counter")])
def test_more_than_the_game_has(kind: str, says: str) -> None:
    spoilt = broken(ROCK, supply=lambda state: {(kind, Place("pool")): 99})
    assert (spoilt.law, spoilt.kind) == ("demand", kind) and says in spoilt.says


def test_money_may_be_written_down() -> None:
    held = {("coin", Place("red")): 99}
    assert watch(cast(Engine, Spoilt(ROCK, supply=lambda state: held)), ROCK.game, 1).moves


def test_views_that_differ() -> None:
    times = itertools.count()
    assert broken(TIC, view=lambda state, seat: next(times)).law == "values"


def test_a_move_that_is_never_the_same() -> None:
    times = itertools.count()

    def play(state: Any, seat: str, move: Move) -> Any:
        after, events = TIC.engine.play(state, seat, move)
        return after._replace(seat=after.seat + 2 * next(times)), events

    assert broken(TIC, play=play).law == "pure"


def test_a_commitment_that_is_seen() -> None:
    spoilt = broken(ROCK, view=lambda state, seat: state)
    assert spoilt.law == "secret" and "sees what" in spoilt.says


def test_a_hand_that_is_seen() -> None:
    assert broken(SNAP, view=lambda state, seat: state).law == "hidden"


def test_moves_that_tell_of_a_hand() -> None:
    def telling(state: Any, seat: str) -> tuple[Move, ...]:
        more = (Move("think"),) if state.hands[0][0] else ()
        return (*SNAP.engine.moves(state, seat), *more) if SNAP.engine.turn(state) == (seat,) else ()

    spoilt = broken(SNAP, moves=telling)
    assert spoilt.law == "hidden" and "moves" in spoilt.says


def test_a_game_without_end() -> None:
    assert broken(TIC, FACTS=replace(TIC.engine.FACTS, longest=6)).law == "longest"


def test_a_set_up_that_is_never_the_same() -> None:
    times = itertools.count()

    def setup(game: Any, seats: Any, options: Any) -> Any:
        return ROCK.engine.setup(game, seats, options)._replace(round=-next(times))

    assert broken(ROCK, setup=setup).law == "same"


def test_a_broken_law_tells_how_it_came_to_it() -> None:
    """What is told is a play file up to the state in which the law is broken."""
    early = Outcome("bored")
    spoilt = broken(TIC, result=lambda state: early if state.other.bit_count() + state.mine.bit_count() == 2 else None)
    assert spoilt.play.startswith("game = tic-tac-toe\nplayers = cross, nought\nseed = 0\n")
    assert spoilt.play.count(": mark ") == 2


def test_an_engine_that_fails_tells_its_moves() -> None:
    def play(state: Any, seat: str, move: Move) -> Any:
        return [][1] if state.other else TIC.engine.play(state, seat, move)

    with pytest.raises(EngineError, match="IndexError: list index out of range") as fault:
        watch(cast(Engine, Spoilt(TIC, play=play)), TIC.game, 3, laws=())
    assert "seed = 3" in str(fault.value) and fault.value.moves[0][0] == "cross"
