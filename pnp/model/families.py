"""Families of ids that are defined outside a game's sections: by files (icons, layouts) or by the house (colours)."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from pnp import where
from pnp.diag import Found, Span
from pnp.model.game import Game
from pnp.source import content, yaml
from pnp.source.node import Mapping as MappingNode
from pnp.source.node import Scalar, Sequence
from pnp.source.text import LIMITS
from pnp.source.text import read as read_text

HOUSE_COLOURS = ("paper", "ink")
_SIGNS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_LAYOUT = "\n  - id: "
# Where texts lie in a game's folder, and how they end.
_TEXTS = (
    ("", ".yaml"), ("", ".csv"), ("", ".css"), ("rules", ".md"), ("faces", ".yaml"), ("art", ".svg"), ("book", ".svg")
)  # fmt: skip


def outside(game: Game, palette: frozenset[str], found: Found | None = None) -> dict[str, frozenset[str]]:
    """The ids of icons, layouts and colours that a game may name. `found` hears of files of layouts that cannot be read."""
    folder = Path(game.folder)
    return {
        "icon": frozenset({**art(folder), **house_art()}),
        "layout": frozenset({**layouts(folder, found), **house_files()}),
        "colour": palette | frozenset(HOUSE_COLOURS),
    }


def art(folder: Path) -> dict[str, Span]:
    """The drawings of a game by id."""
    return {path.stem: Span(content.shown(path)) for path in where.files(folder / "art", ".svg")}


@cache
def house_art() -> Mapping[str, Span]:
    """The drawings that come with `pnp`."""
    return {name.removesuffix(".svg"): Span(name) for name in where.names(where.art_root(), ".svg")}


def house_layouts() -> Mapping[str, Span]:
    """The layouts that come with `pnp`."""
    return layouts(where.templates_root())


@cache
def house_files() -> Mapping[str, Path]:
    """The file of each of these: their ids stand on lines of their own, so that a file is parsed when one of its layouts is
    asked for."""
    files = where.files(where.templates_root() / "faces", ".yaml")
    parts = ((path, part) for path in files for part in path.read_text("utf-8").split(_LAYOUT)[1:])
    return {part.partition("\n")[0]: path for path, part in parts}


def words(folder: Path, asked: Iterable[str]) -> Tally[str]:
    """How often id-like words stand in a game's texts, drawings included: never, once, or twice and more."""
    counts: Tally[str] = Tally()
    for text in _texts(folder):
        for word in asked:
            if counts[word] < 2:
                counts[word] += times(word, text)
    return counts


def times(word: str, text: str) -> int:
    """How often a word stands in a text as a whole id, up to twice."""
    count, at = 0, text.find(word)
    while at >= 0 and count < 2:
        end = at + len(word)
        before, after = text[at - 2 : at] if at > 1 else text[:at], text[end : end + 2]
        count += not (_goes_on(before[::-1]) or _goes_on(after))
        at = text.find(word, end)
    return count


def _goes_on(beside: str) -> bool:
    """Whether an id goes on with the characters beside it, nearest first."""
    return beside[:1] in _SIGNS or (beside[:1] == "-" and beside[1:2] in _SIGNS)


def shown(folder: Path, names: Collection[str]) -> frozenset[str]:
    """The drawings, among some by id, that a game names where a drawing is named: as a whole value or cell, in quotes, as
    ``:name:`` within a text, or as a file. A word of prose is none; an id is one where a layout asks for ids."""
    if not names:
        return frozenset()
    texts = [(path.suffix, text) for path, text in _files(folder)]
    by_id = any("it.id" in text for suffix, text in texts if suffix == ".yaml")
    return frozenset(name for name in names if any(_shows(name, suffix, text, by_id) for suffix, text in texts))


def _shows(name: str, suffix: str, text: str, by_id: bool) -> bool:
    if name not in text:
        return False
    word = re.escape(name)
    patterns = [rf"['\":]{word}['\":]", rf"{word}\.svg\b"]
    if suffix in (".yaml", ".csv"):
        ids = "" if by_id else r"(?<!\bid: )(?<!\bid: ['\"])"
        patterns[0] = rf"(?:[:,;\t\[{{'\"]|^ *-|[-:] ) *{ids}(?<![a-z0-9-]){word}(?= *(?:[,;\t\]}}'\":]|#|$))"
    if by_id and suffix == ".csv":
        patterns.append(rf"^{word}(?=[,;\t])")
    return any(re.search(pattern, text, re.M) for pattern in patterns)


def _texts(folder: Path) -> Iterator[str]:
    yield from (text for _, text in _files(folder))


def _files(folder: Path) -> Iterator[tuple[Path, str]]:
    for place, ending in _TEXTS:
        for path in where.files(folder / place, ending):
            if path.is_file() and content.inside(folder, path.relative_to(folder).as_posix()):
                yield path, path.read_text("utf-8", "replace") if path.stat().st_size <= LIMITS.size else ""


def layouts(folder: Path, found: Found | None = None) -> dict[str, Span]:
    """Where the layouts of a game or of the house are, by id."""
    there: dict[str, Span] = {}
    for path in where.files(folder / "faces", ".yaml"):
        if content.inside(folder, f"faces/{path.name}") is None:
            continue
        file = yaml.shared(path, content.shown(path), found or Found())
        section = file.get("layouts") if file else None
        for node in section.items if isinstance(section, Sequence) else ():
            name = node.get("id") if isinstance(node, MappingNode) else None
            if isinstance(name, Scalar):
                there[name.text] = name.span
    return there


def plays(folder: Path, found: Found) -> Iterator[tuple[str, str]]:
    """The play files of a game: how each is shown, and its text."""
    for path in where.files(folder / "plays", ".play"):
        name = content.shown(path)
        if content.inside(folder, f"plays/{path.name}") is None:
            found.error("file/outside", Span(name), f"'{name}' is a link that leaves the game's folder")
        elif (text := read_text(path, name, found)) is not None:
            yield name, text
