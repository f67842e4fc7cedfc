"""The objects of a PDF file, written as they are finished: memory holds offsets, not pages.

reportlab's objects do the spelling: names, strings, dictionaries, the cross-reference table, the trailer.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Final

from reportlab.pdfbase.pdfdoc import (
    NoEncryption,
    PDFArray,
    PDFCrossReferenceTable,
    PDFDictionary,
    PDFFile,
    PDFString,
    PDFTrailer,
    format,
)

VERSION: Final = (1, 7)
LEVEL: Final = 6

# What an object may be made of: an already spelt value, or a reportlab object.
Value = Any


def text(value: str) -> Value:
    """A text string as PDF writes it."""
    return PDFString(value)


def array(values: Sequence[Value]) -> Value:
    """An array of values."""
    return PDFArray(values)


def table(values: Mapping[str, Value]) -> Value:
    """A dictionary; its keys are sorted as it is written."""
    return PDFDictionary(dict(values))


def reference(number: int) -> str:
    """What stands for another object."""
    return f"{number} 0 R"


def real(value: float) -> str:
    """A number as short as four decimals allow."""
    spelt = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if spelt in ("-0", "") else spelt


class _Ledger:
    """What reportlab's objects ask of a document while they spell themselves."""

    def __init__(self) -> None:
        self.encrypt = NoEncryption()
        self.idToObjectNumberAndVersion: dict[int, tuple[int, int]] = {}
        self.idToOffset: dict[int, int] = {}

    def Reference(self, value: Value) -> Value:
        return value


class Body:
    """A PDF file being written to `out`. Each number that is reserved must be put once, in any order."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._ledger = _Ledger()
        self._digest = hashlib.sha256()
        self._last = 0
        self._file = PDFFile(VERSION)
        head = b"".join(self._file.strings)
        self._file.write = self._write
        self._write(head)

    def _write(self, data: bytes) -> None:
        self._digest.update(data)
        self._out.write(data)

    def reserve(self) -> int:
        """A number for an object that is put later."""
        self._last += 1
        return self._last

    def put(self, number: int, value: Value) -> None:
        """Write an object."""
        self._object(number, format(value, self._ledger, 1))

    def stream(self, number: int, head: Mapping[str, Value], data: bytes, filtered: bool = False) -> None:
        """Write a stream, deflated unless `filtered` says that `head` names its filter already."""
        packed = data if filtered else zlib.compress(data, LEVEL)
        more: dict[str, Value] = {"Length": len(packed)} | ({} if filtered else {"Filter": "/FlateDecode"})
        spelt = format(table({**head, **more}), self._ledger, 1)
        self._object(number, spelt + b"\nstream\n" + packed + b"\nendstream")

    def _object(self, number: int, spelt: bytes) -> None:
        self._ledger.idToObjectNumberAndVersion[number] = (number, 0)
        self._ledger.idToOffset[number] = self._file.add(b"%d 0 obj\n" % number + spelt + b"\nendobj\n")

    def close(self, root: int, info: int) -> None:
        """Write the table of objects and the trailer; the file's /ID comes from all that was written."""
        numbers = sorted(self._ledger.idToOffset)
        assert numbers == list(range(1, self._last + 1)), "an object was reserved and never written"
        identity = f"<{self._digest.hexdigest()[:32]}>"
        refs = PDFCrossReferenceTable()
        refs.addsection(0, numbers)
        start = self._file.add(refs.format(self._ledger))
        trailer = PDFTrailer(
            startxref=start,
            Size=self._last + 1,
            Root=reference(root),
            Info=reference(info),
            ID=array([identity, identity]),
        )
        self._file.add(trailer.format(self._ledger))
