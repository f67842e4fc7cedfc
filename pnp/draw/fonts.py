"""Type: font files as `Font`s, families of a game or of the bundled packages. Shapes with uharfbuzz, as `outlines` does.

A family comes from files in the game's folder or from a font package that `pnp` requires, never from what the machine
happens to have. A style that a family lacks is an error, never a slanted or smeared other one.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import uharfbuzz as hb

from pnp import where
from pnp.diag import Found, Span, suggest
from pnp.draw import shapers
from pnp.draw.frame import Font, Word
from pnp.limits import LIMITS
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.draw.wants import Family, Plan

# The families that every game has unless it defines its own of that name.
HOUSE: Final = (("text", "source-serif-pro"), ("sans", "source-sans-pro"), ("display", "fjalla-one"))

# The families that come with pnp, and their packages: these and no others, so that a game looks the same wherever it is built.
PACKAGES: Final = MappingProxyType(
    {
        "fjalla-one": "font_fjallaone",
        "lato": "font_lato",
        "source-sans-pro": "font_source_sans_pro",
        "source-serif-pro": "font_source_serif_pro",
    }
)

STYLES: Final = ("regular", "italic", "bold", "bold-italic")
_CODE: Final = attrgetter("codepoint")
_CLUSTER: Final = attrgetter("cluster")
_POSITION: Final = attrgetter("position")
_FONT: Final = ".ttf"
_MAGIC: Final = (b"\x00\x01\x00\x00", b"OTTO", b"true")


class Typeface:
    """One font file ready for shaping: its `Font`, its HarfBuzz font, and its OpenType features."""

    __slots__ = ("_buffer", "_own", "features", "font", "shaper")

    def __init__(self, font: Font, shaper: hb.Font, features: frozenset[str]) -> None:
        self.font, self.shaper, self.features = font, shaper, features
        self._buffer, self._own = hb.Buffer(), _Own(shaper)

    def has(self, character: str) -> bool:
        """Whether the font has a glyph for a character."""
        return self._own[character] > 0

    def characters(self) -> frozenset[int]:
        """The code points that the font has glyphs for."""
        return frozenset(self.shaper.face.unicodes)

    def letters(self) -> dict[int, str]:
        """Which letter each glyph is by itself, where it is one: the first of those that look so."""
        glyph = self.shaper.get_nominal_glyph
        return {glyph(code) or 0: chr(code) for code in sorted(self.characters(), reverse=True)}

    def shape(self, text: str, features: dict[str, bool], tracking: int = 0) -> tuple[Word, str]:
        """The glyphs of a text without line breaks, and the characters that the font has no glyph for (they are left
        out). `tracking` is added after every glyph, in font units."""
        buffer = self._buffer
        buffer.clear_contents()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self.shaper, buffer, features)
        infos, places = buffer.glyph_infos, buffer.glyph_positions or ()
        codes = [*map(_CODE, infos)]
        advances: list[int] = []
        raised = False
        for across, up, advance, _ in map(_POSITION, places):
            advances.append(advance)
            if across or up:
                raised = True
        if tracking:
            advances = [advance + tracking if advance else 0 for advance in advances]
        # Most words are letters as the font has them, each where it is written.
        said = text if [*map(self._own.__getitem__, text)] == codes else _said(text, [*map(_CLUSTER, infos)])
        offsets = tuple([place[:2] for place in map(_POSITION, places)]) if raised else ()
        word = Word(self.font, text, sum(advances), codes, advances, said, offsets)
        return _there(word) if 0 in codes else (word, "")


class _Own(dict[str, int]):
    """The font's own glyph of each character, looked up at its first use; -1 where it has none."""

    def __init__(self, shaper: hb.Font) -> None:
        self._shaper = shaper

    def __missing__(self, character: str) -> int:
        self[character] = glyph = self._shaper.get_nominal_glyph(ord(character)) or -1
        return glyph


def _there(word: Word) -> tuple[Word, str]:
    """A word without the glyphs that the font does not have, and the characters that are missing."""
    missing = "".join([said for code, said in zip(word.codes, word.said, strict=True) if not code])
    there = [number for number, code in enumerate(word.codes) if code]
    codes, advances = ([of[number] for number in there] for of in (word.codes, word.advances))
    offsets = tuple([word.offsets[number] for number in there]) if word.offsets else ()
    said = [word.said[number] for number in there]
    return Word(word.font, word.text, sum(advances), codes, advances, said, offsets), missing


def _said(text: str, clusters: list[int]) -> Sequence[str]:
    """The characters that each glyph, given by its cluster, stands for."""
    if clusters == [*range(len(text))]:
        return text
    return [text[cluster:end] for cluster, end in zip(clusters, _cluster_ends(clusters, len(text)), strict=True)]


def _cluster_ends(clusters: list[int], length: int) -> list[int]:
    """Where each glyph's characters end: at the next cluster, and at once for the further glyphs of a cluster."""
    after = dict(itertools.pairwise([*sorted(set(clusters)), length]))
    seen: set[int] = set()
    ends = []
    for cluster in clusters:
        ends.append(cluster if cluster in seen else after[cluster])
        seen.add(cluster)
    return ends


class FontError(ValueError):
    """A file that is not a font `pnp` can use."""


def load(path: Path, shown: str = "") -> Typeface:
    """Read one TrueType or OpenType file. Raises `FontError` for anything else; `shown` is the name in its message."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LIMITS.font else None
    except OSError as fault:
        raise FontError(f"'{shown or path.name}' cannot be read: {fault.strerror}") from None
    if data is None:
        raise FontError(f"'{shown or path.name}' has {size:,} bytes; at most {LIMITS.font:,} are read")
    if data[:4] not in _MAGIC:
        raise FontError(f"'{shown or path.name}' is not a TrueType or OpenType font")
    face = hb.Face(hb.Blob(data))
    if face.glyph_count == 0 or not face.unicodes:
        raise FontError(f"'{shown or path.name}' has no glyphs")
    shaper = hb.Font(face)
    font = _record(path, data, face, shaper)
    return Typeface(font, shapers.keep(font.sha256, shaper), _features(face))


def _record(path: Path, data: bytes, face: hb.Face, shaper: hb.Font) -> Font:
    extents = shaper.get_font_extents("ltr")
    return Font(
        name=face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or path.stem,
        path=str(path),
        sha256=hashlib.sha256(data).hexdigest(),
        units=face.upem,
        ascent=extents.ascender,
        descent=-extents.descender,
        cap_height=_height(shaper, hb.OTMetricsTag.CAP_HEIGHT, "H"),
        x_height=_height(shaper, hb.OTMetricsTag.X_HEIGHT, "x"),
    )


def _height(shaper: hb.Font, tag: hb.OTMetricsTag, letter: str) -> int:
    """A height from the metrics table, or measured on a letter where the table is silent or zero."""
    stated: int | None = shaper.get_metric_position(tag)
    if stated:
        return stated
    glyph = shaper.get_nominal_glyph(ord(letter))
    extents = shaper.get_glyph_extents(glyph) if glyph is not None else None
    return int(extents.y_bearing) if extents else int(shaper.get_font_extents("ltr").ascender * 0.7)


def _features(face: hb.Face) -> frozenset[str]:
    scripts = face.get_table_script_tags("GSUB")
    return frozenset(tag for index in range(len(scripts)) for tag in face.get_language_feature_tags("GSUB", index))


def bundled() -> Mapping[str, Mapping[str, Path]]:
    """Every family of the bundled font packages: family → style → file. ``lato/black`` is a family's other weight."""
    return {name: files for family in PACKAGES for name, files in _weights(family).items()}


@cache
def _weights(family: str) -> Mapping[str, Mapping[str, Path]]:
    """A bundled family and its other weights."""
    families: dict[str, dict[str, Path]] = {}
    for path in _package_files(PACKAGES[family]):
        _, _, style = path.name.removesuffix(_FONT).partition("-")
        if style.isalpha() and style[0].isupper():
            upright = style.removesuffix("Italic").removesuffix("It")
            _enter(families, family, (upright or style).lower(), upright not in ("", style), path)
    return families


def _enter(families: dict[str, dict[str, Path]], family: str, weight: str, italic: bool, path: Path) -> None:
    """Put one file where it belongs; the lightest of its weights that has a bolder partner keeps to itself."""
    if weight in ("it", "italic"):
        weight, italic = "regular", True
    slant = "italic" if italic else ""
    if weight in ("regular", "bold"):
        style = "-".join(part for part in ("bold" if weight == "bold" else "", slant) if part) or "regular"
        families.setdefault(family, {}).setdefault(style, path)
    families.setdefault(f"{family}/{weight}", {}).setdefault(slant or "regular", path)


def _package_files(module: str) -> Iterator[Path]:
    """The TrueType files of a bundled font package, found without importing it, in a fixed order."""
    spec = importlib.util.find_spec(module)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        yield from where.files(Path(folder) / "files", _FONT)


@dataclass(slots=True)
class _Shelf:
    """One family: where each style's file is, and what has been loaded of it."""

    files: Mapping[str, Path]
    features: tuple[str, ...]
    span: Span | None
    loaded: dict[str, Typeface | None] = field(default_factory=dict)


class Fonts:
    """The families of a game. Faces are loaded when first used; faults are reported once."""

    __slots__ = ("_faces", "_shelves", "_told", "found")

    def __init__(self, found: Found) -> None:
        self.found = found
        self._shelves: dict[str, _Shelf] = {}
        self._faces: dict[Path, Typeface | None] = {}
        self._told: set[tuple[str, str]] = set()

    @staticmethod
    def open(plan: Plan, found: Found) -> Fonts:
        """The house's families and the game's own, each of whose files is read now."""
        fonts = Fonts(found)
        for name, family in HOUSE:
            fonts._shelves[name] = _Shelf(_weights(family).get(family, {}), (), None)
        for record in plan.style.fonts if plan.style else ():
            fonts._own(record, Path(plan.folder))
        return fonts

    def _own(self, record: Family, folder: Path) -> None:
        files: dict[str, Path] = {}
        if record.family is not None:
            installed = bundled()
            files.update(installed.get(record.family, {}))
            if not files:
                near = suggest(record.family, [name for name in installed if "/" not in name])
                self.found.error(
                    "font/family", record.where.of("family"), f"no family {record.family!r} comes with pnp", near
                )
        for style in STYLES:
            self._file(record, style, folder, files)
        if not files and record.family is None:
            self.found.error(
                "font/none",
                record.where.span,
                f"the family {record.id!r} names no font",
                "give 'family' or 'regular'",
            )
        self._shelves[record.id] = _Shelf(files, record.features, record.where.span)

    def _file(self, record: Family, style: str, folder: Path, files: dict[str, Path]) -> None:
        """A style's own file, if it names one that is in the game's folder and is a font."""
        name: str | None = getattr(record, style.replace("-", "_"))
        if name is None:
            return
        path, span = folder / name, record.where.of(style)
        with contextlib.suppress(OSError, RuntimeError):  # a link to itself, which is no file either
            path = path.resolve()
        if not path.is_relative_to(folder.resolve()) or not path.is_file():
            self.found.error("font/missing", span, f"there is no font file {name!r} in the game's folder")
        elif self._load(path, span, name):
            files[style] = path

    def _load(self, path: Path, span: Span, shown: str) -> Typeface | None:
        if path not in self._faces:
            try:
                self._faces[path] = load(path, shown)
            except FontError as fault:
                self._faces[path] = None
                self.found.error("font/broken", span, str(fault))
        return self._faces[path]

    @property
    def families(self) -> tuple[str, ...]:
        """The ids of all families."""
        return tuple(self._shelves)

    def features(self, family: str) -> tuple[str, ...]:
        """The features that a family has always on."""
        shelf = self._shelves.get(family)
        return shelf.features if shelf else ()

    def face(self, family: str, bold: bool, italic: bool, span: Span) -> Typeface:
        """The face of a style. What is missing is reported once a family and style, and the nearest face there is stands
        in, so that the rest of the content is checked too."""
        shelf = self._shelves.get(family)
        if shelf is None:
            self._tell(
                "font/unknown", family, span, f"no font family is named {family!r}", suggest(family, self._shelves)
            )
            return self._any(span)
        style = "-".join(part for part, on in (("bold", bold), ("italic", italic)) if on) or "regular"
        path = shelf.files.get(style)
        if path is None and shelf.files:
            has = ", ".join(name for name in STYLES if name in shelf.files)
            self._tell(
                "font/style",
                f"{family} {style}",
                span,
                f"the family {family!r} has no {style}",
                f"it has {has}; add a file for it",
            )
            path = next(iter(shelf.files.values()))
        return (self._load(path, span, path.name) if path else None) or self._any(span)

    def known(self, family: str, style: str) -> Typeface | None:
        """The very face of a family and style ('regular', 'bold-italic', …), or nothing where there is none."""
        shelf = self._shelves.get(family)
        path = shelf.files.get(style) if shelf else None
        return self._load(path, (shelf and shelf.span) or Span(path.name), path.name) if path else None

    def having(self, character: str, span: Span) -> tuple[str, ...]:
        """The families whose regular face has a character."""
        styles = ((name, shelf.files.get("regular")) for name, shelf in self._shelves.items())
        faces = ((name, self._load(path, span, path.name)) for name, path in styles if path)
        return tuple(name for name, face in faces if face and face.has(character))

    def _tell(self, code: str, key: str, span: Span, message: str, hint: str) -> None:
        if (code, key) not in self._told:
            self._told.add((code, key))
            self.found.error(code, span, message, hint)

    def _any(self, span: Span) -> Typeface:
        """A face to go on with after a fault."""
        shelved = (path for shelf in self._shelves.values() for path in shelf.files.values())
        for path in itertools.chain(shelved, *map(_package_files, PACKAGES.values())):
            if face := self._load(path, span, path.name):
                return face
        raise FontError("no font is installed: install pnp's requirements again")
