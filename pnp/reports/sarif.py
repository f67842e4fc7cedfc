"""Diagnostics as SARIF 2.1.0, the format of code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from pnp import catalogue
from pnp.diag import Diagnostic, Span
from pnp.reports.base import Report, lines, relative

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT: Final = "%SRCROOT%"


def show(report: Report) -> str:
    """One run, with the pages of the codes that it found."""
    codes = sorted({one.code for one in report.found})
    version = {"version": report.version} if report.version else {}
    run = {
        "tool": {"driver": {"name": "pnp", **version, "rules": [_rule(code) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "results": [
            _result(found, codes.index(found.code), fingerprint)
            for found, fingerprint in zip(report.found, _fingerprints(report.found), strict=True)
        ],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _rule(code: str) -> dict[str, Any]:
    page = catalogue.page(code)
    if page is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": page.summary},
        "fullDescription": {"text": page.summary},
        "help": {"text": page.text, "markdown": page.text},
    }


def _result(found: Diagnostic, rule: int, fingerprint: str) -> dict[str, Any]:
    text = f"{found.message}\nhelp: {found.hint}" if found.hint else found.message
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": found.severity.name.lower(),
        "message": {"text": text},
        "locations": [{"physicalLocation": _place(found.span)}],
        "partialFingerprints": {"codeAndLine/v1": fingerprint},
    }
    if found.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(span), "message": {"text": sentence}}
            for number, (span, sentence) in enumerate(found.related, 1)
        ]
    return result


def _place(span: Span) -> dict[str, Any]:
    region = {"startLine": span.line, "startColumn": span.column}
    if span.end_line and span.end_column:
        region |= {"endLine": span.end_line, "endColumn": span.end_column}
    return {"artifactLocation": _artifact(relative(span.path)), "region": region}


def _artifact(path: str) -> dict[str, str]:
    """A file within the repository by its path from the root; one that lies elsewhere by the whole."""
    if Path(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(os.fsencode(path), safe="/"), "uriBaseId": _ROOT}


def _fingerprints(found: tuple[Diagnostic, ...]) -> Iterator[str]:
    """What stays the same when lines are added above: code, file, the text of the line, and which of several such it is."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for one in found:
        there = lines(one.span.path)
        line = there[one.span.line - 1].strip() if one.span.line <= len(there) else ""
        key = (one.code, relative(one.span.path), line)
        seen[key] += 1
        whole = "\0".join((*key, str(seen[key])))
        yield hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()[:32]
