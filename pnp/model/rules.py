"""The rulebook's shape, worked examples, and the designer's assertions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.model.base import Among, Doc, File, Id, Number, Positive, Prose, Template, Where


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Pieces somewhere in a position."""

    where: Where
    piece: Annotated[str, Among("piece")]
    at: Annotated[str, Among("place")]
    count: Positive = 1
    face: Literal["front", "back"] = "front"
    held: Annotated[bool, Doc("A captive of the other side.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A moment of a game, as much of it as an example needs; an engine starts from it."""

    where: Where
    stacks: tuple[Stack, ...]
    side: Annotated[str | None, Among("side"), Doc("The phasing player.")] = None
    phase: Annotated[str | None, Among("phase")] = None
    turn: Number = 1
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
    title: str
    section: Annotated[str, Doc("The rulebook section it belongs to.")]
    position: Position
    does: Annotated[tuple[str, ...], Doc("Moves and rolls in order, in the engine's notation.")] = ()
    outcomes: tuple[Outcome, ...] = ()
    text: Annotated[Template, Doc("The story, Markdown with expressions.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A Markdown file of the rulebook; its headings carry section ids: ``## Movement {#movement}``."""

    where: Where
    file: File


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The rulebook."""

    where: Where
    title: str = ""
    paper: Literal["a4", "a5"] = "a4"
    chapters: tuple[Chapter, ...] = ()
    style: Annotated[File | None, Doc("A style sheet of the game's own, after the house's.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """A hard fact of the game that must hold: `that` is an expression over the game, `says` why."""

    where: Where
    id: Id
    that: str
    says: Prose
    section: str = ""
