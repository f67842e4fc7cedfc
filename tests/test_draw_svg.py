"""Drawings: path data, the subset of SVG, and what is refused of it."""

from __future__ import annotations

from math import hypot
from pathlib import Path as File

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diag import Found, Span
from pnp.draw import svg, svgpath
from pnp.draw.frame import Colour, Path
from pnp.draw.icons import HOUSE, Icons
from pnp.draw.palette import Palette
from pnp.draw.svgpath import PathError, parse

HERE = Span("pieces.yaml", 7, 11)
RED, SAND = Colour("#b03020"), Colour("#e0c890")
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'


def read(text: str, folder: File) -> tuple[svg.Drawing | None, Found]:
    path, found = folder / "drawing.svg", Found()
    path.write_text(text, encoding="utf-8")
    return svg.read(path, "art/drawing.svg", found), found


def test_commands_relative_and_repeated() -> None:
    assert parse("m10 10 10 0 h5v5 H0 z l1-1") == [
        ("M", (10, 10)),
        ("L", (20, 10)),
        ("L", (25, 10)),
        ("L", (25, 15)),
        ("L", (0, 15)),
        ("Z", ()),
        ("L", (11, 9)),
    ]


def test_smooth_curves_reflect() -> None:
    *_, smooth = parse("M0 0C0 10 10 10 10 0S20 -10 20 0")
    assert smooth == ("C", (10, -10, 20, -10, 20, 0))
    *_, quad = parse("M0 0Q5 10 10 0T20 0")
    assert quad[1][:2] == pytest.approx((10 + 5 * 2 / 3, -10 * 2 / 3))


def test_an_arc_lies_on_its_circle() -> None:
    outline = parse("M10 0A10 10 0 1 1 0 -10")
    assert outline[-1][1][-2:] == (0, -10)
    x0, y0 = 10.0, 0.0
    for _, (x1, y1, x2, y2, x3, y3) in outline[1:]:
        middle = ((x0 + 3 * x1 + 3 * x2 + x3) / 8, (y0 + 3 * y1 + 3 * y2 + y3) / 8)
        assert hypot(*middle) == pytest.approx(10, abs=0.01)
        x0, y0 = x3, y3


def test_arc_flags_may_stand_together() -> None:
    assert parse("M0 0a5 5 0 0110 0") == parse("M0 0 a 5 5 0 0 1 10 0")


@pytest.mark.parametrize(
    "text", ["L0 0", "M0", "M0 0 X", "M0 0 1", "10 10", "M0 0Z 3", "M0 0 A1 1 0 2 0 3 3", "M0 0C1 1"]
)
def test_bad_path_data_says_where(text: str) -> None:
    with pytest.raises(PathError) as caught:
        parse(text)
    assert 0 <= caught.value.at <= len(text)


@given(st.text("MLHVCSQTAZmlhvcsqtaz0123456789.-+e, ", max_size=60))
def test_any_text_is_a_path_or_an_error(text: str) -> None:
    try:
        outline = parse(text)
    except PathError:
        return
    assert all(len(at) == {"M": 2, "L": 2, "C": 6, "Z": 0}[operator] for operator, at in outline)


def test_transforms_nest() -> None:
    move, turn = (1.0, 0.0, 0.0, 1.0, 5.0, 7.0), (0.0, 1.0, -1.0, 0.0, 0.0, 0.0)
    assert svgpath.apply(svgpath.multiply(move, turn), 1, 0) == pytest.approx((5, 8))


@pytest.mark.parametrize("far", [2e9, -2e9, float("inf"), float("nan")])
def test_a_point_too_far_away_is_refused(far: float) -> None:
    with pytest.raises(PathError, match="too far away"):
        svgpath.transform([("M", (0.0, 0.0)), ("L", (1.0, far)), ("Z", ())])


def test_a_drawing_fills_a_thousand_units(tmp_path: File) -> None:
    drawing, found = read(
        '<svg viewBox="0 0 50 25"><g transform="translate(10 0)" stroke="#000" stroke-width="2">'
        '<rect width="10" height="25" fill="none"/></g></svg>',
        tmp_path,
    )
    assert not found.items and drawing
    (shape,) = drawing.shapes
    assert shape.segments[0] == ("M", 200, 250) and shape.segments[2] == ("L", 400, 750)
    assert shape.paint.width == pytest.approx(40) and shape.paint.stroke == "#000000" and not shape.paint.fill


def test_paint_is_inherited_and_current_unless_said(tmp_path: File) -> None:
    body = (
        '<g data-fill="mix(current, second, 50%)"><circle r="9"/></g><circle r="9"/><circle r="9" fill="currentColor"/>'
    )
    drawing, _ = read(HEAD + body + "</svg>", tmp_path)
    assert drawing
    assert [shape.paint.fill for shape in drawing.shapes] == ["mix(current, second, 50%)", "current", "current"]


HOSTILE = {
    "script": ("<script>1</script>", "icon/element"),
    "image": ('<image href="file:///etc/passwd"/>', "icon/element"),
    "use": ('<use href="#x"/>', "icon/element"),
    "foreign": ("<foreignObject/>", "icon/element"),
    "style": ("<style>*{fill:red}</style>", "icon/element"),
    "text": ("<text>hello</text>", "icon/element"),
    "loose text": ("hello", "icon/text"),
    "inline style": ('<rect style="fill:url(http://x)"/>', "icon/attribute"),
    "handler": ('<rect onclick="x()"/>', "icon/attribute"),
    "link": ('<rect href="http://x"/>', "icon/attribute"),
    "url paint": ('<rect fill="url(#a)"/>', "icon/paint"),
    "named paint": ('<rect fill="red"/>', "icon/paint"),
    "unit": ('<rect width="3cm" height="1"/>', "icon/value"),
    "skew": ('<g transform="skewX(3)"/>', "icon/value"),
    "path": ('<path d="M0 0 X"/>', "icon/path"),
    "not closed": ("<g>", "icon/syntax"),
    "entity use": ("&boom;", "icon/syntax"),
    "instruction": ("<?php ?>", "icon/entity"),
    "deep": ("<g>" * 90 + "</g>" * 90, "icon/complex"),
    "many": ('<rect width="1" height="1"/>' * 4_000, "icon/complex"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_not_in_the_subset_is_refused_with_its_place(name: str, tmp_path: File) -> None:
    body, code = HOSTILE[name]
    drawing, found = read(f"{HEAD}\n{body}</svg>", tmp_path)
    assert drawing is None
    assert code in {fault.code for fault in found}
    assert all(fault.span.path == "art/drawing.svg" and fault.span.line >= 2 for fault in found)


@pytest.mark.parametrize(
    ("whole", "code"),
    [
        (
            '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><svg viewBox="0 0 1 1">&b;</svg>',
            "icon/entity",
        ),
        ('<!DOCTYPE svg SYSTEM "http://example.org/x.dtd"><svg viewBox="0 0 1 1"/>', "icon/entity"),
        ('<svg width="10" height="10"/>', "icon/view-box"),
        ('<svg viewBox="0 0 0 0"/>', "icon/view-box"),
        ("<html/>", "icon/root"),
        ("", "icon/syntax"),
        (HEAD + '<path d="M0 0L1e999 1"/></svg>', "icon/path"),
        (HEAD + '<path d="M1 1L2 2" stroke="#000" stroke-width="1e99"/></svg>', "icon/value"),
        (HEAD + '<path transform="rotate(1e999)" d="M0 0L1 1"/></svg>', "icon/value"),
        (HEAD + '<path transform="scale(1e200)" d="M1 1L2 2Z" fill="#000"/></svg>', "icon/path"),
        ('<?xml version="1.0" encoding="utf-7"?><svg viewBox="0 0 1 1"/>', "file/encoding"),
    ],
)
def test_whole_files_that_are_refused(whole: str, code: str, tmp_path: File) -> None:
    drawing, found = read(whole, tmp_path)
    assert drawing is None and [fault.code for fault in found] == [code]


def test_a_large_file_is_not_read(tmp_path: File) -> None:
    drawing, found = read(HEAD + " " * (svg.LIMITS.drawing + 1) + "</svg>", tmp_path)
    assert drawing is None and [fault.code for fault in found] == ["icon/size"]


def icons(folder: File) -> Icons:
    return Icons(folder / "art", Palette(), Found())


def test_a_game_s_icon_comes_before_the_house_s(tmp_path: File) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "sword.svg").write_text(HEAD + '<rect width="100" height="100"/></svg>', encoding="utf-8")
    own = icons(tmp_path).symbol("sword", RED, None, HERE)
    assert own and len(own.items) == 1
    assert icons(tmp_path / "elsewhere").symbol("sword", RED, None, HERE) != own


def test_a_symbol_is_made_once_for_its_colours(tmp_path: File) -> None:
    known = icons(tmp_path)
    one, two = known.symbol("sword", RED, None, HERE), known.symbol("sword", RED, None, HERE)
    assert one is two and one is not known.symbol("sword", SAND, None, HERE)
    assert known.symbol("star", RED, SAND, HERE) is not known.symbol("star", RED, RED, HERE)
    fills = {item.fill for item in known.symbol("star", RED, SAND, HERE).items if isinstance(item, Path)}
    assert fills == {RED, SAND}


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a/b", "", "sword.svg", "swort"])
def test_what_is_no_icon_is_an_error_and_reads_nothing(name: str, tmp_path: File) -> None:
    (tmp_path / "secret.svg").write_text(HEAD + '<rect width="1" height="1"/></svg>', encoding="utf-8")
    known = icons(tmp_path)
    assert known.symbol(name, RED, None, HERE) is None
    assert [(fault.code, fault.span) for fault in known.found] == [("icon/unknown", HERE)]


def test_a_link_out_of_the_game_s_folder_is_not_followed(tmp_path: File) -> None:
    (tmp_path / "game" / "art").mkdir(parents=True)
    (tmp_path / "out.svg").write_text(HEAD + "</svg>", encoding="utf-8")
    (tmp_path / "game" / "art" / "out.svg").symlink_to(tmp_path / "out.svg")
    assert icons(tmp_path / "game").symbol("out", RED, None, HERE) is None


def test_an_unknown_colour_in_a_drawing_is_said_once(tmp_path: File) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "odd.svg").write_text(HEAD + '<rect width="9" height="9" data-fill="curent"/></svg>', "utf-8")
    known = icons(tmp_path)
    for colour in (RED, SAND):
        known.symbol("odd", colour, None, HERE)
    (fault,) = known.found
    assert fault.code == "icon/colour" and fault.hint == "did you mean 'current'?" and fault.span.line == 1


@pytest.mark.parametrize("path", sorted(HOUSE.glob("*.svg")), ids=lambda path: path.stem)
def test_the_house_s_icons_are_sound(path: File) -> None:
    found = Found()
    known = Icons(File("nowhere"), Palette(), found)
    symbol = known.symbol(path.stem, RED, SAND, HERE)
    assert symbol and symbol.items and not found.items
