"""Rulebooks and guides for everybody: what can be checked of PDF/UA-1 by a program, with `pdfua` and by ourselves."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pdfua
import pikepdf
import pytest
from test_build import TOY, made

# Whether a heading is empty: this rule of `pdfua` stumbles over the newest pikepdf, so that we look ourselves.
OURS = "UA-14-001"


@pytest.fixture(scope="module")
def tagged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    built = made(TOY, tmp_path_factory.mktemp("tagged"), only=("rulebook", "print-guide"))
    assert not built.lacking and len(built.files) == 2
    return tuple(file.path for file in built.files)


def elements(element: pikepdf.Object) -> Iterator[pikepdf.Dictionary]:
    """A structure element and all below it, in the order of reading."""
    if isinstance(element, pikepdf.Dictionary):
        yield element
        below = element.get("/K", pikepdf.Array())
        for one in below if isinstance(below, pikepdf.Array) else [below]:
            yield from elements(one)


def test_nothing_that_a_program_can_check_is_amiss(tagged: tuple[Path, ...]) -> None:
    for path in tagged:
        report = pdfua.validate(str(path))
        assert [f"{one.rule_id}: {one.message}" for one in report.findings] == [], path.name
        done = {one.rule_id for one in report.outcomes if one.skipped_reason is None}
        assert len(done) >= 11 and {one.rule_id for one in report.skipped} <= {OURS}


def test_it_would_be_found(tagged: tuple[Path, ...], tmp_path: Path) -> None:
    with pikepdf.open(tagged[0]) as file:
        for one in elements(file.Root.StructTreeRoot):
            if one.get("/S") == "/TH":
                del one.A["/Scope"]
        del file.Root["/Lang"]
        file.save(tmp_path / "spoilt.pdf")
    found = {one.rule_id for one in pdfua.validate(str(tmp_path / "spoilt.pdf")).findings}
    assert "UA-15-003" in found and len(found) >= 2


def content(element: pikepdf.Object) -> int:
    """How many pieces of a page's content an element holds, at any depth."""
    below = element.get("/K", pikepdf.Array())
    parts = list(below) if isinstance(below, pikepdf.Array) else [below]
    return sum(content(one) if isinstance(one, pikepdf.Dictionary) else 1 for one in parts)


def test_headings_are_not_empty_and_leave_no_level_out(tagged: tuple[Path, ...]) -> None:
    for path in tagged:
        with pikepdf.open(path) as file:
            heads = [one for one in elements(file.Root.StructTreeRoot) if str(one.get("/S", ""))[2:].isdigit()]
            assert all(content(one) for one in heads)
            levels = [int(str(one.S)[2:]) for one in heads]
        assert levels and levels[0] == 1
        assert all(level <= before + 1 for before, level in itertools.pairwise(levels)), path.name


def test_every_head_of_a_table_says_what_it_heads(tagged: tuple[Path, ...]) -> None:
    scopes = []
    for path in tagged:
        with pikepdf.open(path) as file:
            heads = [one for one in elements(file.Root.StructTreeRoot) if one.get("/S") == "/TH"]
            scopes += [(str(one.P.P.S), str(one.A.Scope)) for one in heads]
    assert set(scopes) == {("/THead", "/Column"), ("/TBody", "/Row")}
