"""A book's look: the palette as CSS variables, the fonts it may use, the house's style sheet and the game's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pnp.diag import Found, Span
from pnp.draw.document import StyleSheet, TypeFace
from pnp.draw.fonts import STYLES, Fonts
from pnp.draw.palette import Palette
from pnp.model.game import Game

_FILE = re.compile(r"pnp:([\w./-]+)")
_PICTURE = re.compile(r"!\[[^\]]*\]\(\s*<?([^\s)>]+)")
_PICTURES = (".svg", ".png", ".jpg", ".jpeg")
_LARGEST = 8_000_000


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
    """A style sheet of the game's folder."""
    data = _read(game, file, span, found)
    try:
        return StyleSheet(shown(game, file), data.decode("utf-8"))
    except UnicodeDecodeError:
        found.error("book/encoding", span, f"'{file}' is not UTF-8 text")
        return StyleSheet(shown(game, file), "")


def files(game: Game, texts: Iterable[StyleSheet], known: Iterable[str], found: Found) -> dict[str, bytes]:
    """The pictures of the game's folder that style sheets and text refer to as ``pnp:path``."""
    there: dict[str, bytes] = {}
    skip = set(known)
    for text in texts:
        for match in _FILE.finditer(text.text):
            name = match[1]
            if name not in skip and name not in there and name.endswith(_PICTURES):
                there[name] = _read(game, name, Span(text.path, text.text.count("\n", 0, match.start()) + 1), found)
    return there


def _read(game: Game, file: str, span: Span, found: Found) -> bytes:
    """A file's content; a fault where it is not in the folder, not there, or too large."""
    folder = Path(game.folder).resolve()
    path = (folder / file).resolve()
    if not path.is_relative_to(folder):
        found.error("book/outside", span, f"'{file}' is outside the game's folder", "copy it into the folder")
    elif not path.is_file():
        found.error("book/file", span, f"there is no file '{file}' in the game's folder")
    elif path.stat().st_size > _LARGEST:
        found.error("book/large", span, f"'{file}' is larger than {_LARGEST // 1_000_000} MB")
    else:
        return path.read_bytes()
    return b""


def pictures(game: Game, chapter: StyleSheet, found: Found) -> None:
    """Report the pictures of a chapter that are not files of the game's folder, each where it stands."""
    text = chapter.text
    for match in _PICTURE.finditer(text):
        start = match.start(1)
        span = Span(chapter.path, text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start))
        name = match[1].removeprefix("pnp:")
        if name == match[1] or not name.endswith(_PICTURES):
            hint = "![…](pnp:art/a-name.svg): a path in the game's folder, of a drawing or picture"
            found.error("book/file", span, f"'{match[1]}' names no picture of the game's folder", hint)
        else:
            _read(game, name, span, found)
