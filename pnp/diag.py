"""What `pnp` says about content: a place, a code, one sentence, and what to type.

Passes over content never raise for bad content and never stop at the first fault; they put `Diagnostic`s into a `Found`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sized
from dataclasses import field, replace
from enum import IntEnum
from typing import Final, Protocol

from pnp.limits import LIMITS
from pnp.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a text file. Lines and columns count from 1 in characters; the end column is exclusive.

    `path` is shown as it is: relative to where the user stands when possible. In a CSV file the line is the physical
    line and the column the character where the cell begins.
    """

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"

    @property
    def span(self) -> Span:
        """Itself: a span is a `Spot` that was asked."""
        return self


class Spot(Protocol):
    """What knows where it was written, if it is ever asked: a span, a record's `Where`, a node."""

    @property
    def span(self) -> Span: ...


class Severity(IntEnum):
    """How bad it is: an error fails `check` and `build`; a warning fails only `--strict`."""

    ERROR = 0
    WARNING = 1


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault. `code` is ``family/fault`` and never stands for two conditions; `message` is one sentence with the
    offending value quoted; `hint` says what to type; `related` are other places that matter, each with its sentence."""

    code: str
    span: Span
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    related: tuple[tuple[Span, str], ...] = ()

    def sort_key(self) -> tuple[Span, str, str]:
        return (self.span, self.code, self.message)


# What would break a line of output or turn its direction: line ends, controls, marks of direction, lone surrogates. Compiled
# when it is needed, as all patterns are that most commands do without.
UNSHOWN: Final = r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
_LONG: Final = 600

# The longest word, and the most known ones, for which a near one is looked for.
_WORD: Final = 80
_KNOWN: Final = 5_000
# So many known words are listed where none is near.
_LIST: Final = 12


def sentence(text: str) -> str:
    """A message as one line that shows what it quotes: what is not seen is named, and of a very long one the middle is left
    out."""
    if len(text) > _LONG:
        text = f"{text[: _LONG - 200]} … {text[-180:]}"
    return re.sub(UNSHOWN, _named, text)


def _named(match: re.Match[str]) -> str:
    character = match.group()
    return "⏎" if character == "\n" else " " if character == "\t" else f"<U+{ord(character):04X}>"


@dataclass(slots=True)
class Found:
    """Where passes put what they find. The only thing in `pnp` that grows while content is read."""

    items: list[Diagnostic] = field(default_factory=list)
    _counts: list[int] = field(default_factory=lambda: [0, 0])

    def error(
        self, code: str, span: Span, message: str, hint: str = "", related: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        self._put(Diagnostic(code, span, sentence(message), sentence(hint), Severity.ERROR, related))

    def warning(
        self, code: str, span: Span, message: str, hint: str = "", related: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        self._put(Diagnostic(code, span, sentence(message), sentence(hint), Severity.WARNING, related))

    def _put(self, one: Diagnostic) -> None:
        """Keep a fault, up to so many errors and as many warnings: whoever has more mends those first."""
        index = int(one.severity)
        self._counts[index] += 1
        if self._counts[index] < LIMITS.faults:
            self.items.append(one)
        elif self._counts[index] == LIMITS.faults:
            hint = f"these are {LIMITS.faults:,} {one.severity.name.lower()}s; further ones are not shown: mend some"
            self.items.append(replace(one, hint=f"{one.hint}; {hint}" if one.hint else hint))

    def told(self, span: Span) -> bool:
        """Whether a value is said to be wrong already: what follows from that is not told."""
        return any(one.span == span for one in self.items)

    @property
    def full(self) -> bool:
        """Whether further errors are no longer kept, so that nobody need look for some."""
        return self._counts[0] >= LIMITS.faults

    def extend(self, more: Iterable[Diagnostic]) -> None:
        self.items.extend(more)

    def ordered(self) -> tuple[Diagnostic, ...]:
        """All of them once, by place."""
        return tuple(sorted(dict.fromkeys(self.items), key=Diagnostic.sort_key))

    @property
    def failed(self) -> bool:
        return any(item.severity is Severity.ERROR for item in self.items)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that a misspelt one was meant to be, or ''. Not looked for where that would take long."""
    if len(word) > _WORD or (isinstance(known, Sized) and len(known) > _KNOWN):
        return ""
    import difflib

    near = difflib.get_close_matches(word, sorted(set(known)), n=1, cutoff=0.6)
    return near[0] if near else ""


def suggest(word: str, known: Iterable[str]) -> str:
    """A hint naming the known word nearest to a misspelt one, or the known words when none is near, of many the three that
    are least unlike it; '' for none."""
    if isinstance(known, Sized) and len(known) > _KNOWN:
        return ""
    words = sorted(set(known))
    near = nearest(word, words)
    if near:
        return f"did you mean '{near}'?"
    if len(words) > _LIST:
        import difflib

        some = difflib.get_close_matches(word[:_WORD], words, n=3, cutoff=0.0)
        return f"known here are {len(words)}, such as {', '.join(some)}"
    if not words:
        return ""
    return "known here: " + ", ".join(words)
