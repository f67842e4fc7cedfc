"""Where the bundled games and templates are: at the top of a checkout, or inside the package once installed. And what lies
in a folder."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _root(name: str) -> Path:
    """The installed copy if there is one, else the checkout's folder."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def content_root() -> Path:
    """The folder whose folders are the bundled games."""
    return _root("content")


def templates_root() -> Path:
    """The folder of the house's face layouts (``faces/``) and book templates (``book/``)."""
    return _root("templates")


def art_root() -> Path:
    """The folder of the house's icons."""
    return _PACKAGE / "draw" / "art"


def packages() -> Sequence[str]:
    """What is installed: the folder that tells of each package, place by place."""
    return _packages(tuple(sys.path))


@cache
def _packages(places: tuple[str, ...]) -> Sequence[str]:
    told: list[str] = []
    for place in places:
        with contextlib.suppress(OSError):
            names = os.listdir(place or ".")  # noqa: PTH208
            told += sorted([f"{place or '.'}/{name}" for name in names if name.endswith("-info")])
    return told


def files(folder: Path, *endings: str) -> list[Path]:
    """What lies in a folder and ends so, by name; nothing where there is no such folder. A glob compiles a pattern first."""
    return [folder / name for name in names(folder, *endings)]


def names(folder: Path, *endings: str) -> list[str]:
    """The names of these: a path takes as long to make as a hundred of them."""
    try:
        there = os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []
    return [name for name in sorted(there) if name.endswith(endings)]
