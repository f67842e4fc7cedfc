"""What files a game makes, and how each is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any

from pnp import kinds
from pnp.build.base import GUIDE, RULEBOOK, File
from pnp.diag import Found, Span
from pnp.faces.workshop import Workshop
from pnp.kinds.base import Batch
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.book import Printed
    from pnp.draw.document import Html, Sheets
    from pnp.layout import Options


@dataclass(frozen=True, slots=True)
class Product:
    """A file that a game makes. `make` draws it; only then is anything heavy done."""

    name: str
    kind: str
    make: Callable[[Workshop, Options, Found], Sheets | Html | None] = field(repr=False)
    batch: Batch | None = field(default=None, repr=False)


def products(workshop: Workshop) -> list[Product]:
    """Every file that a game makes but the print guide, in the order of the guide."""
    made = [product for kind in kinds.of(workshop.game) for batch in kind.batches(workshop) for product in _of(batch)]
    if workshop.game.book is not None:
        made.append(Product(RULEBOOK, RULEBOOK, lambda shop, _, found: _book(shop, found)))
    return made


def _of(batch: Batch) -> Iterator[Product]:
    from pnp import layout

    def imprint(shop: Workshop) -> layout.Imprint:
        return layout.Imprint(shop.studio, shop.game.game.name, shop.game.game.version)

    if batch.way == "poster":
        frame = batch.faces
        yield Product(
            batch.id, batch.kind, lambda shop, options, _: layout.single(frame[0].front, options, imprint(shop)), batch
        )
        yield Product(
            f"{batch.id}-tiles",
            f"{batch.kind}-tiles",
            lambda shop, options, _: layout.tile(frame[0].front, options, imprint(shop)),
            batch,
        )
        return
    lay = layout.sheet if batch.way == "sheet" else layout.impose
    yield Product(batch.id, batch.kind, lambda shop, options, _: lay(batch, options, imprint(shop)), batch)


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

    printed = tuple(_printed(file) for file in files)
    return Product(GUIDE, GUIDE, lambda shop, _, found: book.guide(shop.game, printed, found))


def _printed(file: File) -> Printed:
    from pnp.book import Printed

    return Printed(file.path.name, file.kind, file.pages, file.paper, file.flip, file.pieces)
