"""The spine: what happens to a game from its folder to its files, a short function a phase. Knows every other room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp import checks, where
from pnp.diag import Diagnostic, Found
from pnp.faces.workshop import Workshop
from pnp.model import load as loading
from pnp.model.game import Game
from pnp.model.load import Loaded


class Misuse(Exception):
    """Asked for something that cannot be: no such game, no such product. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as `check` leaves it: what was found, and the game and its workshop if it could be read."""

    name: str
    found: tuple[Diagnostic, ...]
    game: Game | None = None
    workshop: Workshop | None = None
    whole: bool = False


def bundled() -> tuple[Path, ...]:
    """The folders of the games that come with `pnp`."""
    root = where.content_root()
    return tuple(sorted(path.parent for path in root.glob("*/game.yaml")))


def folders(names: tuple[str, ...]) -> tuple[Path, ...]:
    """The folders that names stand for: a bundled game's id, or a path. None given: every bundled game."""
    return tuple(_folder(name) for name in names) if names else bundled()


def _folder(name: str) -> Path:
    for folder in bundled():
        if folder.name == name:
            return folder
    path = Path(name)
    if path.is_dir():
        return path
    from pnp.diag import suggest

    known = tuple(folder.name for folder in bundled())
    hint = suggest(name, known)
    raise Misuse(f"there is no game or folder '{name}'" + (f"; {hint}" if hint else ""))


def look(folder: Path) -> Loaded | None:
    """A game's data without checking it, for listings; None where it cannot be read."""
    return loading.load(folder, Found())


def check(folder: Path, tell: Callable[[str], None] = lambda _: None) -> Seen:
    """Read a game, check its data, draw every face and its rulebook's text: everything that is wrong with it."""
    found = Found()
    loaded = loading.load(folder, found)
    if loaded is None:
        return Seen(folder.name, found.ordered())
    tell("checking")
    checks.run(loaded, found)
    workshop = None
    if loaded.whole or not found.failed:
        workshop = Workshop.open(loaded.game, found)
        for _ in drawn(workshop):
            pass
        from pnp import book

        book.check(loaded.game, found)
    return Seen(loaded.game.id, found.ordered(), loaded.game, workshop, loaded.whole)


def drawn(workshop: Workshop) -> Iterator[object]:
    """Every text of every component, set: what does not fit or has no glyph is reported on the way."""
    from pnp.kinds import KINDS

    yield from workshop.all()
    for kind in KINDS:
        proofread = getattr(kind, "proofread", None)
        if proofread is not None:
            yield from proofread(workshop)
