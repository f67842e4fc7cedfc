"""The ground under everything: uneven paper, the boxes' washes of colour, furrows and grass, open country beyond."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from pnp.draw import cells as geometry
from pnp.draw.cells import Cell, Point
from pnp.draw.frame import Group, Item, Path, Segment, Stroke, Use
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import Land, seat
from pnp.kinds.map.room import Clear
from pnp.kinds.map.trees import Wood
from pnp.units import Box

_PACE: Final = 1_300.0


def paper(board: Box, inks: Inks, bleed: int) -> Iterator[Item]:
    """The sheet to its bleed, with the faint clouds of old paper."""
    yield hand.fill(_rectangle(board.grown(bleed)), inks.paper)
    fall = hand.dice("paper")
    tints = (inks.shade(inks.paper, 0.010), inks.light(inks.paper, 0.14), inks.shade(inks.paper, 0.016))
    for index in range(64):
        at = (fall.uniform(board.x, board.right), fall.uniform(board.y, board.bottom))
        size = fall.uniform(9_000, 42_000)
        yield hand.fill(hand.blot(at, size, size * fall.uniform(0.4, 0.9), ("cloud", index), 0.3), tints[index % 3])
    for index in range(160):
        at = (fall.uniform(board.x, board.right), fall.uniform(board.y, board.bottom))
        yield hand.fill(
            hand.blot(at, fall.uniform(120, 420), fall.uniform(120, 380), ("fox", index)), inks.shade(inks.paper, 0.05)
        )


def _rectangle(box: Box) -> tuple[Segment, ...]:
    return hand.line([(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)], closed=True)


def washes(land: Land, inks: Inks) -> Iterator[Item]:
    """Every box in its colour, laid on thicker towards its border, as maps were coloured by hand."""
    for name in sorted(land.cells):
        outline = hand.line(land.outlines[name], closed=True)
        tint = inks.ground[land.spaces[name].terrain]
        layers = (
            hand.fill(outline, inks.pale(tint, 0.30)),
            hand.stroke(outline, inks.pale(tint, 0.14), 9_000),
            hand.stroke(outline, tint, 4_600),
            hand.stroke(outline, inks.shade(tint, 0.055), 1_900),
        )
        yield Group(layers, outline)


def fields(land: Land, inks: Inks, clear: Clear) -> Iterator[Item]:
    """Open fields in strips: three or four furlongs a box, ploughed this way and that."""
    meadows = set(decorated(land))
    for name, pattern in sorted(land.patterns.items()):
        if pattern == "field" and name in land.cells and name not in meadows:
            yield _ploughed(name, land, inks, clear)


def decorated(land: Land) -> Iterator[str]:
    """Boxes in which something is drawn for the eye: open ones of these are greens, not ploughed."""
    for entry in land.board.decorations:
        if box := seat(entry):
            yield from (
                name for name, cell in land.cells.items() if cell.inset(box.x, box.y, box.right, box.bottom) > 0
            )


def _ploughed(name: str, land: Land, inks: Inks, clear: Clear) -> Item:
    fall = hand.dice("plough", name)
    tint = inks.ground[land.spaces[name].terrain]
    cell = land.cells[name]
    cut = fall.uniform(0, math.pi)
    reach = max(math.dist(cell.at, edge.start) for edge in cell.edges)
    lines: list[Segment] = []
    strips: list[Segment] = []
    for furlong in range(3):
        facing = cut + furlong * math.tau / 3
        slope = fall.uniform(0, math.pi)
        for index, strip in enumerate(_strips(cell.at, facing, slope, fall.uniform(780, 900), reach)):
            for run in _runs(strip, cell, clear):
                drawn = hand.curve(run[::2] if len(run) > 6 and len(run) % 2 else run)
                lines.extend(drawn)
                if index % 4 < 2:
                    strips.extend(drawn)
    if not lines:
        return Group(())
    wide = Path(tuple(strips), None, Stroke(inks.shade(tint, 0.085), 860)) if strips else Group(())
    return Group((wide, hand.stroke(lines, inks.shade(tint, 0.24), 120)))


def _strips(at: Point, facing: float, slope: float, gap: float, reach: float) -> Iterator[list[Point]]:
    """Lines of one furlong: a third of the box as seen from its middle, each a long slow S."""
    along, across = (math.cos(slope), math.sin(slope)), (-math.sin(slope), math.cos(slope))
    wedge = _wedge(at, facing)
    rows, steps = int(reach / gap), int(reach / _PACE)
    for row in range(-rows, rows + 1):
        line = []
        for step in range(-steps, steps + 1):
            x = step * _PACE
            y = row * gap + 380 * math.sin(x / 8_100)
            px, py = at[0] + along[0] * x + across[0] * y, at[1] + along[1] * x + across[1] * y
            if _within(px, py, wedge):
                line.append((px, py))
            elif line:
                break
        if len(line) > 3:
            yield line


def _wedge(at: Point, facing: float) -> tuple[float, float, float, float, float, float]:
    """The third of the plane that looks towards `facing` from a point, as its two edges' directions."""
    left, right = facing - math.pi / 3, facing + math.pi / 3
    return at[0], at[1], math.cos(left), math.sin(left), math.cos(right), math.sin(right)


def _within(x: float, y: float, wedge: tuple[float, float, float, float, float, float]) -> bool:
    """Whether a point lies in a wedge, a baulk of grass left free along its edges."""
    dx, dy = x - wedge[0], y - wedge[1]
    return wedge[2] * dy - wedge[3] * dx > 900 and dx * wedge[5] - dy * wedge[4] > 900


def _runs(strip: list[Point], cell: Cell, clear: Clear) -> Iterator[list[Point]]:
    """The parts of a furrow that lie inside the box and free of all that is drawn there."""
    run: list[Point] = []
    for point in strip:
        depth = cell.depth(point)
        # A drawn border strays from the straight one by less than 2 mm, so what lies deep need not ask.
        inside = depth > 4_300 or (depth > 0 and clear.borders.free(point, 2_300))
        if inside and clear.free(cell.id, point, 900):
            run.append(point)
        elif run:
            if len(run) > 2:
                yield run
            run = []
    if len(run) > 2:
        yield run


def tufts(land: Land, wood: Wood, clear: Clear) -> Iterator[Item]:
    """Grass here and there on everything that is neither wood nor plough."""
    greens = set(decorated(land))
    for name, pattern in sorted(land.patterns.items()):
        if name not in land.cells or pattern in ("woods", "keep") or (pattern == "field" and name not in greens):
            continue
        fall = hand.dice("grass", name)
        cell = land.cells[name]
        at, radius = cell.at, 20_000
        for _ in range(34):
            point = (at[0] + fall.uniform(-radius, radius), at[1] + fall.uniform(-radius, radius))
            if cell.depth(point) > 0 and clear.borders.free(point, 2_500) and clear.free(name, point, 1_300):
                yield Use(fall.choice(wood.tufts), round(point[0]), round(point[1]), fall.uniform(0.8, 1.15))


def hills(land: Land, inks: Inks, keep_out: tuple[Box, ...]) -> Iterator[Item]:
    """Bare hills where no box is, within the frame, drawn from the back to the front."""
    x, y, width, height = land.board.field
    fall = hand.dice("hills")
    places: list[Point] = []
    for _ in range(900):
        at = (fall.uniform(x + 6_000, x + width - 6_000), fall.uniform(y + 6_000, y + height - 2_000))
        if all(math.dist(at, other) > 8_500 for other in places) and _open(at, land, keep_out):
            places.append(at)
    for index, at in enumerate(sorted(places, key=lambda place: (place[1], place[0]))):
        yield from hill(at, index, inks)


def _open(at: Point, land: Land, keep_out: tuple[Box, ...]) -> bool:
    if any(box.grown(6_000).holds(Box(round(at[0]), round(at[1]), 0, 0)) for box in keep_out):
        return False
    if any(geometry.off(at, stream.points[::4], closed=False) < 8_500 for stream in land.streams):
        return False
    return all(cell.depth(at) < -6_500 for cell in land.cells.values())


def hill(at: Point, index: int, inks: Inks) -> Iterator[Item]:
    """A bare hill, 10 to 16 mm wide, its foot at a point."""
    fall = hand.dice("hill", index)
    half, high = fall.uniform(5_000, 8_000), fall.uniform(3_200, 5_600)
    lean = fall.uniform(-0.12, 0.2) * half
    ridge = [
        (at[0] - half, at[1]),
        (at[0] - half * 0.55, at[1] - high * 0.55),
        (at[0] + lean, at[1] - high),
        (at[0] + half * 0.5, at[1] - high * 0.5),
        (at[0] + half, at[1] + 300),
    ]
    yield hand.fill(hand.curve(ridge), inks.shade(inks.paper, 0.05))
    shadow = [(at[0] + lean, at[1] - high), ridge[3], ridge[4], (at[0] + half * 0.35, at[1] - high * 0.12)]
    yield hand.fill(hand.curve(shadow, closed=True), inks.shade(inks.paper, 0.14))
    ink = inks.pale(inks.ink, 0.42)
    strokes: list[Segment] = []
    for step in range(6):
        top = hand.toward(ridge[2], ridge[4], 0.08 + step * 0.15)
        rise = -high * 0.22 * math.sin(math.pi * (0.1 + step * 0.16))
        start = (top[0], top[1] + rise)
        strokes += hand.curve(
            [start, (start[0] - half * 0.05, start[1] + high * 0.22), (start[0] - half * 0.16, start[1] + high * 0.42)]
        )
    yield hand.stroke(strokes, ink, 150)
    yield hand.stroke(hand.curve(ridge), ink, 240)
