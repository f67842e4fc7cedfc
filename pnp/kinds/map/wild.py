"""The wild around a trail's tiles: trees or grass wherever nothing else is, a fine frame, labels, and the title."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pnp.draw import text
from pnp.draw.cells import Point
from pnp.draw.frame import Item, Path, Stroke, Use
from pnp.draw.icons import EM
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import seat
from pnp.kinds.map.margin import rectangle
from pnp.kinds.map.room import Crowd
from pnp.kinds.map.trail import ROUND, Tile
from pnp.kinds.map.trees import Wood
from pnp.model.board import Board, Label
from pnp.units import POINT, Box

_EVERY: Final = 4_400
_GREAT: Final = 1.75
_SIZES: Final = (("region", 26), ("place", 13), ("water", 13), ("note", 10))


def floor(board: Board, inks: Inks, bleed: int) -> Iterator[Item]:
    """The ground to its bleed, with patches of undergrowth."""
    whole = Box(0, 0, board.size[0], board.size[-1])
    yield hand.fill(rectangle(whole.grown(bleed)), inks.paper)
    fall = hand.dice("floor", board.id)
    tints = (inks.pale(inks.leaf, 0.9), inks.pale(inks.leaf, 0.82), inks.shade(inks.paper, 0.12))
    for index in range(90):
        at = (fall.uniform(0, whole.right), fall.uniform(0, whole.bottom))
        size = fall.uniform(5_000, 19_000)
        yield hand.fill(hand.blot(at, size, size * fall.uniform(0.4, 0.8), ("floor", index), 0.3), tints[index % 3])


def grown(board: Board, all: tuple[Tile, ...], wood: Wood, bleed: int) -> Iterator[Item]:
    """Trees (or grass) out to the bleed, from back to front, clear of tiles, panels, labels, title and decorations."""
    taken = _taken(board, all)
    boxes = tuple(keep_out(board))
    fall = hand.dice("wild", board.id)
    kinds = (*wood.oaks, *wood.oaks, *wood.firs, *wood.bushes) if board.wild == "woods" else wood.tufts
    size, high = (_GREAT, 7_000) if board.wild == "woods" else (1.0, 800)
    spots = sorted(_spots(board, bleed), key=lambda at: (at[1], at[0]))
    for at in spots:
        grows = size * fall.uniform(0.8, 1.12)
        kind = fall.choice(kinds)
        if free(at, high, taken) and not any(inside(at, high, box) for box in boxes):
            yield Use(kind, round(at[0]), round(at[1]), round(grows, 3))


def free(at: Point, high: float, taken: Crowd, foot: float = 2_000, crown: float = 2_600) -> bool:
    """Whether neither the foot nor the crown of what is so high comes over what is taken."""
    return taken.free(at, foot) and taken.free((at[0], at[1] - high * 0.6), crown)


def inside(at: Point, high: float, box: Box) -> bool:
    """Whether what is so high, with its foot at a place, comes over a rectangle."""
    return box.x - 2_500 < at[0] < box.right + 2_500 and box.y < at[1] < box.bottom + high


def _spots(board: Board, bleed: int) -> Iterator[Point]:
    dice = hand.dice("spots", board.id)
    width, height = board.size[0], board.size[-1]
    for row in range(-1, (height + bleed) // _EVERY + 2):
        for column in range(-1, (width + bleed) // _EVERY + 1):
            shift = _EVERY / 2 * (row % 2)
            yield (
                column * _EVERY + shift + dice.uniform(-1_500, 1_500),
                row * _EVERY + dice.uniform(-1_200, 1_200),
            )


def _taken(board: Board, all: tuple[Tile, ...]) -> Crowd:
    """Where tiles lie, as discs close together."""
    taken = Crowd()
    for tile in all:
        reach = board.way * ROUND if tile.round else board.way / 2
        for ring in _rings(reach):
            for x, y in tile.line:
                taken.add(around((x, y), ring), 2_200)
    return taken


def _rings(reach: float) -> Iterator[float]:
    ring = 0.0
    while ring < reach - 2_200:
        yield ring
        ring += 2_800
    yield reach - 2_200


def around(at: Point, radius: float) -> Iterator[Point]:
    """Points close together on a circle."""
    count = max(1, round(math.tau * radius / 2_800))
    for step in range(count):
        angle = math.tau * step / count
        yield at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)


def keep_out(board: Board) -> Iterator[Box]:
    """Rectangles in which nothing grows: title, panels (of a ring only its edge counts), the middle of decorations."""
    if len(board.cartouche) == 4:
        yield Box(*board.cartouche)
    for panel in board.panels:
        if panel.ring:
            continue
        yield Box(panel.at[0], panel.at[-1], panel.size[0], panel.size[-1])
    for entry in board.decorations:
        if box := seat(entry):
            yield box.grown(-min(box.width, box.height) // 6)


def decorations(board: Board, studio: Studio, inks: Inks) -> Iterator[Item]:
    """What is drawn for the eye, under the trees."""
    for entry in board.decorations:
        symbol = studio.icons.symbol(entry.icon, inks.accent, inks.paper, entry.where.of("icon"))
        if symbol and (box := seat(entry)):
            yield Use(symbol, box.x, box.y, box.width / EM, float(entry.turn), entry.where.span)


def frame(board: Board, inks: Inks) -> Iterator[Item]:
    """A strong and a fine line round the field."""
    box = Box(*board.field)
    yield Path(rectangle(box), None, Stroke(inks.accent, 600, (), "butt", "miter"))
    yield Path(rectangle(box.grown(-1_300)), None, Stroke(inks.accent, 180, (), "butt", "miter"))


def words(board: Board, studio: Studio, inks: Inks) -> Iterator[Item]:
    """Labels, and the title with its subtitle in the cartouche, each in a halo of the ground's colour."""
    for label in board.labels:
        yield from _label(label, studio, inks)
    if len(board.cartouche) == 4:
        yield from _title(board, studio, inks, Box(*board.cartouche))


def _label(label: Label, studio: Studio, inks: Inks) -> Iterator[Item]:
    if len(label.at) != 2:
        return
    point = label.size or round(dict(_SIZES)[label.rank] * POINT)
    style = TextStyle(family="display", point=point, colour=inks.light(inks.leaf, 0.55), tracking=0.08)
    style = replace(style, halo=_halo(inks))
    x, y = label.at
    yield from text.line(studio, label.text, style, x, y, label.where.of("text"), "middle", float(label.turn))


def _halo(inks: Inks) -> Stroke:
    return Stroke(inks.paper, 1_400, (), "round", "round")


def _title(board: Board, studio: Studio, inks: Inks, box: Box) -> Iterator[Item]:
    lines = board.title.split("\n")
    span, middle = board.where.of("title"), box.x + box.width // 2
    room = box.height - (7_000 if board.subtitle else 0)
    point = min(round(room / (1.05 * len(lines))), round(64 * POINT))
    style = TextStyle(family="display", point=point, colour=inks.accent, halo=_halo(inks))
    wide = max(text.measure(studio, one, style, span) for one in lines)
    style = replace(style, point=round(point * min(1.0, box.width / max(1, wide))))
    y = float(box.y)
    for one in lines:
        y += style.point * 0.86
        yield from text.line(studio, one, style, middle, round(y), span, "middle")
    if board.subtitle:
        small = TextStyle(family="text", italic=True, point=round(12 * POINT), colour=inks.light(inks.accent, 0.5))
        small = replace(small, halo=_halo(inks))
        at = round(y + 4_000 + small.point * 0.9)
        yield from text.line(studio, board.subtitle, small, middle, at, board.where.of("subtitle"), "middle")
