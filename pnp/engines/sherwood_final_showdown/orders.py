"""A turn's orders: bands that march, or single men who walk; what they leave, and whom they join or meet (sections `turn`
to `meeting`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pnp.engines.base import Move, Task, bits
from pnp.engines.sherwood_final_showdown.state import SINGLE, Draft
from pnp.engines.sherwood_final_showdown.world import GOLD, SEATS

END: Final = Move("end")
STAY: Final = Move("stay")
SINGLES: Final = Move("singles")


def phasing(draft: Any, *about: Any) -> str:
    return SEATS[draft.side]


def turn(draft: Draft, side: int) -> None:
    """A side's turn (section `turn`)."""
    draft.side, draft.orders = side, draft.world.orders
    draft.moved = draft.acted = draft.walked = draft.stride = 0
    draft.say("turn", draft.seat(side), "step/orders")
    draft.then(Task("order"))


def orders(draft: Any) -> tuple[Move, ...]:
    """Which band to move, or instead of the first one, the single men."""
    w, side = draft.world, draft.side
    ready = [band for band in w.own[side] if draft.where[band] >= 0 and not draft.moved >> band & 1]
    moves = [Move("band", (w.bands[band],)) for band in ready if draft.orders]
    if draft.orders == w.orders and draft.singles[side]:
        moves.append(SINGLES)
    return (*moves, END)


def order(draft: Draft, move: Move) -> None:
    if move == SINGLES:
        draft.say("walked", draft.seat(draft.side), "step/striding")
        draft.then(*(Task("stride") for _ in range(draft.world.stride_dice)), Task("single"))
    elif move != END:
        band = draft.world.bands.index(move.args[0])
        draft.orders -= 1
        draft.moved |= 1 << band
        draft.then(Task("march", (band,)), Task("order"))


# Bands (section `moving-bands`).


def pace(draft: Any, band: int) -> int:
    """How far a band goes: its number, and one more with gold from its own ground, unless its board is full (sections
    `bands`, `grounds`)."""
    w, load = draft.world, draft.load[band]
    steps: int = w.pace[draft.men[band] + load][0]
    own = w.grounds[w.side_of[band]] >> draft.where[band] & 1
    return steps + w.bonus if steps and load and own else steps


def goals(draft: Any, side: int, space: int, steps: int) -> Iterator[int]:
    """The spaces reached one after the other, those of one step first; an enemy stops (section `meeting`)."""
    w = draft.world
    return w.net.rings(space, steps, w.closed[side], draft.spaces(1 - side))  # type: ignore[no-any-return]


def fits(draft: Any, side: int, goal: int, men: int, gold: int) -> bool:
    """Whether some men may combine with those of their side in a space (section `combining`)."""
    other = draft.at(side, goal)
    if other == SINGLE:
        board = men > 1 or draft.free(side) is not None
        return board and men + 1 + gold + draft.singles[side][goal] <= draft.world.room
    return bool(men + gold + draft.men[other] + draft.load[other] <= draft.world.room)


def marches(draft: Any, band: int) -> tuple[Move, ...]:
    """Where a band may go, with all its men, or leaving some behind (section `leaving`)."""
    w, men, load = draft.world, draft.men[band], draft.load[band]
    side, left = w.side_of[band], w.left_behind
    leaves = left and men - left >= w.least_men
    moves, own = [STAY], draft.spaces(side)
    for ring in goals(draft, side, draft.where[band], pace(draft, band)):
        for goal in bits(ring):
            if not own >> goal & 1 or fits(draft, side, goal, men, load):
                moves.append(w.to[goal])
            if leaves and (not own >> goal & 1 or fits(draft, side, goal, men - left, load)):
                moves.append(w.leaving[goal])
    return tuple(moves)


def march(draft: Draft, move: Move, band: int) -> None:
    w, side, start = draft.world, draft.world.side_of[band], draft.where[band]
    steps, cell = w.pace[draft.men[band] + draft.load[band]]
    if move == STAY:
        draft.say("stayed", draft.piece(side, band), w.sref[start], *(() if steps else (cell,)))
        draft.then(Task("arrive", (side, start)))
        return
    goal = w.space[move.args[0]]
    draft.say("marched", draft.piece(side, band), cell, "step/marching", w.sref[goal])
    if len(move.args) > 1:
        draft.men[band] -= w.left_behind
        draft.singles[side][start] = 0
        draft.say("left", draft.piece(side, SINGLE), w.sref[start], "step/leaving")
    joined = draft.at(side, goal)
    draft.where[band] = goal
    if joined is not None:
        _join(draft, side, goal, band, joined)
    _meet(draft, side, goal)


def _join(draft: Draft, side: int, goal: int, band: int, joined: int) -> None:
    """A band comes to a band or a single man of its side (section `combining`)."""
    draft.say("combined", draft.piece(side, band), draft.piece(side, joined), draft.world.sref[goal], "step/combining")
    if joined == SINGLE:
        draft.men[band] += 1
        draft.load[band] += draft.singles[side].pop(goal)
        return
    draft.men[joined] += draft.men[band]
    draft.load[joined] += draft.load[band]
    draft.moved |= 1 << joined
    draft.disband(band)


# Single men (section `moving-singles`).


def strides(draft: Any) -> Any:
    return draft.world.thrown["stride"]


def stride(draft: Draft, move: Move) -> None:
    draft.stride += int(move.args[1])


def singles(draft: Any) -> tuple[Move, ...]:
    """Which single man walks next, while steps are left."""
    w = draft.world
    ready = [space for space in sorted(draft.singles[draft.side]) if not draft.walked >> space & 1]
    return (*(Move("single", (w.id[space],)) for space in ready if draft.stride), END)


def single(draft: Draft, move: Move) -> None:
    if move != END:
        draft.then(Task("walk", (draft.world.space[move.args[0]],)), Task("single"))


def walks(draft: Any, start: int) -> tuple[Move, ...]:
    w, side = draft.world, draft.side
    gold, own, moves = draft.singles[side][start], draft.spaces(side), [STAY]
    for ring in goals(draft, side, start, draft.stride):
        for goal in bits(ring):
            if not own >> goal & 1 or fits(draft, side, goal, 1, gold):
                moves.append(w.to[goal])
    return tuple(moves)


def walk(draft: Draft, move: Move, start: int) -> None:
    w, side = draft.world, draft.side
    if move == STAY:
        draft.walked |= 1 << start
        draft.then(Task("arrive", (side, start)))
        return
    goal = w.space[move.args[0]]
    draft.stride -= next(n for n, ring in enumerate(goals(draft, side, start, draft.stride), 1) if ring >> goal & 1)
    gold = draft.singles[side].pop(start)
    draft.say("strode", draft.piece(side, SINGLE), w.sref[goal], "step/striding")
    joined = draft.at(side, goal)
    if joined is None:
        draft.singles[side][goal] = gold
        draft.walked |= 1 << goal
    else:
        _gather(draft, side, goal, joined, gold)
    _meet(draft, side, goal)


def _gather(draft: Draft, side: int, goal: int, joined: int, gold: int) -> None:
    """A single man comes to a band or to another single man of his side (section `combining`)."""
    band = draft.free(side) if joined == SINGLE else joined
    assert band is not None
    if joined == SINGLE:
        draft.where[band], draft.men[band], draft.load[band] = goal, 1, draft.singles[side].pop(goal)
        draft.walked &= ~(1 << goal)
    draft.men[band] += 1
    draft.load[band] += gold
    draft.say("combined", draft.piece(side, SINGLE), draft.piece(side, band), draft.world.sref[goal], "step/combining")


# Where a move ends.


def _meet(draft: Draft, side: int, space: int) -> None:
    """A move ends in a space: a battle if an enemy is there, then what is done there (section `meeting`)."""
    met = draft.at(1 - side, space) is not None
    draft.then(*([Task("clash", (space,))] if met else []), Task("arrive", (side, space)))


def takes(draft: Any, side: int, space: int) -> tuple[Move, ...]:
    """How much of the gold that lies there a piece takes (section `spoils`)."""
    most = min(draft.ground.get(space, 0), draft.room(side, space))
    return (*(Move("take", (str(count),)) for count in range(most, 0, -1)), Move("pass")) if most > 0 else ()


def take(draft: Draft, move: Move, side: int, space: int) -> None:
    if move.verb != "take":
        return
    count = int(move.args[0])
    draft.ground[space] -= count
    if not draft.ground[space]:
        del draft.ground[space]
    draft.bear(side, space, count)
    piece = draft.piece(side, draft.at(side, space))
    draft.say("took", draft.seat(side), piece, f"counter/{GOLD}", draft.world.sref[space], "step/spoils", amount=count)
