"""Picture files: their kind, their size in pixels, and their content's name, read from the first bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from pnp.limits import LIMITS
from pnp.records import dataclass

_PNG: Final = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file that can be printed. `width` and `height` are pixels."""

    path: str
    sha256: str
    width: int
    height: int


class PictureError(ValueError):
    """A file that is no PNG or JPEG, or cannot be read."""


def read(path: Path) -> Picture:
    """A PNG's or JPEG's size and hash. Raises `PictureError`."""
    try:
        if path.stat().st_size > LIMITS.picture:
            raise PictureError(f"it is larger than {LIMITS.picture:,} bytes")
        data = path.read_bytes()
    except OSError as fault:
        raise PictureError(f"it cannot be read: {fault.strerror}") from None
    size = _png(data) if data.startswith(_PNG) else _jpeg(data) if data.startswith(b"\xff\xd8") else None
    if not size or not size[0] or not size[1]:
        raise PictureError("it is neither a PNG nor a JPEG")
    return Picture(str(path), hashlib.sha256(data).hexdigest(), *size)


def _png(data: bytes) -> tuple[int, int] | None:
    if data[12:16] != b"IHDR":
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """The size in the frame header (markers C0 to CF but for C4, C8 and CC)."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
