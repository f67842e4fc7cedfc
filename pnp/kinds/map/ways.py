"""Roads with their casing, tracks, bridges, fords, and secret passages."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.draw.cells import Point
from pnp.draw.frame import Group, Item, Path, Segment, Stroke
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import Land, Stream


def roads(land: Land, inks: Inks) -> Iterator[Item]:
    """Every road: first all casings, then all surfaces, then the ruts, so that roads that meet are one."""
    lines = [hand.curve(road.points) for road in land.roads]
    for width, colour in ((2_900, inks.pale(inks.ink, 0.30)), (2_300, inks.road)):
        for line in lines:
            yield hand.stroke(line, colour, width)
    for line in lines:
        yield hand.stroke(line, inks.shade(inks.road, 0.22), 160, (900, 1_300))


def tracks(land: Land, inks: Inks) -> Iterator[Item]:
    """Footpaths over those bridges and fords that no road crosses."""
    for _, path in footpaths(land):
        yield hand.stroke(hand.curve(path), inks.road, 1_150)
        yield hand.stroke(hand.curve(path), inks.shade(inks.paper, 0.62), 420, (1_300, 1_000))


def footpaths(land: Land) -> list[tuple[str, list[Point]]]:
    """Footpaths with the box they cross: from well inside one joined box, over the border, through, into another."""
    carried = {name for road in land.roads for name in road.through}
    found = []
    for name, pattern in sorted(land.patterns.items()):
        if pattern not in ("bridge", "ford") or name in carried or name not in land.cells:
            continue
        gates = [gate for other in land.spaces[name].to if (gate := _gate(name, other, land))]
        at = land.cells[name].at
        for (near, far), (near_b, far_b) in zip(gates[:1] * 9, gates[1:], strict=False):
            found.append((name, hand.soften(hand.even([far, near, at, near_b, far_b], 1_500), 6)))
    return found


def _gate(name: str, other: str, land: Land) -> tuple[Point, Point] | None:
    """The middle of the border with a joined box, and a point a little within that box."""
    line = land.borders.get((min(name, other), max(name, other)))
    if line is None:
        return None
    middle = line[len(line) // 2]
    far = land.cells[other].at
    return middle, hand.toward(middle, far, min(0.5, 7_000 / (math.dist(middle, far) or 1)))


def _crossing(name: str, land: Land) -> tuple[Stream, int] | None:
    for stream in land.streams:
        for crossed, index in stream.crossings:
            if crossed == name:
                return stream, index
    return None


def _heading(name: str, at: Point, land: Land) -> float:
    """The direction of the way that crosses at a point, in radians."""
    lines = [road.points for road in land.roads if name in road.through]
    lines += [tuple(path) for crossed, path in footpaths(land) if crossed == name]
    for line in lines:
        index = min(range(len(line)), key=lambda i: math.dist(line[i], at))
        before, after = line[max(0, index - 1)], line[min(len(line) - 1, index + 1)]
        return math.atan2(after[1] - before[1], after[0] - before[0])
    return 0.0


def crossings(land: Land, inks: Inks) -> Iterator[Item]:
    """Bridges and fords, each lying across its water in the direction of its way."""
    for name, pattern in sorted(land.patterns.items()):
        found = _crossing(name, land) if pattern in ("bridge", "ford") else None
        if found is None:
            continue
        stream, index = found
        at, width = stream.points[index], stream.widths[index]
        angle = _heading(name, at, land)
        narrow = all(name not in road.through for road in land.roads)
        draw = _bridge(width, narrow, inks) if pattern == "bridge" else _stones(name, width, inks)
        yield from (_laid(item, at, angle) for item in draw)


def bridge(x: float, y: float, width: float, inks: Inks) -> Iterator[Item]:
    """A bridge from left to right over water of a width, its middle at (x, y)."""
    return (_laid(path, (x, y), 0.0) for path in _bridge(width, True, inks))


def ford(x: float, y: float, width: float, inks: Inks) -> Iterator[Item]:
    """Stepping stones from left to right."""
    return (_laid(path, (x, y), 0.0) for path in _stones("key", width, inks))


def _bridge(width: float, narrow: bool, inks: Inks) -> Iterator[Path]:
    """A bridge along the x axis about (0, 0): cutwaters, deck, parapets with their stones."""
    half, deck = width / 2 + 2_600, (1_150.0 if narrow else 1_750.0)
    ink, stone = inks.shade(inks.ink, 0.0), inks.stone
    piers = max(1, round(width / 2_600))
    for index in range(piers):
        x = (index + 0.5) / piers * width - width / 2
        spur = [
            (x - 520, -deck),
            (x, -deck - 1_250),
            (x + 520, -deck),
            (x + 520, deck),
            (x, deck + 1_250),
            (x - 520, deck),
        ]
        yield Path(hand.line(spur, closed=True), inks.shade(stone, 0.16), Stroke(ink, 200, (), "round", "round"))
    flare = 850.0
    side = [(-half, -deck - flare), (-half + 1_900, -deck), (half - 1_900, -deck), (half, -deck - flare)]
    deck_line = [*side, *((x, -y) for x, y in reversed(side))]
    yield Path(hand.line(deck_line, closed=True), inks.road)
    for sign in (-1, 1):
        wall = [(x, sign * -y) for x, y in side]
        yield hand.stroke(hand.line(wall), ink, 900)
        yield hand.stroke(hand.line(wall), stone, 520)
        yield hand.stroke(hand.line(wall), inks.shade(stone, 0.45), 520, (1, 1_250))
    ribs: list[Segment] = []
    for step in range(1, int(2 * half / 1_300)):
        x = -half + step * 1_300
        ribs += hand.line([(x, -deck + 450), (x, deck - 450)])
    yield hand.stroke(ribs, inks.shade(inks.road, 0.2), 120)


def _stones(name: str, width: float, inks: Inks) -> Iterator[Path]:
    """Stepping stones along the x axis, the water pale and shallow round them."""
    fall = hand.dice("stones", name)
    half = width / 2 + 500
    yield hand.fill(hand.blot((0, 0), half * 0.92, 2_900, ("shoal", name), 0.1, 11), inks.light(inks.water, 0.45))
    count = max(4, round(width / 1_150))
    for index in range(count):
        x = -half + (index + 0.5) * 2 * half / count
        at = (x + fall.uniform(-150, 150), fall.uniform(-560, 560))
        outline = hand.blot(at, fall.uniform(470, 640), fall.uniform(430, 620), ("stone", name, index), 0.16, 6)
        shadow = hand.moved(outline, 190, 200)
        yield hand.fill(shadow, inks.shade(inks.water, 0.45))
        yield Path(outline, inks.stone, Stroke(inks.ink, 190, (), "round", "round"))


def _laid(path: Path, at: Point, angle: float) -> Path:
    """A path turned about the origin by radians, then moved."""
    c, s = math.cos(angle), math.sin(angle)
    turned: list[Segment] = []
    for segment in path.segments:
        numbers = segment[1:]
        pairs = [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]
        flat = [round(value) for x, y in pairs for value in (at[0] + x * c - y * s, at[1] + x * s + y * c)]
        turned.append((segment[0], *flat))  # type: ignore[arg-type]
    return Path(tuple(turned), path.fill, path.stroke, path.evenodd)


def passages(land: Land, inks: Inks) -> Iterator[Item]:
    """Secret ways: a dashed line from the inner box under the wall to a little dark door in the outer one."""
    for way in land.board.passages:
        line = tunnel(way.between, land)
        if line:
            yield hand.stroke(hand.curve(line), inks.paper, 1_250)
            yield hand.stroke(hand.curve(line), inks.accent, 620, (1, 1_500))
            yield Group(tuple(door(line[-1], inks)))


def tunnel(between: tuple[str, ...], land: Land) -> list[Point]:
    """The line of a passage: from inside, square over the border, to where its door stands."""
    if len(between) != 2 or any(name not in land.cells for name in between):
        return []
    inner, outer = between
    border = land.borders.get((min(inner, outer), max(inner, outer)))
    if border is None:
        return []
    gate = border[len(border) // 2]
    inside = hand.toward(gate, land.cells[inner].at, min(1.0, 7_500 / math.dist(gate, land.cells[inner].at)))
    outside = hand.toward(gate, land.cells[outer].at, min(0.6, 6_500 / math.dist(gate, land.cells[outer].at)))
    return hand.soften(hand.even([inside, gate, outside], 1_200), 3)


def door(at: Point, inks: Inks) -> Iterator[Item]:
    """A low dark archway in stone."""
    x, y = at
    for half, high, colour in (
        (1_900, 3_500, inks.ink),
        (1_600, 3_200, inks.stone),
        (1_050, 2_500, inks.shade(inks.ink, 0.0)),
    ):
        yield Path(_arch(x, y + 1_500, half, high), colour)


def _arch(x: float, foot: float, half: float, high: float) -> tuple[Segment, ...]:
    spring, crown = foot - high * 0.5, foot - high
    left, right = round(x - half), round(x + half)
    return (
        ("M", left, round(foot)),
        ("L", left, round(spring)),
        ("C", left, round(crown + high * 0.1), round(x - half * 0.6), round(crown), round(x), round(crown)),
        ("C", round(x + half * 0.6), round(crown), right, round(crown + high * 0.1), right, round(spring)),
        ("L", right, round(foot)),
        ("Z",),
    )
