"""A game's pieces → the files that a shop takes: drawn, made, proved, and only then in their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp import kinds, store
from pnp.build import owned
from pnp.build.base import Built, File, Lacking, Misuse, Tell
from pnp.diag import Found, Span
from pnp.draw.document import Page, Placed, Sheets
from pnp.draw.frame import Frame
from pnp.export.shops import Shop
from pnp.faces.workshop import Workshop
from pnp.kinds.base import Batch, Face, Pending
from pnp.model import load as loading
from pnp.records import dataclass
from pnp.units import Box, Size

if TYPE_CHECKING:
    from pnp.targets.press.inks import Plates

# Where Debian and others keep profiles, and what they call those of coated paper, best first.
_PLACES: Final = (
    "~/.local/share/color/icc",
    "/usr/share/color/icc",
    "/usr/local/share/color/icc",
    "/Library/ColorSync/Profiles",
)
_PROFILES: Final = (
    "FOGRA39L_coated.icc",
    "FOGRA39L.icc",
    "ISOcoated_v2_300_eci.icc",
    "ISOcoated_v2_eci.icc",
    "CoatedFOGRA39.icc",
)


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for: the shop, the folder for a folder of its own, and the profile of the press, if one is named."""

    shop: Shop
    out: Path
    profile: Path | None = None


def export(folder: Path, order: Order, tell: Tell) -> Built:
    """Make a game's files for a shop; none where the content has errors or the shop does not print what the game has.

    Raises `Misuse` for what the shop does not print, `Lacking` for a profile that is not there, `OSError`.
    """
    found = Found()
    loaded = loading.load(folder, found)
    if loaded is None or found.failed:
        return Built(folder.name, found.ordered())
    workshop = Workshop.open(loaded.game, found)
    workshop.layouts.bleed = order.shop.bleed
    workshop.proofread()
    made: list[tuple[File, store.Part]] = []
    try:
        for batch in _batches(workshop, order.shop):
            tell(f"{loaded.game.id}: {batch.id}")
            made += _MAKERS[order.shop.makes](batch, workshop, order)
        if not made:
            raise Misuse(f"'{loaded.game.id}' has nothing that {order.shop.name} prints: {', '.join(order.shop.of)}s")
        if found.failed:
            return Built(loaded.game.id, found.ordered())
        owned.settle(part for _, part in made)
    finally:
        for _, part in made:
            part.drop()
    return Built(loaded.game.id, found.ordered(), tuple(file for file, _ in made))


def _batches(workshop: Workshop, shop: Shop) -> Iterator[Batch]:
    """What the shop prints of a game, in sizes that it has."""
    for kind in kinds.of(workshop.game):
        for batch in kind.batches(workshop):
            if batch.way == "poster" or batch.kind not in shop.of:
                continue
            if shop.sizes and not any(batch.size in (one.size, _turned(one.size)) for one in shop.sizes):
                known = ", ".join(f"{one.name} {one.size}" for one in shop.sizes)
                raise Misuse(f"{batch.id}: {shop.name} has no cards of {batch.size}; it has {known}")
            yield batch


def _turned(size: Size) -> Size:
    return Size(size.height, size.width)


def _place(order: Order, workshop: Workshop, name: str) -> Path:
    return order.out / workshop.game.id / order.shop.id / name


def _faces(face: Face | Pending, shop: Shop) -> Iterator[tuple[str, Frame]]:
    """The sides of a piece that are drawn, in the shop's order."""
    for side in shop.order:
        frame = face.front if side == "front" else face.back
        if frame is not None:
            yield side, frame


def _pages(faces: Iterable[Face | Pending], shop: Shop, copies: bool) -> Iterator[tuple[str, str, Page]]:
    """A page for every side of every piece: its id, its side, and the page, trim and bleed."""
    for face in faces:
        for _ in range(face.copies if copies else 1):
            for side, frame in _faces(face, shop):
                bleed = shop.bleed or frame.bleed
                size = Size(frame.size.width + 2 * bleed, frame.size.height + 2 * bleed)
                whole, trim = Box(0, 0, size.width, size.height), Box(bleed, bleed, frame.size.width, frame.size.height)
                placed = Placed(frame, bleed, bleed, 0, whole, face.id)
                yield face.id, side, Page(size, (placed,), (), trim, whole)


# PDF/X


def _pdf(batch: Batch, workshop: Workshop, order: Order) -> Iterator[tuple[File, store.Part]]:
    """One file a batch, a page a side, every copy."""
    from pnp.proof import press as proof
    from pnp.targets import pdf, press

    shop, game = order.shop, workshop.game
    plates = _plates(workshop, order)
    path = _place(order, workshop, f"{batch.id}.pdf")
    drawn = Sheets(
        f"{game.game.name}: {batch.title}", shop.name, (page for _, _, page in _pages(batch.faces, shop, copies=True))
    )
    with store.drafting(path.with_name(f"{batch.id}.screen.pdf")) as screen:
        pages = pdf.write(drawn, screen)
    try:
        with store.drafting(path) as draft:
            press.write(screen.part.part, draft, plates)
    finally:
        screen.part.drop()
    for fault in dict.fromkeys(proof.faults(draft.part.part, shop.ink, shop.bleed)):
        workshop.studio.found.error("proof/press", Span(str(path)), fault)
    yield File(batch.id, path, batch.kind, pages, str(batch.size), "", pages, draft.sha256, draft.bytes), draft.part


def _plates(workshop: Workshop, order: Order) -> Plates:
    from pnp.targets.press import inks

    path = order.profile or next(iter(_installed()), None)
    if path is None:
        raise Lacking(
            f"{order.shop.name} takes inks (CMYK), and no profile of a press is installed: name one with "
            f"--profile-icc FILE, such as {_PROFILES[0]}; docs/shops.md says how to get it"
        )
    try:
        press = inks.press(path, order.shop.ink / 100)
    except inks.ProfileError as fault:
        raise Misuse(str(fault)) from fault
    except OSError as fault:
        raise Lacking(f"the profile '{path}' cannot be read: {(fault.strerror or str(fault)).lower()}") from fault
    own: dict[str, tuple[float, ...]] = {}
    for swatch in workshop.game.style.palette if workshop.game.style else ():
        if swatch.cmyk:
            given = tuple(ink / 100 for ink in swatch.cmyk)
            if own.setdefault(swatch.colour.lower(), given) != given:
                raise Misuse(f"the palette has two colours {swatch.colour} with different inks; '{swatch.id}' is one")
    black = tuple(ink / 100 for ink in order.shop.black) or (0.0, 0.0, 0.0, 1.0)
    return inks.Plates(press, own, black)


def _installed() -> Iterator[Path]:
    every = [path for place in _PLACES for path in sorted(Path(place).expanduser().rglob("*.icc"))]
    yield from (path for name in _PROFILES for path in every if path.name == name)


# Pictures and drawings


def _png(batch: Batch, workshop: Workshop, order: Order) -> Iterator[tuple[File, store.Part]]:
    """A picture a side, as many pixels as its page has at the shop's resolution."""
    from pnp.proof import look
    from pnp.targets import pdf

    pages: list[tuple[str, str]] = []

    def told() -> Iterator[Page]:
        for id, side, page in _pages(batch.faces, order.shop, copies=False):
            pages.append((id, side))
            yield page

    with store.drafting(_place(order, workshop, f"{batch.id}.pdf")) as screen:
        pdf.write(Sheets(batch.title, "", told()), screen)
    try:
        # A hair less than it is, for pixels that are begun are counted.
        rendered = look.pictures(screen.part.part, order.shop.dpi * (1 - 1e-6))
        for (id, side), picture in zip(pages, rendered, strict=True):
            path = _place(order, workshop, file_name(id, side, "png"))
            with store.drafting(path) as draft:
                draft.write(look.png(picture, order.shop.dpi))
            yield File(f"{id}-{side}", path, batch.kind, 1, "", "", 1, draft.sha256, draft.bytes), draft.part
    finally:
        screen.part.drop()


def _svg(batch: Batch, workshop: Workshop, order: Order) -> Iterator[tuple[File, store.Part]]:
    """A drawing a side, to its trim."""
    from pnp.targets import svg

    for face in batch.faces:
        for side, frame in _faces(face, order.shop):
            path = _place(order, workshop, file_name(face.id, side, "svg"))
            with store.drafting(path) as draft:
                draft.write(svg.draw(frame, f"{face.name}, {side}", bleed=bool(order.shop.bleed)).encode() + _BY)
            yield File(f"{face.id}-{side}", path, batch.kind, 1, "", "", 1, draft.sha256, draft.bytes), draft.part


# What Windows keeps for itself, whatever comes after the first full stop.
_TAKEN: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)", re.I)


def file_name(id: str, side: str, ending: str) -> str:
    """A file's name that every system can have; different for different ids, which are lower-case words and hyphens."""
    plain = re.sub(r"[^a-z0-9-]", lambda found: f"_{ord(found[0]):x}", id)
    return f"{'_' if _TAKEN.match(plain) else ''}{plain}-{side}.{ending}"


# So that a drawing of one's own is told from ours.
_BY: Final = b"\n<!-- made by pnp -->\n"
_MAKERS: Final = {"pdf": _pdf, "png": _png, "svg": _svg}
