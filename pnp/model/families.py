"""Families of ids that are defined outside a game's sections: by files (icons, layouts) or by the house (colours)."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator
from pathlib import Path

from pnp import where
from pnp.diag import Found, Span
from pnp.model.game import Game
from pnp.source import content, yaml
from pnp.source.node import Mapping, Scalar, Sequence

HOUSE_COLOURS = ("paper", "ink")
_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TEXTS = ("*.yaml", "*.csv", "*.css", "rules/*.md", "faces/*.yaml", "art/*.svg", "book/*.svg")


def outside(game: Game, palette: frozenset[str]) -> dict[str, frozenset[str]]:
    """The ids of icons, layouts and colours that a game may name."""
    folder = Path(game.folder)
    return {
        "icon": frozenset({**art(folder), **house_art()}),
        "layout": frozenset({**layouts(folder), **house_layouts()}),
        "colour": palette | frozenset(HOUSE_COLOURS),
    }


def art(folder: Path) -> dict[str, Span]:
    """The drawings of a game by id."""
    return {path.stem: Span(content.shown(path)) for path in sorted(folder.glob("art/*.svg"))}


def house_art() -> dict[str, Span]:
    """The drawings that come with `pnp`."""
    return {path.stem: Span(path.name) for path in sorted(where.art_root().glob("*.svg"))}


def house_layouts() -> dict[str, Span]:
    """The layouts that come with `pnp`."""
    return layouts(where.templates_root())


def words(folder: Path) -> Tally[str]:
    """How often every id-like word stands in a game's texts, drawings included."""
    return Tally(_words(folder))


def _words(folder: Path) -> Iterator[str]:
    for pattern in _TEXTS:
        for path in sorted(folder.glob(pattern)):
            if path.is_file() and content.inside(folder, path.relative_to(folder).as_posix()):
                yield from _WORD.findall(path.read_text("utf-8", "replace"))


def layouts(folder: Path) -> dict[str, Span]:
    """Where the layouts of a game or of the house are, by id. Faults of the files are told when they are read for drawing."""
    found: dict[str, Span] = {}
    for path in sorted((folder / "faces").glob("*.yaml")):
        if content.inside(folder, f"faces/{path.name}") is None:
            continue
        file = yaml.read(path, content.shown(path), Found())
        section = file.get("layouts") if file else None
        for node in section.items if isinstance(section, Sequence) else ():
            name = node.get("id") if isinstance(node, Mapping) else None
            if isinstance(name, Scalar):
                found[name.text] = name.span
    return found
