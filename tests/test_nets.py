"""Sets as numbers, and ways over a map: distances against a search step by step."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.engines.base import Net, bag, bits

SIZE = 9
spaces = st.integers(0, SIZE - 1)
sets = st.sets(spaces)
maps = st.sets(st.tuples(spaces, spaces).filter(lambda pair: pair[0] < pair[1])).map(
    lambda joined: [
        {other for pair in joined for other in pair if here in pair and other != here} for here in range(SIZE)
    ]
)


@given(sets)
def test_a_set_is_its_members(members: set[int]) -> None:
    assert list(bits(bag(members))) == sorted(members)


def slowly(near: list[set[int]], start: int, steps: int, closed: set[int], stops: set[int]) -> set[int]:
    """What is reached, found by walking every way."""
    reached = set()
    ways: list[tuple[int, ...]] = [(start,)]
    for _ in range(steps):
        ways = [
            (*way, to)
            for way in ways
            for to in near[way[-1]]
            if to not in closed and to not in way and (len(way) == 1 or way[-1] not in stops)
        ]
        reached |= {way[-1] for way in ways}
    return reached


@given(maps, spaces, st.integers(0, 4), sets, sets)
def test_what_steps_reach(near: list[set[int]], start: int, steps: int, closed: set[int], stops: set[int]) -> None:
    net = Net(near)
    reached = set(bits(net.reach(start, steps, bag(closed), bag(stops))))
    assert reached == slowly(near, start, steps, closed, stops)
    rings = list(net.rings(start, steps, bag(closed), bag(stops)))
    assert sum(ring.bit_count() for ring in rings) == len(reached) and len(rings) <= steps


@given(maps, spaces, spaces)
def test_it_is_as_far_there_as_back(near: list[set[int]], one: int, other: int) -> None:
    net = Net(near)
    there = net.distances(one)[other]
    assert there == net.distances(other)[one]
    assert (there == 0) == (one == other) and (there == 1) == (other in near[one])
    assert (there < SIZE) == (one == other or bool(net.reach(one, SIZE) >> other & 1))
