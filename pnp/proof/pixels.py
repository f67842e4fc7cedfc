"""How much ink the pixels of a picture take."""

from __future__ import annotations

import zlib
from typing import Any, Final

from pnp.proof.steps import bounded

# No picture of more pixels is looked into.
_MOST: Final = 60_000_000


def inked(image: Any) -> float:
    """The most ink of any pixel of a picture in cyan, magenta, yellow and black, 1.0 being one ink in full; 0 where its
    pixels cannot be made out. Raises `Unreadable` where it would unpack to more than any picture."""
    count = int(image.get("/Width", 0)) * int(image.get("/Height", 0))
    if int(image.get("/BitsPerComponent", 8)) != 8 or not 0 < count <= _MOST:
        return 0.0
    bounded(image)
    data = _data(image, count)
    if len(data) < 4 * count:
        return 0.0
    decode = [float(value) for value in image.get("/Decode", [])]
    if decode[:2] == [1.0, 0.0]:
        return 4 - min(map(sum, _colours(data))) / 255
    return max(map(sum, _colours(data))) / 255


def _colours(data: bytes) -> set[bytes]:
    return {data[at : at + 4] for at in range(0, len(data) - 3, 4)}


def _data(image: Any, count: int) -> bytes:
    """The picture's bytes as the file means them, four a pixel; nothing where they cannot be read."""
    import pikepdf

    try:
        filters = str(image.get("/Filter", ""))
        if "DCTDecode" not in filters:
            return bytes(image.read_bytes())
        picture = pikepdf.PdfImage(image).as_pil_image()
        data = bytes(picture.tobytes()) if picture.mode == "CMYK" else b""
        # What Adobe's programs write is turned round as it is opened, and in the PDF by its /Decode.
        return bytes(255 - value for value in data) if "adobe" in picture.info else data
    except (pikepdf.PdfError, ArithmeticError, LookupError, MemoryError, NotImplementedError, OSError, TypeError,
            ValueError, zlib.error):  # fmt: skip
        return b""
