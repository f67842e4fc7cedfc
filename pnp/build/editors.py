"""What editors read of a game: the schemas of its files, in a folder of their own beside them.

A game has them where its folder holds `.schema/`. They are made, never written by hand, and kept up to date whenever the
game is checked.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from pnp import store
from pnp.diag import Found
from pnp.faces.records import LayoutFile
from pnp.model import families
from pnp.model import load as loading
from pnp.model.game import Game
from pnp.model.schema import Known, known, schema

FOLDER: Final = ".schema"
CONTENT: Final = "content.json"
FACES: Final = "faces.json"


def line(depth: int, name: str) -> str:
    """The first line of a YAML file so many folders below its game, by which editors find the schema of that name."""
    return f"# yaml-language-server: $schema={'../' * depth}{FOLDER}/{name}\n"


def schemas(game: Game | None) -> dict[str, str]:
    """The schemas as files, by name: of any game, or of one with its own attributes and ids."""
    names = Known() if game is None else _known(game)
    made_by = "Made by `pnp schema`, and kept up to date by `pnp check`: what is changed here is lost."
    made = {
        CONTENT: schema(Game, made_by, names),
        FACES: schema(LayoutFile, made_by, names, erasable=("FaceBox",)),
    }
    return {name: json.dumps(one, ensure_ascii=False, indent=1) + "\n" for name, one in made.items()}


def _known(game: Game) -> Known:
    palette = frozenset(swatch.id for swatch in (game.style.palette if game.style else ()))
    return known(game, families.outside(game, palette))


def write(folder: Path | None, into: Path | None) -> tuple[Path, ...]:
    """Write the schemas of a game, or of any where there is none: into a folder, or beside the game. What was written."""
    loaded = loading.load(folder, Found()) if folder else None
    into = into or (folder or Path()) / FOLDER
    return tuple(_write(into / name, text) for name, text in schemas(loaded.game if loaded else None).items())


def _write(path: Path, text: str) -> Path:
    store.write(path, text.encode())
    return path


def refresh(game: Game) -> None:
    """Bring the schemas that lie beside a game up to date. Where the machine refuses, they stay as they are: nothing
    that is printed depends on them."""
    into = Path(game.folder) / FOLDER
    if not into.is_dir() or into.is_symlink():
        return
    for name, text in schemas(game).items():
        with suppress(OSError, store.StoreError, UnicodeDecodeError):
            path = into / name
            if not path.is_file() or path.read_text("utf-8") != text:
                _write(path, text)
