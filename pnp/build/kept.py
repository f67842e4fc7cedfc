"""What was built before, and from what: a build whose inputs are what they were finds its files as they are.

A cache lies beside the files, in `output/<game>/.pnp-cache/`. Everything in it is named by the content that it was made
from and by the tool that made it, so that nothing in it is ever wrong: what is not asked for again is swept away when
another tool has come, or after a month. Taking it away costs time only.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import marshal
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pnp import store, where
from pnp.build.base import Built, File, Wish
from pnp.diag import Diagnostic, Found, Severity, Span

if TYPE_CHECKING:
    from pnp.build.pages import Pages
    from pnp.model.game import Game

FOLDER: Final = ".pnp-cache"
_MONTH: Final = 30 * 86_400
_OUTPUT: Final = "output"
# The bytes of a sha256.
_SUM: Final = 32
# In a package, what is compiled, and what is copied into it when it is installed: templates are asked for by themselves, and
# games are no part of what builds.
_NO_TOOL: Final = frozenset(("__pycache__", "_data"))
# What has nothing within.
_VALUES: Final = frozenset((str, int, bool, type(None)))
T = TypeVar("T")


class Kept:
    """The cache of one game's build. `inputs` is the sha256 of the game's files."""

    def __init__(self, folder: Path, wish: Wish) -> None:
        self._out = wish.out / folder.resolve().name
        self._room = self._out / FOLDER
        self._wish = wish
        self.inputs = inputs(folder, wish.out)
        # Faults are told by paths as they are seen from here, so that these are part of what was asked for.
        self._asked = digest(tool(), self.inputs, str(folder), str(Path.cwd()), repr(wish.only), wish.printing)

    def built(self) -> Built | None:
        """What was built last for this very wish, if every file of it is still there as it was written."""
        return self._of("build", self._asked, self._built)

    def _built(self, told: bytes) -> Built | None:
        listed = json.loads(told)
        files = tuple(File(**{**one, "path": self._out / one["path"]}) for one in listed["files"])
        if not all(same(file.path, file.sha256, file.bytes) for file in files):
            return None
        return Built(listed["game"], faults(listed["found"]), files)

    def keep(self, built: Built) -> None:
        """Remember a build that lacked nothing."""
        files = [{key: getattr(file, key) for key in File.__slots__} | {"path": file.path.name} for file in built.files]
        told = {"game": built.game, "files": files, "found": told_of(built.found)}
        self.put("build", self._asked, json.dumps(told).encode())
        self._sweep()

    def get(self, kind: str, key: str) -> bytes | None:
        """What is kept under a key; nothing where there is none, it is not whole, or it was kept under another."""
        try:
            data = self._path(kind, key).read_bytes()
        except OSError:
            return None
        head, told, mark = _head(kind, key), data[:-_SUM], data[-_SUM:]
        whole = not self._wish.fresh and told.startswith(head) and hashlib.sha256(told).digest() == mark
        return told[len(head) :] if whole else None

    def _of(self, kind: str, key: str, read: Callable[[bytes], T | None]) -> T | None:
        """What is read of something kept; nothing where that is not what `pnp` keeps under such a key, whoever wrote it."""
        told = self.get(kind, key)
        try:
            return None if told is None else read(told)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return None

    def put(self, kind: str, key: str, data: bytes) -> None:
        """Keep something under a key. Where that cannot be, nothing is lost but time."""
        with contextlib.suppress(store.StoreError), store.writing(self._path(kind, key), lasting=False) as out:
            out.write(_head(kind, key))
            out.write(data)
            out.write(bytes.fromhex(out.sha256))

    def laid(self, key: str, path: Path) -> tuple[int, str, int, tuple[Diagnostic, ...]] | None:
        """Of flowing text that was laid out before into the file that is still there: its pages, sha256 and bytes, and what
        was found wrong."""

        def read(told: bytes) -> tuple[int, str, int, tuple[Diagnostic, ...]] | None:
            pages, sha256, size, found = json.loads(told)
            return (pages, sha256, size, faults(found)) if same(path, sha256, size) else None

        return self._of("laid", digest(tool(), key), read)

    def lay(self, key: str, pages: int, sha256: str, size: int, found: Iterable[Diagnostic]) -> None:
        """Remember what became of flowing text."""
        self.put("laid", digest(tool(), key), json.dumps([pages, sha256, size, told_of(found)]).encode())

    def pages(self, name: str, drawn: str, found: Found) -> Pages:
        """The pages of a file that were written before: `drawn` stands for all that they may show besides what is on each,
        and `found` takes what is wrong with them."""
        from pnp.build.pages import Pages

        key = digest(tool(), name, drawn)
        return self._of("pages", key, lambda told: Pages(self, key, found, told)) or Pages(self, key, found, None)

    def right(self, name: str) -> frozenset[str]:
        """The marks of what of a file was proved to be right before."""
        return self._of("right", digest(tool(), name), lambda told: frozenset(json.loads(told))) or frozenset()

    def prove(self, name: str, right: Iterable[str]) -> None:
        """Remember the marks of what of a file is right."""
        self.put("right", digest(tool(), name), json.dumps(sorted(right)).encode())

    def _path(self, kind: str, key: str) -> Path:
        return self._room / f"{tool()[:12]}-{kind}-{key[:32]}"

    def _sweep(self) -> None:
        """Take away what another tool made, and what nobody asked for in a month."""
        with contextlib.suppress(OSError):
            for path in self._room.iterdir():
                old = not path.name.startswith(tool()[:12]) and not path.name.startswith(".")
                if old or time.time() - path.stat().st_mtime > _MONTH:
                    path.unlink(missing_ok=True)


def _head(kind: str, key: str) -> bytes:
    """What something kept begins with, which tells that it is in its place; it ends with the sha256 of all before."""
    return f"{kind} {key}\n".encode()


def digest(*parts: str) -> str:
    """One sha256 for several texts."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def same(path: Path, sha256: str, size: int) -> bool:
    """Whether a file is there with this very content."""
    try:
        return path.stat().st_size == size and hashlib.sha256(path.read_bytes()).hexdigest() == sha256
    except OSError:
        return False


def inputs(folder: Path, out: Path) -> str:
    """The sha256 of a game's files and their names; hidden folders and what was built are none of them."""
    return store.digest({path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder, out)})


def _files(folder: Path, out: Path | None = None) -> Iterator[Path]:
    built = out.resolve() if out else None
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and name not in (_OUTPUT, "__pycache__")
            and not (built and name == built.name and (Path(here) / name).resolve() == built)
        )
        root = Path(here)
        yield from (path for name in sorted(names) if (path := root / name).is_file())


def look(game: Game, folder: Path, *more: object) -> str:
    """What stands for all that a card may show besides its own record: style, attributes, the game's name and version,
    layouts, drawings, pictures, fonts, and whatever is given."""
    records = (game.style, game.attributes, game.sides, game.game.name, game.game.version)
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in _files(folder)
        if path.suffix not in (".yaml", ".csv", ".md") or "faces" in path.relative_to(folder).parts
    }
    return digest(store.digest(files), *(repr(bare(one)) for one in (*records, *more)))


def bare(thing: Any) -> Any:
    """A record's values without where they were written."""
    if type(thing) in _VALUES:  # as most are
        return thing
    if hasattr(thing, "__dataclass_fields__"):
        kind: Any = type(thing)
        return [kind.__name__, *[one if type(one) in _VALUES else bare(one) for one in _values(kind)(thing)]]
    return [bare(one) for one in thing] if isinstance(thing, tuple) else thing


@cache
def _values(kind: Any) -> Callable[[Any], Iterable[Any]]:
    """What gives a record's values, but where they were written."""
    names = [name for name in kind.__dataclass_fields__ if name != "where"]
    return attrgetter(*names) if len(names) > 1 else lambda thing: [getattr(thing, name) for name in names]


@cache
def tool() -> str:
    """What builds: `pnp` itself and its templates, each file by its size and time, and the names of everything installed
    beside it."""
    package = Path(__file__).resolve().parent.parent
    files = [_stated(root) for root in (package, where.templates_root())]
    beside = [path.rpartition("/")[2] for path in where.packages()]
    parts = sys.version, os.environ.get("PNP_LIMITS", ""), files, beside
    return hashlib.sha256(marshal.dumps(parts, 0)).hexdigest()


def _stated(root: Path) -> list[tuple[str, int, int]]:
    """Every file below a folder with its size and time. There are hundreds, and every command asks."""
    told, folders = list[tuple[str, int, int]](), [str(root)]
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if name[0] == "." or name in _NO_TOOL:
                    continue
                if entry.is_dir():
                    folders.append(entry.path)
                    continue
                try:
                    stat = entry.stat()
                except OSError:  # a link to nowhere
                    continue
                told.append((entry.path, stat.st_size, stat.st_mtime_ns))
    return sorted(told)


def told_of(found: Iterable[Diagnostic]) -> list[Any]:
    """Diagnostics as JSON takes them."""
    return [
        [
            one.code,
            astuple(one.span),
            one.message,
            one.hint,
            int(one.severity),
            [(astuple(s), t) for s, t in one.related],
        ]
        for one in found
    ]


def faults(told: Sequence[Any]) -> tuple[Diagnostic, ...]:
    """Diagnostics from what JSON gives."""
    return tuple(
        Diagnostic(code, Span(*at), message, hint, Severity(severity), tuple((Span(*s), t) for s, t in related))
        for code, at, message, hint, severity, related in told
    )
