"""Words that name no box: regions spread letter by letter over the land, waters along their course, notes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pnp.draw import text
from pnp.draw.cells import Point
from pnp.draw.follow import follow
from pnp.draw.frame import Item, Stroke
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import Land, Stream
from pnp.kinds.map.room import Clear
from pnp.model.board import Label
from pnp.units import POINT

_NUDGES: Final = tuple(
    sorted(
        ((x * 1_200.0, y * 1_200.0) for x in range(-8, 9) for y in range(-8, 9)),
        key=lambda at: (math.hypot(at[0], at[1]), at),
    )
)


def waters(land: Land, studio: Studio, inks: Inks) -> Iterator[Item]:
    """Names of rivers, in the water where it is wide enough, else beside it."""
    for label in land.board.labels:
        if label.rank == "water" and len(label.at) == 2:
            yield from _water(label, land, studio, inks)


def _water(label: Label, land: Land, studio: Studio, inks: Inks) -> Iterator[Item]:
    at = (float(label.at[0]), float(label.at[1]))
    style = TextStyle(
        family="display",
        italic=True,
        point=label.size or round(11 * POINT),
        colour=inks.shade(inks.water, 0.82),
        tracking=0.06,
    )
    found = _nearest(land, at)
    if found is None:
        yield from text.line(studio, label.text, style, label.at[0], label.at[1], label.where.of("text"), "middle")
        return
    stream, index = found
    wide = text.measure(studio, label.text, style, label.where.span) * 1.06 + 2_000
    along = hand.lengths(stream.points)
    line = hand.between(stream.points, along[index] - wide / 2, along[index] + wide / 2)
    line = hand.soften(line, 30)
    cap = studio.hand(style.manner, label.where.span).cap_height * style.point
    width = stream.widths[index]
    if width > cap * 1.7:
        raised = -round(cap * 0.48)
    else:
        raised = round(width / 2 + 900)
        style = replace(style, halo=Stroke(inks.pale(inks.paper, 0.0), 700, (), "round", "round"))
    yield from follow(studio, label.text, style, hand.curve(line), label.where.of("text"), "middle", raised)


def _nearest(land: Land, at: Point) -> tuple[Stream, int] | None:
    best, found = 30_000.0, None
    for stream in land.streams:
        for index, point in enumerate(stream.points):
            if math.dist(point, at) < best:
                best, found = math.dist(point, at), (stream, index)
    return found


def regions(land: Land, studio: Studio, inks: Inks, clear: Clear) -> list[Item]:
    """Names of regions and notes. Each letter of a region steps aside for what is there, and what comes later (trees)
    leaves it room."""
    items: list[Item] = []
    for label in land.board.labels:
        if label.rank == "region" and len(label.at) == 2:
            items += _region(label, land, studio, inks, clear)
        elif label.rank in ("note", "place") and len(label.at) == 2:
            style = TextStyle(family="text", italic=label.rank == "note", point=label.size or round(8 * POINT))
            style = replace(style, colour=inks.ink)
            items += text.line(
                studio, label.text, style, *_pair(label), label.where.of("text"), "middle", float(label.turn)
            )
    return items


def _pair(label: Label) -> tuple[int, int]:
    return label.at[0], label.at[1]


def _region(label: Label, land: Land, studio: Studio, inks: Inks, clear: Clear) -> list[Item]:
    style = TextStyle(
        family="display",
        point=label.size or round(22 * POINT),
        colour=inks.shade(inks.accent, 0.25),
        halo=Stroke(inks.pale(inks.paper, 0.0), 1_300, (), "round", "round"),
    )
    letters = label.text.upper()
    span = label.where.of("text")
    wide = text.measure(studio, letters, style, span)
    long = label.long or round(wide * 1.4)
    step = long / max(1, len(letters) - 1)
    turn = math.radians(label.turn)
    cap = studio.hand(style.manner, span).cap_height * style.point
    items: list[Item] = []
    shift = _shift(label.at[0], abs(long * math.cos(turn)) / 2 + cap, land)
    for index, letter in enumerate(letters):
        out = index * step - long / 2
        wish = (label.at[0] + shift + out * math.cos(turn), label.at[1] + out * math.sin(turn))
        if letter == " ":
            continue
        at = _aside(wish, cap, land, clear)
        clear.ways.add((at,), min(3_000.0, cap * 0.62))
        items += text.line(studio, letter, style, round(at[0]), round(at[1] + cap / 2), span, "middle")
    return items


def _shift(middle: float, half: float, land: Land) -> float:
    """How far a label must be moved sideways to stay in the field."""
    x, _, width, _ = land.board.field
    return max(0.0, x + half - middle) + min(0.0, x + width - half - middle)


def _aside(wish: Point, cap: float, land: Land, clear: Clear) -> Point:
    """The place nearest to where a letter should stand that keeps off borders, ways and water, and leaves the middle of
    its box to pieces and names."""
    half = cap * 0.62
    for dx, dy in _NUDGES:
        at = (wish[0] + dx, wish[1] + dy)
        if not (clear.borders.free(at, half + 600) and clear.ways.free(at, half) and clear.water.free(at, half)):
            continue
        home = max(land.cells.values(), key=lambda cell: cell.depth(at), default=None)
        if home is None or (math.dist(at, home.at) > 6_000 and clear.free(home.id, at, half)):
            return at
    return wish
