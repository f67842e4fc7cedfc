"""Diagnostics as annotations of GitHub Actions: a workflow command each, shown beside the lines of a pull request.

https://docs.github.com/actions/reference/workflow-commands-for-github-actions. A command ends with its line and a property
at a comma, so these are written as GitHub reads them back: ``%25``, ``%0D``, ``%0A``; in properties ``%3A``, ``%2C`` too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pnp.diag import Diagnostic
from pnp.reports.base import Report, relative

_DATA: Final = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_PROPERTY: Final = (*_DATA, (":", "%3A"), (",", "%2C"))


def show(report: Report) -> str:
    """A line each; nothing where nothing is wrong."""
    return "\n".join(_one(found) for found in report.found)


def _one(found: Diagnostic) -> str:
    properties = ",".join(f"{name}={_escaped(str(value), _PROPERTY)}" for name, value in _properties(found))
    return f"::{found.severity.name.lower()} {properties}::{_escaped(_text(found), _DATA)}"


def _properties(found: Diagnostic) -> Iterator[tuple[str, str | int]]:
    """Columns are counted on one line only; GitHub's last one is in the stretch, ours behind it."""
    span = found.span
    end = span.end_line or span.line
    yield from (("file", relative(span.path)), ("line", span.line), ("endLine", end), ("col", span.column))
    if end == span.line:
        yield "endColumn", max(span.column, span.end_column - 1)
    yield "title", found.code


def _text(found: Diagnostic) -> str:
    hint = (f"help: {found.hint}",) if found.hint else ()
    related = (f"see {relative(span.path)}:{span.line}:{span.column}: {sentence}" for span, sentence in found.related)
    return "\n".join((found.message, *hint, *related))


def _escaped(text: str, signs: tuple[tuple[str, str], ...]) -> str:
    for sign, code in signs:
        text = text.replace(sign, code)
    return text
