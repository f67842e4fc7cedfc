"""Where a thing is named: by the references of other records, and in the expressions of rules, layouts and assertions."""

from __future__ import annotations

import dataclasses
import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pnp.diag import Span
from pnp.model.game import Game
from pnp.model.load import Loaded
from pnp.records import dataclass
from pnp.show.base import Thing, Use
from pnp.show.things import noun
from pnp.source import content

_TEXTS: Final = ("*.yaml", "*.csv", "rules/*.md", "faces/*.yaml", "*.css", "art/*.svg")
_EXPRESSION: Final = re.compile(r"\{\{.{0,4000}?\}\}|\{%.{0,4000}?%\}", re.DOTALL)
_CALL: Final = re.compile(r"(\w+)\(([^()]*)$")
# What the arguments of an expression's functions name, in order; a function that is not here may name anything.
_ASKS: Final = (
    ("piece", ("piece",)), ("count", ("piece",)), ("placed", ("piece",)), ("starts", ("piece",)),
    ("pieces_of", ("group", "side")), ("space", ("space",)), ("spaces_of", ("terrain",)), ("terrain", ("terrain",)),
    ("route", ("route",)), ("river", ("river",)), ("passage", ("passage",)), ("board", ("board",)),
    ("within", ("space", "", "terrain")), ("distance", ("space", "space")), ("param", ("parameter",)),
    ("cell", ("table",)), ("tab", ("table",)), ("modifier", ("table", "modifier")), ("table", ("table",)),
    ("to_table", ("table",)), ("track", ("track",)), ("event", ("track", "piece")), ("start", ("side",)),
    ("side", ("side",)), ("phase", ("phase", "player-turn")), ("supply", ("supply",)),
    ("mat", ("mat",)), ("mats_of", ("mat-set",)), ("example", ("example",)),
    ("icon", ("icon",)), ("attribute", ("attribute",)), ("figure", ("piece",)), ("ref", ("",)), ("title", ("",)),
    ("ruling", ("",)), ("term", ("",)),
)  # fmt: skip
_KEYWORDS: Final = ("group", "side", "deck", "terrain", "piece")
# Keys of a layout's boxes and names that hold colours, alone or in an expression.
_COLOURED: Final = "fill|stroke|colour|second|tint|halo|value"
# Keys of a layout's boxes that name other looks.
_LAYOUT_KEYS: Final = (
    ("icon", "icon"),
    ("layout", "extends"),
    ("font-family", "font"),
)
# Fields that name things in a notation of their own.
_NOTATIONS: Final = (
    ("Example", ("does",), ("piece", "place")),
    ("Case", ("does", "expect"), ("piece", "place")),
    ("Position", ("settings",), ("piece", "place")),
    ("Outcome", ("expect",), ("piece", "place")),
    ("River", ("course",), ("space",)),
)


def uses(loaded: Loaded, thing: Thing) -> tuple[Use, ...]:
    """Every place that names a thing, by place, each once."""
    found = {use.span: use for use in (*_mentions(loaded.game, thing), *_references(loaded, thing))}
    found.pop(thing.span, None)
    return tuple(found[span] for span in sorted(found))


# References


def _references(loaded: Loaded, thing: Thing) -> Iterator[Use]:
    named = [one.node.span for one in loaded.references if one.text == thing.id and one.what in thing.families]
    if not named:
        return
    every = tuple(records(loaded.game))
    for span in named:
        yield Use(span, _place(span, every))


def records(game: Game) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every record with those it stands in."""
    for entry in dataclasses.fields(game):
        if entry.name != "where":
            yield from _within(getattr(game, entry.name), ())


def _within(value: Any, owners: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    if isinstance(value, tuple):
        for item in value:
            yield from _within(item, owners)
    elif dataclasses.is_dataclass(value) and hasattr(value, "where"):
        yield value, owners
        for entry in dataclasses.fields(value):
            if entry.name not in ("where", "values"):
                yield from _within(getattr(value, entry.name), (*owners, value))


def _place(span: Span, records: tuple[tuple[Any, tuple[Any, ...]], ...]) -> str:
    """The innermost record around a span, and the key there: ``panel 'shove' of chart 'player-aid': table``."""
    around = [(record, owners) for record, owners in records if _holds(record.where.span, span)]
    if not around:
        return ""
    record, owners = max(around, key=lambda one: len(one[1]))
    key = next((key for key, at in record.where.keys.items() if _holds(at, span)), "")
    names = [_named(one) for one in (record, *reversed(owners)) if hasattr(one, "id") or one is record]
    return " of ".join(names[:2]) + (f": {key}" if key else "")


def _named(record: Any) -> str:
    id = getattr(record, "id", "")
    return f"{noun(record)} '{id}'" if id else noun(record)


def _holds(outer: Span, inner: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return outer.path == inner.path and start <= (inner.line, inner.column) < end


# Expressions and notations


@dataclass(frozen=True, slots=True)
class _Text:
    """A file's text, with where its lines begin."""

    path: str
    text: str
    starts: tuple[int, ...]

    @staticmethod
    def read(path: Path) -> _Text:
        text = path.read_text("utf-8-sig", "replace")
        return _Text(content.shown(path), text, (0, *(match.end() for match in re.finditer("\n", text))))

    def span(self, at: int, length: int) -> Span:
        line = bisect_right(self.starts, at)
        column = at - self.starts[line - 1] + 1
        return Span(self.path, line, column, line, column + length)

    def at(self, span: Span) -> tuple[int, int]:
        """Where a span begins and ends in the text."""
        last = min(span.end_line, len(self.starts)) or 1
        return self.starts[span.line - 1] + span.column - 1, self.starts[last - 1] + span.end_column - 1


def _mentions(game: Game, thing: Thing) -> Iterator[Use]:
    folder = Path(game.folder)
    # An attribute is named as a field of a piece, and with underscores.
    field = rf"|(?<=\.){re.escape(thing.id.replace('-', '_'))}\b" if thing.kind == "attribute" else ""
    quoted = re.compile(rf"(?<=['\"]){re.escape(thing.id)}(?=['\"]){field}")
    for pattern in _TEXTS:
        for path in sorted(folder.glob(pattern)):
            name = path.relative_to(folder).as_posix()
            if not path.is_file() or content.inside(folder, name) is None:
                continue
            text = _Text.read(path)
            if thing.id in text.text or field:
                yield from _expressions(game, thing, text, quoted, name)
                yield from _notations(game, thing, text)
                yield from _looks(thing, text, name)


def _expressions(game: Game, thing: Thing, text: _Text, quoted: re.Pattern[str], name: str) -> Iterator[Use]:
    regions = [(match.span(), "") for match in _EXPRESSION.finditer(text.text)]
    regions += [
        (text.at(check.where.of("that")), f"assertion '{check.id}'")
        for check in game.checks
        if check.where.span.path == text.path
    ]
    for (start, end), what in regions:
        for match in quoted.finditer(text.text, start, end):
            call = _CALL.search(text.text[start : match.start()])
            if match[0] != thing.id or _asks(call, thing):
                said = f"{call[1]}(…)" if call else "an expression"
                yield Use(text.span(match.start(), len(match[0])), what or f"{name}: {said}")


def _asks(call: re.Match[str] | None, thing: Thing) -> bool:
    """Whether a quoted id, where it stands in a call, can mean this thing."""
    if call is None:
        return True
    families = (*thing.families, thing.kind)
    keyword = re.search(r"(\w+)\s*=\s*['\"]$", call[2])
    if keyword:
        return keyword[1] not in _KEYWORDS or keyword[1] in families
    wanted = dict(_ASKS).get(call[1])
    if wanted is None:
        return True
    if call[1] == "phase":
        return not set(wanted).isdisjoint(families)
    place = call[2].count(",")
    return place < len(wanted) and wanted[place] in families


def _looks(thing: Thing, text: _Text, name: str) -> Iterator[Use]:
    """An icon within a text, and what the layouts of a game's own name for their looks."""
    if thing.kind == "icon":
        for match in re.finditer(rf"(?<=:){re.escape(thing.id)}(?=:)", text.text):
            yield Use(text.span(match.start(), len(thing.id)), f"{name}: in a text")
    if thing.kind == "swatch":
        yield from _coloured(thing.id, text, name)
    keys = dict(_LAYOUT_KEYS).get(thing.kind)
    if keys and name.startswith("faces/"):
        for match in re.finditer(rf"\b({keys}): [\"']?({re.escape(thing.id)})(?=[\s,\"'}}\]])", text.text):
            yield Use(text.span(match.start(2), len(thing.id)), f"{name}: {match[1]}")


def _coloured(id: str, text: _Text, name: str) -> Iterator[Use]:
    """A colour in the layouts, drawings and style sheet of a game's own."""
    word = re.compile(rf"(?<![a-z0-9-]){re.escape(id)}(?![a-z0-9-])")
    if name.endswith(".css"):
        for match in re.finditer(rf"(?<=--){re.escape(id)}(?![a-z0-9-])(?!\s*:)", text.text):
            yield Use(text.span(match.start(), len(id)), f"{name}: var(--{id})")
    elif name.startswith("faces/"):
        for match in re.finditer(rf"\b({_COLOURED}): *(\"[^\"\n]*\"|'[^'\n]*'|[^,}}\n]+)", text.text):
            for found in word.finditer(text.text, *match.span(2)):
                yield Use(text.span(found.start(), len(id)), f"{name}: {match[1]}")
    elif name.endswith(".svg"):
        for match in re.finditer(r"\b(data-fill|data-stroke|fill|stroke)=[\"']([^\"']*)", text.text):
            for found in word.finditer(text.text, *match.span(2)):
                yield Use(text.span(found.start(), len(id)), f"{name}: {match[1]}")


def _notations(game: Game, thing: Thing, text: _Text) -> Iterator[Use]:
    word = re.compile(rf"(?<![a-z0-9-]){re.escape(thing.id)}(?![a-z0-9-])")
    kinds = {name: keys for name, keys, families in _NOTATIONS if not set(families).isdisjoint(thing.families)}
    if not kinds:
        return
    for record, owners in records(game):
        for key in kinds.get(type(record).__name__, ()):
            span = record.where.keys.get(key)
            if span is None or span.path != text.path:
                continue
            holder = next((one for one in (record, *reversed(owners)) if hasattr(one, "id")), record)
            for match in word.finditer(text.text, *text.at(span)):
                yield Use(text.span(match.start(), len(match[0])), f"{_named(holder)}: {key}")
