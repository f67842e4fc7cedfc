"""Counts of how games can go: tic-tac-toe's are published, the others must stay what they are on every machine."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.play.perft import divide, games, perft
from tests.engines import TOYS, Toy

TIC, ROCK, SNAP, BANKS = TOYS


def start(toy: Toy, **options: str) -> Any:
    chosen = {option.id: option.default for option in toy.engine.FACTS.options} | options
    return toy.engine.setup(toy.game, toy.engine.seats(toy.game, toy.engine.FACTS.least), chosen)


def test_tic_tac_toe_has_255168_games() -> None:
    """Of its 9! = 362,880 orders of marking, so many differ when a row ends the game."""
    assert games(TIC.engine, start(TIC)) == 255_168


def test_tic_tac_toe_by_depth() -> None:
    """9·8·7·6·5 to the fifth move; then those who have a row make no sixth."""
    counts = [perft(TIC.engine, start(TIC), depth) for depth in range(11)]
    assert counts == [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]
    # Games that end with the fifth mark: a row of 8, the other two anywhere else, in any order.
    assert counts[5] * 4 - counts[6] == 8 * 6 * 5 * 6 * 4


def test_commitments_are_counted_in_one_order() -> None:
    assert games(ROCK.engine, start(ROCK, length="short")) == 3**4


@pytest.mark.parametrize(
    ("toy", "counts"),
    [(SNAP, [1, 5, 25, 5**3 - 1, 606, 2900, 13_500]), (BANKS, [1, 3, 16, 57, 133, 359, 1300])],
    ids=lambda value: value.id if isinstance(value, Toy) else "",
)
def test_counts_stay(toy: Toy, counts: list[int]) -> None:
    assert [perft(toy.engine, start(toy), depth) for depth in range(len(counts))] == counts


def test_a_count_is_the_sum_of_its_first_moves() -> None:
    divided = divide(BANKS.engine, start(BANKS), 4)
    assert set(divided) == {"draw sunshine", "draw downpour", "draw north-wind"}
    assert sum(divided.values()) == 133
