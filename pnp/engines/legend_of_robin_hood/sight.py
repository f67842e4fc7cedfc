"""What a player sees at a glance: who is strong where, how far it is, who could come. For `sensible` players."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from pnp.engines.base import bits
from pnp.engines.legend_of_robin_hood.state import State
from pnp.engines.legend_of_robin_hood.world import ROBIN, SHERIFF, World

NEVER = 99
BOW, LED = 0.8, 1.5  # what a point of archery and a Leader are worth in points of mêlée


@lru_cache(maxsize=4)
def distances(world: World) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Movement Points from box to box with nobody in the way: for the Outlaws, who leave Keeps by passages, and for the
    Sheriff."""
    return _table(world, world.ways), _table(world, world.adjacent)


def _table(world: World, ways: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(_from(world, ways, start) for start in range(world.boxes))


def _from(world: World, ways: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    far = [NEVER] * world.boxes
    far[start] = 0
    ring = {start}
    while ring:
        nearer = set()
        for here in ring:
            for near in ways[here]:
                if far[here] + world.cost[near] < far[near]:
                    far[near] = far[here] + world.cost[near]
                    nearer.add(near)
        ring = nearer
    return tuple(far)


class Sight:
    """A state as one of the players looks at it."""

    __slots__ = ("boxes", "far", "free", "power", "s", "w")

    def __init__(self, state: State) -> None:
        self.s, self.w = state, state.world
        self.far = distances(self.w)
        self.free = tuple(self.w.side[side] & state.joined & ~state.held for side in (ROBIN, SHERIFF))
        self.boxes = tuple(self._by_box(mask) for mask in self.free)
        self.power = tuple(
            {box: self.strength(mask, box, side) for box, mask in self.boxes[side].items()} for side in (ROBIN, SHERIFF)
        )

    def _by_box(self, mask: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for piece in bits(mask):
            box = self.s.where[piece]
            found[box] = found.get(box, 0) | 1 << piece
        return found

    def strength(self, mask: int, box: int, side: int) -> float:
        """What Units, with their Leaders, are worth in a fight in a box."""
        w, bow = self.w, 0.0 if box in self.w.no_archery else BOW
        units = mask & w.units[side]
        if not units:
            return 0.0
        led = LED if mask & w.leaders[side] & ~w.never["modifies"] else 0.0
        return sum(w.melee[p] + bow * w.archery[p] for p in bits(units)) + led

    def at(self, box: int, side: int) -> int:
        return self.boxes[side].get(box, 0)

    def threat(self, box: int, side: int, seen: Mapping[int, float] | None = None) -> float:
        """How strong a side could be in a box after its next Movement Phase."""
        w, total, bow = self.w, 0.0, 0.0 if box in self.w.no_archery else BOW
        far = self.far[side]
        for here, mask in self.boxes[side].items():
            for piece in bits(mask & w.units[side]):
                if far[here][box] <= w.movement[piece]:
                    total += w.melee[piece] + bow * w.archery[piece]
        return total

    def hunters(self, box: int) -> int:
        """How many Units of the Sheriff could come to a box."""
        w, count = self.w, 0
        for here, mask in self.boxes[SHERIFF].items():
            for piece in bits(mask & w.units[SHERIFF]):
                count += self.far[SHERIFF][here][box] <= w.movement[piece]
        return count

    def exposure(self, box: int, band: int, leader: bool = True) -> float:
        """The chance that the Sheriff, with all who can come, eliminates so many Merry Men in a box in one fight."""
        w, swords, bows = self.w, 0.0, 0.0
        far = self.far[SHERIFF]
        for here, mask in self.boxes[SHERIFF].items():
            row = far[here]
            for piece in bits(mask & w.units[SHERIFF]):
                if row[box] <= w.movement[piece]:
                    swords += w.melee[piece]
                    bows += w.archery[piece]
        if not swords:
            return 0.0
        if not band:
            return 1.0
        swords, bows = SHARE * swords, SHARE * bows
        shot = 0.0 if box in w.no_archery else max(0.0, bows * (0.22 if box in w.cover else 0.28))
        ratio = swords / band
        hewn = 0.4 if ratio < 1 else 0.6 + 0.45 * min(ratio - 1, 6)
        return 1 / (1 + math.exp(2.2 * (band - shot - hewn + 0.4)))


SHARE = 0.8  # of those who could come to one place, how many do


def odds(attack: float, defence: float) -> float:
    """The chance that an attack of some strength succeeds, roughly."""
    if defence <= 0:
        return 1.0
    ratio = attack / defence
    return ratio * ratio / (1 + ratio * ratio)
