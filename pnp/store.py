"""Finished files: written beside and renamed, so that an interrupted build leaves the old file whole; and the manifest.

Two builds into one folder at once are safe: every file is one of theirs, whole, and the manifest names it as it is.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

from pnp.records import dataclass

MANIFEST: Final = "manifest.json"
_FORMAT: Final = 1
# Seconds after which an unfinished file has no maker any more.
_DEAD: Final = 86_400
# An unfinished file's name ends in its machine, its process, and a word of its own.
_MADE: Final = r"\.([0-9a-f]{8})-([1-9][0-9]{0,9})\.[^.]+\.part$"

# Where the system has such: bytes as they are, and no other program's.
_PLAIN: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)

# How a file is opened that is seen onto the disk: Windows wants one that could be written.
_SYNCED: Final = os.O_RDONLY if os.name == "posix" else os.O_RDWR

_SAID: Final = (
    (errno.ENOSPC, "the disk is full"),
    (errno.EDQUOT, "the disk quota is used up"),
    (errno.EACCES, "permission is denied"),
    (errno.EPERM, "permission is denied"),
    (errno.EROFS, "the file system is read-only"),
    (errno.ENOTDIR, "a part of its path is a file, not a folder"),
    (errno.EEXIST, "a file of that name is in the way"),
    (errno.EISDIR, "a folder of that name is in the way"),
    (errno.ENAMETOOLONG, "the name is too long"),
)


class StoreError(Exception):
    """A file that cannot be written or read; the message is one sentence that names it and says why."""

    def __init__(self, doing: str, path: Path, fault: OSError) -> None:
        why = dict(_SAID).get(fault.errno or 0) or (fault.strerror or str(fault)).lower()
        super().__init__(f"'{path}' cannot be {doing}: {why}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished file as the manifest lists it. `file` is its name within the output folder, `inputs` the sha256 of what
    it was made from, `pages` 0 for what has none, `pieces` a digest of what each piece on it looks like."""

    file: str
    sha256: str
    bytes: int
    pages: int = 0
    inputs: str = ""
    version: str = ""
    pieces: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """A whole new file beside the one whose place it is to take."""

    path: Path
    part: Path

    def idle(self) -> bool:
        """Whether what is in the place has this very content. Raises `StoreError`."""
        with _told("written", self.path):
            like = self.path.is_file() and self.path.stat().st_size == self.part.stat().st_size
            return like and self.path.read_bytes() == self.part.read_bytes()

    def drop(self) -> None:
        """Go, and leave the old file."""
        self.part.unlink(missing_ok=True)


class Draft:
    """A file being written: `write` to it, and afterwards ask for its `bytes`, its `sha256`, and its `part`."""

    def __init__(self, out: BinaryIO, part: Part) -> None:
        self._out, self.part = out, part
        self._hash = hashlib.sha256()
        self.bytes = 0

    def write(self, data: bytes) -> int:
        self._hash.update(data)
        self.bytes += len(data)
        return self._out.write(data)

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


@contextlib.contextmanager
def _told(doing: str, path: Path) -> Iterator[None]:
    """What the machine refuses is told with the file's name."""
    try:
        yield
    except OSError as fault:
        raise StoreError(doing, path, fault) from fault


def settle(parts: Iterable[Part], lasting: bool = True) -> None:
    """Whole new files take their places; where they are to be `lasting`, all are on the disk before the first one does.
    Raises `StoreError`."""
    new = tuple(parts)
    for part in new if lasting else ():
        with _told("written", part.path):
            _sync(part.part, _SYNCED)
    for part in new:
        with _told("written", part.path):
            part.part.replace(part.path)
    for folder in dict.fromkeys(part.path.parent for part in new) if lasting else ():
        with contextlib.suppress(OSError):  # the new names, where the system can
            _sync(folder, os.O_RDONLY)


def _sync(path: Path, how: int) -> None:
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def drafting(path: Path) -> Iterator[Any]:
    """A `Draft` of a file; when the block ends it lies whole beside `path` (see `Part`), and is gone if the block fails.

    Raises `StoreError`.
    """
    part: Part | None = None
    within = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path)
        handle, part = _begin(path)
        with os.fdopen(handle, "wb") as out:
            within = True
            yield Draft(out, part)
            within = False
        part.part.chmod(_mode(path))
    except BaseException as fault:
        if part is not None:
            part.drop()
        if not isinstance(fault, OSError):
            raise
        # What fails while the block runs may be a file that it reads, such as a picture; writing names no file.
        if within and fault.filename:
            raise StoreError("read", Path(fault.filename), fault) from fault
        raise StoreError("written", path, fault) from fault


def _begin(path: Path) -> tuple[int, Part]:
    """A new file beside another one, that nobody else may read yet."""
    while True:
        name = f".{path.name}.{_machine()}-{_maker()}.{os.urandom(6).hex()}.part"
        with contextlib.suppress(FileExistsError):
            part = Part(path, path.with_name(name))
            return os.open(part.path.parent / name, os.O_RDWR | os.O_CREAT | os.O_EXCL | _PLAIN, 0o600), part


@contextlib.contextmanager
def writing(path: Path, lasting: bool = True) -> Iterator[Any]:
    """A `Draft` that takes `path`'s place when the block ends, and never if it fails. Raises `StoreError`."""
    with drafting(path) as draft:
        yield draft
    try:
        settle([draft.part], lasting)
    finally:
        draft.part.drop()


def write(path: Path, data: bytes, lasting: bool = True) -> tuple[str, int]:
    """Write a file whole; its sha256 and length. Raises `StoreError`."""
    with writing(path, lasting) as out:
        out.write(data)
    return out.sha256, out.bytes


def _mode(path: Path) -> int:
    """The rights that the file had, or those that new files get."""
    with contextlib.suppress(OSError):
        return path.stat().st_mode & 0o777
    return 0o666 & ~_mask()


@cache
def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sweep(path: Path) -> None:
    """Take away what builds that were killed have left: what is of this file and old, and what is of no living process."""
    for name in os.listdir(path.parent):  # noqa: PTH208  # a glob takes as long as to write a small file
        if not (name.startswith(".") and name.endswith(".part")):
            continue
        part, made = path.with_name(name), re.search(_MADE, name)
        dead = made is not None and made[1] == _machine() and not _lives(int(made[2]))
        mine = name.startswith(f".{path.name}.")
        with contextlib.suppress(OSError):
            if dead or (mine and time.time() - part.stat().st_mtime > _DEAD):
                part.unlink()


@cache
def _machine() -> str:
    """A word for this machine, or container: a process of another one that shares the folder cannot be asked after."""
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    with contextlib.suppress(OSError):
        name += os.readlink("/proc/self/ns/pid")  # noqa: PTH115  # two containers may have one name
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:8]


def _maker() -> int:
    """The process that sees to a part's end: of several that draw for one build, the one that began them."""
    several = sys.modules.get("multiprocessing.process")
    parent = several.parent_process() if several else None
    return parent.pid if parent else os.getpid()


def _lives(pid: int) -> bool:
    """Whether there is such a process; yes where the system cannot be asked."""
    if os.name != "posix":  # elsewhere to ask is to kill
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # another user's
        return True
    return True


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other builds from the folder's manifest while the block runs, where the system has locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def digest(inputs: Mapping[str, bytes]) -> str:
    """One sha256 for named inputs, whatever their order."""
    whole = hashlib.sha256()
    for name in sorted(inputs):
        whole.update(f"{name}\0{hashlib.sha256(inputs[name]).hexdigest()}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()


def manifest(folder: Path, name: str = MANIFEST) -> tuple[Entry, ...]:
    """What a folder's manifest lists; nothing where there is none or it cannot be made out."""
    try:
        listed = json.loads((folder / name).read_text(encoding="utf-8"))
        return tuple(_entry(entry) for entry in listed["files"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ()


def _entry(listed: Mapping[str, Any]) -> Entry:
    """An entry of a manifest, which somebody may have written by hand, or an earlier `pnp`."""
    pieces = listed.get("pieces", {})
    if not {str}.issuperset(map(type, chain(pieces.keys(), pieces.values()))):
        raise TypeError
    return Entry(**{key: listed[key] for key in Entry.__slots__ if key != "pieces"}, pieces=pieces)


def _spelt(entries: Iterable[Entry]) -> bytes:
    """A manifest's text, a line a file: a deck has thousands of pieces."""
    lines = (json.dumps({name: getattr(entry, name) for name in Entry.__slots__}) for entry in entries)
    return b'{"format": %d, "files": [\n%b\n]}\n' % (_FORMAT, ",\n".join(lines).encode())


def record(folder: Path, entries: Iterable[Entry]) -> None:
    """List files in the folder's manifest, in place of what it said of them; entries of files that are gone are dropped.

    Raises `StoreError`.
    """
    path = folder / MANIFEST
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            listed = {entry.file: entry for entry in manifest(folder) if (folder / entry.file).is_file()}
            listed |= {entry.file: entry for entry in entries}
            text = _spelt([listed[name] for name in sorted(listed)])
            if not path.is_file() or path.read_bytes() != text:
                write(path, text)
    except OSError as fault:
        raise StoreError("written", path, fault) from fault
