"""Recruitment, wounds, disguise, reinforcements (rulebook chapters *Gathering men* and *Disguise*)."""

from __future__ import annotations

from pnp.engines.base import Act, Ask, Move, Roll, Steps, bits
from pnp.engines.legend_of_robin_hood.state import Draft, step
from pnp.engines.legend_of_robin_hood.world import ROBIN, SEATS, SHERIFF

ROBIN_SEAT, SHERIFF_SEAT = SEATS


def recruits(d: Draft, asked: int) -> tuple[Move, ...]:
    """Whom Robin Hood may ask, and where Merry Men may be called (sections `recruitment`, `recruiting-merry-men`)."""
    w = d.world
    callers = d.on_map(ROBIN) & ~d.disguised & ~(1 << w.robin if d.wound else 0)
    moves = []
    for leader in bits(callers & w.can["recruits-leaders"]):
        there = d.at[d.where[leader]] & w.leaders[ROBIN] & ~d.joined & ~asked
        moves += [Move("recruit", (w.kind[piece],)) for piece in bits(there)]
    boxes = {d.where[leader] for leader in bits(callers & w.can["recruits-merry-men"])}
    for box in sorted(boxes):
        if d.at[box] & w.units[ROBIN] & ~d.joined & ~asked:
            moves.append(Move("call", (w.id[box],)))
    return (*moves, Move("end", ("recruitment",))) if moves else ()


def recruit(d: Draft, move: Move, asked: int) -> None:
    if move.verb == "end":
        return
    w = d.world
    d.say("step", "step/recruitment")
    if move.verb == "call":
        band = d.at[w.box[move.args[0]]] & w.units[ROBIN] & ~d.joined
        _join(d, band)
        d.then(step("recruitment", asked))
        return
    piece = w.piece(move.args[0])
    if w.by_duel >> piece & 1:
        d.then(step("staves", piece), step("recruitment", asked | 1 << piece))
    else:
        _join(d, 1 << piece)
        d.then(step("recruitment", asked))


def _join(d: Draft, pieces: int) -> None:
    d.joined |= pieces
    for piece in bits(pieces):
        d.say("recruited", d.world.cref[piece])


def staves(d: Draft, move: Move, piece: int) -> None:
    """The recruitment table: J joins, R nobody yields, W a wound for Robin Hood (sections `duels`, `wounds`)."""
    w, roll = d.world, int(move.args[-1])
    grid, column = w.grid["recruitment"], w.kind[piece]
    result = grid.cell(column, roll)
    d.say("rolled", grid.ref(column, roll))
    d.say("result", value=result)
    if "J" in result:
        _join(d, 1 << piece)
    if "W" in result:
        d.wound = d.turn + w.param["wound-turns"]
        d.say("wounded", w.cref[w.robin], value=str(d.wound))
        d.lay("wounded")


def heal(d: Draft) -> None:
    """At the start of a Robin Hood Player-Turn."""
    if d.wound and d.turn >= d.wound:
        d.wound = 0
        d.say("healed", d.world.cref[d.world.robin], value=str(d.turn))


def guises(d: Draft, done: int) -> tuple[Move, ...]:
    """Who may put on a disguise or shed it (section `disguise`)."""
    w = d.world
    able = d.on_map(ROBIN) & w.can["disguise"] & ~done & ~(1 << w.robin if d.wound else 0)
    moves = [Move("unmask" if d.disguised >> p & 1 else "disguise", (w.kind[p],)) for p in bits(able)]
    return (*moves, Move("end", ("disguise",))) if moves else ()


def guise(d: Draft, move: Move, done: int) -> None:
    if move.verb == "end":
        return
    bit = 1 << d.world.piece(move.args[0])
    d.disguised ^= bit
    d.say(move.verb, f"counter/{move.args[0]}")
    d.then(step("disguise", done | bit))


def reinforce(d: Draft) -> None:
    """Units due on this Game-Turn enter in any town (section `reinforcements`); a retinue waits for its Leader."""
    w = d.world
    due = d.at[w.track + d.turn] & w.units[SHERIFF]
    for arrival in w.arrivals[d.arrived :]:
        due &= ~arrival.party | d.returning
    d.then(*(step("enter", piece) for piece in bits(due)))


def gates(d: Draft, piece: int) -> tuple[Move, ...]:
    w = d.world
    return tuple(Move("enter", (w.kind[piece], w.id[town])) for town in sorted(w.towns))


def enter(d: Draft, move: Move, piece: int) -> None:
    w = d.world
    town, back = w.box[move.args[1]], bool(d.returning >> piece & 1)
    day = f"track/turn-record/{d.turn}" if back else f"event/turn-record/{d.turn}/{w.kind[piece]}"
    d.returning &= ~(1 << piece)
    d.put(piece, town)
    d.joined |= 1 << piece
    d.say("entered", w.cref[piece], w.sref[town], day)


STEPS: Steps = (
    Ask("recruitment", ROBIN_SEAT, recruits, recruit, forced=False),
    Roll("staves", lambda d, piece: d.world.throw("recruitment", d.world.kind[piece]), staves),
    Act("heal", heal),
    Ask("disguise", ROBIN_SEAT, guises, guise, forced=False),
    Act("reinforce", reinforce),
    Ask("enter", SHERIFF_SEAT, gates, enter),
)
