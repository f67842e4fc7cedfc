"""What becomes of Leaders in combat: recognition, capture, personal combat, escape, rescue (rulebook chapter *Combat*)."""

from __future__ import annotations

from collections.abc import Callable

from pnp.engines.base import Act, Ask, Move, Roll, Steps, Task, bits
from pnp.engines.legend_of_robin_hood.combat import fighting
from pnp.engines.legend_of_robin_hood.state import Draft, step
from pnp.engines.legend_of_robin_hood.world import ROBIN, SEATS, SHERIFF, SIDES


def personal(d: Draft, box: int) -> None:
    """The Personal Combat step of a box. Whether a disguise holds is settled first (section `recognition`)."""
    w = d.world
    d.say("step", "step/outlaw-personal" if d.side == ROBIN else "step/sheriff-combat")
    if d.disguised >> w.richard & 1 and d.is_at(w.richard, box) and d.is_at(w.john, box):
        _known(d, w.richard)  # Prince John always knows his brother
    hidden = d.leaders(box, ROBIN) & d.disguised & ~d.barred
    looks = [step("look", box, piece) for piece in bits(hidden)] if hidden and _in_danger(d, box) else []
    d.then(*looks, step("settle", box))


def _in_danger(d: Draft, box: int) -> bool:
    """Whether Outlaw Leaders here would have to fight or might be caught."""
    if fighting(d, box, ROBIN):
        return False
    return bool(fighting(d, box, SHERIFF) or d.leaders(box, SHERIFF) & ~d.barred)


def look(d: Draft, move: Move, box: int, piece: int) -> None:
    w, roll = d.world, int(move.args[-1])
    if not d.disguised >> piece & 1:
        return
    grid, column = w.grid["recognition"], "leader" if d.leaders(box, SHERIFF) else "units"
    d.say("rolled", grid.ref(column, roll))
    if grid.cell(column, roll) == "Recognized":
        _known(d, piece)


def looks(d: Draft, box: int, piece: int) -> tuple[tuple[Move, int], ...]:
    return d.world.throw("recognition", d.world.kind[piece])


def _known(d: Draft, piece: int) -> None:
    d.disguised &= ~(1 << piece)
    d.say("recognized", d.world.cref[piece])


def _exposed(d: Draft, box: int, side: int) -> int:
    """The Leaders of a side who can be taken or fight here."""
    return d.leaders(box, side) & ~d.barred & ~d.disguised


def helpless(d: Draft) -> int:
    """Those who never fight, and a wounded Robin Hood (sections `capture`, `wounds`)."""
    return d.world.never["fights"] | (1 << d.world.robin if d.wound else 0)


def settle(d: Draft, box: int) -> None:
    """Leaders among enemy Units without Units of their own try to get away; Leaders among themselves fight."""
    w = d.world
    ours, theirs = fighting(d, box, ROBIN), fighting(d, box, SHERIFF)
    if ours and theirs:
        return
    if ours or theirs:
        hunted = SHERIFF if ours else ROBIN
        d.then(*_hunt(d, box, hunted), step("unguarded", box))
        return
    if d.at[box] & w.all_units & d.joined:
        return  # those who were thrown back into this box are no party to a fight, but they are there
    robin, sheriff = (_exposed(d, box, side) for side in (ROBIN, SHERIFF))
    weak = helpless(d)
    if robin & ~weak and sheriff & ~weak:
        d.then(step("duel", box, d.side, ()), step("unguarded", box))
    elif robin and sheriff:
        for piece in bits(robin & weak if sheriff & ~weak else sheriff & weak if robin & ~weak else 0):
            d.capture(piece)


def _hunt(d: Draft, box: int, side: int) -> list[Task]:
    found = []
    for piece in bits(_exposed(d, box, side)):
        found.append(step("taken" if helpless(d) >> piece & 1 else "flight", box, piece))
    return found


def taken(d: Draft, box: int, piece: int) -> None:
    d.capture(piece)


def flight(d: Draft, move: Move, box: int, piece: int) -> None:
    """The capture table: Outlaws know the country."""
    w, roll = d.world, int(move.args[-1])
    outlaw = bool(w.side[ROBIN] >> piece & 1)
    grid, column = w.grid["capture"], "cover" if outlaw and box in w.hide else "open"
    d.say("rolled", grid.ref(column, roll))
    d.then(step("escape", box, piece) if grid.cell(column, roll) == "Gets away" else step("caught", box, piece))


def caught(d: Draft, move: Move, box: int, piece: int) -> None:
    _fate(d, box, piece, "caught", int(move.args[-1]))


def beaten(d: Draft, move: Move, box: int, piece: int) -> None:
    _fate(d, box, piece, "beaten", int(move.args[-1]))


def _fate(d: Draft, box: int, piece: int, column: str, roll: int) -> None:
    grid = d.world.grid["fate"]
    d.say("rolled", grid.ref(column, roll))
    fate = grid.cell(column, roll)
    if fate == "Killed":
        d.kill(piece)
    elif fate == "Captured":
        d.capture(piece)
    else:
        d.then(step("escape", box, piece))


def escapes(d: Draft, box: int, piece: int) -> tuple[Move, ...]:
    """Joining boxes without enemies; out of a Keep by its passage too (section `personal-combat`)."""
    w = d.world
    side = ROBIN if w.side[ROBIN] >> piece & 1 else SHERIFF
    ways = w.ways[box] if side == ROBIN else w.adjacent[box]
    foes = w.side[SHERIFF] & ~d.held if side == ROBIN else w.side[ROBIN] & d.joined & ~d.held
    free = (near for near in ways if near not in w.no_end and not d.at[near] & foes)
    moves = tuple(Move("escape", (w.id[near],)) for near in free)
    return moves or (Move("yield"),)


def escape(d: Draft, move: Move, box: int, piece: int) -> None:
    if move.verb == "yield":  # no such box: he is captured
        d.capture(piece)
        return
    goal = d.world.box[move.args[0]]
    d.put(piece, goal)
    d.barred |= 1 << piece
    d.say("escaped", d.world.cref[piece], d.world.sref[goal])


def runner(d: Draft, box: int, piece: int) -> str:
    return SEATS[0] if d.world.side[ROBIN] >> piece & 1 else SEATS[1]


def duel_roll(d: Draft, box: int, first: int, rolls: tuple[int, ...]) -> tuple[tuple[Move, int], ...]:
    return d.world.throw("personal-combat", SIDES[first if not rolls else 1 - first])


def duel(d: Draft, move: Move, box: int, first: int, rolls: tuple[int, ...]) -> None:
    """Each side adds a die to the strength of all its Leaders who fight; the higher total wins."""
    w = d.world
    rolls = (*rolls, int(move.args[-1]))
    if len(rolls) < 2:
        d.then(step("duel", box, first, rolls))
        return
    sides = (first, 1 - first)
    fighters = [_exposed(d, box, side) & ~helpless(d) for side in sides]
    totals = [roll + sum(w.duel[p] for p in bits(band)) for roll, band in zip(rolls, fighters, strict=True)]
    d.say("duel", *(w.cref[p] for band in fighters for p in bits(band)), value=f"{totals[0]}-{totals[1]}")
    if totals[0] == totals[1]:
        return
    loser = sides[totals[0] > totals[1]]
    d.say("won", f"side/{SIDES[1 - loser]}", value=SIDES[1 - loser])
    fates = [step("taken" if helpless(d) >> p & 1 else "beaten", box, p) for p in bits(_exposed(d, box, loser))]
    d.then(*fates)


def unguarded(d: Draft, box: int) -> None:
    d.loose(box)


def rescue(d: Draft) -> None:
    """At the end of a Combat Phase every Captive with a friend in his box is free (section `rescue`)."""
    if d.side == ROBIN and d.held:
        d.say("step", "step/outlaw-rescue")
    for piece in bits(d.held):
        box, side = d.where[piece], SHERIFF if d.world.side[SHERIFF] >> piece & 1 else ROBIN
        if d.active(box, side) & ~d.barred & ~d.disguised:
            d.free(piece)
            d.say("rescued", d.world.cref[piece])
    d.barred = 0
    d.wet = 0


def _who(step: str, name: str, does: Callable[..., None]) -> Roll:
    """A roll for one Leader."""
    return Roll(step, lambda d, box, piece: d.world.throw(name, d.world.kind[piece]), does)


STEPS: Steps = (
    Act("personal", personal),
    Roll("look", looks, look),
    Act("settle", settle),
    Act("taken", taken),
    _who("flight", "capture", flight),
    _who("caught", "caught", caught),
    _who("beaten", "fate", beaten),
    Ask("escape", runner, escapes, escape),
    Roll("duel", duel_roll, duel),
    Act("unguarded", unguarded),
    Act("rescue", rescue),
)
