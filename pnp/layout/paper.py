"""Papers by name or size. Sheets stand upright: what a sheet holds is turned, not the sheet."""

from __future__ import annotations

from typing import Final

from pnp.records import dataclass
from pnp.units import INCH, MM, Size, UnitError, parse


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright; `name` is what files are called after."""

    name: str
    size: Size

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.name.upper() if self.name[0] == "a" and len(self.name) == 2 else self.name.capitalize()


A4: Final = Paper("a4", Size(210 * MM, 297 * MM))
PAPERS: Final = (
    A4,
    Paper("letter", Size(INCH * 17 // 2, INCH * 11)),
    Paper("a3", Size(297 * MM, 420 * MM)),
    Paper("tabloid", Size(INCH * 11, INCH * 17)),
    Paper("legal", Size(INCH * 17 // 2, INCH * 14)),
)

_LEAST, _MOST = 50 * MM, 2_000 * MM


class PaperError(ValueError):
    """A text that names no paper; the message says what one looks like."""


def read(text: str) -> Paper:
    """The paper of a name (``a4``, ``letter``, …) or of a width and height such as ``210x297mm`` or ``8.5inx11in``.

    Raises `PaperError` for anything else.
    """
    word = text.strip().lower()
    for paper in PAPERS:
        if paper.name == word:
            return paper
    across, by, down = word.replace("×", "x").partition("x")
    names = ", ".join(paper.name for paper in PAPERS)
    if not by:
        raise PaperError(f"{text!r} is no paper: {names}, or a width and height such as 210x297mm")
    return _custom(text, across.strip(), down.strip())


def _custom(text: str, across: str, down: str) -> Paper:
    unit = next((unit for unit in ("mm", "cm", "in", "pt", "um") if down.endswith(unit)), "")
    try:
        sides = sorted((parse(across if across[-1:].isalpha() else across + unit), parse(down)))
    except UnitError as fault:
        raise PaperError(f"{text!r} is no paper: {fault}") from None
    if sides[0] < _LEAST or sides[1] > _MOST:
        raise PaperError(f"{text!r} is no paper that pnp can use: sides are between 50 mm and 2000 mm")
    return Paper("x".join(f"{side / MM:g}" for side in sides) + "mm", Size(*sides))
