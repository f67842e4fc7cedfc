"""Mats: boards of a player's own, with spaces where pieces lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated

from pnp.model.base import Among, Doc, Extent, Extents, Id, Name, Prose, Section, Source, Value, Where
from pnp.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MatSpace:
    """A space of every mat of a set. In positions and set-ups it is called by the mat's id, a hyphen, and its own id."""

    where: Where
    id: Annotated[Id, Doc("What it is called behind the mat's id; its number from 1 unless said.")] = ""
    label: Annotated[str, Doc("What is printed in it.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mat:
    """A mat. Keys that the game declares as attributes of mats are read into `values`."""

    where: Where
    id: Id
    name: Name
    side: Annotated[str | None, Among("side"), Doc("Whose it is: its ground and ink, unless the palette's paper.")] = (
        None
    )
    text: Annotated[Prose, Doc("What is printed on it.")] = ""
    art: Annotated[str | None, Among("icon"), Doc("Its drawing: an SVG of the game's art/, or one of the house's.")] = (
        None
    )
    section: Section = ""
    source: Source = "stated"
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatSet:
    """Mats of one size, layout and row of spaces."""

    where: Where
    id: Id
    name: Name
    size: Annotated[Extents, Doc("Width and height; one value is a square.")]
    layout: Annotated[str, Among("layout"), Doc("How fronts look; a box of it with `spaces` says where they run.")]
    back: Annotated[str | None, Among("layout"), Doc("How backs look; left out, they are not printed.")] = None
    spaces: tuple[MatSpace, ...] = ()
    holds: Annotated[
        tuple[Annotated[str, Among("group")], ...], Doc("Groups whose counters lie in the spaces, and must fit.")
    ] = ()
    clearance: Annotated[Extent, Doc("What a space has to be wider and higher than a counter in it.")] = 1_000
    mats: tuple[Mat, ...]

    def places(self, mat: Mat) -> Iterator[tuple[str, MatSpace]]:
        """A mat's spaces, each with the id by which positions and set-ups know it."""
        for number, space in enumerate(self.spaces):
            yield f"{mat.id}-{space.id or number + 1}", space
