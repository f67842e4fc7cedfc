"""Sets as whole numbers, a bit for each member, and ways over a map: how far it is, and what so many steps reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(set: int) -> Iterator[int]:
    """The members of a set, lowest first."""
    while set:
        low = set & -set
        yield low.bit_length() - 1
        set ^= low


def bag(members: Iterable[int]) -> int:
    """The set of some members."""
    whole = 0
    for member in members:
        whole |= 1 << member
    return whole


class Net:
    """Spaces by number, each with the set of those next to it. Every step costs the same."""

    __slots__ = ("near",)

    def __init__(self, near: Iterable[Iterable[int]]) -> None:
        self.near = tuple(bag(ones) for ones in near)

    def around(self, spaces: int) -> int:
        """All that is next to any of some spaces."""
        near, found = self.near, 0
        while spaces:
            low = spaces & -spaces
            found |= near[low.bit_length() - 1]
            spaces ^= low
        return found

    def rings(self, start: int, steps: int, closed: int = 0, stops: int = 0) -> Iterator[int]:
        """The spaces that so many steps reach and fewer do not, from one step on, as long as there are any. Nobody enters
        what is closed, nor goes on from where he stops; where he starts does not stop him."""
        seen, edge = closed | 1 << start, 1 << start
        for _ in range(steps):
            ring = self.around(edge) & ~seen
            if not ring:
                return
            yield ring
            seen |= ring
            edge = ring & ~stops

    def reach(self, start: int, steps: int, closed: int = 0, stops: int = 0) -> int:
        """All that so many steps reach, the start left out."""
        found = 0
        for ring in self.rings(start, steps, closed, stops):
            found |= ring
        return found

    def distances(self, start: int, closed: int = 0) -> tuple[int, ...]:
        """The steps from a space to each; as many as there are spaces where there is no way."""
        far = [len(self.near)] * len(self.near)
        far[start] = 0
        for steps, ring in enumerate(self.rings(start, len(self.near), closed), 1):
            for space in bits(ring):
                far[space] = steps
        return tuple(far)
