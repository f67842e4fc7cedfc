"""The words in which records are declared: a frozen dataclass is its own schema, its annotations are its checks.

`decode` reads these annotations. A field's type says how its text is read: `str` any text, `int` a whole number, `bool`
``yes``/``no``, `Length`, `Literal` one of its words, `tuple[T, ...]` a list, a record a mapping, ``X | None`` optional.
A field with a default may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

from pnp.diag import Span
from pnp.records import dataclass
from pnp.source.node import Mapping as MappingNode
from pnp.source.node import Scalar, Sequence, Style


class Where:
    """Where a record stands, and each of its keys' values (list items as ``key[0]``).

    Made for every record, asked for few: given a node, the spans are made when they are first asked for.
    """

    __slots__ = ("_keys", "_node", "_span")

    def __init__(
        self, span: Span | None = None, keys: Mapping[str, Span] | None = None, node: MappingNode | None = None
    ) -> None:
        self._span, self._keys, self._node = span, keys, node

    @property
    def span(self) -> Span:
        """The whole record."""
        if self._span is None:
            self._span = self._node.span if self._node else Span("")
        return self._span

    @property
    def keys(self) -> Mapping[str, Span]:
        """Every value that was written, by its key."""
        if self._keys is None:
            self._keys = dict(_spans(self._node)) if self._node else {}
        return self._keys

    def find(self, key: str) -> Span | None:
        """The span of a key's value; None where the key was left out."""
        if self._keys is None and self._node is not None and "[" not in key:
            value = self._node.get(key)
            return value.span if value is not None else None
        return self.keys.get(key)

    def of(self, key: str) -> Span:
        """The span of a key's value, of the value for an item of it that was written alone, or of the whole record where
        the key was left out."""
        found = self.find(key)
        if found is None and "[" in key:
            found = self.find(key.partition("[")[0])
        return found or self.span

    @property
    def node(self) -> MappingNode:
        """The node that it was read from; an empty one for a record that was made."""
        return self._node or MappingNode((), self.span)

    def style(self, key: str) -> Style:
        """How a key's text was written."""
        value = self._node.get(key) if self._node else None
        return value.style if isinstance(value, Scalar) else ""


def _spans(node: MappingNode) -> Iterator[tuple[str, Span]]:
    for name, value in node.entries:
        yield name.text, value.span
        if isinstance(value, Sequence):
            yield from ((f"{name.text}[{number}]", item.span) for number, item in enumerate(value.items))


@dataclass(frozen=True, slots=True)
class Doc:
    """One sentence about a field: hover text in editors, and the reference page."""

    text: str


@dataclass(frozen=True, slots=True)
class Among:
    """A field that names something defined elsewhere; `what` is a family of ids (see `game.FAMILIES`)."""

    what: str


@dataclass(frozen=True, slots=True)
class Made:
    """A field that must be there, but that other keys may stand for, of which it is made before anything is decoded."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and greatest value of a number or length (micrometres), inclusive."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """How many values a list may have."""

    allowed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sized:
    """Four lengths of which the last two are a width and a height, and so more than nothing."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A field read in its own way: 'id', 'length', 'colour', 'prose' (text with inline marks), 'template', 'file'."""

    how: Literal["id", "length", "colour", "prose", "template", "file"]


Id = Annotated[str, Marker("id")]
# No length is longer than ten metres: what is drawn stays within what arithmetic and paper hold.
Length = Annotated[int, Marker("length"), Limits(least=-10_000_000, most=10_000_000)]
ColourText = Annotated[str, Marker("colour")]
Prose = Annotated[str, Marker("prose")]
Template = Annotated[str, Marker("template")]
File = Annotated[str, Marker("file")]
Whole = Annotated[int, Limits(least=0)]
Number = Annotated[int, Limits(least=-9_999, most=9_999)]
Positive = Annotated[int, Limits(least=1, most=9_999)]
# From a tenth of a millimetre to ten metres.
EXTENT: Final = Limits(least=100, most=10_000_000)
Extent = Annotated[int, Marker("length"), EXTENT]
Extents = Annotated[tuple[Extent, ...], Count((1, 2))]
Place = Length
Point = Annotated[tuple[Place, ...], Count((2,))]
Area = Annotated[tuple[Place, ...], Count((4,)), Sized()]
Name = Annotated[str, Doc("As players see it.")]
Section = Annotated[str, Doc("The section that rules it: in the rulebook its id, in the original rules its number.")]
FaceUp = Annotated[Literal["front", "back"], Doc("Which side of the counter is up.")]
Source = Annotated[
    Literal["stated", "designed"],
    Doc("stated: the original rules say so; designed: this project had to make it up, and the colophon tells."),
]

# What a declared attribute can hold, after reading.
Value = int | str | bool | tuple[str, ...]
