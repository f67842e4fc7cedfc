"""What the rules read of the printed game: squares and the ways between them, what each card says, the numbers.

Squares are numbers in the order of the board, sets of squares whole numbers with a bit for each; cards are numbers in the
order of the deck. Two worlds are the same only if they are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, NamedTuple

from pnp.engines.base import Move, Net, Once, Pack, bag, bits, deck, parameter
from pnp.model.board import Board, Space
from pnp.model.game import Game

BOARD, DECK, CAMP, FOREST, DUNGEON, ROAD = "shire", "deck", "camp", "forest", "dungeon", "road"
HEROES, MAN, GOLD = "heroes", "merry-man", "gold"
SWORD, BOW = "sword", "bow"
DOES: Final = ("movement", "ambush", "recruit", "rob", "contest", "shortcut", "passage", "fur", "marian", "disguise",
               "discovered", "horse", "arrow")  # fmt: skip
NUMBERED: Final = ("movement", "ambush", "recruit")
PAID: Final = ("rob", "contest")
PARAMETERS: Final = ("hand", "band", "suit-limit", "discard", "idle-discard", "road-pace", "sword-loss", "capture-gold",
                     "capture-turns", "recruited", "rob-cards", "contest-cards", "step", "fur-men", "horse",
                     "arrow-cards", "emptyings", "two-deck-emptyings")  # fmt: skip


class Face(NamedTuple):
    """What a card says: `fits` are the squares where it may be played (of an ambush, where its victim stands)."""

    id: str
    suit: int
    does: str
    symbol: str
    number: int
    gold: int
    fits: int
    play: Move
    discard: Move


class World:
    """The game, with one deck or with several shuffled together."""

    def __init__(self, game: Game, sets: int = 1) -> None:
        self.game, self.sets = game, sets
        self._off: dict[int, tuple[int, ...]] = {}
        self.value: Callable[[str], int] = {id: parameter(game, id) for id in PARAMETERS}.__getitem__
        self.heroes = tuple(one.id for group in game.counters if group.id == HEROES for one in group.counters)
        copies = {one.id: one.copies for _, one in game.pieces()}
        self.band = copies[MAN]
        coins = (one for group in game.counters if group.id == GOLD for one in group.counters)
        worth = sorted(((_whole(one.values["worth"]), one.id, one.copies) for one in coins), reverse=True)
        self.coins: tuple[tuple[int, str, int], ...] = tuple(worth)
        self.pack = Pack(deck(game, DECK), sets)
        self._squares(next(board for board in game.boards if board.id == BOARD))
        self.suits = tuple(dict.fromkeys(str(card.values["suit"]) for card in self.pack.cards))
        self.faces = tuple(self._face(card.id, card.values) for card in self.pack.cards)
        self.does = {does: self._of("does", does) for does in DOES}
        self.symbols = {symbol: self._of("symbol", symbol) for symbol in {face.symbol: None for face in self.faces}}

    def _of(self, field: str, value: str) -> tuple[int, ...]:
        return tuple(card for card, face in enumerate(self.faces) if getattr(face, field) == value)

    def _squares(self, board: Board) -> None:
        spaces = board.spaces
        self.squares = tuple(space.id for space in spaces)
        self.ground = tuple(space.terrain for space in spaces)
        self.square = {id: number for number, id in enumerate(self.squares)}
        self.to = tuple(Move("to", (id,)) for id in self.squares)
        near = tuple(tuple(self.square[id] for id in space.to) for space in spaces)
        roads = self._roads(board)
        on_road = bag(number for number, along in enumerate(roads) if along)
        self.words = _words(board, spaces, on_road)
        self.forest = self.words.get(FOREST, 0)
        self.step, self.walk, self.ride = _nets(near, roads, self.forest, self.value("road-pace"))
        self.camp = self.square[CAMP]
        castles = bag(self.square[space.id] for space in spaces if DUNGEON in _flags(board, space))
        self.nearest = tuple(_nearest(self.step.distances(number), castles) for number in range(len(spaces)))
        self.castles = tuple(bits(castles))

    def _roads(self, board: Board) -> tuple[tuple[int, ...], ...]:
        """For each square, the next ones along the roads through it."""
        links: list[dict[int, None]] = [{} for _ in self.squares]
        for route in board.routes:
            through = [self.square[id] for id in route.through]
            for one, other in pairwise(through):
                links[one][other] = links[other][one] = None
        return tuple(tuple(along) for along in links)

    def _face(self, id: str, values: Mapping[str, Any]) -> Face:
        where, barred = (self.within(values.get(key) or ()) for key in ("places", "barred"))
        fits = (where if values.get("places") else (1 << len(self.squares)) - 1) & ~barred
        number, gold = (_whole(values.get(key) or 0) for key in ("number", "gold"))
        suit, play, discard = self.suits.index(str(values["suit"])), Move("play", (id,)), Move("discard", (id,))
        return Face(id, suit, str(values["does"]), str(values["symbol"]), number, gold, fits, play, discard)

    def within(self, words: Iterable[str]) -> int:
        """The squares of any of some kinds: terrains, their flags, `road`, and each of them on a road."""
        found = 0
        for word in words:
            found |= self.words.get(word, 0)
        return found

    def off(self, goal: int) -> tuple[int, ...]:
        """How many points of movement each square is away from the nearest of some; found once for each set of them."""
        if goal not in self._off:
            far = [self._far[square] for square in bits(goal)]
            self._off[goal] = tuple(min(column) for column in zip(*far, strict=True))
        return self._off[goal]

    @cached_property
    def _far(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.walk.distances(square) for square in range(len(self.squares)))

    def emptyings(self, players: int) -> int:
        """How often the deck must be emptied (section `winning`; of several decks, section `two-decks`)."""
        return players * self.value("emptyings" if self.sets == 1 else "two-deck-emptyings")


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def _flags(board: Board, space: Space) -> tuple[str, ...]:
    return next(ground.flags for ground in board.terrains if ground.id == space.terrain)


def _words(board: Board, spaces: Iterable[Space], on_road: int) -> dict[str, int]:
    """The squares that a word on a card means."""
    words: dict[str, int] = {ROAD: on_road}
    for number, space in enumerate(spaces):
        for word in dict.fromkeys((space.terrain, *_flags(board, space))):
            words[word] = words.get(word, 0) | 1 << number
    return words | {f"{word}-{ROAD}": squares & on_road for word, squares in words.items() if word != ROAD}


def _nets(
    near: tuple[tuple[int, ...], ...], roads: tuple[tuple[int, ...], ...], forest: int, pace: int
) -> tuple[Net, Net, Net]:
    """What a square of a shortcut, a point of a movement and one of a ride reach: a ride leads into forest along a road
    only, and so much further than a point off the road one goes on it (sections `movement`, `horse`)."""
    along = Net(roads)
    far = [tuple(bits(along.reach(number, pace))) for number in range(len(near))]
    walk = [(*ones, *more) for ones, more in zip(near, far, strict=True)]
    ride = [(*(one for one in ones if not forest >> one & 1), *more) for ones, more in zip(near, far, strict=True)]
    return Net(near), Net(walk), Net(ride)


def _nearest(far: tuple[int, ...], castles: int) -> tuple[int, ...]:
    """The castles that no other is nearer than."""
    least = min(far[castle] for castle in bits(castles))
    return tuple(castle for castle in bits(castles) if far[castle] == least)


world: Final = Once(World)
"""The world of a game, and of how many decks: ``world(game, 2)``."""
