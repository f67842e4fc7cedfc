"""What layout is given: pieces with their faces, and how they are to be printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, Protocol

from pnp.draw.frame import Frame
from pnp.draw.studio import Studio
from pnp.layout.paper import A4, Paper
from pnp.layout.profile import Profile
from pnp.records import dataclass
from pnp.units import MM, Size

# The version of docs/sheets.md.
GEOMETRY: Final = "sheets-2"


class Face(Protocol):
    """A piece: its front, its back where it has one, how many are printed, and the ground that it shares with others.
    `key` stands for what both look like, where that is known without drawing them; '' where it is not."""

    @property
    def id(self) -> str: ...
    @property
    def front(self) -> Frame: ...
    @property
    def back(self) -> Frame | None: ...
    @property
    def copies(self) -> int: ...
    @property
    def group(self) -> str: ...
    @property
    def key(self) -> str: ...


class Batch(Protocol):
    """Pieces of one trim size, and of one bleed at least, that are printed together. `faces` may be drawn as they are
    asked for; `total` is how many pieces they make, copies counted, or 0 where only the faces know. `blanks` are, by
    group, the empty pieces that fill spare places.
    """

    @property
    def title(self) -> str: ...
    @property
    def size(self) -> Size: ...
    @property
    def bleed(self) -> int: ...
    @property
    def faces(self) -> Sequence[Face]: ...
    @property
    def backed(self) -> bool: ...
    @property
    def total(self) -> int: ...
    @property
    def blanks(self) -> Mapping[str, Face]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How sheets are laid out; lengths in micrometres.

    `backs`: the edge the paper is turned over (``long``, ``short``), ``fold`` for fronts and mirrored backs on one side
    of the paper about a fold, ``none`` for fronts only. `marks`: short ticks outside the trim, lines over the ``full``
    sheet, or ``none``. `margin` is what the printer leaves white, `bleed` how much of a face's bleed is shown, `back_bleed`
    how much of a back's where that is not the same: it keeps pieces apart. `between` is the gap between blocks of different
    grounds, `overlap` what neighbouring tiles share. `sheets` are shared by the pieces of a file, of a group of counters
    (``groups``), or by all (``packed``). `ink`: as drawn, with ``low`` use of it, or in ``grey``. `profile` is what the
    printer needs.
    """

    paper: Paper = A4
    backs: Literal["long", "short", "fold", "none"] = "long"
    marks: Literal["ticks", "full", "none"] = "ticks"
    margin: int = 5 * MM
    bleed: int = 3 * MM
    between: int = 3 * MM
    overlap: int = 10 * MM
    back_bleed: int | None = None
    ink: Literal["full", "low", "grey"] = "full"
    profile: Profile = Profile()
    sheets: Literal["files", "groups", "packed"] = "files"

    @property
    def spread(self) -> int:
        """The most bleed of either side."""
        return max(self.bleed, self.back_bleed or 0)

    @property
    def gap(self) -> int:
        """How far marks stay outside the trim."""
        return max(self.spread, MM)


@dataclass(frozen=True, slots=True)
class Imprint:
    """What every sheet says of itself: the game's name and the content's version, set with the game's own tools."""

    studio: Studio
    game: str
    version: str


class LayoutError(ValueError):
    """Something that no sheet of the paper can hold; the message is one sentence with both sizes."""
