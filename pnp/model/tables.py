"""Printed tables, tracks, the sequence of play, and the panels in which they are shown."""

from __future__ import annotations

from typing import Annotated, Literal

from pnp.model.base import Among, Doc, Extents, Id, Name, Number, Point, Positive, Prose, Section, Source, Where
from pnp.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table. An odds column's name is attacker-defender, such as 2-1."""

    where: Where
    id: Id
    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row: its key (a die result, a range such as 3-5, or words, as the table's `keys` says) and a cell a column."""

    where: Where
    key: Annotated[str, Doc("A die result, a range such as 3-5, or words, as the table's `keys` says.")]
    cells: Annotated[tuple[str, ...], Doc("A cell for each column.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a code in the cells means. `code` may end in ``#`` for any whole number: AL#."""

    where: Where
    code: Annotated[str, Doc("As it stands in cells; `#` at its end is any whole number.")]
    means: Annotated[Prose, Doc("What it stands for.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """Something that changes a roll on this table."""

    where: Where
    id: Id
    when: Annotated[Prose, Doc("When it counts.")]
    by: Annotated[int, Doc("Added to the roll; negative takes away.")]
    section: Section = ""
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of the game."""

    where: Where
    id: Id
    name: Name
    keys: Annotated[
        Literal["die", "range", "words"],
        Doc("die: keys cover every result of `roll`; range: strengths or the like, without gap; words: anything."),
    ]
    roll: Annotated[str, Doc("The dice, such as 1d6; for `keys: die`.")] = ""
    head: Annotated[str, Doc("What stands over the keys: Die, Terrain, …")] = ""
    across: Annotated[str, Doc("What stands over the columns: Odds, Strength, …")] = ""
    columns: tuple[Column, ...]
    order: Annotated[Literal["none", "odds", "range"], Doc("Whether the columns' names must increase, and how.")] = (
        "none"
    )
    rows: tuple[Row, ...]
    cells: Annotated[Literal["result", "number", "words"], Doc("result: every cell is a code of `results`.")] = "words"
    results: tuple[Result, ...] = ()
    rises: Annotated[
        tuple[Literal["down", "across"], ...],
        Doc("Where no cell is less than the one before it: down the rows, across the columns."),
    ] = ()
    falls: Annotated[
        tuple[Literal["down", "across"], ...], Doc("Where no cell is more than the one before it: down, across.")
    ] = ()
    scale: Annotated[
        tuple[str, ...], Doc("What the cells may say from least to greatest, for `rises` and `falls`; unless numbers.")
    ] = ()
    modifiers: tuple[Modifier, ...] = ()
    notes: Annotated[tuple[Prose, ...], Doc("What is printed below it.")] = ()
    section: Section = ""
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackEvent:
    """Something preset on a track's box: a piece that lies there, or words."""

    where: Where
    at: Annotated[Number, Doc("The box's number.")]
    piece: Annotated[str | None, Among("piece")] = None
    count: Annotated[Positive, Doc("How many of the piece.")] = 1
    text: Annotated[Prose, Doc("Words printed in the box.")] = ""
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A row of numbered boxes, such as the Turn Record."""

    where: Where
    id: Id
    name: Name
    first: Annotated[Number, Doc("The number of its first box.")]
    last: Annotated[Number, Doc("The number of its last box.")]
    columns: Annotated[Positive | None, Doc("Boxes in a row when drawn.")] = None
    events: tuple[TrackEvent, ...] = ()
    notes: Annotated[tuple[Prose, ...], Doc("What is printed below it.")] = ()
    marker: Annotated[str | None, Among("piece"), Doc("The counter that moves along it.")] = None
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a phase."""

    where: Where
    id: Id
    name: Name
    text: Annotated[Prose, Doc("What is done in it.")] = ""
    section: Section = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """A phase of a player's turn."""

    where: Where
    id: Id
    name: Name
    text: Annotated[Prose, Doc("What is done in it.")] = ""
    steps: tuple[Step, ...] = ()
    section: Annotated[str, Doc("The rulebook section's id that rules it.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTurn:
    """One side's part of a Game-Turn (or the part that belongs to nobody)."""

    where: Where
    id: Id
    name: Name
    side: Annotated[str | None, Among("side")] = None
    phases: tuple[Phase, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A rectangle on a map or chart that shows something of the game in the hand of its surroundings."""

    where: Where
    id: Id
    at: Annotated[Point, Doc("Top left corner: x, y.")]
    size: Annotated[Extents, Doc("Width, height.")]
    title: Annotated[str, Doc("What stands over it; the name of what it shows unless said.")] = ""
    table: Annotated[str | None, Among("table")] = None
    track: Annotated[str | None, Among("track")] = None
    ring: Annotated[bool, Doc("Whether the track's boxes run round the edge, clockwise from the top left.")] = False
    turn: Annotated[str | None, Among("player-turn"), Doc("A Player-Turn's phases, in order.")] = None
    zone: Annotated[str | None, Among("zone"), Doc("A holding box for pieces.")] = None
    text: Annotated[Prose, Doc("Words in it, if it shows nothing else.")] = ""
    icon: Annotated[
        str | None, Among("icon"), Doc("A device in a zone; a panel's picture, if it shows nothing else.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A sheet for the players: panels on a front and a back."""

    where: Where
    id: Id
    name: Name
    size: Extents
    front: tuple[Panel, ...]
    back: tuple[Panel, ...] = ()
