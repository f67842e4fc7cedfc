"""What people ask of tools like this: each request is answered by a test that exists, or by a reason."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
PAGE = (TESTS.parent / "docs" / "field.md").read_text("utf-8")
ANSWERS = re.findall(r"^(\d+)\. (.+)$", PAGE, re.M)
# Sections 1–3 of the requests that were gathered, and those of 5 and 7–10.
NUMBERS = [*range(1, 86), *range(103, 114), *range(131, 161)]
NAMED = re.compile(r"`(test_\w+)::(test_\w+)`")


def known(file: str) -> Counter[str]:
    """The tests of a file, by what is written in it."""
    tree = ast.parse((TESTS / f"{file}.py").read_text("utf-8"))
    return Counter(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_request_is_there_once_in_its_order() -> None:
    assert [int(number) for number, _ in ANSWERS] == NUMBERS


@pytest.mark.parametrize(("number", "told"), ANSWERS, ids=[number for number, _ in ANSWERS])
def test_a_request_is_answered_by_tests_that_exist_or_a_reason(number: str, told: str) -> None:
    named = NAMED.findall(told)
    assert named or re.search(r"\)\. No: .{40,}\.$", told), f"{number} has neither a test nor a reason"
    assert told.count("`test_") == len(named), "a test is named that cannot be made out"
    for file, test in named:
        assert known(file)[test] == 1, f"{number}: {file} has no {test}"


def test_a_request_says_where_it_was_made() -> None:
    for number, told in ANSWERS:
        assert re.search(
            r"\((.*#\d+.*|Boffo90/cardwright|Multideck manual|Squib's .*|tokeeto/shoggoth)\)[.,]? ", told
        ), number
