"""`make bench`: whole commands in pairs, in turn, and their ratios. Nothing here is a test: machines are shared and noisy.

usage: python bench/run.py [start] [flagship] [deck] [again] [--runs N] [--sizes 54,540,5400]
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
# Compiled once and kept, as whatever is installed is.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


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
    build = (PNP, "build", flagship(), "--fresh", "--quiet", "--out", str(work / "out"))
    names = subprocess.run(
        (PYTHON, str(HERE / "names.py"), flagship()), check=True, capture_output=True, text=True, env=ENVIRONMENT
    ).stdout.strip()
    return (
        Pair("pnp build, all but the rulebook", (*build, "--only", names), "WeasyPrint on the rulebook", alone, 0.4),
        Pair("pnp build (all, one job)", build, "WeasyPrint on the rulebook", alone, 1.6),
    )


# At most so many times Typst's wall time, by the number of cards.
BOUNDS = ((54, 3.0), (540, 0.9), (10**9, 0.5))


def deck_pairs(work: Path, sizes: tuple[int, ...]) -> tuple[Pair, ...]:
    pairs = []
    for size in sizes:
        bound = next(bound for most, bound in BOUNDS if size <= most)
        game, sheet = made(work, size), str(work / f"typst-{size}.pdf")
        typst = (PYTHON, str(HERE / "typst_deck.py"), str(game), sheet)
        pairs.append(Pair(f"pnp build, {size} cards", built(work, game), f"Typst, {size} cards", typst, bound))
        table = made(work, size, "csv")
        pairs.append(Pair(f"pnp build, {size} cards, CSV", built(work, table), f"Typst, {size} cards", typst, bound))
        if size > 1_000:
            two = (*built(work, game), "--jobs", "2")
            pairs.append(Pair(f"pnp build, {size} cards, two jobs", two, f"Typst, {size} cards", typst, 0.35))
    return tuple(pairs)


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
    text, ratios, mine = file.read_text(encoding="utf-8"), [], []
    warm = (PYTHON, str(HERE / "typst_warm.py"), str(game), str(work / "warm.pdf"))
    for run in range(runs):
        file.write_text(text.replace(f"name: {name_of(text)}", f"name: Changed {run}", 1), encoding="utf-8")
        mine.append(once(built(work, game, False), work))
        other = subprocess.run(warm, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout
        ratios.append(mine[-1].wall / float(other))
    ratio = statistics.median(ratios)
    print(
        f"pnp build, {size} cards, one changed {median(mine).wall:7.3f} s | Typst's warm rebuild | × {ratio:.2f} (at most 1)"
    )


def name_of(text: str) -> str:
    """The name of the card in the middle of a deck."""
    names = [line for line in text.splitlines() if line.startswith("        name: ")]
    return names[len(names) // 2].removeprefix("        name: ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=["start", "flagship", "deck", "again"])
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
            if name == "again":
                again(work, sizes[-1], asked.runs)
                continue
            for pair in makers[name]():
                print(compare(pair, asked.runs, work), flush=True)


if __name__ == "__main__":
    main()
