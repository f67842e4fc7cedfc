"""Mutants of a game, checked one after another in one process: `python tests/fuzz.py FIRST [LAST]`.

What is asked of each: exit 0 or 1, never a traceback, at most 10 s and 1 GB, and on an error a place that is there. One line
of JSON is printed for each that fails; `python tests/fuzz.py SEED` does the same again and shows what was said.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import json
import os
import resource
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from pathlib import Path
from typing import Final, TextIO

from mutants import Files, mutate

from pnp import build, reports
from pnp.build import Misuse, Wish
from pnp.diag import Diagnostic, Span
from pnp.reports.base import Report

HERE: Final = Path(__file__).resolve().parent
SECONDS, BYTES = 10, 1_000_000_000
# One in so many is a mutant of a bundled game, and one in so many is built when it is clean.
BUNDLED, BUILT, BOOK = 60, 9, 90
# And of the others one in so many is a mutant of the second toy, which has squares, figures and mats.
SECOND = 4
_SUFFIXES: Final = (".yaml", ".csv", ".md", ".css", ".svg", ".png", ".ttf")


def toy() -> Files:
    """The toy, with a style sheet, a picture and a drawing in its rules besides."""
    files = read(HERE / "toy")
    files["book.css"] = b"h1 { color: var(--brick); }\np { margin: 0 0 2mm; }\n.figure { text-align: center; }\n"
    files["book.yaml"] = files["book.yaml"].replace(b"  paper: a5\n", b"  paper: a5\n  style: book.css\n")
    files["art/dot.png"] = png(4, 4)
    head, *rows, last = files["weather.csv"].rstrip(b"\n").split(b"\n")
    files["weather.csv"] = b"\n".join([head + b",picture", *(row + b"," for row in rows), last + b",art/dot.png", b""])
    files["rules/2-end.md"] += b"\n![A duck](pnp:art/duck.svg)\n"
    return files


def png(width: int, height: int, rows: bytes | None = None) -> bytes:
    """A picture of grey; `rows` are its bytes where they are to be something else."""
    head = width.to_bytes(4) + height.to_bytes(4) + b"\x08\0\0\0\0"
    rows = (b"\0" + b"\x80" * width) * height if rows is None else rows
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4) for kind, data in parts
    )


def bundled() -> Files:
    return read(min((HERE.parent / "content").glob("*/game.yaml")).parent)


def read(folder: Path) -> Files:
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix in _SUFFIXES)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


class Bench:
    """A folder where one game lies, of which only what a mutant changes is written anew."""

    def __init__(self, files: Files, root: Path) -> None:
        self.files, self.folder, self.dirty = files, root / "game", dict.fromkeys(files)
        self.folder.mkdir(parents=True)
        self.lay(files)

    def lay(self, files: Files) -> None:
        for name in [*self.dirty, *(name for name, data in files.items() if data is not self.files[name])]:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[name])
        self.dirty = dict.fromkeys(name for name, data in files.items() if data is not self.files[name])

    def judge(self, seed: int) -> tuple[str, str, tuple[Diagnostic, ...]]:
        """What was done, what is wrong with how it was taken ('' for nothing), and what was said."""
        files, done = mutate(self.files, seed)
        self.lay(files)
        said: tuple[Diagnostic, ...] = ()
        start = time.process_time()
        try:
            with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
                said = self.run(seed)
                reports.show(Report(said, ("game",)), reports.FORMATS[seed % len(reports.FORMATS)])
        except BaseException:
            return done, traceback.format_exc(), ()
        taken = time.process_time() - start
        faults = [fault for one in said if (fault := misplaced(one, self.folder))]
        faults += [f"it took {taken:.1f} s"] if taken > SECONDS else []
        return done, "; ".join(faults), said

    def run(self, seed: int) -> tuple[Diagnostic, ...]:
        if seed % BUILT or not seed % BUNDLED:
            return build.check(self.folder, lambda _: None).found
        wish = Wish(self.folder.parent / "out", only=("counters",) if seed % BOOK else ())
        with contextlib.suppress(Misuse):  # a game whose counters are gone has no file of that name
            return build.build(self.folder, wish, lambda _: None).found
        return ()


def misplaced(one: Diagnostic, folder: Path) -> str:
    """Why a diagnostic is no use to whoever must mend it; '' when it is."""
    if not one.message.strip() or "\n" in one.message or len(one.message) > 1_000 or "Traceback" in one.message:
        return f"no sentence: {one.code} {one.message[:200]!r}"
    for span in (one.span, *(span for span, _ in one.related)):
        if fault := _nowhere(span, folder):
            return f"{one.code} at {span}: {fault}"
    return ""


def _nowhere(span: Span, folder: Path) -> str:
    path = Path(span.path)
    if not path.exists():
        return "there is no such file"
    if path.is_dir():
        return ""
    if not path.resolve().is_relative_to(folder.resolve()):
        return "it is not the game's"
    rows = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    if not 1 <= span.line <= len(rows) or span.column < 1:
        return f"the file has {len(rows)} lines"
    if span.column > len(rows[span.line - 1]) + 1:
        return f"the line has {len(rows[span.line - 1])} characters"
    return ""


def say(line: str, stream: TextIO) -> None:
    stream.write(line)
    stream.flush()


def judge(bench: Bench, seed: int) -> tuple[str, str]:
    """What is wrong with how a mutant was taken, as a line of JSON ('' for nothing), and what was said. A mutant that takes
    for ever is killed with everything: the last seed on the standard error is its own."""
    say(f"{seed}\r", sys.stderr)
    faulthandler.dump_traceback_later(6 * SECONDS, exit=True)
    done, fault, said = bench.judge(seed)
    faulthandler.cancel_dump_traceback_later()
    line = json.dumps({"seed": seed, "done": done, "fault": fault}) if fault else ""
    return line, f"{done}\n{reports.show(Report(said), 'text')}\n"


def main(first: int, last: int) -> int:
    """Judge the seeds from first up to last; the number of those that failed."""
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (3 * BYTES, 3 * BYTES))
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        first_toy, second_toy = Bench(toy(), Path(folder) / "toy"), Bench(read(HERE / "grid"), Path(folder) / "grid")
        whole = Bench(bundled(), Path(folder) / "bundled")
        for seed in range(first, last):
            bench = whole if not seed % BUNDLED else first_toy if seed % SECOND else second_toy
            line, said = judge(bench, seed)
            failed += [line] if line else []
            say(f"{line}\n" * bool(line) + said * (last - first == 1), sys.stdout)
        os.chdir(HERE)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    if peak > BYTES:
        failed += [f"seeds {first} to {last}: {peak:,} bytes were held at once"]
        say(failed[-1] + "\n", sys.stdout)
    return len(failed)


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    sys.exit(min(main(numbers[0], numbers[1] if len(numbers) > 1 else numbers[0] + 1), 100))
