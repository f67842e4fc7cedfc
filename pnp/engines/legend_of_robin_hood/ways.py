"""How far a march can go: rings of boxes around it, one for each Movement Point, as bit sets (chapter *Movement*)."""

from __future__ import annotations

from pnp.engines.base import bits
from pnp.engines.legend_of_robin_hood.state import Draft
from pnp.engines.legend_of_robin_hood.world import ROBIN


def goals(d: Draft, box: int, points: int) -> int:
    """The boxes where a march may come to rest (sections `no-end`, `bridges-and-fords`), as a set."""
    found = _all(rings(d, box, points, halts(d)))
    if _contest(d):
        found |= _all(rings(d, box, points, 0)) & 1 << d.world.green
    return found & ~d.world.resting & ~(1 << box)


def shorter(d: Draft, box: int, points: int) -> int:
    """The boxes to which a way through a ford is shorter than a dry one that is short enough too."""
    stops = halts(d)
    wet = rings(d, box, points, stops)
    if not _all(wet) & d.world.fords:
        return 0
    dry = rings(d, box, points, stops, d.world.fords & ~(1 << box))
    late = 0
    for ring, other in zip(wet, dry, strict=True):
        late |= ring & ~other
    return late & _all(dry) & ~d.world.resting & ~(1 << box)


def way(d: Draft, box: int, points: int, goal: int, dry: bool = True) -> tuple[int, tuple[int, ...]]:
    """What a goal costs, and the boxes on the way to it, the goal last. Bowstrings stay dry where they shall and a dry
    way is short enough (section `terrain-effects`); on the day of the Contest ways past the Sheriff's pieces lead to
    the Green alone (section `contest-day`)."""
    wets, stops = d.world.fords & ~(1 << box) if dry else 0, halts(d)
    for closed, stopped in ((wets, stops), (0, stops), (wets, 0), (0, 0)):
        found = rings(d, box, points, stopped, closed)
        cost = next((spent for spent, ring in enumerate(found) if ring >> goal & 1), None)
        if cost is not None:
            return cost, _back(d, found, box, goal, cost, stopped)
    raise AssertionError(f"no way from {d.world.id[box]} to {d.world.id[goal]}")


def rings(d: Draft, box: int, points: int, stopped: int, closed: int = 0) -> list[int]:
    """The boxes that so many points reach and fewer do not, for each number of points; nobody goes on from those where
    he is `stopped`, nor into those that are `closed`."""
    steps, anywhere, width = d.world.steps[d.side], d.world.anywhere, d.world.boxes
    seen = 1 << box | closed
    found = [1 << box]
    coming = 0  # what steps reach with the next point, with the one after, …, a map's width apart
    for spent in range(points):
        edge = found[spent] if spent == 0 else found[spent] & ~stopped
        while edge:
            low = edge & -edge
            coming |= steps[low.bit_length() - 1]
            edge ^= low
        ring = coming & anywhere & ~seen
        seen |= ring
        found.append(ring)
        coming >>= width
    return found


def _back(d: Draft, found: list[int], box: int, goal: int, spent: int, stopped: int) -> tuple[int, ...]:
    """The way to a goal, traced back ring by ring."""
    w, into, here, boxes = d.world, d.world.into[d.side], goal, []
    while here != box:
        boxes.append(here)
        spent -= w.cost[here]
        before = found[spent] & into[here] & (~stopped if spent else -1)
        here = (before & -before).bit_length() - 1
    return tuple(reversed(boxes))


def halts(d: Draft) -> int:
    """The boxes where enemies stop a march (section `stopping`). The disguised stop nobody (section `disguised`)."""
    found, where = 0, d.where
    for piece in bits(d.on_map(1 - d.side) & ~d.disguised):
        found |= 1 << where[piece]
    return found


def _contest(d: Draft) -> bool:
    return d.side == ROBIN and d.contest == d.turn


def _all(found: list[int]) -> int:
    whole = 0
    for ring in found:
        whole |= ring
    return whole
