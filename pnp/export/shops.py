"""What shops ask for, read from `templates/shops`: a file a shop, every number of it with its source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pnp import where
from pnp.build.base import Misuse
from pnp.diag import Found, Span, suggest
from pnp.model.base import Count, Doc, Extent, Id, Length, Name, Positive, Where
from pnp.model.base import Limits as Within
from pnp.model.decode import decode
from pnp.records import dataclass
from pnp.source import yaml
from pnp.units import Size

Share = Annotated[int, Within(least=0, most=400)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A size that a shop sells, and the pixels of its pictures, bleed included."""

    where: Where
    id: Id
    name: Name
    trim: Annotated[tuple[Extent, ...], Count((2,))]
    pixels: Annotated[tuple[Positive, ...], Count((2,))]

    @property
    def size(self) -> Size:
        return Size(*self.trim)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where what a shop asks for is from: the key, and what says so."""

    where: Where
    of: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shop:
    """What a shop asks for."""

    where: Where
    id: Id
    name: Name
    makes: Annotated[Literal["pdf", "png", "svg"], Doc("One piece a page, or a file a face.")]
    of: Annotated[tuple[Literal["counter", "standee", "card", "mat"], ...], Doc("Which pieces it prints.")]
    order: Annotated[tuple[Literal["front", "back"], ...], Doc("In which order faces follow one another.")]
    bleed: Annotated[Length, Doc("How far art must reach past the trim; 0 for as far as it does.")] = 0
    dpi: Annotated[Positive, Doc("Of pictures.")] = 300
    sizes: Annotated[tuple[Format, ...], Doc("The only ones it takes; none for any.")] = ()
    standard: Annotated[str, Doc("What a PDF must be.")] = ""
    ink: Annotated[Share, Doc("The most of all four inks together, in per cent.")] = 400
    black: Annotated[tuple[Share, ...], Doc("The inks of black areas: cyan, magenta, yellow, black.")] = ()
    sources: tuple[Evidence, ...] = ()


def names() -> tuple[str, ...]:
    """Every shop there is."""
    return tuple(path.stem for path in sorted(_folder().glob("*.yaml")))


def shop(name: str) -> Shop:
    """A shop by its id. Raises `Misuse` where there is none."""
    if name not in names():
        raise Misuse(f"there is no shop '{name}'; {suggest(name, names()) or 'there are ' + ', '.join(names())}")
    return read(_folder() / f"{name}.yaml")


def read(path: Path) -> Shop:
    """A shop's file. Raises `Misuse` where it is faulty."""
    found = Found()
    root = yaml.read(path, path.name, found)
    node = root.get("shop") if root else None
    if node is None:
        found.error("key/missing", Span(path.name), "a shop's file holds one section, 'shop'")
    made: Shop | None = decode(Shop, node, found) if node else None
    if made is None or found.items:
        raise Misuse(f"the shop in '{path.name}' cannot be read: {found.ordered()[0].message}")
    return made


def _folder() -> Path:
    return where.templates_root() / "shops"
