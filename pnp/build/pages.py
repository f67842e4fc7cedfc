"""The pages of a file that were written before, kept for the next build, or drawn ahead by another process."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pnp.build.kept import Kept, digest
from pnp.diag import Found
from pnp.targets.pdf import Written
from pnp.targets.pdf.fonts import Letter

_SHORT: Final = 32


class Pages:
    """Pages of one file by their key, as `targets.pdf` wrote them; `keep` remembers those of this build for the next."""

    def __init__(self, kept: Kept, key: str, found: Found, data: bytes | None) -> None:
        self._kept, self._key, self._found = kept, key, found
        self._before = len(found.items)
        # The marks of pages that were proved to be right, here or where they were drawn.
        self.right: set[str] = set()
        self.letters: dict[Letter, int] = {}
        self._known: dict[str, Written] = {}
        self._used: dict[str, Written] = {}
        self._new = False
        if data:
            self.learn(data)
            self._new = False

    def get(self, key: str) -> Written | None:
        """A page that was written before."""
        key = digest(key)[:_SHORT]
        known = self._known.get(key)
        if known:
            self._used[key] = known
        return known

    def put(self, key: str, page: Written) -> None:
        """Remember a page."""
        self._used[digest(key)[:_SHORT]] = page
        self._new = True

    def blank(self) -> Pages:
        """The same before anything is known."""
        return Pages(self._kept, self._key, self._found, None)

    def told(self) -> bytes:
        """What was remembered, for `learn`; nothing where anything was found wrong, for it must be told where it is drawn."""
        return _packed(self.letters, self._used if len(self._found.items) == self._before else {})

    def learn(self, data: bytes) -> None:
        """Know what was `told` elsewhere, where other numbers may stand for the letters."""
        told, pages = _unpacked(data)
        numbers = [self.letters.setdefault(letter, len(self.letters)) for letter in told]
        for key, page in pages:
            self._known[key] = Written(page.content, page.used, [numbers[number] for number in page.letters])
        self._new = True

    def keep(self) -> None:
        """Remember the pages for the next build; none where anything was found wrong, for it must be told again."""
        if len(self._found.items) > self._before:
            self._kept.put("pages", self._key, b"")
        elif self._new or len(self._used) < len(self._known):
            self._kept.put("pages", self._key, _packed(self.letters, self._used))


# What is packed: letters, all that pages use, and pages as (key, which of these, bytes of letters, bytes of content).
_Listed = tuple[str, int, int, int]


def _packed(letters: Iterable[Letter], pages: Mapping[str, Written]) -> bytes:
    """A line of JSON that lists the letters and the pages, then the pages' letters and contents one after the other."""
    used = {ids: number for number, ids in enumerate(dict.fromkeys(page.used for page in pages.values()))}
    parts = [(key, used[page.used], array("I", page.letters).tobytes(), page.content) for key, page in pages.items()]
    listed = [(key, ids, len(said), len(content)) for key, ids, said, content in parts]
    head = json.dumps([list(letters), list(used), listed]).encode()
    return b"%b\n%b" % (head, b"".join([part for _, _, said, content in parts for part in (said, content)]))


def _unpacked(data: bytes) -> tuple[list[Letter], Iterator[tuple[str, Written]]]:
    """What was packed."""
    head, _, rest = data.partition(b"\n")
    letters, used, listed = json.loads(head or b"[[], [], []]")
    return [tuple(letter) for letter in letters], _pages(listed, [tuple(ids) for ids in used], rest)


def _pages(listed: Iterable[_Listed], used: Sequence[tuple[str, ...]], data: bytes) -> Iterator[tuple[str, Written]]:
    at = 0
    for key, ids, letters, content in listed:
        cut = at + letters
        yield key, Written(data[cut : cut + content], used[ids], array("I", data[at:cut]))
        at = cut + content
