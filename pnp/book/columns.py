"""Columns of nearly equal height, dealt before layout: balancing them there takes seconds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def parted(blocks: Iterable[tuple[float, tuple[Item, ...]]], count: int) -> list[list[Item]]:
    """Blocks, each with its height, dealt in order into columns of nearly equal height."""
    blocks = list(blocks)
    share = sum(height for height, _ in blocks) / count
    columns: list[list[Item]] = [[] for _ in range(count)]
    filled = 0.0
    for height, items in blocks:
        columns[min(count - 1, int((filled + height / 2) / share))].extend(items)
        filled += height
    return columns
