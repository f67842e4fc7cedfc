"""A file that is proved as it is written: what is proved are the very bytes that come to lie on the disk, read once.

It is fed whole objects, one a call, as `targets.pdf.body` writes them. Two pages make a leaf, a front and its back; when
both have come, the leaf is proved and forgotten. A process that draws pages for another's file proves them the same way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

from pnp.diag import Diagnostic, Span
from pnp.proof.measure import Opened, Opening, letters, measure, measured
from pnp.proof.plain import NotPlain, Objects, Table
from pnp.proof.prove import Expected, fonts, leaf, meeting, prove, whole

_HEAD: Final = b"%PDF-"
# An object begins with its number and this, within so many bytes.
_OBJECT: Final = b" 0 obj\n"
_LONGEST: Final = 20
_ENDED: Final = b"\nendobj\n"
_TABLE: Final = b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n"
_START: Final = b"\nstartxref\n%d\n%%%%EOF\n"
# So many ways of being laid are remembered.
_MOST: Final = 1_000


class Out(Protocol):
    """Where a file goes to."""

    def write(self, data: bytes, /) -> int: ...


class Watch:
    """A file on its way to `out`. Leaves that are known from `before` to be right are not measured again; `right` has the
    marks of those that are."""

    def __init__(self, out: Out, expected: Expected, before: Container[str]) -> None:
        self._out = out
        self.right: set[str] = set()
        # None where the file turns out to be of another kind: then nothing but its end is waited for.
        self._plain: _Plain | None = _Plain(_Leaves(expected, before, self.right))

    def write(self, data: bytes) -> int:
        """The next object, or what stands before and after all of them."""
        if self._plain:
            try:
                self._plain.take(data)
            except NotPlain:
                self._plain = None
        return self._out.write(data)

    def alone(self) -> None:
        """Nothing goes out from now on, and `right` begins anew: what comes is only to be proved."""
        self._out = _Nowhere()
        self.right.clear()

    def found(self, path: Path, sha256: str, expected: Expected, shown: str) -> list[Diagnostic]:
        """What is wrong with the finished file at `path`: that it has not the `sha256` of what was written, or is not as all
        of it is `expected` now."""
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
                return [Diagnostic("proof/file", Span(shown), "what is on the disk is not what was written")]
        if self._plain:
            try:
                return [Diagnostic(code, Span(shown), message) for code, message in self._plain.told(path, expected)]
            except NotPlain:
                self._plain = None
        return [*prove(measure(path), expected, shown)]


class _Nowhere:
    """A file that keeps nothing."""

    def write(self, data: bytes) -> int:
        return len(data)


class _Plain:
    """A file of the plain kind, as far as it has been written. Raises `NotPlain` where it is of another."""

    def __init__(self, leaves: _Leaves) -> None:
        self._leaves, self._objects = leaves, leaves.objects
        self._bytes = 0
        self._offsets: dict[int, int] = {}
        # What stands after all objects.
        self._end = b""

    def take(self, data: bytes) -> None:
        """What is written next."""
        at, (digits, said, _) = self._bytes, data[:_LONGEST].partition(_OBJECT)
        self._bytes += len(data)
        if not said or not digits.isdigit() or not data.endswith(_ENDED):
            self._end += data if at else b""
            if not at and not data.startswith(_HEAD):
                raise NotPlain
            return
        number = int(digits)
        if number in self._offsets or self._end:
            raise NotPlain
        self._offsets[number] = at
        if self._objects.take(number, data[len(digits) + len(_OBJECT) : -len(_ENDED)]):
            self._leaves.add(number)

    def told(self, path: Path, expected: Expected) -> Iterator[tuple[str, str]]:
        """What is wrong with the whole of it."""
        objects, trailer = self._objects, self._trailer()
        self._leaves.close()
        if [*_kids(objects, trailer["/Root"]["/Pages"])] != self._leaves.pages:
            raise NotPlain
        all = measured(path, self._bytes, trailer, (), tuple(letters(objects.fonts)))
        yield from (*whole(all, len(self._leaves.pages), expected), *fonts(all), *self._leaves.told)

    def _trailer(self) -> Table:
        """What stands at the end, if its table of objects is right."""
        offsets = b"".join([b"%010d 00000 n \n" % at for _, at in sorted(self._offsets.items())])
        table = _TABLE % (len(self._offsets) + 1, offsets)
        if not self._end.startswith(table) or sorted(self._offsets) != [*range(1, len(self._offsets) + 1)]:
            raise NotPlain
        trailer, end = self._objects.value(self._end, len(table))
        if type(trailer) is not Table or self._end[end:] != _START % (self._bytes - len(self._end)):
            raise NotPlain
        if "/Encrypt" in trailer or "/Prev" in trailer:
            raise NotPlain
        return trailer


def _kids(objects: Objects, node: Table) -> Iterator[int]:
    """The numbers of the pages below a node, in order."""
    for number in node["/Kids"]:
        kid = objects.find(number) if number in objects else None
        if type(kid) is Table and "/Kids" in kid:
            yield from _kids(objects, kid)
        else:
            yield number


class _Leaves:
    """The leaves of a file, proved as their pages come."""

    def __init__(self, expected: Expected, before: Container[str], right: set[str]) -> None:
        self.objects, self._expected, self._before, self._right = Objects(), expected, before, right
        self._opened = Opened(self.objects)
        self._asked = repr((expected.sizes, expected.duplex, expected.ruled, expected.least)).encode()
        self._waiting: list[int] = []
        self._meetings: dict[object, tuple[Sequence[int], Sequence[int]] | None] = {}
        self.pages: list[int] = []
        self.told: list[tuple[str, str]] = []

    def add(self, number: int) -> None:
        """The next page."""
        self.pages.append(number)
        self._waiting.append(number)
        if len(self._waiting) == 2:
            self.close()

    def close(self) -> None:
        """Prove the leaf that has come, and forget it."""
        if not self._waiting:
            return
        pages = [self.objects.page(number) for number in self._waiting]
        said = b"\n".join([self._asked, *map(self.objects.told, pages)])
        mark = hashlib.sha256(said).hexdigest()[:32]
        wrong = [] if mark in self._before else self._wrong([*map(self._opened.page, pages)])
        self.told += wrong
        if not wrong:
            self._right.add(mark)
        self.objects.forget(*self._waiting, *[page.content for page in pages])
        self._waiting = []

    def _wrong(self, pages: Sequence[Opening]) -> list[tuple[str, str]]:
        """What is wrong with a leaf. Leaves that are laid alike are right or wrong alike, but for whose faces lie there and
        how small their type is."""
        alike = tuple([page.alike for page in pages])
        if alike not in self._meetings:
            if len(self._meetings) >= _MOST:
                self._meetings.clear()
            self._meetings[alike] = meeting([page.sheet() for page in pages], self._expected)
        met, ids = self._meetings[alike], [id for page in pages for id in page.ids]
        small = any(page.smallest and page.smallest < self._expected.least - 1 for page in pages)
        if met and not small and [ids[one] for one in met[0]] == [ids[other] for other in met[1]]:
            return []
        first = len(self.pages) - len(pages) + 1
        return [*leaf([page.sheet() for page in pages], first, self._expected)]
