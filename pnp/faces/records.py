"""Layouts as records: what `faces/*.yaml` may say. `docs/faces.md` is their manual."""

from __future__ import annotations

from typing import Annotated, Literal

from pnp.draw.shapes import ShapeName
from pnp.model.base import Among, Doc, Extent, Id, Length, Positive, Template, Where
from pnp.records import dataclass

Measure = Annotated[str, Doc("A length, or a share of the reference: 2mm, 50%.")]
Paint = Annotated[
    Template,
    Among("colour"),
    Doc("A colour: vellum, #8a1f11, mix(vellum, ink, 30%), a name of `let`, ground, lettering."),
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
    pad: Annotated[Length, Doc("How far what it shows stays away from its edges.")] = 0
    turn: Annotated[str, Doc("Degrees clockwise about the middle.")] = "0"
    when: Annotated[str | None, Doc("An expression: the box is left out where it is false.")] = None
    spaces: Annotated[Positive | None, Doc("Of a mat: shown once for each space, in rows of so many.")] = None
    first: Annotated[Positive, Doc("The first space that is shown, counted from 1.")] = 1
    last: Annotated[Positive | None, Doc("The last space that is shown.")] = None
    apart: Annotated[Length, Doc("Between spaces.")] = 1_000

    shape: Annotated[ShapeName | None, Doc("An outline that is filled and stroked.")] = None
    corner: Annotated[Length, Doc("The radius of a rounded shape, the cut of an octagon.")] = 0
    path: Annotated[str | None, Doc("SVG path data, for `shape: path`.")] = None
    view: Annotated[tuple[str, ...], Doc("The rectangle of the path's units: x, y, width, height.")] = ()
    fill: Paint | None = None
    stroke: Paint | None = None
    line: Annotated[Length, Doc("How wide the stroke is.")] = 250
    dash: Annotated[tuple[Length, ...], Doc("Stroke and space, if it is dashed.")] = ()

    pattern: Annotated[Template | None, Among("icon"), Doc("An icon repeated over the box.")] = None
    every: Annotated[Extent, Doc("The distance of the pattern's icons.")] = 6_000
    motif: Annotated[Extent, Doc("The size of the pattern's icons.")] = 3_000
    tint: Paint = "ink"

    picture: Annotated[Template | None, Doc("A PNG, JPEG or SVG of the game's folder.")] = None
    fit: Annotated[Literal["cover", "contain"], Doc("cover: fills the box, clipped; contain: all of it shows.")] = (
        "cover"
    )

    icon: Annotated[Template | None, Among("icon"), Doc("An icon's id, or several.")] = None
    repeat: Annotated[Template, Doc("How many times.")] = "1"
    flow: Annotated[Literal["across", "down"], Doc("How several icons follow each other.")] = "across"
    gap: Annotated[Length, Doc("Between icons.")] = 300
    second: Annotated[Paint | None, Doc("The colour an icon may use as its other: the ground unless said.")] = None

    text: Annotated[Template | None, Doc("The words.")] = None
    font: Annotated[str, Among("font"), Doc("A family of `style: fonts`: text, sans, display, …")] = "text"
    point: Annotated[Extent, Doc("The size of the type.")] = 2_822
    least: Annotated[Extent | None, Doc("To which size it may shrink to fit.")] = None
    leading: Share = "120%"
    bold: Annotated[bool, Doc("The whole text bold.")] = False
    italic: Annotated[bool, Doc("The whole text italic.")] = False
    case: Annotated[Literal["as-is", "upper", "small-caps"], Doc("How letters are set.")] = "as-is"
    tracking: Share = "0%"
    features: Annotated[tuple[str, ...], Doc("OpenType features, such as lnum, tnum.")] = ()
    colour: Paint = "ink"
    align: Annotated[Literal["left", "centre", "right", "justify"] | None, Doc("Where it stands across.")] = None
    valign: Annotated[Literal["top", "middle", "bottom"] | None, Doc("Where it stands upright.")] = None
    lines: Annotated[int, Doc("How many lines at most; 0 is as many as fit.")] = 0
    hyphenate: Annotated[bool, Doc("Whether words may break.")] = False
    between: Share = "40%"
    halo: Paint | None = None
    halo_line: Annotated[Length, Doc("How wide the halo is.")] = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a face is drawn. `extends` was resolved when the layout was read: all of its boxes are here."""

    where: Where
    id: Id
    doc: Annotated[str, Doc("What it is for.")] = ""
    extends: Annotated[str | None, Among("layout"), Doc("The layout whose boxes this one has too.")] = None
    drop: Annotated[tuple[str, ...], Doc("Inherited boxes that it has not.")] = ()
    bleed: Annotated[Length, Doc("How far art reaches past the trim.")] = 3_000
    safe: Annotated[Length | None, Doc("1 mm on pieces under 40 mm, else 3 mm, unless said.")] = None
    let: tuple[Let, ...] = ()
    boxes: tuple[FaceBox, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutFile:
    """A file of `faces/`."""

    where: Where
    layouts: tuple[Layout, ...]
