"""What commands share: progress, exit status, how faults are shown.

Exit status: 0 clean, 1 the content has errors (with --strict: or warnings), 2 misuse, 3 the machine lacks something or
`pnp` has a bug.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.build import Built, Seen
    from pnp.build.playing import Ask, Table
    from pnp.play.playout import Made

CLEAN, FAULTY, MISUSED, LACKING = 0, 1, 2, 3
_SLOW = 1.0


class Teller:
    """Progress on standard error: only for people, only for what takes longer than a second, gone when done."""

    def __init__(self, quiet: bool) -> None:
        self._shown = not quiet and terminal(sys.stderr)
        self._start = time.monotonic()
        self._width = 0

    def __call__(self, what: str) -> None:
        if self._shown and (self._width or time.monotonic() - self._start > _SLOW):
            line = f"{what} …"[:78]
            click.echo("\r" + line.ljust(self._width), err=True, nl=False)
            self._width = len(line)

    def done(self) -> None:
        if self._width:
            click.echo("\r" + " " * self._width + "\r", err=True, nl=False)
            self._width = 0


def guarded(command: Callable[..., int]) -> Callable[..., None]:
    """Runs a command and exits with its status; what it raises becomes one sentence."""
    from functools import wraps

    @wraps(command)
    def run(*arguments: Any, **named: Any) -> None:
        try:
            status = command(*arguments, **named)
        except click.ClickException:
            raise
        except KeyboardInterrupt:
            click.echo("pnp: interrupted; files that were not finished are as they were", err=True)
            status = 130
        except BrokenPipeError:
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123  # nobody reads any more
            status = CLEAN
        except Exception as error:
            status = _trouble(error)
        sys.exit(status)

    return run


def _trouble(error: Exception) -> int:
    """One sentence for what is no fault of the content."""
    if type(error).__name__ == "LimitsError":  # said before anything else could be imported
        click.echo(f"pnp: {error}", err=True)
        return MISUSED
    from pnp.build import Lacking, Misuse

    if os.environ.get("PNP_DEBUG"):
        raise error
    if isinstance(error, Misuse):
        click.echo(f"pnp: {error}", err=True)
        return MISUSED
    if isinstance(error, Lacking):
        click.echo(f"pnp: {error}", err=True)
        return LACKING
    if type(error).__name__ == "StoreError":
        click.echo(f"pnp: {error}", err=True)
        return LACKING
    if isinstance(error, OSError):
        where = f" '{error.filename}'" if error.filename else ""
        click.echo(f"pnp: the machine refused{where}: {(error.strerror or str(error)).lower()}", err=True)
        return LACKING
    kind = type(error).__name__
    click.echo(f"pnp: a bug in pnp ({kind}: {error}); PNP_DEBUG=1 shows where. Please report it.", err=True)
    return LACKING


games = click.argument("games", nargs=-1, metavar="[GAME|FOLDER]…")
quiet = click.option("--quiet", "-q", is_flag=True, help="Say nothing but what is wrong.")


def report(seen: list[Seen], strict: bool, form: str, quiet: bool, only: tuple[str, ...] = ()) -> int:
    """Show what was found in games, or what of it was asked for; the exit status."""
    from importlib.metadata import version

    from pnp import reports
    from pnp.reports import base, text

    if form != "text" and isinstance(sys.stdout, TextIOWrapper):
        # Programs read it, whatever the machine's own encoding; what is no text is escaped as JSON does.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    found = base.ordered(one for game in seen for one in game.found if base.asked(one.code, only))
    names = tuple(game.name for game in seen)
    told = base.Report(found, names, version("pnp-press"), coloured(sys.stdout))
    shown = reports.show(told, form)
    if shown:
        click.echo(shown)
    if form in ("text", "github") and not quiet:
        click.echo(text.summary(told), err=bool(found) or form != "text")
    return FAULTY if base.fails(found, strict) else CLEAN


def made(built: Built, quiet: bool) -> int:
    """Show what was built of a game, and what is wrong; the exit status."""
    if built.found and _faulty(built):
        return FAULTY
    if not quiet:
        for file in built.files:
            click.echo(
                f"{file.path}  {file.pages} page{'s' if file.pages != 1 else ''}" if file.pages else f"{file.path}"
            )
    for lack in built.lacking:
        click.echo(f"pnp: {lack}", err=True)
    return LACKING if built.lacking else CLEAN


def _faulty(built: Built) -> bool:
    """Show what is wrong with a game that was built; whether it is an error."""
    from pnp.reports import text
    from pnp.reports.base import Report, fails

    told = Report(built.found, (built.game,), coloured=coloured(sys.stderr))
    click.echo(text.show(told), err=True)
    if not fails(built.found, strict=False):
        return False
    nothing = "" if built.files else "; nothing was built"
    click.echo(text.summary(told) + nothing, err=True)
    return True


def seated(folder: Path, ask: Ask, quiet: bool) -> Table | int:
    """A game ready to be played; else, after its faults were shown, the exit status."""
    from pnp.build import playing
    from pnp.play.playout import EngineError

    tell = Teller(quiet)
    try:
        seen, table = playing.table(folder, ask, tell)
    except EngineError as fault:
        click.echo(f"pnp: the engine of '{folder.name}' cannot set up the game: {fault.what}", err=True)
        return LACKING
    finally:
        tell.done()
    if table is None:
        report([seen], strict=False, form="text", quiet=quiet)
        click.echo("pnp: nothing was played", err=True)
        return FAULTY
    return table


def broken(table: Table, what: str, moves: tuple[Made, ...], game: int | None = None) -> int:
    """Tell of a bug in an engine, and keep the moves that lead to it as a play file; the exit status."""
    from pnp.build.simulations import keep_fault

    kept = keep_fault(table, moves, game)
    which = f" in game {game}" if game is not None else ""
    place = f"seed {table.seed}, at move {len(moves)}"
    click.echo(f"pnp: a bug in the engine of '{table.game.id}'{which} of {place}: {what}", err=True)
    click.echo(f"The moves that lead there are in '{kept}'; `pnp play --replay {kept}` plays them again.", err=True)
    return LACKING


def terminal(stream: Any) -> bool:
    """Whether people read a stream; one that the shell closed is None."""
    return stream is not None and stream.isatty()


def coloured(stream: Any) -> bool:
    return terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
