"""What every diagnostic means: the pages that `pnp explain` shows, one Markdown file a family, a `##` section a code.

A section's first paragraph is its summary, one sentence; then why it matters; then an example that fails and its
repair. `docs/diagnostics.md` says how a page is written.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from pnp.diag import nearest
from pnp.records import dataclass

_FOLDER: Final = Path(__file__).resolve().parent
_SECTION: Final = re.compile(r"^## (\S+)\n", re.M)


@dataclass(frozen=True, slots=True)
class Page:
    """One code: its `summary`, one sentence in one line, and its whole `text`, Markdown without the heading."""

    code: str
    summary: str
    text: str


@dataclass(frozen=True, slots=True)
class Family:
    """The codes before whose `/` the same word stands, by name, and one sentence about them."""

    name: str
    about: str
    pages: tuple[Page, ...]


@cache
def families() -> tuple[Family, ...]:
    """Every family by name, each with its pages by code."""
    return tuple(_family(path) for path in sorted(_FOLDER.glob("*.md")))


def _family(path: Path) -> Family:
    head, *parts = _SECTION.split(path.read_text("utf-8"))
    pages = (_page(code, text) for code, text in zip(parts[::2], parts[1::2], strict=True))
    return Family(path.stem, _first(head.split("\n", 1)[1]), tuple(sorted(pages, key=lambda page: page.code)))


def _page(code: str, text: str) -> Page:
    return Page(code, _first(text), text.strip())


def _first(text: str) -> str:
    """A text's first paragraph in one line."""
    return " ".join(text.strip().split("\n\n", 1)[0].split())


def pages() -> tuple[Page, ...]:
    """Every page by code."""
    return tuple(page for family in families() for page in family.pages)


def page(code: str) -> Page | None:
    """A code's page."""
    return next((page for page in pages() if page.code == code), None)


def near(code: str) -> str:
    """The code that a misspelt one was meant to be, or ''."""
    known = {page.code: page.code for page in pages()}
    for one in (*known, *(family.name for family in families())):
        known.setdefault(one.split("/")[-1], one)
    found = nearest(code, known)
    return known[found] if found else ""
