"""States made and told: the set-up, positions of examples, where everything is, facts, a text diagram."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pnp.engines.base import (
    Answer,
    Cards,
    Kind,
    Place,
    PositionError,
    Seats,
    Stock,
    Task,
    Trace,
    answer,
    kinds,
    more,
    settle,
    whose,
    without,
)
from pnp.engines.legends_of_robin_hood.sequence import AGENDA, PHASES
from pnp.engines.legends_of_robin_hood.state import Draft, State, View
from pnp.engines.legends_of_robin_hood.world import DUNGEON, MAN, World
from pnp.model.rules import Position, Stack


def empty(world: World, seats: Seats) -> State:
    """All in the camp with their men, nothing dealt (section `setup`). Raises `PositionError` for too many men."""
    count, none, nobody = len(seats), world.pack.none, (0,) * len(seats)
    each = count * world.value("band")
    if count * each > world.band:
        message = f"{count} players begin with {each} Merry Men each, and there are {world.band} in all"
        raise PositionError(message, world.game.setup)
    return State(
        world, seats, (), (), None, 0, 0, (world.camp,) * count, (each,) * count, nobody, nobody, (-1,) * count,
        (none,) * count, Stock(world.pack.all, none), none, (0,) * len(world.suits), 0, world.emptyings(count),
    )  # fmt: skip


def start(world: World, seats: Seats) -> State:
    draft = Draft(empty(world, seats))
    draft.then(Task("deal", (0,)))
    state: State = AGENDA.advance(draft)[0]
    return state


# Positions of examples.


def middle(world: World, position: Position) -> State:
    """A moment of a turn, the first character's unless `turn` says whose; of so many `players` and no characters, the set-up.
    Hands are empty unless said; what lies nowhere is the deck, or, where `deck` says what is left of it, the discards.
    Raises `PositionError`."""
    stacks = {stack.piece: stack for stack in position.stacks}
    seats = tuple(hero for hero in world.heroes if hero in stacks)
    if not seats:
        return start(world, world.heroes[: _players(position)])
    draft = Draft(empty(world, seats))
    for seat, hero in enumerate(seats):
        _stand(draft, seat, stacks[hero])
    settle(draft, position, _SETTINGS, _KNOWN)
    _fits(draft, position)
    if position.phase is not None and position.phase not in PHASES:
        raise PositionError(f"no position begins with '{position.phase}': {', '.join(PHASES)}", position)
    whole = (Task("play"), Task("discard", (0,)), Task("fill", (draft.seat,)), Task("end"))
    at = PHASES.index(position.phase or "play") - 1
    draft.turn = int(position.turn) - (at < 0)
    draft.then(*(whole[at:] if at >= 0 else (Task("begin", (draft.seat,)),)))
    state: State = AGENDA.advance(draft)[0]
    return state


def _players(position: Position) -> int:
    said = dict(setting.partition("=")[::2] for setting in position.settings).get("players", "")
    if not said.isdecimal() or int(said) < 2:
        raise PositionError("a position says where characters stand, or how many players set up: players=3", position)
    return int(said)


def _stand(draft: Draft, seat: int, stack: Stack) -> None:
    if stack.at not in draft.world.square:
        raise PositionError(f"'{stack.piece}' cannot stand at '{stack.at}'", stack)
    draft.at[seat] = draft.world.square[stack.at]
    draft.captive[seat] = draft.world.value("capture-turns") if stack.held else 0


def _fits(draft: Draft, position: Position) -> None:
    """What is left of the cards lies in the deck or the discards; there must be enough of everything."""
    left = without(draft.stock.pile, draft.laid, *draft.hands, *_masks(draft))
    named = draft.stock.discards
    rest = without(left, named) if any(named) else left
    for card in kinds(tuple(min(count, 0) for count in rest)):
        raise PositionError(f"there are not so many cards '{draft.world.pack.ids[card]}'", position)
    draft.stock = draft.stock._replace(pile=named, discards=rest) if any(named) else Stock(left, named)
    if sum(draft.men) > draft.world.band:
        raise PositionError(f"there are not so many Merry Men: {draft.world.band}", position)


def _cards(draft: Draft, words: str) -> Cards:
    return draft.world.pack.read(words.split())


def _hand(draft: Draft, hero: str, value: str) -> None:
    draft.hands[draft.seats.index(hero)] = _cards(draft, value)


def _men(draft: Draft, hero: str, value: str) -> None:
    draft.men[draft.seats.index(hero)] = int(value)


def _gold(draft: Draft, hero: str, value: str) -> None:
    draft.gold[draft.seats.index(hero)] = int(value)


def _disguise(draft: Draft, hero: str, value: str) -> None:
    card = draft.world.pack.number[value]
    if card not in draft.world.does["disguise"]:
        raise ValueError(value)
    draft.masks[draft.seats.index(hero)] = card


def _turn(draft: Draft, about: str, value: str) -> None:
    draft.seat = draft.seats.index(value)


def _played(draft: Draft, about: str, value: str) -> None:
    """What lies before whose turn it is."""
    draft.laid = _cards(draft, value)
    for card in kinds(draft.laid):
        face = draft.world.faces[card]
        draft.spent = more(draft.spent, face.suit, draft.laid[card])
        draft.pace = face.number if face.does == "movement" else draft.pace


def _deck(draft: Draft, about: str, value: str) -> None:
    """What is left in the deck; kept with the discards until all else is known."""
    draft.stock = draft.stock._replace(discards=_cards(draft, value))


def _emptied(draft: Draft, about: str, value: str) -> None:
    draft.stock = draft.stock._replace(emptied=int(value))


_SETTINGS: Mapping[str, Callable[[Draft, str, str], None]] = {
    "hand": _hand,
    "men": _men,
    "gold": _gold,
    "disguise": _disguise,
    "turn": _turn,
    "played": _played,
    "deck": _deck,
    "emptied": _emptied,
    "decks": lambda draft, about, value: None,  # the world is made for it
}
_KNOWN = (
    "hand.<hero>=<card> <card>*2, men.<hero>=3, gold.<hero>=7, disguise.<hero>=<card>, turn=<hero>, played=<card> <card>, "
    "deck=<card> <card>, emptied=2, decks=two"
)


# What a seat sees, and where everything is.


def view(state: State, seat: int) -> View:
    """The table, one's own hand, and how many cards there are elsewhere."""
    hands = tuple(hand if other == seat else () for other, hand in enumerate(state.hands))
    unseen = without(state.world.pack.all, state.stock.discards, state.laid, state.hands[seat], *_masks(state))
    mine = state.open if AGENDA.turn(state) == (state.seats[seat],) else ()
    seen = state._replace(hands=hands, stock=state.stock._replace(pile=()), open=mine)
    return View(seen, tuple(map(sum, state.hands)), sum(state.stock.pile), unseen)


def _masks(state: State | Draft) -> Iterator[Cards]:
    return (more(state.world.pack.none, card) for card in state.masks if card >= 0)


def supply(state: State) -> Mapping[tuple[Kind, Place], int]:
    """Figures, cards, Merry Men and every coin."""
    held: dict[tuple[Kind, Place], int] = {}
    for hero in state.world.heroes:
        held[hero, _place(state, hero)] = 1
    for pile, place in _piles(state):
        held |= dict(state.world.pack.supply(pile, place))
    for seat, men in zip(state.seats, state.men, strict=True):
        held[MAN, Place("band", seat)] = men
    held[MAN, Place("pool")] = state.world.band - sum(state.men)
    return held | _coins(state)


def _place(state: State, hero: str) -> Place:
    if hero not in state.seats:
        return Place("box")
    seat = state.seats.index(hero)
    square = state.world.squares[state.at[seat]]
    return Place(f"{DUNGEON}-{square}" if state.captive[seat] else square)


def _piles(state: State) -> Iterator[tuple[Cards, Place]]:
    none = state.world.pack.none
    yield state.stock.pile, Place("deck", face="back")
    yield state.stock.discards, Place("discards")
    yield state.laid, Place("played")
    for seat, hand, mask in zip(state.seats, state.hands, state.masks, strict=True):
        yield hand, Place("hand", seat)
        yield more(none, mask) if mask >= 0 else none, Place("disguise", seat)


def _coins(state: State) -> dict[tuple[Kind, Place], int]:
    """Everybody's gold in as few coins as there are, the greatest first; the rest of the coins lies in the pool."""
    held: dict[tuple[Kind, Place], int] = {}
    left = {id: copies for _, id, copies in state.world.coins}
    for seat, gold in zip(state.seats, state.gold, strict=True):
        for worth, id, _ in state.world.coins:
            used = min(gold // worth, left[id])
            held[id, Place("gold", seat)] = used
            left[id] -= used
            gold -= used * worth
    return held | {(id, Place("pool")): count for id, count in left.items()}


# Facts of an example.


def _of(field: Callable[[State, int], str]) -> Answer:
    def told(trace: Trace, hero: str) -> str | None:
        state: State = trace.last
        return field(state, state.seats.index(hero)) if hero in state.seats else None

    return told


def _pile(pile: Callable[[State], Cards]) -> Answer:
    """How many cards lie there, or how many of one."""

    def told(trace: Trace, card: str) -> str | None:
        cards, number = pile(trace.last), trace.last.world.pack.number
        return str(sum(cards)) if not card else str(cards[number[card]]) if card in number else None

    return told


_FACTS: Mapping[str, Answer] = {
    "at": _of(lambda state, seat: state.world.squares[state.at[seat]]),
    "men": _of(lambda state, seat: str(state.men[seat])),
    "gold": _of(lambda state, seat: str(state.gold[seat])),
    "captive": _of(lambda state, seat: "yes" if state.captive[seat] else "no"),
    "disguised": _of(lambda state, seat: "yes" if state.masks[seat] >= 0 else "no"),
    "hand": _of(lambda state, seat: state.world.pack.words(state.hands[seat]) or "nothing"),
    "cards": _of(lambda state, seat: str(sum(state.hands[seat]))),
    "deck": _pile(lambda state: state.stock.pile),
    "discards": _pile(lambda state: state.stock.discards),
    "played": _pile(lambda state: state.laid),
    "emptied": lambda trace, _: str(trace.last.stock.emptied),
    "turn": whose(AGENDA.turn),
}


def fact(trace: Trace, key: str) -> str | None:
    """What an example may ask: the keys of `_FACTS`, with whom or what it is about after a point."""
    return answer(_FACTS, trace, key)


# The diagram.


def show(state: State, seat: str | None) -> str:
    """Everybody, the deck, and the hand of who looks; without him, all of them."""
    stock = state.stock
    rows = [f"turn {state.turn}: {sum(stock.pile)} cards in the deck, emptied {stock.emptied} of {state.last} times"]
    if any(state.laid):
        rows.append(f"played: {state.world.pack.words(state.laid)}")
    return "\n".join((*rows, *(_row(state, n, seat) for n in range(len(state.seats)))))


def _row(state: State, n: int, seat: str | None) -> str:
    w, hero = state.world, state.seats[n]
    square = state.at[n]
    where = f"{'captive in' if state.captive[n] else 'at'} {w.squares[square]} ({w.ground[square]})"
    mask = ", disguised" if state.masks[n] >= 0 else ""
    hand = w.pack.words(state.hands[n]) if seat in (None, hero) else f"{sum(state.hands[n])} cards"
    return f"{'*' if n == state.seat else ' '} {hero} {where}{mask}: {state.men[n]} men, {state.gold[n]} gold; {hand}"
