"""What files a game makes, and how each is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final

from pnp import kinds
from pnp.build.base import GUIDE, RULEBOOK, File
from pnp.diag import Found, Span
from pnp.faces.workshop import Workshop
from pnp.kinds.base import Batch
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.book import Printed
    from pnp.draw.document import Html, Sheets
    from pnp.layout import Imprint, Options


TILES: Final = "map-tiles"
PIECES: Final = "pieces"


@dataclass(frozen=True, slots=True)
class Product:
    """A file that a game makes. `make` draws it; only then is anything heavy done."""

    name: str
    kind: str
    make: Callable[[Workshop, Options, Found], Sheets | Html | None] = field(repr=False)
    batch: Batch | None = field(default=None, repr=False)


def products(workshop: Workshop, sheets: str = "files") -> list[Product]:
    """Every file that a game makes but the print guide, in the order of the guide; one of all pieces where sheets are
    `packed`."""
    batches = [batch for kind in kinds.of(workshop.game) for batch in kind.batches(workshop)]
    together = [batch for batch in batches if batch.way == "pieces"] if sheets == "packed" else []
    made = [packed(together)] if together else []
    made += [product for batch in batches if not together or batch.way != "pieces" for product in _of(batch)]
    if workshop.game.book is not None:
        made.append(Product(RULEBOOK, RULEBOOK, lambda shop, _, found: _book(shop, found)))
    return made


def _of(batch: Batch) -> Iterator[Product]:
    if batch.way == "poster":
        from pnp.layout.tile import single, tile

        frame = batch.faces
        yield Product(
            batch.id, batch.kind, lambda shop, options, _: single(frame[0].front, options, _imprint(shop)), batch
        )
        yield Product(
            f"{batch.id}-tiles",
            f"{batch.kind}-tiles",
            lambda shop, options, _: tile(frame[0].front, options, _imprint(shop)),
            batch,
        )
        return
    lay = way(batch)
    yield Product(batch.id, batch.kind, lambda shop, options, _: lay(batch, options, _imprint(shop)), batch)


def way(batch: Batch) -> Callable[[Batch, Options, Imprint], Sheets]:
    """What lays out a batch that is no poster."""
    if batch.way == "sheet":
        from pnp.layout.sheet import sheet

        return sheet
    from pnp.layout import impose

    return impose


def packed(batches: Sequence[Batch], title: str = "Pieces") -> Product:
    """All pieces of a game in one file, on as few sheets as can be."""
    from pnp.layout.together import together

    faces = tuple(face for batch in batches for face in batch.faces)
    total = sum(batch.total or sum(face.copies for face in batch.faces) for batch in batches)
    backed, bleed = any(batch.backed for batch in batches), min(batch.bleed for batch in batches)
    # For whoever asks what is in the file; it is laid out batch by batch.
    whole = Batch(PIECES, title, PIECES, batches[0].size, bleed, faces, backed=backed, total=total)
    return Product(
        PIECES, PIECES, lambda shop, options, _: together(whole.title, batches, options, _imprint(shop)), whole
    )


def _imprint(workshop: Workshop) -> Imprint:
    from pnp.layout import Imprint

    return Imprint(workshop.studio, workshop.game.game.name, workshop.game.game.version)


def _book(workshop: Workshop, found: Found) -> Html | None:
    from pnp import book

    return book.write(workshop.game, _art(workshop), found)


def _art(workshop: Workshop) -> Any:
    """The drawings that a book shows."""
    from pnp.book import Art
    from pnp.draw.frame import Frame, Use
    from pnp.draw.icons import EM
    from pnp.targets import svg
    from pnp.units import Size

    def face(piece: str, side: str) -> str:
        frame = workshop.face(piece, side == "back")
        return svg.draw(frame) if frame else ""

    def icon(name: str) -> str:
        ink, span = workshop.studio.palette.get("ink"), Span(workshop.game.folder)
        symbol = workshop.studio.icons.symbol(name, ink, None, span)
        return svg.draw(Frame(Size(EM, EM), (Use(symbol, 0, 0),), title=name)) if symbol else ""

    return Art(face, icon, lambda piece, side: workshop.regions(piece, side == "back"))


def guide(files: tuple[File, ...], options: Options) -> Product:
    from pnp import book

    def make(shop: Workshop, _: Options, found: Found) -> Html:
        steps = _joined(shop, options) if any(file.kind == TILES for file in files) else {}
        return book.guide(shop.game, tuple(_printed(file, steps.get(file.name, ())) for file in files), found)

    return Product(GUIDE, GUIDE, make)


def _joined(workshop: Workshop, options: Options) -> dict[str, tuple[str, ...]]:
    """What each tiled board says of putting it together, by the name of its file."""
    from pnp.layout.tile import joined

    tiled = [(one.name, one.batch) for one in products(workshop) if one.kind == TILES and one.batch]
    return {name: joined(batch.size, batch.bleed, options) for name, batch in tiled}


def _printed(file: File, steps: tuple[str, ...]) -> Printed:
    from pnp.book import Printed

    return Printed(file.path.name, file.kind, file.pages, file.paper, file.flip, file.pieces, steps)
