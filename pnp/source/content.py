"""A game's folder → its files by role. Nothing outside the folder is ever read; links out of it are refused."""

from __future__ import annotations

import os
from itertools import accumulate
from pathlib import Path

from pnp import where
from pnp.diag import Found, Span
from pnp.records import dataclass
from pnp.source import yaml
from pnp.source.node import Mapping, Node, Scalar
from pnp.source.text import LIMITS, Limits

SECTION_FILE = "game.yaml"
# Elsewhere there are links that are none to `islink`.
_POSIX = os.name == "posix"
# No system takes a longer name for a file.
_LONGEST = 250


@dataclass(frozen=True, slots=True)
class Content:
    """What a folder holds: all sections of its YAML files merged into one mapping; `shown` is the folder as users see it.
    `whole` tells whether every file could be read: if not, what seems to be missing may well stand in that file."""

    folder: Path
    shown: str
    sections: Mapping
    whole: bool = True


def shown(path: Path) -> str:
    """A path as users see it: relative to where they stand when it is below, with forward slashes."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def within(name: str) -> bool:
    """Whether a name can be one of a file in a folder: not absolute, not an address, on every system, and never above it."""
    odd = any(sign in name for sign in "\0\\:") or len(name) > _LONGEST or Path(name).is_absolute()
    return not odd and ".." not in Path(name).parts


def inside(folder: Path, name: str) -> Path | None:
    """The file of that name within the folder, or None where it would lie outside (``..``, absolute, or a link out)."""
    if not within(name):
        return None
    path = folder / name
    if _POSIX and not _linked(folder, name):
        return path
    root = folder.resolve()
    try:
        real = path.resolve()
    except (OSError, RuntimeError):  # a link to itself, before Python 3.13, is the latter
        return None
    return path if real.is_relative_to(root) else None


def _linked(folder: Path, name: str) -> bool:
    """Whether a folder, or a part of a path within it, is a link: else to resolve both takes long, and tells nothing."""
    return any(map(os.path.islink, accumulate(Path(name).parts, os.path.join, initial=str(folder))))


def find(folder: Path, found: Found, limits: Limits = LIMITS) -> Content | None:
    """The sections of every ``*.yaml`` directly in `folder`; None (with a diagnostic) where it is no game."""
    name = shown(folder)
    if not (folder / SECTION_FILE).is_file():
        found.error(
            "game/none",
            Span(name),
            f"'{name}' has no {SECTION_FILE}: it is not a game",
            "make one with 'format: 1' and 'game:'",
        )
        return None
    entries: list[tuple[Scalar, Node]] = []
    whole = True
    for path in sorted(where.files(folder, ".yaml", ".yml"), key=lambda path: path.name != SECTION_FILE):
        whole = _read(folder, path, entries, found, limits) and whole
    if not whole and not entries:
        return None
    return Content(folder, name, Mapping(tuple(entries), Span(shown(folder / SECTION_FILE))), whole)


def _read(folder: Path, path: Path, entries: list[tuple[Scalar, Node]], found: Found, limits: Limits) -> bool:
    """Add a file's sections; a section that stands in an earlier file too is reported and left out."""
    name = shown(path)
    if path.suffix != ".yaml":
        found.warning("game/suffix", Span(name), f"'{name}' is not read", "name it with '.yaml'")
        return True
    if inside(folder, path.name) is None:
        found.error("file/outside", Span(name), f"'{name}' is a link that leaves the game's folder")
        return False
    file = yaml.read(path, name, found, limits)
    if file is None:
        return False
    seen = {key.text: key.span for key, _ in entries}
    for key, node in file.entries:
        if key.text in seen:
            message = f"the section '{key.text}' stands in two files"
            found.error("key/two-files", key.span, message, "keep one of them", ((seen[key.text], "the first one"),))
        else:
            entries.append((key, node))
    return True
