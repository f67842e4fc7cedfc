"""Plain expressions and the sandbox give the same answers, and refuse the same things."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diag import Found, Span
from pnp.model import expr, plain
from pnp.model.expr import Sandbox
from pnp.model.load import load

TOY = Path(__file__).resolve().parent / "toy"
HERE = Span("here")

SAME = (
    "1 + 2 - 4", "3 * count(ids[0])", "-count(ids[0])", "ids[0]", "ids[-1]", "not ids", "name == 'x'", "name in ids",
    "name not in ids", "1 if name else 2", "name or 'y'", "name and 'y'", "piece(ids[0]).copies >= 1", "game.name",
    "piece(ids[0]).name != ''", "true", "none", "(1, 2) == (1, 2)", "[1, name]", "count(group=piece(ids[0]).group)",
    "ids[0] == piece(ids[0]).id", "0 or 0.5", "1 == 1 and 2 == 2", "ids[0] + 'x'", "1 < 2 < 3",
    "ids | length", "ids|length + 1", "1 + ids | length", "2 * ids | length == 4", "-3 | abs", "-(3 | abs)",
    "pieces | map(attribute='copies') | sum", "pieces | sum(attribute='copies')",
    "pieces | selectattr('copies') | list | count",
    "pieces | rejectattr('copies', 'equalto', 1) | map(attribute='id') | list", "pieces | map(attribute='id') | sort | first",
    "pieces | map(attribute='copies') | unique | list", "ids | map('length') | max", "ids | map('upper') | join(', ')",
    "ids | reject('in', [ids[0]]) | list", "ids | select('ne', name) | list | count", "not ids | list", "none is none",
    "piece(ids[0]).name is not none", "1 == 1 is none", "pieces | map(attribute='copies') | all", "[1] | select('==', 1) | any",
    "pieces | sort(attribute='copies') | map(attribute='id') | list", "ids | sort(reverse=true) | last", "'a|b' | length",
    "name | upper if ids | length > 1 else 'none'", "(ids | list)[0]", "[3, 1, 2] | sort | list", "'b' in 'abc' | list",
    "(1 + 2) | abs", "name | lower | upper", "ids | map('length') | list | min", "[1, 'a'] | select('in', ids) | list",
    "pieces | selectattr('copies', 'gt', 1) | map(attribute='copies') | sum > 0 and ids | length > 0",
)  # fmt: skip
REFUSED = (
    "name.__class__", "piece.__func__", "piece(ids[0])._record", "game.__class__.__mro__", "'a' * 10**9",
    "ids.__len__()", "2 ** 9", "10**7 * 10**7 * 10**7", "missing", "piece('no-such-piece')", "1 / 0",
    "ids | first.name", "ids | list[0]", "ids | map('upper')[0]", "- ids | length", "ids | nothing",
    "ids | map('nothing') | list", "ids | map('upper') | length",
    "pieces | map(attribute='no_such') | list", "ids | selectattr('__class__') | list", "3 | sum", "ids.pipe_length",
    "ids | sort | pipe_list", "[1, 'a'] | sort", "name | ", "| name", "ids | list ids", "ids | select('gt', 1) | list",
)  # fmt: skip


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    loaded = load(TOY, Found())
    assert loaded is not None
    ids = tuple(counter.id for _, counter in loaded.game.pieces())
    return Sandbox(loaded.game, {"ids": ids, "name": "x"})


def asked(sandbox: Sandbox, text: str) -> tuple[Any, list[str]]:
    expr._compiled.cache_clear()
    found = Found()
    value = sandbox.value(text, HERE, found)
    return value, [one.code for one in found]


@pytest.mark.parametrize("text", SAME)
def test_plain_is_the_sandbox_only_sooner(sandbox: Sandbox, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = asked(sandbox, text)
    monkeypatch.setattr(plain, "compile", lambda _: None)
    slow = asked(sandbox, text)
    assert quick == slow
    assert not quick[1]


@pytest.mark.parametrize("text", REFUSED)
def test_plain_refuses_what_the_sandbox_refuses(sandbox: Sandbox, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = asked(sandbox, text)
    monkeypatch.setattr(plain, "compile", lambda _: None)
    assert quick[0] is None
    assert quick[1] == asked(sandbox, text)[1] != []


ATOMS = st.sampled_from(
    ["ids", "pieces", "1", "2", "-3", "'a|b'", "name", "[3, 1, 2]", "ids[0]", "(1, 2)", "none", "true"]
)
FILTERS = st.sampled_from((
    "length", "list", "sum", "max", "first", "last", "unique", "sort", "abs", "upper", "all", "any", "select", "join('-')",
    "map('length')", "map(attribute='copies')", "selectattr('copies','gt',1)", "reject('in',ids)", "map(attribute='id')",
    "rejectattr('text')", "sort(attribute='id')", "select('eq',1)", "unique(attribute='copies')",
))  # fmt: skip
SIGNS = st.sampled_from(["+", "-", "*", "==", "!=", "<", ">=", "and", "or", "in", "not in"])


def made(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Larger expressions of smaller ones."""
    return (
        st.builds("{} | {}".format, inner, FILTERS)
        | st.builds("{} {} {}".format, inner, SIGNS, inner)
        | st.builds("({})".format, inner)
        | st.builds("not {}".format, inner)
        | st.builds("-{}".format, inner)
        | st.builds("{} is none".format, inner)
        | st.builds("{} if {} else {}".format, inner, inner, inner)
    )


def comparable(value: Any) -> object:
    """A value as it can be compared: what is read only once as what it holds, or as its fault."""
    try:
        return repr(list(value) if isinstance(value, Iterator) else value)
    except Exception as fault:
        return type(fault)


@given(st.recursive(ATOMS, made, max_leaves=6))
def test_whatever_is_asked_both_answer_alike(sandbox: Sandbox, text: str) -> None:
    quick = asked(sandbox, text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "compile", lambda _: None)
        slow = asked(sandbox, text)
    assert (comparable(quick[0]), quick[1]) == (comparable(slow[0]), slow[1])
    assert type(quick[0]) is type(slow[0]) or isinstance(quick[0], Iterator)


def test_what_a_game_asks_most_is_plain() -> None:
    for text in (
        "param('loot')",
        "piece('noble').purse",
        "ref('capture')",
        "count('x') == 4",
        "modifier('a', 'b').by",
        "pieces_of(side='a') | selectattr('never', 'contains', 'b') | map(attribute='id') | list == ['c']",
    ):
        assert plain.compile(text) is not None
