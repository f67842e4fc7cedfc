"""Boxes of a layout that run over the spaces of a mat: one box a space, before the layout is compiled.

A box with `spaces` becomes an empty one where it lies, and in it a box for each of its spaces, row by row, whose expressions
ask for that space. So nothing that draws boxes knows of spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pnp.diag import Found
from pnp.faces.place import frames, rectangle
from pnp.faces.records import FaceBox, Layout
from pnp.units import Box, Size

# Texts of a box that may hold expressions.
_TEXTS: Final = (
    "turn", "pattern", "picture", "icon", "repeat", "text", "fill", "stroke", "tint", "second", "colour", "halo",
)  # fmt: skip
_CODE: Final = r"(?s)\{\{.*?\}\}"
# The name `space` in an expression: no attribute, no word in quotes, not the look-up of a map's boxes.
_SPACE: Final = r"""('[^']*'|"[^"]*")|(?<![\w.])space(?!\w)(?!\s*\()"""


def spread(layout: Layout, size: Size, count: int) -> Layout:
    """The layout of faces of a size with so many spaces; a box that shows none of them is left out."""
    if not any(box.spaces for box in layout.boxes):
        return layout
    boxes: list[FaceBox] = []
    for box in layout.boxes:
        if box.spaces:
            place = places(replace(layout, boxes=(*boxes, box)), size)[box.id]
            boxes += _boxes(box, place, count)
        else:
            boxes.append(box)
    return replace(layout, boxes=tuple(boxes))


def places(layout: Layout, size: Size) -> dict[str, Box]:
    """Where the boxes of a layout lie on faces of a size; what is wrong with them is told when it is compiled."""
    known, silent = frames(layout, size), Found()
    for box in layout.boxes:
        known[box.id] = rectangle(box, known, silent)
    return known


def cells(layout: Layout, size: Size, count: int) -> Iterator[tuple[int, Box]]:
    """Every space that a layout shows, counted from 0, with the box in which it is shown."""
    for box in layout.boxes:
        if box.spaces:
            yield from _cells(box, places(layout, size)[box.id], count)


def _cells(box: FaceBox, place: Box, count: int) -> Iterator[tuple[int, Box]]:
    """The spaces of a box, in rows from the top left; all are of one size, in the middle of their place."""
    columns, shown = box.spaces or 1, range(box.first - 1, min(count, box.last or count))
    rows = -(-len(shown) // columns)
    width = (place.width - (columns - 1) * box.apart) // columns
    height = (place.height - (rows - 1) * box.apart) // max(1, rows)
    left = place.x + (place.width - columns * width - (columns - 1) * box.apart) // 2
    top = place.y + (place.height - rows * height - (rows - 1) * box.apart) // 2
    for index, number in enumerate(shown):
        row, column = divmod(index, columns)
        yield number, Box(left + column * (width + box.apart), top + row * (height + box.apart), width, height)


def _boxes(box: FaceBox, place: Box, count: int) -> Iterator[FaceBox]:
    yield FaceBox(
        where=box.where, id=box.id, in_=box.in_, left=box.left, right=box.right, top=box.top, bottom=box.bottom,
        width=box.width, height=box.height, inset=box.inset,
    )  # fmt: skip
    for number, cell in _cells(box, place, count):
        lies = {"left": f"{cell.x}um", "top": f"{cell.y}um", "width": f"{cell.width}um", "height": f"{cell.height}um"}
        id = f"{box.id}-{number + 1}"
        if min(cell.width, cell.height) <= 0:  # all are of one size: that nothing is left for one is told once
            yield FaceBox(where=box.where, id=id, in_="trim", **lies)  # type: ignore[arg-type]
            return
        asked = {key: _asked(text, number) for key in _TEXTS if (text := getattr(box, key)) is not None}
        when = None if box.when is None else _of(box.when, number)
        none = {"right": None, "bottom": None, "inset": (), "spaces": None}
        yield replace(box, id=id, in_="trim", when=when, **none, **lies, **asked)  # type: ignore[arg-type]


def _asked(text: str, number: int) -> str:
    """A text whose expressions ask for a space by its number."""
    return re.sub(_CODE, lambda code: _of(code[0], number), text)


def _of(code: str, number: int) -> str:
    return re.sub(_SPACE, lambda word: word[1] or f"it.spaces[{number}]", code)
