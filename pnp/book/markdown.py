"""Chapters: Markdown with expressions → headings, expressions in order, HTML. Owns markdown-it.

Every `{{ … }}` is taken out before Markdown sees the text and put back, evaluated, after it: so a value can hold HTML,
a fault has the line and column of its own expression, and the Markdown's lines stay the author's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Final

from pnp.book.base import Block, Inline
from pnp.diag import Found, Span
from pnp.records import dataclass

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# It holds no other, so that a thousand that are never closed are not each looked for to the end.
_EXPRESSION: Final = re.compile(r"\{\{((?:(?!\{\{).)*?)\}\}", re.DOTALL)
# Its end does not come before the next one begins, or the paragraph ends.
_UNCLOSED: Final = re.compile(r"\{\{(?:(?!\{\{|\}\}|\n\s*\n).)*(?=\{\{|\n\s*\n|\Z)", re.DOTALL)
_STATEMENT: Final = re.compile(r"\{%.*?%\}")
_HEADING: Final = re.compile(r"^(#{1,6})[ ]+(.*?)(?:[ ]*\{([^{}]*)\})?[ ]*$")
_ITEM: Final = re.compile(r"^(\s*)(\d+)\.[ ]+\{#([^{}\s]*)\}[ ]*")
_ID: Final = re.compile(r"[a-z][a-z0-9-]*")
_CALLOUT: Final = re.compile(r"^\[!([a-z-]+)\][ ]*")
# Private-use characters stand for what was taken out; a chapter that holds them itself is refused.
_OPEN, _CLOSE, _BACK = "\ue000", "\ue001", "\ue002"
_SLOT: Final = re.compile(f"{_OPEN}(\\d+){_CLOSE}|{_BACK}([a-z0-9-]+){_CLOSE}")
_HUNG: Final = re.compile(f" \\((?={_OPEN}\\d+{_CLOSE}[,)])")
_FIRST: Final = re.compile(f"((?:{_OPEN}\\d+{_CLOSE})*)(\\w)")


@dataclass(frozen=True, slots=True)
class Expression:
    """What stands between double braces, and where it begins."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Mark:
    """A heading as written: its line in the text that Markdown reads, what it says, and what stood in its braces."""

    line: int
    level: int
    title: str
    id: str
    classes: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Listed:
    """A numbered list item with an id."""

    line: int
    number: int
    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Lines:
    """How the lines of a text lie in its file: one by one from `first` on, or, where they were written in another way
    (in quotes, folded), all at `whole`. `path` is how the file is shown in diagnostics."""

    path: str
    first: int = 1
    whole: Span | None = None

    def span(self, text: str, offset: int, length: int = 0) -> Span:
        """Where a character of the text stands in the file, and as many after it in the line."""
        column = offset - text.rfind("\n", 0, offset)
        return self.line(text.count("\n", 0, offset), column, length)

    def line(self, number: int, column: int = 1, length: int = 0) -> Span:
        """Where a line (from 0) stands in the file."""
        line = self.first + number
        return self.whole or Span(self.path, line, column, *((line, column + length) if length else ()))


@dataclass(frozen=True, slots=True)
class Source:
    """A chapter read but not yet rendered. `shifts` are lines after which the author's text has one line more; `lines` is
    where that lies; `written` is the whole of it, as the author wrote it."""

    lines: Lines
    text: str
    expressions: tuple[Expression, ...]
    marks: tuple[Mark, ...]
    listed: tuple[Listed, ...]
    shifts: tuple[int, ...]
    written: str = ""

    def at(self, line: int) -> Span:
        """A line (from 0) of `text`, in the author's file."""
        return self.lines.line(line + sum(1 for shift in self.shifts if shift < line))


def read(lie: Lines, text: str, found: Found) -> Source:
    """Take a chapter apart."""
    for bad in re.finditer(f"[{_OPEN}-{_BACK}]", text):
        found.error(
            "book/character",
            lie.span(text, bad.start()),
            f"the character U+{ord(bad[0]):04X} is not for use in text",
            "take it away",
        )
    text = re.sub(f"[{_OPEN}-{_BACK}]", "", text).replace("\r\n", "\n")
    for statement in _STATEMENT.finditer(text):
        found.error(
            "expr/statement",
            lie.span(text, statement.start()),
            f"'{statement[0]}' is a statement; rules text takes expressions only",
            "write {{ … }}",
        )
    for brace in _UNCLOSED.finditer(text):
        if found.full:
            break
        span = lie.span(text, brace.start())
        found.error("expr/unclosed", span, f"'{brace[0].splitlines()[0][:40]}' is never closed", "close it with '}}'")
    bare, expressions, shifts = _without_expressions(lie, text)
    lines = bare.split("\n")
    spare = Source(lie, "", (), (), (), shifts)
    marks = tuple(_marks(lines, spare, found))
    listed = tuple(_listed(lines, spare, found))
    return Source(lie, "\n".join(lines), expressions, marks, listed, shifts, text)


def _without_expressions(lie: Lines, text: str) -> tuple[str, tuple[Expression, ...], tuple[int, ...]]:
    parts: list[str] = []
    expressions: list[Expression] = []
    shifts: list[int] = []
    end = lines = 0
    for match in _EXPRESSION.finditer(text):
        before = text[end : match.start()]
        lines += before.count("\n")
        parts += [before, f"{_OPEN}{len(expressions)}{_CLOSE}"]
        start = match.start(1) + len(match[1]) - len(match[1].lstrip())
        bare = match[1].strip()
        span = lie.span(text, start, 0 if "\n" in bare else len(bare))
        expressions.append(Expression(bare, span))
        shifts += [lines] * match[1].count("\n")
        end = match.end()
    # A reference in parentheses stays with the word before it.
    bare = _HUNG.sub("\u00a0(", "".join([*parts, text[end:]]))
    return bare, tuple(expressions), tuple(shifts)


def _marks(lines: list[str], source: Source, found: Found) -> list[Mark]:
    """The headings; what stood in their braces is taken out of `lines`."""
    marks = []
    for number, line in enumerate(lines):
        if match := _HEADING.match(line):
            span = source.at(number)
            words = (match[3] or "").split()
            ids = [word[1:] for word in words if word.startswith("#")]
            classes = tuple(word[1:] for word in words if word.startswith("."))
            for word in [*(f"#{id}" for id in ids if not _ID.fullmatch(id)), *(w for w in words if w[0] not in "#.")]:
                at = line.rindex(word) + 1
                place = Span(span.path, span.line, at, span.line, at + len(word))
                hint = f"write {{#{re.sub('[^a-z0-9]+', '-', word.lower()).strip('-') or 'an-id'}}}"
                found.error("book/attribute", place, f"'{word}' is neither an id nor a mark of a heading", hint)
            lines[number] = f"{match[1]} {match[2]}"
            marks.append(Mark(number, len(match[1]), match[2], ids[0] if ids else "", classes, span))
    return marks


def _listed(lines: list[str], source: Source, found: Found) -> list[Listed]:
    listed = []
    for number, line in enumerate(lines):
        if match := _ITEM.match(line):
            if not _ID.fullmatch(match[3]):
                found.error("book/attribute", source.at(number), f"'{match[3]}' is not an id", "write {#an-id}")
                continue
            lines[number] = f"{match[1]}{match[2]}. {_BACK}{match[3]}{_CLOSE}{line[match.end() :]}"
            listed.append(Listed(number, int(match[2]), match[3], source.at(number)))
    return listed


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    """The reader, made when first needed: checking a book needs none."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"typographer": True, "html": False})
    return reader.enable(["table", "replacements", "smartquotes"])


def render(source: Source, values: Sequence[object], heads: Sequence[str], backs: dict[str, str]) -> str:
    """The chapter's HTML. `values` are the expressions' values, `heads` an opening tag and number for each heading,
    `backs` what is put at the start of each listed item."""
    tokens = _markdown().parse(source.text)
    _dress(tokens, source, values)
    opening = {mark.line: head for mark, head in zip(source.marks, heads, strict=True)}
    for token in tokens:
        if token.type == "heading_open" and token.map and token.map[0] in opening:
            _as_html(token, opening[token.map[0]])
        elif token.meta.get("inner"):
            # one box that cannot break, within the one that floats
            _as_html(token, '<aside class="margin"><div>\n' if token.nesting == 1 else "</div></aside>\n")
    html = str(_markdown().renderer.render(tokens, _markdown().options, {}))
    return fill(html, values, backs)


def _as_html(token: Token, html: str) -> None:
    """Make a token write what is given."""
    token.type, token.content = "html_block", html


def fill(html: str, values: Sequence[object], backs: dict[str, str] | None = None) -> str:
    """Put values into their slots."""

    def value(match: re.Match[str]) -> str:
        if match[2]:
            return (backs or {}).get(match[2], "")
        return to_html(values[int(match[1])])

    return _SLOT.sub(value, html)


def title(text: str, values: Sequence[object]) -> str:
    """A heading's words as HTML."""
    return fill(_markdown().renderInline(text), values)


def to_html(value: object) -> str:
    """A value as HTML: marked HTML as it is, anything else as escaped text; nothing for nothing."""
    if value is None:
        return ""
    return str(value) if isinstance(value, Inline | Block) else escape(str(value), quote=False)


def _dress(tokens: list[Token], source: Source, values: Sequence[object]) -> None:
    """Give blocks their places, open callouts, and let blocks stand without a paragraph round them."""
    for index, token in enumerate(tokens):
        if token.map and token.nesting == 1 and token.type in ("paragraph_open", "list_item_open", "tr_open"):
            at = source.at(token.map[0])
            token.attrSet("data-at", f"{at.path}:{at.line}")
        if token.type == "blockquote_open":
            _callout(tokens, index)
        if token.type == "heading_close" and token.tag == "h1":
            _initial(tokens[index + 1 : index + 3])
        if token.type == "paragraph_open" and _alone(tokens[index + 1], values):
            token.hidden = tokens[index + 2].hidden = True
        elif token.type == "paragraph_open" and tokens[index + 1].content.rstrip(" *_").endswith(":"):
            token.attrJoin("class", "leading")  # to what follows, on the same page


def _initial(after: Sequence[Token]) -> None:
    """Set the first letter of a chapter's first paragraph apart, for a drop capital."""
    if len(after) < 2 or after[0].type != "paragraph_open" or not after[1].children:
        return
    first = after[1].children[0]
    if match := _FIRST.match(first.content):
        from markdown_it.token import Token

        letter, rest = Token("html_inline", "", 0), Token("text", "", 0)
        letter.content = f'<span class="initial">{match[2]}</span>{match[1]}'
        rest.content = first.content[match.end() :]
        after[1].children[:1] = [letter, rest]


def _alone(token: Token, values: Sequence[object]) -> bool:
    """Whether a paragraph holds one block and nothing else."""
    match = _SLOT.fullmatch(token.content)
    return bool(match and match[1] and isinstance(values[int(match[1])], Block))


def _callout(tokens: list[Token], index: int) -> None:
    """``> [!margin]`` makes an aside of that class; words after it on the line are its title."""
    inner = tokens[index + 2] if len(tokens) > index + 2 else None
    match = _CALLOUT.match(inner.content) if inner and inner.type == "inline" else None
    if not match or not inner or not inner.children:
        return
    close = next(at for at in range(index, len(tokens)) if tokens[at].level == tokens[index].level and at > index)
    tokens[index].tag = tokens[close].tag = "aside"
    tokens[index].attrSet("class", match[1])
    tokens[index].meta["inner"] = tokens[close].meta["inner"] = match[1] == "margin"
    head, _, rest = inner.content[match.end() :].partition("\n")
    paragraph, end = tokens[index + 1], tokens[index + 3]
    if head:
        paragraph.attrSet("class", "title")
    paragraph.hidden = end.hidden = not head
    inner.children = _markdown().parseInline(head)[0].children
    if rest:
        _insert(tokens, index + 4, rest, paragraph)


def _insert(tokens: list[Token], at: int, text: str, like: Token) -> None:
    """A further paragraph of a callout: what stood below its title."""
    opening, body, closing = _markdown().parse(text)[:3]
    opening.map = [like.map[0] + 1, like.map[1]] if like.map else None
    for token in (opening, body, closing):
        token.level += like.level
    tokens[at:at] = [opening, body, closing]
