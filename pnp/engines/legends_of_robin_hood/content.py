"""What the engine needs of the content beyond names: numbers that cards must have, dungeons, coins and cards enough."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.engines.base import Unplayable, deck, parameter
from pnp.engines.legends_of_robin_hood.world import BOARD, DECK, DUNGEON, GOLD, HEROES, NUMBERED, PAID
from pnp.model.game import Game


def unplayable(game: Game) -> Iterator[Unplayable]:
    """Everything that play would stumble over."""
    yield from _cards(game)
    yield from _castles(game)
    yield from _pieces(game)


def _cards(game: Game) -> Iterator[Unplayable]:
    """The numbers that cards are played by, and enough cards for the hands of all who may play."""
    cards = deck(game, DECK)
    for card in cards.cards:
        for kinds, key in ((NUMBERED, "number"), (PAID, "gold")):
            if card.values.get("does") in kinds and not card.values.get(key):
                message = f"the card '{card.id}' has no {key}"
                yield Unplayable(card.where.of("id"), message, f"write its {key} in that column")
    count, hands = sum(card.copies for card in cards.cards), _most(game) * parameter(game, "hand")
    if count <= hands:
        message = f"{count} cards cannot be dealt to hands of {hands} in all, with some to draw"
        yield Unplayable(cards.where.of("id"), message, "print more of them, or deal smaller hands")


def _most(game: Game) -> int:
    return len(next(group.counters for group in game.counters if group.id == HEROES))


def _castles(game: Game) -> Iterator[Unplayable]:
    """A castle to be taken to, and the dungeon of each."""
    board = next(board for board in game.boards if board.id == BOARD)
    walled = {ground.id for ground in board.terrains if DUNGEON in ground.flags}
    castles = [space for space in board.spaces if space.terrain in walled]
    if not castles:
        hint = f"put a square of {' or '.join(sorted(walled))} on it"
        yield Unplayable(board.where.of("id"), "no square has a dungeon for those who are captured", hint)
    zones = {zone.id for zone in board.zones}
    for space in castles:
        if f"{DUNGEON}-{space.id}" not in zones:
            hint = f"add a zone '{DUNGEON}-{space.id}'"
            yield Unplayable(space.where.span, f"the castle '{space.id}' has no dungeon", hint)


def _pieces(game: Game) -> Iterator[Unplayable]:
    """A coin of each value paid out singly, and Merry Men for all at the start."""
    coins = next(group for group in game.counters if group.id == GOLD)
    if all(one.values.get("worth") != 1 for one in coins.counters):
        yield Unplayable(coins.where.of("id"), "no coin is worth 1", "add one: single gold pieces change hands")
