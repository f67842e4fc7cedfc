"""An earlier version of a game: what git holds of a revision, another folder, or what an earlier build's manifest lists.

The old content is as little to be trusted as any: files only, no links, within the limits, into a folder of its own.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pnp import store
from pnp.build.base import Lacking, Misuse
from pnp.diag import Found
from pnp.model import load as loading
from pnp.model.game import Game
from pnp.records import dataclass

# All that a revision may hold of one game, in bytes and in files.
_MOST: Final = 500_000_000
_MOST_FILES: Final = 20_000
_FILES: Final = ("100644", "100755")
_HIDDEN: Final = re.compile(r"(^|/)\.")
_REVISION: Final = re.compile(r"[^-\s\0][^\s\0]*")


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier version: the `folder` of its content, or, where only a manifest is left, its pieces' digests. `name` is
    what its user calls it, `title` what others do."""

    name: str
    title: str
    folder: Path | None = None
    pieces: Mapping[str, str] | None = None


@contextlib.contextmanager
def earlier(folder: Path, since: str) -> Iterator[Earlier]:
    """The version of a game that `since` names, while the block runs: a manifest, a folder, or a revision of git.

    Raises `Misuse` where there is none, `Lacking` where git is not installed.
    """
    path = Path(since)
    if path.is_dir() and (path / "game.yaml").is_file():
        yield Earlier(str(path), f"version {read(path, str(path)).game.version}", path)
    elif path.is_file() or (path / store.MANIFEST).is_file():
        yield _listed(path if path.is_file() else path / store.MANIFEST)
    else:
        with tempfile.TemporaryDirectory(prefix="pnp-") as room:
            # Named as the game is now, for a game's id is its folder's name.
            there = Path(room) / folder.resolve().name
            name = _unpack(folder.resolve(), since, there)
            yield Earlier(name, name, there)


def _listed(path: Path) -> Earlier:
    """The pieces that a manifest lists, by id; of one that two files have differently, neither."""
    known: dict[str, str] = {}
    entries = [entry for entry in store.manifest(path.parent, path.name) if entry.pieces]
    for entry in entries:
        for id, digest in entry.pieces.items():
            known[id] = digest if known.get(id, digest) == digest else ""
    if not known:
        raise Misuse(f"'{path}' is no manifest that lists pieces; `pnp build` writes one beside what it builds")
    return Earlier(str(path), " and ".join(sorted({f"version {entry.version}" for entry in entries})), None, known)


def _unpack(folder: Path, since: str, there: Path) -> str:
    """Write the files that a revision has of a game's folder; how the revision is called."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is None:
        raise Misuse(f"there is no folder or manifest '{since}', and '{folder.name}' is not kept in git")
    if not _REVISION.fullmatch(since):
        raise Misuse(f"'{since}' is no revision, manifest or folder")
    commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{since}^{{commit}}")
    if commit is None:
        raise Misuse(f"'{since}' is no revision that git knows, no manifest and no game's folder")
    revision = commit.decode("ascii", "replace").strip()
    inside = os.path.relpath(folder, os.fsdecode(top.rstrip(b"\r\n"))).replace(os.sep, "/")
    listed = _git(folder, "ls-tree", "-r", "-z", "-l", "--full-tree", f"{revision}:{'' if inside == '.' else inside}")
    blobs = tuple(_blobs(listed or b""))
    if not any(name == "game.yaml" for name, _, _ in blobs):
        raise Misuse(f"'{folder.name}' is no game in the revision '{since}'")
    if len(blobs) > _MOST_FILES or sum(size for _, _, size in blobs) > _MOST:
        raise Misuse(f"the revision '{since}' has more than {_MOST_FILES} files or {_MOST // 1_000_000} MB of the game")
    for name, id, _ in blobs:
        data = _git(folder, "cat-file", "blob", id)
        store.write(there / name, data or b"")
    return f"{since} ({revision[:10]})"


def _blobs(listed: bytes) -> Iterator[tuple[str, str, int]]:
    """Name, id and size of the plain files in a listing; links, modules, hidden files and odd names are left out."""
    for line in filter(None, listed.split(b"\0")):
        head, _, raw = line.partition(b"\t")
        mode, _, id, size = head.decode("ascii").split()
        name = raw.decode("utf-8", "replace")
        odd = _HIDDEN.search(name) or "\\" in name or ":" in name or "\ufffd" in name or name.startswith("output/")
        if mode in _FILES and not odd:
            yield name, id, int(size)


def _git(folder: Path, *words: str) -> bytes | None:
    """What git says; None where it refuses. Nothing that a repository sets up is run."""
    program = shutil.which("git")
    if program is None:
        raise Lacking("git is not installed, so that no revision can be looked into; name a folder or a manifest.json")
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}
    command = (program, "-C", str(folder), "-c", "core.fsmonitor=false", "-c", "core.hooksPath=", *words)
    made = subprocess.run(command, capture_output=True, env=os.environ | quiet, check=False)
    return made.stdout if made.returncode == 0 else None


def read(folder: Path, name: str) -> Game:
    """A game whose records can be read; it need not be without faults. Raises `Misuse`."""
    found = Found()
    loaded = loading.load(folder, found)
    if loaded is None:
        first = next((one.message for one in found.ordered() if not one.severity), "it is no game")
        raise Misuse(f"the content of '{name}' cannot be read: {first}")
    return loaded.game
