"""A game's folder → a `Game`: sections decoded, CSV decks read, attributes inherited, every reference resolved."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pnp.diag import Found, Span, suggest
from pnp.model import families, filling, values
from pnp.model.base import Value
from pnp.model.decode import decode, decode_all
from pnp.model.game import FORMAT, Game
from pnp.model.pieces import Attribute, Card, Counter, Deck, Group
from pnp.model.references import Reference
from pnp.model.values import EVERYTHING, Reading, attribute_default
from pnp.records import dataclass
from pnp.source import content, yaml
from pnp.source.content import Content
from pnp.source.node import Mapping as MappingNode
from pnp.source.node import Node, Scalar, Sequence
from pnp.source.text import LIMITS, Limits

R = TypeVar("R", Card, Counter)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game, and what could not be read of it.

    `whole` tells that it was read without a fault: it can be drawn. `lost` is what is missing of it (see `has`): keys of
    records (``space.at``), whole ones (``space.id``), and families of ids of which one is unknown (``piece``). `named` are
    (family, id) of everything that something refers to, `references` these with their places.
    """

    game: Game
    whole: bool
    named: frozenset[tuple[str, str]]
    lost: frozenset[str] = frozenset()
    references: Iterable[Reference] = ()

    def has(self, *kinds: str) -> bool:
        """Whether everything written of these kinds is there: only then can it be counted. A check asks for no more than it
        looks at: ``space`` is all of every space, ``space.at`` that key, ``space.id`` that no space is missing."""
        return not values.lacks(self.lost, kinds)


def load(folder: Path, found: Found, limits: Limits = LIMITS) -> Loaded | None:
    """Everything a folder's content says; None where it is too broken to say what game it is."""
    with yaml.uncollected():
        return _load(folder, found, limits)


def _load(folder: Path, found: Found, limits: Limits) -> Loaded | None:
    before = len(found.items)
    files = content.find(folder, found, limits)
    if files is None or not _format(files, found):
        return None
    reading = Reading(found)
    if not files.whole:
        reading.lost.add(EVERYTHING)
    attributes = _attributes(files.sections.get("attributes"), reading)
    sections = tuple(
        (key, _laid(node, reading) if key.text == "boards" else node)
        for key, node in files.sections.entries
        if key.text != "attributes"
    )
    given = {"id": folder.resolve().name, "folder": str(folder), "attributes": attributes}
    game = decode(Game, MappingNode(sections, files.sections.span), found, reading, given)
    if game is None:
        return None
    game = _with_groups(_with_files(game, files, reading, limits), reading)
    _lay(game, reading)
    if files.whole:
        _resolve(game, reading)
    game = _filled(game, found, reading)
    named = reading.references.pairs
    whole = all(one.severity for one in found.items[before:])  # an error's severity is 0
    return Loaded(game, whole, named, frozenset(reading.lost), reading.references)


def _laid(boards: Node, reading: Reading) -> Node:
    from pnp.model import squares

    return squares.laid(boards, reading)


def _format(files: Content, found: Found) -> bool:
    """Whether the content language is one that this `pnp` reads."""
    node = files.sections.get("format")
    if node is None and not files.whole:  # it may well stand where nothing could be read
        return False
    if node is None:
        hint = f"begin game.yaml with 'format: {FORMAT}'"
        found.error(
            "game/no-format", files.sections.span, "the game does not say which content language it is in", hint
        )
        return False
    if isinstance(node, Scalar) and node.text == str(FORMAT):
        return True
    text = node.text if isinstance(node, Scalar) else "a list or mapping"
    newer = values.WHOLE.fullmatch(text) is not None and int(text) > FORMAT
    hint = "a newer pnp reads it" if newer else f"write 'format: {FORMAT}'"
    found.error("game/format", node.span, f"format '{text}' is not one that this pnp reads ({FORMAT})", hint)
    return False


def _attributes(node: Node | None, reading: Reading) -> tuple[Attribute, ...]:
    """The game's own attributes, known before anything that may carry them is read."""
    items = node.items if isinstance(node, Sequence) else () if node is None else (node,)
    decoded = (decode(Attribute, item, reading.found, reading) for item in items)
    attributes = tuple(one for one in decoded if one is not None)
    for attribute in attributes:
        default = attribute_default(attribute, reading)
        for owner in attribute.of:
            _declare(attribute, owner, reading)
            if default is not None:
                reading.defaults.setdefault(owner, {})[attribute.id] = default
    return attributes


def _declare(attribute: Attribute, owner: str, reading: Reading) -> None:
    """Make an attribute one that its owner's records may carry, unless they have a key of that name anyway."""
    names = {one.name.replace("_", "-") for record in _carriers(owner) for one in dataclasses.fields(record)}
    if attribute.id in names:
        message = f"every {owner} has a key '{attribute.id}' already"
        reading.found.error("attribute/taken", attribute.where.of("id"), message, "give the attribute another id")
    else:
        reading.attributes.setdefault(owner, {})[attribute.id] = values.attribute(attribute)


def _carriers(owner: str) -> tuple[type[Any], ...]:
    """The records that carry an owner's attributes."""
    if owner == "counter":
        return Counter, Group
    if owner == "card":
        return (Card,)
    from pnp.model import board, mats

    return (board.Space if owner == "space" else mats.Mat,)


def _with_files(game: Game, files: Content, reading: Reading, limits: Limits) -> Game:
    """The game with the cards and counters that stand in CSV files."""
    decks = tuple(
        dataclasses.replace(deck, cards=deck.cards + _rows(Card, deck, files, reading, limits)) for deck in game.decks
    )
    for group in game.counters:
        if not {"counters", "file"} & group.where.keys.keys():
            message, hint = f"a group '{group.id}' needs the key 'counters'", "or name a CSV file of them: file: …"
            reading.found.error("key/missing", group.where.of("id"), message, hint)
    groups = tuple(
        dataclasses.replace(group, counters=group.counters + _rows(Counter, group, files, reading, limits))
        for group in game.counters
    )
    return dataclasses.replace(game, decks=decks, counters=groups)


def _rows(record: type[R], owner: Deck | Group, files: Content, reading: Reading, limits: Limits) -> tuple[R, ...]:
    """The records of a deck's or group's CSV file, if it names one."""
    if owner.file is None:
        return ()
    before = len(reading.found.items)
    rows = _table(owner.file, owner.where.of("file"), files, reading.found, limits)
    if any(one.code == "csv/unclosed" for one in reading.found.items[before:]):
        reading.lost.add(f"{record.__name__.lower()}.id")
    if rows is None:
        reading.lost.add(f"{record.__name__.lower()}.id")
        return ()
    return decode_all(record, rows.items, reading)


def _table(name: str, span: Span, files: Content, found: Found, limits: Limits) -> Sequence | None:
    """The rows of a CSV file of the game's folder; None after a diagnostic."""
    path = content.inside(files.folder, name)
    if path is None:
        found.error("file/outside", span, f"'{name}' is not a file within the game's folder")
    elif not path.is_file():
        names = (one.relative_to(files.folder).as_posix() for one in files.folder.rglob("*.csv"))
        found.error("file/missing", span, f"there is no file '{name}'", suggest(name, names))
    else:
        from pnp.source import csvfile  # only here: as the boards' squares, few games need it

        return csvfile.read(path, content.shown(path), found, limits)
    return None


def _with_groups(game: Game, reading: Reading) -> Game:
    """Attributes that a counter leaves out come from its group, then from their default."""
    defaults = reading.defaults.get("counter", {})
    groups = tuple(_group(group, {**defaults, **group.values}) for group in game.counters)
    return dataclasses.replace(game, counters=groups)


def _group(group: Group, shared: Mapping[str, Value]) -> Group:
    counters = (dataclasses.replace(one, values={**shared, **one.values}) for one in group.counters)
    return dataclasses.replace(group, counters=tuple(counters))


def _lay(game: Game, reading: Reading) -> None:
    """The spaces of mats are places."""
    for one in game.mats:
        for mat in one.mats:
            for id, space in one.places(mat):
                reading.define("place", id, space.where.node)


def _filled(game: Game, found: Found, reading: Reading) -> Game:
    """The game with the values of the expressions in its tables, notes and phases."""
    if not any(filling.expressions(game)):
        return game
    from pnp.model.expr import Sandbox  # only here: Jinja takes a moment to come

    return filling.fill(game, Sandbox(game), found, reading.lost)


def _resolve(game: Game, reading: Reading) -> None:
    """Every reference names something."""
    known: dict[str, Collection[str]] = dict(reading.defined)
    before = len(reading.found.items)
    known |= families.outside(game, frozenset(known.get("colour", ())), reading.found)
    if len(reading.found.items) > before:  # what seems to be missing may well stand in a file that cannot be read
        reading.lost.add("layout")
        known["layout"] = {id for what, id in reading.references.pairs if what == "layout"}
    missing: dict[tuple[str, str], list[Reference]] = {}
    for reference in reading.references.unknown(known):
        reading.lost.add(reference.what)
        if reference.what in ("space", "place") and "board.squares" in reading.lost and _square(reference.text):
            continue  # a square of rows that are faulty themselves
        # A drawing that is missing is drawn once, wherever it is named; any other id is mended where it stands.
        one = reference.text if reference.what == "icon" else f"{len(missing)}"
        missing.setdefault((reference.what, one), []).append(reference)
    for (what, _), references in reading.each(missing.items()):
        _unknown(references[0], references[1:], known.get(what, ()), reading.found)


def _square(id: str) -> bool:
    from pnp.model import squares

    return squares.place(id) is not None


def _unknown(reference: Reference, others: Iterable[Reference], known: Iterable[str], found: Found) -> None:
    what = {"colour": "colour of the palette", "piece": "counter or card"}.get(reference.what, reference.what)
    message = f"there is no {what} '{reference.text}'" if reference.text else f"here stands the id of a {what}"
    hint = suggest(reference.text, known)
    if reference.what == "icon" and reference.text:
        hint = f"{hint}{'' if hint.endswith('?') else ';'} or draw art/{reference.text}.svg"
    related = tuple((one.node.span, "named here too") for one in others)
    found.error(f"unknown/{reference.what}", reference.node.span, message, hint, related)
