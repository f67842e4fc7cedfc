"""Why a file is not YAML, in plain words: libyaml's complaint → one diagnostic where the writer's slip is."""

from __future__ import annotations

import re
from typing import Final

from pnp.diag import Found, Span
from pnp.records import dataclass

# A line up to a '#' where a value would begin, outside quotes; the value; and what would close brackets.
_COMMENT: Final = r"""((?:[^"'#]|"[^"]*"|'[^']*'|(?<! )#)*[:,\[{] +)(#[^\s,\]}]+)[^\]}]*[\]}]"""
_QUOTES: Final = "put the whole value in quotes"
_INDENT: Final = "check the indentation of this line and of those above"


@dataclass(frozen=True, slots=True)
class Fault:
    """A complaint: what is wrong, while doing what, where (line and column from 0), and where that began."""

    problem: str
    context: str
    at: tuple[int, int]
    begin: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Said:
    """The diagnostic's sentence and hint; `at` is where, with what stands there quoted in place of ``{}``."""

    message: str
    hint: str
    at: tuple[int, int]
    related: str = ""


def explain(fault: Fault | None, text: str, shown: str, found: Found) -> None:
    """Report a complaint."""
    if fault is None:
        found.error("yaml/syntax", Span(shown), "the file is not YAML")
        return
    if "nesting" in fault.problem:
        span = Span(shown, fault.at[0] + 1, fault.at[1] + 1)
        found.error("yaml/depth", span, "brackets are nested far too deep")
        return
    lines = text.split("\n")
    said = _commented(fault, lines) or _indented(fault, lines) or _unclosed(fault, lines) or _worded(fault)
    row, column = said.at if said.at[0] < len(lines) else (len(lines) - 1, len(lines[-1]))
    line = lines[row].rstrip("\r") if row < len(lines) else ""
    word = line[column:].split(" ")[0] or "the end of the line"
    width = len(word) if "{}" in said.message and column < len(line) else 1
    span = Span(shown, row + 1, column + 1, row + 1, column + 1 + width)
    related: tuple[tuple[Span, str], ...] = ()
    if said.related and fault.begin and fault.begin != said.at:
        related = ((Span(shown, fault.begin[0] + 1, fault.begin[1] + 1), said.related),)
    hint = f"{said.hint}; then check again: nothing after it could be read" if said.hint else ""
    found.error("yaml/syntax", span, said.message.replace("{}", word[:40]), hint, related)


def _commented(fault: Fault, lines: list[str]) -> _Said | None:
    """A value that begins with '#' within brackets: YAML takes the rest of the line, and what would close them, for a
    comment. The nearest before the complaint."""
    for row in range(min(fault.at[0], len(lines) - 1), -1, -1):
        comment = re.match(_COMMENT, lines[row])
        if comment and sum(map(comment[1].count, "[{")) > sum(map(comment[1].count, "]}")):
            value = comment[2]
            return _Said(f"'{value}' begins a comment", f"write '{value}' in quotes", (row, comment.end(1)))
    return None


def _indented(fault: Fault, lines: list[str]) -> _Said | None:
    """A line that does not fit those above it, or something after a value that has ended."""
    row, column = fault.at
    line = lines[row] if row < len(lines) else ""
    first = not line[:column].strip()
    if "mapping values are not allowed" in fault.problem:
        if ": " in line[:column] or not line[:column].strip():
            return _Said("a value cannot hold ': ' unless it is in quotes", _QUOTES, fault.at)
        start = len(line) - len(line.lstrip(" "))
        return _Said("'{}' is indented as if it belonged to the value above", _INDENT, (row, start))
    if any(words in fault.problem for words in ("expected key", "<block end>", "expected '-' indicator")):
        if first:
            return _Said("'{}' does not fit the lines above it", _INDENT, fault.at, "what it would belong to")
        return _Said("'{}' follows a value that has ended", _QUOTES, fault.at)
    if "<document start>" in fault.problem:
        return _Said("'{}' stands further left than the first line", _INDENT, fault.at)
    return None


def _unclosed(fault: Fault, lines: list[str]) -> _Said | None:
    """Brackets and quotes that open and do not close."""
    begin = fault.begin or fault.at
    if "quoted scalar" in fault.context and ("end of stream" in fault.problem or "document" in fault.problem):
        return _Said("the quotes that open here are never closed", "close them", begin)
    rest = "".join(lines[fault.at[0] :])[fault.at[1] :]
    if "node content" in fault.problem and not rest.strip():
        last = max((row for row, line in enumerate(lines) if line.strip()), default=0)
        end = (last, max(0, len(lines[last].rstrip()) - 1))
        return _Said("the file ends within brackets, after '{}'", "close what was opened, with ']' or '}'", end)
    if rest.startswith(": "):
        return _Said("a value cannot hold ': ' unless it is in quotes", _QUOTES, fault.at)
    for bracket, close in (("[", "]"), ("{", "}")):
        if f"',' or '{close}'" in fault.problem:
            if "end" in fault.problem or not rest.strip():
                return _Said(f"the '{bracket}' that opens here is never closed", f"close it with '{close}'", begin)
            hint = f"separate values with ', ' and close the list with '{close}'"
            return _Said(f"a ',' or a '{close}' is missing before '{{}}'", hint, fault.at, "opened here")
    if "simple key" in fault.context:
        return _Said("'{}' has no ':' after it", "write a key and its value, such as 'name: …'", begin)
    return None


# A fragment of a complaint, what it means, what to type; and whether it shows where it began.
_WORDS: Final = (
    ("start any token", "no value begins with '{}'", _QUOTES, False),
    ("node content", "no value begins with '{}'", _QUOTES, False),
    ("entries are not allowed", "a list's first '- ' stands on a line of its own", "begin a new line before it", False),
    (
        "unknown escape",
        "in double quotes a backslash begins an escape, and this is none",
        "write it twice; or use '…'",
        False,
    ),
    ("hexa", "an escape such as \\u2019 wants its digits", "use the character itself", False),
    ("hexdecimal", "an escape such as \\u2019 wants its digits", "use the character itself", False),
    ("Unicode character", "this escape stands for no character", "use the character itself", False),
    ("comment or line break", "'|' or '>' ends its line", "begin the text on the next line; or " + _QUOTES, True),
    ("indentation indicators", "'|' or '>' ends its line", "begin the text on the next line; or " + _QUOTES, True),
    ("incompatible YAML", "a line that begins with '%' is refused", "take it away", False),
    ("directive", "a line that begins with '%' is refused", "take it away; or " + _QUOTES, True),
)
_SIGNS: Final = ("scanning an anchor", "scanning an alias", "scanning a tag", "parsing a tag")


def _worded(fault: Fault) -> _Said:
    begin = fault.begin or fault.at
    if any(sign in fault.context for sign in _SIGNS):
        return _Said("'{}' begins an anchor, alias or tag, which are refused", _QUOTES, begin)
    for fragment, message, hint, at_begin in _WORDS:
        if fragment in fault.problem:
            return _Said(message, hint, begin if at_begin else fault.at)
    return _Said(f"this is not YAML: {fault.problem.replace('found ', 'there is ')}", "", fault.at)
