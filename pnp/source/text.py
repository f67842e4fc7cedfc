"""A content file's text, in bounded memory."""

from __future__ import annotations

from pathlib import Path

from pnp.diag import Found, Span
from pnp.encoding import decode, forbidden
from pnp.limits import LIMITS, Limits

__all__ = ("LIMITS", "Limits", "decode", "forbidden", "read")


def read(path: Path, shown: str, found: Found, limits: Limits = LIMITS) -> str | None:
    """A file's text without its byte-order mark, or None after a diagnostic."""
    try:
        if not path.is_file():  # a pipe would wait for ever
            found.error("file/unreadable", Span(shown), f"'{shown}' is not a file")
            return None
        size = path.stat().st_size
        if size > limits.size:
            found.error("file/size", Span(shown), f"'{shown}' has {size:,} bytes; at most {limits.size:,} are read")
            return None
        data = path.read_bytes()
    except OSError as error:
        found.error("file/unreadable", Span(shown), f"'{shown}' cannot be read: {(error.strerror or 'error').lower()}")
        return None
    return decode(data, shown, found)
