"""Robbery, looting, taxation (rulebook chapter *Gold*)."""

from __future__ import annotations

from pnp.engines.base import Ask, Move, Roll, Steps, bits
from pnp.engines.legend_of_robin_hood.state import Draft, step
from pnp.engines.legend_of_robin_hood.world import ROBIN, SEATS, SHERIFF

ROBIN_SEAT, SHERIFF_SEAT = SEATS


def spoils(d: Draft) -> tuple[Move, ...]:
    """What the Merry Men may take (sections `robbery`, `looting`). Hidden Units of the Sheriff are present too."""
    w = d.world
    moves = []
    for box in sorted({d.where[piece] for piece in bits(w.units[ROBIN] & d.joined)}):
        if d.at[box] & w.units[SHERIFF]:
            continue
        if box not in w.bridges:
            moves += [
                Move("rob", (kind, w.id[box])) for kind in sorted({w.kind[t] for t in bits(d.at[box] & w.travelers)})
            ]
        if box in w.keeps and box not in d.looted:
            moves.append(Move("loot", (w.id[box],)))
    return (*moves, Move("end", ("robbery",))) if moves else ()


def take(d: Draft, move: Move) -> None:
    if move.verb == "end":
        return
    w = d.world
    d.say("step", "step/robbery")
    if move.verb == "rob":
        traveler = next(bits(w.of[move.args[0]] & d.at[w.box[move.args[1]]]))
        d.owe_robin(w.value(traveler, "purse"))
        d.say("robbed", w.cref[traveler], w.sref[w.box[move.args[1]]], amount=w.value(traveler, "purse"))
        go_home(d, traveler)
    else:
        keep = w.box[move.args[0]]
        d.owe_robin(w.param["loot"])
        d.looted |= {keep}
        d.say("looted", w.sref[keep], amount=w.param["loot"])
        d.lay("looted")
    d.then(step("robbery"))


def go_home(d: Draft, traveler: int) -> None:
    """A Traveler goes back to the Traveler Box."""
    w = d.world
    n = traveler - next(bits(w.travelers))
    d.put(traveler, w.bag)
    d.say("home", w.cref[traveler], "zone/traveler-box")
    d.riding = (*d.riding[:n], -1, *d.riding[n + 1 :])


def taxable(d: Draft) -> tuple[Move, ...]:
    """Villages with a Leader and a Unit of the Sheriff and no recruited Merry Men, not tried last turn (section
    `taxation`)."""
    w = d.world
    boxes = [
        box
        for box in sorted({d.where[piece] for piece in bits(d.on_map(SHERIFF) & w.leaders[SHERIFF])} & w.villages)
        if d.units(box, SHERIFF) and not d.units(box, ROBIN) and box not in d.taxed and box not in d.spared
    ]
    return (*(Move("tax", (w.id[box],)) for box in boxes), Move("end", ("taxation",))) if boxes else ()


def tax(d: Draft, move: Move) -> None:
    if move.verb == "tax":
        box = d.world.box[move.args[0]]
        d.taxed |= {box}
        d.say("step", "step/taxation")
        d.then(step("tax-roll", box), step("taxation"))


def taxed(d: Draft, move: Move, box: int) -> None:
    w, roll = d.world, int(move.args[-1])
    grid = w.grid["tax"]
    marks = int(grid.cell("marks", roll))
    d.earn(SHERIFF, marks)
    d.say("rolled", grid.ref("marks", roll))
    d.say("taxed", w.sref[box], amount=marks)
    d.lay("taxed")


STEPS: Steps = (
    Ask("robbery", ROBIN_SEAT, spoils, take, forced=False),
    Ask("taxation", SHERIFF_SEAT, taxable, tax, forced=False),
    Roll("tax-roll", lambda d, box: d.world.throw("tax", d.world.id[box]), taxed),
)
