"""The operators of a page or a form of any PDF, with what they are given."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

# The largest stream that is unpacked.
_LARGEST: Final = 256 << 20

# What an operator is given, and its name. Of these operators nobody asks what they are given.
Step = tuple[Sequence[Any], str]
_SILENT: Final = ("q", "Q", "S", "s", "f", "f*", "n", "W", "BT", "Tj", "TJ", "'", '"')


class Unreadable(ValueError):
    """A file that is no PDF, or a broken one; the message is the end of a sentence that begins with its name."""


def instructions(holder: Any) -> Iterator[Step]:
    """What the streams of a page, or a form, say. Raises `Unreadable` where that is more than any page says."""
    import pikepdf

    paged = not isinstance(holder, pikepdf.Stream)
    content = holder.get("/Contents") if paged else holder
    parts = list(content) if isinstance(content, pikepdf.Array) else [content]
    for part in parts:
        bounded(part)
    if not any(isinstance(part, pikepdf.Stream) for part in parts):
        return
    for step in pikepdf.parse_content_stream(pikepdf.Page(holder) if paged else holder):
        operator = str(step.operator)
        yield [_plain(value) for value in step.operands] if operator not in _SILENT else (), operator


def _plain(value: Any) -> Any:
    """A number as a number, a name as a text."""
    if isinstance(value, int | float | Decimal):
        return float(value)
    text = str(value) if not hasattr(value, "keys") else ""
    return text if text.startswith("/") else value


def bounded(stream: Any) -> None:
    """Raises `Unreadable` where a stream would unpack to more than any page has."""
    import pikepdf

    filters = stream.get("/Filter") if isinstance(stream, pikepdf.Stream) else None
    if isinstance(filters, pikepdf.Array) and len(filters):
        filters = filters[0]
    if str(filters) != "/FlateDecode":
        return
    unpacker = zlib.decompressobj()
    try:
        unpacker.decompress(stream.read_raw_bytes(), _LARGEST)
    except zlib.error:
        return  # a reader that repairs may still read some of it
    if unpacker.unconsumed_tail:
        raise Unreadable(f"has a page of more than {_LARGEST >> 20} MB, which no page has")
