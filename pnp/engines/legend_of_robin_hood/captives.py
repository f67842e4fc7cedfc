"""Murder, ransom, hanging, exchange, and how long a Captive was held (rulebook chapter *Captives*)."""

from __future__ import annotations

from pnp.engines.base import Act, Ask, Move, Steps, bits
from pnp.engines.legend_of_robin_hood.state import Draft, step
from pnp.engines.legend_of_robin_hood.world import ROBIN, SEATS, SHERIFF

ROBIN_SEAT, SHERIFF_SEAT = SEATS


def _end(what: str) -> Move:
    return Move("end", (what,))


def _named(d: Draft, verb: str, pieces: int) -> tuple[Move, ...]:
    return tuple(Move(verb, (d.world.kind[piece],)) for piece in bits(pieces))


# Murder (sections `ransom-and-murder`, `king-richard`): the Outlaws' of any Captive, the Sheriff's of King Richard alone.


def victims(d: Draft, side: int) -> tuple[Move, ...]:
    captives = d.held & d.world.leaders[1 - side] & ~d.world.never["murdered"]
    return (*_named(d, "murder", captives), _end("murders")) if captives else ()


def murder(d: Draft, move: Move, side: int) -> None:
    if move.verb == "end":
        return
    d.then(step("murder", side))
    d.kill(d.world.piece(move.args[0]), "murdered")


# Ransom: the Sheriff cannot refuse, and places the Leader.


def ransoms(d: Draft) -> tuple[Move, ...]:
    captives = d.held & d.world.leaders[SHERIFF]
    return (*_named(d, "ransom", captives), _end("ransoms")) if captives else ()


def ransom(d: Draft, move: Move) -> None:
    if move.verb == "end":
        return
    w = d.world
    piece = w.piece(move.args[0])
    d.owe_robin(w.value(piece, "ransom"))
    d.say("ransomed", w.cref[piece], amount=w.value(piece, "ransom"))
    d.then(step("place", piece), step("ransom"))


def havens(d: Draft, piece: int) -> tuple[Move, ...]:
    """Where a Leader who is given back may stand: the Sheriff's in a town, castle or Keep, an Outlaw in a forest, no
    enemies there."""
    w = d.world
    side = ROBIN if w.side[ROBIN] >> piece & 1 else SHERIFF
    boxes = w.forests if side == ROBIN else w.towns | w.castles | w.keeps
    free = [box for box in sorted(boxes) if not d.active(box, 1 - side)]
    return tuple(Move("place", (w.kind[piece], w.id[box])) for box in free or sorted(boxes))


def place(d: Draft, move: Move, piece: int) -> None:
    d.free(piece)
    box = d.world.box[move.args[1]]
    d.put(piece, box)
    d.say("placed", d.world.cref[piece], d.world.sref[box])


def owner(d: Draft, piece: int) -> str:
    return SEATS[0] if d.world.side[ROBIN] >> piece & 1 else SEATS[1]


# Exchange (section `exchange`): at any time by agreement; here one offer in a Player-Turn, one Captive for another.


def offers(d: Draft) -> tuple[Move, ...]:
    w = d.world
    mine, theirs = (bits(d.held & w.leaders[side]) for side in (d.side, 1 - d.side))
    get, give = list(mine), list(theirs)
    pairs = tuple(Move("offer", (w.kind[ours], w.kind[his])) for his in get for ours in give)
    return (*pairs, _end("exchange")) if pairs else ()


def offer(d: Draft, move: Move) -> None:
    if move.verb == "offer":
        d.then(step("answer", *move.args))


def answers(d: Draft, given: str, wanted: str) -> tuple[Move, ...]:
    return (Move("accept"), Move("refuse"))


def answer(d: Draft, move: Move, given: str, wanted: str) -> None:
    if move.verb == "accept":
        pieces = (d.world.piece(given), d.world.piece(wanted))
        d.say("exchanged", *(d.world.cref[piece] for piece in pieces))
        d.then(*(step("place", piece) for piece in pieces))


# Hanging (section `hanging`).


def gallows(d: Draft) -> tuple[Move, ...]:
    w = d.world
    condemned = 0
    for piece in bits(d.held & w.leaders[ROBIN] & ~w.never["hanged"]):
        held = d.ripe[w.outlaw_leader[piece]] >= w.param["hanging-turns"]
        if held and d.where[piece] in w.towns and d.leaders(d.where[piece], SHERIFF):
            condemned |= 1 << piece
    return (*_named(d, "hang", condemned), _end("hangings")) if condemned else ()


def hang(d: Draft, move: Move) -> None:
    if move.verb == "end":
        return
    w = d.world
    piece = w.piece(move.args[0])
    d.say("step", "step/hanging")
    d.earn(SHERIFF, w.value(piece, "hanging"))
    d.then(step("hang"))
    d.kill(piece, "hanged")


# The tally of whole Sheriff Player-Turns in one Keep (section `hanging`).


def note_keeps(d: Draft) -> None:
    """At the start of a Sheriff Player-Turn: which Captives lie in which Keep."""
    w = d.world
    d.kept = tuple(
        d.where[piece] if d.held >> piece & 1 and d.where[piece] in w.keeps else -1 for piece in w.outlaw_leader
    )


def tally(d: Draft) -> None:
    """At its end: one more for whoever is still in the same one. Who leaves too early begins anew."""
    w, ripe = d.world, list(d.ripe)
    enough = max(w.param["hanging-turns"], w.param["wedding-turns"])
    for piece, n in w.outlaw_leader.items():
        if d.held & w.tallied & 1 << piece and ripe[n] < enough:
            ripe[n] = ripe[n] + 1 if d.kept[n] == d.where[piece] else 0
            if ripe[n]:
                d.lay("held", w.sref[d.where[piece]])
            if ripe[n] == enough:
                d.say("ripe", w.cref[piece], value=str(d.turn))
    d.ripe = tuple(ripe)


STEPS: Steps = (
    Ask("murder", lambda d, side: SEATS[side], victims, murder, forced=False),
    Ask("ransom", ROBIN_SEAT, ransoms, ransom, forced=False),
    Ask("place", owner, havens, place),
    Ask("exchange", lambda d: SEATS[d.side], offers, offer, forced=False),
    Ask("answer", lambda d, given, wanted: SEATS[1 - d.side], answers, answer),
    Ask("hang", SHERIFF_SEAT, gallows, hang, forced=False),
    Act("note-keeps", note_keeps),
    Act("tally", tally),
)
