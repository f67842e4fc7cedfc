"""Diagnostics for people: the place that editors jump to, the line with a caret, and what to type."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from pnp.diag import Diagnostic, Severity, Span

_RED, _YELLOW, _BLUE, _BOLD, _OFF = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[1m", "\x1b[0m"


def show(found: Sequence[Diagnostic], colour: bool = False) -> str:
    """All of them, one after another with an empty line between."""
    return "\n\n".join(_one(diagnostic, colour) for diagnostic in found)


def summary(found: Sequence[Diagnostic], names: Sequence[str]) -> str:
    """One line: how many of what, in which games."""
    errors = sum(one.severity is Severity.ERROR for one in found)
    warnings = len(found) - errors
    what = ", ".join(_count(number, word) for number, word in ((errors, "error"), (warnings, "warning")) if number)
    games = names[0] if len(names) == 1 else f"{len(names)} games"
    return f"{games}: {what or 'nothing wrong'}"


def fails(found: Sequence[Diagnostic], strict: bool) -> bool:
    """Whether a check with these fails."""
    return any(strict or one.severity is Severity.ERROR for one in found)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("s" if number != 1 else "")


def _one(found: Diagnostic, colour: bool) -> str:
    name = "error" if found.severity is Severity.ERROR else "warning"
    tint = _RED if name == "error" else _YELLOW
    head = f"{found.span}: {_paint(f'{name}[{found.code}]', tint, colour)}: {_paint(found.message, _BOLD, colour)}"
    lines = [head, *_excerpt(found.span, tint, colour)]
    if found.hint:
        lines.append(f"  {_paint('=', _BLUE, colour)} help: {found.hint}")
    lines += [f"  {_paint('=', _BLUE, colour)} see {span}: {sentence}" for span, sentence in found.related]
    return "\n".join(lines)


def _paint(text: str, code: str, colour: bool) -> str:
    return f"{code}{text}{_OFF}" if colour else text


def _excerpt(span: Span, tint: str, colour: bool) -> list[str]:
    """The line, and carets under the stretch."""
    lines = _lines(span.path)
    if not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1].expandtabs(1)
    start = min(span.column, len(line) + 1)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    width = max(1, min(end, len(line) + 1) - start)
    shown, cut = _window(line, start, width)
    carets = " " * (start - 1 - cut) + "^" * min(width, len(shown) - (start - 1 - cut) or 1)
    return [f"{span.line:5} | {shown}", f"      | {_paint(carets, tint, colour)}"]


def _window(line: str, start: int, width: int) -> tuple[str, int]:
    """A long line cut to what a terminal shows around the fault, and how much was cut away before it."""
    if len(line) <= 110:
        return line, 0
    cut = max(0, min(start - 30, len(line) - 110))
    return line[cut : cut + 110], cut


@lru_cache(maxsize=64)
def _lines(path: str) -> tuple[str, ...]:
    """A file's lines; none of what is a link, which may lead out of the game, or a pipe, which would wait for ever."""
    there = Path(path)
    if there.is_symlink() or not there.is_file():
        return ()
    try:
        return tuple(there.read_text("utf-8-sig", "replace").splitlines())
    except OSError:
        return ()
