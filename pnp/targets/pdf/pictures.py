"""Picture files as PDF images: JPEGs as they are, PNGs with their own compressed rows, transparency laid on white."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from pathlib import Path

from pnp.records import dataclass
from pnp.targets.pdf.body import Body, table

_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
_CHANNELS = {0: 1, 2: 3, 3: 1}


@dataclass(frozen=True, slots=True)
class _Png:
    """The parts of a PNG: kind of colour, bits, interlace, and its chunks of palette and pixels joined."""

    width: int
    height: int
    bits: int
    colour: int
    interlaced: bool
    palette: bytes
    transparent: bool
    rows: bytes

    @property
    def plain(self) -> bool:
        """Whether PDF takes its rows as they are."""
        return self.colour in _CHANNELS and self.bits <= 8 and not self.interlaced and not self.transparent


def write(body: Body, number: int, path: str, grey: bool = False) -> None:
    """Write the picture file as image object `number`. Raises `OSError` where it cannot be read."""
    data = Path(path).read_bytes()
    if grey:
        _write_png(body, number, _parse(_flattened(data, "L")))
        return
    if data.startswith(b"\xff\xd8") and _write_jpeg(body, number, data):
        return
    png = _parse(data) if data.startswith(b"\x89PNG") else None
    _write_png(body, number, png if png and png.plain else _parse(_flattened(data)))


def _head(width: int, height: int, bits: int, space: str, **more: object) -> dict[str, object]:
    image = {"Type": "/XObject", "Subtype": "/Image", "Width": width, "Height": height}
    return image | {"BitsPerComponent": bits, "ColorSpace": space} | more


def _write_jpeg(body: Body, number: int, data: bytes) -> bool:
    """Take a JPEG over unless it is to be turned by its camera's note or has a strange number of colours."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as picture:
        channels = len(picture.getbands())
        if channels not in _SPACES or picture.getexif().get(0x0112, 1) != 1:
            return False
        # Adobe's four-colour JPEGs are stored as negatives.
        more = {"Decode": "[1 0 1 0 1 0 1 0]"} if channels == 4 and "adobe" in picture.info else {}
        head = _head(picture.width, picture.height, 8, _SPACES[channels], Filter="/DCTDecode", **more)
    body.stream(number, head, data, filtered=True)
    return True


def _write_png(body: Body, number: int, png: _Png) -> None:
    space = _SPACES[_CHANNELS[png.colour]]
    if png.palette:
        space = f"[/Indexed /DeviceRGB {len(png.palette) // 3 - 1} <{png.palette.hex()}>]"
    parts = {"Predictor": 15, "Colors": _CHANNELS[png.colour], "BitsPerComponent": png.bits, "Columns": png.width}
    head = _head(png.width, png.height, png.bits, space, Filter="/FlateDecode", DecodeParms=table(parts))
    body.stream(number, head, png.rows, filtered=True)


def _flattened(data: bytes, mode: str = "RGB") -> bytes:
    """Any picture as a plain PNG of 8 bits, right way up, on white, in colour or grey."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(data)) as opened:
        upright = ImageOps.exif_transpose(opened)
        deep = upright.mode in ("I", "I;16", "I;16B", "F")
        picture = upright.point(lambda value: value / 256).convert("RGBA") if deep else upright.convert("RGBA")
        ground = Image.new("RGBA", picture.size, "white")
        flat = Image.alpha_composite(ground, picture).convert(mode)
    out = io.BytesIO()
    flat.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _parse(data: bytes) -> _Png:
    chunks: dict[bytes, bytes] = {}
    for kind, content in _chunks(data):
        chunks[kind] = chunks.get(kind, b"") + content
    width, height, bits, colour, _, _, interlace = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    palette = chunks.get(b"PLTE", b"") if colour == 3 else b""
    return _Png(width, height, bits, colour, bool(interlace), palette, b"tRNS" in chunks, chunks.get(b"IDAT", b""))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length
