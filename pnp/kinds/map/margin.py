"""Around the land: neat lines with graduated ticks, and the title in its cartouche."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pnp.draw import text
from pnp.draw.cells import Point
from pnp.draw.frame import Item, Path, Segment, Stroke, Use
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.trees import Wood
from pnp.model.board import Board
from pnp.units import POINT, Box

_BAND: Final = 2_400
_DEGREE: Final = 10_000


def rectangle(box: Box) -> tuple[Segment, ...]:
    """A box as an outline."""
    corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    return hand.line([(float(x), float(y)) for x, y in corners], closed=True)


def neatline(board: Board, inks: Inks) -> Iterator[Item]:
    """The frame of the land, its band of degrees, and the outer frame round land and panels."""
    land = Box(*board.field)
    band = land.grown(900 + _BAND)
    outer = Box(band.x, band.y, band.width, board.size[1] - 2 * band.y)
    yield Path(rectangle(outer.grown(1_700)), None, Stroke(inks.ink, 900, (), "butt", "miter"))
    yield Path(rectangle(outer.grown(600)), None, Stroke(inks.ink, 220, (), "butt", "miter"))
    yield Path(rectangle(band), inks.light(inks.paper, 0.35), Stroke(inks.ink, 260, (), "butt", "miter"))
    yield Path(tuple(_degrees(land.grown(900))), inks.shade(inks.ink, 0.0))
    yield Path(rectangle(land.grown(900)), inks.paper, Stroke(inks.ink, 260, (), "butt", "miter"))


def _degrees(inner: Box) -> Iterator[Segment]:
    """Every other degree dark, the pattern the same from both ends of a side."""
    middle = _BAND // 2
    for start, length, across in (
        ((inner.x, inner.y - _BAND), inner.width, True),
        ((inner.x, inner.bottom + middle), inner.width, True),
        ((inner.x - _BAND, inner.y), inner.height, False),
        ((inner.right + middle, inner.y), inner.height, False),
    ):
        count = max(1, round(length / _DEGREE / 2)) * 2 + 1
        for index in range(count):
            a, b = length * index // count, length * (index + 1) // count
            row = middle if index % 2 else 0
            if across:
                yield from rectangle(Box(start[0] + a, start[1] + row, b - a, middle))
            else:
                yield from rectangle(Box(start[0] + row, start[1] + a, middle, b - a))


def cartouche(board: Board, studio: Studio, inks: Inks, wood: Wood) -> Iterator[Item]:
    """Title and subtitle on a scroll between two oaks."""
    if len(board.cartouche) != 4:
        return
    box = Box(*board.cartouche)
    yield from _scroll(box, inks)
    for side, seed in ((-1, 0), (1, 1)):
        x = box.x + 6_500 if side < 0 else box.right - 6_500
        for index, (dx, dy, size) in enumerate(((0, 0, 2.3), (2_600 * side, 900, 1.7), (-3_200 * side, 1_300, 1.5))):
            tree = wood.oaks[(seed * 5 + index * 3) % len(wood.oaks)]
            yield Use(tree, x + dx, box.bottom - 1_200 + dy, size)
    yield from title(board, studio, inks)


def _scroll(box: Box, inks: Inks) -> Iterator[Item]:
    """A sheet of parchment whose upper and lower ends roll up, casting a shadow."""
    x, y, right, bottom = float(box.x), float(box.y), float(box.right), float(box.bottom)
    ground, ink = inks.light(inks.paper, 0.45), inks.ink
    sheet = [
        (x + 4_000, y + 3_000),
        (right - 4_000, y + 3_000),
        (right - 4_600, (y + bottom) / 2),
        (right - 3_600, bottom - 3_400),
    ]
    sheet += [(x + 3_600, bottom - 3_400), (x + 4_700, (y + bottom) / 2)]
    outline = _sheet(sheet)
    yield hand.fill(hand.moved(outline, 1_300, 1_500), inks.shade(inks.paper, 0.22))
    yield Path(outline, ground, Stroke(ink, 320, (), "round", "round"))
    inner = hand.line(
        [
            (x + 7_000, y + 8_200),
            (right - 7_000, y + 8_200),
            (right - 6_800, bottom - 8_600),
            (x + 6_800, bottom - 8_600),
        ],
        True,
    )
    yield hand.stroke(inner, inks.accent, 420)
    yield hand.stroke(
        hand.line(
            [
                (x + 7_900, y + 9_100),
                (right - 7_900, y + 9_100),
                (right - 7_700, bottom - 9_500),
                (x + 7_700, bottom - 9_500),
            ],
            True,
        ),
        inks.accent,
        150,
    )
    for top, turn in ((y + 2_800, 1), (bottom - 3_000, -1)):
        yield from _roll(x, right, top, turn, inks)


def _sheet(corners: list[Point]) -> tuple[Segment, ...]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy), (ex, ey), (fx, fy) = corners
    rows: list[Segment] = [("M", round(ax), round(ay)), ("L", round(bx), round(by))]
    rows.append(("C", round(bx), round((by + cy) / 2), round(cx), round(cy), round(dx), round(dy)))
    rows.append(("L", round(ex), round(ey)))
    rows.append(("C", round(fx), round(fy), round(fx), round((fy + ay) / 2), round(ax), round(ay)))
    return (*rows, ("Z",))


def _roll(x: float, right: float, middle: float, turn: int, inks: Inks) -> Iterator[Item]:
    """One rolled end: a cylinder with a spiral at either end."""
    half = 2_500.0
    body = hand.line(
        [
            (x + 2_000, middle - half),
            (right - 2_000, middle - half),
            (right - 2_000, middle + half),
            (x + 2_000, middle + half),
        ],
        True,
    )
    yield Path(body, inks.shade(inks.paper, 0.07), Stroke(inks.ink, 320, (), "round", "round"))
    shade: list[Segment] = []
    for row in range(4):
        y = middle + turn * (half - 500 - row * 520)
        shade += hand.line([(x + 3_500 + row * 700, y), (right - 3_500 - row * 900, y)])
    yield hand.stroke(shade, inks.shade(inks.paper, 0.34), 190)
    for end in (x + 2_000, right - 2_000):
        ring = hand.blot((end, middle), half * 0.8, half, ("roll", round(end), turn), 0.0, 10)
        yield Path(ring, inks.shade(inks.paper, 0.20), Stroke(inks.ink, 320))
        spiral = []
        for step in range(26):
            angle, size = step * 0.5, half * (1 - step / 27)
            spiral.append((end + 0.8 * size * math.cos(angle), middle + size * math.sin(angle)))
        yield hand.stroke(hand.curve(spiral), inks.ink, 190)


def title(board: Board, studio: Studio, inks: Inks) -> tuple[Item, ...]:
    """Title and subtitle, set to fill the cartouche."""
    return tuple(_title(board, studio, inks, Box(*board.cartouche))) if len(board.cartouche) == 4 else ()


def _title(board: Board, studio: Studio, inks: Inks, box: Box) -> Iterator[Item]:
    lines = board.title.split("\n")
    span = board.where.of("title")
    width = box.width - 22_000
    middle = box.x + box.width // 2
    inner, below = box.height - 18_600, 5_600 if board.subtitle else 0
    # Heights as shares of the last line's size: itself and its arrow, and each smaller line above it.
    share = 0.88 + (0.31 + 0.25 * (len(lines) - 1) if len(lines) > 1 else 0)
    most = min(round(60 * POINT), round((inner * 0.9 - below) / share))
    great = _fitted(studio, lines[-1], TextStyle(family="display", point=most, colour=inks.accent), width, board)
    small = TextStyle(family="display", italic=True, point=round(great.point * 0.46), colour=inks.ink)
    least = TextStyle(family="text", italic=True, point=round(10.5 * POINT), colour=inks.ink)
    y = box.y + 9_100 + round((inner - great.point * share - below) / 2)
    y += round(small.point * 0.68) if len(lines) > 1 else 0
    for words in lines[:-1]:
        yield from text.line(studio, words, small, middle, y, span, "middle")
        y += round(small.point * 0.55)
    y += round(great.point * 0.66)
    yield from text.line(studio, lines[-1], great, middle, y, span, "middle")
    y += round(great.point * 0.22)
    yield from _flourish(middle, y, width * 0.7, inks)
    if board.subtitle:
        style = _fitted(studio, board.subtitle, least, width, board)
        yield from text.line(
            studio, board.subtitle, style, middle, y + round(style.point * 1.25), board.where.of("subtitle"), "middle"
        )


def _fitted(studio: Studio, words: str, style: TextStyle, width: float, board: Board) -> TextStyle:
    """The style shrunk so that the words are no wider than there is room."""
    wide = text.measure(studio, words, style, board.where.span)
    return style if wide <= width else replace(style, point=int(style.point * width / wide))


def _flourish(x: int, y: int, width: float, inks: Inks) -> Iterator[Item]:
    """An arrow in flight as a rule under the title."""
    half = width / 2
    yield hand.stroke(hand.line([(x - half, y), (x + half - 1_500, y)]), inks.ink, 300)
    head = [(x + half, y), (x + half - 3_000, y - 950), (x + half - 2_300, y), (x + half - 3_000, y + 950)]
    yield hand.fill(hand.line(head, closed=True), inks.ink)
    vanes: list[Segment] = []
    for step in range(6):
        at = x - half + step * 650
        vanes += hand.line([(at + 700, y), (at - 500, y - 1_100)])
        vanes += hand.line([(at + 700, y), (at - 500, y + 1_100)])
    yield hand.stroke(vanes, inks.accent, 280)
