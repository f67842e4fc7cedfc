"""Values: a node's text → a number, a length, a word of a list. What is wrong is reported, and `BAD` stands for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import field
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pnp import units
from pnp.diag import Found, nearest, suggest
from pnp.model.base import EXTENT, Count, Limits, Value
from pnp.model.references import Reference, References
from pnp.records import dataclass
from pnp.source import content
from pnp.source.node import Mapping, Node, Row, Scalar, Sequence

N = TypeVar("N")

BAD: Final = object()
"""What a reader gives for a node that it has reported."""

EVERYTHING: Final = "everything"
"""Among the kinds that are lost where a whole file could not be read."""

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]{0,14})")
_LARGE = r"[+-]?[1-9][0-9]{15,}"
_SHOWN = 20  # digits of it
_ADDRESS = r"[A-Za-z][\w+.-]+:"
HEX = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(slots=True)
class Reading:
    """What decoding gathers beside records: faults, definitions by family (in a row that is read at once, the row and the
    number of the key), references; and the game's own attributes, by who may carry them, with how each is read and what it
    is where it was left out.

    `lost` is what is missing because of a fault (see `lacks`): ``counter.id`` where a whole counter is, ``counter.copies``
    where one lacks that key, ``piece`` where something names a piece that is not there;
    `columns` are the unknown ones of CSV files with the keys they were meant to be, each told once; `forms` is how mappings
    of some keys are read as a record, worked out once.
    """

    found: Found
    defined: dict[str, dict[str, Node | tuple[Row, int]]] = field(default_factory=dict)
    references: References = field(default_factory=References)
    attributes: dict[str, dict[str, Reader]] = field(default_factory=dict)
    defaults: dict[str, dict[str, Value]] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    columns: dict[int, tuple[Scalar, str]] = field(default_factory=dict)
    forms: dict[tuple[Any, tuple[str, ...]], Any] = field(default_factory=dict)

    def each(self, nodes: Iterable[N]) -> Iterator[N]:
        """Nodes one by one, for as long as anybody wants to hear what is wrong with them."""
        for node in nodes:
            if self.found.full:
                self.lost.add(EVERYTHING)
                return
            yield node

    def define(self, family: str, name: str, node: Node) -> None:
        """Note an id; twice in a family is an error."""
        known = self.defined.setdefault(family, {})
        if name in known:
            first = known[name]
            first = first[0].node(first[1]) if isinstance(first, tuple) else first
            related = ((first.span, "the first one"),)
            message = f"there are two {family}s '{name}'"
            self.found.error("id/duplicate", node.span, message, "give one another id", related)
        else:
            known[name] = node


Reader = Callable[[Any, Reading], Any]


def lacks(lost: Collection[str], kinds: Iterable[str]) -> bool:
    """Whether something of these kinds is among what was lost: ``space`` is any record of the kind or any key of one,
    ``space.at`` that key alone, ``space.id`` a whole record."""
    if EVERYTHING in lost:
        return True
    return bool(lost) and not {*lost, *(one.partition(".")[0] for one in lost)}.isdisjoint(kinds)


def _scalar(node: Node, wanted: str, reading: Reading) -> str | None:
    if type(node) is Scalar:
        return node.text
    reading.found.error("type/scalar", node.span, f"{wanted} belongs here, not {shape(node)}")
    return None


def text(node: Node, reading: Reading) -> Any:
    """Any text."""
    return node.text if type(node) is Scalar else _scalar(node, "text", reading) or BAD


def whole(node: Node, reading: Reading) -> Any:
    """A whole number: ``3``, ``-1``, ``+2``."""
    text = _scalar(node, "a whole number", reading)
    if text is None:
        return BAD
    if not WHOLE.fullmatch(text):
        large = re.fullmatch(_LARGE, text)
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        message = f"'{shown}' is too large" if large else f"'{text}' is not a whole number"
        hint = "write at most 15 digits" if large else _digits(text)
        reading.found.error("type/number", node.span, message, hint)
        return BAD
    return int(text)


def _digits(text: str) -> str:
    """What to type instead of something that is nearly a whole number."""
    plain = text.replace("−", "-").replace(",", "").replace("_", "").replace(" ", "").removesuffix(".0")
    sign, digits = ("-", plain[1:]) if plain.startswith("-") else ("", plain.removeprefix("+"))
    return f"write {sign}{digits.lstrip('0') or '0'}" if digits.isascii() and digits.isdigit() else ""


def flag(node: Node, reading: Reading) -> Any:
    """Yes or no."""
    text = _scalar(node, "yes or no", reading)
    if text in ("yes", "true"):
        return True
    if text in ("no", "false"):
        return False
    if text is not None:
        reading.found.error("type/flag", node.span, f"'{text}' is neither yes nor no", "write yes or no")
    return BAD


def choice(words: tuple[Any, ...]) -> Reader:
    """One of some words."""

    def read(node: Node, reading: Reading) -> Any:
        text = _scalar(node, "one word", reading)
        if text in words:
            return text
        if text is not None:
            hint = suggest(text, words) if nearest(text, words) else ""
            reading.found.error("type/choice", node.span, f"'{text}' is not one of {', '.join(words)}", hint)
        return BAD

    return read


def listed(inner: Reader, several: Callable[[tuple[Node, ...], Reading], Any] | None = None) -> Reader:
    """A list; one value alone is a list of it, and so are the words of a CSV file's cell. A faulty value spoils the list;
    `several` reads records, and leaves a faulty one out."""

    def read(node: Node, reading: Reading) -> Any:
        nodes: tuple[Node, ...] = (node,)
        if type(node) is Sequence:
            nodes = node.items
        elif type(node) is Scalar and node.style == "cell":
            nodes = tuple([Scalar(word, node.span) for word in node.text.split()])
        if several:
            return several(nodes, reading)
        items = tuple([inner(item, reading) for item in reading.each(nodes)])
        return BAD if BAD in items else items

    return read


def name(node: Node, reading: Reading) -> Any:
    """An id: lower-case words with hyphens between them."""
    text = _scalar(node, "an id", reading)
    if text is None:
        return BAD
    if not ID.fullmatch(text):
        hint = "use lower-case letters, digits and single hyphens: " + (idlike(text) or "a-name")
        reading.found.error("type/id", node.span, f"'{text}' is not an id", hint)
        return BAD
    return text


def idlike(text: str) -> str:
    """The id that a text was perhaps meant to be."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def length(node: Node, reading: Reading) -> Any:
    """A length in micrometres."""
    text = _scalar(node, "a length", reading)
    if text is None:
        return BAD
    try:
        return units.parse(text)
    except units.UnitError as error:
        reading.found.error("type/length", node.span, str(error))
        return BAD


def colour(node: Node, reading: Reading) -> Any:
    """A colour as ``#rrggbb``."""
    text = _scalar(node, "a colour", reading)
    if text is None:
        return BAD
    if not HEX.fullmatch(text):
        reading.found.error("type/colour", node.span, f"'{text}' is not a colour", 'write it as "#8a1f11"')
        return BAD
    return text.lower()


def file(node: Node, reading: Reading) -> Any:
    """The name of a file within the game's folder. Whether it is there, and is no link out, is seen when it is opened."""
    text = _scalar(node, "the name of a file", reading)
    if text is None:
        return BAD
    if content.within(text):
        return text
    if re.match(_ADDRESS, text):
        message, hint = (
            f"'{text}' is an address; nothing is fetched",
            "copy the file into the game's folder and name it",
        )
    else:
        message, hint = f"'{text}' is not a file within the game's folder", "name it from there, with '/': art/duck.svg"
    reading.found.error("file/outside", node.span, message, hint)
    return BAD


MARKED: Final = MappingProxyType({"id": name, "length": length, "colour": colour, "file": file})
# Readers that give a text as it is, and what tells that they take it; `str` where they take any.
PLAIN: Final[MappingProxyType[Reader, Callable[[str], object]]] = MappingProxyType({text: str, name: ID.fullmatch})


def optional(inner: Reader) -> Reader:
    """A value, or nothing."""

    def read(node: Node, reading: Reading) -> Any:
        return None if type(node) is Scalar and not node.text and node.nothing else inner(node, reading)

    return read


def limited(inner: Reader, limits: Limits, show: Callable[[int], str] = str) -> Reader:
    """A value within limits."""

    def read(node: Node, reading: Reading) -> Any:
        value = inner(node, reading)
        if value is BAD or value is None:
            return value
        return value if _within(value, limits, show, node, reading) else BAD

    return read


def _within(value: int, limits: Limits, show: Callable[[int], str], node: Node, reading: Reading) -> bool:
    least, most = limits.least, limits.most
    if least is not None and value < least:
        message = f"{show(value)} is less than {show(least)}, the least that may stand here"
    elif most is not None and value > most:
        message = f"{show(value)} is more than {show(most)}, the most that may stand here"
    else:
        return True
    reading.found.error("value/range", node.span, message)
    return False


def counted(inner: Reader, count: Count) -> Reader:
    """A list of so many values."""
    wanted = " or ".join(str(number) for number in count.allowed)

    def read(node: Node, reading: Reading) -> Any:
        values = inner(node, reading)
        if values is BAD or len(values) in count.allowed:
            return values
        number = "1 value belongs" if wanted == "1" else f"{wanted} values belong"
        reading.found.error("value/count", node.span, f"{number} here, not {len(values)}")
        return BAD

    return read


def sized(inner: Reader) -> Reader:
    """Four lengths: x, y, width, height."""

    def read(node: Node, reading: Reading) -> Any:
        values = inner(node, reading)
        if values is BAD or not isinstance(node, Sequence):
            return values
        sides = [_within(values[at], EXTENT, units.mm, node.items[at], reading) for at in (2, 3)]
        return values if all(sides) else BAD

    return read


def reference(inner: Reader, what: str) -> Reader:
    """A value that names something of a family."""

    def read(node: Node, reading: Reading) -> Any:
        value = inner(node, reading)
        if isinstance(value, str):
            reading.references.add(Reference(what, value, node))
        return value

    return read


def attribute(record: Any) -> Reader:
    """The reader of a declared attribute."""
    if record.type == "set":
        return listed(choice(record.choices))
    if record.type == "choice":
        return choice(record.choices)
    if record.type == "number":
        return limited(whole, Limits(record.least, record.most))
    return flag if record.type == "flag" else text


def attribute_default(record: Any, reading: Reading) -> Value | None:
    """The default of a declared attribute, read as its values are; None where it has none."""
    if record.default is None:
        return None
    span = record.where.of("default")
    node: Node = Scalar(record.default, span, "'" if record.type == "text" else "")
    if record.type == "set":
        node = Sequence(tuple(Scalar(word, span) for word in record.default.split()), span)
    value = attribute(record)(node, reading)
    return None if value is BAD else value


def shape(node: Node) -> str:
    """What a node is, for sentences."""
    if isinstance(node, Mapping):
        return "a mapping"
    return "a list" if isinstance(node, Sequence) else (f"'{node.text}'" if node.text else "nothing")
