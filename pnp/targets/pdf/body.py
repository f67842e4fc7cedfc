"""The objects of a PDF file, written as they are finished: memory holds offsets, not pages.

pydyf's objects do the spelling: names, strings, arrays, dictionaries.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Final

from deflate import zlib_compress
from pydyf import Array, Dictionary, String

# The second line tells programs that look that the file is binary.
HEAD: Final = b"%PDF-1.7\n%\xc4\xe5\xf2\xe5\n"
# Half of the time that level 6 takes, and an eighth more bytes.
_LEVEL: Final = 1

# What an object may be made of: an already spelt value, a number, or a pydyf object.
Value = Any


def text(value: str) -> Value:
    """A text string as PDF writes it."""
    return String(value)


def array(values: Sequence[Value]) -> Value:
    """An array of values."""
    return Array(values)


def table(values: Mapping[str, Value]) -> Value:
    """A dictionary, its keys sorted."""
    return Dictionary({key: values[key] for key in sorted(values)})


def reference(number: int) -> str:
    """What stands for another object."""
    return f"{number} 0 R"


def real(value: float) -> str:
    """A number as short as four decimals allow."""
    spelt = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if spelt in ("-0", "") else spelt


def packed(data: bytes) -> bytes:
    """A stream's data deflated: by libdeflate, whose bytes are the same on every machine, as zlib's are not."""
    return bytes(zlib_compress(data, _LEVEL))


class Body:
    """A PDF file being written to `out`. Each number that is reserved must be put once, in any order."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._digest = hashlib.sha256()
        self._offsets: dict[int, int] = {}
        self._last = self._at = 0
        self._write(HEAD)

    def _write(self, data: bytes) -> None:
        self._at += len(data)
        self._digest.update(data)
        self._out.write(data)

    def reserve(self) -> int:
        """A number for an object that is put later."""
        self._last += 1
        return self._last

    def put(self, number: int, value: Value) -> None:
        """Write an object."""
        self._object(number, value.encode("ascii") if isinstance(value, str) else value.data)

    def stream(self, number: int, head: Mapping[str, Value], data: bytes, filtered: bool = False) -> None:
        """Write a stream, deflated unless `filtered` says that `head` names its filter already."""
        if not filtered:
            head, data = {**head, "Filter": "/FlateDecode"}, packed(data)
        spelt = table({**head, "Length": len(data)}).data
        self._object(number, b"%b\nstream\n%b\nendstream" % (spelt, data))

    def deflated(self, number: int, data: bytes) -> None:
        """Write a stream that is deflated already and has nothing else to say, spelt here: there may be thousands."""
        self._object(number, b"<</Filter /FlateDecode/Length %d>>\nstream\n%b\nendstream" % (len(data), data))

    def _object(self, number: int, spelt: bytes) -> None:
        self._offsets[number] = self._at
        self._write(b"%d 0 obj\n%b\nendobj\n" % (number, spelt))

    def close(self, root: int, info: int) -> None:
        """Write the table of objects and the trailer; the file's /ID comes from all that was written."""
        assert sorted(self._offsets) == list(range(1, self._last + 1)), "an object was reserved and never written"
        start, identity = self._at, f"<{self._digest.hexdigest()[:32]}>"
        rows = b"".join([b"%010d 00000 n \n" % self._offsets[number] for number in range(1, self._last + 1)])
        self._write(b"xref\n0 %d\n0000000000 65535 f \n%b" % (self._last + 1, rows))
        known = {"Size": self._last + 1, "Root": reference(root), "Info": reference(info)}
        trailer = table(known | {"ID": array([identity, identity])})
        self._write(b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (trailer.data, start))
