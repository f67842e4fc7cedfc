"""Fields on boards of squares: strips of plough, pasture, and corn in stooks, with a tree where fields meet."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from pnp.draw.cells import Point
from pnp.draw.frame import Colour, Item, Path, Segment, Stroke, Use
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.plots import Grid, Plot, corners
from pnp.kinds.map.trees import Wood
from pnp.units import Box


def strips(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Iterator[Item]:
    """A square in four strips, most of them ploughed, each with its own slope; some are pasture, or mown and in stooks."""
    fall = hand.dice("furrows", plot.space.id)
    tint = inks.ground[plot.space.terrain]
    lines: list[Segment] = []
    broad: list[Segment] = []
    for strip in _strips(plot.box, fall):
        slope, crop = fall.uniform(0.0, math.pi), fall.random()
        if crop < 0.28:
            yield from _pasture(strip, grid, wood, fall) if crop < 0.16 else _stooks(strip, grid, tint, inks, fall)
            continue
        for index, row in enumerate(_rows(strip, slope, fall.uniform(820, 1_000))):
            for run in _runs(row, grid):
                drawn = hand.curve(run)
                lines += drawn
                broad += drawn if index % 4 < 2 else ()
    if broad:
        yield Path(tuple(broad), None, Stroke(inks.shade(tint, 0.085), 860))
    if lines:
        yield hand.stroke(lines, inks.shade(tint, 0.26), 120)


def _pasture(strip: Box, grid: Grid, wood: Wood, fall: Random) -> Iterator[Item]:
    for _ in range(7):
        at = (fall.uniform(strip.x + 800, strip.right - 800), fall.uniform(strip.y + 1_200, strip.bottom - 300))
        if grid.taken.free(at, 900):
            yield Use(
                fall.choice(wood.tufts), round(at[0]), round(at[1]), round(fall.uniform(0.85, 1.15) * grid.grain, 3)
            )


def _stooks(strip: Box, grid: Grid, tint: Colour, inks: Inks, fall: Random) -> Iterator[Item]:
    """Sheaves set up against one another, in rows."""
    straw, ink = inks.deep(tint, 0.12), inks.shade(tint, 0.6)
    for row in range(max(1, (strip.height - 1_500) // 3_300)):
        for column in range(max(1, (strip.width - 1_500) // 3_300)):
            x = strip.x + 1_900 + column * 3_300 + fall.uniform(-250, 250)
            y = strip.y + 2_900 + row * 3_300 + fall.uniform(-250, 250)
            if x > strip.right - 1_000 or y > strip.bottom - 200 or not grid.taken.free((x, y - 700), 1_400):
                continue
            outline = hand.curve(
                [
                    (x - 950, y),
                    (x - 420, y - 1_250),
                    (x - 560, y - 2_000),
                    (x + 560, y - 2_000),
                    (x + 420, y - 1_250),
                    (x + 950, y),
                ]
            )
            yield Path((*outline, ("Z",)), straw, Stroke(ink, 130, (), "round", "round"))
            stalks = [
                *hand.line([(x - 420, y - 1_250), (x + 420, y - 1_250)]),
                *hand.line([(x - 250, y - 200), (x - 120, y - 1_800)]),
            ]
            yield hand.stroke([*stalks, *hand.line([(x + 300, y - 200), (x + 130, y - 1_800)])], ink, 120)


def trees(plot: Plot, grid: Grid, inks: Inks, wood: Wood) -> Iterator[tuple[float, Item]]:
    """A tree or two where fields meet, in some of them."""
    fall = hand.dice("balks", plot.space.id)
    for _ in range(fall.choice((0, 0, 1, 1, 2))):
        x, y = fall.choice(corners(plot.box.grown(-3_300)))
        at = (x + fall.uniform(-1_000, 1_000), y + fall.uniform(0, 1_800))
        if grid.taken.free(at, 2_000) and grid.taken.free((at[0], at[1] - 2_200), 2_200):
            yield (
                at[1],
                Use(fall.choice(wood.oaks), round(at[0]), round(at[1]), round(fall.uniform(0.7, 0.9) * grid.grain, 3)),
            )


def _strips(box: Box, fall: Random) -> Iterator[Box]:
    """A square cut once across and its halves once more, baulks of grass between."""
    upright, cut = fall.random() < 0.5, fall.uniform(0.4, 0.6)
    inner, gap = box.grown(-900), 500
    for first in (True, False):
        share = cut if first else 1 - cut
        if upright:
            width = round(inner.width * share)
            half = Box(inner.x if first else inner.right - width, inner.y, width - gap, inner.height)
        else:
            height = round(inner.height * share)
            half = Box(inner.x, inner.y if first else inner.bottom - height, inner.width, height - gap)
        part = fall.uniform(0.4, 0.62)
        if upright:
            high = round(half.height * part)
            yield Box(half.x, half.y, half.width, high - gap)
            yield Box(half.x, half.y + high, half.width, half.height - high)
        else:
            wide = round(half.width * part)
            yield Box(half.x, half.y, wide - gap, half.height)
            yield Box(half.x + wide, half.y, half.width - wide, half.height)


def _rows(box: Box, slope: float, gap: float) -> Iterator[list[Point]]:
    """Lines over a rectangle in a direction, each a long slow S."""
    along, across = (math.cos(slope), math.sin(slope)), (-math.sin(slope), math.cos(slope))
    middle = (box.x + box.width / 2, box.y + box.height / 2)
    reach = math.hypot(box.width, box.height) / 2
    for row in range(-int(reach / gap), int(reach / gap) + 1):
        line = []
        for step in range(-int(reach / 1_200), int(reach / 1_200) + 1):
            x, y = step * 1_200.0, row * gap + 300 * math.sin(step * 1_200 / 7_000)
            at = (middle[0] + along[0] * x + across[0] * y, middle[1] + along[1] * x + across[1] * y)
            if box.x < at[0] < box.right and box.y < at[1] < box.bottom:
                line.append(at)
        if len(line) > 2:
            yield line


def _runs(row: list[Point], grid: Grid) -> Iterator[list[Point]]:
    """The parts of a furrow that nothing lies upon."""
    run: list[Point] = []
    for at in row:
        if grid.taken.free(at, 800):
            run.append(at)
            continue
        if len(run) > 2:
            yield run
        run = []
    if len(run) > 2:
        yield run
