"""What the rulebook's parts share: the pieces of text they hand each other, and what `build` passes in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from pnp.diag import Span
from pnp.records import dataclass
from pnp.units import Box


class Inline(str):
    """HTML that stands within a line; plain `str` is text and is escaped."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


class Block(str):
    """HTML that stands by itself: a table, a figure, an example. Alone in a paragraph it replaces the paragraph."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


Regions = Callable[[str, str], Mapping[str, Box]]


def no_regions(piece: str, side: str) -> Mapping[str, Box]:
    """For builds that cannot tell where a face's boxes lie."""
    return {}


@dataclass(frozen=True, slots=True)
class Art:
    """The drawings that a book shows, made elsewhere. Each gives an SVG document as text.

    `face` draws a counter or card by its id and side ('front' or 'back'), `icon` a sign by its name; `regions` are the
    named boxes of a face's layout, in micrometres from the top left of its trim.
    """

    face: Callable[[str, str], str]
    icon: Callable[[str], str]
    regions: Regions = no_regions


@dataclass(frozen=True, slots=True)
class Printed:
    """A file that was built, as the print guide speaks of it. `kind` is counter, card, pieces, map, map-tiles, player-aid,
    track, rulebook or booklet; `paper` is a name such as A4, or a size; `flip` is the edge on which the printer turns the sheet
    ('long', 'short'), 'fold' for sheets folded round a line, or '' for one-sided ones; `steps` are sentences that say what
    to do with what was printed, where the sheets themselves say it."""

    file: str
    kind: str
    pages: int
    paper: str
    flip: str = ""
    pieces: int = 0
    steps: tuple[str, ...] = ()

    @property
    def sheets(self) -> int:
        """Sheets of paper that it takes."""
        return (self.pages + 1) // 2 if self.flip in ("long", "short") else self.pages


@dataclass(frozen=True, slots=True)
class Heading:
    """A section of the book. `number` is '4.2', or '' for one that is not counted."""

    id: str
    level: int
    number: str
    title: str
    span: Span
    marks: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Where links to it lead."""
        return f"s-{self.id}"


@dataclass(frozen=True, slots=True)
class Item:
    """A numbered list item that can be referred to."""

    id: str
    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Plan:
    """All sections and numbered items of a book, in order: what cross-references and the contents are made of."""

    headings: tuple[Heading, ...]
    items: tuple[Item, ...]
    by_id: Mapping[str, Heading] = field(default_factory=dict)
    items_by_id: Mapping[str, Item] = field(default_factory=dict)
