"""Movement: marches, command, conveying, the secret passages (rulebook chapter *Movement*, section `guarding`)."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.engines.base import Act, Ask, Move, Roll, Steps, bits
from pnp.engines.legend_of_robin_hood.losses import fallen
from pnp.engines.legend_of_robin_hood.state import Draft, March, step
from pnp.engines.legend_of_robin_hood.ways import goals, shorter, way
from pnp.engines.legend_of_robin_hood.world import ROBIN, SEATS, SHERIFF

END = Move("end", ("movement",))
STOP = Move("stop")


def movers(d: Draft) -> tuple[Move, ...]:
    """Who may still set out (section `moving`): Leaders of the Outlaws, any piece of the Sheriff."""
    w, side = d.world, d.side
    free = (w.side[side] if side == SHERIFF else w.leaders[side]) & d.joined & ~d.held & ~d.moved
    if d.wound:
        free &= ~(1 << w.robin)  # section `wounds`: he stays in his box
    seen = sorted({(w.kind[piece], d.where[piece]) for piece in bits(free)})
    setting_out = tuple(Move("move", (kind, w.id[box])) for kind, box in seen)
    on_road = [move for move, (_, box) in zip(setting_out, seen, strict=True) if box in w.no_end]
    return tuple(on_road) or (*setting_out, END)  # section `no-end`: who was placed in a road box leaves it


def set_out(d: Draft, move: Move) -> None:
    if move.verb == "end":
        return
    w = d.world
    kind, box = move.args[0], w.box[move.args[1]]
    piece = next(bits(w.of[kind] & d.active(box, d.side) & ~d.moved))
    d.march = March(piece, 1 << piece, box)
    d.then(step("march"), step("movers"))


def marches(d: Draft) -> tuple[Move, ...]:
    """What a piece on the move may do next: take along, go, try a passage, leave behind, stop."""
    march = d.march
    assert march is not None
    takes = _takes(d, march) if march.legs == 0 else _leaves(d, march)
    if march.halted:
        return (*takes, STOP)
    w, box, points = d.world, d.where[march.leader], points_left(d, march)
    to = w.to
    ways = [to[goal] for goal in bits(goals(d, box, points))]
    ways += [Move("wade", (w.id[goal],)) for goal in bits(shorter(d, box, points))]
    joins = _joins(d, march, box) if march.legs else []
    stop = () if box in w.no_end and ways else (STOP,)
    return (*takes, *joins, *ways, *_passages(d, march, box, points), *stop)


def points_left(d: Draft, march: March) -> int:
    """The party goes no faster than its slowest, Captives included."""
    return min(d.world.movement[piece] for piece in bits(march.party)) - march.spent


def _takes(d: Draft, march: March) -> list[Move]:
    """Whom he may take along from where he starts (sections `command`, `guarding`)."""
    w, box, found = d.world, march.start, []
    captives = d.captives(box, d.side) & ~march.party & ~d.moved
    if d.disguised >> march.leader & 1:
        return []  # section `disguised`: he moves by himself
    found += [Move("take", (w.kind[piece],)) for piece in bits(captives)]
    if w.leaders[ROBIN] >> march.leader & 1 and not march.party & w.units[ROBIN]:
        band = d.units(box, ROBIN) & ~d.moved
        most = min(band.bit_count(), w.command[march.leader])
        found += [Move("take", (_some(w.kind[piece], n),)) for piece in _first(band) for n in range(1, most + 1)]
    return found + (_with_him(d, march, box) if w.can["enters-passage"] >> march.leader & 1 else [])


def _with_him(d: Draft, march: March, box: int) -> list[Move]:
    """A Leader who has not moved goes along with Robin Hood, for the sake of the passage."""
    if _companions(d, march):
        return []
    others = d.leaders(box, ROBIN) & ~d.moved & ~march.party & ~d.disguised
    return [Move("with", (d.world.kind[piece],)) for piece in bits(others)]


def _joins(d: Draft, march: March, box: int) -> list[Move]:
    """Who waits where a passage begins may go in as well."""
    w = d.world
    leads = w.can["enters-passage"] >> march.leader & 1 and not d.disguised >> march.leader & 1
    return _with_him(d, march, box) if leads and w.inside.get(box, box) not in {box, *d.discovered} else []


def _leaves(d: Draft, march: March) -> list[Move]:
    """Merry Men may stay in any box that is passed (section `command`), a companion too."""
    w = d.world
    band = march.party & w.units[ROBIN] if d.side == ROBIN else 0
    found = [
        Move("leave", (_some(w.kind[piece], n),)) for piece in _first(band) for n in range(1, band.bit_count() + 1)
    ]
    stays = _companions(d, march)
    if d.side == SHERIFF and d.where[march.leader] in w.keeps:  # section `guarding`: walls are guard enough
        stays |= march.party & d.held
    return found + [Move("leave", (w.kind[piece],)) for piece in bits(stays)]


def _companions(d: Draft, march: March) -> int:
    return march.party & d.world.leaders[d.side] & ~d.held & ~(1 << march.leader)


def _first(pieces: int) -> Iterable[int]:
    """One piece of a set, if there is any: all Merry Men are alike."""
    return (next(bits(pieces)),) if pieces else ()


def _some(kind: str, count: int) -> str:
    return f"{kind}*{count}"


def _passages(d: Draft, march: March, box: int, points: int) -> list[Move]:
    """The way in by which only Robin Hood leads, once for each Keep (section `secret-passages`)."""
    w = d.world
    keep = w.inside.get(box)
    if keep is None or keep in d.discovered or not w.can["enters-passage"] >> march.leader & 1:
        return []
    band, friends = march.party & w.units[ROBIN], march.party & w.all_leaders & ~(1 << march.leader)
    small = band.bit_count() <= w.param["passage-merry-men"] and friends.bit_count() <= w.param["passage-leaders"]
    return [Move("passage", (w.id[keep],))] if small and points >= w.cost[keep] else []


def go_on(d: Draft, move: Move) -> None:
    march = d.march
    assert march is not None
    if move.verb == "stop":
        _rest(d, march.party)
        d.march = None
        return
    d.then(step("march"))
    _DOES[move.verb](d, march, move.args[0])


def _take(d: Draft, march: March, what: str) -> None:
    w = d.world
    kind, _, count = what.partition("*")
    here = w.of[kind] & d.at[d.where[march.leader]] & d.joined & ~d.moved & ~march.party
    taken = list(bits(here))[: int(count or 1)]
    d.march = march._replace(party=march.party | sum(1 << piece for piece in taken))


def _leave(d: Draft, march: March, what: str) -> None:
    kind, _, count = what.partition("*")
    left = sum(1 << piece for piece in list(bits(d.world.of[kind] & march.party))[: int(count or 1)])
    _rest(d, left)
    d.march = march._replace(party=march.party & ~left)


def _rest(d: Draft, pieces: int) -> None:
    d.moved |= pieces


def _to(d: Draft, march: March, what: str) -> None:
    _go(d, march, what, dry=True)


def _wade(d: Draft, march: March, what: str) -> None:
    """The shorter way, with wet bowstrings."""
    _go(d, march, what, dry=False)


def _go(d: Draft, march: March, what: str, dry: bool) -> None:
    w = d.world
    here, goal = d.where[march.leader], w.box[what]
    cost, boxes = way(d, here, points_left(d, march), goal, dry)
    if any(box in w.wets for box in boxes):
        d.wet |= march.party & w.all_units
    d.say("went", w.cref[march.leader], *[w.sref[box] for box in boxes])
    halted = any(d.on_map(1 - d.side) & ~d.disguised & d.at[box] for box in boxes)
    d.march = march._replace(spent=march.spent + cost, legs=march.legs + 1, halted=halted)
    _carry(d, march.party, goal)
    d.loose(here)


def _carry(d: Draft, party: int, goal: int) -> None:
    for piece in bits(party):
        d.put(piece, goal)


def _enter(d: Draft, march: March, what: str) -> None:
    """Robin Hood and his party try a passage. The step costs its point, whatever comes of it."""
    keep = d.world.box[what]
    d.discovered |= {keep}
    d.say("passage", d.world.sref[keep], d.world.passage[keep])
    d.lay("discovered")
    d.march = march._replace(spent=march.spent + d.world.cost[keep], legs=march.legs + 1)
    d.then(step("passage", keep))


def _with(d: Draft, march: March, what: str) -> None:
    _take(d, march, what)


_DOES = {"take": _take, "with": _with, "leave": _leave, "to": _to, "wade": _wade, "passage": _enter}


def passed(d: Draft, move: Move, keep: int) -> None:
    """The first column of the passage table."""
    w, march, roll = d.world, d.march, int(move.args[-1])
    assert march is not None
    grid = w.grid["secret-passage"]
    d.say("rolled", grid.ref("entering", roll))
    if grid.cell("entering", roll) == "Success":
        outside = d.where[march.leader]
        _carry(d, march.party, keep)
        d.say("went", w.cref[march.leader], w.sref[keep])
        d.march = march._replace(halted=bool(d.on_map(SHERIFF) & d.at[keep]))
        d.loose(outside)
        return
    band = march.party & w.units[ROBIN]
    d.march = march._replace(party=march.party & ~band)
    leaders = march.party & w.leaders[ROBIN] & ~d.held
    d.then(*(step("mishap", piece) for piece in bits(leaders)), *fallen(d, band), step("scatter"))


def scatter(d: Draft) -> None:
    """Whoever got out with Robin Hood goes on by himself, after him, with the points that he has left."""
    march = d.march
    if march is None:
        return
    friends = _companions(d, march)
    d.march = march._replace(party=march.party & ~friends)
    own = d.agenda.pop()  # Robin Hood's march
    d.then(own, *(step("resume", piece, march.spent) for piece in bits(friends)))


def resume(d: Draft, piece: int, spent: int) -> None:
    box = d.where[piece]
    if d.active(box, ROBIN) >> piece & 1:
        d.march = March(piece, 1 << piece, box, spent, 1)
        d.then(step("march"))


def mishap(d: Draft, move: Move, piece: int) -> None:
    """The second column: a Leader is killed, or out where he came from."""
    w, march, roll = d.world, d.march, int(move.args[-1])
    assert march is not None
    grid = w.grid["secret-passage"]
    d.say("rolled", grid.ref("mishap", roll))
    if grid.cell("mishap", roll) != "Killed":
        return
    if piece == march.leader:
        _rest(d, march.party)
        d.march = None
        d.agenda = [task for task in d.agenda if task.step != "march"]
    else:
        d.march = march._replace(party=march.party & ~(1 << piece))
    d.kill(piece)


def phasing(d: Draft, *about: object) -> str:
    return SEATS[d.side]


STEPS: Steps = (
    Ask("movers", phasing, movers, set_out, forced=False),
    Ask("march", phasing, marches, go_on),
    Roll("passage", lambda d, keep: d.world.throw("secret-passage"), passed),
    Roll("mishap", lambda d, piece: d.world.throw("mishap", d.world.kind[piece]), mishap),
    Act("scatter", scatter),
    Act("resume", resume),
)
