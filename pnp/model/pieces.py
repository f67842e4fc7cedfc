"""Counters, cards and what a game declares about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pnp.model.base import Among, ColourText, Doc, Extents, File, Id, Positive, Prose, Source, Value, Where


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A player's side, or the neutral one that markers and travelers belong to."""

    where: Where
    id: Id
    name: str
    colour: Annotated[str, Among("colour"), Doc("The ground of the side's pieces: a palette name.")]
    ink: Annotated[str, Among("colour"), Doc("Type on that ground.")]
    icon: Annotated[str, Among("icon"), Doc("The device that tells the side without colour.")]
    played: Annotated[bool, Doc("Whether a player plays it.")] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """Something that pieces, cards or spaces of this game have: its type and range, its name for players, its icon."""

    where: Where
    id: Id
    name: str
    of: Annotated[tuple[Literal["counter", "card", "space"], ...], Doc("Which records may carry it.")]
    type: Annotated[
        Literal["number", "text", "flag", "choice", "set"],
        Doc("number: whole; flag: yes or no; choice: one of `choices`; set: several of `choices`."),
    ]
    least: int | None = None
    most: int | None = None
    choices: tuple[Id, ...] = ()
    default: str | None = None
    icon: Annotated[str | None, Among("icon")] = None
    short: str = ""
    doc: Prose = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A number of the rules that belongs to no piece, space or table, so that prose and engine read the same one."""

    where: Where
    id: Id
    name: str
    value: int
    unit: str = ""
    section: Annotated[str, Doc("The section of the original rules that states it.")] = ""
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reverse:
    """The other side of a counter where it differs from the front; what is left out is as on the front."""

    where: Where
    name: str | None = None
    short: str | None = None
    text: Prose | None = None
    art: Annotated[str | None, Among("icon")] = None
    layout: Annotated[str | None, Among("layout")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A die-cut piece. Keys that the game declares as attributes of counters are read into `values`."""

    where: Where
    id: Id
    name: str
    short: Annotated[str, Doc("The name as printed on the piece, when the whole one is too long.")] = ""
    copies: Positive = 1
    text: Prose = ""
    art: Annotated[str | None, Among("icon")] = None
    layout: Annotated[str | None, Among("layout"), Doc("Instead of its group's.")] = None
    reverse: Reverse | None = None
    section: str = ""
    source: Source = "stated"
    note: Annotated[Prose, Doc("For the inventory in the rulebook.")] = ""
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Counters of one ground: they lie together on the sheet, share cuts, and default to its layouts.

    Keys declared as attributes of counters may be given here for all its counters.
    """

    where: Where
    id: Id
    name: str
    side: Annotated[str, Among("side")]
    size: Annotated[Extents, Doc("Width and height; one value is a square.")]
    layout: Annotated[str, Among("layout")]
    back: Annotated[str | None, Among("layout"), Doc("The backs' layout; left out, backs are the plain ground.")] = None
    colour: Annotated[str | None, Among("colour"), Doc("The ground, instead of the side's.")] = None
    ink: Annotated[str | None, Among("colour")] = None
    counters: tuple[Counter, ...]
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card. Keys that the game declares as attributes of cards are read into `values`."""

    where: Where
    id: Id
    name: str
    copies: Positive = 1
    text: Prose = ""
    art: Annotated[str | None, Among("icon")] = None
    picture: Annotated[File | None, Doc("A picture file in the game's folder.")] = None
    layout: Annotated[str | None, Among("layout")] = None
    back: Annotated[str | None, Among("layout")] = None
    section: str = ""
    source: Source = "stated"
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Cards of one size and back. `cards` are here or in the CSV `file`, which has the same fields as columns."""

    where: Where
    id: Id
    name: str
    size: Extents
    layout: Annotated[str, Among("layout")]
    back: Annotated[str | None, Among("layout")] = None
    count: Annotated[int | None, Doc("How many cards there must be, copies counted.")] = None
    file: File | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """Something the game needs that is not printed: dice, bags, cubes, pawns."""

    where: Where
    id: Id
    name: str
    count: Positive
    faces: tuple[str, ...] = ()
    note: Prose = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FontFamily:
    """A type family: files in the game's folder, or the name of a family that comes with `pnp`."""

    where: Where
    id: Annotated[Id, Doc("What layouts and style sheets call it: text, sans, display, …")]
    family: Annotated[str | None, Doc("A family that comes with pnp.")] = None
    regular: File | None = None
    italic: File | None = None
    bold: File | None = None
    bold_italic: Annotated[File | None, Doc("Written `bold-italic`.")] = None
    features: Annotated[tuple[str, ...], Doc("OpenType features always on, such as lnum, tnum.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Swatch:
    """A palette entry."""

    where: Where
    id: Id
    colour: ColourText


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """The game's look: palette and type. Layouts in its own `faces/` and icons in its own `art/` complete it."""

    where: Where
    palette: tuple[Swatch, ...] = ()
    fonts: tuple[FontFamily, ...] = ()
