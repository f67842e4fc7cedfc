"""Diagnostics for people: the place that editors jump to, the line with a caret, and what to type."""

from __future__ import annotations

import re

from pnp.diag import UNSHOWN, Diagnostic, Severity, Span
from pnp.reports.base import Report, lines

_RED, _YELLOW, _BLUE, _BOLD, _OFF = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[1m", "\x1b[0m"


def show(report: Report) -> str:
    """All of them, one after another with an empty line between."""
    return "\n\n".join(_one(diagnostic, report.coloured) for diagnostic in report.found)


def summary(report: Report) -> str:
    """One line: how many of what, in which games."""
    counts = ((report.errors, "error"), (report.warnings, "warning"))
    what = ", ".join(_count(number, word) for number, word in counts if number)
    games = report.games[0] if len(report.games) == 1 else f"{len(report.games)} games"
    return f"{games}: {what or 'nothing wrong'}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("s" if number != 1 else "")


def _one(found: Diagnostic, colour: bool) -> str:
    name = "error" if found.severity is Severity.ERROR else "warning"
    tint = _RED if name == "error" else _YELLOW
    head = f"{found.span}: {_paint(f'{name}[{found.code}]', tint, colour)}: {_paint(found.message, _BOLD, colour)}"
    shown = [head, *_excerpt(found.span, tint, colour)]
    if found.hint:
        shown.append(f"  {_paint('=', _BLUE, colour)} help: {found.hint}")
    shown += [f"  {_paint('=', _BLUE, colour)} see {span}: {sentence}" for span, sentence in found.related]
    return "\n".join(shown)


def _paint(text: str, code: str, colour: bool) -> str:
    return f"{code}{text}{_OFF}" if colour else text


def _excerpt(span: Span, tint: str, colour: bool) -> list[str]:
    """The line, and carets under the stretch."""
    there = lines(span.path)
    if not 1 <= span.line <= len(there):
        return []
    line = there[span.line - 1]
    start = min(span.column, len(line) + 1)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    width = max(1, min(end, len(line) + 1) - start)
    shown, cut = _window(line, start, width)
    carets = " " * (start - 1 - cut) + "^" * min(width, len(shown) - (start - 1 - cut) or 1)
    shown = re.sub(UNSHOWN, "\N{REPLACEMENT CHARACTER}", shown.replace("\t", " "))  # nothing that moves a cursor
    return [f"{span.line:5} | {shown}", f"      | {_paint(carets, tint, colour)}"]


def _window(line: str, start: int, width: int) -> tuple[str, int]:
    """A long line cut to what a terminal shows around the fault, and how much was cut away before it."""
    if len(line) <= 110:
        return line, 0
    cut = max(0, min(start - 30, len(line) - 110))
    return line[cut : cut + 110], cut
