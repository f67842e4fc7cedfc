"""`make bench`: how long reading takes beside `yaml.compose` with libyaml on the same file, in the same run.

Counted for `pnp`, as `pnp check` does it: the file read and decoded to text, every node with its line and column, duplicate
keys, anchors and tags refused, every record decoded with its types, ranges and attributes, ids and references resolved, and
every check of the data. Not counted: setting every text in its face, which `pnp check` does after that (bench/run.py has
it). Counted for `yaml.compose`: the text already in memory → PyYAML's nodes, nothing checked.

usage: python bench/reading.py [--runs N] [--sizes 5400,54000]
"""

from __future__ import annotations

import argparse
import gc
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from pnp import checks
from pnp.diag import Found
from pnp.model import load as loading

HERE = Path(__file__).resolve().parent
AT_MOST, GROWTH = 2.0, 1.25


def clock(work: Callable[[], object]) -> float:
    """Seconds of one run; what it made is freed outside the clock."""
    gc.collect()
    start = time.perf_counter()
    made = work()
    taken = time.perf_counter() - start
    del made
    return taken


def read(folder: Path) -> object:
    """A game read and checked; it must be clean."""
    found = Found()
    loaded = loading.load(folder, found)
    assert loaded is not None
    checks.run(loaded, found)
    assert not found.items, found.items[0]
    return loaded


def measure(cards: int, runs: int, work: Path) -> float:
    """Print one line; `pnp`'s seconds for a thousand cards."""
    folder = work / f"deck-{cards}"
    subprocess.run((sys.executable, str(HERE / "deck.py"), str(cards), str(folder)), check=True)
    text = (folder / "game.yaml").read_text("utf-8")
    pairs = [
        (clock(lambda: read(folder)), clock(lambda: yaml.compose(text, Loader=yaml.CSafeLoader)))
        for _ in range(runs + 1)
    ][1:]
    mine, other = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    verdict = "ok" if ratio <= AT_MOST else "OVER"
    print(
        f"read and check {cards:6} cards {mine:7.3f} s | yaml.compose (libyaml) {other:7.3f} s | × {ratio:.2f} "
        f"(at most {AT_MOST:g}) {verdict}",
        flush=True,
    )
    return min(a for a, _ in pairs) / cards * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sizes", default="5400,54000")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        each = [measure(int(size), asked.runs, Path(folder)) for size in asked.sizes.split(",")]
    growth = each[-1] / each[0]
    verdict = "ok" if growth <= GROWTH else "OVER"
    print(f"a card of the largest takes × {growth:.2f} of one of the smallest (at most {GROWTH:g}) {verdict}")


if __name__ == "__main__":
    main()
