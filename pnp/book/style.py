"""A book's look: the palette as CSS variables, the fonts it may use, the house's style sheet and the game's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pnp.diag import Found, Span, nearest, suggest
from pnp.draw import pictures as raster
from pnp.draw.document import StyleSheet, TypeFace
from pnp.draw.fonts import STYLES, Fonts
from pnp.draw.palette import Palette
from pnp.limits import LIMITS
from pnp.model.game import Game
from pnp.source.text import decode

_FILE = re.compile(r"pnp:([\w./-]+)")
_PICTURE = re.compile(r"!\[[^\]]*\]\(\s*<?([^\s)>]+)")
# No system takes a longer name for a file; one that is cut off names none.
_LONGEST = 250
_LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(\s*<?([^\s)>{}]+)")
# Drawn as space or nothing; and the signs that stand for what was taken out of a chapter, which are told of elsewhere.
_BLANK = frozenset("\t\n\r \u00a0\u00ad\u200b\u200c\u200d\u2060\ue000\ue001\ue002")
_PICTURES = (".svg", ".png", ".jpg", ".jpeg")


def shown(game: Game, file: str) -> str:
    """How a file of the game's folder is named in diagnostics: beside its `game.yaml`."""
    return str(Path(game.where.span.path).parent / file)


def variables(palette: Palette, paper: str) -> StyleSheet:
    """Palette names as CSS variables, and the page's size."""
    names = "".join(f"--{name}:{colour.hex};" for name, colour in sorted(palette.names.items()))
    return StyleSheet("palette", f":root{{{names}}}\n@page{{size:{paper.upper()};{names}}}")


def faces(fonts: Fonts) -> Iterator[TypeFace]:
    """Every face of every family, with what it covers."""
    for family in fonts.families:
        for style in STYLES:
            if face := fonts.known(family, style):
                weight, italic = (700 if "bold" in style else 400), "italic" in style
                features = fonts.features(family)
                yield TypeFace(family, face.font.path, weight, italic, face.characters(), features)


def sheet(game: Game, file: str, span: Span, found: Found) -> StyleSheet:
    """A style sheet or chapter of the game's folder, which is named at `span`."""
    path = shown(game, file)
    return StyleSheet(path, decode(_read(game, file, span, found), path, found) or "")


def files(game: Game, texts: Iterable[StyleSheet], known: Iterable[str], found: Found) -> dict[str, bytes]:
    """The pictures of the game's folder that style sheets and text refer to as ``pnp:path``."""
    there: dict[str, bytes] = {}
    skip = set(known)
    for text in texts:
        for match in _FILE.finditer(text.text):
            name = match[1]
            if name not in skip and name not in there and name.endswith(_PICTURES):
                there[name] = _picture(game, name, _place(text, match.start(1), len(name)), found)
    return there


def _read(game: Game, file: str, span: Span, found: Found) -> bytes:
    """A file's content; a fault where it is not in the folder, not there, or too large."""
    folder = Path(game.folder).resolve()
    try:
        path = (folder / file[:_LONGEST]).resolve()
    except (OSError, RuntimeError):  # before Python 3.13 a link to itself is the latter
        found.error("file/unreadable", span, f"'{file}' is a link that leads to itself", "put a file in its place")
        return b""
    if not path.is_relative_to(folder):
        found.error("file/outside", span, f"'{file}' is outside the game's folder", "copy it into the folder")
    elif not path.is_file():
        near = suggest(file, (one.relative_to(folder).as_posix() for one in folder.rglob(f"*{path.suffix}")))
        found.error("file/missing", span, f"there is no file '{file}' in the game's folder", near)
    elif path.stat().st_size > LIMITS.figure:
        found.error("file/size", span, f"'{file}' is larger than {LIMITS.figure:,} bytes")
    else:
        return path.read_bytes()
    return b""


def _picture(game: Game, file: str, span: Span, found: Found) -> bytes:
    """A picture's content; a fault where it cannot be printed, too."""
    data = _read(game, file, span, found)
    if data and not file.endswith(".svg"):
        try:
            raster.read(Path(game.folder) / file)
        except raster.PictureError as fault:
            found.error("art/unreadable", span, f"'{file}' cannot be printed: {fault}")
    return data


def links(chapter: StyleSheet, sections: Mapping[str, object], found: Found) -> None:
    """Report the links of a chapter that lead nowhere in a printed book."""
    for match in _LINK.finditer(chapter.text):
        if match[1].startswith(("https://", "http://", "mailto:")):
            continue
        word = match[1].lstrip("#").removeprefix("s-")
        hint = f"write {{{{ ref('{nearest(word, sections) or 'a-section'}') }}}}, or a whole address: https://…"
        span = _place(chapter, match.start(1), len(match[1]))
        found.error("book/link", span, f"the link to '{match[1]}' leads nowhere in a printed book", hint)


def glyphs(chapter: StyleSheet, covered: frozenset[int], found: Found) -> None:
    """Report the characters of a chapter that none of the game's fonts has, each once."""
    for character in sorted({*chapter.text} - _BLANK):
        if ord(character) not in covered:
            message = f"none of the game's fonts has a glyph for '{character}' (U+{ord(character):04X})"
            found.error(
                "book/glyph", _place(chapter, chapter.text.index(character), 1), message, "take another character"
            )


def _place(text: StyleSheet, start: int, length: int) -> Span:
    """A stretch of a line of a style sheet or chapter."""
    line, column = text.text.count("\n", 0, start) + 1, start - text.text.rfind("\n", 0, start)
    return Span(text.path, line, column, line, column + length)


def pictures(game: Game, chapter: StyleSheet, found: Found) -> None:
    """Report the pictures of a chapter that are not files of the game's folder, each where it stands."""
    text = chapter.text
    for match in _PICTURE.finditer(text):
        span = _place(chapter, match.start(1), len(match[1]))
        name = match[1].removeprefix("pnp:")
        if name == match[1] or not name.endswith(_PICTURES):
            hint = "![…](pnp:art/a-name.svg): a path in the game's folder, of a drawing or picture"
            found.error("book/picture", span, f"'{match[1]}' names no picture of the game's folder", hint)
        else:
            _picture(game, name, span, found)
