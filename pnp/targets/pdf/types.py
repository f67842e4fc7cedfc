"""The type of a file: its fonts at the sizes that they are set in, and how words are shown there."""

from __future__ import annotations

from collections.abc import Callable

from pnp.draw.frame import Font, Word
from pnp.targets.pdf.body import real
from pnp.targets.pdf.fonts import FontFile, Letter


class Type:
    """A font at a size: the operator that sets it, and words as they are shown in it. `foreign` are words of other fonts in
    its lines, `others` the letters of those that are not plain."""

    __slots__ = ("file", "font", "foreign", "operator", "others", "show", "shown", "size")

    def __init__(self, font: Font, size: int, file: FontFile) -> None:
        self.font, self.size, self.file = font, size, file
        self.operator = f"/{self.file.id} {size} Tf"
        self.foreign: set[Word] = set()
        self.others: dict[Word, tuple[Letter, ...]] = {}
        self.shown = _Shown(self)
        self.show: Callable[[Word], str] = self.shown.__getitem__


class _Shown(dict[Word, str]):
    """What is inside a TJ array for each word of a line, made at its first use; and the text of those that are plain."""

    def __init__(self, type: Type) -> None:
        self._type = type
        self.texts: dict[Word, str] = {}

    def __missing__(self, word: Word) -> str:
        type, plain, shown = self._type, False, ""
        if word.font is not type.font:
            type.foreign.add(word)
        else:
            shown, plain, letters, stretches = type.file.spell(word)
            if stretches:
                shown = _raised(stretches, type.size)
            if not plain:
                type.others[word] = letters
        self[word], self.texts[word] = shown, word.text if plain else ""
        return shown


class Types(dict[tuple[Font, int], Type]):
    """The type of a file, made at its first use."""

    def __init__(self, file: Callable[[Font], FontFile]) -> None:
        self._file = file

    def __missing__(self, key: tuple[Font, int]) -> Type:
        font, size = key
        self[key] = type = Type(font, size, self._file(font))
        return type


def _raised(stretches: tuple[tuple[float, str], ...], size: int) -> str:
    """Glyphs of which some stand higher or lower than the line."""
    return "".join(f"]TJ {real(rise * size)} Ts[{body}" for rise, body in stretches) + "]TJ 0 Ts["
