"""The designer's own assertions hold.

- `check/false`: an assertion is false; the message shows the values that it saw.
- `check/value`: an assertion is neither true nor false.

An assertion that cannot be worked out is one of the faults of expressions (`expr/…`). One that asks about records of
which a fault hides some waits until that is mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from pnp.diag import Found, Span
from pnp.model.expr import Sandbox
from pnp.model.load import Loaded
from pnp.model.rules import Assertion
from pnp.model.view import kinds

_TOKEN: Final = re.compile(
    r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[()\[\]{}]|[=!<>]=|[<>|]|\b(?:not\s+in|in|and|or|not|if|is)\b", re.S
)
_SIGNS: Final = ("==", "!=", "<=", ">=", "<", ">", "in")
_LOOK_UP: Final = re.compile(r"\b[a-z_]+\((?:'[^']*'|\"[^\"]*\"|[^()'\"])*\)(?:\.[a-z_]+)*")
_LITERAL: Final = re.compile(
    r"[-+]?\d+|'[^']*'|\"[^\"]*\"|true|false|none|[\[(][^a-z(]*[\])]|[\[(](?:\s*'[^']*'\s*,?)*[\])]"
)
# So much is shown: facts, items of a list, characters of a value.
_FACTS, _ITEMS, _LONG = 6, 8, 60


def check(loaded: Loaded, found: Found) -> None:
    """Work out every assertion."""
    if not loaded.game.checks:
        return
    sandbox = Sandbox(loaded.game)
    for one in loaded.game.checks:
        if not loaded.has(*kinds(one.that)):
            continue
        span = one.where.of("that")
        before = len(found.items)
        value = sandbox.value(one.that, span, found)
        if value is False:
            message = f"'{one.id}' is false: {one.says}"
            found.error("check/false", span, message, seen(one, sandbox))
        elif value is not True and len(found.items) == before:
            hint = "compare it with something, or ask '| all' or '| any' of a list"
            found.error("check/value", span, f"'{one.id}' is neither true nor false but {shown(value)}", hint)


def seen(one: Assertion, sandbox: Sandbox) -> str:
    """What the parts of an assertion came to, of those that are false: sides of comparisons, look-ups in them, lists."""
    facts: dict[str, str] = {}
    for asked in _parts(one.that, sandbox):
        if asked not in facts and not _LITERAL.fullmatch(asked):
            quiet = Found()
            value = sandbox.value(asked, Span(""), quiet)
            if not quiet.items:
                facts[asked] = f"{asked} is {shown(value)}"
    return "; ".join(list(facts.values())[:_FACTS])


def _parts(text: str, sandbox: Sandbox) -> Iterator[str]:
    """The expressions whose values tell why one is false."""
    text = _bare(text)
    for sign in ("or", "and"):
        parts = list(_split(text, (sign,)))
        if len(parts) > 1:
            for part in parts:
                if sandbox.value(part, Span(""), Found()) is not True:
                    yield from _parts(part, sandbox)
            return
    if negated := re.match(r"not\b", text):
        yield _bare(text[negated.end() :])
        return
    sides = list(_split(text, _SIGNS))
    if len(sides) == 1:
        asked = re.fullmatch(r"(.+)\|\s*(?:all|any)", text, re.S)
        yield f"{asked[1].strip()} | list" if asked else text
    for side in sides if len(sides) > 1 else ():
        yield side
        yield from (match[0] for match in _LOOK_UP.finditer(side) if match[0] != side and "|" not in side)


def _bare(text: str) -> str:
    """An expression without brackets round the whole of it."""
    text = text.strip()
    while text.startswith("(") and _whole(text):
        text = text[1:-1].strip()
    return text


def _whole(text: str) -> bool:
    """Whether the first bracket closes with the last."""
    depth = 0
    for match in _TOKEN.finditer(text):
        depth += (match[0] in "([{") - (match[0] in ")]}") if len(match[0]) == 1 else 0
        if depth == 0:
            return match.end() == len(text)
    return False


def _split(text: str, signs: tuple[str, ...]) -> Iterator[str]:
    """A text parted at signs that stand in no brackets and no words."""
    depth = start = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in ("(", "[", "{"):
            depth += 1
        elif token in (")", "]", "}"):
            depth -= 1
        elif depth == 0 and (token in signs or (token.split()[-1] in signs and token.startswith("not"))):
            yield text[start : match.start()].strip()
            start = match.end()
    yield text[start:].strip()


def shown(value: Any) -> str:
    """A value in a few words."""
    if isinstance(value, str):
        return f"'{value if len(value) <= _LONG else value[:_LONG] + '…'}'"
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if hasattr(value, "__iter__"):
        items = [shown(one) for one in value]
        more = f", … ({len(items)} in all)" if len(items) > _ITEMS else ""
        return f"[{', '.join(items[:_ITEMS])}{more}]"
    return str(getattr(value, "id", value))[:_LONG]
