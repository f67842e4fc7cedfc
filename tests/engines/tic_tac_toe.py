"""Tic-tac-toe: nothing hidden and no chance."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final, NamedTuple

from pnp.engines.base import Agent, Event, Facts, Move, Needs, Outcome, Place, PositionError, Seat, Seats, Trace
from pnp.model.game import Game
from pnp.model.rules import Position

FACTS: Final = Facts(least=2, most=2, longest=9, tallies=("marked",))
NEEDS: Final = Needs(supplies=("cross", "nought"))
AGENTS: Final[Mapping[str, Agent]] = {}

SEATS: Final = ("cross", "nought")
SQUARES: Final = tuple(f"{column}{row}" for row in "321" for column in "abc")
ROWS: Final = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)


class State(NamedTuple):
    """The squares that the seat to move has marked, those of the other seat, and who is to move. A square is a bit."""

    mine: int
    other: int
    seat: int


# Whether a set of squares has a row, and what is free: worked out once for all 512.
_WON: Final = tuple(any(marks & row == row for row in ROWS) for marks in range(512))
_MOVES: Final = tuple(Move("mark", (square,)) for square in SQUARES)
_BIT: Final = {move: 1 << number for number, move in enumerate(_MOVES)}
_FREE: Final = tuple(tuple(move for move in _MOVES if not marks & _BIT[move]) for marks in range(512))
_MARKED: Final = tuple(
    {move: (Event("marked", (f"seat/{seat}", f"space/{move.args[0]}")),) for move in _MOVES} for seat in SEATS
)


def seats(game: Game, players: int) -> Seats:
    return SEATS


def setup(game: Game, seats: Seats, options: Mapping[str, str]) -> State:
    return State(0, 0, 0)


_TURN: Final = (("cross",), ("nought",))


def turn(state: State) -> Seats:
    mine, other, seat = state
    return () if _WON[other] or mine | other == 511 else _TURN[seat]


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    mine, other, to_move = state
    return () if _WON[other] or seat != SEATS[to_move] else _FREE[mine | other]


def chances(state: State) -> tuple[tuple[Move, int], ...]:
    return ()


def play(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    mine, other, to_move = state
    return State(other, mine | _BIT[move], 1 - to_move), _MARKED[to_move][move]


def view(state: State, seat: Seat) -> Hashable:
    return state


def marks(state: State) -> tuple[int, int]:
    """The squares of each seat."""
    return (state.mine, state.other) if state.seat == 0 else (state.other, state.mine)


def supply(state: State) -> Mapping[tuple[str, Place], int]:
    held: dict[tuple[str, Place], int] = {}
    for seat, mine in zip(SEATS, marks(state), strict=True):
        held |= {(seat, Place(square)): mine >> number & 1 for number, square in enumerate(SQUARES)}
        held[seat, Place("reserve")] = 5 - mine.bit_count()
    return held


def result(state: State) -> Outcome | None:
    if _WON[state.other]:
        return Outcome("row", (SEATS[1 - state.seat],))
    return Outcome("full") if state.mine | state.other == 511 else None


def position(game: Game, position: Position) -> State:
    raise PositionError("nobody writes positions of this game", position)


def fact(trace: Trace, key: str) -> str | None:
    return show(trace.last).replace("\n", "/") if key == "board" else None


def show(state: State, seat: Seat | None = None) -> str:
    crosses, noughts = marks(state)
    cells = ("x" if crosses >> n & 1 else "o" if noughts >> n & 1 else "." for n in range(9))
    line = "".join(cells)
    return "\n".join((line[:3], line[3:6], line[6:]))
