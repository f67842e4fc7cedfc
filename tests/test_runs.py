"""Runs of like records → the nodes that are made of them one by one, at the same places, or not read by themselves."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_source import FILES, scalars

from pnp.diag import Found
from pnp.source import csvfile, runs, yaml
from pnp.source.node import Node, Row, Scalar, Sequence
from pnp.source.text import LIMITS, Limits

# What a line of an item may hold, and what makes it none of a run.
PLAIN = ("a", "a b", "3", "-3", "--- x", '"q"', "'q'", '" # "', '"- b: c"', "''", "a:b", "a'b", "é 🎲", "~", "{", "run")
ODD = (
    "", "a: b", "a:", "a #c", "#c", '"x" #c', "- 3", "[1, 2]", "{a: 1}", "|", ">-", "|\n      b: c", "&x a", "*x", "!!str a",
    "!x", "? a", "@x", "%x", '"a \\n b"', "'it''s'", "a ", '"a', "'a", '"a\n    b"', "a\n       b", "a\n       b: c", "---",
    "-",
)  # fmt: skip
KEYS = ("id", "name", "x-y", "é", "run", "n2")
ODD_KEYS = ("<<", '"k"', "? k", "- k", "a b", "-a", "id", "[k]")
HEADS = (
    "top:", "top: # c", "top:\n  sub:", "a: |", 'a: "', "a: >", "top: [", "a: foo", "a: 'x", "top: &x", "? ", "a:\n  -",
)  # fmt: skip
BETWEEN = (
    "", "# c", "      # c", "   ", "---", "...", "- a", "  - a", "b: 1", "  b: 2", "      deep", ": v", "  : v", "? q", '"',
    "]", "- run", "    - run", "x: |", "    - - id: a",
)  # fmt: skip
ENDS = ("\n", "", "\n\n", "\n  ", "\n#x", "\n    # x", "\nz: 1\n", "\n...\n", '\n"')
DECK = "top:\n" + "  - id: a\n    name: 'b'\n" * 2


@st.composite
def files(draw: st.DrawFn) -> str:
    """Lists of items, most of them as runs are, and much that is nearly so."""
    odd = draw(st.sampled_from((0, 5, 30)))

    def one(usual: tuple[str, ...], other: tuple[str, ...]) -> str:
        return draw(st.sampled_from(other if draw(st.integers(0, 99)) < odd else usual))

    lines = [one(HEADS[:3], HEADS)]
    margin = draw(st.sampled_from(("", "  ", "    ")))
    keys = draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=3, unique=True))
    for _ in range(draw(st.integers(1, 6))):
        if odd and draw(st.integers(0, 9)) == 0:
            lines.append(draw(st.sampled_from(BETWEEN)))
        for number, key in enumerate(keys):
            begin = one((margin,), ("", "  ", "   ", "    ")) + ("  " if number else "- ")
            lines.append(f"{begin}{one((key,), ODD_KEYS)}{one((': ',), (':  ', ' : ', ':'))}{one(PLAIN, ODD)}")
    text = "\n".join(lines) + draw(st.sampled_from(ENDS))
    return text.replace("\n", "\r\n") if draw(st.integers(0, 9)) == 0 else text


def told(node: Node | None) -> object:
    """A tree with every place in it."""
    if node is None:
        return None
    if isinstance(node, Scalar):
        return node.text, node.style, node.span
    if isinstance(node, Sequence):
        return [told(item) for item in node.items], node.span
    if isinstance(node, Row):
        texts = [node.rows.texts(at)[node.number] for at in range(len(node.names))]
        assert texts == [one.text for one in node.nodes if isinstance(one, Scalar)]
        assert [told(node.get(name)) for name in (*node.names, "none")] == [*map(told, node.nodes), None]
    return [(told(key), told(value)) for key, value in node.entries], node.names, node.span


def read(text: str, limits: Limits = LIMITS, short: int = 0) -> object:
    """What is read of a text, and what is told of it; every run by itself, but those that are too short."""
    found = Found()
    with patch.object(runs, "_SHORT", short):
        return told(yaml.parse(text, "x", found, limits)), found.items


def event_by_event(text: str, limits: Limits = LIMITS) -> object:
    return read(text, limits, short=len(text) + 1)


@settings(max_examples=400)
@given(files())
def test_a_run_is_read_as_libyaml_reads_it(text: str) -> None:
    assert read(text) == event_by_event(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_file_is_read_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    assert read(text) == event_by_event(text)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("margin", [0, 2, 4])
def test_the_last_item_ends_where_the_next_thing_begins(end: str, margin: int) -> None:
    text = "top:\n" + f"{' ' * margin}- id: a\n{' ' * margin}  name: b\n" * 2
    assert read(text.removesuffix("\n") + end) == event_by_event(text.removesuffix("\n") + end)


def test_a_run_is_cut_out_and_all_else_stays_on_its_line() -> None:
    with patch.object(runs, "_SHORT", 0):
        rest, found = runs.cut(f"{DECK}  # more\n  - id: c\n    name: [d]\n")
    assert rest == "top:\n  - run\n\n\n\n  # more\n  - id: c\n    name: [d]\n"
    (run,) = found.values()
    assert (run.line, run.margin, run.after) == (1, 2, (6, 2))


def test_a_run_s_items_are_rows() -> None:
    with patch.object(runs, "_SHORT", 0):
        file = yaml.parse(DECK, "x", Found())
    items = file.get("top") if file else None
    assert isinstance(items, Sequence)
    assert [isinstance(item, Row) for item in items.items] == [True, True]


@given(
    st.lists(st.sampled_from((("id",), ("id", "name"), ("id", "name", "é"), ("name", "id"), ("id", "é"))), min_size=1)
)
def test_items_with_the_same_keys_that_follow_one_another_are_read_together(items: list[tuple[str, ...]]) -> None:
    lines = ("\n    ".join(f"{key}: {number}" for key in keys) for number, keys in enumerate(items))
    text = "top:\n" + "".join(f"  - {item}\n" for item in lines)
    assert read(text) == event_by_event(text)
    with patch.object(runs, "_SHORT", 0):
        file = yaml.parse(text, "x", Found())
    rows = file.get("top") if file else None
    assert isinstance(rows, Sequence)
    together = [len({id(row.rows) for row in some if isinstance(row, Row)}) for _, some in groupby(rows.items, names)]
    assert together == [1] * len(together)


def names(node: Node) -> tuple[str, ...]:
    return node.names if isinstance(node, Row) else ()


def test_what_only_looks_like_a_run_is_read_as_what_it_is() -> None:
    for text in (f"a: |\n{DECK}", f"a: '\n{DECK}'\n", "top:\n  - id: a\n    id: b\n"):
        assert read(text) == event_by_event(text)


@pytest.mark.parametrize("nodes", range(8, 14))
@pytest.mark.parametrize("depth", range(1, 5))
def test_limits_are_those_of_every_other_item(nodes: int, depth: int) -> None:
    limits = Limits(nodes=nodes, depth=depth)
    assert read(DECK, limits) == event_by_event(DECK, limits)


# CSV


@given(st.lists(st.sampled_from(("a", ",", "\n", '"', "b c", " ", '"d"', ",,", "é,", '""', "\r\n", "-1"))).map("".join))
@pytest.mark.parametrize("head", ["k,l", "k;l,m", "k,l,k", "k.a,k.b", '"k",l', "k"])
def test_rows_are_read_as_their_cells_are(head: str, text: str) -> None:
    def rows() -> object:
        found = Found()
        return told(csvfile.parse(f"{head}\n{text}", "x", found)), found.items

    at_once = rows()
    with patch.object(csvfile, "_head", lambda keys: None):
        assert rows() == at_once


def test_a_row_of_whole_cells_makes_its_nodes_when_asked() -> None:
    sheet = csvfile.parse('k,l\n1,"a, b"\n2,\n', "x", Found())
    assert sheet is not None
    assert [isinstance(row, Row) for row in sheet.items] == [True, False]
    cells = [(str(cell.span), cell.text) for cell in scalars(sheet.items[0])]
    assert cells == [("x:1:1", "k"), ("x:2:1", "1"), ("x:1:3", "l"), ("x:2:3", "a, b")]


@pytest.mark.parametrize("cell", ["a" * 400_000 + '"', '"' * 400_001, 'a"' * 200_000])
def test_a_line_that_is_no_row_is_seen_to_be_none_at_once(cell: str) -> None:
    assert told(csvfile.parse(f"k\n{cell}\n", "x", Found())) is not None


@pytest.mark.parametrize("text", ["\n" + " " * 400_000, "\n- a: " + ":a" * 200_000 + ":", "\n- a: '" + "b" * 400_000])
def test_what_is_no_run_is_seen_to_be_none_at_once(text: str) -> None:
    assert runs.cut(text + text) == (text + text, {})


def test_the_line_that_ends_a_run_may_stand_before_another() -> None:
    inner = "".join(f"      - id: inner-{number}\n        text: said of it\n" for number in range(200))
    outer = "".join(f"  - id: outer-{number}\n    text: said of it\n" for number in range(200))
    text = f"top:\n  - id: a\n    under:\n{inner}{outer}"
    _, found = runs.cut(text)
    assert [run.margin for run in found.values()] == [6, 2]
    assert read(text) == event_by_event(text)
