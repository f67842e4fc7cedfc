"""`pnp new`: a small complete game as a start, in a folder that was not there."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Final

from pnp import store, where
from pnp.build import editors
from pnp.build.base import Misuse
from pnp.build.games import bundled
from pnp.diag import Found
from pnp.model import load as loading
from pnp.model import portable
from pnp.model.values import ID, idlike

_SMALL: Final = ("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with")
_TITLE: Final = "TITLE"
_LONGEST: Final = 60


def likes() -> tuple[str, ...]:
    """The games to start from."""
    return tuple(sorted(path.parent.name for path in _root().glob("*/game.yaml")))


def _root() -> Path:
    return where.templates_root() / "new"


def new(folder: Path, like: str) -> tuple[tuple[Path, ...], str]:
    """Make a game of one's own in a folder that is not there, or is empty; the files made, and the id of a piece in it.

    Raises `Misuse` where the folder holds something or its name cannot be a game's, `store.StoreError` or `OSError` where
    it cannot be written.
    """
    folder = folder if folder.name not in ("", "..") else folder.resolve()
    _fit(folder)
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise Misuse(f"'{folder.as_posix()}' is there already, and is left as it is; give another name")
    template = _root() / like
    files = [path for path in sorted(template.rglob("*")) if path.is_file()]
    made = [_make(path, folder / path.relative_to(template), path.relative_to(template)) for path in files]
    editors.write(folder, None)
    return tuple(made), _piece(folder)


def _piece(folder: Path) -> str:
    """The first card or counter of a game."""
    loaded = loading.load(folder, Found())
    cards = (card.id for deck in (loaded.game.decks if loaded else ()) for card in deck.cards)
    counters = (counter.id for _, counter in (loaded.game.pieces() if loaded else ()))
    return next(chain(cards, counters))


def title(id: str) -> str:
    """A game's title from its id: ``night-of-the-owl`` → Night of the Owl."""
    words = [word if number and word in _SMALL else word.capitalize() for number, word in enumerate(id.split("-"))]
    return " ".join(words)


def _fit(folder: Path) -> None:
    """Refuse a name that a game, or a file somewhere, cannot have."""
    name = folder.name
    if not ID.fullmatch(name) or len(name) > _LONGEST:
        why, instead = "cannot be a game's name: lower-case letters, digits and hyphens", idlike(name)
    elif name in portable.KEPT:
        why, instead = "is a name that Windows keeps for itself", f"{name}-game"
    elif name in (one.name for one in bundled()):
        why, instead = "is a game that comes with pnp", f"my-{name}"
    else:
        return
    fit = folder.with_name(instead[:_LONGEST].strip("-") or "my-game") if name else Path("my-game")
    raise Misuse(f"'{name}' {why}; type {fit.as_posix()}")


def _make(source: Path, target: Path, place: Path) -> Path:
    """Copy a file; a content file gets the line by which editors find its schema, and the game its title."""
    text = source.read_bytes()
    if source.suffix == ".yaml":
        schema = editors.FACES if place.parts[0] == "faces" else editors.CONTENT
        body = text.decode().replace(_TITLE, title(target.parent.name)) if place.name == "game.yaml" else text.decode()
        text = (editors.line(len(place.parts) - 1, schema) + body).encode()
    store.write(target, text)
    return target
