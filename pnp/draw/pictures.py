"""Picture files: their kind, their size in pixels, and their content's name, read from the first bytes."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pnp.limits import LIMITS
from pnp.records import dataclass

_PIECE: Final = 1 << 20
_CHANNELS: Final = MappingProxyType({0: 1, 2: 3, 3: 1, 4: 2, 6: 4})
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
    if size[0] * size[1] > LIMITS.pixels:
        raise PictureError(f"it has {size[0]:,} × {size[1]:,} pixels; at most {LIMITS.pixels:,} are read")
    if data.startswith(_PNG):
        _whole(data, *size)
    return Picture(str(path), hashlib.sha256(data).hexdigest(), *size)


def _png(data: bytes) -> tuple[int, int] | None:
    if data[12:16] != b"IHDR":
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _whole(data: bytes, width: int, height: int) -> None:
    """Raises `PictureError` unless a PNG's data come to just its pixels: neither cut off nor a bomb. Unpacks a piece at a
    time and keeps none."""
    depth, colour, interlaced = data[24], data[25], data[28]
    wanted = height * (1 + -(-width * depth * _CHANNELS.get(colour, 1) // 8))
    inflate, came = zlib.decompressobj(), 0
    try:
        for piece in _pieces(data):
            while piece:
                came += len(inflate.decompress(piece, _PIECE))
                piece = inflate.unconsumed_tail
                if came > wanted * (2 if interlaced else 1):
                    raise PictureError("it unpacks to more than its size says")
    except zlib.error:
        raise PictureError("its data are damaged") from None
    if came < wanted and not interlaced:
        raise PictureError("it is cut off")


def _pieces(data: bytes) -> Iterator[bytes]:
    """The data chunks of a PNG."""
    at = len(_PNG)
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            yield data[at + 8 : at + 8 + length]
        at += 12 + length


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """The size in the frame header (markers C0 to CF but for C4, C8 and CC)."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
