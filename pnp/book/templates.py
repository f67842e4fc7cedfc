"""The house's block templates: ``templates/book/*.html``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.book.base import Inline
from pnp.book.words import curly, dashed, signed, worded, words


class Blank:
    """Templates that write nothing: for checking a book, whose faults are all found before anything is written."""

    def fill(self, name: str, **values: Any) -> Inline:
        return Inline("")


class Templates:
    """Templates of a folder, compiled when first used. Values are escaped unless they are marked HTML."""

    __slots__ = ("_environment",)

    def __init__(self, folder: Path) -> None:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined  # only where something is written

        self._environment = Environment(
            loader=FileSystemLoader(folder),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.filters.update(curly=curly, dashed=dashed, worded=worded)
        self._environment.globals.update(signed=signed, words=words)

    def fill(self, name: str, **values: Any) -> Inline:
        """The template ``name.html`` with its values."""
        return Inline(self._environment.get_template(f"{name}.html").render(**values))
