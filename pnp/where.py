"""Where the bundled games and templates are: at the top of a checkout, or inside the package once installed."""

from __future__ import annotations

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
