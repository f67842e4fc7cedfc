"""Diagnostics for programs: a list of objects, stable and sorted by place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pnp.diag import Diagnostic, Span


def show(found: Sequence[Diagnostic]) -> str:
    """``[{code, severity, message, hint, path, line, column, end-line, end-column, related}, …]``."""
    return json.dumps([_one(diagnostic) for diagnostic in found], indent=2, ensure_ascii=False)


def _one(found: Diagnostic) -> dict[str, Any]:
    related = [{**_place(span), "message": sentence} for span, sentence in found.related]
    head = {"code": found.code, "severity": found.severity.name.lower(), "message": found.message, "hint": found.hint}
    return {**head, **_place(found.span), "related": related}


def _place(span: Span) -> dict[str, Any]:
    ends = (span.end_line or span.line, span.end_column or span.column)
    return {"path": span.path, "line": span.line, "column": span.column, "end-line": ends[0], "end-column": ends[1]}
