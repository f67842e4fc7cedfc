"""Finished pages as pictures and as the text that a viewer finds. Owns pypdfium2."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pnp.units import INCH, Box

# A picture of Pillow's, which pypdfium2 makes.
Image = Any
# Of a PNG's bytes, its signature and first chunk.
_HEAD: Final = 33


def pictures(path: Path, dpi: float = 100) -> Iterator[Image]:
    """Each page as a picture in RGB."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as file:
        for page in file:
            yield page.render(scale=dpi / 72).to_pil().convert("RGB")


def picture(path: Path, page: int, dpi: int = 100) -> Image:
    """One page, from 0, as a picture in RGB."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as file:
        return file[page].render(scale=dpi / 72).to_pil().convert("RGB")


def texts(path: Path) -> Iterator[str]:
    """What a viewer finds on each page when all is selected, in its order."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as file:
        for page in file:
            yield page.get_textpage().get_text_range().replace("\r\n", "\n")


def png(picture: Image, dpi: int) -> bytes:
    """A picture as a PNG that says how large it is, and who made it."""
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(dpi, dpi), compress_level=6)
    data = out.getvalue()
    return data[:_HEAD] + _chunk(b"tEXt", b"Software\0pnp") + data[_HEAD:]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def inked(path: Path, page: int, dpi: int = 100) -> Box | None:
    """The box in micrometres that holds all of a page that is not white; None for an empty one."""
    image = picture(path, page, dpi)
    found = image.point(lambda value: 255 - value).getbbox()
    if not found:
        return None
    left, top, right, bottom = (round(edge * INCH / dpi) for edge in found)
    return Box(left, top, right - left, bottom - top)
