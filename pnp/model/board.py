"""Maps: boxes (spaces), what joins and parts them, and what is printed around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from pnp.model.base import (
    Among,
    Area,
    Count,
    Doc,
    Extent,
    Extents,
    FaceUp,
    Id,
    Made,
    Name,
    Number,
    Point,
    Positive,
    Prose,
    Source,
    Value,
    Where,
)
from pnp.model.tables import Panel
from pnp.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain:
    """A kind of ground: its name, what it costs to enter, and how it is drawn."""

    where: Where
    id: Id
    name: Name
    cost: Annotated[Number, Doc("Movement Points to enter; 1 unless said.")] = 1
    colour: Annotated[str, Among("colour")]
    pattern: Annotated[str, Doc("The hand in which the map draws it: woods, field, houses, mill, road, …")] = ""
    text: Annotated[Prose, Doc("For the terrain key.")] = ""
    flags: Annotated[tuple[Id, ...], Doc("What rules ask of it, such as no-end, no-archery.")] = ()
    letter: Annotated[str, Doc("What stands for it in the rows of a board of squares: F.")] = ""
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """A box of the map. Keys declared as attributes of spaces are read into `values`."""

    where: Where
    id: Id
    name: Name = ""
    terrain: Annotated[str, Among("terrain"), Made()]
    at: Annotated[Point, Made(), Doc("The middle of the box: x, y from the map's top left.")]
    to: Annotated[tuple[Annotated[str, Among("space")], ...], Made(), Doc("Boxes that one can move to from here.")]
    square: Annotated[str, Doc("On a board of squares, which says the three above: column letter, row number.")] = ""
    code: Annotated[str, Doc("What is printed in the box as its number or letter: A, 3, …")] = ""
    label: Annotated[Point, Doc("Where the name stands, as an offset from the middle.")] = ()
    wooded: Annotated[bool, Doc("Whether open ground is drawn with trees along its borders.")] = False
    source: Source = "stated"
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A holding box beside the map: travelers, captives, a treasury."""

    where: Where
    id: Id
    name: Name
    text: Annotated[Prose, Doc("What is printed in it.")] = ""
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class River:
    """Water that parts boxes. `course` lists from source to mouth what it runs along: ``a|b`` between two boxes that
    border but do not join, or the id of a bridge or ford box that it runs through."""

    where: Where
    id: Id
    name: Name
    course: Annotated[tuple[str, ...], Doc("From source to mouth: a|b between two boxes, or a bridge or ford box.")]
    width: Extent = 5_000
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A secret way between two boxes that only some may use."""

    where: Where
    id: Id
    name: Name = ""
    between: Annotated[tuple[Annotated[str, Among("space")], ...], Count((2,)), Doc("Two boxes: inside, outside.")]
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A way that pieces follow, box by box, each joined to the next; drawn as a road where `drawn`."""

    where: Where
    id: Id
    name: Name = ""
    through: tuple[Annotated[str, Among("space")], ...]
    ends: Annotated[
        tuple[Annotated[str, Among("space")], ...], Count((2,)), Doc("Where it must lead: its first box, its last.")
    ] = ()
    drawn: Annotated[bool, Doc("Whether the map shows it as a road.")] = True
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """Words on the map that name no box: a wood, a shire, a river."""

    where: Where
    text: Annotated[str, Doc("The words.")]
    at: Annotated[Point, Doc("Their middle: x, y from the map's top left.")]
    rank: Annotated[Literal["region", "place", "water", "note"], Doc("How they are lettered.")] = "region"
    turn: Annotated[Number, Doc("Degrees clockwise.")] = 0
    size: Extent | None = None
    long: Annotated[Extent | None, Doc("How far the words are spread; as set unless said.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoration:
    """Something drawn for the eye: a compass, a cartouche, a ship, a stag; `icon` names it."""

    where: Where
    icon: Annotated[str, Among("icon")]
    at: Annotated[Point, Doc("Its middle.")]
    size: Extents
    turn: Annotated[Number, Doc("Degrees clockwise.")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What the numbers or letters printed in boxes mean, for the map's key."""

    where: Where
    code: Annotated[str, Doc("As the key shows it: 1-6, A-C.")]
    terrain: Annotated[str, Among("terrain"), Doc("A ground on which they stand, which decides their shape.")]
    means: Annotated[str, Doc("The words beside it in the key.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A map: everything one can see on it."""

    where: Where
    id: Id
    name: Name
    drawn: Annotated[
        Literal["land", "trail", "network", "squares"],
        Doc(
            "land: parts of the land; trail: tiles along the routes; network: plaques and links; squares: rows of them."
        ),
    ] = "land"
    squares: Annotated[
        tuple[str, ...],
        Doc("A board of squares: a line for each row from the top, a terrain's letter for each square."),
    ] = ()
    diagonal: Annotated[bool, Doc("Whether squares that touch at a corner are neighbours.")] = False
    squares_source: Annotated[Source, Doc("Where squares are from that do not say it: written `squares-source`.")] = (
        "stated"
    )
    way: Annotated[Extent, Doc("How wide the tiles of a trail, or the plaques of a network, are.")] = 24_000
    wild: Annotated[Literal["woods", "grass"], Doc("What grows around the tiles of a trail.")] = "woods"
    title: Annotated[str, Doc("In the cartouche; its last line is the largest.")] = ""
    subtitle: Annotated[str, Doc("In the cartouche, under the title.")] = ""
    size: Extents
    field: Annotated[Area, Doc("The land: x, y, width, height; panels may lie over it.")]
    terrains: tuple[Terrain, ...]
    spaces: Annotated[tuple[Space, ...], Made()]
    zones: tuple[Zone, ...] = ()
    rivers: tuple[River, ...] = ()
    passages: tuple[Passage, ...] = ()
    routes: tuple[Route, ...] = ()
    labels: tuple[Label, ...] = ()
    decorations: tuple[Decoration, ...] = ()
    panels: tuple[Panel, ...] = ()
    cartouche: Annotated[Area, Doc("Where title and subtitle stand: x, y, width, height.")] = ()
    key: Annotated[Area, Doc("Where the key of grounds and borders stands: x, y, width, height.")] = ()
    marks: Annotated[tuple[Mark, ...], Doc("What the codes of boxes mean.")] = ()
    reach: Annotated[Extent | None, Doc("How far a box reaches where no other is near; beyond lies open country.")] = (
        None
    )
    capacity: Annotated[Positive | None, Doc("Counters in a fanned stack that must fit into every box.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Pieces at the start: in a box, in a zone, or on a box of a track."""

    where: Where
    piece: Annotated[str, Among("piece")]
    at: Annotated[str | None, Among("place")] = None
    track: Annotated[str | None, Among("track")] = None
    box: Annotated[Number | None, Doc("The number of the track's box.")] = None
    count: Annotated[Positive, Doc("How many of it.")] = 1
    face: FaceUp = "front"
    printed: Annotated[bool, Doc("Whether the map shows it as a ghost counter.")] = True
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Treasury:
    """What a side starts with."""

    where: Where
    side: Annotated[str, Among("side")]
    value: Annotated[int, Doc("How much.")]
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Where everything is at the start. Every counter is placed, or its id is in `aside` (markers for later)."""

    where: Where
    placements: tuple[Placement, ...] = ()
    treasuries: tuple[Treasury, ...] = ()
    aside: tuple[Annotated[str, Among("piece")], ...] = ()
