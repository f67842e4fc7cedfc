"""The objects of a PDF of the plain kind, as `targets/pdf` writes it, kept while they are needed: none within others,
streams deflated or as they are. Anything else is for pikepdf; a test holds both to the same answers.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from deflate import DeflateError, zlib_decompress

from pnp.records import dataclass

# Widths of letters and the labels of pages, which are long, and for which nobody asks.
_IDLE: Final = (
    rb"\[[-+.\d\s]*+(?>(?:\[[-+.\d\s]*+\][-+.\d\s]*+)+)\]"
    rb"|\[(?>(?:\s*\d+\s*<</P\s*\((?>(?:\\.|[^\\()])*)\)>>)+)\s*\]"
)
_TOKEN: Final = re.compile(
    rb"\s*(?:(?P<ref>\d+)\s+\d+\s+R\b|(?P<number>[-+.\d]+)|/(?P<name>[^\s/<>\[\]()]*)|(?P<table><<)|(?P<shut>>>|\])"
    rb"|\[(?P<numbers>[-+.\d\s]*)\]|\[(?P<refs>[\dR\s]*)\]|(?P<idle>" + _IDLE + rb")|(?P<list>\[)"
    rb"|<(?P<hex>[0-9A-Fa-f\s]*)>|\((?P<text>(?:\\.|[^\\()])*)\)|(?P<word>true|false|null))",
    re.DOTALL,
)
_ESCAPE: Final = rb"(?s)\\([0-7]{1,3}|\r\n|.)"
_PLAIN: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
# Most of what is deflated comes to less, and is inflated in a third of the time that zlib takes, which needs no such bound.
_ROOM: Final = 1 << 16
# How a page's content is spelt: there may be thousands.
_PACKED: Final = re.compile(rb"<</Filter /FlateDecode/Length (\d+)>>\nstream\n")
_AFTER: Final = b"\nendstream"
_STREAM: Final = re.compile(rb"\s*stream\r?\n")
_FONT: Final = re.compile(rb"/Type\s*/Font(?![A-Za-z])")
_PAGE: Final = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_CONTENT: Final = re.compile(rb"/Contents\s+(\d+)\s+0\s+R\b")
# What a page uses, spelt within its own dictionary.
_USED: Final = re.compile(rb"/Resources\s*<<(?:/Font\s*<<[^<>]*>>)?(?:/XObject\s*<<([^<>]*)>>)?>>")
_ENTRY: Final = re.compile(rb"/([^\s/<>\[\]()]+)\s+(\d+)\s+0\s+R\b")
_REFERENCE: Final = re.compile(rb"\b(\d+)\s+0\s+R\b")
# What nothing is measured from.
_APART: Final = re.compile(rb"/Parent\s+\d+\s+0\s+R\b|/Font\s*<<[^<>]*>>")
_END: Final = b"endstream"
# So many ways to spell what a page uses are remembered.
_MOST: Final = 1_000
_SHUT: Final = object()


class NotPlain(Exception):
    """The file, or something in it, is not of the plain kind."""


class Reference(int):
    """What stands for another object: its number."""


class Table(dict[str, Any]):
    """A dictionary; what it refers to is looked up as it is asked for. Keys and names have their slash."""

    __slots__ = ("file",)
    file: Objects

    def get(self, key: str, default: Any = None) -> Any:
        value = super().get(key, default)
        return self.file.find(value) if type(value) is Reference else value

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        return self.file.find(value) if type(value) is Reference else value


class Stream(Table):
    """A dictionary with data; `objgen` tells it from others."""

    __slots__ = ("data", "objgen")
    data: bytes
    objgen: tuple[int, int]

    def read_bytes(self) -> bytes:
        """The data without its filter."""
        kind = self.get("/Filter")
        if kind is None:
            return self.data
        if kind != "/FlateDecode" or "/DecodeParms" in self:
            raise NotPlain
        return inflated(self.data)


def inflated(data: bytes) -> bytes:
    """Data without its filter."""
    with suppress(DeflateError):  # faulty, or more than there is room for
        return bytes(zlib_decompress(data, _ROOM))
    try:
        return zlib.decompress(data)
    except zlib.error:
        raise NotPlain from None


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the number of its content, and all else."""

    content: int
    rest: Rest


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A page but its content, as others may have it: its dictionary without what it uses, as it is spelt and as it is read;
    what it uses; and what stands for all that its dictionary says and refers to."""

    alike: bytes
    table: Table
    uses: Uses
    told: bytes


@dataclass(frozen=True, slots=True)
class Uses:
    """The forms and pictures that a page uses: as they are spelt, by name and number, and what stands for them."""

    spelt: bytes
    listed: Sequence[tuple[bytes, int]]
    told: bytes


def entries(holder: Any) -> list[tuple[bytes, Any]]:
    """The names of the forms and pictures that a page or form uses, and what each stands for: numbers in a plain file."""
    listed = holder.get("/Resources", {}).get("/XObject", {})
    return [(name[1:].encode("latin-1"), thing) for name, thing in listed.items()]


class Objects:
    """The objects of a file, by their numbers. Raises `NotPlain` where one is not of the plain kind, or not there (yet)."""

    def __init__(self) -> None:
        self._spelt: dict[int, bytes] = {}
        self._known: dict[int, Any] = {}
        self._marks: dict[int, bytes] = {}
        self._fonts: list[int] = []
        # The dictionaries of pages without their contents, and without what they use.
        self._rests: dict[bytes, Rest] = {}
        self._tables: dict[bytes, tuple[Table, bytes]] = {}
        self._used: dict[bytes, Uses] = {}

    def take(self, number: int, spelt: bytes) -> bool:
        """An object as it is in the file, and whether it is a page."""
        self._spelt[number] = spelt
        if spelt.endswith(_END):
            head = spelt[: spelt.index(b"stream")]
            if b"/Subtype /Image" in head and b"/Subtype /Form" not in head:
                # Nobody asks for its data, which may be large.
                self.mark(number)
                self._spelt[number] = head
            return False
        if _PAGE.search(spelt):
            return True
        if _FONT.search(spelt):
            self._fonts.append(number)
        return False

    def forget(self, *numbers: int) -> None:
        """Nobody will ask for these again."""
        for number in numbers:
            for kept in (self._spelt, self._known, self._marks):
                kept.pop(number, None)

    def __contains__(self, number: int) -> bool:
        return number in self._spelt

    def find(self, number: int) -> Any:
        """An object by its number."""
        if number not in self._known:
            spelt = self.spelt(number)
            value, end = self.value(spelt)
            stream = _STREAM.match(spelt, end) if type(value) is Table else None
            self._known[number] = self._stream(value, stream.end(), number, spelt) if stream else value
        return self._known[number]

    def spelt(self, number: int) -> bytes:
        """An object as it is spelt."""
        try:
            return self._spelt[number]
        except KeyError:
            raise NotPlain from None

    @property
    def fonts(self) -> Iterator[Table]:
        """The dictionaries of fonts."""
        for number in self._fonts:
            thing = self.find(number)
            if type(thing) is Table and thing.get("/Type") == "/Font":
                yield thing

    def page(self, number: int) -> Page:
        """A page. What is not its own is read once of pages that are alike."""
        spelt = self.spelt(number)
        content = _CONTENT.search(spelt)
        if not content:
            raise NotPlain
        rest = spelt[: content.start()] + spelt[content.end() :]
        known = self._rests.get(rest)
        if known is None:
            if len(self._rests) >= _MOST:
                self._rests.clear()
            known = self._rests[rest] = self._rest(rest)
        return Page(int(content[1]), known)

    def _rest(self, alike: bytes) -> Rest:
        """A page but its content."""
        used = _USED.search(alike)
        if used:
            alike = alike[: used.start()] + alike[used.end() :]
        known = self._tables.get(alike)
        if known is None:
            table, _ = self.value(alike)
            if type(table) is not Table or "/MediaBox" not in table:  # it may have what stands above it
                raise NotPlain
            known = self._tables[alike] = table, self._told(alike)
        table, told = known
        uses = self._uses(used[1] or b"") if used else self._listed(alike, entries(table))
        return Rest(alike, table, uses, told + uses.told)

    def _uses(self, spelt: bytes) -> Uses:
        """What a page uses, as its own dictionary spells it."""
        known = self._used.get(spelt)
        if known is None:
            if len(self._used) >= _MOST:
                self._used.clear()
            listed = [(name, int(number)) for name, number in _ENTRY.findall(spelt)]
            known = self._used[spelt] = self._listed(spelt, listed)
        return known

    def _listed(self, spelt: bytes, listed: Sequence[tuple[bytes, int]]) -> Uses:
        return Uses(spelt, listed, b" ".join([part for name, number in listed for part in (name, self.mark(number))]))

    def data(self, number: int) -> bytes:
        """A stream's data without its filter."""
        spelt = self.spelt(number)
        packed = _PACKED.match(spelt)
        if packed and len(spelt) == packed.end() + int(packed[1]) + len(_AFTER) and spelt.endswith(_AFTER):
            return inflated(spelt[packed.end() : -len(_AFTER)])
        stream = self.find(number)
        if type(stream) is not Stream:
            raise NotPlain
        return stream.read_bytes()

    def told(self, page: Page) -> bytes:
        """What stands for all that a page is measured from."""
        spelt = self.spelt(page.content)
        return page.rest.told + (spelt if _PACKED.match(spelt) else self.mark(page.content))

    def mark(self, number: int) -> bytes:
        """What stands for an object and all that it refers to, but fonts and what a page is below."""
        known = self._marks.get(number)
        if known is None:
            self._marks[number] = b""  # should it refer to itself
            spelt = self.spelt(number)
            end = len(spelt)
            if spelt.endswith(_END):
                head = spelt[: spelt.index(b"stream")]
                # What has no references is told by its bytes, wherever its data begins.
                end = self.value(spelt)[1] if b"(" in head or _REFERENCE.search(head) else 0
            known = self._marks[number] = hashlib.sha256(self._told(spelt[:end]) + spelt[end:]).digest()
        return known

    def _told(self, spelt: bytes) -> bytes:
        """A spelt value with the marks of what it refers to."""
        return _REFERENCE.sub(lambda found: self.mark(int(found[1])).hex().encode(), _APART.sub(b"/Font", spelt))

    def _stream(self, table: Table, start: int, number: int, spelt: bytes) -> Stream:
        length = table.get("/Length")
        if type(length) is not float or spelt[start + int(length) :].strip() != _END:
            raise NotPlain
        stream = Stream(table)
        stream.file, stream.objgen = self, (number, 0)
        stream.data = spelt[start : start + int(length)]
        return stream

    def value(self, data: bytes, at: int = 0) -> tuple[Any, int]:
        """The value that begins at an offset, and where it ends."""
        token = _TOKEN.match(data, at)
        if not token:
            raise NotPlain
        kind, at = str(token.lastgroup), token.end()
        if kind == "list":
            return self._list(at, data)
        if kind == "table":
            entries, at = self._list(at, data)
            table = Table(zip(entries[::2], entries[1::2], strict=False))
            table.file = self
            return table, at
        return _READ[kind](token[kind]), at

    def _list(self, at: int, data: bytes) -> tuple[list[Any], int]:
        values: list[Any] = []
        while True:
            value, at = self.value(data, at)
            if value is _SHUT:
                return values, at
            values.append(value)


def _number(spelt: bytes) -> float:
    try:
        return float(spelt)
    except ValueError:
        raise NotPlain from None


def _text(data: bytes) -> str:
    """A text string: UTF-16 with a mark, or bytes that are all Latin enough."""
    return data[2:].decode("utf-16-be") if data.startswith(b"\xfe\xff") else data.decode("latin-1")


def _literal(spelt: bytes) -> str:
    def meant(found: re.Match[bytes]) -> bytes:
        sign = found[1]
        return bytes((int(sign, 8) & 255,)) if sign.isdigit() else _PLAIN.get(sign, sign)

    return _text(re.sub(_ESCAPE, meant, spelt) if b"\\" in spelt else spelt)


_READ: Final[dict[str, Callable[[bytes], Any]]] = {
    "number": _number,
    "numbers": lambda spelt: [_number(one) for one in spelt.split()],
    "idle": lambda _: (),
    "refs": lambda spelt: [Reference(one) for one in _REFERENCE.findall(spelt)],
    "name": lambda spelt: "/" + spelt.decode("latin-1"),
    "ref": Reference,
    "shut": lambda _: _SHUT,
    "hex": lambda spelt: _text(bytes.fromhex(spelt.decode())),
    "text": _literal,
    "word": lambda spelt: {b"true": True, b"false": False, b"null": None}[spelt],
}
