"""A content file as positioned nodes: the only shape in which text enters the model. Every scalar is still text.

Nodes are made by the hundred thousand, so they are slotted classes that nobody changes rather than frozen dataclasses, and
make their spans when they are first asked.
"""

from __future__ import annotations

from typing import Literal

from pnp.diag import Span

# A span before it is one: path, line, column, end line, end column, counted from 0.
Place = tuple[str, int, int, int, int]
Style = Literal["", "'", '"', "|", ">", "cell"]


class _Placed:
    """What stands somewhere in a file."""

    __slots__ = ("_at",)
    _at: Span | Place | tuple[Row, int]

    @property
    def span(self) -> Span:
        """Where it stands."""
        at = self._at
        if type(at) is tuple:
            at = self._at = _span(at if len(at) == 5 else at[0].rows.place(at[0].number, at[1]))
        return at  # type: ignore[return-value]


def _span(place: Place) -> Span:
    path, line, column, end_line, end_column = place
    return Span(path, line + 1, column + 1, end_line + 1, end_column + 1)


class Scalar(_Placed):
    """A value as it was written. `style` is how: '' plain, a quote sign, or '|' and '>' for a block, whose text begins on
    the line after the span's; 'cell' is a cell of a CSV file."""

    __slots__ = ("style", "text")

    def __init__(self, text: str, at: Span | Place | tuple[Row, int], style: Style = "") -> None:
        self.text, self._at, self.style = text, at, style

    @property
    def nothing(self) -> bool:
        """Whether nothing was written: an empty plain value."""
        return not self.text and self.style in ("", "cell")

    def __repr__(self) -> str:
        return f"Scalar({self.text!r}, {self.span}, {self.style!r})"


class Sequence(_Placed):
    """A list of nodes."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[Node, ...], at: Span | Place) -> None:
        self.items, self._at = items, at

    def __repr__(self) -> str:
        return f"Sequence({self.items!r}, {self.span})"


class Mapping(_Placed):
    """Keys and their nodes in the order written; keys are unique (a duplicate was reported and dropped)."""

    __slots__ = ("_entries",)

    def __init__(self, entries: tuple[tuple[Scalar, Node], ...], at: Span | Place) -> None:
        self._entries, self._at = entries, at

    @property
    def entries(self) -> tuple[tuple[Scalar, Node], ...]:
        """Its keys with their nodes."""
        return self._entries

    @property
    def names(self) -> tuple[str, ...]:
        """Its keys' texts."""
        return tuple([key.text for key, _ in self._entries])

    @property
    def nodes(self) -> list[Node]:
        """What stands under them."""
        return [node for _, node in self._entries]

    def node(self, number: int) -> Node:
        """One of them."""
        return self._entries[number][1]

    def get(self, key: str) -> Node | None:
        """The node under a key."""
        for name, node in self._entries:
            if name.text == key:
                return node
        return None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.entries!r}, {self.span})"


class Rows:
    """Mappings of the same keys that follow one another, with a text under each key that is not nothing: most of them are
    read at once, a key of all of them after the other, and none of their nodes is ever made."""

    __slots__ = ("names",)

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def __len__(self) -> int:
        raise NotImplementedError

    def texts(self, at: int) -> list[str]:
        """The texts of all rows under one of the keys."""
        raise NotImplementedError

    def keys(self, number: int) -> list[Scalar]:
        """The keys of a row."""
        raise NotImplementedError

    def scalar(self, row: Row, at: int) -> Scalar:
        """What stands under a key of a row."""
        raise NotImplementedError

    def place(self, number: int, at: int) -> Place:
        """Where that stands."""
        raise NotImplementedError

    def whole(self, number: int) -> Place:
        """Where a row stands."""
        raise NotImplementedError


class Row(Mapping):
    """One of `rows`, which makes its nodes when it is asked for them."""

    __slots__ = ("number", "rows")

    def __init__(self, rows: Rows, number: int) -> None:
        self.rows, self.number = rows, number

    @property
    def span(self) -> Span:
        return _span(self.rows.whole(self.number))

    @property
    def names(self) -> tuple[str, ...]:
        return self.rows.names

    @property
    def nodes(self) -> list[Node]:
        return [self.node(at) for at in range(len(self.names))]

    def node(self, number: int) -> Scalar:
        return self.rows.scalar(self, number)

    def get(self, key: str) -> Node | None:
        return self.node(self.names.index(key)) if key in self.names else None

    @property
    def entries(self) -> tuple[tuple[Scalar, Node], ...]:
        return tuple(zip(self.rows.keys(self.number), self.nodes, strict=True))


Node = Scalar | Sequence | Mapping
