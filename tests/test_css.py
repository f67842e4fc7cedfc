"""Style sheets read without being laid out."""

from __future__ import annotations

import pytest
from conftest import ROOT

from pnp.book import css
from pnp.diag import Found
from pnp.draw.document import StyleSheet

HOUSE = tuple(sorted((ROOT / "templates" / "book").glob("*.css")))


def told(text: str, *known: str) -> list[tuple[str, str]]:
    """(code, line:column) of everything that is found in a sheet."""
    found = Found()
    css.check(StyleSheet("book.css", text), known, found)
    return [(one.code, f"{one.span.line}:{one.span.column}") for one in found.ordered()]


def test_the_house_s_sheets_are_spelt_right() -> None:
    house = [StyleSheet(path.name, path.read_text("utf-8")) for path in HOUSE]
    known = {name for sheet in house for name in css.variables(sheet)} | {"--paper", "--ink"}
    assert house
    for sheet in house:
        assert told(sheet.text, *known) == []


def test_every_property_that_the_layout_knows_is_known() -> None:
    weasyprint = pytest.importorskip("weasyprint")
    from weasyprint.css.validation import NOT_PRINT_MEDIA
    from weasyprint.css.validation.expanders import EXPANDERS
    from weasyprint.css.validation.properties import PROPERTIES, PROPRIETARY

    named = {name.replace("_", "-") for name in (*PROPERTIES, *EXPANDERS) if name not in PROPRIETARY}
    assert weasyprint
    assert css.words("properties") == named | NOT_PRINT_MEDIA | {f"-weasy-{name}" for name in PROPRIETARY}


def test_every_element_of_the_house_s_templates_is_known() -> None:
    import re

    tags = {
        tag
        for path in (ROOT / "templates" / "book").glob("*.html")
        for tag in re.findall(r"<([a-z][a-z0-9]*)", path.read_text("utf-8"))
    }
    assert tags and tags <= css.words("elements")


@pytest.mark.parametrize("name", sorted(css.words("properties")))
def test_a_property_that_is_spelt_right_is_never_told(name: str) -> None:
    assert told(f"p {{ {name}: inherit }}") == []
    assert told(f"p {{\n  {name}q: inherit }}") == [("book/property", "2:3")]


@pytest.mark.parametrize(
    "fine",
    [
        "a.b#c > d-e::before { }".replace("d-e", "dfn"),
        "[data-at] + h2:not(.plain, aside *) { }",
        "p { --anything: 1; color: var(--anything) }",
        "p { color: var(--nothing, red) }",
        "@media print { @page { @top-left { content: none } } }",
        "@font-face { font-family: x; src: url(pnp:font/0) }",
        ".outer { & .inner { color: red } }",
        "/* only a remark */",
        "",
    ],
)
def test_what_is_right_is_not_told(fine: str) -> None:
    assert told(fine) == []


def test_variables_are_known_wherever_they_are_defined() -> None:
    assert told("p { color: var(--late) } :root { --late: red }") == []
    assert told("p { color: var(--madder) }", "--madder") == []
    assert told("p { color: var(--madder) }") == [("book/variable", "1:16")]


@pytest.mark.parametrize(
    ("value", "small"),
    [
        ("font-size: 4.9pt", True),
        ("font-size: 5pt", False),
        ("font: italic 1.7mm/3mm text", True),
        ("font: 700 5.8pt/4pt sans", False),
        ("font-size: 6px", True),
        ("font-size: 0", False),
        ("font-size: 0.4em", False),
        ("line-height: 3pt", False),
    ],
)
def test_type_too_small_to_print_is_told(value: str, small: bool) -> None:
    assert [code for code, _ in told(f"p {{ {value} }}")] == ["text/small"] * small


@pytest.mark.parametrize("text", ["a{" * 20_000, "(" * 20_000, ":is(" * 20_000, "/*" * 50_000, "p{x:" + "f(" * 20_000])
def test_brackets_without_end_are_one_sentence_at_most(text: str) -> None:
    assert {code for code, _ in told(text)} <= {"book/style", "book/property"}
