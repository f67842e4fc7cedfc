"""A long deck drawn by several processes: one writes it from the front, the others draw from the back what it will come to.

A page is spelt alike whatever else is in its file (see `targets.pdf.Pages`). So each process draws stretches of the sheets,
and proves them; whoever writes the file finds those pages known and right, but for the few that bring a font, form or
picture into it, which it draws itself: the bytes are the same in any case. How fast each of them is nobody knows: they meet
where they meet.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import length_hint
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn

from pnp.build.pages import Pages

if TYPE_CHECKING:
    from pnp.draw.document import Page
    from pnp.proof import Watch

# The most processes that are taken where nobody says how many: one writes what all others draw.
_MOST: Final = 4
# So many pages are handed over at once: fronts with their backs, for they are proved together.
_STRETCH: Final = 6
# A front with its back.
_LEAF: Final = 2
# What is handed over begins with the lengths of its two parts.
_LENGTH: Final = 8


def shared(every: Iterable[Page], pages: Pages, watch: Watch, add: Callable[[Page], None], jobs: int) -> Iterable[Page]:
    """Every page, for whoever `add`s them to a file that is `watch`ed; drawn by so many processes where there are enough of
    them and the system can fork. With `jobs` 0 there are as many as there are processors."""
    helpers = min(jobs or _MOST, length_hint(every) // pages.WORTH) - 1
    if helpers < 1 or sys.platform != "linux":
        return every
    if not jobs:
        helpers = min(helpers, len(os.sched_getaffinity(0)) - 1)
    # Pages without a key are drawn by whoever writes them.
    if helpers < 1 or not next(iter(every)).key:
        return every
    return _pages(every, pages, watch, add, helpers)


def _pages(
    every: Iterable[Page], pages: Pages, watch: Watch, add: Callable[[Page], None], helpers: int
) -> Iterator[Page]:
    """Every page; what so many others drew of them meanwhile is made known, stretch by stretch."""
    rest = deque(every)
    # The first leaf makes what all leaves have in common: layouts, fonts, icons. Whoever is forked after it has all that, and
    # goes on with the file as it is then.
    yield from [rest.popleft() for _ in range(min(_LEAF, len(rest)))]
    starts = range(0, len(rest), _STRETCH)
    new = [start for start in starts[::-1] if _new(rest, pages, start)]
    helpers = min(helpers, len(new) * _STRETCH // pages.WORTH)
    busy: list[_Helper] = []
    try:
        for number in range(helpers):
            own = new[number::helpers]
            busy.append(_Helper(own, partial(_draw, rest, pages, watch, add, own)))
        for start in starts:
            for helper in busy:
                helper.tell(pages, start)
            for _ in range(min(_STRETCH, len(rest))):
                yield rest.popleft()
    finally:
        for helper in busy:
            helper.end()


def _new(every: Sequence[Page], pages: Pages, start: int) -> bool:
    """Whether a stretch has a page that was not written before."""
    return any(every[number].key not in pages for number in range(start, min(start + _STRETCH, len(every))))


class _Helper:
    """A process of its own that draws the stretches that begin at `starts`, the last one first."""

    def __init__(self, starts: Sequence[int], draw: Callable[[BinaryIO], None]) -> None:
        self._waiting = deque(starts)
        ours, theirs = os.pipe()
        self._process: int | None = os.fork()
        if not self._process:
            _alone(draw, theirs)
        os.close(theirs)
        self._answer = os.fdopen(ours, "rb", buffering=0)

    def tell(self, pages: Pages, start: int) -> None:
        """Make known what was drawn meanwhile; wait for the stretch that begins at `start` where that is drawn just now."""
        try:
            while self._waiting and (self._waiting[0] == start or (self._waiting[0] > start and self._ready())):
                lengths = [int.from_bytes(self._read(_LENGTH)) for _ in range(2)]
                drawn, right = map(self._read, lengths)
                pages.learn(drawn)
                pages.right.update(right.decode().split())
                self._waiting.popleft()
        except EOFError:  # it came to nothing: its pages are drawn by whoever writes them
            self._waiting.clear()
        if not self._waiting or self._waiting[0] < start:
            self.end()

    def _ready(self) -> bool:
        import select

        return bool(select.select([self._answer], [], [], 0)[0])

    def _read(self, count: int) -> bytes:
        """The next bytes. Raises `EOFError` where there will not be so many."""
        parts = []
        while count:
            part = self._answer.read(count)
            if not part:
                raise EOFError
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def end(self) -> None:
        """Nothing more is asked of it: what it draws now is drawn already."""
        import signal

        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self._answer.close()
        self._process = None


def _alone(draw: Callable[[BinaryIO], None], answer: int) -> NoReturn:
    """Draw, and be gone. What goes wrong here is told by whoever writes the file, when it comes to the same."""
    import signal

    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        draw(os.fdopen(answer, "wb"))
    finally:
        os._exit(0)


def _draw(
    every: Sequence[Page],
    pages: Pages,
    watch: Watch,
    add: Callable[[Page], None],
    starts: Sequence[int],
    answer: BinaryIO,
) -> None:
    """Draw stretches, prove them, and hand them over. The file goes on as it was when this process was forked; but nothing of
    it is written any more."""
    pages.anew()
    watch.alone()
    for start in starts:
        for number in range(start, min(start + _STRETCH, len(every))):
            add(every[number])
        parts = pages.told(), " ".join(watch.right).encode()
        answer.writelines([*(len(part).to_bytes(_LENGTH) for part in parts), *parts])
        answer.flush()
        watch.right.clear()
