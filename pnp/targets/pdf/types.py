"""The type of a file: its fonts in the sizes and colours that they are set in, and how words are shown there.

What shows a word stands within the one literal of its line: where a word needs more than letters and moves (another font,
marks that are raised), it closes the literal, and opens it again at its end as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.draw.frame import Font, Word
from pnp.targets.pdf.fonts import FontFile, Letter

# A font, its size, and a colour as the palette spells it.
Key = tuple[Font, int, str]


class Type:
    """A font in a size and a colour: how a text object in it begins, and words as they are shown in it. `plain` are the
    characters of those that are plain letters of the font; `odd` are the others, with the type that they are in, and
    `letters` are those of them that are in this one."""

    __slots__ = ("_key", "_types", "file", "font", "letters", "odd", "opening", "plain", "seams", "show")

    def __init__(self, key: Key, types: Types) -> None:
        self.font, self._key, self._types = key[0], key, types
        self.file = types.file(self.font)
        self.opening = f"BT\n{types.ink(key[2])}\n{self._operator}\n"
        self.plain: dict[Word, str] = {}
        self.odd: dict[Word, Type] = {}
        self.letters: dict[Word, Mapping[Letter, None]] = {}
        # What stands between neighbours of another font, by their type: the turn back to this one, and away again.
        self.seams: dict[Type, str] = {}
        self.show: Callable[[Word], str] = _Shown(self.spell).__getitem__

    @property
    def _operator(self) -> str:
        return f"/{self.file.id} {self._key[1]} Tf"

    def spell(self, word: Word) -> str:
        """What shows a word."""
        self.plain[word] = ""
        if word.font is not self.font:
            self.odd[word] = other = self._types[word.font, self._key[1], self._key[2]]
            return self._foreign(other, word)
        shown, said = self.file.spell(word)
        if said and not word.offsets:
            self.plain[word] = said
            return shown
        self.odd[word] = self
        self.letters[word] = dict.fromkeys([(glyph, said) for glyph, _, said in word.glyphs])
        return self.file.raised(word, self._key[1]) if word.offsets else shown

    def _foreign(self, other: Type, word: Word) -> str:
        """A word in another type: the line turns to that, and back."""
        there, back = f")]TJ {other._operator}[(", f")]TJ {self._operator}[("
        self.seams[other] = back + there
        return f"{there}{other.show(word)}{back}"


class _Shown(dict[Word, str]):
    """What shows each word, made at its first use."""

    def __init__(self, spell: Callable[[Word], str]) -> None:
        self._spell = spell

    def __missing__(self, word: Word) -> str:
        self[word] = shown = self._spell(word)
        return shown


class Types(dict[Key, Type]):
    """The type of a file, made at its first use. `ink` is the operator that sets a colour."""

    def __init__(self, file: Callable[[Font], FontFile], ink: Callable[[str], str]) -> None:
        self.file, self.ink = file, ink

    def __missing__(self, key: Key) -> Type:
        self[key] = type = Type(key, self)
        return type
