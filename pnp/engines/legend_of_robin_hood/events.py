"""Random events: Travelers and their roads, Leaders who arrive (rulebook chapter *Random events*)."""

from __future__ import annotations

from pnp.engines.base import Act, Move, Roll, Steps, bits
from pnp.engines.legend_of_robin_hood.gold import go_home
from pnp.engines.legend_of_robin_hood.state import Draft, step
from pnp.engines.legend_of_robin_hood.world import SHERIFF, number


def event(d: Draft) -> None:
    """No roll in a Game-Turn in which a Leader came by the calendar (section `arrivals`)."""
    d.say("step", "step/random-event")
    if d.arrival != d.turn:
        d.then(step("event-roll"))


def happened(d: Draft, move: Move) -> None:
    """A printed cell that names a road box brings a Traveler there; any other, the next Leader."""
    w, roll = d.world, int(move.args[-1])
    grid = w.grid["random-event"]
    d.say("rolled", grid.ref("event", roll))
    road = number(grid.cell("event", roll))
    if road is not None:
        d.then(step("traveler", road))
    elif d.arrived < len(w.arrivals) and not (d.arrival and d.arrival == d.turn - 1):
        d.then(step("arrive"))


def traveler(d: Draft, move: Move, road: int) -> None:
    """Who is traveling, if one of them waits in the Traveler Box (section `travelers`)."""
    w, roll = d.world, int(move.args[-1])
    grid = w.grid["traveler-type"]
    d.say("rolled", grid.ref("type", roll))
    name = grid.cell("type", roll)
    for piece in bits(d.at[w.bag]):
        if w.counter[w.kind[piece]].name == name:
            n, box = piece - next(bits(w.travelers)), w.road[road]
            d.put(piece, box)
            d.riding = (*d.riding[:n], 0, *d.riding[n + 1 :])
            d.road = (*d.road[:n], box, *d.road[n + 1 :])
            d.say("traveling", w.cref[piece], w.sref[box])
            return


def ride(d: Draft) -> None:
    """Each Traveler goes on along his road; at its end the Sheriff is paid (sections `road`, `safe-conduct`)."""
    w = d.world
    first = next(bits(w.travelers))
    for n, place in enumerate(d.riding):
        if place < 0:
            continue
        road, piece = w.routes[d.road[n]], first + n
        place = min(place + w.param["traveler-boxes"], len(road) - 1)
        d.put(piece, road[place])
        d.riding = (*d.riding[:n], place, *d.riding[n + 1 :])
        d.say("rode", w.cref[piece], w.sref[road[place]])
        if place == len(road) - 1:
            go_home(d, piece)
            d.earn(SHERIFF, w.param["safe-conduct"])
            d.say("conducted", w.cref[piece], amount=w.param["safe-conduct"])


def calendar(d: Draft) -> None:
    """A Leader due on a Game-Turn who has not come before arrives as it begins."""
    w = d.world
    if d.arrived < len(w.arrivals) and w.arrivals[d.arrived].turn <= d.turn:
        d.then(step("arrive"))


def arrive(d: Draft) -> None:
    """Where the next Leader comes in, as the table of arrivals says: by a die for A, B, C or a road, or in a road box."""
    w = d.world
    where = w.arrivals[d.arrived].where
    if "die" in where:
        d.then(step("landing"))
    elif number(where) is not None:
        settle(d, w.road[number(where) or 0])
    else:
        d.then(step("letter"))


def letter(d: Draft, move: Move) -> None:
    w, roll = d.world, int(move.args[-1])
    grid = w.grid["arrival-box"]
    d.say("rolled", grid.ref("box", roll))
    settle(d, w.lettered[grid.cell("box", roll)])


def landing(d: Draft, move: Move) -> None:
    """King Richard's road box; a number that none has is rolled again."""
    box = d.world.road.get(int(move.args[-1]))
    if box is None:
        d.then(step("landing"))
    else:
        settle(d, box)


def settle(d: Draft, box: int) -> None:
    """The Leader stands in a box, recruited or not, and whoever comes with him."""
    w = d.world
    arrival = w.arrivals[d.arrived]
    d.arrived += 1
    d.arrival = d.turn
    how = "turn" if d.turn >= arrival.turn else "six"
    d.say("due", *(f"cell/arrivals/{column}/{arrival.row}" for column in (how, "side", "box", "recruited")))
    for piece in (arrival.piece, *bits(arrival.party)):
        d.put(piece, box)
        d.joined |= 1 << piece if arrival.joined else 0
        preset = f"event/turn-record/{arrival.turn}/{w.kind[piece]}"
        d.say("arrived", w.cref[piece], w.sref[box], preset, value=str(d.turn))


STEPS: Steps = (
    Act("event", event),
    Roll("event-roll", lambda d: d.world.throw("random-event"), happened),
    Roll("traveler", lambda d, road: d.world.throw("traveler-type"), traveler),
    Act("ride", ride),
    Act("calendar", calendar),
    Act("arrive", arrive),
    Roll("letter", lambda d: d.world.throw("arrival-box"), letter),
    Roll("landing", lambda d: d.world.throw("arrival-road"), landing),
)
