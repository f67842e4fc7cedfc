"""What the drawing asks of the records that describe a game's look: their shapes only, so that drawing knows no model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pnp.diag import Span


class Where(Protocol):
    """Where a record stands, and each of its keys' values."""

    @property
    def span(self) -> Span: ...

    def of(self, key: str, /) -> Span:
        """The span of a key's value, or of the record."""


class Swatch(Protocol):
    """A palette entry."""

    @property
    def where(self) -> Where: ...
    @property
    def id(self) -> str: ...
    @property
    def colour(self) -> str: ...


class Family(Protocol):
    """A type family: the name of one that comes with `pnp`, or files in the game's folder."""

    @property
    def where(self) -> Where: ...
    @property
    def id(self) -> str: ...
    @property
    def family(self) -> str | None: ...
    @property
    def regular(self) -> str | None: ...
    @property
    def italic(self) -> str | None: ...
    @property
    def bold(self) -> str | None: ...
    @property
    def bold_italic(self) -> str | None: ...
    @property
    def features(self) -> tuple[str, ...]: ...


class Style(Protocol):
    """Palette and type."""

    @property
    def palette(self) -> Sequence[Swatch]: ...
    @property
    def fonts(self) -> Sequence[Family]: ...


class Plan(Protocol):
    """As much of a game as the drawing needs."""

    @property
    def folder(self) -> str: ...
    @property
    def style(self) -> Style | None: ...
