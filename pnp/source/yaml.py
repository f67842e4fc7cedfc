"""Strict YAML → positioned nodes, straight from libyaml's events. Owns PyYAML.

Every scalar stays the text that was written. Refused, each with its position: duplicate and complex keys, anchors, aliases,
tags, merge keys, several documents, tabs, and what is too deep or too large.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from pnp.diag import Found, Span
from pnp.source.node import Mapping, Node, Scalar, Sequence
from pnp.source.text import LIMITS, Limits
from pnp.source.text import read as read_text

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Refused(Exception):
    """Reading stops here: the fault has been reported."""


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being read. `seen` are a mapping's keys; `key` the one whose value comes next."""

    start: Any
    items: list[Any] = field(default_factory=list)
    seen: dict[str, Span] | None = None
    key: Scalar | None = None
    drop: bool = False


def read(path: Path, shown: str, found: Found, limits: Limits = LIMITS) -> Mapping | None:
    """A content file's top-level mapping, or None after a diagnostic. `shown` is the path in diagnostics."""
    text = read_text(path, shown, found, limits)
    return None if text is None else parse(text, shown, found, limits)


def parse(text: str, shown: str, found: Found, limits: Limits = LIMITS) -> Mapping | None:
    """The same from text."""
    with _uncollected():
        try:
            node = _Reader(shown, found, limits).read(text)
        except _Refused:
            return None
        except yaml.YAMLError as error:
            _report(error, text, shown, found)
            return None
    if node is None:
        return Mapping((), Span(shown))
    if isinstance(node, Mapping):
        return node
    found.error("yaml/top", node.span, "a content file is a mapping of sections", "begin with a line such as 'game:'")
    return None


@contextmanager
def _uncollected() -> Iterator[None]:
    """Nodes make no cycles: looking for some while a big file is read would triple its time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@dataclass(slots=True)
class _Reader:
    """Builds nodes from events with a stack of its own, so that no depth of nesting can exhaust Python's."""

    shown: str
    found: Found
    limits: Limits
    stack: list[_Open] = field(default_factory=list)
    root: Node | None = None
    documents: int = 0
    count: int = 0

    def read(self, text: str) -> Node | None:
        for event in yaml.parse(text, Loader=_LOADER):
            kind = type(event)
            if kind is ScalarEvent:
                self._add(self._scalar(event))
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                self._push(event)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._pop(event)
            elif kind is AliasEvent:
                self._refuse(
                    "yaml/alias",
                    event,
                    f"the alias '*{getattr(event, 'anchor', '')}' is refused",
                    "write the value out",
                )
            elif kind is DocumentStartEvent:
                self._document(event)
        return self.root

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self._refuse("yaml/documents", event, "a content file is one document", "take the line '---' away")

    def _scalar(self, event: Any) -> Scalar:
        if event.tag is not None or event.anchor is not None:
            self._plain(event)
        start, end = event.start_mark, event.end_mark
        span = Span(self.shown, start.line + 1, start.column + 1, end.line + 1, end.column + 1)
        style = event.style
        return Scalar(event.value, span, style if style and style != "plain" else "")

    def _plain(self, event: Any) -> None:
        if event.anchor is not None:
            self._refuse("yaml/alias", event, f"the anchor '&{event.anchor}' is refused", "write the value out twice")
        self._refuse("yaml/tag", event, f"the tag '{event.tag}' is refused", "leave it away: each field knows its type")

    def _push(self, event: Any) -> None:
        if event.tag is not None or event.anchor is not None:
            self._plain(event)
        top = self.stack[-1] if self.stack else None
        if top is not None and top.seen is not None and top.key is None:
            self._refuse("yaml/key", event, "a key is a word, not a list or mapping")
        if len(self.stack) >= self.limits.depth:
            self._refuse("yaml/depth", event, f"more than {self.limits.depth} levels of nesting")
        self.stack.append(_Open(event, seen={} if isinstance(event, MappingStartEvent) else None))

    def _pop(self, event: Any) -> None:
        done = self.stack.pop()
        start, end = done.start.start_mark, event.end_mark
        span = Span(self.shown, start.line + 1, start.column + 1, end.line + 1, end.column + 1)
        self._add((Sequence if done.seen is None else Mapping)(tuple(done.items), span))

    def _add(self, node: Node) -> None:
        self.count += 1
        if self.count > self.limits.nodes:
            self.found.error("yaml/nodes", node.span, f"more than {self.limits.nodes:,} values in one file")
            raise _Refused
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if top.seen is None:
            top.items.append(node)
        elif top.key is None:
            self._key(top, node)
        else:
            if not top.drop:
                top.items.append((top.key, node))
            top.key, top.drop = None, False

    def _key(self, top: _Open, node: Any) -> None:
        assert top.seen is not None
        top.key = node
        first = top.seen.get(node.text)
        if node.text == "<<" and not node.style:
            self.found.error("yaml/merge", node.span, "the merge key '<<' is refused", "write the keys out")
            top.drop = True
        elif first is not None:
            message = f"the key '{node.text}' stands twice in this mapping"
            self.found.error("key/duplicate", node.span, message, "keep one of them", ((first, "the first one"),))
            top.drop = True
        else:
            top.seen[node.text] = node.span

    def _refuse(self, code: str, event: Any, message: str, hint: str = "") -> None:
        mark = event.start_mark
        self.found.error(code, Span(self.shown, mark.line + 1, mark.column + 1), message, hint)
        raise _Refused


def _report(error: yaml.YAMLError, text: str, shown: str, found: Found) -> None:
    """A syntax error in plain words at its place."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        _unprintable(text, shown, found)
        return
    line, column = mark.line + 1, mark.column + 1
    lines = text.splitlines()
    here = lines[mark.line] if mark.line < len(lines) else ""
    span = Span(shown, line, column, line, column + 1)
    if "\t" in here[: mark.column + 1]:
        column = here.index("\t") + 1
        span = Span(shown, line, column, line, column + 1)
        found.error("yaml/tab", span, "a tab stands where YAML wants spaces", "indent with spaces")
        return
    problem = (getattr(error, "problem", None) or "it cannot be read").replace("found ", "there is ")
    context = getattr(error, "context", None)
    start = getattr(error, "context_mark", None)
    related = ((Span(shown, start.line + 1, start.column + 1), context),) if start and context else ()
    found.error("yaml/syntax", span, f"not YAML: {problem}", _advice(problem, here), related)


def _advice(problem: str, here: str) -> str:
    if "mapping values are not allowed" in problem:
        return "put a value that holds ': ' in quotes"
    if "cannot start any token" in problem:
        return "put the value in quotes"
    if "expected <block end>" in problem or "did not find expected key" in problem:
        return "check the indentation of this line and of those above"
    if here.count('"') % 2 or here.count("'") % 2:
        return "close the quotes"
    return ""


def _unprintable(text: str, shown: str, found: Found) -> None:
    """libyaml refuses control characters without saying where."""
    for number, character in enumerate(text):
        if not (character.isprintable() or character in "\n\r\t\x85\u2028\u2029\u00a0\ufeff"):
            line, column = text.count("\n", 0, number) + 1, number - text.rfind("\n", 0, number)
            message = f"the character U+{ord(character):04X} cannot stand in a content file"
            found.error("yaml/character", Span(shown, line, column, line, column + 1), message, "take it away")
            return
    found.error("yaml/syntax", Span(shown), "not YAML")
