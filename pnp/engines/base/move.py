"""Moves in words: ``to radford``, ``take merry-men*3``. A move prints, and `parse` is the inverse."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import NamedTuple

_WORD = re.compile(r"[a-z0-9?+*/=.:-]+")


class Move(NamedTuple):
    """What a seat or chance does: a verb and what it is done to, each a word of small letters, digits and ``?+*/=.:-``."""

    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))


class NotationError(Exception):
    """A move that cannot be played: one sentence."""


class Unreadable(NotationError):
    """Not a move in any position."""


class Illegal(NotationError):
    """A move, but not one of those that are open now."""


class Ambiguous(NotationError):
    """Short for more than one of the moves that are open now."""


def parse(text: str) -> Move:
    """The move that a line spells out. Raises `Unreadable`."""
    words = text.split()
    if not words:
        raise Unreadable("a move is a verb and what it is done to, such as 'to radford'; this line is empty")
    for word in words:
        if not _WORD.fullmatch(word):
            raise Unreadable(f"'{word[:40]}' is not a word of a move: small letters, digits and ?+*/=.:- only")
    return Move(words[0], tuple(words[1:]))


def find(text: str, moves: Sequence[Move]) -> Move:
    """Which of the open moves a line means: the very one, or the only one whose words it begins, word for word.
    Raises `Unreadable`, `Illegal`, `Ambiguous`."""
    wanted = parse(text)
    if wanted in moves:
        return wanted
    meant = [move for move in moves if _begins(wanted, move)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Ambiguous(f"'{wanted}' may mean {_listed(meant)}")
    raise Illegal(f"'{wanted}' cannot be played now{_near(wanted, moves)}")


def _begins(short: Move, move: Move) -> bool:
    """Whether each word of a short move begins its counterpart; words left out at the end are open."""
    mine, whole = (short.verb, *short.args), (move.verb, *move.args)
    return len(mine) <= len(whole) and all(full.startswith(word) for word, full in zip(mine, whole, strict=False))


def _near(wanted: Move, moves: Sequence[Move]) -> str:
    words = [str(move) for move in moves]
    near = difflib.get_close_matches(str(wanted), words, n=1, cutoff=0.5)
    if near:
        return f"; did you mean '{near[0]}'?"
    return f"; open are {_listed(moves)}" if moves else "; nobody is asked for a move"


def _listed(moves: Sequence[Move], most: int = 6) -> str:
    words = [f"'{move}'" for move in moves[:most]]
    return ", ".join(words) + (f" and {len(moves) - most} more" if len(moves) > most else "")
