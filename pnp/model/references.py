"""What names something: one record another, by its family and id. Resolved once everything has an id."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from pnp.records import dataclass
from pnp.source.node import Node, Row


@dataclass(frozen=True, slots=True)
class Reference:
    """A value that names something: resolved once everything has an id."""

    what: str
    text: str
    node: Node

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The family and id that it names."""
        return ((self.what, self.text),)

    def __iter__(self) -> Iterator[Reference]:
        yield self


@dataclass(frozen=True, slots=True)
class Named:
    """The references of rows that were read at once, which are made when somebody asks for them: by the number of each key
    that names something the texts that stand under it, and what each of these names."""

    rows: tuple[Row, ...]
    texts: dict[int, list[str]]
    named: dict[int, dict[str, tuple[tuple[str, str], ...]]]

    @property
    def pairs(self) -> Iterable[tuple[str, str]]:
        """The families and ids that they name."""
        return (pair for texts in self.named.values() for pairs in texts.values() for pair in pairs)

    def __iter__(self) -> Iterator[Reference]:
        for number, row in enumerate(self.rows):
            for at, texts in self.texts.items():
                yield from (Reference(*pair, row.node(at)) for pair in self.named[at][texts[number]])


class References:
    """What names something, in the order in which it was read."""

    def __init__(self) -> None:
        self._read: list[Reference | Named] = []

    def add(self, read: Reference | Named) -> None:
        """Note one, or those of several rows."""
        self._read.append(read)

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The families and ids that are named."""
        return frozenset(pair for one in self._read for pair in one.pairs)

    def unknown(self, known: Mapping[str, Collection[str]]) -> Iterator[Reference]:
        """Those that name nothing."""
        for one in self._read:
            if not all(id in known.get(what, ()) for what, id in one.pairs):
                yield from (some for some in one if some.text not in known.get(some.what, ()))

    def __iter__(self) -> Iterator[Reference]:
        return chain.from_iterable(self._read)
