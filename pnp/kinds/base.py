"""What a component kind makes: batches of faces, each face a front and perhaps a back, ready for imposition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, Literal, Protocol, overload

from pnp.diag import Span
from pnp.draw.frame import Frame
from pnp.faces.workshop import Workshop
from pnp.model.game import Game
from pnp.records import dataclass
from pnp.units import Size


@dataclass(frozen=True, slots=True)
class Face:
    """A piece as it is printed. `group` is whose ground it has: pieces of one group lie together and share cuts."""

    id: str
    name: str
    front: Frame
    back: Frame | None = None
    copies: int = 1
    group: str = ""
    key: str = ""


class Pending:
    """A face that is drawn when its front or back is first asked for: `make` draws its back or its front. `key` stands for
    what both look like."""

    __slots__ = ("_back", "_front", "_make", "copies", "group", "id", "key", "name")

    def __init__(
        self, id: str, name: str, make: Callable[[bool], Frame | None], copies: int, group: str, key: str
    ) -> None:
        self.id, self.name, self.copies, self.group, self.key = id, name, copies, group, key
        self._make = make
        self._front: Frame | None = None
        self._back: Frame | Literal[False] | None = False

    @property
    def front(self) -> Frame:
        """The front, drawn once."""
        if self._front is None:
            self._front = self._make(False)
            assert self._front is not None, "every piece has a front"
        return self._front

    @property
    def back(self) -> Frame | None:
        """The back, drawn once."""
        if self._back is False:
            self._back = self._make(True)
        return self._back


class Lazy(Sequence["Face | Pending"]):
    """So many faces, each drawn when it is asked for."""

    __slots__ = ("_count", "_make")

    def __init__(self, count: int, make: Callable[[int], Face | Pending]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Face | Pending]:
        return map(self._make, range(self._count))

    @overload
    def __getitem__(self, index: int) -> Face | Pending: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Face | Pending]: ...
    def __getitem__(self, index: int | slice) -> Face | Pending | Sequence[Face | Pending]:
        if isinstance(index, slice):
            return tuple(self._make(number) for number in range(*index.indices(self._count)))
        if not 0 <= index < self._count:
            raise IndexError(index)
        return self._make(index)


@dataclass(frozen=True, slots=True)
class Batch:
    """Faces of one trim size that are printed together, in order; `faces` may be made when they are asked for.

    `id` is the file's name (`counters`, `cards-events`, `map`). `way` says how it is laid out: `pieces` are imposed many to
    a sheet, a `sheet` lies alone on paper of the user's choice, a `poster` is printed whole for a shop and in tiles.
    `total` is how many pieces the faces make, copies counted, where that is known without drawing them.
    `blanks` are, by group, the empty pieces that fill spare places of a sheet, where the kind has such a thing.
    """

    id: str
    title: str
    kind: str
    size: Size
    bleed: int
    faces: Sequence[Face | Pending]
    way: Literal["pieces", "sheet", "poster"] = "pieces"
    backed: bool = False
    total: int = 0
    blanks: Mapping[str, Face] = field(default_factory=dict)


# What any face is drawn with, and what panels show: where a part of it was lost to faults that are told (see
# `Loaded.has`), what is drawn would look wrong for that alone.
DRAWN: Final = ("swatch", "colour", "style", "font-family", "font", "attribute", "layout")
SHOWN: Final = (
    *DRAWN, "table", "row", "column", "cell", "result", "modifier", "note", "track", "track-event", "player-turn", "phase",
    "step", "piece", "side", "group", "counter", "board", "space", "chart", "panel", "place",
)  # fmt: skip


class Kind(Protocol):
    """A module that makes one kind of component. `NEEDS` is what of a game must be whole for it to be proofread."""

    NEEDS: tuple[str, ...]

    @staticmethod
    def batches(workshop: Workshop) -> Iterator[Batch]:
        """The batches of a game, none where it has nothing of the kind."""

    @staticmethod
    def files(game: Game) -> Iterator[tuple[str, Span]]:
        """The batches' ids, each with what in the game gives it, without drawing anything."""

    @staticmethod
    def proofread(workshop: Workshop) -> None:
        """Set every text of the kind, so that what does not fit or has no glyph is reported, without drawing the rest."""
