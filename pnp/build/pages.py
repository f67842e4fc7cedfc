"""The pages of a file that were written before, kept for the next build, or drawn ahead by another process."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import ClassVar, Final, TypeVar

from pnp.build.kept import Kept, digest
from pnp.diag import Found
from pnp.targets.pdf import Written

_SHORT: Final = 32
T = TypeVar("T")


class Pages:
    """Pages of one file by their key, as `targets.pdf` wrote them; `keep` remembers those of this build for the next. So many
    new ones at least are worth a process that draws them (`WORTH`)."""

    WORTH: ClassVar = 50

    def __init__(self, kept: Kept, key: str, found: Found, data: bytes | None) -> None:
        self._kept, self._key, self._found = kept, key, found
        self._before = len(found.items)
        # The marks of pages that were proved to be right, here or where they were drawn.
        self.right: set[str] = set()
        self._known: dict[str, Written] = {}
        self._used: dict[str, Written] = {}
        self._new = False
        if data:
            self.learn(data)
            self._new = False

    def get(self, key: str) -> Written | None:
        """A page that was written before."""
        short = _short(key)
        known = self._known.get(short)
        if known:
            self._used[short] = known
        return known

    def __contains__(self, key: str) -> bool:
        return bool(self._known) and _short(key) in self._known

    def put(self, key: str, page: Written) -> None:
        """Remember a page."""
        self._used[_short(key)] = page
        self._new = True

    def anew(self) -> None:
        """Forget what was remembered and what was found wrong, but not what is known."""
        self._used, self._before = {}, len(self._found.items)

    def told(self) -> bytes:
        """What was remembered since this was asked last, for `learn`; nothing where anything was found wrong, for it must be
        told where it is drawn."""
        told, self._used = self._used, {}
        return _packed(told if len(self._found.items) == self._before else {})

    def learn(self, data: bytes) -> None:
        """Know what was `told` elsewhere."""
        self._known.update(_unpacked(data))
        self._new = True

    def keep(self) -> None:
        """Remember the pages for the next build; none where anything was found wrong, for it must be told again."""
        if len(self._found.items) > self._before:
            self._kept.put("pages", self._key, b"")
        elif self._new or len(self._used) < len(self._known):
            self._kept.put("pages", self._key, _packed(self._used))


@lru_cache(1)  # a page that is not known is put next
def _short(key: str) -> str:
    """A page's key as it is kept."""
    return digest(key)[:_SHORT]


def _packed(pages: Mapping[str, Written]) -> bytes:
    """A line of JSON that lists all that pages use, their letters, and the pages as (key, which of these, which of those,
    bytes of content); then the contents one after the other."""
    used, letters = _numbered(page.used for page in pages.values()), _numbered(page.letters for page in pages.values())
    listed = [(key, used[one.used], letters[one.letters], len(one.content)) for key, one in pages.items()]
    head = json.dumps([list(used), list(letters), listed]).encode()
    return b"%b\n%b" % (head, b"".join([page.content for page in pages.values()]))


def _numbered(things: Iterable[T]) -> dict[T, int]:
    """A number for each of some things."""
    return {thing: number for number, thing in enumerate(dict.fromkeys(things))}


def _unpacked(data: bytes) -> Iterator[tuple[str, Written]]:
    """What was packed."""
    head, _, rest = data.partition(b"\n")
    used, letters, listed = json.loads(head or b"[[], [], []]")
    letters = [tuple((id, plain, tuple(map(tuple, others))) for id, plain, others in one) for one in letters]
    used = [*map(tuple, used)]
    at = 0
    for key, ids, said, size in listed:
        yield key, Written(rest[at : at + size], used[ids], letters[said])
        at += size
