"""The rulebook's shape, worked examples, and the designer's assertions."""

from __future__ import annotations

from typing import Annotated, Literal

from pnp.model.base import Among, Doc, FaceUp, File, Id, Number, Positive, Prose, Section, Template, Where
from pnp.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Pieces somewhere in a position."""

    where: Where
    piece: Annotated[str, Among("piece")]
    at: Annotated[str, Among("place")]
    count: Annotated[Positive, Doc("How many of it.")] = 1
    face: FaceUp = "front"
    held: Annotated[bool, Doc("A captive of the other side.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A moment of a game, as much of it as an example needs; an engine starts from it."""

    where: Where
    stacks: tuple[Stack, ...]
    side: Annotated[str | None, Among("side"), Doc("The phasing player.")] = None
    phase: Annotated[str | None, Among("phase")] = None
    turn: Annotated[Number, Doc("The Game-Turn.")] = 1
    settings: Annotated[tuple[str, ...], Doc("Anything else, as key=value.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One thing that must be true afterwards."""

    where: Where
    that: Annotated[str, Doc("In the words of the rules; an engine reads `expect`.")]
    expect: Annotated[str, Doc("As an engine's event or fact, key=value.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A worked example: a position, what is done and rolled, what comes of it, and how the rulebook tells it."""

    where: Where
    id: Id
    title: Annotated[str, Doc("What stands over it.")]
    section: Annotated[str, Doc("The rulebook section it belongs to.")]
    position: Position
    does: Annotated[tuple[str, ...], Doc("Moves and rolls in order, in the engine's notation.")] = ()
    outcomes: tuple[Outcome, ...] = ()
    text: Annotated[Template, Doc("The story, Markdown with expressions.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What a rule means, shown by play: a position, what is done and rolled, what must be true then. Not printed; `pnp
    check` plays it."""

    where: Where
    id: Id
    says: Annotated[Prose, Doc("What the rule says of such a case.")]
    section: Annotated[str, Doc("The rulebook section that says so.")] = ""
    position: Position
    does: Annotated[tuple[str, ...], Doc("Moves and rolls in order, in the engine's notation.")] = ()
    expect: Annotated[tuple[str, ...], Doc("Facts that must hold afterwards, each key=value.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A Markdown file of the rulebook; its headings carry section ids: ``## Movement {#movement}``."""

    where: Where
    file: Annotated[File, Doc("Such as rules/1-play.md.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The rulebook."""

    where: Where
    title: Annotated[str, Doc("The game's name unless said.")] = ""
    paper: Annotated[Literal["a4", "a5"], Doc("The size of its pages.")] = "a4"
    chapters: tuple[Chapter, ...] = ()
    style: Annotated[File | None, Doc("A style sheet of the game's own, after the house's.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """A hard fact of the game that must hold: `that` is an expression over the game, `says` why."""

    where: Where
    id: Id
    that: Annotated[str, Doc("An expression over the game that must be true: `count('knight') == 4`.")]
    says: Annotated[Prose, Doc("Why it must be so, for whoever breaks it.")]
    section: Section = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """Something printed that play need not reach: `says` why not."""

    where: Where
    unused: Annotated[str, Doc("As a report names it: space/radford, cell/melee/2-1/4; `/*` at its end is all there.")]
    says: Annotated[Prose, Doc("Why it may go unused.")]
