"""What a piece does where its move ends: it takes gold that lies there, scores what it carries, recruits or taxes (sections
`spoils`, `towns` to `delivering`)."""

from __future__ import annotations

from typing import Any, Final

from pnp.engines.base import Move, Task
from pnp.engines.sherwood_final_showdown.battle import finish
from pnp.engines.sherwood_final_showdown.state import SINGLE, Draft
from pnp.engines.sherwood_final_showdown.world import GOLD, LAW, MARKERS, MERRY, RECRUIT, TAX

PASS: Final = Move("pass")
DEEDS: Final = (Move("recruit"), Move("tax"), Move("score"))


def arrive(draft: Draft, side: int, space: int) -> None:
    """Whoever is left of a piece whose move has ended."""
    if draft.at(side, space) is not None:
        draft.then(Task("take", (side, space)), Task("home", (side, space)), Task("deed", (side, space)))


def home(draft: Draft, side: int, space: int) -> None:
    """The Law's gold scores as it comes to Nottingham (section `delivering`)."""
    if side == LAW and draft.world.homes[LAW] >> space & 1:
        _score(draft, side, space, draft.carried(side, space))


def deeds(draft: Any, side: int, space: int) -> tuple[Move, ...]:
    """What the piece may do in a town, if anything."""
    w = draft.world
    if not w.towns >> space & 1:
        return ()
    band = draft.at(side, space)
    idle = band != SINGLE and not draft.acted >> band & 1
    may = (
        idle and _may_recruit(draft, side, space) and draft.reserve[side] and draft.room(side, space),
        idle and side == LAW and _may_mark(draft, space, TAX) and draft.hoard and draft.room(side, space),
        side == MERRY and (idle or band == SINGLE) and _dice(draft, space),
    )
    moves = tuple(deed for deed, open in zip(DEEDS, may, strict=True) if open)
    return (*moves, PASS) if moves else ()


def _may_mark(draft: Any, space: int, mark: int) -> bool:
    """Whether the Law may do in a town what its marker says: where it lies, or, while there are any, where none lies."""
    if space in draft.marks:
        return bool(draft.marks[space] == mark)
    return bool(sum(one == mark for one in draft.marks.values()) < draft.world.markers[mark])


def _may_recruit(draft: Any, side: int, space: int) -> bool:
    if side == LAW:
        return _may_mark(draft, space, RECRUIT)
    return bool(draft.marks.get(space) != RECRUIT)


def _dice(draft: Any, space: int) -> int:
    """The dice that the Merry Men roll for their gold in a town (section `delivering`)."""
    gold = int(draft.carried(MERRY, space))
    return gold // int(draft.world.halved) if draft.marks.get(space) == RECRUIT else gold


def deed(draft: Draft, move: Move, side: int, space: int) -> None:
    w, band = draft.world, draft.at(side, space)
    assert band is not None
    if move == PASS:
        return
    if band != SINGLE:
        draft.acted |= 1 << band
    if move == DEEDS[0]:
        if side == LAW:
            _mark(draft, space, RECRUIT)
        draft.say("recruiting", draft.seat(side), w.sref[space], "step/recruiting", "step/town")
        draft.then(*(Task("enlist", (band,)) for _ in range(w.recruit_dice)))
    elif move == DEEDS[1]:
        _mark(draft, space, TAX)
        draft.say("taxing", draft.seat(side), w.sref[space], "step/taxing", "step/town")
        draft.then(*(Task("levy", (band,)) for _ in range(draft.men[band])))
    else:
        _score(draft, side, space, _dice(draft, space))


def _mark(draft: Draft, space: int, mark: int) -> None:
    if space not in draft.marks:
        draft.marks[space] = mark
        draft.say("marked", f"counter/{MARKERS[mark]}", draft.world.sref[space])


def enlists(draft: Any, band: int) -> Any:
    return draft.world.thrown["recruit"]


def enlist(draft: Draft, move: Move, band: int) -> None:
    """A die for a man: more than the band has men (section `recruiting`)."""
    w, side = draft.world, draft.world.side_of[band]
    full = draft.men[band] + draft.load[band] >= w.room
    if int(move.args[1]) > draft.men[band] and draft.reserve[side] and not full:
        draft.reserve[side] -= 1
        draft.men[band] += 1
        draft.say("recruited", draft.seat(side), draft.piece(side, SINGLE), draft.piece(side, band))


def levies(draft: Any, band: int) -> Any:
    return draft.world.thrown["tax"]


def levy(draft: Draft, move: Move, band: int) -> None:
    """A die for a gold: more than the band has gold (section `taxing`)."""
    full = draft.men[band] + draft.load[band] >= draft.world.room
    if int(move.args[1]) > draft.load[band] and draft.hoard and not full:
        draft.load[band] += 1
        draft.say("taxed", draft.seat(LAW), draft.piece(LAW, band), f"counter/{GOLD}")


def _score(draft: Draft, side: int, space: int, dice: int) -> None:
    """All gold of a piece is laid aside, and dice are rolled for it."""
    gold = draft.carried(side, space)
    if not gold:
        return
    draft.bear(side, space, -gold)
    piece = draft.piece(side, draft.at(side, space))
    draft.say("delivered", draft.seat(side), piece, draft.world.sref[space], "step/delivering", amount=gold)
    draft.then(*(Task("reckon", (side,)) for _ in range(dice)))


def reckonings(draft: Any, side: int) -> Any:
    return draft.world.thrown["gold"]


def reckon(draft: Draft, move: Move, side: int) -> None:
    """A die's points; enough of them win at once (section `winning`)."""
    draft.earn(side, int(move.args[1]))
    if draft.points[side] >= draft.world.victory:
        finish(draft, "gold", side)
