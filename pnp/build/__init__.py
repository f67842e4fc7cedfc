"""The spine and what it offers. A name is imported when it is first asked for: a command needs few of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.build.base import Built, File, Lacking, Misuse, Seen, Tell, Wish
    from pnp.build.editors import FOLDER as SCHEMAS
    from pnp.build.editors import write as schemas
    from pnp.build.games import bundled, folders, inventory
    from pnp.build.spine import check
    from pnp.build.starting import likes, new

__all__ = (
    "SCHEMAS",
    "Built",
    "File",
    "Lacking",
    "Misuse",
    "Seen",
    "Wish",
    "build",
    "bundled",
    "check",
    "folders",
    "inventory",
    "likes",
    "new",
    "schemas",
)

# Names → their module, and their name there.
_FROM: Final = {
    **{name: ("base", name) for name in ("Built", "File", "Lacking", "Misuse", "Seen", "Wish")},
    **{name: ("games", name) for name in ("bundled", "folders", "inventory")},
    "check": ("spine", "check"),
    **{name: ("starting", name) for name in ("likes", "new")},
    "SCHEMAS": ("editors", "FOLDER"),
    "schemas": ("editors", "write"),
}


def build(folder: Path, wish: Wish, tell: Tell) -> Built:
    """Check a game and write its files, or find that all is as it was built. Nothing is written where the content has
    errors.

    Raises `Misuse` for a paper or file that is not there, `OSError` where the folder cannot be written.
    """
    from pnp.build.kept import Kept

    kept = Kept(folder, wish)
    built = kept.built()
    if built is None:
        from pnp.build import spine

        built = spine.build(folder, wish, tell, kept)
    return built


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _FROM[name]
    return getattr(import_module(f"{__name__}.{module}"), there)
