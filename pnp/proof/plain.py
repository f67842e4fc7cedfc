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

# Lists without lists in them are read when somebody asks for them: widths of letters and the labels of pages are long.
_LISTED: Final = rb"\[(?P<listed>(?>(?:[^][()]+|\([^()\\]*\))*))\]"
_TOKEN: Final = re.compile(
    rb"\s*(?:/(?P<name>[^][()<>/\s]*)|(?P<shut>>>|\])|(?P<table><<)|" + _LISTED + rb"|(?P<list>\[)"
    rb"|(?P<ref>\d+) 0 R\b|(?P<word>[-+.\w]+)|\((?P<text>(?>(?:\\.|[^\\()])*))\)|<(?P<hex>[^>]*)>)",
    re.DOTALL,
)
_ESCAPE: Final = rb"(?s)\\([0-7]{1,3}|\r\n|.)"
_PLAIN: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
# Most of what is deflated comes to less, and is inflated in a third of the time that zlib takes, which needs no such bound.
_ROOM: Final = 1 << 16
_STREAM: Final = b"\nstream\n"
_END: Final = b"endstream"
# How a page and its content are spelt: there may be thousands.
_PACKED: Final = b"<</Filter /FlateDecode/Length %d>>" + _STREAM
_AFTER: Final = b"\n" + _END
_PAGE: Final = b"<</Type/Page/"
_CONTENT: Final = b"/Contents "
# What a page uses, spelt within its own dictionary.
_USED: Final = re.compile(rb"/Resources<<(?:/Font<<[^>]*>>)?(?:/XObject<<([^>]*)>>)?>>")
# References, and what nothing is measured from.
_REFERENCE: Final = re.compile(rb"/Parent \d+ 0 R|/Font ?<<[^>]*>>|\b(\d+)\s+0\s+R\b")
# So many ways to spell what a page uses are remembered.
_MOST: Final = 1_000
_SHUT: Final = object()


class NotPlain(Exception):
    """The file, or something in it, is not of the plain kind."""


class Reference(int):
    """What stands for another object: its number."""


class Listed(bytes):
    """What stands for a list: how it is spelt."""


class Table(dict[str, Any]):
    """A dictionary; lists and what it refers to are looked up as they are asked for. Keys and names have their slash."""

    __slots__ = ("file",)
    file: Objects

    def get(self, key: str, default: Any = None) -> Any:
        return self.file.meant(super().get(key, default))

    def __getitem__(self, key: str) -> Any:
        return self.file.meant(super().__getitem__(key))


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


def _packed(spelt: bytes) -> int:
    """Where the data of a page's content begins, spelt as that is; 0 where it is spelt otherwise."""
    start = spelt.find(_STREAM) + len(_STREAM)
    begun = spelt.startswith(_PACKED % (len(spelt) - start - len(_AFTER)))
    return start if begun and spelt.endswith(_AFTER) else 0


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the number of its content, where the data of that begins (0 where it is not spelt as it always is), and all
    else."""

    content: int
    begun: int
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
        # What stands before the data of streams, or all of it, and where that ends.
        self._known: dict[int, tuple[Any, int]] = {}
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
            if head.find(b"/Subtype /Image") >= 0 > head.find(b"/Subtype /Form"):
                # Nobody asks for its data, which may be large.
                self.mark(number)
                self._spelt[number] = head.rstrip()
            return False
        if spelt.startswith(_PAGE):
            return True
        if b"/Font" in spelt:
            self._fonts.append(number)
        return False

    def forget(self, *numbers: int) -> None:
        """Nobody will ask for these again."""
        for number in numbers:
            self._spelt.pop(number, None)

    def __contains__(self, number: int) -> bool:
        return number in self._spelt

    def find(self, number: int) -> Any:
        """An object by its number."""
        (value, end), spelt = self._begun(number), self.spelt(number)
        if end == len(spelt):
            return value
        if type(value) is not Table or not spelt.startswith(_STREAM, end):
            raise NotPlain
        return self._stream(value, end + len(_STREAM), number, spelt)

    def meant(self, value: Any) -> Any:
        """What a value stands for."""
        if type(value) is Reference:
            return self.find(value)
        return self._list(0, value + b"]")[0] if type(value) is Listed else value

    def _begun(self, number: int) -> tuple[Any, int]:
        """What an object begins with, and where that ends."""
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = self.value(self.spelt(number))
        return known

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
        before, _, after = self.spelt(number).partition(_CONTENT)
        content, _, after = after.partition(b" 0 R")
        if not content.isdigit():
            raise NotPlain
        rest = before + after
        known = self._rests.get(rest)
        if known is None:
            if len(self._rests) >= _MOST:
                self._rests.clear()
            known = self._rests[rest] = self._rest(rest)
        return Page(int(content), _packed(self.spelt(int(content))), known)

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
            words = spelt.replace(b"/", b" ").split()
            listed = [(name, int(number)) for name, number in zip(words[::4], words[1::4], strict=True)]
            known = self._used[spelt] = self._listed(spelt, listed)
        return known

    def _listed(self, spelt: bytes, listed: Sequence[tuple[bytes, int]]) -> Uses:
        return Uses(spelt, listed, b" ".join([part for name, number in listed for part in (name, self.mark(number))]))

    def data(self, page: Page) -> bytes:
        """A page's content without its filter."""
        if page.begun:
            return inflated(self.spelt(page.content)[page.begun : -len(_AFTER)])
        stream = self.find(page.content)
        if type(stream) is not Stream:
            raise NotPlain
        return stream.read_bytes()

    def told(self, page: Page) -> bytes:
        """What stands for all that a page is measured from."""
        return page.rest.told + (self.spelt(page.content) if page.begun else self.mark(page.content))

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
                end = self._begun(number)[1] if b"(" in head or _REFERENCE.search(head) else 0
            known = self._marks[number] = hashlib.sha256(self._told(spelt[:end]) + spelt[end:]).digest()
        return known

    def _told(self, spelt: bytes) -> bytes:
        """A spelt value with the marks of what it refers to."""
        return _REFERENCE.sub(lambda found: self.mark(int(found[1])).hex().encode() if found[1] else b"/Font", spelt)

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
        kind, at = token.lastgroup, token.end()
        if kind in _READ:
            return _READ[kind](token[kind]), at
        if kind == "list":
            return self._list(at, data)
        entries, at = self._list(at, data)
        table = Table(zip(entries[::2], entries[1::2], strict=False))
        table.file = self
        return table, at

    def _list(self, at: int, data: bytes) -> tuple[list[Any], int]:
        values: list[Any] = []
        while True:
            value, at = self.value(data, at)
            if value is _SHUT:
                return values, at
            values.append(value)


def _word(spelt: bytes) -> float | None:
    try:
        return _WORDS[spelt] if spelt in _WORDS else float(spelt)
    except ValueError:
        raise NotPlain from None


def _hex(spelt: bytes) -> str:
    try:
        return _text(bytes.fromhex(spelt.decode()))
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


_WORDS: Final = {b"true": True, b"false": False, b"null": None}
_READ: Final[dict[str, Callable[[bytes], Any]]] = {
    "listed": Listed,
    "name": lambda spelt: "/" + spelt.decode("latin-1"),
    "ref": Reference,
    "shut": lambda _: _SHUT,
    "hex": _hex,
    "text": _literal,
    "word": _word,
}
