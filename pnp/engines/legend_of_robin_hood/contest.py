"""The Archery Contest and the weddings (rulebook chapters *The Archery Contest* and *Weddings*)."""

from __future__ import annotations

from pnp.engines.base import Act, Ask, Move, Steps, bits
from pnp.engines.legend_of_robin_hood.state import Draft, step
from pnp.engines.legend_of_robin_hood.world import ROBIN, SEATS, SHERIFF

ROBIN_SEAT, SHERIFF_SEAT = SEATS


def announcements(d: Draft) -> tuple[Move, ...]:
    """Once in a game, when Prince John has come, if the day lies within the game (section `archery-contest`)."""
    w = d.world
    come = any(arrival.piece == w.john for arrival in w.arrivals[: d.arrived])
    if d.contest or not come or d.turn + w.param["contest-delay"] > w.last:
        return ()
    return (Move("announce", ("contest",)), Move("end", ("announcements",)))


def announce(d: Draft, move: Move) -> None:
    if move.verb == "announce":
        d.contest = d.turn + d.world.param["contest-delay"]
        d.say("announced", f"track/turn-record/{d.contest}")
        d.lay("contest")


def prize(d: Draft) -> None:
    """Who has come to the Green at the end of the Movement Phase, and who pays (section `contest-prize`)."""
    w = d.world
    if d.contest != d.turn:
        return
    host = d.leaders(w.green, SHERIFF)
    shown = host >> w.john & 1 and host.bit_count() > w.param["contest-leaders"]
    if not shown:
        paid = d.pay(SHERIFF, w.param["contest-no-prince"])
        d.say("no-host", w.sref[w.green], amount=paid)
    if d.is_at(w.robin, w.green):
        d.owe_robin(w.param["contest-prize"])
        d.say("golden-arrow", w.cref[w.robin], amount=w.param["contest-prize"])
    else:
        d.pay(ROBIN, w.param["contest-absent-loss"])
        d.earn(SHERIFF, w.param["contest-absent-gain"])
        d.say("stayed-away", w.cref[w.robin], amount=w.param["contest-absent-gain"])


def melt(d: Draft) -> None:
    """After the End Phase of the day the Outlaws leave the Green (section `contest-dispersal`)."""
    w = d.world
    if d.contest == d.turn and d.active(w.green, ROBIN):
        d.then(step("melt"))


def hiding(d: Draft) -> tuple[Move, ...]:
    w = d.world
    kinds = sorted({w.kind[piece] for piece in bits(d.active(w.green, ROBIN))})
    return tuple(Move("hide", (kind, w.id[box])) for kind in kinds for box in w.near_green)


def hide(d: Draft, move: Move) -> None:
    """Captives of the Outlaws go with the first who leaves."""
    w = d.world
    piece, box = next(bits(w.of[move.args[0]] & d.active(w.green, ROBIN))), w.box[move.args[1]]
    for one in bits(1 << piece | d.captives(w.green, ROBIN)):
        d.put(one, box)
    d.say("hid", w.cref[piece], w.sref[box])
    d.then(step("melt"))


# Weddings.


def wedding_of_robin(d: Draft) -> tuple[Move, ...]:
    """All four together and free, none in disguise; Sir Guy must be dead if he is her husband (sections
    `robins-wedding`, `bigamy`)."""
    w = d.world
    party = [w.robin, w.marion, w.alan, w.tuck]
    box = d.where[w.robin]
    there = all(d.is_at(piece, box) and not d.disguised >> piece & 1 for piece in party)
    taken = d.husband == w.robin or (d.husband == w.guy and d.where[w.guy] != w.dead)
    return (Move("wed", (w.kind[w.robin],)), Move("end", ("wedding",))) if there and not taken else ()


def wedding_of_guy(d: Draft) -> tuple[Move, ...]:
    """A captive bride, long enough in a Keep, in a town with Sir Guy and the Sheriff or Prince John (section
    `guys-wedding`)."""
    w = d.world
    box = d.where[w.marion]
    ready = bool(d.held >> w.marion & 1) and d.ripe[w.outlaw_leader[w.marion]] >= w.param["wedding-turns"]
    there = box in w.towns and d.is_at(w.guy, box) and (d.is_at(w.nottingham, box) or d.is_at(w.john, box))
    return (Move("wed", (w.kind[w.guy],)), Move("end", ("wedding",))) if ready and there and d.husband < 0 else ()


def wed(d: Draft, move: Move) -> None:
    w = d.world
    if move.verb == "wed":
        d.husband = w.piece(move.args[0])
        d.say("wed", w.cref[d.husband], w.cref[w.marion], w.sref[d.where[w.marion]])
        d.lay("married")


STEPS: Steps = (
    Ask("announce", SHERIFF_SEAT, announcements, announce),
    Act("prize", prize),
    Act("melting", melt),
    Ask("melt", ROBIN_SEAT, hiding, hide),
    Ask("robins-wedding", ROBIN_SEAT, wedding_of_robin, wed),
    Ask("guys-wedding", SHERIFF_SEAT, wedding_of_guy, wed),
)
