"""The type of a file: its fonts in the sizes and colours that they are set in, and how words are shown there.

What shows a word stands within the one literal of its line: where a word needs more than letters and moves (another font,
marks that are raised), it closes the literal, and opens it again at its end as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pnp.draw.frame import Font, Word
from pnp.targets.pdf.fonts import FontFile

# A font, its size, and a colour as the palette spells it.
Key = tuple[Font, int, str]
# An empty string at the end of an array: pdfium, which shows PDFs in Chrome, loses the move before it. There are few, and
# only where there is one a pattern looks for those after a move.
_EMPTY: Final = "()]TJ"
_LOST: Final = r"\(\)(?<=\d\(\))(?=\]TJ)"


class Type(dict[Word, str]):
    """A font in a size and a colour: how a text object in it begins, and words as they are shown in it, made at their first
    use. It holds those that stay within the literal of their line, as nearly all do; those of the text being written that
    close it are `closed`."""

    __slots__ = ("_closing", "_key", "_operator", "_turns", "_types", "closed", "file", "font", "opening", "show")

    def __init__(self, key: Key, types: Types) -> None:
        self.font, self._key, self._types = key[0], key, types
        self.file = types.file(self.font)
        self._operator = f"/{self.file.id} {key[1]} Tf"
        self.opening = f"BT\n{types.ink(key[2])}\n{self._operator}\n"
        # To ask for a method of a class of our own takes as long as to look three words up.
        self.show: Callable[[Word], str] = self.__getitem__
        self._closing: dict[Word, str] = {}
        self.closed: list[Word] = []
        # The turn to another font, and back to this one.
        self._turns: dict[Font, tuple[str, str]] = {}

    def __missing__(self, word: Word) -> str:
        if word.font is self.font and not word.offsets:
            self[word] = shown = self.file.spell(word)
            return shown
        self.closed.append(word)
        if word not in self._closing:
            self._closing[word] = self._raised(word) if word.font is self.font else self._foreign(word)
        return self._closing[word]

    def _raised(self, word: Word) -> str:
        """A word some of whose glyphs stand elsewhere than in line."""
        self.file.spell(word)
        return self.file.raised(word, self._key[1])

    def _foreign(self, word: Word) -> str:
        """A word in another type: the line turns to that, and back."""
        other = self._types[word.font, self._key[1], self._key[2]]
        there, back = f")]TJ {other._operator}[(", f")]TJ {self._operator}[("
        self._turns[word.font] = there, back
        return f"{there}{other._raised(word) if word.offsets else other.show(word)}{back}"

    def mended(self, shown: str) -> str:
        """A text with words that close the literal: it does not turn back and away again between neighbours of another font,
        and has no empty strings that a move is lost before."""
        if len(self.closed) > 1:
            others = {word.font for word in self.closed} - {self.font}
            # Where words are of more than one other font, neighbours need not be of the same.
            if len(others) == 1:
                there, back = self._turns[others.pop()]
                shown = shown.replace(back + there, "")
        self.closed.clear()
        return re.sub(_LOST, "", shown) if _EMPTY in shown else shown


class Types(dict[Key, Type]):
    """The type of a file, made at its first use. `ink` is the operator that sets a colour."""

    def __init__(self, file: Callable[[Font], FontFile], ink: Callable[[str], str]) -> None:
        self.file, self.ink = file, ink

    def __missing__(self, key: Key) -> Type:
        self[key] = type = Type(key, self)
        return type
