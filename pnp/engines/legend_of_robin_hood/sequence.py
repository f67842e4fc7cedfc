"""The sequence of play (rulebook chapter of that name): a Game-Turn's two Player-Turns, Phase by Phase."""

from __future__ import annotations

from pnp.engines.base import Act, Agenda, Task
from pnp.engines.legend_of_robin_hood import captives, combat, contest, ending, events, gathering, gold, leaders, losses
from pnp.engines.legend_of_robin_hood import movement as marching
from pnp.engines.legend_of_robin_hood.combat import unveil
from pnp.engines.legend_of_robin_hood.state import Draft, step
from pnp.engines.legend_of_robin_hood.world import ROBIN, SHERIFF

PHASES: tuple[tuple[str, int, tuple[Task, ...]], ...] = (
    (
        "outlaw-movement",
        ROBIN,
        (step("heal"), step("exchange"), step("disguise", 0), step("murder", ROBIN), step("movers"), step("prize")),
    ),
    ("outlaw-combat", ROBIN, (step("combat"),)),
    ("robbery", ROBIN, (step("robbery"),)),
    ("recruitment", ROBIN, (step("recruitment", 0),)),
    ("hanging", ROBIN, (step("hang"),)),
    ("outlaw-end", ROBIN, (step("ransom"), step("robins-wedding"), step("guys-wedding"), step("melting"))),
    (
        "random-event",
        SHERIFF,
        (
            step("note-keeps"),
            step("exchange"),
            step("murder", SHERIFF),
            step("announce"),
            step("reinforce"),
            step("event"),
        ),
    ),
    ("sheriff-movement", SHERIFF, (step("ride"), step("movers"))),
    ("sheriff-combat", SHERIFF, (step("combat"),)),
    ("taxation", SHERIFF, (step("taxation"), step("tally"), step("meet-guy"))),
    ("advance", SHERIFF, (step("turn-ends"), step("advance"))),
)
"""The Phases in order: each with the side whose it is, and its steps."""
NAMES = tuple(name for name, _, _ in PHASES)


def phase(d: Draft, number: int) -> None:
    name, side, steps = PHASES[number]
    d.side = side
    d.moved = 0
    d.say("phase", f"step/{name}", f"track/turn-record/{d.turn}")
    d.then(*steps, step("phase", (number + 1) % len(PHASES)))


def meet_guy(d: Draft) -> None:
    """Sir Guy joins when the Sheriff of Nottingham ends a Sheriff Player-Turn beside him (section `sir-guy`)."""
    w = d.world
    if d.is_at(w.nottingham, d.where[w.guy]):
        unveil(d, d.where[w.guy])


def advance(d: Draft) -> None:
    """The Game-Turn marker moves on; Taxed markers are turned over or taken away (section `taxation`)."""
    d.spared, d.taxed = d.taxed, frozenset()
    d.turn += 1
    begin(d)


def begin(d: Draft) -> None:
    """A Game-Turn begins; a Leader who is due arrives now."""
    d.say("turn", f"track/turn-record/{d.turn}", "counter/game-turn", value=str(d.turn))
    d.then(step("calendar"))


AGENDA: Agenda[Draft] = Agenda(
    (
        Act("phase", phase),
        Act("meet-guy", meet_guy),
        Act("advance", advance),
        *marching.STEPS,
        *losses.STEPS,
        *combat.STEPS,
        *leaders.STEPS,
        *captives.STEPS,
        *gold.STEPS,
        *gathering.STEPS,
        *events.STEPS,
        *contest.STEPS,
        *ending.STEPS,
    )
)
