"""Bytes → text: UTF-8, with or without a byte-order mark, and nothing else. For every text that a game brings."""

from __future__ import annotations

import re
from typing import Final

from pnp.diag import Found, Span

_BOMS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)

# Control characters, line separators that editors count differently, and what is no character at all.
_FORBIDDEN: Final = "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"

# What every text is nearly all of, and none of which is forbidden: without it, there is little to look through.
_USUAL: Final = bytes((0x09, 0x0A, *range(0x20, 0x7F)))
_BOM: Final = b"\xef\xbb\xbf"

_LONE: Final = "\r(?!\n)"


def decode(data: bytes, shown: str, found: Found) -> str | None:
    """UTF-8 bytes as text; another encoding is named in one sentence, with the place where it shows."""
    name = next((name for mark, name in _BOMS if data.startswith(mark)), "")
    if not name and data[:400].count(0) > len(data[:400]) // 4:
        name = "UTF-16"
    if name:
        found.error("file/encoding", Span(shown), f"'{shown}' is {name}, not UTF-8", "save it as UTF-8")
        return None
    data = data.removeprefix(_BOM)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"byte 0x{data[error.start]:02x} is not UTF-8; the file looks like Latin-1 or Windows-1252"
        found.error("file/encoding", Span(shown, line, column, line, column + 1), message, "save it as UTF-8")
        return None
    rest = data.translate(None, _USUAL).decode()
    return text if not (forbidden(rest) or "\r" in rest) or _allowed(text, shown, found) else None


def forbidden(text: str) -> re.Match[str] | None:
    """The first character that no text can hold. What can be printed, as nearly every text, is none."""
    return None if text.isprintable() else re.search(_FORBIDDEN, text)


def _allowed(text: str, shown: str, found: Found) -> bool:
    """Whether every character may stand in a content file."""
    match = forbidden(text) or re.search(_LONE, text)
    if match is None:
        return True
    at = match.start()
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    message = f"the character U+{ord(match.group()):04X} cannot stand in a content file"
    found.error("file/character", Span(shown, line, column, line, column + 1), message, "take it away")
    return False
