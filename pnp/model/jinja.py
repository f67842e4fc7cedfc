"""Jinja as a sandbox, for the expressions that `plain` leaves to it. Owns Jinja, and comes only when it is needed.

Operators and filters that could blow a value up are taken away or bounded.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from jinja2 import StrictUndefined, TemplateAssertionError, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.diag import nearest, suggest
from pnp.limits import LIMITS

_DIGITS = 9
_FILTERS = (
    "abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "int", "join", "last", "length", "list",
    "lower", "map", "max", "min", "reject", "rejectattr", "replace", "round", "select", "selectattr", "sort", "string",
    "sum", "title", "trim", "unique", "upper",
)  # fmt: skip
_METHODS = {
    str: ("lower", "upper", "title", "capitalize", "strip", "startswith", "endswith", "split"),
    tuple: ("index", "count"),
    list: ("index", "count"),
    dict: ("get", "items", "keys", "values"),
}


class TooMuch(SecurityError):
    """An expression that comes to more than anybody can mean."""


class _Environment(ImmutableSandboxedEnvironment):
    """Jinja with what can grow without bound taken away."""

    intercepted_binops = frozenset(("*", "**", "%", "+"))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if operator == "**" or (operator in "*%" and not numbers):
            raise SecurityError(
                f"the operator '{operator}' works on numbers only" if operator != "**" else "no powers here"
            )
        if operator == "*" and abs(left) * abs(right) > 10**15:
            raise TooMuch("the product is too large")
        return super().call_binop(context, operator, left, right)

    def wrap_str_format(self, value: Any) -> None:
        """`format` of a text is a method like any other here: not one that is allowed."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if attr.startswith("_") or "__" in attr:
            return False
        for kind, names in _METHODS.items():
            if isinstance(obj, kind):
                return attr in names
        return not isinstance(obj, type) and super().is_safe_attribute(obj, attr, value)


def _bounded(plain: Callable[..., Any]) -> Callable[..., Any]:
    """A filter whose result is refused once it is too large to be meant."""

    def filtered(environment: Any, value: Any, *arguments: Any, **named: Any) -> Any:
        if sum(len(str(one)) for one in (*arguments, *named.values())) * (_size(value) + 1) > LIMITS.text:
            raise TooMuch("the text is too long")
        return plain(environment, value, *arguments, **named)

    filtered.jinja_pass_arg = plain.jinja_pass_arg  # type: ignore[attr-defined]
    return filtered


def _rounded(value: float, precision: int = 0, method: str = "common") -> float:
    """`round` to so many digits as a printed number may have: Jinja's own takes ten to any power."""
    if not isinstance(precision, int) or abs(precision) > _DIGITS:
        raise TooMuch(f"'round' takes up to {_DIGITS} digits")
    if method == "common":
        return round(value, precision) if precision else float(round(value))
    step = 10.0**precision
    return float({"ceil": math.ceil, "floor": math.floor}[method](value * step) / step)


def _size(value: Any) -> int:
    return len(value) if hasattr(value, "__len__") else 1


@lru_cache(maxsize=1)
def _environment() -> _Environment:
    environment = _Environment(undefined=StrictUndefined, autoescape=False, cache_size=0)
    environment.globals.clear()
    environment.filters = {name: environment.filters[name] for name in _FILTERS}
    for name in ("join", "replace"):
        environment.filters[name] = _bounded(environment.filters[name])
    environment.filters |= {"round": _rounded, "all": all, "any": any}
    environment.tests = {
        name: test for name, test in environment.tests.items() if name not in ("filter", "test", "callable", "escaped")
    }
    environment.tests["contains"] = operator.contains
    return environment


def compiled(text: str) -> Callable[[dict[str, Any]], Any]:
    """An expression as a function of its names. Raises Jinja's own errors."""
    work = _environment().compile_expression(text, undefined_to_none=False)

    def value(names: dict[str, Any]) -> Any:
        made = work(names)
        if isinstance(made, StrictUndefined):
            str(made)
        return made

    return value


def _plainly(message: str, text: str) -> str:
    """What Jinja says of a slip, in words for people."""
    if re.search(r"[^=!<>]=[^=]", text) and "chunk after" in message:
        return "'==' compares, '=' does not"
    for said, meant in _MEANT:
        if said in message:
            return meant
    return message


_UNKNOWN: Final = re.compile(r"No (filter|test) named '([^']*)'")
# What Jinja says of a value that is no record of the game, and what such a value is called here.
_STRANGER: Final = re.compile(r"'([\w.]+) object' has no attribute")
_NOUNS: Final = {"list": "a list", "tuple": "a list", "str": "a text", "int": "a number", "float": "a number"}
_WORD: Final = re.compile(r"'[^']*'|\"[^\"]*\"|(?<![.\w])[a-z]+(?![\w(.])")
_KEYWORDS: Final = ("and", "else", "if", "in", "is", "not", "or")
# Parts of what Jinja says, and what they come to.
_MEANT: Final = (
    ("chunk after expression", "something follows where it has ended"),
    ("end of template", "it breaks off before its end"),
    ("end of statement block", "it breaks off before its end"),
    ("Expected an expression", "a value is missing"),
)


def _misspelt(text: str, names: Iterable[str]) -> str:
    """A hint where a word of an expression that cannot be read is nearly one that joins its parts, and no name."""
    known = {*_KEYWORDS, *names}
    words = (word for word in _WORD.findall(text) if word[0].isalpha() and word not in known)
    return next((f"did you mean '{near}' for '{word}'?" for word in words if (near := nearest(word, _KEYWORDS))), "")


def said(error: Exception, quoted: str, names: Iterable[str]) -> tuple[str, str, str] | None:
    """What one of Jinja's errors means: a code, a message, what to type; None for other errors. `names` are those that the
    expression may use."""
    if isinstance(error, UndefinedError):
        name = re.search(r"'([^']*)' is undefined|has no attribute '([^']*)'", str(error))
        word = next((group for group in name.groups() if group), "") if name else ""
        if (stranger := _STRANGER.match(str(error))) is not None:
            noun = _NOUNS.get(stranger[1], "what stands there")
            hint = f"ask one of it, or each: | map(attribute='{word}')" if noun == "a list" else ""
            return "expr/undefined", f"in '{quoted}': {noun} has no '{word}'", hint
        return "expr/undefined", f"in '{quoted}': {error}", suggest(word, names) if word else ""
    if isinstance(error, TemplateAssertionError) and (name := _UNKNOWN.match(error.message or "")):
        kind, word = name.groups()
        known = _environment().filters if kind == "filter" else _environment().tests
        return "expr/syntax", f"in '{quoted}': there is no {kind} '{word}'", suggest(word, known)
    if isinstance(error, TemplateSyntaxError):
        message = f"'{quoted}' is not an expression: {_plainly(error.message or '', quoted)}"
        return "expr/syntax", message, _misspelt(quoted, names)
    if isinstance(error, TooMuch):
        return "expr/large", f"'{quoted}' is refused: {error}", ""
    if isinstance(error, SecurityError):
        return "expr/refused", f"'{quoted}' is refused: {str(error).rstrip('.')}", ""
    return None
