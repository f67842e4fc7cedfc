"""Outlines of the shapes that layouts know, fitted to a box in micrometres."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, get_args

from pnp.draw.frame import Segment
from pnp.draw.svg import ellipse, rectangle
from pnp.draw.svgpath import Matrix, Outline, transform
from pnp.units import Box

ShapeName = Literal["rect", "rounded", "circle", "ellipse", "shield", "banner", "diamond", "octagon", "path"]
NAMES: Final[tuple[str, ...]] = get_args(ShapeName)

# Drawn in a unit square: a heater shield, a ribbon with swallow tails, and so on.
_SHIELD: Final = (
    ("M", (0, 0)),
    ("L", (1, 0)),
    ("L", (1, 0.42)),
    ("C", (1, 0.70, 0.80, 0.88, 0.5, 1)),
    ("C", (0.20, 0.88, 0, 0.70, 0, 0.42)),
    ("Z", ()),
)
_DIAMOND: Final = (("M", (0.5, 0)), ("L", (1, 0.5)), ("L", (0.5, 1)), ("L", (0, 0.5)), ("Z", ()))


def outline(name: str, box: Box, corner: int = 0) -> tuple[Segment, ...]:
    """The outline of a named shape (but 'path') in a box. `corner` is the radius of 'rounded' and the cut of 'octagon'."""
    return transform(_MAKERS[name](box, corner))


def stretched(path: Outline, view: tuple[float, float, float, float], box: Box) -> tuple[Segment, ...]:
    """Path data whose `view` (x, y, width, height) is stretched over a box."""
    return transform(path, _onto(view, box))


def _onto(view: tuple[float, float, float, float], box: Box) -> Matrix:
    across, down = box.width / view[2], box.height / view[3]
    return (across, 0, 0, down, box.x - view[0] * across, box.y - view[1] * down)


def _unit(path: Iterable[tuple[str, tuple[float, ...]]]) -> Callable[[Box, int], Outline]:
    def make(box: Box, _: int) -> Outline:
        a, _b, _c, d, e, f = _onto((0, 0, 1, 1), box)
        return [
            (operator, tuple(at[i] * (d if i % 2 else a) + (f if i % 2 else e) for i in range(len(at))))
            for operator, at in path
        ]

    return make


def _rect(box: Box, _: int) -> Outline:
    return rectangle(box.x, box.y, box.width, box.height)


def _rounded(box: Box, corner: int) -> Outline:
    return rectangle(box.x, box.y, box.width, box.height, corner, corner)


def _circle(box: Box, _: int) -> Outline:
    radius = min(box.width, box.height) / 2
    return ellipse(box.x + box.width / 2, box.y + box.height / 2, radius, radius)


def _ellipse(box: Box, _: int) -> Outline:
    return ellipse(box.x + box.width / 2, box.y + box.height / 2, box.width / 2, box.height / 2)


def _octagon(box: Box, corner: int) -> Outline:
    cut = min(corner or round(min(box.width, box.height) * 0.2929), box.width // 2, box.height // 2)
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    points = (
        (x + cut, y),
        (right - cut, y),
        (right, y + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (x + cut, bottom),
        (x, bottom - cut),
        (x, y + cut),
    )
    return [*(("L" if index else "M", point) for index, point in enumerate(points)), ("Z", ())]


def _banner(box: Box, _: int) -> Outline:
    """A ribbon that hangs a little, its ends cut to swallow tails as deep as a third of its height."""
    tail, sag = min(box.height / 3, box.width / 6), box.height * 0.10
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    third = box.width / 3
    return [
        ("M", (x, y)),
        ("C", (x + third, y + sag, right - third, y + sag, right, y)),
        ("L", (right - tail, y + (box.height - sag) / 2)),
        ("L", (right, bottom - sag)),
        ("C", (right - third, bottom, x + third, bottom, x, bottom - sag)),
        ("L", (x + tail, y + (box.height - sag) / 2)),
        ("Z", ()),
    ]


_MAKERS: Final[dict[str, Callable[[Box, int], Outline]]] = {
    "rect": _rect,
    "rounded": _rounded,
    "circle": _circle,
    "ellipse": _ellipse,
    "shield": _unit(_SHIELD),
    "banner": _banner,
    "diamond": _unit(_DIAMOND),
    "octagon": _octagon,
}
