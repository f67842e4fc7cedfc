"""What every report is given, and where a file is for whoever reads the report."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from pnp.diag import Diagnostic, Severity
from pnp.limits import LIMITS
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in games: `found` once each and by place, the games' names, the version of `pnp` that looked, and
    whether what reads it shows colours."""

    found: tuple[Diagnostic, ...]
    games: tuple[str, ...] = ()
    version: str = ""
    coloured: bool = False

    @property
    def errors(self) -> int:
        return sum(one.severity is Severity.ERROR for one in self.found)

    @property
    def warnings(self) -> int:
        return len(self.found) - self.errors


def ordered(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """All of them once, by place: the same order whatever the order in which they were found."""
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (*one.sort_key(), one.severity, one.hint)))


def fails(found: Sequence[Diagnostic], strict: bool) -> bool:
    """Whether a check with these fails."""
    return any(strict or one.severity is Severity.ERROR for one in found)


def asked(code: str, wanted: Sequence[str]) -> bool:
    """Whether a code is among those asked for: codes, or families as ``table`` or ``table/*``; all where none is named."""
    return not wanted or any(code in (one, f"{one.removesuffix('/*')}/{code.split('/')[-1]}") for one in wanted)


def relative(path: str) -> str:
    """A path as the repository knows it: from its root, with forward slashes; whole where the file lies in none.

    The root is the nearest folder above with a ``.git``, else the one where the user stands.
    """
    whole = Path(os.path.abspath(path))  # noqa: PTH100  # a link is named as it is, not as what it leads to
    root = next((folder for folder in whole.parents if _root(folder)), Path.cwd())
    return whole.relative_to(root).as_posix() if whole.is_relative_to(root) else whole.as_posix()


@lru_cache(maxsize=256)
def _root(folder: Path) -> bool:
    return (folder / ".git").exists()


def lines(path: str) -> tuple[str, ...]:
    """A file's lines; none of what is a link, which may lead out of the game, or a pipe, which would wait for ever."""
    there = Path(path)
    if there.is_symlink() or not there.is_file():
        return ()
    try:
        about = there.stat()
        return _lines(there, about.st_mtime_ns, about.st_size) if about.st_size <= LIMITS.size else ()
    except OSError:
        return ()


@lru_cache(maxsize=64)
def _lines(path: Path, _changed: int, _size: int) -> tuple[str, ...]:
    return tuple(path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n"))
