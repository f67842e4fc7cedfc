"""The designer's own assertions hold.

- `check/false`: an assertion is false; the message shows the values that it saw.
- `check/value`: an assertion is neither true nor false.

An assertion that cannot be worked out is one of the faults of expressions (`expr/…`). One that asks about records of
which a fault hides some waits until that is mended.
"""

from __future__ import annotations

import re

from pnp.diag import Found, Span
from pnp.model.expr import Sandbox
from pnp.model.load import Loaded
from pnp.model.rules import Assertion
from pnp.model.view import kinds

_SIDES = re.compile(r"^(.*?)\s*(==|!=|<=|>=|<|>)\s*(.*?)$", re.S)


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
            found.error("check/false", span, message, _seen(one, sandbox))
        elif value is not True and len(found.items) == before:
            found.error("check/value", span, f"'{one.id}' is neither true nor false but '{str(value)[:60]}'")


def _seen(one: Assertion, sandbox: Sandbox) -> str:
    """What the two sides of a comparison came to."""
    match = _SIDES.match(one.that)
    if not match or re.search(r"\b(and|or)\b", one.that):
        return ""
    quiet = Found()
    sides = [sandbox.value(side, Span(""), quiet) for side in (match[1], match[3])]
    return "" if quiet.items else f"{match[1]} is {sides[0]}, {match[3]} is {sides[1]}"
