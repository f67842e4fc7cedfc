"""One game played to its end: by the rules, by its luck alone, the same everywhere, and told when the engine is wrong."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Hashable
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.engines.base import CHANCE, Engine, Event, Move, Seat
from pnp.play import agents
from pnp.play.agents import UnknownError
from pnp.play.playout import EngineError, Played, dice, pick, playout
from pnp.play.record import settled
from pnp.play.sitting import Sitting
from tests.engines import TOYS, Toy

toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.id)


@cache
def begin(toy: Toy) -> tuple[Any, tuple[str, ...]]:
    seats = toy.engine.seats(toy.game, toy.engine.FACTS.most)
    return toy.engine.setup(toy.game, seats, settled(toy.engine, {})), seats


def played(toy: Toy, seed: int, name: str = "random", game: int = 1) -> Played:
    first, seats = begin(toy)
    chosen = agents.seated(toy.engine, seats, (name,) * len(seats))
    return playout(toy.engine, first, chosen, dice(seed, game))


def changed(toy: Toy, **other: Any) -> Engine:
    """An engine with some of its functions changed."""
    own = {name: getattr(toy.engine, name) for name in dir(toy.engine) if not name.startswith("__")}
    return cast(Engine, SimpleNamespace(**{**own, **other}))


@toys
@given(seed=st.integers(0, 2**40))
def test_a_playout_is_a_game_by_the_rules(toy: Toy, seed: int) -> None:
    """Every move is open to whoever makes it, nobody decides after the others have told, and the end is the end."""
    whole = played(toy, seed)
    state, _ = begin(toy)
    for seat, move in whole.moves:
        turn = toy.engine.turn(state)
        assert seat in turn
        chances = [move for move, weight in toy.engine.chances(state) if weight]
        assert move in (chances if turn == CHANCE else toy.engine.moves(state, seat))
        state, _ = toy.engine.play(state, seat, move)
    assert state == whole.last
    assert toy.engine.turn(state) == () and toy.engine.result(state) is not None


@toys
def test_the_same_luck_is_the_same_game_and_other_luck_another(toy: Toy) -> None:
    assert played(toy, 5) == played(toy, 5)
    games = {tuple(played(toy, 5, game=number).moves) for number in range(1, 21)}
    assert len(games) > 10
    assert len({tuple(played(toy, seed).moves) for seed in range(20)}) > 10


def test_luck_is_the_same_on_every_machine() -> None:
    luck = dice(7, 3)
    assert (luck.chance.random(), luck.agents.random()) == (0.07554498061389048, 0.8206909649308642)


@given(seed=st.integers(0, 2**40), game=st.integers(1, 10**9), seed2=st.integers(0, 2**40), game2=st.integers(1, 10**9))
def test_no_two_games_share_their_luck(seed: int, game: int, seed2: int, game2: int) -> None:
    first, second = dice(seed, game), dice(seed2, game2)
    throws = [first.chance.random(), first.agents.random()]
    if (seed, game) != (seed2, game2):
        throws += [second.chance.random(), second.agents.random()]
    assert len(set(throws)) == len(throws)


@given(
    weights=st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any), roll=st.floats(0, 1, exclude_max=True)
)
def test_chance_picks_by_weight(weights: list[int], roll: float) -> None:
    chances = [(Move("roll", (str(number),)), weight) for number, weight in enumerate(weights)]
    total = sum(weights)
    every = Counter(pick(chances, (number + 0.5) / total) for number in range(total))
    assert every == {move: weight for move, weight in chances if weight}
    assert every[pick(chances, roll)]


@toys
def test_chance_does_not_hang_on_how_an_agent_thinks(toy: Toy) -> None:
    """An agent that draws more numbers, and decides the same, meets the same luck."""

    def thinker(view: Hashable, seat: Seat, moves: tuple[Move, ...], luck: Random) -> Move:
        _ = [luck.random() for _ in moves]
        return moves[0]

    def first(view: Hashable, seat: Seat, moves: tuple[Move, ...], luck: Random) -> Move:
        return moves[0]

    state, seats = begin(toy)
    games = [playout(toy.engine, state, dict.fromkeys(seats, one), dice(4, 4)) for one in (thinker, first)]
    assert games[0] == games[1]


def test_seats_that_commit_together_do_not_see_each_other() -> None:
    """What each is shown is the state before anybody of them moved."""
    toy = next(toy for toy in TOYS if toy.engine.FACTS.simultaneous)
    state, seats = begin(toy)
    shown: list[Hashable] = []

    def view(state: Any, seat: Seat) -> Hashable:
        shown.append(state)
        return toy.engine.view(state, seat)

    def first(view: Hashable, seat: Seat, moves: tuple[Move, ...], luck: Random) -> Move:
        return moves[0]

    together = len(toy.engine.turn(state))
    playout(changed(toy, view=view), state, dict.fromkeys(seats, first), dice(1, 1))
    assert together > 1
    assert shown[:together] == [state] * together


@toys
def test_what_is_watched_is_every_event_in_order(toy: Toy) -> None:
    first, seats = begin(toy)
    seen: list[Event] = []
    chosen = agents.seated(toy.engine, seats, ("random",) * len(seats))
    whole = playout(toy.engine, first, chosen, dice(2, 2), lambda state, events: seen.extend(events))
    state, told = first, []
    for seat, move in whole.moves:
        state, events = toy.engine.play(state, seat, move)
        told += events
    assert seen == told != []


@toys
def test_an_engine_that_fails_is_told_with_the_moves_that_lead_there(toy: Toy) -> None:
    def play(state: Any, seat: Seat, move: Move) -> Any:
        made.append((seat, move))
        if len(made) == 3:
            raise KeyError("melee")
        return toy.engine.play(state, seat, move)

    made: list[tuple[Seat, Move]] = []
    first, seats = begin(toy)
    with pytest.raises(EngineError, match="KeyError: 'melee'") as caught:
        playout(changed(toy, play=play), first, agents.seated(toy.engine, seats, ("random",) * len(seats)), dice(1, 1))
    assert list(caught.value.moves) == made and len(made) == 3
    assert __file__.rsplit("/", 1)[-1] in caught.value.what


@toys
def test_a_game_that_does_not_end_is_told(toy: Toy) -> None:
    facts = dataclasses.replace(toy.engine.FACTS, longest=4)
    first, seats = begin(toy)
    chosen = agents.seated(toy.engine, seats, ("random",) * len(seats))
    with pytest.raises(EngineError, match="goes on after 4 moves"):
        playout(changed(toy, FACTS=facts), first, chosen, dice(1, 1))


@toys
def test_an_agent_that_cheats_is_told(toy: Toy) -> None:
    first, seats = begin(toy)
    cheats = dict.fromkeys(seats, lambda view, seat, moves, luck: Move("win"))
    with pytest.raises(EngineError, match="plays 'win', which is not open"):
        playout(toy.engine, first, cheats, dice(1, 1))


def test_agents_are_seated_by_name() -> None:
    toy = next(toy for toy in TOYS if toy.engine.AGENTS)
    engine, seats = toy.engine, toy.engine.seats(toy.game, toy.engine.FACTS.most)
    best = next(iter(engine.AGENTS))
    assert agents.names(engine) == (*engine.AGENTS, "random")
    assert agents.assign(engine, seats, "") == (best,) * len(seats)
    assert agents.assign(engine, seats, "random") == ("random",) * len(seats)
    assert agents.assign(engine, seats, f"{seats[1]}=random")[:2] == (best, "random")
    with pytest.raises(UnknownError, match="there is no agent 'randon'; did you mean 'random'"):
        agents.assign(engine, seats, f"{seats[0]}=randon")
    with pytest.raises(UnknownError, match=f"there is no seat '{seats[0]}x'; did you mean '{seats[0]}'"):
        agents.assign(engine, seats, f"{seats[0]}x=random")
    with pytest.raises(agents.UnknownError, match="no agent ''"):
        agents.assign(engine, seats, ",")
    for twice in (f"{seats[0]}=random,{seats[0]}={best}", "random,random"):
        with pytest.raises(agents.UnknownError, match="two agents are said"):
            agents.assign(engine, seats, twice)


@toys
@given(seed=st.integers(0, 1000), choices=st.lists(st.integers(0, 1000), min_size=1, max_size=12))
def test_what_is_taken_back_and_done_again_comes_to_the_same(toy: Toy, seed: int, choices: list[int]) -> None:
    """At the table: undo leads back to the very state, and the same move meets the same luck."""
    first, seats = begin(toy)
    sitting = Sitting(toy.engine, first, agents.seated(toy.engine, seats, ("random",) * len(seats)), seats[:1], seed)
    sitting.go_on()
    for choice in choices:
        if sitting.asked() is None:
            break
        move = sitting.open()[choice % len(sitting.open())]
        before, made = sitting.state, list(sitting.moves)
        sitting.decide(move)
        sitting.go_on()
        after, further = sitting.state, list(sitting.moves)
        assert sitting.undo() and (sitting.state, sitting.moves) == (before, made)
        sitting.decide(move)
        sitting.go_on()
        assert (sitting.state, sitting.moves) == (after, further)
    state = first
    for seat, made_move in sitting.moves:
        state, _ = toy.engine.play(state, seat, made_move)
    assert state == sitting.state


@toys
def test_all_seats_may_be_people(toy: Toy) -> None:
    first, seats = begin(toy)
    sitting = Sitting(toy.engine, first, {}, seats, 3)
    decisions = 0
    while True:
        sitting.go_on()
        if sitting.asked() is None:
            break
        sitting.decide(sitting.open()[0])
        decisions += 1
    assert sitting.result() is not None
    assert decisions == sum(seat not in CHANCE for seat, _ in sitting.moves)
    while sitting.undo():
        decisions -= 1
    assert decisions == 0
