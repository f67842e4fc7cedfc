"""The spine and what it offers. A name is imported when it is first asked for: a command needs few of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pnp.build.base import Built, File, Lacking, Misuse, Seen, Wish
    from pnp.build.editors import FOLDER as SCHEMAS
    from pnp.build.editors import write as schemas
    from pnp.build.games import bundled, folders, inventory
    from pnp.build.spine import build, check
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
    **{name: ("spine", name) for name in ("build", "check")},
    **{name: ("starting", name) for name in ("likes", "new")},
    "SCHEMAS": ("editors", "FOLDER"),
    "schemas": ("editors", "write"),
}


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _FROM[name]
    return getattr(import_module(f"{__name__}.{module}"), there)
