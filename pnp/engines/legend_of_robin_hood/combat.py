"""Combat of Units: which boxes, archery, mêlée, storming (rulebook chapter *Combat*)."""

from __future__ import annotations

from fractions import Fraction

from pnp.engines.base import Act, Ask, Move, Roll, Steps, bits
from pnp.engines.legend_of_robin_hood.losses import fallen
from pnp.engines.legend_of_robin_hood.state import Draft, step
from pnp.engines.legend_of_robin_hood.world import ROBIN, SEATS, SHERIFF, SIDES


def begin(d: Draft) -> None:
    """The Combat Phase (section `fighting`): who attacks Sir Guy while he is hidden, then box by box, then rescue."""
    d.barred = 0
    ambushes = sorted(_hiding(d)) if d.side == ROBIN else ()
    d.then(*(step("ambush", box) for box in ambushes), step("muster-battles"), step("rescue"))


def _hiding(d: Draft) -> set[int]:
    """The boxes where Outlaws, none of them in disguise, have come upon pieces that lie hidden (section `sir-guy`)."""
    w = d.world
    hidden = (d.where[piece] for piece in bits(w.side[SHERIFF] & ~d.joined))
    return {box for box in hidden if box < w.boxes and d.active(box, ROBIN) & ~d.disguised}


def ambush(d: Draft, box: int) -> tuple[Move, ...]:
    return (Move("attack", (d.world.id[box],)), Move("spare", (d.world.id[box],)))


def reveal(d: Draft, move: Move, box: int) -> None:
    """The Outlaws choose to attack those who lie hidden (section `sir-guy`)."""
    if move.verb == "attack":
        unveil(d, box)


def unveil(d: Draft, box: int) -> None:
    """The Sheriff's hidden pieces in a box turn face up for good."""
    hidden = d.at[box] & d.world.side[SHERIFF] & ~d.joined
    d.joined |= hidden
    for piece in bits(hidden):
        d.say("revealed", d.world.cref[piece])


def muster(d: Draft) -> None:
    """Every box that both sides share at the start of the Phase."""
    shared = {d.where[piece] for piece in bits(d.on_map(ROBIN))} & {d.where[piece] for piece in bits(d.on_map(SHERIFF))}
    d.then(step("battles", tuple(sorted(shared))))


def battles(d: Draft, boxes: tuple[int, ...]) -> tuple[Move, ...]:
    """The attacker says in which order (section `multiple-battles`)."""
    return tuple(Move("fight", (d.world.id[box],)) for box in boxes)


def fight(d: Draft, move: Move, boxes: tuple[int, ...]) -> None:
    box = d.world.box[move.args[0]]
    rest = tuple(other for other in boxes if other != box)
    d.say("fight", d.world.sref[box])
    d.then(step("archery", box), step("melee", box), step("personal", box), step("battles", rest))


def fighting(d: Draft, box: int, side: int) -> int:
    """The Units of a side that take part."""
    return d.units(box, side) & ~d.barred


def archery(d: Draft, box: int) -> None:
    """Both sides shoot at once (section `archery`), the attacker's die first."""
    w = d.world
    first, second = d.side, 1 - d.side
    if box in w.no_archery or not fighting(d, box, first) or not fighting(d, box, second):
        return
    strength = [sum(w.archery[p] for p in bits(fighting(d, box, side) & ~d.wet)) for side in (first, second)]
    _step(d, "archery")
    d.then(step("shoot", box, first, strength[0], strength[1]))


def _step(d: Draft, name: str) -> None:
    """A step of the Outlaws' Combat Phase is printed by itself; the Sheriff's is one Phase."""
    d.say("step", f"step/outlaw-{name}" if d.side == ROBIN else "step/sheriff-combat")


def shoot(d: Draft, box: int, side: int, strength: int, answer: int) -> None:
    """A side with no strength does not roll."""
    if strength:
        d.then(step("volley", box, side, strength, answer))
    else:
        _answer(d, box, side, 0, answer)


def volley(d: Draft, move: Move, box: int, side: int, strength: int, answer: int) -> None:
    w = d.world
    told = bows(d, box, side)
    roll = int(move.args[-1]) + sum(w.modifiers[ref] for ref in told)
    grid, column = w.grid["archery"], w.bows.column(strength)
    hits = int(grid.cell(column, roll))
    d.say("rolled", grid.ref(column, roll), f"side/{SIDES[side]}", *told, value=str(grid.net(roll)))
    _answer(d, box, side, hits, answer)


def bows(d: Draft, box: int, side: int) -> list[str]:
    """Which modifiers a side that shoots has (sections `terrain-effects`, `leader-effects`)."""
    w = d.world
    told = ["modifier/archery/cover"] if box in w.cover else []
    if side == ROBIN and heartening(d, box, ROBIN) & w.can["steadies-bows"]:
        told.append("modifier/archery/robin-hood")
    return told


def heartening(d: Draft, box: int, side: int) -> int:
    """The Leaders in a box who modify rolls: not Marion, Alan, the disguised, a wounded Robin Hood, or Captives."""
    w = d.world
    wounded = 1 << w.robin if d.wound else 0
    return d.leaders(box, side) & ~d.barred & ~w.never["modifies"] & ~d.disguised & ~wounded


def _answer(d: Draft, box: int, side: int, hits: int, answer: int) -> None:
    """After the first volley the second, which those who are hit shoot as well; then both sides' losses."""
    if side == d.side:
        d.then(step("shoot", box, 1 - side, answer, -hits), step("hit", box, 1 - side, hits))
    else:
        d.say("volleys", value=f"{-answer}-{hits}")
        d.then(step("hit", box, 1 - side, hits))


def hit(d: Draft, box: int, side: int, count: int) -> None:
    """A side takes away Units: all without asking where it has no more than that."""
    units = fighting(d, box, side)
    if count >= units.bit_count():
        d.then(*fallen(d, units))
    else:
        d.then(step("lose", box, side, count))


def melee(d: Draft, box: int) -> None:
    """The attacker's Units against the defender's, in one roll (section `melee`)."""
    w = d.world
    attack, defence = (sum(w.melee[p] for p in bits(fighting(d, box, side))) for side in (d.side, 1 - d.side))
    if fighting(d, box, d.side) and fighting(d, box, 1 - d.side):
        _step(d, "melee")
        column = w.odds.column(Fraction(attack, defence)) if defence else w.odds.columns[-1]
        d.then(step("clash", box, column))


def swords(d: Draft, box: int) -> list[str]:
    """Which modifiers the roll of a mêlée has (sections `terrain-effects`, `leader-effects`)."""
    told = ["modifier/melee/stronghold"] if box in d.world.stout else []
    told += ["modifier/melee/attacking-leader"] if heartening(d, box, d.side) else []
    return told + (["modifier/melee/defending-leader"] if heartening(d, box, 1 - d.side) else [])


def clash(d: Draft, move: Move, box: int, column: str) -> None:
    w = d.world
    told = swords(d, box)
    grid, roll = w.grid["melee"], int(move.args[-1]) + sum(w.modifiers[ref] for ref in told)
    result = grid.cell(column, roll)
    d.say("rolled", grid.ref(column, roll), *told, value=str(grid.net(roll)))
    d.say("odds", value=column)
    d.say("result", value=result)
    attacker, defender = _cost(d, box, result)
    d.say("melee-losses", value=f"{attacker}-{defender}")
    d.then(step("hit", box, d.side, attacker), step("hit", box, 1 - d.side, defender), step("storm", box, defender))


def _cost(d: Draft, box: int, result: str) -> tuple[int, int]:
    """How many Units attacker and defender lose; one more each at the Contest, of whoever loses any (section
    `contest-combat`)."""
    ours, theirs = (fighting(d, box, side).bit_count() for side in (d.side, 1 - d.side))
    at_contest = d.side == ROBIN and box == d.world.green and d.contest == d.turn
    more = d.world.param["contest-extra-loss"] if at_contest else 0
    attacker = ours if result == "AE" else 1 if result == "EX" else int(result[2:]) if result.startswith("AL") else 0
    defender = theirs if result == "DE" else 1 if result == "EX" else int(result[2:]) if result.startswith("DL") else 0
    return min(attacker + more * bool(attacker), ours), min(defender + more * bool(defender), theirs)


def storm(d: Draft, box: int, eliminated: int) -> None:
    """Attackers who eliminate nobody in a castle or Keep are thrown back (section `assaults`)."""
    if box in d.world.stormed and not eliminated and fighting(d, box, d.side):
        d.then(step("retreat", box) if ways_out(d, box) else step("cut-down", box))


def ways_out(d: Draft, box: int) -> tuple[int, ...]:
    """Where thrown-back attackers may go. From a Keep they must take what there is, held or not."""
    w, foe = d.world, 1 - d.side
    if box in w.keeps:
        return w.ways[box] if d.side == ROBIN else w.adjacent[box]
    return tuple(
        near for near in w.adjacent[box] if near not in w.keeps and near not in w.no_end and not d.units(near, foe)
    )


def retreats(d: Draft, box: int) -> tuple[Move, ...]:
    return tuple(Move("retreat", (d.world.id[near],)) for near in ways_out(d, box))


def retreat(d: Draft, move: Move, box: int) -> None:
    goal = d.world.box[move.args[0]]
    if d.units(goal, 1 - d.side):
        cut_down(d, box)
        return
    party = fighting(d, box, d.side) | d.leaders(box, d.side) & ~d.disguised & ~d.barred
    d.barred |= party
    for piece in bits(party | d.captives(box, d.side)):
        d.put(piece, goal)
    d.say("retreat", d.world.sref[goal])


def cut_down(d: Draft, box: int) -> None:
    """No way out: the Units are eliminated and their Leaders taken without a roll."""
    leaders = d.leaders(box, d.side) & ~d.disguised & ~d.barred
    rolls = fallen(d, fighting(d, box, d.side))
    for piece in bits(leaders):
        d.capture(piece)
    d.then(*rolls)


def phasing(d: Draft, *about: object) -> str:
    return SEATS[d.side]


def _shots(d: Draft, box: int, side: int, strength: int, answer: int) -> tuple[tuple[Move, int], ...]:
    return d.world.throw("archery", SIDES[side])


STEPS: Steps = (
    Act("combat", begin),
    Ask("ambush", SEATS[ROBIN], ambush, reveal),
    Act("muster-battles", muster),
    Ask("battles", phasing, battles, fight),
    Act("archery", archery),
    Act("shoot", shoot),
    Roll("volley", _shots, volley),
    Act("hit", hit),
    Act("melee", melee),
    Roll("clash", lambda d, box, column: d.world.throw("melee"), clash),
    Act("storm", storm),
    Ask("retreat", phasing, retreats, retreat),
    Act("cut-down", cut_down),
)
