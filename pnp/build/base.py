"""What building is asked for and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp.diag import Diagnostic
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.faces.workshop import Workshop
    from pnp.layout.profile import Profile
    from pnp.store import Part

Tell = Callable[[str], None]
RULEBOOK: Final = "rulebook"
GUIDE: Final = "print-guide"


class Misuse(Exception):
    """Asked for something that cannot be: no such game, no such file. The message is one sentence."""


class Lacking(Exception):
    """The machine lacks something that was asked for. The message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as `check` leaves it: what was found, its workshop if it could be read, and how its engine is broken."""

    name: str
    found: tuple[Diagnostic, ...]
    workshop: Workshop | None = None
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be built: into which folder, for which paper, which files (all if none is named), how many at once (0: one
    after the other, and a long deck by several processes); `fresh` is whatever was built before; `booklet` the rulebook
    folded, too; `sheets` which pieces share sheets: those of a file, of a group (`groups`), or all (`packed`). The rest says
    how sheets are printed, as `layout.Options` does; lengths are as they are written (``3mm``)."""

    out: Path
    paper: str = "a4"
    only: tuple[str, ...] = ()
    jobs: int = 0
    fresh: bool = False
    backs: str = "long"
    marks: str = "ticks"
    bleed: str = "3mm"
    back_bleed: str = ""
    ink: str = "full"
    profile: Profile | None = None
    booklet: bool = False
    sheets: str = "files"
    margin: str = "5mm"
    creep: str = ""

    @property
    def printing(self) -> str:
        """All of it that changes what is printed."""
        asked = (self.paper, self.backs, self.marks, self.bleed, self.back_bleed, self.ink, self.profile)
        return repr((*asked, self.booklet, self.sheets, self.margin, self.creep))


@dataclass(frozen=True, slots=True)
class File:
    """A file that was written."""

    name: str
    path: Path
    kind: str
    pages: int
    paper: str = ""
    flip: str = ""
    pieces: int = 0
    sha256: str = ""
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Built:
    """What became of a game: its files, what is wrong with it, and what the machine lacked for the rest."""

    game: str
    found: tuple[Diagnostic, ...]
    files: tuple[File, ...] = ()
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """A file, what is wrong with it, what the machine lacked for it, and the draft that is to take its place."""

    file: File | None
    found: tuple[Diagnostic, ...]
    lack: str = ""
    part: Part | None = None

    @property
    def failed(self) -> bool:
        return any(not one.severity for one in self.found)

    def told(self, more: Sequence[Diagnostic]) -> Made:
        """The same with more found wrong."""
        return Made(self.file, (*self.found, *more), self.lack, self.part)

    def drop(self) -> None:
        """Take the draft away, if it has not become the file."""
        if self.part is not None:
            self.part.drop()
