"""`make bench`: whole commands in pairs, in turn, and their ratios. Nothing here is a test: machines are shared and noisy.

usage: python bench/run.py [start] [flagship] [deck] [--runs N] [--sizes 54,540,5400]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PYTHON = sys.executable
PNP = str(Path(PYTHON).with_name("pnp"))


@dataclass(frozen=True, slots=True)
class Timed:
    """Medians of whole processes: wall and processor seconds, peak resident MiB of the largest process."""

    wall: float
    cpu: float
    mib: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands and the bound that the first is to keep, as a multiple of the second's wall time."""

    name: str
    mine: tuple[str, ...]
    other_name: str
    other: tuple[str, ...]
    at_most: float


def once(command: tuple[str, ...], cwd: Path) -> Timed:
    """One run, measured by the operating system's own account of the finished process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    noise = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(
            f"{' '.join(command)} failed ({process.returncode}):\n{noise.decode(errors='replace')[-2000:]}"
        )
    return Timed(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def median(runs: list[Timed]) -> Timed:
    return Timed(*(statistics.median(getattr(run, field) for run in runs) for field in ("wall", "cpu", "mib")))


def compare(pair: Pair, runs: int, cwd: Path) -> str:
    """Both commands in turn, once to warm up and then `runs` times; the ratio is the median of the pairs' ratios."""
    once(pair.mine, cwd), once(pair.other, cwd)
    both = [(once(pair.mine, cwd), once(pair.other, cwd)) for _ in range(runs)]
    mine, other = median([a for a, _ in both]), median([b for _, b in both])
    ratio = statistics.median(a.wall / b.wall for a, b in both)
    verdict = "ok" if ratio <= pair.at_most else "OVER"
    return (
        f"{pair.name:34} {mine.wall:7.3f} s {mine.mib:5.0f} MiB | {pair.other_name:30} {other.wall:7.3f} s "
        f"{other.mib:5.0f} MiB | × {ratio:.2f} (at most {pair.at_most:g}) {verdict}"
    )


def flagship() -> str:
    """The first bundled game that has a rulebook: benchmarks name no game."""
    return next(p.parent.name for p in sorted((ROOT / "content").glob("*/book.yaml")))


def start_pairs(work: Path) -> tuple[Pair, ...]:
    help_ = (PNP, "--help")
    return (
        Pair("pnp --help", help_, "python -c 'import click'", (PYTHON, "-c", "import click"), 2.0),
        Pair("pnp check", (PNP, "check", flagship()), "pnp --help", help_, 6.0),
    )


def flagship_pairs(work: Path) -> tuple[Pair, ...]:
    html = work / "book.html"
    subprocess.run((PYTHON, str(HERE / "book_html.py"), flagship(), str(html)), check=True)
    alone = (PYTHON, str(HERE / "weasy.py"), str(html), str(work / "book.pdf"))
    build = (PNP, "build", flagship(), "--jobs", "1", "--quiet", "--out", str(work / "out"))
    return (Pair("pnp build (all, one job)", build, "WeasyPrint on the rulebook", alone, 1.6),)


def deck_pairs(work: Path, sizes: tuple[int, ...]) -> tuple[Pair, ...]:
    pairs = []
    for size in sizes:
        game = work / f"deck-{size}"
        subprocess.run((PYTHON, str(HERE / "deck.py"), str(size), str(game)), check=True)
        mine = (PNP, "build", str(game), "--jobs", "1", "--quiet", "--only", "cards-bench", "--out", str(work / "out"))
        typst = (PYTHON, str(HERE / "typst_deck.py"), str(game), str(work / f"typst-{size}.pdf"))
        pairs.append(Pair(f"pnp build, {size} cards", mine, f"Typst, {size} cards", typst, 3.0 if size < 100 else 1.0))
    return tuple(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=["start", "flagship", "deck"])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sizes", default="54,540,5400")
    asked = parser.parse_args()
    sizes = tuple(int(size) for size in asked.sizes.split(","))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        makers: dict[str, Callable[[], tuple[Pair, ...]]] = {
            "start": lambda: start_pairs(work),
            "flagship": lambda: flagship_pairs(work),
            "deck": lambda: deck_pairs(work, sizes),
        }
        for name in asked.what:
            for pair in makers[name]():
                print(compare(pair, asked.runs, work), flush=True)


if __name__ == "__main__":
    main()
