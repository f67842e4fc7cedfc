"""The index at the end of a book, from the terms and index marks that its chapters leave."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from pnp.book.base import Heading
from pnp.book.columns import parted
from pnp.book.names import Entry
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry leads: the anchor and the section around it, if any."""

    anchor: str
    heading: Heading | None


@dataclass(frozen=True, slots=True)
class Line:
    """An index line. `under` are its second lines; a line may have places of its own, second lines, or both."""

    word: str
    places: tuple[Place, ...]
    under: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """The lines that begin with one letter."""

    letter: str
    lines: tuple[Line, ...]


def letters(entries: Iterable[Entry]) -> tuple[Letter, ...]:
    """The index: sorted without regard to case and accents; a section is named once a line."""
    tree: dict[str, dict[str, list[Place]]] = {}
    for entry in entries:
        places = tree.setdefault(_capital(entry.word), {}).setdefault(entry.under, [])
        if all(place.heading is None or place.heading is not entry.heading for place in places):
            places.append(Place(entry.anchor, entry.heading))
    lines = [
        Line(word, tuple(under.pop("", ())), tuple(Line(name, tuple(under[name])) for name in sorted(under, key=_key)))
        for word, under in sorted(tree.items(), key=lambda item: _key(item[0]))
    ]
    initials = dict.fromkeys(_key(line.word)[0].upper() for line in lines)
    return tuple(Letter(one, tuple(line for line in lines if _key(line.word)[0].upper() == one)) for one in initials)


def columns(entries: Iterable[Entry], count: int) -> list[list[Letter]]:
    """The index in columns of nearly equal height; a letter's lines stay together."""
    weighed = [(2 + sum(1 + len(line.under) for line in letter.lines), (letter,)) for letter in letters(entries)]
    return parted(weighed, count)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _key(word: str) -> str:
    bare = "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
    return bare.casefold() or " "
