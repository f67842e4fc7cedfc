"""Units that fall, and where they come back (sections `melee`, `returns-outlaws`, `returns-sheriff`)."""

from __future__ import annotations

from pnp.engines.base import Ask, Move, Roll, Steps, Task, bits
from pnp.engines.legend_of_robin_hood.state import Draft, step
from pnp.engines.legend_of_robin_hood.world import SEATS, SHERIFF, SIDES


def fallen(d: Draft, units: int) -> tuple[Task, ...]:
    """Takes Units off the map at once; the rolls that are still to be made for them."""
    rolls = []
    for piece in bits(units):
        box = d.where[piece]
        d.say("fell", d.world.cref[piece], value=SIDES[d.world.side[SHERIFF] >> piece & 1])
        _leave(d, piece)
        d.loose(box)
        if d.world.by_roll >> piece & 1:
            rolls.append(step("return", piece))
    return tuple(rolls)


def _leave(d: Draft, piece: int) -> None:
    """Men at Arms wait on the Turn Record, one to a Game-Turn; the rest lie aside, Knights and Foresters for good."""
    w = d.world
    d.put(piece, w.dead)
    if not w.by_calendar >> piece & 1:
        return
    turn = d.turn + w.param["men-at-arms-return"]
    while turn <= w.last and (d.at[w.track + turn] & d.returning).bit_count() >= w.param["men-at-arms-each-turn"]:
        turn += 1
    if turn <= w.last:
        d.put(piece, w.track + turn)
        d.returning |= 1 << piece
        d.say("returns", w.cref[piece], value=str(turn))


def returned(d: Draft, move: Move, piece: int) -> None:
    """Merry Men come back face down in the box of their number."""
    w, roll = d.world, int(move.args[-1])
    grid = w.grid["merry-men-return"]
    box = w.named[grid.cell(grid.columns[0], roll)]
    d.put(piece, box)
    d.say("returns", w.cref[piece], w.sref[box], grid.ref(grid.columns[0], roll), value=w.id[box])


def losses(d: Draft, box: int, side: int, count: int) -> tuple[Move, ...]:
    """Which kind of Unit its owner takes away next."""
    w = d.world
    if count <= 0:
        return ()
    kinds = sorted({w.kind[piece] for piece in bits(d.units(box, side) & ~d.barred)})
    return tuple(Move("lose", (kind,)) for kind in kinds)


def lose(d: Draft, move: Move, box: int, side: int, count: int) -> None:
    units = d.units(box, side) & ~d.barred & d.world.of[move.args[0]]
    d.then(*fallen(d, units & -units), step("lose", box, side, count - 1))


STEPS: Steps = (
    Roll("return", lambda d, piece: d.world.throw("merry-men-return"), returned),
    Ask("lose", lambda d, box, side, count: SEATS[side], losses, lose),
)
