"""The sandbox: expressions over a game, in assertions, rules prose and face layouts. Owns Jinja.

Expressions only: no statements, so nothing loops; no private names, no attribute tricks; operators and filters that could
blow a value up are refused. A fault is a diagnostic at the expression's place, never an exception.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.diag import Found, Span, suggest
from pnp.model import plain
from pnp.model.game import Game
from pnp.model.view import GameView, Unknown

LONGEST = 4_000
LARGEST = 100_000
_DIGITS = 9
_PART = re.compile(r"\{\{(.*?)\}\}", re.S)
_STATEMENT = re.compile(r"\{%|\{#")
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
            raise SecurityError("the product is too large")
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
        if sum(len(str(one)) for one in (*arguments, *named.values())) * (_size(value) + 1) > LARGEST:
            raise SecurityError("the text is too long")
        return plain(environment, value, *arguments, **named)

    filtered.jinja_pass_arg = plain.jinja_pass_arg  # type: ignore[attr-defined]
    return filtered


def _rounded(value: float, precision: int = 0, method: str = "common") -> float:
    """`round` to so many digits as a printed number may have: Jinja's own takes ten to any power."""
    if not isinstance(precision, int) or abs(precision) > _DIGITS:
        raise SecurityError(f"'round' takes up to {_DIGITS} digits")
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
    environment.filters["round"] = _rounded
    environment.tests = {
        name: test for name, test in environment.tests.items() if name not in ("filter", "test", "callable", "escaped")
    }
    environment.tests["contains"] = operator.contains
    return environment


@lru_cache(maxsize=20_000)
def _compiled(text: str) -> Callable[[dict[str, Any]], Any]:
    """An expression as a function of its names. Raises Jinja's own errors."""
    if len(text) > LONGEST:
        raise SecurityError(f"the expression has {len(text)} characters; at most {LONGEST} are read")
    simple = plain.compile(text)
    if simple is None:
        return _jinja(text)
    slow: list[Callable[[dict[str, Any]], Any]] = []

    def value(names: dict[str, Any]) -> Any:
        try:
            return simple(names)
        except plain.NotPlain:
            if not slow:
                slow.append(_jinja(text))
            return slow[0](names)

    return value


def _jinja(text: str) -> Callable[[dict[str, Any]], Any]:
    return _environment().compile_expression(text, undefined_to_none=False)


class Names(dict[str, Any]):
    """All names that expressions may use at one place, put together once: see `Sandbox.within`."""

    __slots__ = ()


class Sandbox:
    """Expressions over one game. `extra` adds names; each evaluation may add more (`context`)."""

    def __init__(self, game: Game, extra: Mapping[str, Any] | None = None) -> None:
        self.view = GameView(game)
        self._names = {**self.view.names(), **(extra or {})}

    def within(self, context: Mapping[str, Any]) -> Names:
        """A context with all other names, for whoever works out several expressions in it."""
        return Names({**self._names, **context})

    def value(self, text: str, span: Span, found: Found, context: Mapping[str, Any] | None = None) -> Any:
        """An expression's value, or None after a diagnostic at `span`."""
        whole = type(context) is Names
        names: Any = context if whole else {**self._names, **context} if context else self._names
        try:
            value = _compiled(text.strip())(names)
            if isinstance(value, StrictUndefined):
                str(value)
            if callable(value):
                raise TypeError("it is a function; call it with what it asks for: name('id')")
            return value
        except Exception as error:
            _report(error, text.strip(), span, found, names)
            return None

    def template(self, text: str, span: Span, found: Found) -> Template:
        """A text with ``{{ … }}`` in it, ready to be filled. Faults of its syntax are reported now."""
        return Template(self, text, span, found)


class Template:
    """A text with expressions. `constant` tells one without any."""

    __slots__ = ("_found", "_parts", "_sandbox", "_span", "constant")

    def __init__(self, sandbox: Sandbox, text: str, span: Span, found: Found) -> None:
        self._sandbox, self._span, self._found = sandbox, span, found
        self._parts = _split(text, span, found)
        self.constant = all(not is_code for is_code, _ in self._parts)

    def fill(self, context: Mapping[str, Any], span: Span | None = None) -> str:
        """The text with every expression's value; one that fails is reported (at `span` if given) and left out."""
        if len(self._parts) == 1 and self._parts[0][0]:
            return self._shown(self._parts[0][1], context, span)
        return "".join(self._shown(part, context, span) if is_code else part for is_code, part in self._parts)

    def _shown(self, part: str, context: Mapping[str, Any], span: Span | None) -> str:
        value = self._sandbox.value(part, span or self._span, self._found, context)
        return "" if value is None else str(value)


def _split(text: str, span: Span, found: Found) -> tuple[tuple[bool, str], ...]:
    """(is it an expression, its text) in order."""
    statement = _STATEMENT.search(text)
    if statement:
        message = f"'{statement.group()}' begins a statement; only expressions, {{{{ … }}}}, are read here"
        found.error("expr/statement", span, message)
        return ()
    parts: list[tuple[bool, str]] = []
    end = 0
    for match in _PART.finditer(text):
        parts += [(False, text[end : match.start()]), (True, match[1].strip())]
        end = match.end()
    rest = text[end:]
    if "{{" in rest:
        found.error("expr/unclosed", span, f"'{rest[rest.index('{{') :][:40]}' is never closed", "close it with '}}'")
    parts.append((False, rest))
    return tuple(part for part in parts if part[0] or part[1])


def _report(error: Exception, text: str, span: Span, found: Found, names: Mapping[str, Any]) -> None:
    quoted = text if len(text) <= 60 else text[:57] + "…"
    if isinstance(error, Unknown):
        found.error("expr/unknown", span, f"{error} (in '{quoted}')", error.hint)
    elif isinstance(error, UndefinedError):
        name = re.search(r"'([^']*)' is undefined|has no attribute '([^']*)'", str(error))
        word = next((group for group in name.groups() if group), "") if name else ""
        found.error("expr/undefined", span, f"in '{quoted}': {error}", suggest(word, names) if word else "")
    elif isinstance(error, TemplateSyntaxError):
        found.error("expr/syntax", span, f"'{quoted}' is not an expression: {error.message}")
    elif isinstance(error, SecurityError):
        found.error("expr/refused", span, f"'{quoted}' is refused: {error}")
    elif isinstance(error, MemoryError | RecursionError):
        found.error("expr/refused", span, f"'{quoted}' is refused: it is too deep or too large")
    else:
        found.error("expr/fault", span, f"'{quoted}' cannot be worked out: {error or type(error).__name__}")
