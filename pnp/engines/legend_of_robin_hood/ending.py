"""How the game ends, and who has won (rulebook chapter *The end of the game*)."""

from __future__ import annotations

from pnp.engines.base import Act, Outcome, Steps
from pnp.engines.legend_of_robin_hood.state import Draft
from pnp.engines.legend_of_robin_hood.world import ROBIN, SEATS, SHERIFF


def finish(d: Draft, reason: str, winner: int) -> None:
    d.over = Outcome(reason, (SEATS[winner],))
    d.agenda.clear()
    for met, word in zip(conditions(d), CONDITIONS, strict=True):
        if met:
            d.say("condition", value=word)
    d.say("over", value=reason)


CONDITIONS = ("bride", "king", "poor-sheriff", "full-chest")


def conditions(d: Draft) -> tuple[bool, bool, bool, bool]:
    """The four of section `victory`, in its order."""
    w = d.world
    return (
        d.husband == w.robin and bool(d.joined >> w.marion & 1) and not d.held >> w.marion & 1,
        met_the_king(d),
        d.marks[SHERIFF] <= w.param["sheriff-poor"],
        d.marks[ROBIN] >= w.param["robin-rich"],
    )


def met_the_king(d: Draft) -> bool:
    """King Richard and Robin Hood in one box, neither a Captive (section `ending`)."""
    free = d.on_map(ROBIN)
    both = free >> d.world.robin & 1 and free >> d.world.richard & 1
    return bool(both) and d.where[d.world.robin] == d.where[d.world.richard]


def decide(d: Draft, reason: str) -> None:
    """The game is over without sudden victory: has Robin Hood met his conditions?"""
    w = d.world
    met = conditions(d)
    enough = sum(met) >= w.param["conditions-needed"]
    if d.hard:  # section `optional-victory`
        enough = met[0] and met[1] and (met[2] or met[3])
    free = bool(d.on_map(ROBIN) >> w.robin & 1)
    finish(d, reason, ROBIN if enough and free else SHERIFF)


def deaths(d: Draft) -> None:
    """After a Leader's death (sections `ending`, `automatic-victory`)."""
    w = d.world
    dead = d.at[w.dead]
    if dead >> w.robin & 1:
        finish(d, "robin-dead", SHERIFF)
    elif not w.leaders[SHERIFF] & ~dead:
        finish(d, "sheriffs-dead", ROBIN)
    elif dead >> w.richard & 1:
        decide(d, "richard-dead")


def turn_ends(d: Draft) -> None:
    if met_the_king(d):
        decide(d, "king-and-outlaw-meet")
    elif d.turn >= d.world.last:
        decide(d, "last-turn")


STEPS: Steps = (Act("deaths", deaths), Act("turn-ends", turn_ends))
