"""Rock, paper, scissors in teams: seats commit unseen and are revealed together; partners win together, or nobody does.

Red and blue have as many seats each; the first of red meets the first of blue, the second the second. Who beats his
opposite number takes a token for his team.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final, NamedTuple

from pnp.engines.base import (
    Agent,
    Event,
    Facts,
    Move,
    Needs,
    Option,
    Outcome,
    Place,
    PositionError,
    Seat,
    Seats,
    Trace,
    parameter,
)
from pnp.model.game import Game
from pnp.model.rules import Position

FACTS: Final = Facts(
    least=2,
    most=4,
    teams=True,
    simultaneous=True,
    longest=32,
    options=(Option(id="length", says="How long it is", choices=("short", "whole"), default="whole"),),
    tallies=("beaten",),
    accounts=("red", "blue"),
    round="round",
)
NEEDS: Final = Needs(
    tables={"beats": ("beaten",)}, parameters=("points", "rounds"), supplies=("token",), cells={"beats": "[a-z]+"}
)
AGENTS: Final[Mapping[str, Agent]] = {}
TOKENS: Final = 12


class Rules(NamedTuple):
    """What is read of the game, and who plays."""

    seats: Seats
    beats: tuple[tuple[str, str], ...]
    points: int
    rounds: int


class State(NamedTuple):
    """What each seat has committed ('' for nothing yet), the tokens of red and blue, the round from 1."""

    rules: Rules
    committed: tuple[str, ...]
    tokens: tuple[int, int] = (0, 0)
    round: int = 1


def seats(game: Game, players: int) -> Seats:
    """Two or four; a third player has nobody to meet and watches."""
    return ("red-1", "blue-1") if players < 4 else ("red-1", "red-2", "blue-1", "blue-2")


def setup(game: Game, seats: Seats, options: Mapping[str, str]) -> State:
    table = next(table for table in game.tables if table.id == "beats")
    beats = tuple((row.key, row.cells[0]) for row in table.rows)
    rounds = 2 if options["length"] == "short" else parameter(game, "rounds")
    return State(Rules(seats, beats, parameter(game, "points"), rounds), ("",) * len(seats))


def turn(state: State) -> Seats:
    if result(state):
        return ()
    return tuple(seat for seat, word in zip(state.rules.seats, state.committed, strict=True) if not word)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    return tuple(Move("show", (word,)) for word, _ in state.rules.beats) if seat in turn(state) else ()


def chances(state: State) -> tuple[tuple[Move, int], ...]:
    return ()


def play(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    at = state.rules.seats.index(seat)
    committed = (*state.committed[:at], move.args[0], *state.committed[at + 1 :])
    state = state._replace(committed=committed)
    return _reveal(state) if all(committed) else (state, ())


def _reveal(state: State) -> tuple[State, tuple[Event, ...]]:
    half, beats = len(state.committed) // 2, dict(state.rules.beats)
    events = [Event("round", (), value=str(state.round))]
    tokens = list(state.tokens)
    for red, blue in zip(range(half), range(half, 2 * half), strict=True):
        for team, one, other in ((0, red, blue), (1, blue, red)):
            if beats[state.committed[one]] == state.committed[other]:
                tokens[team] += 1
                cell = f"cell/beats/beaten/{state.committed[one]}"
                events.append(Event("beaten", (f"seat/{state.rules.seats[other]}", cell)))
    state = state._replace(committed=("",) * 2 * half, tokens=(tokens[0], tokens[1]), round=state.round + 1)
    return state, tuple(events)


def view(state: State, seat: Seat) -> Hashable:
    """One's own commitment; of the others, who has committed would tell nothing here, and is left out."""
    own = state.committed[state.rules.seats.index(seat)]
    return (state.rules, own, state.tokens, state.round)


def supply(state: State) -> Mapping[tuple[str, Place], int]:
    red, blue = state.tokens
    places = {"red": red, "blue": blue, "pool": TOKENS - red - blue}
    return {("token", Place(zone)): count for zone, count in places.items()}


def result(state: State) -> Outcome | None:
    red, blue = state.tokens
    if max(red, blue) < state.rules.points and state.round <= state.rules.rounds:
        return None
    team = "red" if red > blue else "blue" if blue > red else ""
    winners = tuple(seat for seat in state.rules.seats if team and seat.startswith(team))
    return Outcome("points" if winners else "even", winners)


def position(game: Game, position: Position) -> State:
    raise PositionError("nobody writes positions of this game", position)


def fact(trace: Trace, key: str) -> str | None:
    return {"red": str(trace.last.tokens[0]), "blue": str(trace.last.tokens[1])}.get(key)


def show(state: State, seat: Seat | None = None) -> str:
    return f"round {state.round}: red {state.tokens[0]}, blue {state.tokens[1]}"
