"""A battle: hands filled, cards laid face down and revealed together, men lost (sections `battle` to `losses`)."""

from __future__ import annotations

from typing import Any, Final

from pnp.engines.base import Move, Outcome, Task, kinds, more
from pnp.engines.sherwood_final_showdown.state import SINGLE, Draft, Fight, State
from pnp.engines.sherwood_final_showdown.world import LAW, MERRY, SEATS

REDO: Final = Move("redo")
ACCEPT: Final = Move("accept")


def seat(draft: Any, side: int, *about: Any) -> str:
    return SEATS[side]


def clash(draft: Draft, space: int) -> None:
    """A battle begins: both fill their hands (section `battle`)."""
    w, mover = draft.world, draft.side
    own = [w.redo if ground >> space & 1 else 0 for ground in w.grounds]
    draft.fight = Fight(space, (own[LAW], own[MERRY]))
    pieces = (draft.piece(side, draft.at(side, space)) for side in (mover, 1 - mover))
    draft.say("fought", *pieces, w.sref[space], "step/battle")
    draft.then(Task("fill", (mover,)), Task("fill", (1 - mover,)), Task("strike"))


def fill(draft: Draft, side: int) -> None:
    """A hand is filled; a deck that is used up is its shuffled discards."""
    if sum(draft.hands[side]) >= draft.world.hand:
        return
    ready = draft.stocks[side].ready()
    if not any(ready.pile):
        return
    if ready is not draft.stocks[side]:
        draft.stocks[side] = ready
        draft.say("shuffled", draft.seat(side))
    draft.then(Task("draw", (side,)), Task("fill", (side,)))


def draws(draft: Any, side: int) -> Any:
    return draft.world.packs[side].draws(draft.stocks[side].pile)


def draw(draft: Draft, move: Move, side: int) -> None:
    card = draft.world.packs[side].number[move.args[0]]
    draft.stocks[side] = draft.stocks[side].take(card)
    draft.hands[side] = more(draft.hands[side], card)


# A blow. Both sides lay a card unseen: `lay` and `both` carry it out.


def strikers(state: State) -> tuple[str, ...]:
    """Who has not laid a card yet."""
    return tuple(seat for seat, card in zip(SEATS, state.laid, strict=True) if card < 0)


def strikes(draft: Any) -> tuple[Move, ...]:
    """The cards of both, of which each sees his own only."""
    return blows(draft, LAW) + blows(draft, MERRY)


def blows(state: Any, side: int) -> tuple[Move, ...]:
    """The cards that a side may lay."""
    pack = state.world.packs[side]
    return tuple(Move("lay", (pack.ids[card],)) for card in kinds(state.hands[side]))


def lay(state: State, side: int, move: Move) -> State:
    """A side lays a card face down."""
    card = state.world.packs[side].number[move.args[0]]
    hand = more(state.hands[side], card, -1)
    if side == LAW:
        return state._replace(hands=(hand, state.hands[MERRY]), laid=(card, state.laid[MERRY]))
    return state._replace(hands=(state.hands[LAW], hand), laid=(state.laid[LAW], card))


def both(draft: Draft) -> None:
    """Both have laid a card: they draw one each, then reveal."""
    draft.agenda.pop()
    mover = draft.side
    draft.then(Task("fill", (mover,)), Task("fill", (1 - mover,)), Task("reveal"))


def reveal(draft: Draft) -> None:
    """What the order of arms says (section `order-of-arms`)."""
    w, fight, mover = draft.world, draft.fight, draft.side
    assert fight is not None
    cards, draft.laid = draft.laid, [-1, -1]
    for side, card in enumerate(cards):
        draft.stocks[side] = draft.stocks[side].lay(card)
        draft.say("laid", draft.seat(side), f"card/{w.packs[side].ids[card]}", "step/striking")
    verdict, cell = w.blows[w.arms[mover][cards[mover]], w.arms[1 - mover][cards[1 - mover]]]
    draft.say("struck", cell, value=verdict)
    ties = fight.ties + 1 if verdict == "ties" else 0
    if verdict == "ties" and ties < w.tie_limit:
        draft.fight = fight._replace(ties=ties)
        draft.then(Task("strike"))
        return
    draft.fight = fight._replace(ties=0)
    loser = 1 - mover if verdict == "wins" else mover
    draft.then(Task("redo", (loser,)))


def redos(draft: Any, side: int) -> tuple[Move, ...]:
    return (REDO, ACCEPT) if draft.fight.redos[side] else (ACCEPT,)


def redo(draft: Draft, move: Move, side: int) -> None:
    """A loss is redone (section `redo`), or a man falls."""
    fight = draft.fight
    assert fight is not None
    if move == REDO:
        left = [count - (of == side) for of, count in enumerate(fight.redos)]
        draft.fight = fight._replace(redos=(left[LAW], left[MERRY]))
        draft.say("redid", draft.seat(side), "step/redoing", draft.world.sref[fight.space])
        draft.then(Task("strike"))
        return
    _fall(draft, side, fight.space)


def _fall(draft: Draft, side: int, space: int) -> None:
    """A man is lost; the last one of a piece ends the battle, the last one of a side the game (sections `losses`,
    `winning`)."""
    band = draft.at(side, space)
    assert band is not None
    draft.say("fell", draft.seat(1 - side), draft.seat(side), draft.piece(side, SINGLE), "step/losing")
    if band == SINGLE:
        draft.drop(space, draft.singles[side].pop(space))
        _won(draft, 1 - side, space)
        return
    draft.men[band] -= 1
    if draft.men[band] < draft.world.least_men:
        _scatter(draft, side, band)
    draft.then(Task("strike"))


def _scatter(draft: Draft, side: int, band: int) -> None:
    """A band of one man is none: he goes on alone, with what one man carries (section `losses`)."""
    space, load = draft.where[band], draft.load[band]
    keeps = min(load, draft.world.single_gold)
    draft.say("scattered", draft.piece(side, band), draft.piece(side, SINGLE), draft.world.sref[space])
    draft.singles[side][space] = keeps
    if side == draft.side:
        draft.walked |= 1 << space
    draft.drop(space, load - keeps)
    draft.disband(band)


def _won(draft: Draft, side: int, space: int) -> None:
    draft.fight = None
    draft.say("won", draft.seat(side), draft.piece(side, draft.at(side, space)), draft.world.sref[space])
    if not draft.count(1 - side):
        finish(draft, "elimination", side)
    elif side != draft.side:
        draft.then(Task("take", (side, space)))


def finish(draft: Draft, reason: str, winner: int) -> None:
    draft.say("ended", draft.seat(winner))
    draft.over = Outcome(reason, (SEATS[winner],))
    draft.agenda.clear()
