"""Atoms: what a line of text takes or leaves whole."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.frame import Word

# A part of an atom: (offset in ems, the word, or the id of an icon; its size as a share of the text's).
Part = tuple[float, "Word | str", float]


class Atom:
    """What a line takes or leaves whole. Widths are in ems of the text; `full` is with what follows in the line. Nearly all
    are one word: `word` alone, or `spaced` when a space follows; others have several parts, `tail` being the same when
    something follows."""

    __slots__ = ("_parts", "_tail", "emphasis", "full", "missing", "spaced", "text", "width", "word")

    def __init__(
        self,
        text: str,
        width: float,
        full: float,
        word: Word | None = None,
        spaced: Word | None = None,
        parts: tuple[Part, ...] = (),
        tail: tuple[Part, ...] = (),
    ) -> None:
        self.text, self.width, self.full, self.word, self.spaced = text, width, full, word, spaced
        self._parts, self._tail, self.missing, self.emphasis = parts, tail, "", -1

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its words and icons where nothing follows."""
        return self._parts if self.word is None else ((0.0, self.word, 1.0),)

    @property
    def tail(self) -> tuple[Part, ...]:
        """The same where something follows."""
        return self._tail if self.spaced is None else ((0.0, self.spaced, 1.0),)


def wide(atoms: Sequence[Atom]) -> float:
    """The width in ems of atoms on one line."""
    return sum([atom.full for atom in atoms]) - atoms[-1].full + atoms[-1].width if atoms else 0.0


def alone(parts: list[Part]) -> Word | None:
    """The one word that some parts are, at full size."""
    if len(parts) != 1:
        return None
    _, what, scale = parts[0]
    return what if scale == 1.0 and isinstance(what, Word) else None
