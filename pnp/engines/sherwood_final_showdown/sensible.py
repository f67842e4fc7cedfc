"""A player who plays sensibly: looks one move ahead, fights where the odds are good, brings gold home, fills his bands in
towns, and lays the card that beats most of what the other may hold.

Not strong, but without blunders, so that thousands of his games say something about the balance of the printed game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Final

from pnp.engines.base import Move, Seat, bag, best
from pnp.engines.sherwood_final_showdown.judgement import ALONE, MAN, PIP, Judgement, Piece
from pnp.engines.sherwood_final_showdown.orders import END, SINGLES, STAY, marches, walks
from pnp.engines.sherwood_final_showdown.state import SINGLE, Draft, State
from pnp.engines.sherwood_final_showdown.world import LAW, RECRUIT, SEATS

LEAST: Final = 0.3  # points below which a move is not worth making
IDLE: Final = 0.5  # points for an order to a band that may act where it stands
BLUR: Final = 0.05  # points that make no difference
SPREAD: Final = 3.0  # how far the set-up differs from game to game
BLUFF: Final = 0.5  # how much worse a card may be that is laid all the same


def sensible(view: Hashable, seat: Seat, moves: tuple[Move, ...], dice: Random) -> Move:
    assert isinstance(view, State)
    return _CHOICES[view.agenda[-1].step](view, SEATS.index(seat), moves, dice)


@lru_cache(maxsize=2)
def _judged(state: State, side: int) -> Judgement:
    return Judgement(state, side)


def judged(state: State, side: int) -> Judgement:
    """The judgement of a position, whatever step it is at."""
    return _judged(state._replace(agenda=(), stocks=(), hands=(), laid=()), side)  # type: ignore[arg-type]


# Orders.


def plans(judge: Judgement, side: int, piece: Piece, moves: tuple[Move, ...]) -> Iterator[tuple[float, Move]]:
    """What each move of a piece is worth against standing still."""
    draft, w = Draft(judge.state), judge.world
    idle = judge.worth(piece)
    for move in moves:
        if move == STAY:
            yield 0.0, move
            continue
        goal, left = w.space[move.args[0]], len(move.args) - 1
        men, gold = piece.men - left, piece.gold
        worth = left * MAN * ALONE
        foe, own = judge.at.get(goal), draft.at(side, goal)
        if foe:
            worth += judge.attack(Piece(goal, men, gold), foe)
        elif own is None:
            worth += judge.worth(Piece(goal, men, gold))
        else:
            other = Piece(goal, 1 if own == SINGLE else draft.men[own], draft.carried(side, goal))
            worth += judge.worth(Piece(goal, men + other.men, gold + other.gold)) - judge.worth(other)
        yield worth - idle, move


def _plan(state: State, side: int, piece: Piece, moves: tuple[Move, ...], dice: Random) -> tuple[float, Move]:
    judge = judged(state, side)
    return max((gain + dice.random() * BLUR, move) for gain, move in plans(judge, side, piece, moves))


def _band(state: State, band: int) -> Piece:
    return Piece(state.where[band], state.men[band], state.load[band])


def _order(state: State, side: int, moves: tuple[Move, ...], dice: Random) -> Move:
    """The band with the most to gain, or the single men where they have more; a band that may act in a town stays for
    that."""
    w, gains = state.world, []
    for move in moves:
        if move.verb == "band":
            band = w.bands.index(move.args[0])
            gain, _ = _plan(state, side, _band(state, band), marches(Draft(state), band), dice)
            gains.append((gain + _acts(state, side, band), move))
    gains.sort(reverse=True)
    bands = sum(max(gain, 0.0) for gain, _ in gains[: w.orders])
    if SINGLES in moves and _strides(state, side, dice) > bands:
        return SINGLES
    return gains[0][1] if gains and gains[0][0] > LEAST else END


def _acts(state: State, side: int, band: int) -> float:
    """What a band gains by an order even where it stands."""
    return IDLE if state.world.towns >> state.where[band] & 1 else 0.0


def _strides(state: State, side: int, dice: Random) -> float:
    """What two single men may gain with half a usual roll each."""
    w, draft = state.world, Draft(state)
    draft.stride = (w.faces + 1) * w.stride_dice // 4
    spaces = (space for space, _ in state.singles[side])
    return sum(sorted((max(_gain(state, draft, side, space, dice), 0.0) for space in spaces), reverse=True)[:2])


def _gain(state: State, draft: Draft, side: int, space: int, dice: Random) -> float:
    """What a single man may gain with the steps there are."""
    piece = Piece(space, 1, draft.singles[side][space])
    return _plan(state, side, piece, walks(draft, space), dice)[0]


def _march(state: State, side: int, moves: tuple[Move, ...], dice: Random) -> Move:
    return _plan(state, side, _band(state, state.agenda[-1].about[0]), moves, dice)[1]


def _single(state: State, side: int, moves: tuple[Move, ...], dice: Random) -> Move:
    w, draft = state.world, Draft(state)
    gains = [(_gain(state, draft, side, w.space[move.args[0]], dice), move) for move in moves if move != END]
    return max(gains)[1] if gains and max(gains)[0] > LEAST else END


def _walk(state: State, side: int, moves: tuple[Move, ...], dice: Random) -> Move:
    space = state.agenda[-1].about[0]
    return _plan(state, side, Piece(space, 1, dict(state.singles[side])[space]), moves, dice)[1]


# Set-up, towns, gold.


def _place(state: State, side: int, moves: tuple[Move, ...], dice: Random) -> Move:
    """The Law near Nottingham, the Merry Men near the Law and its roads."""
    w = state.world
    own, foes = ([state.where[band] for band in w.own[one] if state.where[band] >= 0] for one in (side, 1 - side))
    goals = w.homes[LAW] if side == LAW else bag(foes)

    def near(move: Move) -> float:
        row = w.far[LAW][w.space[move.args[0]]]
        crowd = sum(row[space] < 4 for space in own)
        return -min(row[goal] for goal in range(len(row)) if goals >> goal & 1) - crowd

    return best(moves, near, dice, SPREAD)


def _deed(state: State, side: int, moves: tuple[Move, ...], dice: Random) -> Move:
    """Scores gold; else what brings more of men or gold."""
    w, (_, space) = state.world, state.agenda[-1].about
    judge, band = judged(state, side), Draft(state).at(side, space)
    assert band is not None
    men, gold = (1, 0) if band == SINGLE else (state.men[band], state.load[band])
    here = judge.worth(Piece(space, men, gold))

    def worth(move: Move) -> float:
        if move.verb == "score":
            carried = gold or 1
            return PIP * (carried // w.halved if judge.marks.get(space) == RECRUIT else carried)
        if move.verb == "recruit":
            lost = judge.forgone(space) if side == LAW else 0.0
            return judge.worth(Piece(space, men + round(judge.recruits(men)), gold)) - here - lost
        if move.verb == "tax":
            return judge.worth(Piece(space, men, gold + round(judge.taxes(men, gold)))) - here
        return 0.0

    return best(moves, worth, dice, BLUR)


def _take(state: State, side: int, moves: tuple[Move, ...], dice: Random) -> Move:
    _, space = state.agenda[-1].about
    judge, draft = judged(state, side), Draft(state)
    band = draft.at(side, space)
    assert band is not None
    men, gold = 1 if band == SINGLE else state.men[band], draft.carried(side, space)
    return best(moves, lambda move: judge.worth(Piece(space, men, gold + int((*move.args, "0")[0]))), dice, BLUR)


# Battle.


def _redo(state: State, side: int, moves: tuple[Move, ...], dice: Random) -> Move:
    return moves[0]


def _strike(state: State, side: int, moves: tuple[Move, ...], dice: Random) -> Move:
    """The card that beats most of what the other may hold; often enough another, or he would know."""
    w, other = state.world, 1 - side
    unseen = state.stocks[other].pile

    def worth(move: Move) -> float:
        mine = w.arms[side][w.packs[side].number[move.args[0]]]
        total = 0
        for card, count in enumerate(unseen):
            verdict = w.blows[mine, w.arms[other][card]][0]
            total += count * ((verdict == "wins") - (verdict == "loses"))
        return total / max(sum(unseen), 1)

    return best(moves, worth, dice, BLUFF)


_CHOICES: Final[Mapping[str, Callable[[State, int, tuple[Move, ...], Random], Move]]] = {
    "place": _place,
    "order": _order,
    "march": _march,
    "single": _single,
    "walk": _walk,
    "deed": _deed,
    "take": _take,
    "redo": _redo,
    "strike": _strike,
}
