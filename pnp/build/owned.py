"""Whose a file is that has the name of one to be written: `pnp` replaces what it made, and nobody's own."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pnp import store
from pnp.build.base import Misuse
from pnp.store import MANIFEST, Part

# How each kind of file that pnp makes says so. What it says in a PDF may be packed; then the PDF is opened.
_SAID: Final = (
    (".pdf", (b"/Producer (pnp", b"/Creator (pnp")),
    (".png", (b"Software\0pnp",)),
    (".svg", (b"<!-- made by pnp -->",)),
    (".md", (b"; this is version ",)),
)


def spare(paths: Iterable[Path]) -> None:
    """Raise `Misuse` for the first file that is in the place of one to be written and that `pnp` did not make. Empty files
    are nobody's, pipes and links to nowhere somebody's; folders are told of by whoever writes."""
    for path in paths:
        there = path.is_file() or (os.path.lexists(path) and not path.is_dir())
        if there and not (path.is_file() and own(path)):
            raise Misuse(
                f"'{path}' is there already and pnp did not make it: move it, or name another folder with --out"
            )


def settle(parts: Iterable[Part]) -> None:
    """Whole new files take their places, where none of them is somebody's own: all or none. Raises `Misuse`, `StoreError`."""
    known = tuple(parts)
    spare(part.path for part in known)
    store.settle([part for part in known if not part.idle()])


def own(path: Path) -> bool:
    """Whether `pnp` made a file, by what is in it. Raises `OSError`."""
    data = path.read_bytes()
    if not data or data.isspace():
        return True
    if path.name == MANIFEST:
        return _listed(data)
    marks = dict(_SAID).get(path.suffix.lower(), ())
    # Who made it is told at the end of a PDF.
    return any(data.rfind(mark) >= 0 for mark in marks) or (data.startswith(b"%PDF-") and _made(path))


def _listed(data: bytes) -> bool:
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(raw, dict) and isinstance(raw.get("files"), list)


def _made(path: Path) -> bool:
    """Whether a PDF says that `pnp` made it, where that is packed."""
    from pnp.proof.maker import makers

    return any(one == "pnp" or one.startswith("pnp ") for one in makers(path))
