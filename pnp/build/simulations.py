"""Simulations as files: read, written, and the play that led to a fault."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from stat import S_ISREG

from pnp.build.base import Misuse, Seen
from pnp.build.playing import Table
from pnp.diag import Found
from pnp.engines.base import Outcome
from pnp.play import record, report
from pnp.play.playout import Made
from pnp.play.simulate import MergeError, Simulation
from pnp.source.text import LIMITS
from pnp.store import writing

FORMS = (".html", ".json")


def target(out: str | None) -> Path | None:
    """Where a report goes. Raises `Misuse` for a form that is not written."""
    if out is None:
        return None
    path = Path(out)
    if path.suffix not in FORMS:
        raise Misuse(f"a report is .html or .json, not '{path.name}'")
    return path


def read(name: str) -> Simulation:
    """A simulation from its file. Raises `Misuse`."""
    try:
        return report.read(_text(name, LIMITS.simulation), name)
    except MergeError as fault:
        raise Misuse(str(fault)) from fault


def read_play(name: str) -> tuple[record.Record | None, Seen]:
    """A play file, or what is wrong with it. Raises `Misuse` where there is none."""
    found = Found()
    read = record.read(_text(name, LIMITS.size), name, found)
    return None if found.failed else read, Seen(name, found.ordered())


def _text(name: str, most: int) -> str:
    """A file's text, of so many bytes at most. Raises `Misuse`."""
    try:
        about = Path(name).stat()
        if not S_ISREG(about.st_mode):  # a device never ends, a pipe waits for ever
            raise Misuse(f"'{name}' is not a file")
        if about.st_size > most:
            raise Misuse(f"'{name}' has {about.st_size:,} bytes; at most {most:,} are read")
        return Path(name).read_text("utf-8")
    except UnicodeDecodeError as fault:
        raise Misuse(f"'{name}' is no text") from fault
    except FileNotFoundError as fault:
        raise Misuse(f"there is no file '{name}'") from fault


def write(done: Simulation, path: Path) -> None:
    """A report as a file, HTML or JSON by its name."""
    from pnp.play import page

    text = report.write(done) if path.suffix == ".json" else page.write(done)
    with writing(path) as file:
        file.write(text.encode())


def keep(table: Table, moves: Iterable[Made], path: Path, result: Outcome | None = None) -> None:
    """A play as a play file."""
    text = record.write(table.game, table.seats, table.options, moves, table.seed, result)
    with writing(path) as file:
        file.write(text.encode())


def keep_fault(table: Table, moves: tuple[Made, ...], game: int | None) -> Path:
    """The play that led to a fault of an engine, as a play file."""
    name = f"fault-{table.seed}" + (f"-{game}" if game is not None else "")
    path = Path("output", table.game.id, f"{name}.play")
    keep(table, moves, path)
    return path
