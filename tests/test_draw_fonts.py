"""Families: the house's, those of installed packages, a game's own files; nothing stands in for a font in silence."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path as File

import pytest

from pnp.diag import Found, Span
from pnp.draw import fonts, shapers
from pnp.draw.fonts import FontError, Fonts

HERE = Span("faces/cards.yaml", 4, 3)
NOWHERE = Span("game.yaml", 2, 1)


@dataclass(frozen=True)
class Where:
    span: Span = NOWHERE

    def of(self, key: str) -> Span:
        return Span("game.yaml", 2, 1 + len(key))


@dataclass(frozen=True)
class Family:
    id: str
    family: str | None = None
    regular: str | None = None
    italic: str | None = None
    bold: str | None = None
    bold_italic: str | None = None
    features: tuple[str, ...] = ()
    where: Where = Where()


@dataclass(frozen=True)
class Style:
    fonts: Sequence[Family]
    palette: Sequence[object] = ()


@dataclass(frozen=True)
class Plan:
    folder: str
    style: Style | None = None
    found: Found = field(default_factory=Found)


def opened(folder: File, *families: Family) -> tuple[Fonts, Found]:
    found = Found()
    return Fonts.open(Plan(str(folder), Style(families)), found), found


def sample(style: str = "regular") -> File:
    return fonts.bundled()["source-sans-pro"][style]


def codes(found: Found) -> list[str]:
    return [fault.code for fault in found.ordered()]


def test_the_house_has_its_families_with_what_they_need() -> None:
    known, found = opened(File("nowhere"))
    assert known.families == ("text", "sans", "display")
    for family in ("text", "sans"):
        for bold in (False, True):
            for italic in (False, True):
                assert known.face(family, bold, italic, HERE).font.cap_height > 0
    assert not found.items


def test_metrics_are_in_font_units() -> None:
    font = fonts.load(fonts.bundled()["source-serif-pro"]["regular"]).font
    assert (font.units, font.cap_height, font.x_height) == (1000, 670, 475)
    assert len(font.sha256) == 64 and font.name == "SourceSerifPro-Regular"


def test_a_font_is_open_once_whoever_asks_for_it(tmp_path: File) -> None:
    first, copy = fonts.load(sample()), tmp_path / "copy.ttf"
    copy.write_bytes(sample().read_bytes())
    assert fonts.load(copy).shaper is first.shaper is shapers.shaper(first.font)
    strange = dataclasses.replace(first.font, sha256="one that no process opened yet")
    assert shapers.shaper(strange) is shapers.shaper(strange) is not first.shaper


def test_a_weight_of_a_bundled_family_is_a_family() -> None:
    known, found = opened(File("nowhere"), Family("heavy", family="lato/black"))
    assert known.face("heavy", False, True, HERE).font.name == "Lato-BlackItalic"
    assert not found.items
    assert known.face("heavy", True, False, HERE)
    assert codes(found) == ["font/style"]


def test_a_game_s_own_file_is_used(tmp_path: File) -> None:
    (tmp_path / "own.ttf").write_bytes(sample("bold").read_bytes())
    known, found = opened(tmp_path, Family("title", regular="own.ttf", features=("lnum",)))
    assert known.face("title", False, False, HERE).font.name == "SourceSansPro-Bold"
    assert known.features("title") == ("lnum",) and not found.items


def test_a_style_that_is_not_there_is_an_error_and_never_made_up() -> None:
    known, found = opened(File("nowhere"))
    face = known.face("display", True, False, HERE)
    assert face is known.face("display", False, False, HERE)
    known.face("display", True, False, Span("faces/cards.yaml", 9, 1))
    (fault,) = found.ordered()
    assert (fault.code, fault.span) == ("font/style", HERE) and "it has regular" in fault.hint


def test_an_unknown_family_is_an_error_with_a_guess() -> None:
    known, found = opened(File("nowhere"))
    assert known.face("sanss", False, False, HERE)
    (fault,) = found.ordered()
    assert (fault.code, fault.hint) == ("font/unknown", "did you mean 'sans'?")


@pytest.mark.parametrize(
    ("family", "code"),
    [
        (Family("a", family="helvetica"), "font/family"),
        (Family("a", regular="nowhere.ttf"), "font/missing"),
        (Family("a", regular="../out.ttf"), "font/missing"),
        (Family("a", regular="loop.ttf"), "font/missing"),
        (Family("a", regular="noise.ttf"), "font/broken"),
        (Family("a", regular="cut.ttf"), "font/broken"),
        (Family("a"), "font/none"),
    ],
)
def test_what_is_no_font_is_an_error_where_it_is_named(tmp_path: File, family: Family, code: str) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "out.ttf").write_bytes(sample().read_bytes())
    (folder / "loop.ttf").symlink_to("loop.ttf")
    (folder / "noise.ttf").write_bytes(b"not a font at all")
    (folder / "cut.ttf").write_bytes(sample().read_bytes()[:300])
    known, found = opened(folder, family)
    assert code in codes(found)
    assert all(fault.span.path == "game.yaml" for fault in found)
    assert known.face("a", False, False, HERE), "something stands in, so that the rest can be checked"


def test_a_file_that_cannot_be_read_is_no_font(tmp_path: File) -> None:
    with pytest.raises(FontError, match="cannot be read"):
        fonts.load(tmp_path / "nothing.ttf")


def test_tracking_is_added_after_every_glyph() -> None:
    face = fonts.load(sample())
    plain, _ = face.shape("abc", {"kern": False})
    loose, _ = face.shape("abc", {"kern": False}, 50)
    assert loose.width == plain.width + 150
