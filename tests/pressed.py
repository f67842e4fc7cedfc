"""A profile of a press that never was, made here: it prints every colour with as much black as it can, on top of its cyan,
magenta and yellow, so that dark colours take nearly four full inks."""

from __future__ import annotations

import itertools
import struct
from pathlib import Path

_WHITE = (0.9642, 1.0, 0.8249)
_RGB = ((0.4361, 0.3851, 0.1431), (0.2225, 0.7169, 0.0606), (0.0139, 0.0971, 0.7142))
_XYZ = ((3.1341, -1.6174, -0.4907), (-0.9788, 1.9161, 0.0335), (0.0720, -0.2290, 1.4052))
_GRID = 9
_FOUR = 5

Three = tuple[float, float, float]


def _lab(rgb: Three) -> Three:
    linear = [channel**2.2 for channel in rgb]
    xyz = [sum(part * value for part, value in zip(row, linear, strict=True)) for row in _RGB]
    x, y, z = (_root(value / white) for value, white in zip(xyz, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def _cube(value: float) -> float:
    return value**3 if value > 0.206893 else (value - 16 / 116) / 7.787


def _rgb(lab: Three) -> Three:
    y = (lab[0] + 16) / 116
    xyz = [_cube(value) * white for value, white in zip((y + lab[1] / 500, y, y - lab[2] / 200), _WHITE, strict=True)]
    linear = [sum(part * value for part, value in zip(row, xyz, strict=True)) for row in _XYZ]
    red, green, blue = (min(1.0, max(0.0, value)) ** (1 / 2.2) for value in linear)
    return red, green, blue


def _inks(rgb: Three) -> tuple[float, ...]:
    colours = [1 - channel for channel in rgb]
    return (*colours, min(colours) ** 2)


def _bytes(*shares: float) -> bytes:
    return bytes(min(255, max(0, round(share * 255))) for share in shares)


def _pcs(lab: Three) -> bytes:
    return _bytes(lab[0] / 100, (lab[1] + 128) / 255, (lab[2] + 128) / 255)


def _lut(channels: tuple[int, int], grid: int, table: bytes) -> bytes:
    identity = struct.pack(">9i", *(65536 if index % 4 == 0 else 0 for index in range(9)))
    straight = bytes(range(256))
    head = b"mft1" + bytes(4) + bytes((*channels, grid, 0)) + identity
    return head + straight * channels[0] + table + straight * channels[1]


def _said(text: str) -> bytes:
    data = text.encode("ascii") + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(data)) + data + bytes(4 + 4 + 2 + 1 + 67)


def profile(path: Path, name: str = "A press that never was", space: bytes = b"CMYK") -> Path:
    """Write the profile; its path."""
    steps, fours = [index / (_GRID - 1) for index in range(_GRID)], [index / (_FOUR - 1) for index in range(_FOUR)]
    onto = b"".join(
        _bytes(*_inks(_rgb((light * 100, a * 255 - 128, b * 255 - 128))))
        for light, a, b in itertools.product(steps, steps, steps)
    )
    back = b"".join(
        _pcs(_lab(((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k))))
        for c, m, y, k in itertools.product(fours, fours, fours, fours)
    )
    white = b"XYZ " + bytes(4) + struct.pack(">3i", *(round(value * 65536) for value in _WHITE))
    tags = {
        b"desc": _said(name),
        b"cprt": b"text" + bytes(4) + b"none\0",
        b"wtpt": white,
        b"A2B0": _lut((4, 3), _FOUR, back),
        b"B2A0": _lut((3, 4), _GRID, onto),
    }
    at, listed, data = 128 + 4 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for key, value in tags.items():
        value += bytes(-len(value) % 4)
        listed += key + struct.pack(">II", at + len(data), len(value))
        data += value
    head = bytearray(128)
    head[0:4] = struct.pack(">I", 128 + len(listed) + len(data))
    head[8:12], head[12:16], head[16:20], head[20:24] = b"\x02\x40\0\0", b"prtr", space, b"Lab "
    head[24:36] = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    head[36:40] = b"acsp"
    head[68:80] = white[8:20]
    path.write_bytes(bytes(head) + listed + data)
    return path
