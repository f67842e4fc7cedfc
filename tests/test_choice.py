"""What players that engines bring along choose."""

from __future__ import annotations

from collections import Counter
from random import Random

from pnp.engines.base import Move, best

WORTH = {Move("wait"): 1.0, Move("dig", ("garden",)): 2.96, Move("dig", ("cellar",)): 3.0, Move("flee"): 2.0}


def test_the_best_is_chosen_and_near_equals_alike() -> None:
    luck = Random(4)
    chosen = Counter(best(tuple(WORTH), WORTH.__getitem__, luck, 0.1) for _ in range(400))
    assert set(chosen) == {Move("dig", ("garden",)), Move("dig", ("cellar",))}
    assert chosen[Move("dig", ("cellar",))] > chosen[Move("dig", ("garden",))] > 20


def test_without_blur_it_is_the_best() -> None:
    assert {best(tuple(WORTH), WORTH.__getitem__, Random(seed), 0.0) for seed in range(20)} == {
        Move("dig", ("cellar",))
    }
