"""How tiles go together: the first page of a tiled board, and the small key on every tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pnp.draw.frame import Colour, Frame, Group, Item, Path, Segment, Stroke, Use
from pnp.draw.text import line, typeset
from pnp.layout.base import Options
from pnp.layout.furniture import HERE, STYLE, Furniture
from pnp.layout.grid import FOOT, HEAD
from pnp.layout.marks import BLACK, drawn
from pnp.units import INCH, MM, POINT, Box, Size

_GREY: Final = Colour("#9a9a9a")
_PALE: Final = Colour("#ffffff")
_SEAM: Final = Stroke(BLACK, 300)
_UNDER: Final = Stroke(_PALE, 900)
_HALO: Final = Stroke(_PALE, 1_100)
_KEY: Final = Box(0, 0, 14 * MM, 9 * MM)

Names = tuple[tuple[str, ...], ...]


def key(
    names: Names, row: int, column: int, size: Size, corner: tuple[int, int], furniture: Furniture
) -> Iterator[Item]:
    """The board in small at the lower right `corner` of a tile's page, the tile's own place black, its name beside it."""
    scale = min(_KEY.width / size.width, _KEY.height / size.height)
    width, height = round(size.width * scale), round(size.height * scale)
    left, top = corner[0] - width, corner[1] - height
    columns, rows = len(names[0]), len(names)
    xs = [left + width * index // columns for index in range(columns + 1)]
    ys = [top + height * index // rows for index in range(rows + 1)]
    own = Box(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row])
    yield Path(rectangle(own), fill=BLACK)
    yield drawn([*((x, top, x, corner[1]) for x in xs), *((left, y, corner[0], y) for y in ys)], Stroke(BLACK, 120))
    big = replace(STYLE, point=round(14 * POINT), bold=True)
    yield from furniture.words(names[row][column], left - 2 * MM, corner[1] - 3_800, "end", big)
    yield from furniture.words(f"row {row + 1}, column {column + 1}", left - 2 * MM, corner[1] - 700, "end")


def rectangle(box: Box) -> tuple[Segment, ...]:
    """A box's outline."""
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return (("M", *corners[0]), *(("L", *corner) for corner in corners[1:]), ("Z",))


def guide(
    frame: Frame,
    xs: tuple[int, ...],
    ys: tuple[int, ...],
    names: Names,
    paper: Size,
    options: Options,
    furniture: Furniture,
) -> Iterator[Item]:
    """The board in small with its seams and the tiles' names, and what to do in which order."""
    edge = options.margin + 5 * MM
    page = Box(edge, edge + HEAD + 2 * MM, paper.width - 2 * edge, paper.height - 2 * edge - HEAD - FOOT - 4 * MM)
    heading = replace(STYLE, point=round(20 * POINT), bold=True)
    yield from furniture.words(f"How to put the {_lower(frame.title)} together", page.x, page.y + 6 * MM, style=heading)
    left, rest = _halves(Box(page.x, page.y + 13 * MM, page.width, page.height - 13 * MM), frame.size)
    yield from _picture(frame, xs, ys, names, left, furniture)
    body = replace(STYLE, family="text", point=round(11 * POINT), least=round(7 * POINT), leading=1.3, between=0.55)
    yield from typeset(furniture.imprint.studio, _steps(frame.size, names), body, rest, HERE)


def _lower(title: str) -> str:
    """A title inside a sentence; names in capitals stay."""
    return title if title[1:2].isupper() or " " in title else title.lower()


def _halves(room: Box, size: Size) -> tuple[Box, Box]:
    """Where the picture and where the words go: side by side on paper that lies, else one above the other."""
    gap = 8 * MM
    if room.width > room.height:
        width = min(round(room.height * size.width / size.height), round(room.width * 0.62))
        return (
            Box(room.x, room.y, width, room.height),
            Box(room.x + width + gap, room.y, room.width - width - gap, room.height),
        )
    height = min(round(room.width * size.height / size.width), round(room.height * 0.6))
    return (
        Box(room.x, room.y, room.width, height),
        Box(room.x, room.y + height + gap, room.width, room.height - height - gap),
    )


def _picture(
    frame: Frame, xs: tuple[int, ...], ys: tuple[int, ...], names: Names, room: Box, furniture: Furniture
) -> Iterator[Item]:
    """The board, which is one symbol, scaled to a room, its seams, and a name in the middle of each tile."""
    # Never more than half: what is nearly as large would be read for the board itself, in type too small.
    scale = min(room.width / frame.size.width, room.height / frame.size.height, 0.5)
    width, height = round(frame.size.width * scale), round(frame.size.height * scale)
    shown = Box(room.x + (room.width - width) // 2, room.y, width, height)
    (board,) = frame.items
    assert isinstance(board, Use)
    yield Group((Use(board.symbol, shown.x, shown.y, scale),), rectangle(shown))
    across = [shown.x + round(x * scale) for x in xs]
    down = [shown.y + round(y * scale) for y in ys]
    seams = [
        *((x, shown.y, x, shown.bottom) for x in across[1:-1]),
        *((shown.x, y, shown.right, y) for y in down[1:-1]),
    ]
    if seams:
        yield drawn(seams, _UNDER)
        yield drawn(seams, _SEAM)
    yield Path(rectangle(shown), stroke=Stroke(_GREY, 200))
    style = replace(STYLE, point=round(22 * POINT), bold=True, halo=_HALO)
    for row, tiles in enumerate(names):
        for column, name in enumerate(tiles):
            x, y = (across[column] + across[column + 1]) // 2, (down[row] + down[row + 1]) // 2
            yield from line(furniture.imprint.studio, name, style, x, y + 2_700, HERE, "middle")


def joining(names: Names) -> tuple[str, ...]:
    """How tiles become one board, once they are printed: what to cut and what to lay on what, in order. Whoever tells of
    tiles tells this."""
    rows, columns = len(names), len(names[0])
    steps = []
    if columns > 1:
        steps += [
            "Cut each tile at the ticks on its left, except in the first column. Leave the flap on its right.",
            f"Lay {names[0][1]} on the flap of {names[0][0]}, its cut edge at the tips of the small triangles, so that the "
            "picture runs on. Glue it. Go on to the end of the row"
            + (", then make the other rows." if rows > 1 else "."),
        ]
    if rows > 1:
        first = "each row but the first" if columns > 1 else "each tile but the first"
        whole = f"row {names[1][0][:-1]} on the flap of row {names[0][0][:-1]}"
        pair = whole if columns > 1 else f"{names[1][0]} on the flap of {names[0][0]}"
        manner = "in the same way, and so on" if columns > 1 else "so that the picture runs on, and so on"
        steps.append(f"Cut {first} at the ticks at its top, then lay and glue {pair} {manner}.")
    return (*steps, "At last cut all round at the outer ticks.")


def _steps(size: Size, names: Names) -> str:
    """The work in its order, in prose."""
    count = len(names) * len(names[0])
    printing = f"Print the {count} tiles on one side of the paper" if count > 1 else "Print the page on one side"
    inches = f"{size.width / INCH:.3g} × {size.height / INCH:.3g} in"
    *cuts, last = joining(names)
    steps = [
        f"{printing} at 100 %. The ruler at the foot of each must measure true.",
        *cuts,
        f"{last} That leaves {size} ({inches}). Glue it on board if you like it stiff.",
    ]
    return "\n\n".join(f"**{number}**  {step}" for number, step in enumerate(steps, start=1))
