"""Colours as PDFs tell them, and how much ink they take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

_NUMBERS: Final = (("DeviceGray", 1), ("CalGray", 1), ("DeviceRGB", 3), ("CalRGB", 3), ("Lab", 3), ("DeviceCMYK", 4))
_BY_NUMBERS: Final = (("DeviceGray", 1), ("DeviceRGB", 3), ("DeviceCMYK", 4))


def space(named: Any, resources: Any) -> tuple[str, int]:
    """A colour space's name and how many numbers a colour has in it, 0 where that is not known."""
    import pikepdf

    thing = resources.get("/ColorSpace", {}).get(str(named), named) if not isinstance(named, pikepdf.Array) else named
    if not isinstance(thing, pikepdf.Array):
        name = str(thing)[1:]
        return name, dict(_NUMBERS).get(name, 0)
    name = str(thing[0])[1:]
    if name == "ICCBased":
        count = int(thing[1].get("/N", 3))
        return next((known for known, numbers in _BY_NUMBERS if numbers == count), name), count
    if name == "Indexed" and not (isinstance(thing[1], pikepdf.Array) and str(thing[1][0]) == "/Indexed"):
        return space(thing[1], resources)[0], 0
    return name, dict(_NUMBERS).get(name, 0)


def ink(values: Sequence[float], name: str) -> float:
    """How much ink a colour takes, 1.0 being one ink in full; red, green and blue count as three inks without black."""
    if name in ("DeviceCMYK", "Separation", "DeviceN"):
        return sum(values)
    return sum(1 - value for value in values) if name in ("DeviceGray", "CalGray", "DeviceRGB", "CalRGB") else 0.0
