r"""Prose: `*italic*`, `**bold**`, `:icon:`, paragraphs, ``- `` items, ``\\`` at a line's end for a break.

A mark opens before a character that is not a space and closes after one; any other star is itself. ``\*`` and ``\:`` are
the characters.
"""

from __future__ import annotations

import re
from typing import Final

from pnp.records import dataclass

_MARK: Final = re.compile(r"\\([*:\\-])|(\*\*|\*)|:([a-z][a-z0-9-]*):")
# Words of one emphasis, each parted from the next by one space.
_STRONG: Final = re.compile(r"(?<!\*)(\*\*?)([^\s*]+(?: [^\s*]+)*)\1(?!\*)")
_SPECIAL: Final = re.compile(r"[*:\n\t\r\\]|^- ")


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one emphasis, parted by plain spaces; other spaces (no-break, thin) belong to the words."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """An icon in the line."""

    icon: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Runs and signs without a line break in them. `item`: it has a bullet; `joined`: it follows a break, not a gap."""

    pieces: tuple[Run | Sign, ...]
    item: bool = False
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Parsed:
    """A prose text, and the marks that nothing closes."""

    paragraphs: tuple[Paragraph, ...]
    unclosed: tuple[str, ...] = ()

    @property
    def icons(self) -> tuple[str, ...]:
        """The icons that stand in it."""
        return tuple(piece.icon for part in self.paragraphs for piece in part.pieces if isinstance(piece, Sign))


def parse(text: str) -> Parsed:
    """Read a prose text. Never fails: a mark that nothing closes is a plain star and named in `unclosed`."""
    if not _SPECIAL.search(text):
        return Parsed((Paragraph((Run(text),)),) if text.strip() else ())
    unclosed: list[str] = []
    paragraphs = tuple(
        paragraph for number, block in enumerate(_blocks(text)) for paragraph in _paragraphs(block, number, unclosed)
    )
    return Parsed(paragraphs, tuple(unclosed))


def apart(text: str) -> str:
    """The same text with each word of an emphasis marked by itself: ``**two cards**`` is ``**two** **cards**``. As it is where
    a star or a backslash may be more than a mark of words."""
    parts = _STRONG.split(text)
    if "*" in "".join(parts[::3]) or "\\" in text:
        return text
    for at in range(1, len(parts), 3):
        stars, words = parts[at : at + 2]
        parts[at : at + 2] = "", f"{stars}{words.replace(' ', f'{stars} {stars}')}{stars}"
    return "".join(parts)


def plain(text: str) -> str:
    """The words alone, on one line: for outlines, titles, and names in messages."""
    pieces = (piece for part in parse(text).paragraphs for piece in (*part.pieces, Run(" ")))
    return " ".join("".join(piece.text for piece in pieces if isinstance(piece, Run)).split())


@dataclass(slots=True)
class _Block:
    """Lines that run on: a paragraph or an item."""

    lines: list[str]
    item: bool


def _blocks(text: str) -> list[_Block]:
    blocks: list[_Block] = []
    open_block = False
    for line in text.replace("\t", " ").splitlines():
        bare = line.strip(" ")
        if not bare:
            open_block = False
        elif bare.startswith("- "):
            blocks.append(_Block([bare[2:].strip()], True))
            open_block = True
        elif open_block:
            blocks[-1].lines.append(bare)
        else:
            blocks.append(_Block([bare], False))
            open_block = True
    return blocks


def _paragraphs(block: _Block, number: int, unclosed: list[str]) -> list[Paragraph]:
    """The block's paragraphs: one, or more where a line ends in two backslashes."""
    parts: list[list[str]] = [[]]
    for line in block.lines:
        broken = line.endswith("\\\\")
        parts[-1].append(line[:-2].rstrip() if broken else line)
        if broken:
            parts.append([])
    texts = [" ".join(part) for part in parts if part]
    return [
        Paragraph(_pieces(part, unclosed), block.item and index == 0, index > 0) for index, part in enumerate(texts)
    ]


def _pieces(text: str, unclosed: list[str]) -> tuple[Run | Sign, ...]:
    """Split at marks; emphasis that opens and closes within the text is taken, any other star stays."""
    marks = list(_MARK.finditer(text))
    taken = _closed(text, marks, "**") | _closed(text, marks, "*")
    bold = italic = False
    pieces: list[Run | Sign] = []
    held = ""
    at = 0
    for mark in marks:
        held += text[at : mark.start()]
        at = mark.end()
        escaped, star, icon = mark.groups()
        if escaped or (star and mark.start() not in taken):
            held += escaped or star
            if star and _opens(text, mark):
                unclosed.append(star)
            continue
        if held:
            pieces.append(Run(held, bold, italic))
            held = ""
        if icon:
            pieces.append(Sign(icon))
        bold, italic = bold != (star == "**"), italic != (star == "*")
    held += text[at:]
    return (*pieces, Run(held, bold, italic)) if held else tuple(pieces)


def _opens(text: str, mark: re.Match[str]) -> bool:
    return mark.end() < len(text) and not text[mark.end()].isspace()


def _closes(text: str, mark: re.Match[str]) -> bool:
    return mark.start() > 0 and not text[mark.start() - 1].isspace()


def _closed(text: str, marks: list[re.Match[str]], sign: str) -> set[int]:
    """Where the marks of one sign stand that open or close a stretch."""
    start: int | None = None
    taken: set[int] = set()
    for mark in marks:
        if mark[2] != sign:
            continue
        if start is None:
            start = mark.start() if _opens(text, mark) else None
        elif _closes(text, mark):
            taken |= {start, mark.start()}
            start = None
    return taken
