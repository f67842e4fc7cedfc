"""`pnp simulate`: many games of a game, and what they come to."""

from __future__ import annotations

import re
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.base import CLEAN, broken, guarded, quiet, seated, terminal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pnp.build.playing import Table
    from pnp.play.simulate import Simulation, Span

INTERRUPTED = 130


@click.command()
@click.argument("game", metavar="GAME|FOLDER")
@click.option("-n", "games", type=click.IntRange(1), default=1000, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed, other games.")
@click.option("--players", type=click.IntRange(1), help="How many seats; the fewest unless said.")
@click.option("--agents", default="", metavar="SEAT=AGENT,…", help="Who plays; one name is for all seats.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A setting of the game; may be repeated.")
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=1, show_default=True, help="Games played at once.")
@click.option("--chunk", metavar="K/N", help="Only the K-th of N shares of the games: see `pnp report`.")
@click.option("--resume", metavar="FILE.json", type=click.Path(), help="Go on from games that were played already.")
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False), help="Write the report, .html or .json.")
@quiet
@guarded
def simulate(
    game: str,
    games: int,
    seed: int,
    players: int | None,
    agents: str,
    options: tuple[str, ...],
    jobs: int,
    chunk: str | None,
    resume: str | None,
    out: str | None,
    quiet: bool,
) -> int:
    """Play many games, and tell who wins, why, how long it takes, and what of the game is never used.

    The same seed plays the same games, on every machine, however they are shared out.
    """
    from pnp import build
    from pnp.build import simulations, sparing
    from pnp.build.playing import Ask
    from pnp.play.simulate import chunk as share

    span = share(*_chunk(chunk), games) if chunk else (1, games + 1)
    target = sparing.report_file(simulations.target(out))
    ask = Ask(players=players, agents=agents, options=options, seed=seed)
    opened = seated(build.folders((game,))[0], ask, quiet)
    if isinstance(opened, int):
        return opened
    return _simulate(opened, span, jobs, resume, target, quiet)


def _chunk(text: str) -> tuple[int, int]:
    """K/N as two numbers. Raises `Misuse`."""
    from pnp.build import Misuse

    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise Misuse(f"'{text}' is no share of the games; write one as 1/4, up to 4/4")
    return int(match[1]), int(match[2])


def _simulate(table: Table, span: Span, jobs: int, resume: str | None, target: Path | None, quiet: bool) -> int:
    from pnp.build import playing, simulations
    from pnp.play import brief
    from pnp.play.simulate import GameError, missing

    done = _resumed(playing.empty(table), resume)
    wanted = tuple(missing(done.spans, span))
    bar = Bar(table.game.id, sum(stop - start for start, stop in wanted), quiet)
    try:
        with Halting() as halted:
            done = _played(table, done, wanted, jobs, halted, bar)
    except GameError as fault:
        bar.done()
        return broken(table, fault.what, fault.moves, fault.game)
    bar.done()
    left = tuple(missing(done.spans, span))
    if left:
        return _unfinished(table, done, target)
    if not quiet:
        click.echo(brief.text(done, playing.shown(table)))
        bar.pace(done)
    if target:
        simulations.write(done, target)
        if not quiet:
            click.echo(f"{target}")
    return CLEAN


def _resumed(empty: Simulation, resume: str | None) -> Simulation:
    """What was played already of the same plan. Raises `Misuse`."""
    from pnp.build import Misuse, simulations
    from pnp.play.simulate import MergeError, merge

    if resume is None:
        return empty
    before = simulations.read(resume)
    try:
        return merge((empty, before))
    except MergeError as fault:
        raise Misuse(f"'{resume}' cannot be gone on with: {fault}") from fault


def _played(
    table: Table, done: Simulation, wanted: tuple[Span, ...], jobs: int, halted: Halting, bar: Bar
) -> Simulation:
    """What was played before, and the games of `wanted` as far as they come."""
    import dataclasses

    from pnp.build import playing
    from pnp.play.simulate import joined

    spans = list(done.spans)
    for span, tally in playing.play(table, done.plan, wanted, jobs, halted):
        spans.append(span)
        done.tally.merge(tally)
        bar(span[1] - span[0])
    return dataclasses.replace(done, spans=joined(spans))


class Halting:
    """Ctrl-C ends the simulation after the games that are being played; a second one ends it at once."""

    def __init__(self) -> None:
        self._asked = False
        self._before: Any = None

    def __enter__(self) -> Halting:
        import signal

        self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        import signal

        signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: object) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True

    def __call__(self) -> bool:
        return self._asked


def _unfinished(table: Table, done: Simulation, target: Path | None) -> int:
    """Show and keep what was played until Ctrl-C, and say how to go on."""
    from pathlib import Path

    from pnp.build import playing, simulations
    from pnp.play import brief

    if not done.games:
        click.echo("pnp: interrupted before a game was played", err=True)
        return INTERRUPTED
    kept = (target or Path("output", table.game.id, "simulation")).with_suffix(".part.json")
    simulations.write(done, kept)
    click.echo(brief.text(done, playing.shown(table)))
    click.echo(f"pnp: interrupted; what was played is in '{kept}'. To go on:", err=True)
    click.echo(f"  {_again(str(kept))}", err=True)
    return INTERRUPTED


def _again(kept: str) -> str:
    """The command as it was given, going on from a file."""
    import shlex

    words, given = ["pnp"], iter(sys.argv[1:])
    for word in given:
        if word == "--resume":
            next(given, None)
        elif not word.startswith("--resume="):
            words.append(word)
    return shlex.join([*words, "--resume", kept])


class Bar:
    """How far a simulation is, on standard error, for people who wait."""

    def __init__(self, name: str, games: int, quiet: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._name, self._games, self._clock = name, games, clock
        self._shown = not quiet and terminal(sys.stderr)
        self._start = clock()
        self._played = self._width = 0

    def __call__(self, games: int) -> None:
        self._played += games
        if self._shown:
            line = self._line()
            click.echo("\r" + line.ljust(self._width), err=True, nl=False)
            self._width = len(line)

    def _line(self) -> str:
        share = self._played / self._games
        taken = max(self._clock() - self._start, 1e-6)
        left = round(taken / share * (1 - share))
        full = round(24 * share)
        shown = "█" * full + "░" * (24 - full)
        pace = f"{self._played / taken:.1f} games/s, {left // 60}:{left % 60:02} left"
        return f"{self._name} {shown} {self._played:,}/{self._games:,}  {pace}"[:100]

    def done(self) -> None:
        if self._width:
            click.echo("\r" + " " * self._width + "\r", err=True, nl=False)
            self._width = 0

    def pace(self, done: Simulation) -> None:
        """Say how fast it went. Not in the report: it differs from run to run."""
        taken = max(self._clock() - self._start, 1e-6)
        if self._played:
            moves = sum(key[0] * times for key, times in done.tally.moves.items()) * self._played / done.games
            click.echo(
                f"{self._played:,} games in {taken:.1f} s: {self._played / taken:,.1f} games and "
                f"{moves / taken:,.0f} decisions a second",
                err=True,
            )
