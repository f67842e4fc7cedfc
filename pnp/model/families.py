"""Families of ids that are defined outside a game's sections: by files (icons, layouts) or by the house (colours)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pnp import where
from pnp.diag import Found
from pnp.model.game import Game
from pnp.source import yaml
from pnp.source.node import Mapping, Scalar, Sequence

HOUSE_COLOURS = ("paper", "ink")


def outside(game: Game, palette: frozenset[str]) -> dict[str, frozenset[str]]:
    """The ids of icons, layouts and colours that a game may name."""
    folder = Path(game.folder)
    return {
        "icon": frozenset(_stems((folder / "art", where.art_root()), "*.svg")),
        "layout": frozenset(_layouts((folder / "faces", where.templates_root() / "faces"))),
        "colour": palette | frozenset(HOUSE_COLOURS),
    }


def _stems(folders: Iterable[Path], pattern: str) -> Iterable[str]:
    return (path.stem for folder in folders if folder.is_dir() for path in folder.glob(pattern))


def _layouts(folders: Iterable[Path]) -> Iterable[str]:
    """Ids of layouts. Faults of the files are told when they are read for drawing."""
    for folder in folders:
        for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else ():
            file = yaml.read(path, path.name, Found())
            section = file.get("layouts") if file else None
            for node in section.items if isinstance(section, Sequence) else ():
                name = node.get("id") if isinstance(node, Mapping) else None
                if isinstance(name, Scalar):
                    yield name.text
