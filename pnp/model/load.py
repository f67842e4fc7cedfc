"""A game's folder → a `Game`: sections decoded, CSV decks read, attributes inherited, every reference resolved."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.diag import Found, Span, suggest
from pnp.model import families
from pnp.model.decode import Reading, Reference, attribute_default, decode
from pnp.model.game import FORMAT, Game
from pnp.model.pieces import Attribute, Card, Counter, Deck, Group
from pnp.model.tables import PlayerTurn, Table, Track
from pnp.source import content, csvfile
from pnp.source.content import Content
from pnp.source.node import Mapping as MappingNode
from pnp.source.node import Node, Scalar, Sequence
from pnp.source.text import LIMITS, Limits

Fill = Callable[[str, Span], str]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game, and whether all that was written could be read (counting what is there makes sense only then).

    `named` are (family, id) of everything that something refers to.
    """

    game: Game
    whole: bool
    named: frozenset[tuple[str, str]]


def load(folder: Path, found: Found, limits: Limits = LIMITS) -> Loaded | None:
    """Everything a folder's content says; None where it is too broken to say what game it is."""
    files = content.find(folder, found, limits)
    if files is None or not _format(files, found):
        return None
    reading = Reading(found)
    attributes = _attributes(files.sections.get("attributes"), reading)
    sections = tuple(entry for entry in files.sections.entries if entry[0].text != "attributes")
    given = {"id": folder.resolve().name, "folder": str(folder), "attributes": attributes}
    game = decode(Game, MappingNode(sections, files.sections.span), found, reading, given)
    if game is None:
        return None
    game = _with_decks(game, files, reading, limits)
    game = _with_values(game, reading)
    game = _with_cells(game, found)
    _resolve(game, reading)
    named = frozenset((reference.what, reference.text) for reference in reading.references)
    return Loaded(game, not reading.lost and not found.failed, named)


def _format(files: Content, found: Found) -> bool:
    """Whether the content language is one that this `pnp` reads."""
    node = files.sections.get("format")
    if node is None:
        hint = f"begin game.yaml with 'format: {FORMAT}'"
        found.error("game/format", files.sections.span, "the game does not say which content language it is in", hint)
        return False
    if isinstance(node, Scalar) and node.text == str(FORMAT):
        return True
    text = node.text if isinstance(node, Scalar) else "a list or mapping"
    newer = text.isdigit() and int(text) > FORMAT
    hint = "a newer pnp reads it" if newer else f"write 'format: {FORMAT}'"
    found.error("game/format", node.span, f"format '{text}' is not one that this pnp reads ({FORMAT})", hint)
    return False


def _attributes(node: Node | None, reading: Reading) -> tuple[Attribute, ...]:
    """The game's own attributes, known before anything that may carry them is read."""
    items = node.items if isinstance(node, Sequence) else () if node is None else (node,)
    decoded = (decode(Attribute, item, reading.found, reading) for item in items)
    attributes = tuple(one for one in decoded if one is not None)
    for attribute in attributes:
        for owner in attribute.of:
            reading.attributes[owner, attribute.id] = attribute
    return attributes


def _with_decks(game: Game, files: Content, reading: Reading, limits: Limits) -> Game:
    if not any(deck.file for deck in game.decks):
        return game
    return dataclasses.replace(game, decks=tuple(_deck(deck, files, reading, limits) for deck in game.decks))


def _deck(deck: Deck, files: Content, reading: Reading, limits: Limits) -> Deck:
    """A deck with the cards of its CSV file."""
    if deck.file is None:
        return deck
    path, span = content.inside(files.folder, deck.file), deck.where.of("file")
    if path is None:
        reading.found.error("file/outside", span, f"'{deck.file}' is not a file within the game's folder")
        return deck
    if not path.is_file():
        names = (one.name for one in files.folder.glob("*.csv"))
        reading.found.error("file/missing", span, f"there is no file '{deck.file}'", suggest(deck.file, names))
        return deck
    rows = csvfile.read(path, content.shown(path), reading.found, limits)
    if rows is None:
        reading.lost = True
        return deck
    read = (decode(Card, row, reading.found, reading) for row in rows.items)
    return dataclasses.replace(deck, cards=deck.cards + tuple(card for card in read if card is not None))


def _with_values(game: Game, reading: Reading) -> Game:
    """Attributes that a counter leaves out come from its group, then from their default."""
    defaults = {
        owner: {
            attribute.id: value
            for (of, _), attribute in reading.attributes.items()
            if of == owner and (value := attribute_default(attribute, reading)) is not None
        }
        for owner in ("counter", "card", "space")
    }
    groups = tuple(_group(group, defaults["counter"]) for group in game.counters)
    decks = tuple(
        dataclasses.replace(deck, cards=_filled(deck.cards, defaults["card"])) if defaults["card"] else deck
        for deck in game.decks
    )
    boards = tuple(
        dataclasses.replace(board, spaces=_filled(board.spaces, defaults["space"])) if defaults["space"] else board
        for board in game.boards
    )
    return dataclasses.replace(game, counters=groups, decks=decks, boards=boards)


def _group(group: Group, defaults: Mapping[str, Any]) -> Group:
    counters: tuple[Counter, ...] = _filled(group.counters, {**defaults, **group.values})
    return dataclasses.replace(group, counters=counters)


def _filled(records: Iterable[Any], defaults: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(dataclasses.replace(one, values={**defaults, **one.values}) for one in records)


def _with_cells(game: Game, found: Found) -> Game:
    """Tables whose cells and notes hold expressions, with their values: a number stands in one place and shows in many."""
    if not any("{{" in text for table in game.tables for text in _texts(table)) and not any(
        "{{" in note for track in game.tracks for note in track.notes
    ):
        return game
    from pnp.model.expr import Sandbox  # only here: Jinja takes a moment to come

    sandbox = Sandbox(game)

    def fill(text: str, span: Span) -> str:
        return sandbox.template(text, span, found).fill({}) if "{{" in text else text

    tables = tuple(_filled_table(table, fill) for table in game.tables)
    tracks = tuple(dataclasses.replace(track, notes=_notes(track, fill)) for track in game.tracks)
    sequence = tuple(_filled_turn(turn, fill) for turn in game.sequence)
    return dataclasses.replace(game, tables=tables, tracks=tracks, sequence=sequence)


def _texts(table: Table) -> Iterable[str]:
    return (*table.notes, *(cell for row in table.rows for cell in row.cells))


def _filled_table(table: Table, fill: Fill) -> Table:
    rows = (
        dataclasses.replace(
            row, cells=tuple(fill(cell, row.where.of(f"cells[{number}]")) for number, cell in enumerate(row.cells))
        )
        for row in table.rows
    )
    return dataclasses.replace(table, rows=tuple(rows), notes=_notes(table, fill))


def _notes(record: Table | Track, fill: Fill) -> tuple[str, ...]:
    return tuple(fill(note, record.where.of(f"notes[{number}]")) for number, note in enumerate(record.notes))


def _filled_turn(turn: PlayerTurn, fill: Fill) -> PlayerTurn:
    phases = (dataclasses.replace(phase, text=fill(phase.text, phase.where.of("text"))) for phase in turn.phases)
    return dataclasses.replace(turn, phases=tuple(phases))


def _resolve(game: Game, reading: Reading) -> None:
    """Every reference names something."""
    known = {family: frozenset(ids) for family, ids in reading.defined.items()}
    known |= families.outside(game, frozenset(known.get("colour", ())))
    for reference in reading.references:
        if reference.text not in known.get(reference.what, ()):
            _unknown(reference, known.get(reference.what, frozenset()), reading.found)


def _unknown(reference: Reference, known: Iterable[str], found: Found) -> None:
    what = {"colour": "colour of the palette", "piece": "counter or card"}.get(reference.what, reference.what)
    message = f"there is no {what} '{reference.text}'" if reference.text else f"here stands the id of a {what}"
    found.error(f"unknown/{reference.what}", reference.span, message, suggest(reference.text, known))
