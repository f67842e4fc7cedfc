"""States made and told: the set-up, positions of examples, where everything is, facts, a text diagram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from pnp.engines.base import Answer, Kind, Place, PositionError, Stock, Task, Trace, answer, settle, whose, without
from pnp.engines.sherwood_final_showdown import orders
from pnp.engines.sherwood_final_showdown.sequence import AGENDA, begin, turn
from pnp.engines.sherwood_final_showdown.state import Draft, State
from pnp.engines.sherwood_final_showdown.world import (
    DAY,
    DAYS,
    DIE,
    GOLD,
    LAW,
    MARKERS,
    MEN,
    MERRY,
    POINTS,
    PURSES,
    SEATS,
    World,
)
from pnp.model.rules import Position, Stack


def empty(world: World) -> State:
    """Nobody on the board, all cards in their decks."""
    none = (0,) * len(world.bands)
    stocks = tuple(Stock(pack.all, pack.none) for pack in world.packs)
    hands = tuple(pack.none for pack in world.packs)
    return State(
        world, (), (), None, 0, LAW, (-1,) * len(none), none, none, ((), ()), (), (), (world.men[LAW], world.men[MERRY]),
        (0, 0), 0, 0, 0, 0, 0, None, (stocks[LAW], stocks[MERRY]), (hands[LAW], hands[MERRY]), (-1, -1),
    )  # fmt: skip


def start(world: World) -> State:
    """The beginning of a game (section `set-up`)."""
    draft = Draft(empty(world))
    begin(draft)
    state: State = AGENDA.advance(draft)[0]
    return state


def middle(world: World, position: Position) -> State:
    """A side's turn in the middle of a game; with nobody on the board, the set-up. Raises `PositionError`."""
    if not position.stacks:
        return start(world)
    draft = Draft(empty(world))
    for stack in position.stacks:
        _stand(draft, stack)
    settle(draft, position, _SETTINGS, _KNOWN)
    for side in (LAW, MERRY):
        if draft.reserve[side] < 0:
            raise PositionError(f"there are not so many '{MEN[side]}'", position)
    if draft.hoard < 0:
        raise PositionError("there is not so much gold", position)
    draft.day = int(position.turn)
    side = SEATS.index(position.side) if position.side in SEATS else LAW
    later = [Task("turn", (MERRY,))] if side == LAW else []
    draft.then(Task("turn", (side,)), *later, Task("day"))
    state: State = AGENDA.advance(draft)[0]
    return state


def _stand(draft: Draft, stack: Stack) -> None:
    """A band with the men it starts with, a single man, gold on the ground, or a marker in a town."""
    w = draft.world
    if stack.at not in w.space:
        raise PositionError(f"nothing can be at '{stack.at}' in a position", stack)
    space = w.space[stack.at]
    if stack.piece in w.bands:
        band = w.bands.index(stack.piece)
        side = w.side_of[band]
        _alone(draft, side, stack)
        draft.where[band], draft.men[band] = space, w.band_men
        draft.reserve[side] -= w.band_men
    elif stack.piece in MEN:
        side = MEN.index(stack.piece)
        _alone(draft, side, stack)
        draft.singles[side][space] = 0
        draft.reserve[side] -= 1
    elif stack.piece == GOLD:
        draft.ground[space] = draft.ground.get(space, 0) + stack.count
    elif stack.piece in MARKERS and w.towns >> space & 1:
        draft.marks[space] = MARKERS.index(stack.piece)
    else:
        raise PositionError(f"'{stack.piece}' cannot be at '{stack.at}'", stack)


def _alone(draft: Draft, side: int, stack: Stack) -> None:
    space = draft.world.space[stack.at]
    if draft.at(side, space) is not None or stack.count > 1 or draft.world.closed[side] >> space & 1:
        raise PositionError(f"'{stack.piece}' cannot stand at '{stack.at}' like this", stack)


# Settings of a position: ``word.about=value``.


def _men(draft: Draft, about: str, value: str) -> None:
    band = draft.world.bands.index(about)
    draft.reserve[draft.world.side_of[band]] -= int(value) - draft.men[band]
    draft.men[band] = int(value)
    _checked(draft, band)


def _load(draft: Draft, about: str, value: str) -> None:
    """The gold of a band, or of the single man in a space."""
    if about in draft.world.bands:
        band = draft.world.bands.index(about)
        draft.load[band] = int(value)
        _checked(draft, band)
        return
    space = draft.world.space[about]
    side = [space in singles for singles in draft.singles].index(True)
    draft.singles[side][space] = min(int(value), draft.world.single_gold)


def _checked(draft: Draft, band: int) -> None:
    """A band of a position is on the board and fits on its own."""
    w = draft.world
    if draft.where[band] < 0 or draft.men[band] < w.least_men or draft.men[band] + draft.load[band] > w.room:
        raise ValueError(band)


def _points(draft: Draft, about: str, value: str) -> None:
    draft.points[SEATS.index(about)] = int(value)


def _lost(draft: Draft, about: str, value: str) -> None:
    """Men who are out of the game."""
    draft.reserve[SEATS.index(about)] -= int(value)


def _hand(draft: Draft, about: str, value: str) -> None:
    """The hand of a side, by arms: ``hand.law=sword,sword,fire``."""
    side = SEATS.index(about)
    w, stock = draft.world, draft.stocks[side]
    hand = w.packs[side].read(_cards(w, side, value))
    draft.hands[side], draft.stocks[side] = hand, stock._replace(pile=_taken(stock.pile, hand))


def _deck(draft: Draft, about: str, value: str) -> None:
    """All that is left in the deck of a side; the rest is discarded: ``deck.law=sword``, ``deck.law=none``."""
    side = SEATS.index(about)
    w, stock = draft.world, draft.stocks[side]
    left = w.packs[side].read(_cards(w, side, value))
    draft.stocks[side] = Stock(left, _taken(stock.pile, left))


def _cards(world: World, side: int, value: str) -> list[str]:
    arms, ids = world.arms[side], world.packs[side].ids
    return [ids[arms.index(arm)] for arm in value.split(",")] if value != "none" else []


def _taken(pile: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    left = without(pile, gone)
    if min(left) < 0:
        raise ValueError(gone)
    return left


_SETTINGS: Mapping[str, Callable[[Draft, str, str], None]] = {
    "men": _men,
    "gold": _load,
    "points": _points,
    "lost": _lost,
    "hand": _hand,
    "deck": _deck,
}
_KNOWN = (
    "men.<band>=4, gold.<band or space of a single man>=1, points.<side>=20, lost.<side>=3, hand.<side>=sword,fire,horse,"
    " then deck.<side>=sword or none"
)


# Where everything is.


def supply(state: State) -> Mapping[tuple[Kind, Place], int]:
    """Men, bands, gold, markers, cards and dice."""
    held: Counter[tuple[Kind, Place]] = Counter()
    for side in (LAW, MERRY):
        held.update(_men_of(state, side))
        held.update(_cards_of(state, side))
        held[PURSES[side], Place(POINTS, slot=str(state.points[side]))] = 1
        held["gold-point", Place("purse", SEATS[side])] = state.points[side]
    held["gold-point", Place("unscored")] = len(SEATS) * state.world.most - sum(state.points)
    held.update(_gold(state))
    w = state.world
    for band, id in enumerate(w.bands):
        place = Place(w.id[state.where[band]], face="back" if state.load[band] else "front")
        held[id, place if state.where[band] >= 0 else Place("aside")] = 1
    for mark, marker in enumerate(MARKERS):
        lying = [space for space, one in state.marks if one == mark]
        held.update({(marker, Place(w.id[space])): 1 for space in lying})
        held[marker, Place("aside")] = w.markers[mark] - len(lying)
    held[DAY, Place(DAYS, slot=str(state.day)) if state.day else Place("aside")] = 1
    held[DIE, Place("table")] = next(one.count for one in w.game.supplies if one.id == DIE)
    return held


def _men_of(state: State, side: int) -> Counter[tuple[Kind, Place]]:
    w, held = state.world, Counter[tuple[Kind, Place]]()
    for band in w.own[side]:
        held[MEN[side], Place("band", w.bands[band])] = state.men[band]
    for space, gold in state.singles[side]:
        held[MEN[side], Place(w.id[space], face="back" if gold else "front")] = 1
    held[MEN[side], Place("reserve", SEATS[side])] = state.reserve[side]
    held[MEN[side], Place("lost", SEATS[side])] = w.men[side] - sum(held.values())
    return held


def _gold(state: State) -> Counter[tuple[Kind, Place]]:
    w, held = state.world, Counter[tuple[Kind, Place]]()
    for band, load in enumerate(state.load):
        held[GOLD, Place("band", w.bands[band])] = load
    for side in (LAW, MERRY):
        held.update({(GOLD, Place("carried", SEATS[side], w.id[space])): gold for space, gold in state.singles[side]})
    held.update({(GOLD, Place(w.id[space])): gold for space, gold in state.ground})
    held[GOLD, Place("hoard")] = w.gold - sum(held.values())
    return held


def _cards_of(state: State, side: int) -> Counter[tuple[Kind, Place]]:
    pack, stock, seat = state.world.packs[side], state.stocks[side], SEATS[side]
    held = Counter(dict(pack.supply(stock.pile, Place("deck", seat, face="back"))))
    held.update(dict(pack.supply(stock.discards, Place("discard", seat))))
    held.update(dict(pack.supply(state.hands[side], Place("hand", seat, face="back"))))
    if state.laid[side] >= 0:
        held[pack.ids[state.laid[side]], Place("laid", seat, face="back")] = 1
    return held


# Facts of an example.


def _band(trace: Trace, id: str) -> int | None:
    bands = trace.last.world.bands
    return bands.index(id) if id in bands else None


def _at(trace: Trace, id: str) -> str | None:
    """Where a band is, or ``aside``."""
    state: State = trace.last
    band = _band(trace, id)
    if band is None:
        return None
    return state.world.id[state.where[band]] if state.where[band] >= 0 else "aside"


def _men_in(trace: Trace, id: str) -> str | None:
    band = _band(trace, id)
    return None if band is None else str(trace.last.men[band])


def _pace(trace: Trace, id: str) -> str | None:
    """How far a band may go."""
    band = _band(trace, id)
    return None if band is None else str(orders.pace(trace.last, band))


def _gold_of(trace: Trace, id: str) -> str | None:
    """The gold of a band, or of the single men in a space."""
    state: State = trace.last
    band = _band(trace, id)
    if band is not None:
        return str(state.load[band])
    if id not in state.world.space:
        return None
    return str(sum(gold for side in state.singles for space, gold in side if space == state.world.space[id]))


def _single(trace: Trace, id: str) -> str | None:
    """Whose single man is in a space."""
    state: State = trace.last
    if id not in state.world.space:
        return None
    there = [
        SEATS[side] for side in (LAW, MERRY) if any(space == state.world.space[id] for space, _ in state.singles[side])
    ]
    return ",".join(there) or "nobody"


def _ground(trace: Trace, id: str) -> str | None:
    state: State = trace.last
    return str(dict(state.ground).get(state.world.space[id], 0)) if id in state.world.space else None


def _marker(trace: Trace, id: str) -> str | None:
    state: State = trace.last
    if id not in state.world.space:
        return None
    mark = dict(state.marks).get(state.world.space[id])
    return "none" if mark is None else MARKERS[mark]


def _of_side(number: Callable[[State, int], int]) -> Answer:
    """A number of a side."""
    return lambda trace, id: str(number(trace.last, SEATS.index(id))) if id in SEATS else None


def _left(state: State, side: int) -> int:
    return sum(state.men[band] for band in state.world.own[side]) + len(state.singles[side])


def _cards_in(trace: Trace, id: str) -> str | None:
    if id not in SEATS:
        return None
    side = SEATS.index(id)
    arms = trace.last.world.arms[side]
    return ",".join(arms[card] for card, count in enumerate(trace.last.hands[side]) for _ in range(count)) or "none"


_FACTS: Mapping[str, Answer] = {
    "at": _at,
    "men": _men_in,
    "pace": _pace,
    "gold": _gold_of,
    "single": _single,
    "ground": _ground,
    "marker": _marker,
    "points": _of_side(lambda state, side: state.points[side]),
    "reserve": _of_side(lambda state, side: state.reserve[side]),
    "left": _of_side(_left),
    "deck": _of_side(lambda state, side: sum(state.stocks[side].pile)),
    "hand": _cards_in,
    "turn": whose(turn),
    "day": lambda trace, _: str(trace.last.day),
    "stride": lambda trace, _: str(trace.last.stride),
}


def fact(trace: Trace, key: str) -> str | None:
    """What an example may ask: the keys of `_FACTS` and those of every game, with what it is about after a point."""
    return answer(_FACTS, trace, key)


# The diagram.


def show(state: State, seat: str | None) -> str:
    """Day and points, bands with their men and gold, single men, gold on the ground, markers, and one's own hand."""
    w = state.world
    rows = [f"day {state.day} of {w.last}: law {state.points[LAW]}, merry men {state.points[MERRY]}"]
    for side, name in enumerate(SEATS):
        bands = [
            f"{w.bands[band]} at {w.id[state.where[band]]} ({state.men[band]} men, {state.load[band]} gold)"
            for band in w.own[side]
            if state.where[band] >= 0
        ]
        singles = [w.id[space] + ("*" * gold) for space, gold in state.singles[side]]
        rows += [f"{name}: {line}" for line in bands]
        rows.append(f"{name}: single men at {', '.join(singles) or 'no place'}; {state.reserve[side]} in reserve")
        if seat in (None, name):
            rows.append(f"{name}: hand {w.packs[side].words(state.hands[side]) or 'empty'}")
    rows += [f"{gold} gold lies at {w.id[space]}" for space, gold in state.ground]
    rows += [f"{MARKERS[mark]} at {w.id[space]}" for space, mark in state.marks]
    if state.fight:
        rows.append(f"battle at {w.id[state.fight.space]}")
    return "\n".join(rows)
