"""What expressions see of a game: look-ups by id, and pieces whose attributes stand beside their fields."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pnp.diag import suggest
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.model.board import Board, Passage, Placement, River, Route, Space, Terrain
    from pnp.model.game import Game
    from pnp.model.mats import Mat, MatSet
    from pnp.model.pieces import Card, Counter, Deck, Group, Side, Supply
    from pnp.model.tables import Phase, PlayerTurn, Row, Table, Track

T = TypeVar("T")


# What the names of expressions tell of: of which kinds of records nothing may be missing for an answer to be right.
_PIECES: Final = ("counter", "group", "card", "deck", "piece")
_MAP: Final = ("board", "space", "terrain", "river", "route", "passage")
_KINDS: Final = (
    (("piece", "pieces", "pieces_of", "count", "groups", "decks", "figure", "figures", "anatomy"), _PIECES),
    (
        ("space", "spaces", "spaces_of", "terrain", "route", "river", "passage",
         "distance", "within", "board", "boards"), _MAP,
    ),
    (("cell", "tab", "tables", "modifier"), ("table", "row", "column", "modifier", "cell")),
    (("mat", "mats", "mats_of"), ("mat-set", "mat", "mat-space")),
    (("table", "to_table"), ("table.id",)),
    (("roster", "attribute"), ("attribute", "group", "counter")),
    (("example",), ("example.id",)),
    (("places",), ("side.id",)),
    (("track", "tracks", "event", "calendar", "preset"), ("track", "track-event", "counter", "group", "piece")),
    (("placed", "start", "starts", "placements", "treasuries"), ("setup", "placement", "treasury", "place", *_PIECES)),
    (("param", "parameters"), ("parameter",)),
    (("phase", "turns"), ("player-turn", "phase", "step")),
    (("supply", "supplies"), ("supply",)),
    (("side", "sides"), ("side",)),
)  # fmt: skip
_WORD: Final = r"[a-z_]+"


def kinds(text: str) -> frozenset[str]:
    """The kinds of records that the expressions in a text ask about."""
    words = set(re.findall(_WORD, text))
    return frozenset(kind for names, about in _KINDS if words.intersection(names) for kind in about)


class Unknown(LookupError):
    """An expression names what is not there; the message is a sentence, `hint` says what to type."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Spot:
    """A mat's space as expressions see it: the id by which positions know it, and what is printed in it."""

    id: str
    label: str

    def __getattr__(self, name: str) -> Any:
        if name[0] == "_":
            raise AttributeError(name)
        raise Unknown(f"no space of a mat has a '{name}'", suggest(name, self.__slots__))


@cache
def _word(name: str) -> str:
    """An attribute's name in expressions: there are as many as a game declares."""
    return name.replace("-", "_")


class Thing:
    """A record as expressions see it: its fields, then the game's attributes, hyphens as underscores.

    An attribute that the record may carry but has no value for is empty; any other name is `Unknown`.
    """

    __slots__ = ("_may", "_more", "_record", "_values")

    def __init__(self, record: Any, may: frozenset[str], more: Mapping[str, object]) -> None:
        self._record, self._may, self._more = record, may, more
        self._values = {_word(name): value for name, value in record.values.items()}

    def __getattr__(self, name: str) -> Any:
        if name[0] == "_":
            raise AttributeError(name)
        return self._asked(name)

    def _asked(self, name: str) -> Any:
        """What an expression gets: the same without the search that Python makes before."""
        if name in self._values:
            return self._values[name]
        if name in self._more:
            return self._more[name]
        if name in self._may:
            return ""
        try:
            return getattr(self._record, name)
        except AttributeError:
            known = (*self._values, *self._may, *self._more, *type(self._record).__dataclass_fields__)
            # Not which one: a layout asks this of every piece, and is wrong once.
            noun = type(self._record).__name__.lower()
            raise Unknown(f"no {noun} has a '{name}'", suggest(name, known)) from None

    def __str__(self) -> str:
        return str(self._record.id)

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(self._record.id)


class GameView:
    """The names of *Expressions* in `docs/content.md`, over one game."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def names(self) -> dict[str, Any]:
        """Everything that expressions may name."""
        functions: tuple[Callable[..., Any], ...] = (
            self.piece, self.pieces_of, self.count, self.space, self.spaces_of, self.terrain, self.route, self.river,
            self.distance, self.param, self.cell, self.tab, self.modifier, self.track, self.event, self.placed,
            self.start, self.phase, self.supply, self.side, self.within, self.board, self.passage, self.starts,
            self.mat, self.mats_of,
        )  # fmt: skip
        values = {
            "game": self._game.game,
            "sides": self._game.sides,
            "turns": self._game.sequence,
            "groups": self._game.counters,
            "decks": self._game.decks,
            "tables": self._game.tables,
            "tracks": self._game.tracks,
            "boards": self._game.boards,
            "parameters": self._game.parameters,
            "supplies": self._game.supplies,
            "placements": self._game.setup.placements if self._game.setup else (),
            "treasuries": self._game.setup.treasuries if self._game.setup else (),
            "pieces": _Lazy(lambda: tuple(self._pieces.values())),
            "spaces": _Lazy(lambda: tuple(self._spaces.values())),
            "mats": _Lazy(lambda: tuple(self._mats.values())),
        }
        return {function.__name__: function for function in functions} | values

    # Pieces

    @cached_property
    def _may(self) -> Mapping[str, frozenset[str]]:
        owners = ("counter", "card", "space", "mat")
        return {
            owner: frozenset(a.id.replace("-", "_") for a in self._game.attributes if owner in a.of) for owner in owners
        }

    @cached_property
    def _pieces(self) -> Mapping[str, Thing]:
        counters = (self.of_counter(group, counter) for group, counter in self._game.pieces())
        cards = (self.of_card(deck, card) for deck in self._game.decks for card in deck.cards)
        return {str(thing): thing for thing in (*counters, *cards)}

    def of_counter(self, group: Group, counter: Counter) -> Thing:
        """A counter as expressions see it."""
        return Thing(counter, self._may["counter"], {"side": group.side, "group": group.id})

    def of_card(self, deck: Deck, card: Card) -> Thing:
        """A card as expressions see it."""
        return Thing(card, self._may["card"], {"deck": deck.id})

    def piece(self, id: str) -> Thing:
        return _get(self._pieces, id, "counter or card")

    def pieces_of(self, group: str = "", side: str = "", deck: str = "") -> tuple[Thing, ...]:
        wanted = {"group": group, "side": side, "deck": deck}
        self._known_owner(wanted)
        asked = [(key, value) for key, value in wanted.items() if value]
        return tuple(one for one in self._pieces.values() if all(one._more.get(k) == v for k, v in asked))

    def _known_owner(self, wanted: Mapping[str, str]) -> None:
        there = {
            "group": [group.id for group in self._game.counters],
            "side": [side.id for side in self._game.sides],
            "deck": [deck.id for deck in self._game.decks],
        }
        for what, id in wanted.items():
            if id and id not in there[what]:
                raise Unknown(f"there is no {what} '{id}'", suggest(id, there[what]))

    def count(self, id: str = "", group: str = "", side: str = "", deck: str = "") -> int:
        if id:
            return int(self.piece(id).copies)
        return sum(int(one.copies) for one in self.pieces_of(group, side, deck))

    def side(self, id: str) -> Side:
        return _get({one.id: one for one in self._game.sides}, id, "side")

    def supply(self, id: str) -> Supply:
        return _get({one.id: one for one in self._game.supplies}, id, "supply")

    def param(self, id: str) -> int:
        return _get({one.id: one for one in self._game.parameters}, id, "parameter").value

    # Mats

    @cached_property
    def _mats(self) -> Mapping[str, Thing]:
        return {mat.id: self.of_mat(one, mat) for one in self._game.mats for mat in one.mats}

    def of_mat(self, of: MatSet, mat: Mat) -> Thing:
        """A mat as expressions see it."""
        places = tuple(Spot(id, space.label) for id, space in of.places(mat))
        return Thing(mat, self._may["mat"], {"set": of.id, "spaces": places})

    def mat(self, id: str) -> Thing:
        return _get(self._mats, id, "mat")

    def mats_of(self, set: str) -> tuple[Thing, ...]:
        _get({one.id: one for one in self._game.mats}, set, "set of mats")
        return tuple(mat for mat in self._mats.values() if mat.set == set)

    # The map

    @cached_property
    def _spaces(self) -> Mapping[str, Thing]:
        may = self._may["space"]
        return {space.id: Thing(space, may, {}) for board in self._game.boards for space in board.spaces}

    @cached_property
    def _ways(self) -> Mapping[str, tuple[str, ...]]:
        return {space.id: space.to for board in self._game.boards for space in board.spaces}

    def space(self, id: str) -> Thing:
        return _get(self._spaces, id, "space")

    def spaces_of(self, terrain: str) -> tuple[Thing, ...]:
        self.terrain(terrain)
        return tuple(one for one in self._spaces.values() if one.terrain == terrain)

    def terrain(self, id: str) -> Terrain:
        return _get(_by_id(board.terrains for board in self._game.boards), id, "terrain")

    def route(self, id: str) -> Route:
        return _get(_by_id(board.routes for board in self._game.boards), id, "route")

    def river(self, id: str) -> River:
        return _get(_by_id(board.rivers for board in self._game.boards), id, "river")

    def board(self, id: str) -> Board:
        return _get({one.id: one for one in self._game.boards}, id, "map")

    def passage(self, id: str) -> Passage:
        return _get(_by_id(board.passages for board in self._game.boards), id, "passage")

    def distance(self, a: str, b: str) -> int | None:
        """Boxes from a to b by the shortest way, 0 to itself, None where there is no way."""
        self.space(b)
        return self._distances(a).get(b)

    def within(self, a: str, boxes: int, terrain: str = "") -> tuple[Thing, ...]:
        """The spaces at most so many boxes from a, of one terrain if asked."""
        near = (id for id, far in self._distances(a).items() if 0 < far <= boxes)
        return tuple(self._spaces[id] for id in near if not terrain or self._spaces[id].terrain == terrain)

    def _distances(self, a: str) -> Mapping[str, int]:
        self.space(a)
        if a not in self._far:
            self._far[a] = self._walk(a)
        return self._far[a]

    @cached_property
    def _far(self) -> dict[str, Mapping[str, int]]:
        return {}

    def _walk(self, a: str) -> Mapping[str, int]:
        far, queue = {a: 0}, deque([a])
        while queue:
            here = queue.popleft()
            for there in self._ways.get(here, ()):
                if there in self._ways and there not in far:
                    far[there] = far[here] + 1
                    queue.append(there)
        return far

    # Tables and tracks

    def tab(self, id: str) -> Table:
        return _get({one.id: one for one in self._game.tables}, id, "table")

    def cell(self, table: str, column: str, key: str | int) -> str | int:
        """A table's cell by its column's id or name and its row's key, or the die result or number that the key covers."""
        found = self.tab(table)
        columns = {name: number for number, one in enumerate(found.columns) for name in (one.name, one.id)}
        number = _get(columns, column, f"column of '{table}'")
        row = next((row for row in found.rows if covers(row, key)), None)
        if row is None:
            raise Unknown(f"the table '{table}' has no row for '{key}'", suggest(str(key), (r.key for r in found.rows)))
        text = row.cells[number]
        return int(text) if text.lstrip("+-").isdigit() and found.cells == "number" else text

    def modifier(self, table: str, id: str) -> Any:
        return _get({one.id: one for one in self.tab(table).modifiers}, id, f"modifier of '{table}'")

    def track(self, id: str) -> Track:
        return _get({one.id: one for one in self._game.tracks}, id, "track")

    def event(self, track: str, piece: str) -> int:
        """The number of the first box where a piece is preset."""
        self.piece(piece)
        at = next((one.at for one in self.track(track).events if one.piece == piece), None)
        if at is None:
            raise Unknown(f"'{piece}' is not preset on the track '{track}'")
        return at

    def phase(self, id: str) -> Phase | PlayerTurn:
        phases: dict[str, Phase | PlayerTurn] = {one.id: one for turn in self._game.sequence for one in turn.phases}
        return _get(phases | {turn.id: turn for turn in self._game.sequence}, id, "phase")

    # The start

    def placed(self, piece: str) -> tuple[str, ...]:
        return tuple(one.at for one in self.starts(piece) if one.at)

    def starts(self, piece: str) -> tuple[Placement, ...]:
        """A piece's placements at the start."""
        self.piece(piece)
        places = self._game.setup.placements if self._game.setup else ()
        return tuple(one for one in places if one.piece == piece)

    def start(self, side: str) -> int:
        self.side(side)
        treasuries = self._game.setup.treasuries if self._game.setup else ()
        value = next((one.value for one in treasuries if one.side == side), None)
        if value is None:
            raise Unknown(f"the side '{side}' has no treasury in the set-up")
        return value


class _Lazy:
    """A tuple made when first looked at: most expressions never ask for every piece or space."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[], tuple[Any, ...]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Any]:
        return iter(self._make())

    def __len__(self) -> int:
        return len(self._make())

    def __getattr__(self, name: str) -> Any:
        if name[0] == "_":
            raise AttributeError(name)
        raise Unknown(f"a list has no '{name}'", "ask one of it, or each: | map(attribute='" + name + "')")


def covers(row: Row, key: str | int) -> bool:
    """Whether a row's key is this one, or a number or range (``3-5``, ``11+``) that holds it."""
    if str(key) == row.key:
        return True
    if not str(key).lstrip("-").isdigit():
        return False
    number = int(key)
    low, dash, high = row.key.replace("–", "-").partition("-")
    if row.key.endswith("+") and row.key[:-1].isdigit():
        return number >= int(row.key[:-1])
    return bool(dash) and low.isdigit() and high.isdigit() and int(low) <= number <= int(high)


def _by_id(lists: Iterable[Iterable[T]]) -> dict[str, T]:
    return {one.id: one for records in lists for one in records}  # type: ignore[attr-defined]


def _get(known: Mapping[str, T], id: str, what: str) -> T:
    if id in known:
        return known[id]
    raise Unknown(f"there is no {what} '{id}'", suggest(str(id), known))


def space_of(board: Board, id: str) -> Space | None:
    """A board's space by id."""
    return next((space for space in board.spaces if space.id == id), None)
