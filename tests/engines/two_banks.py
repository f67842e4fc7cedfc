"""Two Banks: the toy game (`tests/toy`) with everything that the kernel offers, for games that come from elsewhere.

A round: the weather is drawn; East walks and pushes, West walks and shouts. Who is pushed or shouted at goes back along the
lane, tired, beyond his village to the bench. Whoever stands alone on the crossing after the last round wins.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pnp.engines.base import (
    Act,
    Agenda,
    Agent,
    Ask,
    Chart,
    Drafting,
    Event,
    Facts,
    Grid,
    Move,
    Needs,
    Option,
    Outcome,
    Place,
    PositionError,
    Roll,
    Seat,
    Seats,
    Task,
    Trace,
    die,
    grid,
    modifier,
    odds,
    parameter,
)
from pnp.model.game import Game
from pnp.model.rules import Position

FACTS: Final = Facts(
    least=2,
    most=2,
    chance=True,
    longest=200,
    options=(Option(id="truce", says="Whether the game begins with a truce", choices=("yes", "no"), default="yes"),),
    tallies=("back", "walked"),
    round="round",
)
NEEDS: Final = Needs(
    tables={"shove": ("1-2", "1-1", "2-1"), "shouting": ("steps",)},
    modifiers={"shove": ("stubborn",)},
    cells={"shove": r"-|[BP]\d", "shouting": r"\d+"},
    parameters=("truce",),
    attributes=("push", "steps", "traits", "crossing", "mood"),
    groups=("easterners", "westerners"),
    decks=("weather",),
    boards=("map",),
    zones=("bench",),
    flags=("no-end",),
    tracks=("rounds",),
    phases=("walking", "pushing", "west-walking"),
    sides=("east", "west"),
    supplies=("die",),
)
AGENTS: Final[Mapping[str, Agent]] = {}

END: Final = Move("end")
BENCH, AWAY = "bench", "away"
WALK: Final = {"walking": "east", "west-walking": "west"}


class Villager(NamedTuple):
    """A counter as the rules see it."""

    id: str
    side: str
    push: int
    steps: int
    stubborn: bool


@dataclass(frozen=True, eq=False)
class World:
    """What is read of the game. One world is read for a play, so it is compared by being the same."""

    villagers: tuple[Villager, ...]  # copies one by one
    ways: tuple[tuple[str, tuple[str, ...]], ...]
    lane: tuple[str, ...]  # from East to West
    crossing: str
    narrow: frozenset[str]  # where there is room for one to end his walk
    home: tuple[tuple[int, str], ...]  # rounds in which a counter comes home
    last: int
    cards: tuple[tuple[str, int, str], ...]  # id, pushes, mood
    shove: tuple[Grid, Chart, int]
    shout: tuple[Chart, tuple[int, ...]]


class State(NamedTuple):
    """Everything on the table. `open` follows from the rest."""

    world: World
    agenda: tuple[Task, ...]
    open: tuple[Any, ...]
    where: tuple[str, ...]
    tired: frozenset[int]
    done: frozenset[int]  # who has walked or shouted in this turn
    deck: tuple[int, ...]
    spent: tuple[int, ...]
    weather: int
    pushes: int
    truce: int
    round: int


class Draft(Drafting):
    """A state that is being changed."""

    def __init__(self, state: State) -> None:
        for name, value in zip(State._fields, state, strict=True):
            setattr(self, name, value)
        self.agenda: list[Task] = list(state.agenda)
        self.where: list[str] = list(state.where)
        self.deck, self.spent = list(state.deck), list(state.spent)
        self.events: list[Event] = []

    world: World
    open: tuple[Any, ...]
    tired: frozenset[int]
    done: frozenset[int]
    weather: int
    pushes: int
    truce: int
    round: int

    def freeze(self) -> State:
        values = {name: getattr(self, name) for name in State._fields}
        lists = ("agenda", "where", "deck", "spent")
        return State(**values | {name: tuple(values[name]) for name in lists})


# The steps.


def _round(draft: Draft) -> None:
    world = draft.world
    if draft.round == world.last:
        return
    draft.round += 1
    draft.say("round", f"track/rounds/{draft.round}", value=str(draft.round))
    for number, id in world.home:
        coming = [n for n, one in enumerate(world.villagers) if one.id == id and draft.where[n] == AWAY]
        if number == draft.round and coming:
            _home(draft, coming[0])
    if not sum(draft.deck):
        draft.deck, draft.spent = draft.spent, draft.deck
    sides = (
        *_turn("walking"),
        Task("pushing"),
        Task("rest", ("east",)),
        *_turn("west-walking"),
        Task("rest", ("west",)),
    )
    draft.then(Task("weather"), *sides, Task("clear"), Task("round"))


def _turn(phase: str) -> tuple[Task, ...]:
    return Task("fresh"), Task("walk", (phase,))


def _home(draft: Draft, villager: int) -> None:
    world = draft.world
    draft.where[villager] = world.lane[0 if world.villagers[villager].side == "east" else -1]
    draft.say("home", f"counter/{world.villagers[villager].id}", f"space/{draft.where[villager]}")


def _sky(draft: Any) -> tuple[tuple[Move, int], ...]:
    cards = zip(draft.world.cards, draft.deck, strict=True)
    return tuple((Move("draw", (card[0],)), count) for card, count in cards if count)


def _weather(draft: Draft, move: Move) -> None:
    draft.weather = next(n for n, card in enumerate(draft.world.cards) if card[0] == move.args[0])
    draft.deck[draft.weather] -= 1
    draft.pushes = draft.world.cards[draft.weather][1]
    draft.say("weather", f"card/{move.args[0]}")


def _fresh(draft: Draft) -> None:
    draft.done = frozenset()


def _clear(draft: Draft) -> None:
    draft.spent[draft.weather] += 1
    draft.weather = -1


def _rest(draft: Draft, side: str) -> None:
    """A side's tired villagers recover; those on the bench go home."""
    mine = frozenset(n for n, one in enumerate(draft.world.villagers) if one.side == side)
    for villager in sorted(mine):
        if draft.where[villager] == BENCH and villager not in draft.tired:
            _home(draft, villager)
    draft.tired -= mine


def _active(draft: Any, side: str) -> Iterator[tuple[int, Villager]]:
    for number, one in enumerate(draft.world.villagers):
        there = draft.where[number] not in (BENCH, AWAY)
        if one.side == side and there and number not in draft.tired and number not in draft.done:
            yield number, one


def _walks(draft: Any, phase: str) -> tuple[Move, ...]:
    side = WALK[phase]
    found = {END: None}
    for number, one in _active(draft, side):
        here = draft.where[number]
        found |= {Move("walk", (one.id, here, there)): None for there in _reach(draft, here, one.steps)}
        if side == "west":
            near = (other.id for _, other in _beside(draft, here, "east"))
            found |= {Move("shout", (one.id, other)): None for other in near}
    return tuple(found) if len(found) > 1 else ()


def _reach(draft: Any, start: str, steps: int) -> tuple[str, ...]:
    """Boxes that a villager may end his walk in. In cross weather nobody goes over the crossing."""
    ways, edge, seen = dict(draft.world.ways), [start], {start: None}
    cross = draft.weather >= 0 and draft.world.cards[draft.weather][2] == "cross"
    for _ in range(steps):
        edge = [there for here in edge for there in ways[here] if there not in seen]
        edge = [there for there in edge if not (cross and there == draft.world.crossing)]
        seen |= dict.fromkeys(edge)
    free = (box for box in seen if box not in draft.world.narrow or box not in draft.where)
    return tuple(box for box in free if box != start)


def _beside(draft: Any, here: str, side: str) -> Iterator[tuple[int, Villager]]:
    ways = dict(draft.world.ways)
    for number, one in enumerate(draft.world.villagers):
        if one.side == side and draft.where[number] in ways[here]:
            yield number, one


def _walk(draft: Draft, move: Move, phase: str) -> None:
    if move == END:
        return
    draft.then(Task("walk", (phase,)))
    if move.verb == "shout":
        _shout(draft, move)
        return
    id, here, there = move.args
    number = next(n for n, one in _active(draft, WALK[phase]) if one.id == id and draft.where[n] == here)
    draft.where[number] = there
    draft.done |= {number}
    draft.say("walked", f"counter/{id}", f"space/{there}")


def _shout(draft: Draft, move: Move) -> None:
    loud, other = next(
        (number, found)
        for number, one in _active(draft, "west")
        for found, near in _beside(draft, draft.where[number], "east")
        if (one.id, near.id) == move.args
    )
    draft.done |= {loud}
    chart, steps = draft.world.shout
    row = chart.columns.index(chart.column(draft.world.villagers[loud].push))
    draft.say("shouted", f"counter/{move.args[0]}", f"cell/shouting/steps/{chart.columns[row]}")
    _back(draft, other, steps[row])


def _back(draft: Draft, villager: int, boxes: int) -> None:
    """A villager goes back along the lane, beyond its end to the bench."""
    if not boxes:
        return
    lane = draft.world.lane
    way = lane if draft.world.villagers[villager].side == "west" else lane[::-1]
    at = way.index(draft.where[villager]) + boxes
    draft.where[villager] = way[at] if at < len(way) else BENCH
    draft.tired |= {villager}
    draft.say("back", f"counter/{draft.world.villagers[villager].id}", f"space/{draft.where[villager]}")


def _pushes(draft: Any) -> tuple[Move, ...]:
    if draft.round <= draft.truce or not draft.pushes:
        return ()
    pairs = (
        (one.id, other.id) for n, one in _active(draft, "east") for _, other in _beside(draft, draft.where[n], "west")
    )
    found = dict.fromkeys(Move("push", pair) for pair in pairs)
    return (END, *found) if found else ()


def _push(draft: Draft, move: Move) -> None:
    if move == END:
        return
    draft.pushes -= 1
    pair = next(
        (n, found)
        for n, one in _active(draft, "east")
        for found, near in _beside(draft, draft.where[n], "west")
        if (one.id, near.id) == move.args
    )
    draft.say("pushed", *(f"counter/{id}" for id in move.args), "step/choose")
    draft.then(Task("roll", pair), Task("pushing"))


def _dice(draft: Any, one: int, other: int) -> tuple[tuple[Move, int], ...]:
    return die(())


def _roll(draft: Draft, move: Move, one: int, other: int) -> None:
    table, chart, stubborn = draft.world.shove
    pusher, pushed = draft.world.villagers[one], draft.world.villagers[other]
    net = int(move.args[0]) + (stubborn if pushed.stubborn else 0)
    column = chart.column(Fraction(pusher.push, max(pushed.push, 1)))
    result = table.cell(column, net)
    used = ("modifier/shove/stubborn",) if pushed.stubborn else ()
    draft.say("shoved", table.ref(column, net), "step/roll", *used, value=result)
    if result != "-":
        _back(draft, one if result[0] == "B" else other, int(result[1:]))


def _side_of(draft: Any, phase: str) -> Seat:
    return WALK[phase]


AGENDA: Final = Agenda[Draft](
    (
        Act("round", _round),
        Roll("weather", _sky, _weather),
        Act("fresh", _fresh),
        Ask("walk", _side_of, _walks, _walk, forced=False),
        Ask("pushing", "east", _pushes, _push),
        Roll("roll", _dice, _roll),
        Act("rest", _rest),
        Act("clear", _clear),
    )
)


# The protocol.


def seats(game: Game, players: int) -> Seats:
    return ("east", "west")


def _world(game: Game) -> World:
    sided = [(group, one) for group, one in game.pieces() if group.id in NEEDS.groups]
    villagers = (
        Villager(one.id, group.side, _number(one.values["push"]), _number(one.values["steps"]), "stubborn" in _set(one))
        for group, one in sided
        for _ in range(one.copies)
    )
    (board,) = game.boards
    flagged = {ground.id for ground in board.terrains if "no-end" in ground.flags}
    track = next(track for track in game.tracks if track.id == "rounds")
    cards = (card for deck in game.decks if deck.id == "weather" for card in deck.cards)
    shouting = next(table for table in game.tables if table.id == "shouting")
    by_row = Chart(
        tuple(Fraction(int(row.key.split("-")[0].rstrip("+"))) for row in shouting.rows),
        tuple(row.key for row in shouting.rows),
    )
    return World(
        tuple(villagers),
        tuple((box.id, box.to) for box in board.spaces),
        board.routes[0].through,
        next(box.id for box in board.spaces if box.values.get("crossing") is True),
        frozenset(box.id for box in board.spaces if box.terrain in flagged),
        tuple((event.at, event.piece) for event in track.events if event.piece),
        track.last,
        tuple((card.id, _number(card.values.get("push") or 0), str(card.values.get("mood"))) for card in cards),
        (grid(game, "shove"), odds(game, "shove"), modifier(game, "shove", "stubborn")),
        (by_row, tuple(int(row.cells[0]) for row in shouting.rows)),
    )


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _set(counter: Any) -> tuple[str, ...]:
    traits: tuple[str, ...] = counter.values.get("traits", ())
    return traits


def _empty(game: Game) -> State:
    world = _world(game)
    deck = next(deck for deck in game.decks if deck.id == "weather")
    copies, none = tuple(card.copies for card in deck.cards), (0,) * len(deck.cards)
    away, nobody = (AWAY,) * len(world.villagers), frozenset[int]()
    return State(world, (), (), away, nobody, nobody, copies, none, -1, 0, parameter(game, "truce"), 0)


def setup(game: Game, seats: Seats, options: Mapping[str, str]) -> State:
    draft = Draft(_empty(game))
    for placement in game.setup.placements if game.setup else ():
        for _ in range(placement.count):
            _put(draft, placement.piece, placement.at, placement.face)
    if options["truce"] == "no":
        draft.truce = 0
    draft.agenda = [Task("round")]
    state: State = AGENDA.advance(draft)[0]
    return state


def _put(draft: Draft, id: str, place: str | None, face: str) -> None:
    """Puts a villager who is still away somewhere. Other counters lie where the rules put them."""
    waiting = (n for n, one in enumerate(draft.world.villagers) if one.id == id and draft.where[n] == AWAY)
    number = next(waiting, None)
    if number is not None and place:
        draft.where[number] = place
        draft.tired |= {number} if face == "back" else set()


def turn(state: State) -> Seats:
    return AGENDA.turn(state)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    return state.open if turn(state) == (seat,) else ()


def chances(state: State) -> tuple[tuple[Move, int], ...]:
    return state.open if turn(state) == ("chance",) else ()


def play(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    return AGENDA.play(Draft(state), move)


def view(state: State, seat: Seat) -> Hashable:
    return state


def supply(state: State) -> Mapping[tuple[str, Place], int]:
    held: dict[tuple[str, Place], int] = {}
    for number, (one, where) in enumerate(zip(state.world.villagers, state.where, strict=True)):
        key = one.id, Place(where, one.side, face="back" if number in state.tired else "front")
        held[key] = held.get(key, 0) + 1
    for number, card in enumerate(state.world.cards):
        held[card[0], Place("deck", face="back")] = state.deck[number]
        held[card[0], Place("spent")] = state.spent[number]
        held[card[0], Place("weather")] = int(number == state.weather)
    return held


def result(state: State) -> Outcome | None:
    if state.agenda:
        return None
    there = zip(state.world.villagers, state.where, strict=True)
    sides = {one.side for one, where in there if where == state.world.crossing}
    return Outcome("bridge", tuple(sides)) if len(sides) == 1 else Outcome("quarrel")


def position(game: Game, position: Position) -> State:
    phases = {
        "walking": Task("walk", ("walking",)),
        "pushing": Task("pushing"),
        "west-walking": Task("walk", ("west-walking",)),
    }
    if position.phase not in phases:
        raise PositionError(f"nothing is decided in the phase '{position.phase}'", position)
    draft = Draft(_empty(game))
    for stack in position.stacks:
        if stack.held:
            raise PositionError("nobody is held captive here", stack)
        for _ in range(stack.count):
            _put(draft, stack.piece, stack.at, stack.face)
    settings = dict(setting.split("=", 1) for setting in position.settings)
    draft.truce = int(settings.get("truce", draft.truce))
    draft.round, draft.pushes = position.turn, 1
    side = "west" if position.phase == "west-walking" else "east"
    draft.agenda = [Task("rest", (side,)), phases[position.phase]]
    state: State = AGENDA.advance(draft)[0]
    return state


def fact(trace: Trace, key: str) -> str | None:
    """Where a villager is, how the last push went, or the round."""
    shoved = [event.value for event in trace.events if event.what == "shoved"]
    if key in ("shoved", "round"):
        return str(trace.last.round) if key == "round" else (shoved or ["-"])[-1]
    villagers = zip(trace.last.world.villagers, trace.last.where, strict=True)
    places = [where for one, where in villagers if one.id == key]
    return "+".join(sorted(places)) or None


def show(state: State, seat: Seat | None = None) -> str:
    def line(box: str) -> str:
        names = sorted(one.id for one, where in zip(state.world.villagers, state.where, strict=True) if where == box)
        return f"{box}: {' '.join(names)}".rstrip()

    return "\n".join((f"round {state.round}", *map(line, (*state.world.lane, BENCH))))
