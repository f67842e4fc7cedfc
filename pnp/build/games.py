"""Which games there are, and what each has."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pnp import where
from pnp.build.base import Misuse
from pnp.diag import Found, suggest

_COLUMNS = (
    "game",
    "name",
    "counters",
    "standees",
    "cards",
    "mats",
    "spaces",
    "tables",
    "rulebook",
    "stated",
    "designed",
)


def bundled() -> tuple[Path, ...]:
    """The folders of the games that come with `pnp`."""
    return tuple(sorted(path.parent for path in where.content_root().glob("*/game.yaml")))


def folders(names: tuple[str, ...]) -> tuple[Path, ...]:
    """The folders that names stand for: a bundled game's id, or a path. None given: every bundled game."""
    return tuple(_folder(name) for name in names) if names else bundled()


def _folder(name: str) -> Path:
    games = {folder.name: folder for folder in bundled()}
    if name in games:
        return games[name]
    path = Path(name)
    if name and path.is_dir():
        # A game is named after its folder, and `.` and `..` are no names.
        return path.resolve() if path.name in ("", "..") else path
    hint = suggest(name, games)
    raise Misuse(f"there is no game or folder '{name}'" + (f"; {hint}" if hint else ""))


def inventory(folder: Path) -> Mapping[str, object]:
    """What a game has, for listings; `stated` and `designed` are how many of its records are the original rules' and how
    many this edition's own."""
    from pnp.model import load as loading
    from pnp.model import provenance

    loaded = loading.load(folder, Found())
    if loaded is None:
        return dict.fromkeys(_COLUMNS, "") | {"game": folder.name, "name": "cannot be read; see `pnp check`"}
    game = loaded.game
    stated, designed = provenance.counts(game)
    return {
        "game": game.id,
        "name": game.game.name,
        "counters": sum(piece.copies for group, piece in game.pieces() if group.stands is None),
        "standees": sum(piece.copies for group, piece in game.pieces() if group.stands is not None),
        "cards": sum(one.copies for deck in game.decks for one in deck.cards),
        "mats": sum(len(one.mats) for one in game.mats),
        "spaces": sum(len(board.spaces) for board in game.boards),
        "tables": len(game.tables),
        "rulebook": game.book is not None,
        "stated": stated,
        "designed": designed,
    }
