"""The rules of *The Legend of Robin Hood*, as its rulebook has them; sections are named by the ids of their headings.

Every number is read from the content. What the Phases do stands in a module each: `sequence` has their order.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType

from pnp.engines.base import CHANCE, Event, Facts, Kind, Move, Needs, Option, Outcome, Place, Seat, Seats, Trace
from pnp.engines.legend_of_robin_hood import positions
from pnp.engines.legend_of_robin_hood.sensible import sensible
from pnp.engines.legend_of_robin_hood.sequence import AGENDA, NAMES
from pnp.engines.legend_of_robin_hood.state import Draft, State
from pnp.engines.legend_of_robin_hood.world import (
    FLAGS,
    GRIDS,
    MARKERS,
    MODIFIERS,
    PARAMETERS,
    SEATS,
    SIDES,
    world,
)
from pnp.model.game import Game
from pnp.model.rules import Position

FACTS = Facts(
    least=2,
    most=2,
    chance=True,
    longest=20_000,
    options=(
        Option(
            id="victory",
            says="What Robin Hood must have at the end.",
            choices=("three-of-four", "bride-and-king"),
            default="three-of-four",
        ),
    ),
    tallies=("killed", "murdered", "captured", "hanged", "rescued", "ransomed", "recruited", "robbed", "looted", "taxed",
             "arrived", "wed", "condition"),
    accounts=("outlaw-treasury", "sheriff-treasury"),
    round="turn",
)  # fmt: skip

NEEDS = Needs(
    tables={
        **dict.fromkeys(GRIDS, ()),
        "recruitment": ("little-john", "will-scarlet", "friar-tuck"),
        "tax": ("marks",),
        "random-event": ("event",),
        "traveler-type": ("type",),
        "arrival-box": ("box",),
        "fate": ("beaten", "caught"),
        "capture": ("cover", "open"),
        "secret-passage": ("entering", "mishap"),
        "recognition": ("units", "leader"),
        "arrivals": ("box", "recruited"),
    },
    modifiers=MODIFIERS,
    parameters=PARAMETERS,
    attributes=("movement", "archery", "melee", "personal-combat", "command", "ransom", "hanging", "purse", "never",
                "abilities", "joins", "returns", "arrives", "worth"),
    counters=("robin-hood", "little-john", "will-scarlet", "friar-tuck", "alan-a-dale", "maid-marion", "king-richard",
              "sheriff-of-nottingham", "sir-guy", "prince-john", "noble", "bishop", *MARKERS, ),
    groups=("outlaw-leaders", "outlaw-units", "sheriff-leaders", "sheriff-units", "travelers", "markers"),
    boards=("map",),
    spaces=("nottingham-green",),
    zones=("traveler-box", "sheriff-treasury", "outlaw-treasury"),
    terrains=("forest", "castle", "keep", "road"),
    flags=FLAGS,
    tracks=("turn-record",),
    phases=NAMES,
    sides=SIDES,
    supplies=("dice",),
    cells={
        "archery": r"\d+",
        "melee": r"AE|DE|EX|[AD]L\d+",
        "recruitment": r"J|JW|R|W",
        "tax": r"\d+",
        "fate": r"Killed|Captured|Gets away",
        "capture": r"Caught|Gets away",
        "secret-passage/entering": r"Success|Mishap",
        "secret-passage/mishap": r"Killed|Gets out",
        "recognition": r"Recognized|Unnoticed",
        "arrivals/recruited": r"yes|no",
    },
)  # fmt: skip

AGENTS = MappingProxyType({"sensible": sensible})


def seats(game: Game, players: int) -> Seats:
    return SEATS


def setup(game: Game, seats: Seats, options: Mapping[str, str]) -> State:
    return positions.start(world(game), options.get("victory") == "bride-and-king")


def turn(state: State) -> Seats:
    return AGENDA.turn(state)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    now = AGENDA.turn(state)
    return state.open if now != CHANCE and seat in now else ()


def chances(state: State) -> tuple[tuple[Move, int], ...]:
    return state.open if AGENDA.turn(state) == CHANCE else ()


def play(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    return AGENDA.play(Draft(state), move)


def view(state: State, seat: Seat) -> Hashable:
    """Nothing on this table is hidden: who lies face down is printed on the map."""
    return state


def supply(state: State) -> Mapping[tuple[Kind, Place], int]:
    return positions.supply(state)


def result(state: State) -> Outcome | None:
    return state.over


def position(game: Game, position: Position) -> State:
    return positions.middle(world(game), position)


def fact(trace: Trace, key: str) -> str | None:
    return positions.fact(trace, key)


def show(state: State, seat: Seat | None = None) -> str:
    return positions.show(state)
