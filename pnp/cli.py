"""The command line: the only module that prints or exits.

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
    from pnp.build import Built, Seen

CLEAN, FAULTY, MISUSED, LACKING = 0, 1, 2, 3
_SLOW = 1.0


class Teller:
    """Progress on standard error: only for people, only for what takes longer than a second, gone when done."""

    def __init__(self, quiet: bool) -> None:
        self._shown = not quiet and _terminal(sys.stderr)
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


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pnp-press", prog_name="pnp")
def main() -> None:
    """Board games from YAML: counters, cards, maps, player aids and rulebooks as PDFs that print and cut true.

    GAME is the id of a game that comes with pnp (see `pnp list`); FOLDER is a game of your own.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a folder's name need not be text that a terminal can show
            stream.reconfigure(errors="backslashreplace")


@main.command("list")
@games
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How it is shown.")
@guarded
def list_(games: tuple[str, ...], form: str) -> int:
    """List the games, with what each has."""
    from pnp import build
    from pnp.reports import games as report

    rows = [build.inventory(folder) for folder in build.folders(games)]
    click.echo(report.json(rows) if form == "json" else report.text(rows))
    return CLEAN


@main.command()
@games
@click.option("--strict", is_flag=True, help="Warnings fail too.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How faults are shown.")
@quiet
@guarded
def check(games: tuple[str, ...], strict: bool, form: str, quiet: bool) -> int:
    """Say everything that is wrong with a game, where it is, and what to type."""
    from pnp import build

    tell = Teller(quiet)
    seen = [build.check(folder, tell) for folder in build.folders(games)]
    tell.done()
    return _report(seen, strict, form, quiet)


def _report(seen: list[Seen], strict: bool, form: str, quiet: bool) -> int:
    """Show what was found in games; the exit status."""
    from pnp.reports import json, text

    found = [one for game in seen for one in game.found]
    if form == "json":
        click.echo(json.show(found))
    elif found:
        click.echo(text.show(found, _coloured(sys.stdout)))
    if form == "text" and not quiet:
        click.echo(text.summary(found, [game.name for game in seen]), err=bool(found))
    return FAULTY if text.fails(found, strict) else CLEAN


def _terminal(stream: Any) -> bool:
    """Whether people read a stream; one that the shell closed is None."""
    return stream is not None and stream.isatty()


def _coloured(stream: Any) -> bool:
    return _terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@main.command()
@games
@click.option("--only", metavar="NAME,…", help="Only these files: counters, map, rulebook, …")
@click.option(
    "--paper", default="a4", show_default=True, help="a4, letter, a3, tabloid, legal, or WxH such as 200mmx300mm."
)
@click.option("--out", metavar="DIR", type=click.Path(file_okay=False), default="output", show_default=True)
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=1, show_default=True, help="Files made at once.")
@quiet
@guarded
def build(games: tuple[str, ...], only: str | None, paper: str, out: str, jobs: int, quiet: bool) -> int:
    """Make the PDFs of a game."""
    from pathlib import Path

    from pnp import build

    wish = build.Wish(Path(out), paper, tuple(only.split(",")) if only is not None else (), jobs)
    tell, status = Teller(quiet), CLEAN
    for folder in build.folders(games):
        built = build.build(folder, wish, tell)
        tell.done()
        status = max(status, _told(built, quiet))
    return status


def _told(built: Built, quiet: bool) -> int:
    """Show what was built of a game, and what is wrong; the exit status."""
    from pnp.reports import text

    if built.found:
        click.echo(text.show(list(built.found), _coloured(sys.stderr)), err=True)
    if text.fails(list(built.found), strict=False):
        nothing = "" if built.files else "; nothing was built"
        click.echo(text.summary(list(built.found), [built.game]) + nothing, err=True)
        return FAULTY
    if not quiet:
        for file in built.files:
            click.echo(
                f"{file.path}  {file.pages} page{'s' if file.pages != 1 else ''}" if file.pages else f"{file.path}"
            )
    for lack in built.lacking:
        click.echo(f"pnp: {lack}", err=True)
    return LACKING if built.lacking else CLEAN


if __name__ == "__main__":
    main()
