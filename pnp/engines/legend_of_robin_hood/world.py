"""The printed game, compiled once: pieces, boxes and tables as numbers and bit sets, so that a rule is a few operations.

A piece is a number from 0; a set of pieces is an int with a bit for each. A place is a number too: first the boxes of the
map, then the spaces of the Turn Record, then the bag of Travelers, the dead, and what lies aside. Nothing here changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from types import MappingProxyType
from typing import Final

from pnp.engines.base import Chart, Grid, Move, Once, bag, bits, die, grid, modifier, odds, parameter, ranges
from pnp.model.board import Board
from pnp.model.game import Game
from pnp.model.pieces import Counter
from pnp.records import dataclass

SEATS = ("robin", "sheriff")
ROBIN, SHERIFF = 0, 1
SIDES = ("outlaws", "sheriff")
UNITS = (("outlaw-units",), ("sheriff-units",))
LEADERS = (("outlaw-leaders",), ("sheriff-leaders",))
GRIDS = (
    "archery",
    "melee",
    "recruitment",
    "tax",
    "random-event",
    "traveler-type",
    "arrival-box",
    "merry-men-return",
    "fate",
    "capture",
    "secret-passage",
    "recognition",
)
MODIFIERS = MappingProxyType(
    {"archery": ("cover", "robin-hood"), "melee": ("stronghold", "attacking-leader", "defending-leader")}
)
MARKERS = ("looted", "discovered", "taxed", "captive", "held", "wounded", "contest", "married", "game-turn")
PARAMETERS = (
    "loot",
    "safe-conduct",
    "hanging-turns",
    "wedding-turns",
    "traveler-boxes",
    "passage-merry-men",
    "passage-leaders",
    "men-at-arms-return",
    "men-at-arms-each-turn",
    "wound-turns",
    "contest-delay",
    "contest-leaders",
    "contest-no-prince",
    "contest-prize",
    "contest-absent-gain",
    "contest-absent-loss",
    "contest-extra-loss",
    "contest-dispersal",
    "conditions-needed",
    "sheriff-poor",
    "robin-rich",
)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A Leader who comes to the map during play."""

    piece: int
    turn: int
    where: str
    joined: bool
    party: int
    row: str  # of the table of arrivals


class World:
    """Everything of the printed game that the rules read. Two worlds are the same only if they are one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.board: Board = next(board for board in game.boards if board.id == "map")
        self.last = next(track.last for track in game.tracks if track.id == "turn-record")
        self._pieces()
        self._boxes()
        self._numbers()
        self._arrivals()

    def _pieces(self) -> None:
        self.kind: tuple[str, ...] = tuple(counter.id for _, counter in self._counters() for _ in range(counter.copies))
        self.counter: dict[str, Counter] = {counter.id: counter for _, counter in self._counters()}
        self.of: dict[str, int] = {id: bag(i for i, kind in enumerate(self.kind) if kind == id) for id in self.counter}
        groups = {group.id: bag(self._in(group.id)) for group in self.game.counters}
        self.units = tuple(sum(groups[id] for id in ids) for ids in UNITS)
        self.leaders = tuple(sum(groups[id] for id in ids) for ids in LEADERS)
        self.side = (self.units[0] | self.leaders[0], self.units[1] | self.leaders[1])
        self.travelers = groups["travelers"]
        self.all_units = self.units[0] | self.units[1]
        self.all_leaders = self.leaders[0] | self.leaders[1]
        self.movement = self._values("movement")
        self.archery = self._values("archery")
        self.melee = self._values("melee")
        self.duel = self._values("personal-combat")
        self.command = self._values("command")
        self.outlaw_leader = {piece: n for n, piece in enumerate(bits(self.leaders[0]))}
        self.coins = tuple(sorted(self._coins(), reverse=True))  # worth, counter, copies; the greatest first
        self.cref = tuple(f"counter/{kind}" for kind in self.kind)

    def _counters(self) -> Iterator[tuple[str, Counter]]:
        wanted = {"outlaw-leaders", "outlaw-units", "sheriff-leaders", "sheriff-units", "travelers"}
        return ((group.id, counter) for group, counter in self.game.pieces() if group.id in wanted)

    def _coins(self) -> Iterator[tuple[int, str, int]]:
        for _, counter in self.game.pieces():
            worth = counter.values.get("worth")
            if isinstance(worth, int):
                yield worth, counter.id, counter.copies

    def _in(self, group: str) -> Iterator[int]:
        kinds = {counter.id for id, counter in self._counters() if id == group}
        return (i for i, kind in enumerate(self.kind) if kind in kinds)

    def _values(self, attribute: str) -> tuple[int, ...]:
        values = (self.counter[kind].values.get(attribute) for kind in self.kind)
        return tuple(value if isinstance(value, int) else 0 for value in values)

    def value(self, piece: int, attribute: str) -> int:
        value = self.counter[self.kind[piece]].values.get(attribute)
        return value if isinstance(value, int) else 0

    def having(self, attribute: str, word: str) -> int:
        """The pieces whose attribute is, or holds, a word."""
        chosen = []
        for i, kind in enumerate(self.kind):
            value = self.counter[kind].values.get(attribute, "")
            if value == word or (isinstance(value, tuple | frozenset) and word in value):
                chosen.append(i)
        return bag(chosen)

    def _boxes(self) -> None:
        spaces = self.board.spaces
        self.box: dict[str, int] = {space.id: i for i, space in enumerate(spaces)}
        self.named: dict[str, int] = {space.name: i for i, space in enumerate(spaces)}
        self.boxes = len(spaces)
        self.id = tuple(space.id for space in spaces)
        self.sref = tuple(f"space/{space.id}" for space in spaces)
        self.adjacent = tuple(tuple(self.box[id] for id in space.to) for space in spaces)
        terrains = {terrain.id: terrain for terrain in self.board.terrains}
        self.cost = tuple(int(terrains[space.terrain].cost) for space in spaces)
        flag = {id: self._flagged(id) for id in FLAGS}
        self.cover, self.hide, self.wets = flag["cover"], flag["hide"], flag["wets-bows"]
        self.no_archery, self.stout, self.stormed = flag["no-archery"], flag["stout"], flag["stormed"]
        self.towns, self.villages = flag["muster"], flag["tax"]
        self.bridges = flag["no-end"]
        self.keeps, self.castles, self.forests = self._ground("keep"), self._ground("castle"), self._ground("forest")
        self.road = {int(s.code): i for i, s in enumerate(spaces) if s.terrain == "road" and s.code.isdigit()}
        self.lettered = {space.code: i for i, space in enumerate(spaces) if space.code.isalpha()}
        self.no_end = self.bridges | frozenset(self.road.values())
        self.outside: dict[int, int] = {}
        self.passage: dict[int, str] = {}
        for passage in self.board.passages:
            a, b = (self.box[id] for id in passage.between)
            keep, outside = (a, b) if a in self.keeps else (b, a)
            self.outside[keep] = outside
            self.passage[keep] = f"passage/{passage.id}"
        self.inside = {outside: keep for keep, outside in self.outside.items()}
        self.green = self.box["nottingham-green"]
        self.routes = {
            self.box[route.through[0]]: tuple(self.box[id] for id in route.through) for route in self.board.routes
        }
        self.track = self.boxes - 1  # place of Game-Turn n is track + n
        self.bag, self.dead, self.aside = (self.track + self.last + n for n in (1, 2, 3))
        self.places = self.aside + 1
        self.resting = bag(self.no_end)  # where no march may end
        self.fords = bag(self.wets)
        # Where a step may lead, Outlaws' ways out of Keeps included.
        self.ways = tuple(
            (*self.adjacent[box], *((self.outside[box],) if box in self.outside else ())) for box in range(self.boxes)
        )
        self.steps = (self._steps(self.ways), self._steps(self.adjacent))
        self.anywhere = (1 << self.boxes) - 1
        self.to = tuple(Move("to", (id,)) for id in self.id)
        self.into = (self._into(self.ways), self._into(self.adjacent))

    def _steps(self, ways: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        """Where a step leads from each box, as a set that is wider than the map: what costs two points stands a map's
        width further on, and so forth."""
        return tuple(bag(near + (self.cost[near] - 1) * self.boxes for near in there) for there in ways)

    def _into(self, ways: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        """From which boxes a step leads to each."""
        return tuple(bag(here for here in range(self.boxes) if box in ways[here]) for box in range(self.boxes))

    def _flagged(self, flag: str) -> frozenset[int]:
        with_it = {terrain.id for terrain in self.board.terrains if flag in terrain.flags}
        return frozenset(i for i, space in enumerate(self.board.spaces) if space.terrain in with_it)

    def _ground(self, terrain: str) -> frozenset[int]:
        return frozenset(i for i, space in enumerate(self.board.spaces) if space.terrain == terrain)

    def _numbers(self) -> None:
        game = self.game
        self.grid: dict[str, Grid] = {id: grid(game, id) for id in GRIDS}
        self.odds: Chart = odds(game, "melee")
        self.bows: Chart = ranges(game, "archery")
        self.param = {id: parameter(game, id) for id in PARAMETERS}
        self.modifiers = {
            f"modifier/{table}/{id}": modifier(game, table, id) for table, ids in MODIFIERS.items() for id in ids
        }
        self.never = {word: self.having("never", word) for word in ("fights", "hanged", "modifies", "murdered")}
        self.can = {word: self.having("abilities", word) for word in ABILITIES}
        # For whom Held markers are kept: who can be hanged, and the bride (sections `hanging`, `guys-wedding`).
        self.tallied = self.leaders[0] & (~self.never["hanged"] | self.of["maid-marion"])
        self.by_duel = self.having("joins", "by-duel")
        self.by_calendar = self.having("returns", "by-calendar")
        self.by_roll = self.having("returns", "by-roll")
        self.robin, self.marion = self.piece("robin-hood"), self.piece("maid-marion")
        self.richard, self.john = self.piece("king-richard"), self.piece("prince-john")
        self.guy, self.nottingham = self.piece("sir-guy"), self.piece("sheriff-of-nottingham")
        self.tuck, self.alan = self.piece("friar-tuck"), self.piece("alan-a-dale")
        self.sides = next(len(supply.faces) for supply in game.supplies if supply.id == "dice")
        # Of each throw: its outcomes, made once.
        self.dice: dict[tuple[str, ...], tuple[tuple[Move, int], ...]] = {}

    def piece(self, kind: str) -> int:
        """The one piece of a kind."""
        return self.of[kind].bit_length() - 1

    def throw(self, *what: str) -> tuple[tuple[Move, int], ...]:
        """The outcomes of a die thrown for something."""
        if what not in self.dice:
            self.dice[what] = die(what, self.sides)
        return self.dice[what]

    def _arrivals(self) -> None:
        """Leaders in the order in which they come (section `arrivals`), each with the Units preset beside him."""
        track = next(track for track in self.game.tracks if track.id == "turn-record")
        table = next(table for table in self.game.tables if table.id == "arrivals")
        columns = [column.id for column in table.columns]
        printed = {row.key: dict(zip(columns, row.cells, strict=True)) for row in table.rows}
        presets = [event for event in track.events if event.piece]
        order = sorted(
            (event for event in presets if self.of[event.piece or ""] & self.all_leaders),
            key=lambda event: self.value(self.piece(event.piece or ""), "arrives"),
        )
        days = {int(event.at) for event in order}
        free = {kind: list(self._unplaced(kind)) for kind in self.counter}
        party: dict[int, int] = dict.fromkeys(days, 0)
        self.preset: dict[int, int] = {}  # piece → Game-Turn, reinforcements and retinues
        for event in presets:
            if self.of[event.piece or ""] & self.all_units:
                for _ in range(event.count):
                    piece = free[event.piece or ""].pop(0)
                    self.preset[piece] = int(event.at)
                    if event.at in days:
                        party[int(event.at)] |= 1 << piece
        self.arrivals = tuple(
            Arrival(
                self.piece(event.piece or ""),
                int(event.at),
                printed[self.counter[event.piece or ""].name]["box"],
                printed[self.counter[event.piece or ""].name]["recruited"] == "yes",
                party[int(event.at)],
                self.counter[event.piece or ""].name,
            )
            for event in order
        )
        self.retinue = sum(arrival.party for arrival in self.arrivals)

    def _unplaced(self, kind: str) -> list[int]:
        """The copies of a kind that the set-up leaves for later."""
        setup = self.game.setup
        placed = sum(p.count for p in setup.placements if p.piece == kind) if setup else 0
        return list(bits(self.of[kind]))[placed:]

    @cached_property
    def near_green(self) -> tuple[int, ...]:
        """The forest boxes to which the Outlaws may melt away (section `contest-dispersal`)."""
        far = {self.green: 0}
        ring = [self.green]
        for step in range(1, self.param["contest-dispersal"] + 1):
            ring = [
                box for here in ring for box in self.adjacent[here] if box not in far and not far.update({box: step})
            ]
        return tuple(box for box in sorted(far) if box in self.forests)


FLAGS = ("cover", "hide", "travelers", "tax", "muster", "no-end", "wets-bows", "no-archery", "stout", "stormed")
ABILITIES = ("disguise", "enters-passage", "recruits-leaders", "recruits-merry-men", "steadies-bows", "weds")


def number(text: str) -> int | None:
    """The first whole number in a printed text."""
    found = re.search(r"\d+", text)
    return int(found.group()) if found else None


world: Final = Once(World)
"""The world of a game."""
