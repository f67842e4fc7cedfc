"""Layouts as records: what `faces/*.yaml` may say. `docs/faces.md` is their manual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.draw.shapes import ShapeName
from pnp.model.base import Doc, Id, Length, Template, Where

Measure = Annotated[str, Doc("A length, or a share of the reference: 2mm, 50%.")]
Paint = Annotated[
    Template, Doc("A colour: vellum, #8a1f11, mix(vellum, ink, 30%), a name of `let`, ground, lettering.")
]
Share = Annotated[str, Doc("A share: 120%.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Let:
    """A name for a colour, usable in the layout's colours."""

    where: Where
    id: Id
    value: Paint


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceBox:
    """A part of a face: where it lies and what it shows."""

    where: Where
    id: Id
    before: Annotated[str | None, Doc("Drawn before this inherited box.")] = None
    after: Annotated[str | None, Doc("Drawn after this inherited box.")] = None
    in_: Annotated[str, Doc("What it is measured from: trim, bleed, safe, or an earlier box.")] = "trim"
    left: Measure | None = None
    right: Measure | None = None
    top: Measure | None = None
    bottom: Measure | None = None
    width: Measure | None = None
    height: Measure | None = None
    inset: Annotated[tuple[Length, ...], Doc("All four distances; or top and bottom, left and right.")] = ()
    pad: Length = 0
    turn: Annotated[str, Doc("Degrees clockwise about the middle.")] = "0"
    when: Annotated[str | None, Doc("An expression: the box is left out where it is false.")] = None

    shape: ShapeName | None = None
    corner: Length = 0
    path: Annotated[str | None, Doc("SVG path data, for `shape: path`.")] = None
    view: Annotated[tuple[str, ...], Doc("The rectangle of the path's units: x, y, width, height.")] = ()
    fill: Paint | None = None
    stroke: Paint | None = None
    line: Length = 250
    dash: tuple[Length, ...] = ()

    pattern: Annotated[Template | None, Doc("An icon repeated over the box.")] = None
    every: Length = 6_000
    motif: Length = 3_000
    tint: Paint = "ink"

    picture: Annotated[Template | None, Doc("A PNG, JPEG or SVG of the game's folder.")] = None
    fit: Literal["cover", "contain"] = "cover"

    icon: Annotated[Template | None, Doc("An icon's id, or several.")] = None
    repeat: Annotated[Template, Doc("How many times.")] = "1"
    flow: Literal["across", "down"] = "across"
    gap: Length = 300
    second: Annotated[Paint | None, Doc("The colour an icon may use as its other: the ground unless said.")] = None

    text: Template | None = None
    font: str = "text"
    point: Length = 2_822
    least: Length | None = None
    leading: Share = "120%"
    bold: bool = False
    italic: bool = False
    case: Literal["as-is", "upper", "small-caps"] = "as-is"
    tracking: Share = "0%"
    features: tuple[str, ...] = ()
    colour: Paint = "ink"
    align: Literal["left", "centre", "right", "justify"] | None = None
    valign: Literal["top", "middle", "bottom"] | None = None
    lines: int = 0
    hyphenate: bool = False
    between: Share = "40%"
    halo: Paint | None = None
    halo_line: Length = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a face is drawn. `extends` was resolved when the layout was read: all of its boxes are here."""

    where: Where
    id: Id
    doc: str = ""
    extends: Annotated[str | None, Doc("The layout whose boxes this one has too.")] = None
    drop: Annotated[tuple[str, ...], Doc("Inherited boxes that it has not.")] = ()
    bleed: Length = 3_000
    safe: Annotated[Length | None, Doc("1 mm on pieces under 40 mm, else 3 mm, unless said.")] = None
    let: tuple[Let, ...] = ()
    boxes: tuple[FaceBox, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutFile:
    """A file of `faces/`."""

    where: Where
    layouts: tuple[Layout, ...]
