"""Where words may break with a hyphen by themselves. Few texts ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_LETTERS: Final = r"[^\W\d_]+"


def hyphens(language: str) -> Callable[[str], list[int]] | None:
    """Where a language lets a word break, from its hyphenation patterns; at least two letters stay and three go."""
    import pyphen

    known = pyphen.language_fallback(language)
    if known is None:
        return None
    patterns = pyphen.Pyphen(lang=known, left=2, right=3)

    def cuts(text: str) -> list[int]:
        letters = re.match(_LETTERS, text)
        return [int(cut) for cut in patterns.positions(letters[0])] if letters and len(letters[0]) > 5 else []

    return cuts
