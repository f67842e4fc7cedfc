"""How diagnostics are shown: a module a format, and this is their list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pnp.reports import github, json, sarif, text
from pnp.reports.base import Report, asked, fails, ordered

__all__ = ("FORMATS", "NAMES", "Report", "asked", "fails", "ordered", "show")

FORMATS: Final[tuple[tuple[str, Callable[[Report], str]], ...]] = (
    ("text", text.show),
    ("json", json.show),
    ("github", github.show),
    ("sarif", sarif.show),
)
NAMES: Final = tuple(name for name, _ in FORMATS)


def show(report: Report, form: str) -> str:
    """A report in a format; '' where that has nothing to say."""
    return dict(FORMATS)[form](report)
