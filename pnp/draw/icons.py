"""Icons: drawings of the game's `art/` and then of the house, as symbols recoloured once for each pair of colours."""

from __future__ import annotations

import re
from pathlib import Path as FilePath
from typing import Final

from pnp import where
from pnp.diag import Found, Span, suggest
from pnp.draw.frame import Colour, Path, Stroke, Symbol
from pnp.draw.palette import ColourError, Palette
from pnp.draw.svg import Drawing, Shape, read

# An icon's symbol is a square of so many units: draw it with `Use(symbol, x, y, scale=size / EM)`.
EM: Final = 1000

_NAME: Final = re.compile(r"[a-z0-9-]{1,120}")
HOUSE: Final = FilePath(__file__).parent / "art"


class Icons:
    """The icons of a game by name. Files are read when first asked for; faults are reported once."""

    __slots__ = ("_drawings", "_symbols", "_told", "folder", "found", "palette")

    def __init__(self, folder: FilePath, palette: Palette, found: Found) -> None:
        self.folder, self.palette, self.found = folder, palette, found
        self._drawings: dict[FilePath, Drawing | None] = {}
        self._symbols: dict[tuple[str, str, str], Symbol | None] = {}
        self._told: set[tuple[str, str]] = set()

    @staticmethod
    def open(folder: FilePath, palette: Palette, found: Found) -> Icons:
        """The icons of the game in a folder."""
        return Icons(folder / "art", palette, found)

    @property
    def names(self) -> tuple[str, ...]:
        """Every icon there is."""
        return tuple(sorted({path.stem for folder in (self.folder, HOUSE) for path in where.files(folder, ".svg")}))

    def has(self, name: str) -> bool:
        """Whether there is an icon of that name."""
        return self._file(name) is not None

    def check(self) -> None:
        """Read every drawing of the game's own, used or not."""
        for path in where.files(self.folder, ".svg"):
            if self._file(path.stem) == path:
                self.drawing(path)

    def symbol(self, name: str, colour: Colour, second: Colour | None, span: Span) -> Symbol | None:
        """An icon in a colour; `second` (paper unless said) is what it may use as its other. None, reported, if there is
        no such icon or it cannot be read."""
        other = second or self.palette.names["paper"]
        key = (name, colour.hex, other.hex)
        if key not in self._symbols:
            self._symbols[key] = self._made(name, colour, other)
        if self._symbols[key] is None and not self.has(name):
            self._tell(
                "icon/unknown", span, f"no icon is named {name!r}", suggest(name, self.names) or "draw art/<name>.svg"
            )
        return self._symbols[key]

    def drawing(self, path: FilePath) -> Drawing | None:
        """The drawing in a file of the game's folder or the house's, read once."""
        if path not in self._drawings:
            self._drawings[path] = read(path, shown(path), self.found)
        return self._drawings[path]

    def picture(self, path: FilePath, colour: Colour, second: Colour) -> Symbol | None:
        """A drawing in a file as a symbol, made once for its colours; None, reported, if it cannot be read."""
        key = (str(path), colour.hex, second.hex)
        if key not in self._symbols:
            drawing = self.drawing(path)
            id = f"picture-{len(self._symbols)}-{path.stem}"
            self._symbols[key] = self.painted(id, drawing, colour, second) if drawing else None
        return self._symbols[key]

    def painted(self, id: str, drawing: Drawing, colour: Colour, second: Colour) -> Symbol:
        """A drawing as a symbol in its colours."""
        names = {"current": colour, "second": second}
        return Symbol(id, tuple(self._path(shape, names) for shape in drawing.shapes))

    def _made(self, name: str, colour: Colour, second: Colour) -> Symbol | None:
        path = self._file(name)
        drawing = self.drawing(path) if path else None
        if drawing is None:
            return None
        if not any("second" in shape.paint.fill + shape.paint.stroke for shape in drawing.shapes):
            alone = (name, colour.hex, "")
            if alone not in self._symbols:
                self._symbols[alone] = self.painted(f"icon-{name}-{colour.hex[1:]}", drawing, colour, second)
            return self._symbols[alone]
        return self.painted(f"icon-{name}-{colour.hex[1:]}-{second.hex[1:]}", drawing, colour, second)

    def _file(self, name: str) -> FilePath | None:
        """The icon's file, never one outside the game's folder."""
        if not _NAME.fullmatch(name):
            return None
        own = self.folder / f"{name}.svg"
        if own.is_file() and own.resolve().is_relative_to(self.folder.parent.resolve()):
            return own
        house = HOUSE / f"{name}.svg"
        return house if house.is_file() else None

    def _path(self, shape: Shape, names: dict[str, Colour]) -> Path:
        paint = shape.paint
        fill = self._paint(paint.fill, shape.span, names)
        ink = self._paint(paint.stroke, shape.span, names)
        stroke = Stroke(ink, max(1, round(paint.width)), (), paint.cap, paint.join) if ink and paint.width > 0 else None
        return Path(shape.segments, fill, stroke, paint.evenodd)

    def _paint(self, text: str, span: Span, names: dict[str, Colour]) -> Colour | None:
        if not text or text == "none":
            return None
        try:
            return self.palette.read(text, names)
        except ColourError as fault:
            self._tell("icon/colour", span, str(fault), fault.hint)
            return names["current"]

    def _tell(self, code: str, span: Span, message: str, hint: str) -> None:
        if code == "icon/unknown" and any(
            one.code == "unknown/icon" and span in (one.span, *(there for there, _ in one.related))
            for one in self.found
        ):
            return
        if (code, str(span) + message) not in self._told:
            self._told.add((code, str(span) + message))
            self.found.error(code, span, message, hint)


def shown(path: FilePath) -> str:
    """A file's name for people: relative to where they stand, if it lies below."""
    here = FilePath.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
