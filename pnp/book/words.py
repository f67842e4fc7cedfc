"""Small matters of wording: numbers as words and with signs, curly apostrophes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_WORDS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip


def words(number: int) -> str:
    """A number as a word, up to twenty; in figures beyond."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def ordinal(number: int) -> str:
    """A place in a row: first, second, third, 4th."""
    return ("", "first", "second", "third")[number] if 0 < number < 4 else f"{number}th"


def signed(number: int) -> str:
    """A number with its sign: +1, \u22122 (a true minus), 0."""
    return f"+{number}" if number > 0 else f"\u2212{-number}" if number < 0 else "0"


def together(parts: Sequence[str]) -> str:
    """Things in a row: a, b and c."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def worded(value: object) -> str:
    """An attribute's value as players read it: words of a choice or set without hyphens, yes or no."""
    if isinstance(value, tuple):
        return ", ".join(worded(part) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.replace("-", " ") if isinstance(value, str) else str(value)


def dashed(text: str) -> str:
    """Numbers as they are set: ranges with an en dash, a leading hyphen as a minus."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2013", re.sub(r"^-(?=\d)", "\u2212", text))


def curly(text: str) -> str:
    """Straight apostrophes of records as the typographer sets those of the chapters."""
    return text.replace("'", "\u2019")
