"""Rivers: banks, water, shore lines, and the streaks of the current."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from pnp.draw.frame import Item, Segment
from pnp.kinds.map import hand
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.land import Land, Stream

T = TypeVar("T")


def rivers(land: Land, inks: Inks) -> Iterator[Item]:
    """All rivers: first every bank, then all water, so that where two meet the water is one."""
    for stream in land.streams:
        yield hand.stroke(hand.ribbon(_thin(stream.points), _thin(stream.widths)), inks.shade(inks.water, 0.66), 560)
    for stream in land.streams:
        yield hand.fill(hand.ribbon(_thin(stream.points), _thin(stream.widths)), inks.water)
    for stream in land.streams:
        yield from _shores(stream, inks)


def _thin(values: tuple[T, ...]) -> list[T]:
    """Every other value and the last: a curve through them is as good and half as long."""
    kept = list(values[::2])
    return kept if len(values) % 2 else [*kept, values[-1]]


def _shores(stream: Stream, inks: Inks) -> Iterator[Item]:
    """Lines that follow the banks, fainter with every step into the water."""
    for inset, share, width in ((520.0, 0.34, 150), (1_080.0, 0.22, 130), (1_740.0, 0.13, 110)):
        lines: list[Segment] = []
        for side in (-1, 1):
            lines += _shore(stream, inset, side)
        if lines:
            yield hand.stroke(lines, inks.shade(inks.water, share), width)


def _shore(stream: Stream, inset: float, side: int) -> tuple[Segment, ...]:
    """A line so far from one bank, where the water is wide enough for it."""
    points = [
        (point, width) for point, width in zip(stream.points, stream.widths, strict=True) if width / 2 > inset + 500
    ]
    if len(points) < 6:
        return ()
    line = [point for point, _ in points]
    return hand.curve(_thin(tuple(hand.beside(line, [side * (width / 2 - inset) for _, width in points]))))
