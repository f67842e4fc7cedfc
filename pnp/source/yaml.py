"""Strict YAML → positioned nodes, straight from libyaml's events.

Every scalar stays the text that was written. Refused, each with its position: duplicate and complex keys, anchors, aliases,
tags, merge keys, directives, several documents, tabs, and what is too deep or too large.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pnp.diag import Diagnostic, Found, Span
from pnp.source.libyaml import (
    LOADER,
    AliasEvent,
    Complaint,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)
from pnp.source.node import Mapping, Node, Place, Scalar, Sequence
from pnp.source.runs import WORD, Odd, Run, cut
from pnp.source.text import LIMITS, Limits, forbidden
from pnp.source.text import read as read_text

_WRITE: Final = "write the value out; or, if it is text, put it in quotes"


class _Refused(Exception):
    """Reading stops here: the fault has been reported."""


def read(path: Path, shown: str, found: Found, limits: Limits = LIMITS) -> Mapping | None:
    """A content file's top-level mapping, or None after a diagnostic. `shown` is the path in diagnostics."""
    text = read_text(path, shown, found, limits)
    return None if text is None else parse(text, shown, found, limits)


def shared(path: Path, shown: str, found: Found) -> Mapping | None:
    """As `read`, for a file that several ask for, such as one of layouts: parsed once, as long as it says the same."""
    text = read_text(path, shown, found)
    if text is None:
        return None
    node, told = _parsed(text, shown)
    found.extend(told)
    return node


@lru_cache(maxsize=32)
def _parsed(text: str, shown: str) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    found = Found()
    return parse(text, shown, found), tuple(found.items)


def parse(text: str, shown: str, found: Found, limits: Limits = LIMITS, loader: Any = LOADER) -> Mapping | None:
    """The same from text of which every character may stand in a content file."""
    text = text.replace("\r\n", "\n") if "\r" in text else text
    tabs = "\t" in text
    if tabs:
        _tab(text, shown, found)
        text = text.replace("\t", " ")  # at the same columns, so that everything else can be read
    node = None
    with uncollected():
        try:
            node = _quickly(text, shown, limits, loader) or _Reader(shown, found, limits, loader(text), {}).document()
        except _Refused:
            return None
        except Complaint as error:
            if not tabs:
                _explain(error, text, shown, found)
            return None
    if node is None:
        return Mapping((), Span(shown))
    if isinstance(node, Mapping):
        return node
    found.error("yaml/top", node.span, "a content file is a mapping of sections", "begin with a line such as 'game:'")
    return None


def _quickly(text: str, shown: str, limits: Limits, loader: Any) -> Node | None:
    """A document without a fault, its runs read by themselves; None where it has one, or no run."""
    rest, runs = cut(text)
    found = Found()
    if runs:
        with suppress(_Refused, Odd, Complaint):
            reader = _Reader(shown, found, limits, loader(rest), runs)
            node = reader.document()
            return node if reader.whole and not found.items else None
    return None


@contextmanager
def uncollected() -> Iterator[None]:
    """Nodes and records make no cycles: looking for some while a big file is read would triple its time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            # All that there is grows old at once: it is looked through when everything is, not now.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def _tab(text: str, shown: str, found: Found) -> None:
    """Tabs are told once a file, at the first."""
    at, lines = text.index("\t"), sum("\t" in line for line in text.split("\n"))
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    others = f"; {lines} lines have some" if lines > 1 else ""
    span = Span(shown, line, column, line, column + 1)
    found.error("yaml/tab", span, f"a tab stands where YAML wants spaces{others}", "write spaces")


def _explain(error: Exception, text: str, shown: str, found: Found) -> None:
    """Put what libyaml says into plain words."""
    from pnp.source.syntax import Fault, explain

    mark, start = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    mark = mark or start
    fault = None
    if mark is not None:
        begin = (start.line, start.column) if start else None
        problem, context = (str(getattr(error, part, "")) for part in ("problem", "context"))
        fault = Fault(problem, context, (mark.line, mark.column), begin)
    explain(fault, text, shown, found)


class _Reader:
    """Builds nodes from events. Nesting is bounded long before Python's stack is."""

    __slots__ = ("_found", "_get", "_limits", "_room", "_runs", "_shown")

    def __init__(self, shown: str, found: Found, limits: Limits, loader: Any, runs: dict[int, Run]) -> None:
        self._shown, self._found, self._limits = shown, found, limits
        self._get: Callable[[], Any] = loader.get_event
        self._room, self._runs = limits.nodes, runs

    @property
    def whole(self) -> bool:
        """Whether every run was met, and there was room for them."""
        return not self._runs and self._room >= 0

    def document(self) -> Node | None:
        """The one document's node."""
        self._get()  # the stream's start
        node, documents = None, 0
        while not isinstance(event := self._get(), StreamEndEvent):
            if not isinstance(event, DocumentStartEvent):
                continue
            documents += 1
            if event.version or event.tags:
                self._refuse("yaml/directive", event, "a line that begins with '%' is refused", "take it away")
            if documents > 1:
                self._refuse("yaml/documents", event, "a content file is one document", "take the line '---' away")
            node = self._node(self._get(), 1)
        return node

    def _node(self, event: Any, depth: int) -> Node:
        if type(event) is ScalarEvent:
            return self._scalar(event)
        if type(event) is AliasEvent:
            self._refuse("yaml/alias", event, f"the alias '*{event.anchor}' is refused", _WRITE)
        self._plain(event)
        if depth > self._limits.depth:
            self._refuse("yaml/depth", event, f"more than {self._limits.depth} levels of nesting")
        return self._mapping(event, depth) if type(event) is MappingStartEvent else self._sequence(event, depth)

    def _scalar(self, event: Any) -> Scalar:
        if event.tag is not None or event.anchor is not None:
            self._plain(event)
        start, end, style = event.start_mark, event.end_mark, event.style
        text = event.value
        if style == '"' and forbidden(text):
            self._refuse("yaml/escape", event, "an escape in these quotes stands for a character that no text can hold")
        # The pure-Python reader calls a plain style None, libyaml ''.
        return Scalar(text, (self._shown, start.line, start.column, end.line, end.column), style or "")

    def _sequence(self, start: Any, depth: int) -> Sequence:
        get, room = self._get, self._room
        event: Any
        items: list[Node] = []
        while type(event := get()) is not SequenceEndEvent:
            if type(event) is not ScalarEvent:
                items.append(self._node(event, depth + 1))
            elif self._runs:
                items += self._items(event, depth + 1)
            else:
                items.append(self._scalar(event))
            if len(items) > room:
                self._full(event)
        self._room -= len(items)
        return Sequence(tuple(items), self._place(start, event))

    def _items(self, event: Any, depth: int) -> Iterable[Node]:
        """A value of a list, or the items of the run for which it stands."""
        run = self._runs.get(event.start_mark.line)
        if run is None:
            return (self._scalar(event),)
        if event.value != WORD or event.start_mark.column != run.column or depth > self._limits.depth:
            raise Odd
        del self._runs[run.line]
        self._room -= 2 * run.lines
        return run.items(self._shown)

    def _mapping(self, start: Any, depth: int) -> Mapping:
        get, room = self._get, self._room
        event: Any
        seen: dict[str, Scalar] = {}
        entries: list[tuple[Scalar, Node]] = []
        while type(event := get()) is not MappingEndEvent:
            if type(event) is not ScalarEvent:
                self._refuse("yaml/key", event, "a key is a word, not a list, mapping or alias")
            key = self._scalar(event)
            event = get()
            node = self._scalar(event) if type(event) is ScalarEvent else self._node(event, depth + 1)
            if key.text in seen or (key.text == "<<" and not key.style):
                self._twice(key, seen)
            else:
                seen[key.text] = key
                entries.append((key, node))
            if len(entries) * 2 > room:
                self._full(event)
        self._room -= len(entries) * 2
        return Mapping(tuple(entries), self._place(start, event))

    def _place(self, start: Any, end: Any) -> Place:
        first, last = start.start_mark, end.end_mark
        return self._shown, first.line, first.column, last.line, last.column

    def _twice(self, key: Scalar, seen: dict[str, Scalar]) -> None:
        """Report a key that cannot stand; it is left out with its value."""
        if key.text not in seen and not key.style:
            self._found.error("yaml/merge", key.span, "the merge key '<<' is refused", "write the keys out")
            return
        first = seen.setdefault(key.text, key)
        message = f"the key '{key.text}' stands twice in this mapping"
        self._found.error("key/duplicate", key.span, message, "keep one of them", ((first.span, "the first one"),))

    def _plain(self, event: Any) -> None:
        if event.anchor is not None:
            self._refuse("yaml/anchor", event, f"the anchor '&{event.anchor}' is refused", _WRITE)
        if event.tag is not None:
            hint = "leave it away: each field knows its type; or put the value in quotes"
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._refuse("yaml/tag", event, f"the tag '{tag}' is refused", hint)

    def _full(self, event: Any) -> None:
        self._refuse("yaml/nodes", event, f"more than {self._limits.nodes:,} values in one file")

    def _refuse(self, code: str, event: Any, message: str, hint: str = "") -> None:
        start, end = event.start_mark, event.end_mark
        last = end.column if end.line == start.line and end.column > start.column else start.column + 1
        span = Span(self._shown, start.line + 1, start.column + 1, start.line + 1, last + 1)
        self._found.error(code, span, message, hint)
        raise _Refused
