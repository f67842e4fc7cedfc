"""Files have names that every system can have, and each file that is built has its own.

- `file/windows`: a file of the game has a name, or so long a path, that Windows cannot have (a warning).
- `file/case`: two files are one where capitals are not told apart: on Windows and macOS (a warning).
- `output/name`: a file that is built would have such a name (a warning).
- `output/twice`: two files that are built would have one name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from pnp import kinds
from pnp.diag import Found, Span
from pnp.model import portable
from pnp.model.game import Game
from pnp.model.load import Loaded

# Beside these, folders of a game that begin with a full stop are no part of it.
_OUTPUT: Final = "output"
_MOST: Final = 10_000
# What a name of a built file may have besides: paper, fold, ending.
_ENDING: Final = len(".300x400mm.fold.pdf")


def check(loaded: Loaded, found: Found) -> None:
    """Look at the names of every file that a game brings, and of every file that it makes."""
    folder = Path(loaded.game.folder)
    _brought(folder, found)
    _made(loaded.game, found)


def _brought(folder: Path, found: Found) -> None:
    seen: dict[str, str] = {}
    for path in files(folder):
        why = next((why for part in path.split("/") if (why := portable.fault(part))), "")
        if not why and len(path) > portable.LONGEST:
            why = (
                f"the path has {len(path)} characters, of which {portable.LONGEST} leave room for the folders around it"
            )
        if why:
            message = f"Windows cannot have the file '{path}': {why}"
            found.warning("file/windows", _span(folder, path), message, "give it another name")
        first = seen.setdefault(portable.same(path), path)
        if first != path:
            message = f"'{first}' and '{path}' are one file to Windows and macOS"
            related = ((_span(folder, first), "the first one"),)
            found.warning("file/case", _span(folder, path), message, "give one another name", related)


def _span(folder: Path, path: str) -> Span:
    return Span((folder / path).as_posix())


def files(folder: Path) -> Iterator[str]:
    """The files of a game by their path in its folder; none of what was built, or of hidden folders, and not without end."""
    return islice(_walk(folder), _MOST)


def _walk(folder: Path) -> Iterator[str]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != _OUTPUT)
        within = Path(here).relative_to(folder)
        before = "" if within == Path() else f"{within.as_posix()}/"
        yield from (before + name for name in sorted(names))


def _made(game: Game, found: Found) -> None:
    seen: dict[str, Span] = {}
    for name, span in outputs(game):
        why = portable.fault(name)
        if not why and len(name) + _ENDING > portable.LONGEST:
            why = f"it has {len(name)} characters, of which {portable.LONGEST - _ENDING} leave room for the rest of the path"
        if why:
            message = f"Windows cannot have the file '{name}.pdf' that is built of this: {why}"
            found.warning("output/name", span, message, "give it another id")
        if name in seen:
            related = ((seen[name], "the other one"),)
            message = f"two files that are built would be named '{name}.pdf'"
            found.error("output/twice", span, message, "give this another id", related)
        seen.setdefault(name, span)


def outputs(game: Game) -> Iterator[tuple[str, Span]]:
    """The names of the files that a game makes, without their ending, and what in it gives each; what the house names
    comes first, so that of two that are one the author's is told of."""
    yield "print-guide", game.where.span
    if game.book is not None:
        yield "rulebook", game.book.where.span
    for kind in kinds.of(game):
        for name, span in dict(kind.files(game)).items():  # of one kind only those are one whose ids are, which is told
            yield name, span
            if kind.__name__ == "pnp.kinds.map":
                yield f"{name}-tiles", span
