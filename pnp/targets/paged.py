"""Flowing text → a tagged PDF (PDF/UA-1) with outlines and links. Owns weasyprint, which owns Pango.

Nothing is fetched and no font of the machine is seen: pictures come from `Html.files`, type from `Html.faces` through a
font configuration that starts empty. A character or face that would have to be borrowed from another font is an error.
"""

from __future__ import annotations

import contextlib
import io
import logging
import re
import sys
import unicodedata
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from pnp.diag import Found, Span, suggest
from pnp.draw.document import Html, StyleSheet, TypeFace
from pnp.draw.fonts import load

if TYPE_CHECKING:
    from weasyprint import HTML, Document
    from weasyprint.text.fonts import FontConfiguration

# Drawn as space, nothing, or a hyphen that the line breaker brings along: no font needs a glyph for these.
_INVISIBLE = frozenset(map(ord, "\t\n\r \u00a0\u00ad\u200b\u200c\u200d\u2060"))
_PLACE = re.compile(r" at (\d+):(\d+)")
_IGNORING = re.compile(r"Ignored `([\w-]+):\s*(.*?)`,? *(.*?)\.?", re.S)
# Missing glyphs are said better, and with their place, by _check_glyphs; which library cuts fonts down is no matter.
_IGNORED = (".notdef glyph", "Using fontTools instead")
# Pango turns the family name "sans" into "sans-serif" before it looks for it.
_ALIASES = {"sans": "sans-serif"}
_ALIASES_BACK = {there: here for here, there in _ALIASES.items()}
_Face = tuple[str, int, bool]
_PACKAGES = {
    "linux": "on Debian and Ubuntu: apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "darwin": "with Homebrew: brew install pango",
    "win32": "with MSYS2: pacman -S mingw-w64-x86_64-pango",
}


class NativeMissing(Exception):
    """A shared library that WeasyPrint needs is not on this machine; the message says in one sentence what to do."""

    def __init__(self) -> None:
        how = _PACKAGES.get(sys.platform, "it comes with the system's packages")
        super().__init__(f"Pango, which lays out the rulebook's text, is not on this machine ({how})")


def write(html: Html, file: Path | BinaryIO, found: Found) -> int:
    """Lay `html` out and write it as PDF; the number of its pages.

    Faults of style sheets, missing glyphs, faces and files go to `found`; the PDF is written nevertheless, as far as it
    goes. Raises `NativeMissing` where Pango is not installed, and `OSError` where `file` cannot be written.
    """
    _load()
    with _listening(html.where, found) as hear:
        try:
            document, config = _lay_out(html, hear)
            if html.spare and len(document.pages) > 1:
                document, config = _lay_out(replace(html, sheets=(*html.sheets, *html.spare)), hear)
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as fault:
            # WeasyPrint stumbles over some combinations of rules; a style sheet must not bring a build down.
            message = f"the style sheets ask for something that cannot be laid out ({type(fault).__name__}: {fault})"
            found.error(
                "book/stumble", html.where, message, "take rules away until it can be; begin with the last change"
            )
            return 0
        used = _check_glyphs(document, html, found)
        finish = partial(_finish, html.faces)
        document.write_pdf(file, finisher=finish, pdf_variant="pdf/ua-1", pdf_identifier=b"pnp", custom_metadata=False)
        _check_drawn(document, used, found)
    del config  # its folder of font files must outlive the writing
    return len(document.pages)


def _finish(faces: Sequence[TypeFace], document: Document, pdf: Any) -> None:
    """Mend what WeasyPrint leaves out of a file before it is written."""
    _scope(pdf)
    files = {(face.family, face.weight, face.italic): face.path for face in faces}
    for font in document.fonts.values():
        if (path := files.get(_drawn(font))) and (letters := _letters(font.to_unicode, path)):
            _spell(pdf, font.name, letters)


def _letters(said: Mapping[int, str], path: str) -> dict[int, str]:
    """The letters of glyphs of which a file would say something else. WeasyPrint takes a glyph's letters from where it is
    met first; where that is a ligature of several glyphs, the first of them gets none, and the last gets all."""
    odd = [glyph for glyph, text in said.items() if len(text) != 1]
    own = load(Path(path)).letters() if odd else {}
    return {glyph: own[glyph] for glyph in odd if glyph in own and _spread(own[glyph]) != _spread(said[glyph])}


def _spread(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _spell(pdf: Any, name: bytes, letters: Mapping[int, str]) -> None:
    """Write the letters of glyphs into what a file says of a font."""
    lines = {f"<{glyph:04x}> <".encode(): letter.encode("utf-16-be").hex() for glyph, letter in letters.items()}
    numbered = {thing.reference: thing for thing in pdf.objects}
    for thing in pdf.objects:
        if isinstance(thing, dict) and thing.get("BaseFont") == name and "ToUnicode" in thing:
            told = numbered[thing["ToUnicode"]].stream
            told[:] = [line[:8] + f"{lines[line[:8]]}>".encode() if line[:8] in lines else line for line in told]


def _scope(pdf: Any) -> None:
    """Say of every head of a table whether it heads a column or a row: WeasyPrint only tells cells which heads they have."""
    numbered = {thing.reference: thing for thing in pdf.objects}
    for thing in pdf.objects:
        if isinstance(thing, dict) and thing.get("S") == "/TH":
            part = numbered[numbered[thing["P"]]["P"]]
            thing["A"]["Scope"] = "/Column" if part.get("S") == "/THead" else "/Row"


def _load() -> None:
    """Import WeasyPrint once, silently: it prints advice of its own where a library is missing."""
    try:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")  # that the machine has no fonts is no matter: none is used
            import weasyprint  # noqa: F401
    except OSError as error:
        raise NativeMissing from error


def _lay_out(html: Html, hear: _Ear) -> tuple[Document, FontConfiguration]:
    from weasyprint import CSS, HTML
    from weasyprint.css.counters import CounterStyle

    config, counters = _only_given_fonts(), CounterStyle()
    fetch = _fetcher(html.files, html.faces)
    sheets = []
    for sheet in (_font_faces(html.faces), *html.sheets):
        hear.sheet = sheet.path
        sheets.append(
            CSS(string=sheet.text, font_config=config, counter_style=counters, url_fetcher=fetch, base_url="pnp:")
        )
    hear.sheet = ""
    source: HTML = HTML(string=_page(html), url_fetcher=fetch, base_url="pnp:")
    return source.render(font_config=config, counter_style=counters, stylesheets=sheets), config


def _page(html: Html) -> str:
    head = f'<meta charset="utf-8"><title>{_escape(html.title)}</title>'
    for name, value in (("description", html.subject), ("author", html.author), ("generator", "pnp")):
        head += f'<meta name="{name}" content="{_escape(value)}">' if value else ""
    return f'<!DOCTYPE html><html lang="{_escape(html.language)}"><head>{head}</head><body>{html.body}</body></html>'


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _font_faces(faces: tuple[TypeFace, ...]) -> StyleSheet:
    return StyleSheet("fonts", "\n".join(_font_face(number, face) for number, face in enumerate(faces)))


def _font_face(number: int, face: TypeFace) -> str:
    style = "italic" if face.italic else "normal"
    features = ",".join(f'"{feature}"' for feature in face.features) or "normal"
    family = _ALIASES.get(face.family, face.family)
    return (
        f'@font-face{{font-family:"{family}";src:url(pnp:font/{number});font-weight:{face.weight};'
        f"font-style:{style};font-feature-settings:{features}}}"
    )


def _only_given_fonts() -> FontConfiguration:
    """A font configuration that knows no font until a style sheet brings one."""
    from weasyprint.text import ffi
    from weasyprint.text.fonts import FontConfiguration

    with contextlib.suppress(Exception):  # declared already on the second call
        ffi.ffi.cdef("FcConfig * FcConfigCreate(void);")

    class OnlyGiven(FontConfiguration):  # type: ignore[misc]
        """WeasyPrint's own start loads the system's configuration; this one starts with an empty one instead."""

        def __init__(self) -> None:
            self._config = ffi.fontconfig.FcConfigCreate()
            self.font_map = ffi.ffi.gc(ffi.pangoft2.pango_ft2_font_map_new(), ffi.gobject.g_object_unref)
            ffi.pangoft2.pango_fc_font_map_set_config(ffi.ffi.cast("PangoFcFontMap *", self.font_map), self._config)
            ffi.fontconfig.FcConfigDestroy(self._config)  # the font map keeps a reference of its own
            self._folder = None
            self.strut_layouts: dict[Any, Any] = {}
            self.font_features: dict[Any, Any] = {}

    return OnlyGiven()


def _fetcher(files: Mapping[str, bytes], faces: tuple[TypeFace, ...]) -> Any:
    """A fetcher that knows ``pnp:`` addresses only: the files given, and the fonts by number."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Given(URLFetcher):  # type: ignore[misc]
        """What was given, and nothing else."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            name = url.removeprefix("pnp:")
            if url.startswith("pnp:font/") and name[5:].isdigit():
                return URLFetcherResponse(url, Path(faces[int(name[5:])].path).read_bytes())
            if not url.startswith("pnp:") or name not in files:
                raise ValueError("it is not among the files given")
            kind = {"Content-Type": "image/svg+xml"} if name.endswith(".svg") else {}
            return URLFetcherResponse(url, files[name], kind)

    return Given()


class _Ear(logging.Handler):
    """Turns what WeasyPrint logs into diagnostics. `sheet` is the path of the style sheet being read, if any."""

    def __init__(self, where: Span, found: Found) -> None:
        super().__init__(logging.WARNING)
        self.where, self.found, self.sheet = where, found, ""

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if message.startswith(_IGNORED) or self.sheet == "fonts":  # a font that is not taken is told of as borrowed
            return
        if self.sheet:
            self._style(message)
        elif message.startswith(("Failed to load", "Relative URI")):
            self.found.error("book/load", self.where, _sentence(message), "name a picture that is in the game's folder")
        else:
            self.found.error("book/layout", self.where, _sentence(message))

    def _style(self, message: str) -> None:
        place = _PLACE.search(message)
        line, column = (int(place[1]), int(place[2])) if place else (1, 1)
        span, ignored = Span(self.sheet, line, column), _IGNORING.fullmatch(_PLACE.sub("", message))
        if ignored is None:
            self.found.error(
                "book/style", span, "this is not a style sheet: " + _PLACE.sub("", message).strip().rstrip(".")
            )
        elif "unknown property" in ignored[3]:
            self.found.error("book/property", span, f"no property is named '{ignored[1]}'", _near(ignored[1]))
        else:
            said = f"'{ignored[2].strip()}' is no value for '{ignored[1]}' ({ignored[3]})"
            self.found.error("book/value", span, said)


def _sentence(message: str) -> str:
    return "the page layout says: " + message.strip().rstrip(".:")


def _near(name: str) -> str:
    """The property that a misspelt one was meant to be, as a hint."""
    from weasyprint.css.properties import KNOWN_PROPERTIES

    return suggest(name, (known.replace("_", "-") for known in sorted(KNOWN_PROPERTIES)))


@contextlib.contextmanager
def _listening(where: Span, found: Found) -> Iterator[_Ear]:
    from weasyprint.logger import LOGGER

    ear, kept, level, spreads = _Ear(where, found), list(LOGGER.handlers), LOGGER.level, LOGGER.propagate
    LOGGER.handlers, LOGGER.propagate = [ear], False
    LOGGER.setLevel(logging.WARNING)
    try:
        yield ear
    finally:
        LOGGER.handlers, LOGGER.propagate = kept, spreads
        LOGGER.setLevel(level)


def _check_glyphs(document: Document, html: Html, found: Found) -> dict[_Face, Span]:
    """Every character laid out must be in the very face that its style asks for. Gives the faces used, and where first."""
    faces = {(face.family, face.weight, face.italic): face.covers for face in html.faces}
    missed: dict[tuple[str, str, str], Span] = {}
    used: dict[_Face, Span] = {}
    for page in document.pages:
        for box, at in _texts(page._page_box, ""):
            span = _span(at, html.where)
            if face := _face(box):
                used.setdefault(face, span)
                for fault in _faults(box.text, face, faces):
                    missed.setdefault(fault, span)
    for (code, what, hint), span in missed.items():
        found.error(code, span, what, hint)
    return {face: span for face, span in used.items() if face in faces}


def _check_drawn(document: Document, used: Mapping[_Face, Span], found: Found) -> None:
    """The text engine must have taken the faces that it was asked for: those it drew with are known only now."""
    drawn = set(map(_drawn, document.fonts.values()))
    for face, span in used.items():
        if face not in drawn:
            found.error("book/borrowed", span, f"{_named(face)} was asked for, but another font was taken")


def _drawn(font: Any) -> _Face:
    """The face that one of WeasyPrint's fonts is."""
    return _ALIASES_BACK.get(font.family, font.family), font.weight, font.style > 0


def _texts(box: Any, at: str) -> Iterator[tuple[Any, str]]:
    """Text boxes below `box`, each with the nearest ``data-at``."""
    box = getattr(box, "_box", box)  # an absolutely placed box hides in a placeholder
    if box.element is not None:
        at = box.element.get("data-at") or at
    if hasattr(box, "text"):
        yield box, at
    for child in getattr(box, "children", ()):
        yield from _texts(child, at)


def _face(box: Any) -> _Face | None:
    """The face that a stretch of text asks for, where it shows anything."""
    if not box.text.strip() or box.style["visibility"] != "visible":
        return None
    style = box.style
    return style["font_family"][0], int(style["font_weight"]), style["font_style"] != "normal"


def _faults(text: str, face: _Face, faces: Mapping[_Face, frozenset[int]]) -> Iterator[tuple[str, str, str]]:
    """(code, what is wrong, what to do) for one stretch of text in one face."""
    covers = faces.get(face)
    if covers is None:
        known = ", ".join(_named(known)[9:] for known in faces)
        yield "book/no-face", f"{_named(face)} is not among the game's", f"there are: {known}"
        return
    for character in sorted(set(map(ord, text)) - covers - _INVISIBLE):
        what = f"{_named(face)} has no glyph for '{chr(character)}' (U+{character:04X}) in '{text.strip()[:40]}'"
        yield "book/glyph", what, ""


def _named(face: _Face) -> str:
    family, weight, italic = face
    return (
        f"the font '{family}'{' bold' if weight == 700 else f' {weight}' if weight != 400 else ''}{' italic' * italic}"
    )


def _span(at: str, otherwise: Span) -> Span:
    path, _, place = at.partition(":")
    numbers = [int(number) for number in place.split(":") if number.isdigit()]
    return Span(path, *numbers[:2]) if path and numbers else otherwise
