"""`make bench`: how fast games are played, beside OpenSpiel (tic-tac-toe) and python-chess (random games), in the same run.

Each pair is run in turn, a second or so each, and the ratio is the median of the pairs' ratios. A move is one decision or
one throw of dice; complete games a second stand beside it, so that splitting decisions finer earns nothing. Seconds here are
the processor's own, so that others on the machine count for neither side.

usage: python bench/play.py [kernel] [flagship] [jobs] [memory] [--runs N] [--seconds S]

Needs bench/requirements.txt, which only the benchmark uses.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pnp.engines import engine  # noqa: E402
from pnp.engines.base import Engine, Seats, State  # noqa: E402
from pnp.play.agents import choose  # noqa: E402
from pnp.play.playout import dice, playout  # noqa: E402
from pnp.play.record import settled  # noqa: E402
from tests.conftest import GAMES  # noqa: E402
from tests.engines import TOYS, read  # noqa: E402

PNP = str(Path(sys.executable).with_name("pnp"))
Game = Callable[[int], int]
"""Plays the game of a number to its end; how many moves it had."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Moves and complete games a second."""

    moves: float
    games: float

    def __str__(self) -> str:
        return f"{self.moves:9,.0f} moves/s {self.games:8,.1f} games/s"


def pace(game: Game, seconds: float, first: int) -> Pace:
    """Games one after another until the time is up; each ends."""
    gc.collect()
    start, moves, number = time.process_time(), 0, first
    while (taken := time.process_time() - start) < seconds:
        moves += game(number)
        number += 1
    return Pace(moves / taken, (number - first) / taken)


def compare(mine: tuple[str, Game], other: tuple[str, Game], least: float, asked: argparse.Namespace) -> None:
    """Both in turn, once to warm up."""
    rounds = [
        (pace(mine[1], asked.seconds, 1 + 10**6 * n), pace(other[1], asked.seconds, 1 + 10**6 * n))
        for n in range(asked.runs + 1)
    ][1:]
    ratio = statistics.median(a.moves / b.moves for a, b in rounds)
    middle = [
        Pace(*(statistics.median(getattr(p, f) for p in side) for f in ("moves", "games")))
        for side in zip(*rounds, strict=True)
    ]
    verdict = "ok" if ratio >= least else "UNDER"
    print(
        f"{mine[0]:28} {middle[0]}\n{other[0]:28} {middle[1]}\n{'':28} × {ratio:.2f} (at least {least:g}) {verdict}",
        flush=True,
    )


def of_engine(ruled: Engine, seats: Seats, first: State) -> Game:
    """Random play by an engine of ours, as `pnp simulate` plays."""
    agents = dict.fromkeys(seats, choose)
    return lambda number: len(playout(ruled, first, agents, dice(1, number)).moves)


def spiel(number: int) -> int:
    """OpenSpiel's own tic-tac-toe in Python, at random."""
    chance, state, moves = random.Random(number).random, _spiel().new_initial_state(), 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def _spiel(kept: list[Any] = []) -> Any:  # noqa: B006  # loaded once
    if not kept:
        import pyspiel
        from open_spiel.python.games import tic_tac_toe  # noqa: F401  # registers itself

        kept.append(pyspiel.load_game("python_tic_tac_toe"))
    return kept[0]


def chess(number: int) -> int:
    """python-chess, at random, to an end by the rules that need no claim."""
    import chess as library

    chance, board, moves = random.Random(number).random, library.Board(), 0
    while board.outcome() is None:
        legal = list(board.legal_moves)
        board.push(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def kernel(asked: argparse.Namespace) -> None:
    toy = TOYS[0]
    game = toy.game
    seats = toy.engine.seats(game, 2)
    mine = of_engine(toy.engine, seats, toy.engine.setup(game, seats, {}))
    compare(("tic-tac-toe", mine), ("OpenSpiel's in Python", spiel), 2.0, asked)


def flagship(asked: argparse.Namespace) -> None:
    for folder, ruled in ruled_games():
        game = read(folder)
        seats = ruled.seats(game, ruled.FACTS.least)
        mine = of_engine(ruled, seats, ruled.setup(game, seats, settled(ruled, {})))
        compare((folder.name[:26], mine), ("python-chess", chess), 1.0, asked)


def ruled_games() -> list[tuple[Path, Engine]]:
    """The bundled games that have an engine."""
    return [(folder, ruled) for folder in GAMES if (ruled := engine(folder.name)) is not None]


def simulated(game: str, games: int, jobs: int) -> tuple[float, float]:
    """Seconds, and the largest process's peak in MiB, of a whole `pnp simulate` with random agents."""
    command = (PNP, "simulate", game, "-n", str(games), "--jobs", str(jobs), "--agents", "random", "--quiet")
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed ({process.returncode})")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def jobs(asked: argparse.Namespace) -> None:
    for folder, _ in ruled_games():
        pairs = [
            (simulated(folder.name, asked.games, 1)[0], simulated(folder.name, asked.games, 2)[0]) for _ in range(3)
        ]
        ratio = statistics.median(one / two for one, two in pairs)
        one, two = (statistics.median(side) for side in zip(*pairs, strict=True))
        verdict = "ok" if ratio >= 1.7 else "UNDER"
        print(
            f"{asked.games} games with one job {one:.1f} s, with two {two:.1f} s: × {ratio:.2f} (at least 1.7; here are "
            f"{os.cpu_count()} processors, and who else uses them counts) {verdict}",
            flush=True,
        )


def memory(asked: argparse.Namespace) -> None:
    for folder, _ in ruled_games():
        few, many = (simulated(folder.name, games, 1)[1] for games in (asked.games // 8, asked.games))
        verdict = "ok" if many <= 1.1 * few else "OVER"
        print(
            f"memory: {few:.0f} MiB after {asked.games // 8} games, {many:.0f} MiB after {asked.games} {verdict}",
            flush=True,
        )


PARTS = {"kernel": kernel, "flagship": flagship, "jobs": jobs, "memory": memory}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=list(PARTS), choices=[*PARTS, []], metavar="PART")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=800)
    asked = parser.parse_args()
    for name in asked.what:
        PARTS[name](asked)


if __name__ == "__main__":
    main()
