"""`make bench`: whole commands in pairs, in turn, and their ratios. Nothing here is a test: machines are shared and noisy.

usage: python bench/run.py [start] [flagship] [deck] [grid] [again] [--runs N] [--sizes 54,540,5400]
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

from typst_source import prepared

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PYTHON = sys.executable
PNP = str(Path(PYTHON).with_name("pnp"))
# Compiled once and kept, as whatever is installed is.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True, slots=True)
class Timed:
    """Medians of whole processes: wall and processor seconds, peak resident MiB of the largest process."""

    wall: float
    cpu: float
    mib: float


@dataclass(frozen=True, slots=True)
class Room:
    """The most memory: so many MiB, or such a part of the other's."""

    mib: float = float("inf")
    part: float = float("inf")

    def told(self, mine: Timed, other: Timed) -> str:
        if self == Room():
            return ""
        most = min(self.mib, self.part * other.mib)
        return f", {mine.mib:.0f} MiB (at most {most:.0f}) {verdict(mine.mib <= most)}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands and the bound that the first is to keep, as a multiple of the second's wall time. `once` is for what
    takes minutes."""

    name: str
    mine: tuple[str, ...]
    other_name: str
    other: tuple[str, ...]
    at_most: float
    room: Room = Room()
    once: bool = False


def once(command: tuple[str, ...], cwd: Path) -> Timed:
    """One run, measured by the operating system's own account of the finished process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT)
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


def verdict(kept: bool) -> str:
    return "ok" if kept else "OVER"


def compare(pair: Pair, runs: int, cwd: Path) -> str:
    """Both commands in turn, once to warm up and then `runs` times; the ratio is the median of the pairs' ratios."""
    if not pair.once:
        once(pair.mine, cwd), once(pair.other, cwd)
    both = [(once(pair.mine, cwd), once(pair.other, cwd)) for _ in range(1 if pair.once else runs)]
    mine, other = median([a for a, _ in both]), median([b for _, b in both])
    ratio = statistics.median(a.wall / b.wall for a, b in both)
    busy = statistics.median(a.cpu / b.cpu for a, b in both)
    return (
        f"{pair.name:34} {mine.wall:7.3f} s {mine.mib:5.0f} MiB | {pair.other_name:30} {other.wall:7.3f} s "
        f"{other.mib:5.0f} MiB | × {ratio:.2f} (at most {pair.at_most:g}) {verdict(ratio <= pair.at_most)}"
        f", processor × {busy:.2f}{pair.room.told(mine, other)}"
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
    build = (PNP, "build", flagship(), "--fresh", "--quiet", "--jobs", "1", "--out", str(work / "out"))
    names = subprocess.run(
        (PYTHON, str(HERE / "names.py"), flagship()), check=True, capture_output=True, text=True, env=ENVIRONMENT
    ).stdout.strip()
    return (
        Pair("pnp build, all but the rulebook", (*build, "--only", names), "WeasyPrint on the rulebook", alone, 0.4),
        Pair("pnp build (all, one job)", build, "WeasyPrint on the rulebook", alone, 1.6),
    )


# At most so many times Typst's wall time, and so much memory, by the number of cards.
BOUNDS = ((54, 3.0, Room(60)), (540, 0.9, Room(80)), (10**9, 0.5, Room(part=0.2)))


def deck_pairs(work: Path, sizes: tuple[int, ...]) -> tuple[Pair, ...]:
    pairs = []
    for size in sizes:
        bound, room = next((bound, room) for most, bound, room in BOUNDS if size <= most)
        game, sheet = made(work, size), str(work / f"typst-{size}.pdf")
        typst = (PYTHON, str(HERE / "typst_deck.py"), str(prepared(game)), sheet)
        other, table = f"Typst, {size} cards", made(work, size, "csv")
        # As it is typed; the longest deck by one process, and by two.
        jobs = ("--jobs", "1") if size > 1_000 else ()
        pairs.append(Pair(f"pnp build, {size} cards", (*built(work, game), *jobs), other, typst, bound, room))
        pairs.append(Pair(f"pnp build, {size} cards, CSV", (*built(work, table), *jobs), other, typst, bound, room))
        if size > 1_000:
            two = (*built(work, game), "--jobs", "2")
            pairs.append(Pair(f"pnp build, {size} cards, two jobs", two, other, typst, 0.35, Room(part=0.3)))
    return tuple(pairs)


def grid_pairs(work: Path, size: int = 540) -> tuple[Pair, ...]:
    game = made(work, size)
    grid = (PYTHON, str(HERE / "weasy_deck.py"), str(game), str(work / "grid.pdf"))
    mine, other = f"pnp build, {size} cards", f"WeasyPrint grid, {size} cards"
    return (Pair(mine, built(work, game), other, grid, 0.05, once=True),)


def made(work: Path, size: int, form: str = "yaml") -> Path:
    """A game that is one deck."""
    game = work / f"deck-{size}-{form}"
    subprocess.run((PYTHON, str(HERE / "deck.py"), str(size), str(game), form), check=True)
    return game


def built(work: Path, game: Path, fresh: bool = True) -> tuple[str, ...]:
    build = (PNP, "build", str(game), "--quiet", "--only", "cards-bench", "--out", str(work / "out"))
    return (*build, "--fresh") if fresh else build


def again(work: Path, size: int, runs: int) -> None:
    """A deck that was built before: with nothing changed, and with one card changed, beside Typst's warm rebuild."""
    game = made(work, size)
    once(built(work, game), work)
    print(
        compare(
            Pair(f"pnp build, {size} cards, unchanged", built(work, game, False), "pnp --help", (PNP, "--help"), 3.0),
            runs,
            work,
        )
    )
    file = game / "game.yaml"
    text, both = file.read_text(encoding="utf-8"), []
    warm = (PYTHON, str(HERE / "typst_warm.py"), str(game), str(work / "warm.pdf"))
    for run in range(runs):
        file.write_text(text.replace(f"name: {name_of(text)}", f"name: Changed {run}", 1), encoding="utf-8")
        mine = once(built(work, game, False), work)
        other = subprocess.run(warm, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout
        both.append((mine.wall, float(other)))
    ratio = statistics.median(a / b for a, b in both)
    a, b = (statistics.median(pair[side] for pair in both) for side in (0, 1))
    name, theirs = f"pnp build, {size} cards, one changed", "Typst's warm rebuild"
    print(
        f"{name:34} {a:7.3f} s           | {theirs:30} {b:7.3f} s"
        f"           | × {ratio:.2f} (at most 1) {verdict(ratio <= 1)}"
    )


def name_of(text: str) -> str:
    """The name of the card in the middle of a deck."""
    names = [line for line in text.splitlines() if line.startswith("        name: ")]
    return names[len(names) // 2].removeprefix("        name: ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=["start", "flagship", "deck", "grid", "again"])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sizes", default="54,540,5400")
    asked = parser.parse_args()
    sizes = tuple(int(size) for size in asked.sizes.split(","))
    print(f"Python {sys.version}, from {sys.base_prefix}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        makers: dict[str, Callable[[], tuple[Pair, ...]]] = {
            "start": lambda: start_pairs(work),
            "flagship": lambda: flagship_pairs(work),
            "deck": lambda: deck_pairs(work, sizes),
            "grid": lambda: grid_pairs(work),
        }
        for name in asked.what:
            if name == "again":
                again(work, sizes[-1], asked.runs)
                continue
            for pair in makers[name]():
                print(compare(pair, asked.runs, work), flush=True)


if __name__ == "__main__":
    main()
