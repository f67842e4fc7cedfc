"""A PDF of the plain kind, as `targets/pdf` writes it, read straight from its bytes: a table of objects at its end, no
object streams, streams deflated or as they are. Anything else is for pikepdf, whose import alone takes longer than reading
a small file so; a test holds both to the same answers.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final

_TOKEN: Final = re.compile(
    rb"\s*(?:(?P<ref>\d+)\s+\d+\s+R\b|(?P<number>[-+.\d]+)|/(?P<name>[^\s/<>\[\]()]*)|(?P<table><<)|(?P<shut>>>|\])"
    rb"|\[(?P<numbers>[-+.\d\s]*)\]|(?P<list>\[)|<(?P<hex>[0-9A-Fa-f\s]*)>|\((?P<text>(?:\\.|[^\\()])*)\)|(?P<word>true|false|null))",
    re.DOTALL,
)
_ESCAPE: Final = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_PLAIN: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
_OBJECT: Final = re.compile(rb"(\d+) \d+ obj\b")
_STREAM: Final = re.compile(rb"\s*stream\r?\n")
_FONT: Final = re.compile(rb"/Type\s*/Font(?![A-Za-z])")
_CONTENT: Final = re.compile(rb"/Contents\s+(\d+)\s+0\s+R\b")
_REFERENCE: Final = re.compile(rb"\b(\d+)\s+0\s+R\b")
# What nothing is measured from.
_APART: Final = re.compile(rb"/Parent\s+\d+\s+0\s+R\b|/Font\s*<<[^<>]*>>")
_SHUT: Final = object()


class NotPlain(Exception):
    """The file, or something in it, is not of the plain kind."""


class Reference(int):
    """What stands for another object: its number."""


class Table(dict[str, Any]):
    """A dictionary; what it refers to is looked up as it is asked for. Keys and names have their slash."""

    __slots__ = ("file",)
    file: File

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
        try:
            return zlib.decompress(self.data)
        except zlib.error:
            raise NotPlain from None


class File:
    """A whole file. Raises `NotPlain` where it is not of the plain kind, now or when a part of it is asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._kept: dict[int, Any] = {}
        self._pages: dict[bytes, Table] = {}
        self._marks: dict[int, str] = {}
        self._alike: dict[bytes, bytes] = {}
        start = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", data[-64:])
        table = re.compile(rb"xref\s+0 (\d+)\s+").match(data, int(start[1])) if start else None
        if not table:
            raise NotPlain
        count, at = int(table[1]), table.end()
        rows = data[at : at + 20 * count]
        self._offsets = [int(rows[row : row + 10]) for row in range(0, 20 * count, 20) if rows[row + 17 : row + 18]]
        if len(self._offsets) != count or not all(
            data.startswith(b"%d 0 obj" % number, offset) for number, offset in enumerate(self._offsets) if number
        ):
            raise NotPlain
        self._starts = sorted((offset, number) for number, offset in enumerate(self._offsets) if number)
        head = re.compile(rb"\s*trailer\s*").match(data, at + 20 * count)
        trailer = self._value(head.end(), data)[0] if head else None
        if type(trailer) is not Table or "/Encrypt" in trailer or "/Prev" in trailer:
            raise NotPlain
        self.trailer: Table = trailer

    @cached_property
    def pages(self) -> tuple[int, ...]:
        """The numbers of the pages' dictionaries in order. None of what they inherit is looked for: a plain page has its
        own."""
        return tuple(self._below(self.trailer["/Root"]["/Pages"]))

    def _below(self, node: Table) -> Iterator[int]:
        for number in node["/Kids"]:
            if b"/Kids" not in self._spelt(number):
                yield number
            elif type(kid := self.find(number)) is Table:
                yield from self._below(kid)
            else:
                raise NotPlain

    def page(self, number: int) -> Table:
        """A page's dictionary. Pages that are alike but for their content are read once."""
        spelt = self._spelt(number).partition(b"obj")[2]
        content = _CONTENT.search(spelt)
        if not content:
            return self._table(self.find(number))
        rest = spelt[: content.start()] + spelt[content.end() :]
        known = self._pages.get(rest)
        if known is None:
            known = self._pages[rest] = self._table(self._value(0, rest)[0])
        page = Table(known)
        page.file = self
        page["/Contents"] = Reference(content[1])
        return page

    def _table(self, value: Any) -> Table:
        if type(value) is not Table:
            raise NotPlain
        return value

    def mark(self, number: int) -> str:
        """What stands for an object and all that it refers to, but fonts and what a page is below."""
        known = self._marks.get(number)
        if known is None:
            self._marks[number] = ""  # should it refer to itself
            spelt = self._spelt(number).partition(b"obj")[2]
            end = len(spelt)
            if b"stream" in spelt:
                head = spelt[: spelt.index(b"stream")]
                # What has no references is told by its bytes, wherever its data begins.
                end = self._value(0, spelt)[1] if b"(" in head or _REFERENCE.search(head) else 0
            known = self._marks[number] = hashlib.sha256(self._told(spelt[:end]) + spelt[end:]).hexdigest()
        return known

    def _told(self, spelt: bytes) -> bytes:
        """A spelt value with the marks of what it refers to; that of a page's content apart, since the rest is often alike."""
        content = _CONTENT.search(spelt)
        if not content:
            return _REFERENCE.sub(lambda found: self.mark(int(found[1])).encode(), _APART.sub(b"/Font", spelt))
        rest = _APART.sub(b"/Font", spelt[: content.start()] + spelt[content.end() :])
        if rest not in self._alike:
            self._alike[rest] = _REFERENCE.sub(lambda found: self.mark(int(found[1])).encode(), rest)
        return self._alike[rest] + self.mark(int(content[1])).encode()

    def _spelt(self, number: int) -> bytes:
        """The bytes of an object, and whatever stands between it and the next."""
        if not 0 < number < len(self._offsets):
            raise NotPlain
        start = self._offsets[number]
        after = bisect_right(self._starts, (start, number))
        return self._data[start : self._starts[after][0] if after < len(self._starts) else None]

    @property
    def fonts(self) -> Iterator[Table]:
        """The dictionaries of fonts, wherever they are."""
        for found in _FONT.finditer(self._data):
            thing = self.find(self._starts[bisect_right(self._starts, (found.start(), 0)) - 1][1])
            if isinstance(thing, Table) and thing.get("/Type") == "/Font":
                yield thing

    def find(self, number: int) -> Any:
        """An object by its number."""
        if number not in self._kept:
            if not 0 < number < len(self._offsets):
                raise NotPlain
            head = _OBJECT.match(self._data, self._offsets[number])
            assert head  # every offset was looked at
            value, end = self._value(head.end(), self._data)
            stream = _STREAM.match(self._data, end) if type(value) is Table else None
            self._kept[number] = self._stream(value, stream.end(), number) if stream else value
        return self._kept[number]

    def _stream(self, table: Table, start: int, number: int) -> Stream:
        length = table.get("/Length")
        if type(length) is not float:
            raise NotPlain
        stream = Stream(table)
        stream.file, stream.objgen = self, (number, 0)
        stream.data = self._data[start : start + int(length)]
        return stream

    def _value(self, at: int, data: bytes) -> tuple[Any, int]:
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
            value, at = self._value(at, data)
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

    return _text(_ESCAPE.sub(meant, spelt) if b"\\" in spelt else spelt)


_READ: Final[dict[str, Callable[[bytes], Any]]] = {
    "number": _number,
    "numbers": lambda spelt: [_number(one) for one in spelt.split()],
    "name": lambda spelt: "/" + spelt.decode("latin-1"),
    "ref": Reference,
    "shut": lambda _: _SHUT,
    "hex": lambda spelt: _text(bytes.fromhex(spelt.decode())),
    "text": _literal,
    "word": lambda spelt: {b"true": True, b"false": False, b"null": None}[spelt],
}
