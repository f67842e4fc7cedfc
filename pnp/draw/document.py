"""`Sheets`: the drawn picture between layout and the targets. Pages may be made as they are written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pnp.draw.frame import Frame, Item
from pnp.units import Box, Size


@dataclass(frozen=True, slots=True)
class Placed:
    """A frame laid on a page: (x, y) is where the top left of its trim comes to lie; `turn` is 0 or 90, 180, 270 degrees
    clockwise about that point (the caller places it so that the turned trim lies where it should). `clip` is the part of
    the page (trim plus the bleed this piece may show) outside which nothing of the frame is drawn."""

    frame: Frame
    x: int
    y: int
    turn: int = 0
    clip: Box | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper: what lies on it, then the furniture (marks, rulers, labels) in page coordinates.

    `trim` and `bleed` become the PDF's TrimBox and BleedBox; both are within the size.
    """

    size: Size
    placed: tuple[Placed, ...]
    furniture: tuple[Item, ...] = ()
    trim: Box | None = None
    bleed: Box | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Sheets:
    """A printable file before it is written. `outline` are (title, page index from 0)."""

    title: str
    subject: str
    pages: Iterable[Page]
    outline: tuple[tuple[str, int], ...] = ()
    language: str = "en"
