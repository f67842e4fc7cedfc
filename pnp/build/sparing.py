"""Files that somebody names for what is written: one of the same kind may be replaced, nobody's own file is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from pnp.build.base import Misuse
from pnp.diag import Found
from pnp.play import page, record, report


def play_file(out: str | None) -> Path | None:
    """Where a play file goes. Raises `Misuse` where a file of another kind stands."""
    return None if out is None else _spared(Path(out), "play file", lambda text: _is_play(text, out))


def report_file(out: Path | None) -> Path | None:
    """Where the report of a simulation goes. Raises `Misuse` where a file of another kind stands."""
    return None if out is None else _spared(out, "report of a simulation", _is_report)


def _spared(path: Path, made: str, ours: Callable[[str], bool]) -> Path:
    if path.exists():
        try:
            text = path.read_text("utf-8") if path.is_file() else None
        except UnicodeDecodeError:
            text = None
        if text is None or (text.strip() and not ours(text)):
            raise Misuse(f"'{path}' is there already and is no {made}; name another file")
    return path


def _is_play(text: str, name: str) -> bool:
    """Whether a text says what is played; its moves may be faulty."""
    return record.read(text, name, Found()) is not None


def _is_report(text: str) -> bool:
    if page.CLOSING in text:
        return True
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(raw, dict) and raw.get("kind") == report.KIND
