"""A content file as positioned nodes: the only shape in which text enters the model. Every scalar is still text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.diag import Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value as it was written. `style` is how: '' plain, a quote sign, or '|' and '>' for a block, whose text begins on
    the line after the span's; 'cell' is a cell of a CSV file."""

    text: str
    span: Span
    style: Literal["", "'", '"', "|", ">", "cell"] = ""

    @property
    def nothing(self) -> bool:
        """Whether nothing was written: an empty plain value."""
        return not self.text and self.style in ("", "cell")


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and their nodes in the order written; keys are unique (a duplicate was reported and dropped)."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        """The node under a key."""
        return next((node for name, node in self.entries if name.text == key), None)


Node = Scalar | Sequence | Mapping
