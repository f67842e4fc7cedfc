"""What must hold in every game, whatever its rules: laws over any engine, looked at while a game is played at random.

A law looks at one moment of a play and says in a sentence what is wrong. `watch` plays one game under all of them. A broken
law is told with the seed and every move, as a play file that comes to the same moment again.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final, TypeVar, cast

from pnp.engines.base import (
    CHANCE,
    Engine,
    Event,
    Facts,
    Hiding,
    Kind,
    Move,
    NotationError,
    Place,
    Seat,
    Seats,
    State,
    find,
    parse,
)
from pnp.model.game import Game
from pnp.play.playout import EngineError, Made, dice, pick, told
from pnp.play.record import write
from pnp.records import dataclass

Open = Mapping[Seat, tuple[Move, ...]]
Supply = Mapping[tuple[Kind, Place], int]
T = TypeVar("T")


class BrokenError(Exception):
    """A law was broken: which one, what is wrong, the kind of piece that it is about if it is about one, and the play so far
    as a play file."""

    def __init__(self, law: str, says: str, kind: Kind, play: str) -> None:
        super().__init__(f"the law '{law}' is broken: {says}\n{play}")
        self.law, self.says, self.kind, self.play = law, says, kind, play


@dataclass(frozen=True, slots=True)
class Stock:
    """How many there are of each kind: as printed or listed by the game, and as the first state has them."""

    printed: Mapping[Kind, int]
    first: Mapping[Kind, int]
    accounts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A state in the middle of a play, and what the engine says of it."""

    engine: Engine
    seats: Seats
    stock: Stock
    state: State
    turn: Seats
    open: Open
    supply: Supply
    chances: tuple[tuple[Move, int], ...]
    luck: Random
    """For laws that try something out."""


Fault = tuple[str, Kind]
"""What is wrong, and with which kind of piece; '' for none."""

Law = Callable[[Moment], Iterator[Fault]]


def sets(facts: Facts, options: Mapping[str, str]) -> int:
    """How many copies of every deck a game with these options takes."""
    return max((option.sets.get(options[option.id], 1) for option in facts.options), default=1)


def printed(game: Game, sets: int = 1) -> dict[Kind, int]:
    """How many there are of each counter, card and supply, of a game with so many copies of every deck."""
    kinds = {counter.id: counter.copies for _, counter in game.pieces()}
    kinds |= {card.id: card.copies * sets for deck in game.decks for card in deck.cards}
    return kinds | {supply.id: supply.count for supply in game.supplies}


def sums(supply: Supply) -> dict[Kind, int]:
    """How many there are of each kind, wherever they are."""
    total = Tally[Kind]()
    for (kind, _), count in supply.items():
        total[kind] += count
    return dict(total)


# The laws of a moment.


def over(now: Moment) -> Iterator[Fault]:
    """A game is over exactly when it has a result, and then nobody has a move; before, everybody in `turn` has one."""
    result = now.engine.result(now.state)
    if (result is None) != bool(now.turn):
        yield f"`turn` is {now.turn} and `result` {result}", ""
    if now.turn != CHANCE and now.turn != tuple(seat for seat in dict.fromkeys(now.turn) if seat in now.seats):
        yield f"`turn` is {now.turn}, and the seats are {now.seats}", ""
    for seat in now.seats:
        if bool(now.open[seat]) != (seat in now.turn):
            yield f"'{seat}' has {len(now.open[seat])} moves while `turn` is {now.turn}", ""
    if result and not set(result.winners) <= set(now.seats):
        yield f"the winners {result.winners} are not all seats", ""


def weights(now: Moment) -> Iterator[Fault]:
    """Chance has outcomes exactly when it is its turn, each of a whole weight above nothing."""
    if bool(now.chances) != (now.turn == CHANCE):
        yield f"chance has {len(now.chances)} outcomes while `turn` is {now.turn}", ""
    for move, weight in now.chances:
        if type(weight) is not int or weight < 1:
            yield f"'{move}' has the weight {weight!r}", ""


def notation(now: Moment) -> Iterator[Fault]:
    """Open moves differ, and each prints, is parsed back, and is found among the others."""
    for seat, moves in (*now.open.items(), (CHANCE[0], tuple(move for move, _ in now.chances))):
        if len(set(moves)) < len(moves):
            twice = next(move for move, count in Tally(moves).items() if count > 1)
            yield f"'{twice}' is open twice for '{seat}'", ""
        for move in moves:
            if not _found(move, moves):
                yield f"'{move}' of '{seat}' is not found by what it prints", ""


def _found(move: Move, moves: tuple[Move, ...]) -> bool:
    try:
        return parse(str(move)) == move == find(str(move), moves)
    except NotationError:
        return False


def supply(now: Moment) -> Iterator[Fault]:
    """Nothing comes from nowhere or goes there, nothing is less than nothing, and there is no more than is printed."""
    for (kind, place), count in now.supply.items():
        if count < 0:
            yield f"there are {count} '{kind}' at {place}", kind
    total = sums(now.supply)
    for kind in sorted(total.keys() | now.stock.first.keys()):
        have, had = total.get(kind, 0), now.stock.first.get(kind, 0)
        if have != had:
            yield f"there are {have} '{kind}', and {had} at the start", kind


def demand(now: Moment) -> Iterator[Fault]:
    """No more pieces are in use than the game has. What lies in accounts alone may be written down instead."""
    kept = {kind for kind, place in now.supply if place.zone not in now.stock.accounts}
    for kind, count in sums(now.supply).items():
        there = now.stock.printed.get(kind)
        if there is None and kind in kept:
            yield f"'{kind}' is neither a counter, a card nor a supply of the game", kind
        elif there is not None and count > there:
            yield f"{count} '{kind}' are in use, and the game has {there}", kind


def values(now: Moment) -> Iterator[Fault]:
    """States and views are values: they have a hash, and asking twice gives the same."""
    hash(now.state)
    for seat in now.seats:
        if hash(view := now.engine.view(now.state, seat)) is None or view != now.engine.view(now.state, seat):
            yield f"'{seat}' is given two views of one state", ""


def pure(now: Moment) -> Iterator[Fault]:
    """Playing a move leaves the state as it was, and playing it again gives the same."""
    for seat in now.turn:
        moves = now.open[seat] if now.turn != CHANCE else tuple(move for move, _ in now.chances)
        move, before = any_of(moves, now.luck), hash(now.state)
        first, again = (now.engine.play(now.state, seat, move) for _ in range(2))
        if first != again or hash(first[0]) != hash(again[0]):
            yield f"'{move}' of '{seat}' played twice from one state gives two", ""
        if (
            hash(now.state) != before
            or now.engine.turn(now.state) != now.turn
            or opened(now.engine, now.seats, now.state) != now.open
        ):
            yield f"'{move}' of '{seat}' changes the state from which it is played", ""


def secret(now: Moment) -> Iterator[Fault]:
    """What one seat commits while others do too is not seen by them, nor does it matter who commits first."""
    if len(now.turn) < 2:
        return
    engine, state = now.engine, now.state
    for seat in now.turn:
        first, second = (engine.play(state, seat, any_of(now.open[seat], now.luck))[0] for _ in range(2))
        for other in now.turn:
            if other != seat and engine.view(first, other) != engine.view(second, other):
                yield f"'{other}' sees what '{seat}' commits", ""
            if other != seat and engine.moves(first, other) != now.open[other]:
                yield f"what '{other}' may commit depends on what '{seat}' has committed", ""
    one, two = now.turn[0], now.turn[1]
    mine, others = (any_of(now.open[seat], now.luck) for seat in (one, two))
    forth = engine.play(engine.play(state, one, mine)[0], two, others)[0]
    back = engine.play(engine.play(state, two, others)[0], one, mine)[0]
    if forth != back:
        yield f"it matters whether '{one}' or '{two}' commits first", ""


def hidden(now: Moment) -> Iterator[Fault]:
    """Dealing anew what a seat does not see changes neither its view nor its moves, and loses nothing."""
    if not now.engine.FACTS.hidden:
        return
    engine = cast(Hiding, now.engine)
    for seat in now.seats:
        other = engine.redeal(now.state, seat, now.luck)
        if engine.view(other, seat) != engine.view(now.state, seat):
            yield f"the view of '{seat}' shows what it must not see", ""
        if engine.moves(other, seat) != now.open[seat] or engine.turn(other) != now.turn:
            yield f"the moves of '{seat}' depend on what it must not see", ""
        if sums(engine.supply(other)) != sums(now.supply):
            yield f"dealing anew for '{seat}' changes how many there are", ""


CHEAP: Final[tuple[Law, ...]] = (over, weights)
DEAR: Final[tuple[Law, ...]] = (notation, supply, demand, values, pure, secret, hidden)
LAWS: Final[tuple[Law, ...]] = (*CHEAP, *DEAR)
"""In the order in which they are looked at. The cheap ones are looked at in every state."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that was played under the laws: its players and options, every move, every event, and its last state."""

    seats: Seats
    options: Mapping[str, str]
    moves: tuple[Made, ...]
    events: tuple[Event, ...]
    last: State


def watch(engine: Engine, game: Game, seed: int, every: int = 1, laws: tuple[Law, ...] = LAWS) -> Watched:
    """Plays a game at random and looks at the laws: at the dear ones in one state of `every`. How many play, and with which
    options, follows from the seed too.

    Raises `BrokenError`, and `EngineError` where the engine fails; both tell the seed and the moves.
    """
    luck = dice(seed, 0)
    count = engine.FACTS.least + int(luck.agents.random() * (engine.FACTS.most - engine.FACTS.least + 1))
    options = {option.id: any_of(option.choices, luck.agents) for option in engine.FACTS.options}
    made: list[Made] = []
    seats: Seats = ()
    try:
        seats = engine.seats(game, count)
        first = engine.setup(game, seats, options)
        stock = Stock(printed(game, sets(engine.FACTS, options)), sums(engine.supply(first)), engine.FACTS.accounts)
        events: list[Event] = []
        last = _watched(engine, seats, stock, first, seed, every, laws, made, events)
        watched = Watched(seats, options, tuple(made), tuple(events), last)
        _again(engine, game, watched, first)
    except _BreachError as breach:
        play = write(game, seats, options, made, seed)
        raise BrokenError(breach.law, breach.says, breach.kind, play) from None
    except Exception as fault:
        raise EngineError(f"{told(fault)}\n{write(game, seats, options, made, seed)}", tuple(made)) from fault
    return watched


class _BreachError(Exception):
    def __init__(self, law: str, says: str, kind: Kind = "") -> None:
        super().__init__(law, says)
        self.law, self.says, self.kind = law, says, kind


def _watched(
    engine: Engine,
    seats: Seats,
    stock: Stock,
    state: State,
    seed: int,
    every: int,
    laws: tuple[Law, ...],
    made: list[Made],
    events: list[Event],
) -> State:
    """Plays to the end; the last state. The luck of laws that try things out is not the play's."""
    luck, tries = dice(seed, 0), dice(seed, 1).agents
    while True:
        turn = engine.turn(state)
        open = opened(engine, seats, state)
        whole = not turn or every == 1 or int(tries.random() * every) == 0
        held = engine.supply(state) if whole else {}
        now = Moment(engine, seats, stock, state, turn, open, held, engine.chances(state), tries)
        for law in laws:
            if whole or law in CHEAP:
                for says, kind in law(now):
                    raise _BreachError(law.__name__, says, kind)
        if not turn:
            return state
        seat = turn[int(luck.agents.random() * len(turn))]
        move = pick(now.chances, luck.chance.random()) if turn == CHANCE else any_of(open[seat], luck.agents)
        made.append((seat, move))
        if len(made) > engine.FACTS.longest:
            raise _BreachError("longest", f"the game goes on after {engine.FACTS.longest} moves, its longest")
        state, more = engine.play(state, seat, move)
        events += more


def _again(engine: Engine, game: Game, watched: Watched, first: State) -> None:
    """The same choices make the same game, and the same settings the same start."""
    state = first
    for seat, move in watched.moves:
        state, _ = engine.play(state, seat, move)
    if state != watched.last or hash(state) != hash(watched.last):
        raise _BreachError("same", "the same moves from the same start come to another end")
    other = engine.setup(game, watched.seats, watched.options)
    told, again = ((engine.show(one), engine.supply(one), engine.turn(one)) for one in (first, other))
    if told != again:
        raise _BreachError("same", "the game is set up otherwise the second time")


def opened(engine: Engine, seats: Seats, state: State) -> Open:
    """What each seat may do."""
    return {seat: engine.moves(state, seat) for seat in seats}


def any_of(things: tuple[T, ...], luck: Random) -> T:
    """One of some things, each as likely as another."""
    return things[int(luck.random() * len(things))]
