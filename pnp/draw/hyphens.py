"""Where words may be broken: at soft hyphens, or where a language's patterns say so."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_LETTERS: Final = r"[^\W\d_]+"


def soft(text: str) -> list[int]:
    """Where the soft hyphens of a word let it break."""
    return [index + 1 for index, character in enumerate(text) if character == "\u00ad"]


def breaks(language: str) -> Callable[[str], list[int]] | None:
    """Where a language lets a word break, from its hyphenation patterns; at least two letters stay and three go."""
    import pyphen

    known = pyphen.language_fallback(language)
    if known is None:
        return None
    patterns = pyphen.Pyphen(lang=known, left=2, right=3)

    def places(text: str) -> list[int]:
        letters = re.match(_LETTERS, text)
        return [int(cut) for cut in patterns.positions(letters[0])] if letters and len(letters[0]) > 5 else []

    return places
