"""How diagnostics are shown: a module a format, and this is their list."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pnp.reports.base import Report

FORMATS: Final = ("text", "json", "github", "sarif")
"""Each is a module here with `show(Report) -> str`, which is imported when it is asked for."""


def show(report: Report, form: str) -> str:
    """A report in a format; '' where that has nothing to say."""
    return str(import_module(f"{__name__}.{form}").show(report))
