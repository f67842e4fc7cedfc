"""Names that every system can give to a file: Windows has the fewest."""

from __future__ import annotations

from typing import Final

_PORTS: Final = tuple(f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³")
KEPT: Final = ("con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS)
"""What Windows keeps for itself, whatever stands after a full stop, in capitals or not."""
SIGNS: Final = '<>:"|?*\\'
LONGEST: Final = 120
"""Characters of a path that leave Windows, which stops at 260, as much again for the folders around it."""


def fault(name: str) -> str:
    """Why Windows cannot have a file or folder of that name, as ``… 'aux' is a name that it keeps``; '' where it can."""
    signs = [sign for sign in name if sign in SIGNS or ord(sign) < 32]
    if signs:
        return f"no name there may hold {signs[0]!a}"
    if name.endswith((".", " ")):
        return f"it takes away the {'full stop' if name.endswith('.') else 'space'} at the end"
    stem = name.split(".", 1)[0].rstrip()
    return f"'{stem}' is a name that it keeps for itself" if stem.casefold() in KEPT else ""


def same(path: str) -> str:
    """What two paths share that are one to a system that does not tell capitals, or ways to write an accent, apart."""
    if path.isascii():
        return path.casefold()
    import unicodedata

    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
