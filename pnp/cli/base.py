"""What commands share: progress, exit status, how faults are shown.

Exit status: 0 clean, 1 the content has errors (with --strict: or warnings), 2 misuse, 3 the machine lacks something or
`pnp` has a bug.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pnp.build import Seen

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


def report(seen: list[Seen], strict: bool, form: str, quiet: bool) -> int:
    """Show what was found in games; the exit status."""
    from pnp.reports import json, text

    found = [one for game in seen for one in game.found]
    if form == "json":
        click.echo(json.show(found))
    elif found:
        click.echo(text.show(found, coloured(sys.stdout)))
    if form == "text" and not quiet:
        click.echo(text.summary(found, [game.name for game in seen]), err=bool(found))
    return FAULTY if text.fails(found, strict) else CLEAN


def terminal(stream: Any) -> bool:
    """Whether people read a stream; one that the shell closed is None."""
    return stream is not None and stream.isatty()


def coloured(stream: Any) -> bool:
    return terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
