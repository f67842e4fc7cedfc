"""Plain expressions and the sandbox give the same answers, and refuse the same things."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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
)  # fmt: skip
REFUSED = (
    "name.__class__", "piece.__func__", "piece(ids[0])._record", "game.__class__.__mro__", "'a' * 10**9",
    "ids.__len__()", "2 ** 9", "10**7 * 10**7 * 10**7", "missing", "piece('no-such-piece')", "1 / 0",
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


def test_what_a_game_asks_most_is_plain() -> None:
    for text in ("param('loot')", "piece('noble').purse", "ref('capture')", "count('x') == 4", "modifier('a', 'b').by"):
        assert plain.compile(text) is not None
