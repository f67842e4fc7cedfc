"""What the engine needs of the content beyond names: arms, numbers, and room that the rules can work with."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.engines.base import Unplayable, faceless, parameter
from pnp.engines.sherwood_final_showdown.world import (
    BANDS,
    BLOWS,
    BOARD,
    DECKS,
    DIE,
    MARCH,
    MATS,
    MEN,
    POINTS,
    World,
    marched,
    numbers,
)
from pnp.model.game import Game


def unplayable(game: Game) -> Iterator[Unplayable]:
    """Everything that play would stumble over."""
    yield from _arms(game)
    yield from _boards(game)
    yield from _places(game)
    yield from faceless(game, DIE)
    yield from _parameters(game)


def _parameters(game: Game) -> Iterator[Unplayable]:
    """Numbers between what the rules can work with and what is printed."""
    least = parameter(game, "least-men")
    cards = min(sum(card.copies for card in deck.cards) for deck in game.decks if deck.id in DECKS)
    points = next(track.last for track in game.tracks if track.id == POINTS)
    between = {
        "left-behind": (0, 1), "single-gold": (0, 1), "halved": (1, 99), "tie-limit": (1, 99), "least-men": (2, 99),
        "band-men": (least, 99), "hand": (1, cards - 1), "victory": (1, points), "orders": (0, 99), "redo": (0, 99),
        "stride-dice": (0, 99), "recruit-dice": (0, 99), "ground-bonus": (0, 99),
    }  # fmt: skip
    for one in game.parameters:
        low, high = between.get(one.id, (one.value, one.value))
        if not low <= one.value <= high:
            hint = f"write {low} to {high}" if high < 99 else f"write {low} or more"
            yield Unplayable(one.where.of("value"), f"'{one.id}' cannot be {one.value}", hint)


def _arms(game: Game) -> Iterator[Unplayable]:
    """Every card's arm, and every arm of the table, has a row and a column."""
    table = next(table for table in game.tables if table.id == BLOWS)
    rows, columns = [row.key for row in table.rows], [column.id for column in table.columns]
    for row in table.rows:
        if row.key not in columns:
            yield Unplayable(row.where.of("key"), f"'{row.key}' has no column", f"write one of {', '.join(columns)}")
    for column in table.columns:
        if column.id not in rows:
            yield Unplayable(column.where.of("id"), f"'{column.id}' has no row", f"add a row of the key {column.id}")
    for deck in game.decks:
        for card in deck.cards if deck.id in DECKS else ():
            if card.values.get("weapon") not in rows:
                known = f"write weapon: and one of {', '.join(rows)}"
                yield Unplayable(card.where.of("id"), f"'{card.id}' strikes with nothing that '{BLOWS}' knows", known)


def _boards(game: Game) -> Iterator[Unplayable]:
    """The table of marches says what the band boards do; there is a board for each band, and men enough for the set-up."""
    table = next(table for table in game.tables if table.id == MARCH)
    mats = next(mats for mats in game.mats if mats.id == MATS)
    least = parameter(game, "least-men")
    for covered, steps in enumerate(numbers(game)):
        row = marched(game, covered)
        if covered >= least and row is None:
            message = f"'{MARCH}' has no row for {covered}, and a band board has {len(mats.spaces)} spaces"
            yield Unplayable(table.where.of("id"), message, f"add a row that holds {covered}")
        elif covered >= least and row and row.cells[0] != str(steps):
            message = f"'{MARCH}' says {row.cells[0]} for {covered}, and the band boards show {steps}"
            yield Unplayable(row.where.of("cells[0]"), message, "write the same number in both")
    world = World(game)
    if len(mats.mats) != len(world.bands):
        message = f"there are {len(mats.mats)} band boards for {len(world.bands)} bands"
        yield Unplayable(mats.where.of("id"), message, "write a board for each band token")
    for side, man in enumerate(MEN):
        need = world.starts[side].bit_count() + len(world.own[side]) * world.band_men
        if need > world.men[side]:
            counter = next(one for _, one in game.pieces() if one.id == man)
            message = f"the set-up needs {need} '{man}', and there are {world.men[side]}"
            yield Unplayable(counter.where.of("id"), message, f"write copies: {need} or more")


def _places(game: Game) -> Iterator[Unplayable]:
    """As many bands of one side as of the other, and a town or a circle for each."""
    board = next(board for board in game.boards if board.id == BOARD)
    flags = {ground.id: ground.flags for ground in board.terrains}
    groups = [next(group for group in game.counters if group.id == id) for id in BANDS]
    if len(groups[0].counters) != len(groups[1].counters):
        hint = f"write {len(groups[0].counters)} of them"
        yield Unplayable(groups[1].where.of("id"), "the sides have not as many bands", hint)
    for flag, group in zip(("town", "circle"), groups, strict=True):
        there = sum(flag in flags[space.terrain] for space in board.spaces)
        if there < len(group.counters):
            message = f"{len(group.counters)} bands need as many spaces with the flag '{flag}', and there are {there}"
            yield Unplayable(board.where.of("id"), message, f"give more spaces a terrain with the flag '{flag}'")
