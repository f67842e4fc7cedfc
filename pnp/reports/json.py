"""Diagnostics for programs: an object that `report.schema.json`, beside this file, describes."""

from __future__ import annotations

import json
from typing import Any, Final

from pnp.diag import Diagnostic, Span
from pnp.reports.base import Report

FORMAT: Final = 1


def show(report: Report) -> str:
    """Games, counts, and every diagnostic by place."""
    return json.dumps(
        {
            "format": FORMAT,
            "games": list(report.games),
            "errors": report.errors,
            "warnings": report.warnings,
            "diagnostics": [_one(found) for found in report.found],
        },
        indent=2,
        ensure_ascii=False,
    )


def _one(found: Diagnostic) -> dict[str, Any]:
    related = [{**_place(span), "message": sentence} for span, sentence in found.related]
    head = {"code": found.code, "severity": found.severity.name.lower(), "message": found.message, "hint": found.hint}
    return {**head, **_place(found.span), "related": related}


def _place(span: Span) -> dict[str, Any]:
    ends = (span.end_line or span.line, span.end_column or span.column)
    return {"path": span.path, "line": span.line, "column": span.column, "end-line": ends[0], "end-column": ends[1]}
