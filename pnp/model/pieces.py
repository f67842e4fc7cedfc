"""Counters, cards and what a game declares about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from pnp.model.base import (
    Among,
    ColourText,
    Count,
    Doc,
    Extent,
    Extents,
    File,
    Id,
    Limits,
    Name,
    Positive,
    Prose,
    Section,
    Source,
    Value,
    Where,
)
from pnp.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A player's side, or the neutral one that markers and travelers belong to."""

    where: Where
    id: Id
    name: Name
    colour: Annotated[str, Among("colour"), Doc("The ground of the side's pieces: a palette name.")]
    ink: Annotated[str, Among("colour"), Doc("Type on that ground.")]
    icon: Annotated[str, Among("icon"), Doc("The device that tells the side without colour.")]
    played: Annotated[bool, Doc("Whether a player plays it.")] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """Something that pieces, cards, spaces or mats of this game have: its type and range, its name for players, its icon."""

    where: Where
    id: Id
    name: Name
    of: Annotated[tuple[Literal["counter", "card", "space", "mat"], ...], Doc("Which records may carry it.")]
    type: Annotated[
        Literal["number", "text", "flag", "choice", "set"],
        Doc("number: whole; flag: yes or no; choice: one of `choices`; set: several of `choices`."),
    ]
    least: Annotated[int | None, Doc("The least that a number may be.")] = None
    most: Annotated[int | None, Doc("The most that a number may be.")] = None
    choices: Annotated[tuple[Id, ...], Doc("The words of a choice or set.")] = ()
    default: Annotated[str | None, Doc("What it is where it is left out; of a set, words with spaces between.")] = None
    icon: Annotated[str | None, Among("icon"), Doc("The icon that stands for it in tables.")] = None
    short: Annotated[str, Doc("Its name where there is little room.")] = ""
    doc: Annotated[Prose, Doc("What it means; editors show it as hover text.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A number of the rules that belongs to no piece, space or table, so that prose and engine read the same one."""

    where: Where
    id: Id
    name: Name
    value: Annotated[int, Doc("The number.")]
    unit: Annotated[str, Doc("What it counts: rounds, Gold Pieces, …")] = ""
    section: Annotated[str, Doc("The section of the original rules that states it.")] = ""
    source: Source = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reverse:
    """The other side of a counter where it differs from the front; what is left out is as on the front."""

    where: Where
    name: Annotated[str | None, Doc("Its name on the other side.")] = None
    short: Annotated[str | None, Doc("The name as printed there, when the whole one is too long.")] = None
    text: Annotated[Prose | None, Doc("Its text on the other side.")] = None
    art: Annotated[str | None, Among("icon"), Doc("Its drawing on the other side.")] = None
    layout: Annotated[str | None, Among("layout"), Doc("How the other side looks, instead of the group's `back`.")] = (
        None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A die-cut piece. Keys that the game declares as attributes of counters are read into `values`."""

    where: Where
    id: Id
    name: Name
    short: Annotated[str, Doc("The name as printed on the piece, when the whole one is too long.")] = ""
    copies: Annotated[Positive, Doc("How many are printed.")] = 1
    text: Annotated[Prose, Doc("What is printed on it.")] = ""
    art: Annotated[str | None, Among("icon"), Doc("Its drawing: an SVG of the game's art/, or one of the house's.")] = (
        None
    )
    layout: Annotated[str | None, Among("layout"), Doc("Instead of its group's.")] = None
    reverse: Reverse | None = None
    section: Section = ""
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
    name: Name
    side: Annotated[str, Among("side"), Doc("Whose counters they are.")]
    size: Annotated[Extents, Doc("Width and height; one value is a square.")]
    layout: Annotated[str, Among("layout"), Doc("How fronts look: a layout of faces/, or one of the house's.")]
    back: Annotated[str | None, Among("layout"), Doc("The backs' layout; left out, backs are the plain ground.")] = None
    stands: Annotated[
        Extent | None, Doc("They are standing figures: folded at the top, with a base tab so deep at each end.")
    ] = None
    colour: Annotated[str | None, Among("colour"), Doc("The ground, instead of the side's.")] = None
    ink: Annotated[str | None, Among("colour"), Doc("Type on the ground, instead of the side's.")] = None
    file: Annotated[File | None, Doc("A CSV file of counters, in the game's folder.")] = None
    counters: tuple[Counter, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def foot(self) -> tuple[int, ...]:
        """Width and depth of what a counter covers where it lies or stands."""
        return self.size if self.stands is None else (self.size[0], self.stands)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card. Keys that the game declares as attributes of cards are read into `values`."""

    where: Where
    id: Id
    name: Name
    copies: Annotated[Positive, Doc("How many are printed.")] = 1
    text: Annotated[Prose, Doc("What is printed on it.")] = ""
    art: Annotated[str | None, Among("icon"), Doc("Its drawing: an SVG of the game's art/, or one of the house's.")] = (
        None
    )
    picture: Annotated[File | None, Doc("A picture file in the game's folder.")] = None
    layout: Annotated[str | None, Among("layout"), Doc("Instead of its deck's.")] = None
    back: Annotated[str | None, Among("layout"), Doc("Instead of its deck's.")] = None
    section: Section = ""
    source: Source = "stated"
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Cards of one size and back. `cards` are here or in the CSV `file`, which has the same fields as columns."""

    where: Where
    id: Id
    name: Name
    size: Annotated[Extents, Doc("Width and height: [63.5mm, 88.9mm] is a poker card.")]
    layout: Annotated[str, Among("layout"), Doc("How fronts look: a layout of faces/, or one of the house's.")]
    back: Annotated[str | None, Among("layout"), Doc("How backs look.")] = None
    count: Annotated[int | None, Doc("How many cards there must be, copies counted.")] = None
    file: Annotated[File | None, Doc("A CSV of more cards: a row a card, a column a key.")] = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """Something the game needs that is not printed: dice, bags, cubes, pawns."""

    where: Where
    id: Id
    name: Name
    count: Annotated[Positive, Doc("How many the game needs.")]
    faces: Annotated[tuple[str, ...], Doc("What a die shows, side by side.")] = ()
    note: Annotated[Prose, Doc("For the inventory in the rulebook.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FontFamily:
    """A type family: files in the game's folder, or the name of a family that comes with `pnp`."""

    where: Where
    id: Annotated[Id, Doc("What layouts and style sheets call it: text, sans, display, …")]
    family: Annotated[str | None, Doc("A family that comes with pnp.")] = None
    regular: Annotated[File | None, Doc("A font file of its own.")] = None
    italic: Annotated[File | None, Doc("Its italic.")] = None
    bold: Annotated[File | None, Doc("Its bold.")] = None
    bold_italic: Annotated[File | None, Doc("Written `bold-italic`.")] = None
    features: Annotated[tuple[str, ...], Doc("OpenType features always on, such as lnum, tnum.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Swatch:
    """A palette entry."""

    where: Where
    id: Id
    colour: Annotated[ColourText, Doc("What colour it is.")]
    cmyk: Annotated[
        tuple[Annotated[int, Limits(least=0, most=100)], ...],
        Count((4,)),
        Doc("Its inks on a press, in per cent: cyan, magenta, yellow, black. Without it the colour is converted."),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """The game's look: palette and type. Layouts in its own `faces/` and icons in its own `art/` complete it."""

    where: Where
    palette: tuple[Swatch, ...] = ()
    fonts: tuple[FontFamily, ...] = ()
