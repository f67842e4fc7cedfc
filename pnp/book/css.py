"""A game's style sheet read for typing errors, without laying anything out. Owns tinycss2.

What a rule asks for is judged by the page layout when the book is built; here every name is looked up: properties,
elements, variables. Positions are those of the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import tinycss2

from pnp.diag import Found, Span, suggest
from pnp.draw.document import StyleSheet
from pnp.draw.text import SMALLEST
from pnp.units import INCH, MM, POINT

_DEFINED: Final = re.compile(r"(?<![\w(-])(--[\w-]+)\s*:")
_REMARK: Final = re.compile(r"/\*.*?\*/", re.S)
_RULES: Final = (
    "charset", "color-profile", "counter-style", "font-face", "import", "layer", "media", "namespace", "page", "supports",
)  # fmt: skip
_MARGINS: Final = (
    "top-left-corner", "top-left", "top-center", "top-right", "top-right-corner",
    "bottom-left-corner", "bottom-left", "bottom-center", "bottom-right", "bottom-right-corner",
    "left-top", "left-middle", "left-bottom", "right-top", "right-middle", "right-bottom",
)  # fmt: skip
_UNITS: Final = MappingProxyType({"pt": POINT, "mm": MM, "cm": 10 * MM, "in": INCH, "pc": 12 * POINT, "px": INCH / 96})
# Rules with rules in them; what stands in others are declarations.
_NESTING: Final = ("media", "supports", "layer")
_DESCRIBING: Final = ("font-face", "counter-style", "color-profile")


@cache
def words(name: str) -> frozenset[str]:
    """The names of a list: `properties` that the page layout knows (those of screens too, which it passes over in
    silence), `elements` that a book may have. A test holds the first to the layout's own, which takes half a second to ask.
    """
    return frozenset((Path(__file__).parent / f"{name}.txt").read_text("utf-8").split())


def variables(sheet: StyleSheet) -> frozenset[str]:
    """The names of the variables that a sheet defines, with their dashes."""
    return frozenset(_DEFINED.findall(_REMARK.sub("", sheet.text)))


def check(sheet: StyleSheet, known: Iterable[str], found: Found) -> None:
    """Look every name of a sheet up; `known` are the variables that other sheets define."""
    reader = _Reader(sheet.path, frozenset(known) | variables(sheet), found)
    try:
        reader.rules(_rules(sheet.text))
    except RecursionError:
        message = "the style sheet has brackets within brackets, deeper than anybody means"
        found.error("book/style", Span(sheet.path), message, "look for a bracket that nothing closes")


def _rules(text: str) -> list[Any]:
    return list(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))


def _contents(node: Any) -> list[Any]:
    return list(tinycss2.parse_blocks_contents(node.content or (), skip_comments=True, skip_whitespace=True))


class _Reader:
    """One walk through a sheet."""

    __slots__ = ("found", "path", "variables")

    def __init__(self, path: str, variables: frozenset[str], found: Found) -> None:
        self.path, self.variables, self.found = path, variables, found

    def rules(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            if node.type == "error":
                self._broken(node)
            elif node.type == "qualified-rule":
                self._selectors(node.prelude)
                self._inside(node)
            elif node.type == "at-rule":
                self._at(node)

    def _at(self, node: Any) -> None:
        name = node.lower_at_keyword
        if name not in _RULES:
            hint = suggest(name, _RULES)
            self.found.error("book/rule", self._span(node, f"@{name}"), f"there is no rule '@{node.at_keyword}'", hint)
        elif name in _NESTING and node.content is not None:
            self.rules(_contents(node))
        elif name not in _DESCRIBING:
            self._inside(node)

    def _inside(self, node: Any) -> None:
        for inner in _contents(node):
            if inner.type == "declaration":
                self._declaration(inner)
            elif inner.type == "at-rule" and inner.lower_at_keyword in (*_MARGINS, *_NESTING):
                self._inside(inner)
            elif inner.type == "at-rule":
                hint = suggest(inner.lower_at_keyword, _MARGINS)
                self.found.error(
                    "book/rule",
                    self._span(inner, f"@{inner.at_keyword}"),
                    f"there is no rule '@{inner.at_keyword}' here",
                    hint,
                )
            else:
                self.rules((inner,))

    def _declaration(self, node: Any) -> None:
        if not node.name.startswith("--") and node.lower_name not in words("properties"):
            hint = suggest(node.lower_name, words("properties"))
            self.found.error("book/property", self._span(node, node.name), f"no property is named '{node.name}'", hint)
        if node.lower_name in ("font", "font-size"):
            self._size(node)
        for name in _asked(node.value):
            if name.value not in self.variables:
                message = f"no variable is named '{name.value}': palette names and what ':root' defines are"
                self.found.error(
                    "book/variable", self._span(name, name.value), message, suggest(name.value, self.variables)
                )

    def _size(self, node: Any) -> None:
        """Type that nobody can read, where its size is said in a unit of paper."""
        size = next((one for one in node.value if one.type == "dimension" and one.lower_unit in _UNITS), None)
        if size is not None and 0 < round(size.value * _UNITS[size.lower_unit]) < SMALLEST:
            message = f"type of {size.representation}{size.unit} is too small to print"
            self.found.error(
                "text/small", self._span(size, size.representation + size.unit), message, "5pt is the least"
            )

    def _selectors(self, tokens: Iterable[Any]) -> None:
        """The elements that selectors name: words that no dot, colon or hash stands before."""
        before = ""
        for token in tokens:
            if token.type == "ident" and before not in (".", ":") and token.lower_value not in words("elements"):
                message = f"there is no element '{token.value}', so that nothing is chosen"
                hint = suggest(token.lower_value, words("elements")) or f"for a class write '.{token.value}'"
                self.found.error("book/element", self._span(token, token.value), message, hint)
            elif token.type == "function" and token.lower_name in ("is", "not", "where", "has"):
                self._selectors(token.arguments)
            before = token.value if token.type == "literal" else ""

    def _broken(self, node: Any) -> None:
        message = "what begins here is neither 'property: value;' nor a rule with its braces"
        self.found.error(
            "book/style", self._span(node, "."), message, "look for a colon, semicolon or brace too few or too many"
        )

    def _span(self, node: Any, name: str) -> Span:
        line, column = node.source_line, node.source_column
        return Span(self.path, line, column, line, column + len(name))


def _asked(tokens: Iterable[Any]) -> Iterator[Any]:
    """The variables that a value asks for and cannot do without."""
    for token in tokens:
        if token.type == "function":
            inner = [one for one in token.arguments if one.type not in ("whitespace", "comment")]
            if token.lower_name == "var" and len(inner) == 1 and inner[0].type == "ident":
                yield inner[0]
            elif token.lower_name != "var":
                yield from _asked(token.arguments)
        elif hasattr(token, "content") and isinstance(token.content, list):
            yield from _asked(token.content)
