"""The sandbox: expressions over a game, in assertions, rules prose and face layouts.

Expressions only: no statements, so nothing loops; no private names, no attribute tricks; operators and filters that could
blow a value up are refused. A fault is a diagnostic at the expression's place, never an exception.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from pnp.diag import Found, Span
from pnp.limits import LIMITS
from pnp.model import plain
from pnp.model.filters import NotPlain
from pnp.model.game import Game
from pnp.model.values import lacks
from pnp.model.view import GameView, Thing, Unknown, kinds
from pnp.records import dataclass

_PART = re.compile(r"\{\{((?:(?!\{\{).)*?)\}\}", re.S)
# Layouts ask for a mat's spaces one by one; who wrote `space` reads `space`.
_NUMBERED = r"\bit\.spaces\[\d+\]"
_STATEMENT = re.compile(r"\{%|\{#")
_FIELD = r"it\.([a-z]\w*)"


class Refused(Exception):
    """An expression that is not read. The message is a sentence."""


_plain = lru_cache(maxsize=20_000)(plain.compile)


@lru_cache(maxsize=20_000)
def _compiled(text: str) -> Callable[[dict[str, Any]], Any]:
    """An expression as a function of its names. Raises `Refused` and Jinja's own errors."""
    if len(text) > LIMITS.expression:
        raise Refused(f"the expression has {len(text)} characters; at most {LIMITS.expression:,} are read")
    simple = _plain(text)
    if simple is None:
        return _jinja(text)
    slow: list[Callable[[dict[str, Any]], Any]] = []

    def value(names: dict[str, Any]) -> Any:
        try:
            return simple(names)
        except NotPlain:
            if not slow:
                slow.append(_jinja(text))
            return slow[0](names)

    return value


def _jinja(text: str) -> Callable[[dict[str, Any]], Any]:
    from pnp.model import jinja  # only here: it takes a moment to come

    return jinja.compiled(text)


class Names(dict[str, Any]):
    """All names that expressions may use at one place, put together once: see `Sandbox.within`."""

    __slots__ = ()


class Sandbox:
    """Expressions over one game. `extra` adds names; each evaluation may add more (`context`). What asks about something
    of which a part was `lost` to faults that are told is not worked out: it has no value."""

    def __init__(self, game: Game, extra: Mapping[str, Any] | None = None, lost: frozenset[str] = frozenset()) -> None:
        self.view = GameView(game)
        self._lost = lost
        self._names = {**self.view.names(), **(extra or {})}

    def within(self, context: Mapping[str, Any]) -> Names:
        """A context with all other names, for whoever works out several expressions in it."""
        names = Names(self._names)
        names.update(context)
        return names

    def value(self, text: str, span: Span, found: Found, context: Mapping[str, Any] | None = None) -> Any:
        """An expression's value, or None after a diagnostic at `span`."""
        if self._lost and lacks(self._lost, kinds(text)):
            return None
        whole = type(context) is Names
        names: Any = context if whole else {**self._names, **context} if context else self._names
        try:
            value = _compiled(text.strip())(names)
            if callable(value):
                raise TypeError("it is a function; call it with what it asks for: name('id')")
            return value
        except Exception as error:
            _report(error, text.strip(), span, found, names)
            return None

    def shown(self, text: str, span: Span, found: Found, context: Mapping[str, Any] | None = None) -> Any:
        """As `value`, for what is printed: a whole record or a list is a fault."""
        value = self.value(text, span, found, context)
        if isinstance(value, str | int | float) or value is None or hasattr(value, "__html__"):
            return value
        quoted = text.strip()
        if isinstance(value, Thing) or dataclasses.is_dataclass(value):
            hint = f"say what of it: {quoted}.{'name' if hasattr(value, 'name') else 'id'}"
            found.error("expr/record", span, f"'{quoted}' is a whole record", hint)
        elif isinstance(value, Iterable):
            found.error("expr/list", span, f"'{quoted}' is several values", f"join them: {quoted} | join(', ')")
        else:
            return value
        return None

    def plain(self, text: str) -> Callable[[Names], Any] | None:
        """A plain expression as a function of its names, which raises for whatever is not: then it is to be worked out by
        `value`. None where every answer has to be looked at."""
        return None if self._lost or len(text) > LIMITS.expression else _plain(text)

    def template(self, text: str, span: Span, found: Found) -> Template:
        """A text with ``{{ … }}`` in it, ready to be filled. Faults of its syntax are reported now."""
        return Template(self, text, span, found)


class Template:
    """A text with expressions. `constant` tells one without any; `field` is the field of the piece that is all of it, or ''
    where there is more to it."""

    __slots__ = ("_alone", "_found", "_parts", "_sandbox", "_span", "constant", "field")

    def __init__(self, sandbox: Sandbox, text: str, span: Span, found: Found) -> None:
        self._sandbox, self._span, self._found = sandbox, span, found
        parts = _split(text, span, found)
        self._parts = tuple(_Code(part, sandbox.plain(part)) if is_code else part for is_code, part in parts)
        self.constant = not any(is_code for is_code, _ in parts)
        first = self._parts[0] if len(parts) == 1 else ""
        self._alone = first if isinstance(first, _Code) else None
        alone = re.fullmatch(_FIELD, first.text) if isinstance(first, _Code) and first.work else None
        self.field = alone[1] if alone else ""

    def fill(self, context: Mapping[str, Any], span: Span | None = None) -> str:
        """The text with every expression's value; one that fails is reported (at `span` if given) and left out."""
        if self._alone is not None:
            return self._shown(self._alone, context, span)
        return "".join([part if isinstance(part, str) else self._shown(part, context, span) for part in self._parts])

    def _shown(self, code: _Code, context: Mapping[str, Any], span: Span | None) -> str:
        if (work := code.work) is not None and type(context) is Names:
            try:
                value = work(context)
            except Exception:  # worked out once more, and told
                value = None
            if type(value) is str:
                return value
            if type(value) is int:
                return str(value)
        value = self._sandbox.shown(code.text, span or self._span, self._found, context)
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class _Code:
    """An expression of a template; `work` works it out, if it is a plain one."""

    text: str
    work: Callable[[Names], Any] | None


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
    plain = re.sub(_NUMBERED, "space", text)
    quoted = plain if len(plain) <= 60 else plain[:57] + "…"
    if isinstance(error, Unknown):
        found.error("expr/unknown", span, f"{error} (in '{quoted}')", error.hint)
    elif isinstance(error, Refused):
        found.error("expr/large", span, f"'{quoted}' is refused: {error}")
    elif isinstance(error, MemoryError | RecursionError):
        found.error("expr/large", span, f"'{quoted}' is refused: it is too deep or too large")
    elif told := _said(error, quoted, names):
        found.error(told[0], span, *told[1:])
    else:
        found.error("expr/fault", span, f"'{quoted}' cannot be worked out: {error or type(error).__name__}")


def _said(error: Exception, quoted: str, names: Iterable[str]) -> tuple[str, str, str] | None:
    """What an error of Jinja's means, where it is one."""
    if not type(error).__module__.startswith(("jinja2.", "pnp.model.jinja")):
        return None
    from pnp.model import jinja

    return jinja.said(error, quoted, names)
