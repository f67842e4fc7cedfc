"""The steps of the game in their order: the set-up, days, turns, and the end (sections `set-up`, `turn`, `winning`)."""

from __future__ import annotations

from typing import Any, Final

from pnp.engines.base import Act, Agenda, Ask, Move, Roll, Seats, Task, bits
from pnp.engines.sherwood_final_showdown import battle, orders, towns
from pnp.engines.sherwood_final_showdown.state import Draft, State
from pnp.engines.sherwood_final_showdown.world import LAW, MERRY, SEATS


def begin(draft: Draft) -> None:
    """Men at home; then bands are placed, one after the other, the Law's first (section `set-up`)."""
    w = draft.world
    for side in (LAW, MERRY):
        draft.singles[side] = dict.fromkeys(bits(w.starts[side]), 0)
        draft.reserve[side] = w.men[side] - len(draft.singles[side]) - w.band_men * len(w.own[side])
    pairs = zip(w.own[LAW], w.own[MERRY], strict=True)
    draft.then(*(Task("place", (band,)) for pair in pairs for band in pair), Task("day"))


def _owner(draft: Any, band: int) -> str:
    return battle.seat(draft, draft.world.side_of[band])


def _places(draft: Any, band: int) -> tuple[Move, ...]:
    """Towns for the Law's bands, circles for the Merry Men's, where no other stands."""
    w = draft.world
    spaces = w.circles if w.side_of[band] else w.towns
    return tuple(Move("place", (w.id[space],)) for space in bits(spaces) if space not in draft.where)


def _place(draft: Draft, move: Move, band: int) -> None:
    w = draft.world
    draft.where[band], draft.men[band] = w.space[move.args[0]], w.band_men
    draft.say("placed", draft.piece(w.side_of[band], band), w.sref[draft.where[band]])


def _day(draft: Draft) -> None:
    """The next day, or after the last one the end (section `winning`)."""
    w = draft.world
    if draft.day == w.last:
        _dusk(draft)
        return
    draft.dawn()
    if draft.day == 1:
        draft.say("posted", *(w.sref[space] for side in (LAW, MERRY) for space in bits(w.starts[side])))
    draft.then(Task("turn", (LAW,)), Task("turn", (MERRY,)), Task("day"))


def _dusk(draft: Draft) -> None:
    """The Law has won if it is far enough ahead; if not, the Merry Men."""
    ahead = draft.points[LAW] - draft.points[MERRY] >= draft.world.quota
    battle.finish(draft, "days", LAW if ahead else MERRY)


AGENDA: Final = Agenda[Draft](
    (
        Ask("place", _owner, _places, _place),
        Act("day", _day),
        Act("turn", orders.turn),
        Ask("order", orders.phasing, orders.orders, orders.order),
        Ask("march", orders.phasing, orders.marches, orders.march),
        Roll("stride", orders.strides, orders.stride),
        Ask("single", orders.phasing, orders.singles, orders.single),
        Ask("walk", orders.phasing, orders.walks, orders.walk),
        Act("arrive", towns.arrive),
        Ask("take", battle.seat, orders.takes, orders.take),
        Act("home", towns.home),
        Ask("deed", battle.seat, towns.deeds, towns.deed),
        Roll("enlist", towns.enlists, towns.enlist),
        Roll("levy", towns.levies, towns.levy),
        Roll("reckon", towns.reckonings, towns.reckon),
        Act("clash", battle.clash),
        Act("fill", battle.fill),
        Roll("draw", battle.draws, battle.draw),
        # Two seats at once: `battle.lay` and `battle.both` carry it out.
        Ask("strike", SEATS[LAW], battle.strikes, lambda draft, move: None, forced=False),
        Act("reveal", battle.reveal),
        Ask("redo", battle.seat, battle.redos, battle.redo),
    )
)


def turn(state: State) -> Seats:
    """In a battle both who have not laid a card yet."""
    if state.agenda and state.agenda[-1].step == "strike":
        return battle.strikers(state)
    return AGENDA.turn(state)
