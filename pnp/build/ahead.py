"""A long deck drawn by several processes: each draws a stretch of the sheets ahead, as if they had been built before.

A page is spelt alike whatever else is in its file (see `targets.pdf.Pages`). So each process draws a stretch, and proves
it; whoever writes the file finds those pages known and right, but for the few that bring a font, form or picture into it,
which it draws itself: the bytes are the same in any case.
"""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Iterator, Sized
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from pnp.build.pages import Pages

if TYPE_CHECKING:
    from pnp.draw.document import Page, Sheets
    from pnp.proof import Expected

# The least pages that are worth another process.
_WORTH: Final = 200


def shared(sheets: Sheets, pages: Pages, expected: Expected, jobs: int) -> Sheets:
    """The same sheets, drawn by so many processes where there are enough of them and the system can fork."""
    count = len(sheets.pages) if isinstance(sheets.pages, Sized) else 0
    jobs = min(jobs, count // _WORTH)
    if jobs < 2 or sys.platform != "linux":
        return sheets
    import multiprocessing

    fork, helpers = multiprocessing.get_context("fork"), []
    # Fronts with their backs: they are proved together.
    bounds = [2 * (count * number // jobs // 2) for number in range(jobs)] + [count]
    for start, end in itertools.pairwise(bounds[1:]):
        ours, theirs = fork.Pipe(duplex=False)
        process = fork.Process(target=_draw, args=(sheets, pages, expected, start, end, theirs), daemon=True)
        process.start()
        theirs.close()
        helpers.append((start, process, ours))
    return replace(sheets, pages=_pages(sheets, pages, helpers))


def _pages(sheets: Sheets, pages: Pages, helpers: list[tuple[int, Any, Any]]) -> Iterator[Page]:
    """Every page; at the start of a stretch, what was drawn of it meanwhile is made known."""
    waiting = list(helpers)
    for number, page in enumerate(sheets.pages):
        if waiting and number == waiting[0][0]:
            _, process, ours = waiting.pop(0)
            with contextlib.suppress(EOFError):  # where it came to nothing, its pages are drawn here
                pages.learn(ours.recv_bytes())
                pages.right.update(ours.recv_bytes().decode().split())
            process.join()
        yield page


def _draw(sheets: Sheets, pages: Pages, expected: Expected, start: int, end: int, answer: Any) -> None:
    """In a process of its own: draw a stretch, prove it, and hand its pages over. What is wrong is told by whoever writes
    the file."""
    import signal

    from pnp.proof import Watch
    from pnp.targets import pdf

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    drawn = pages.blank()
    stretch = itertools.islice(sheets.pages, start, end)
    watch = Watch(_Nowhere(), expected, pages.right)
    pdf.write(replace(sheets, pages=stretch), cast(BinaryIO, watch), drawn)
    answer.send_bytes(drawn.told())
    answer.send_bytes(" ".join(watch.right).encode())


class _Nowhere:
    """A file that keeps nothing."""

    def write(self, data: bytes) -> int:
        return len(data)
