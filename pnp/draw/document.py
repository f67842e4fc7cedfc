"""The two pictures between content and the targets: `Sheets`, drawn things, and `Html`, flowing text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal, TypeVar, overload

from pnp.diag import Span
from pnp.draw.frame import Frame, Item
from pnp.records import dataclass
from pnp.units import Box, Size


@dataclass(frozen=True, slots=True)
class Placed:
    """A frame laid on a page: (x, y) is where the top left of its trim comes to lie; `turn` is 0 or 90, 180, 270 degrees
    clockwise about that point (the caller places it so that the turned trim lies where it should). `clip` is the part of
    the page (trim plus the bleed this piece may show) outside which nothing of the frame is drawn. `id` says which piece
    it is a face of: front and back of a piece have the same."""

    frame: Frame
    x: int
    y: int
    turn: int = 0
    clip: Box | None = None
    id: str = ""


# A movement (a, b, c, d, e, f): x' = a·x + c·y + e, y' = b·x + d·y + f, in micrometres, y down.
Moved = tuple[float, float, float, float, float, float]


T = TypeVar("T")


class Later(Sequence[T]):
    """Things that are made when the first of them is asked for."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._make = make
        self._made: Sequence[T] | None = None

    @property
    def _things(self) -> Sequence[T]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[T]:
        return iter(self._things)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self._things[index]


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper: what lies on it, then the furniture (marks, rulers, labels) in page coordinates.

    `trim` and `bleed` become the PDF's TrimBox and BleedBox; both are within the size. `moved` is what a printer's profile
    does to all that is on the page. A page may be drawn `Later`: then its `key` stands for all that will be on it, of all
    pages of this kind that there ever were.
    """

    size: Size
    placed: Sequence[Placed]
    furniture: Sequence[Item] = ()
    trim: Box | None = None
    bleed: Box | None = None
    label: str = ""
    moved: Moved | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Sheets:
    """A printable file before it is written. `outline` are (title, page index from 0). Pages may be made as they are
    written. `duplex` is the edge that the paper is turned over when fronts and backs alternate, or ``fold`` where backs lie
    beside their fronts. `geometry` is the version of the specification that they are laid by; `low` says that they are
    drawn with low use of ink already."""

    title: str
    subject: str
    pages: Iterable[Page]
    outline: tuple[tuple[str, int], ...] = ()
    language: str = "en"
    duplex: Literal["", "long", "short", "fold"] = ""
    geometry: str = ""
    low: bool = False


@dataclass(frozen=True, slots=True)
class StyleSheet:
    """CSS text with the path that faults in it are reported at."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class TypeFace:
    """One font file of a family that flowing text may use, the code points it has glyphs for, and the OpenType features
    that are always on."""

    family: str
    path: str
    weight: int = 400
    italic: bool = False
    covers: frozenset[int] = frozenset()
    features: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Html:
    """Flowing text before it is laid out: the inside of ``<body>``, well-formed as XML except for named entities.

    `files` are all that it may refer to: ``src="pnp:NAME"`` and ``url(pnp:NAME)`` with `files[NAME]` as their content.
    Elements whose ``data-at`` is ``path:line`` or ``path:line:column`` say where their text was written; what goes wrong
    in them is reported there, and elsewhere at `where`. `spare` are style sheets that are added where all is meant to stand
    on one page and does not.
    """

    title: str
    subject: str
    body: str
    where: Span
    sheets: tuple[StyleSheet, ...] = ()
    faces: tuple[TypeFace, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    language: str = "en"
    author: str = ""
    paper: str = "A4"
    spare: tuple[StyleSheet, ...] = ()
