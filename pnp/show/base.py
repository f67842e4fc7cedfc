"""What is shown of a thing, and how a thing is told from another."""

from __future__ import annotations

from typing import Any, Final

from pnp.diag import Span
from pnp.records import dataclass

_LOOKS: Final = ("attribute", "swatch", "font-family", "icon", "layout", "assertion")


class NoThing(LookupError):
    """There is nothing of that name, or more than one; the message says so, and what to type."""


class Unreadable(Exception):
    """The game cannot be made out; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A record with an id, or a drawing or layout that stands in a file of its own (then there is no record).

    `kind` is what its diagnostics call it, `families` those whose references may mean it, none where only its owner knows
    it; `owners` are the things it stands in, outermost first.
    """

    kind: str
    id: str
    families: tuple[str, ...]
    span: Span
    record: Any = None
    owners: tuple[Thing, ...] = ()

    @property
    def name(self) -> str:
        return str(getattr(self.record, "name", "") or "")

    @property
    def rank(self) -> int:
        """How far it is from the table: 0 what players handle or read, 1 how that is described and drawn, 2 what only its
        owner knows by that id."""
        return 2 if not self.families else 1 if self.kind in _LOOKS else 0

    @property
    def source(self) -> str:
        """Where it is from: what it says itself, else what it stands in; '' where neither can."""
        said = (getattr(one.record, "source", "") for one in (self, *reversed(self.owners)))
        return str(next((word for word in said if word), ""))


@dataclass(frozen=True, slots=True)
class Value:
    """A field: its key, its value in words, the span of the text that gave it, and whose text that is ('' for its own,
    ``by default`` without a span where nobody wrote it)."""

    key: str
    text: str
    span: Span | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Use:
    """A place that names the thing: in which part of the game, and as what."""

    span: Span
    what: str


@dataclass(frozen=True, slots=True)
class Print:
    """A file that shows the thing: on which page (0 where it has but one, or only printing tells), which side or panel,
    and how many times."""

    file: str
    where: str
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything about a thing. `drawn` is false where faults of the game keep it from being laid out; `others` are things
    of other kinds with the same id, as ``kind:id``."""

    game: str
    kind: str
    id: str
    name: str
    span: Span
    owners: tuple[str, ...]
    source: str
    section: str
    values: tuple[Value, ...]
    uses: tuple[Use, ...]
    prints: tuple[Print, ...]
    drawn: bool
    others: tuple[str, ...] = ()
