"""What changed in a game since an earlier version of it, and the sheets of what must be printed again."""

from __future__ import annotations

from pathlib import Path

from pnp.build.base import Misuse
from pnp.changes.compare import Change, Edit, changes
from pnp.changes.earlier import earlier, read
from pnp.changes.reprint import reprint

__all__ = ("Change", "Edit", "changed", "changes", "earlier", "read", "reprint")


def changed(folder: Path, since: str) -> tuple[str, tuple[Change, ...]]:
    """How the earlier version is called, and everything in a game that is not as it was then.

    Raises `Misuse` where either version cannot be read, `Lacking` where git is not installed.
    """
    with earlier(folder, since) as before:
        if before.folder is None:
            raise Misuse(f"'{before.name}' lists digests of pieces, not their values; name a revision or a folder")
        return before.name, changes(read(before.folder, before.name), read(folder, str(folder)))
