"""Where a thing is printed: the files that a build makes, laid out as a build lays them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Final

from pnp.build.base import RULEBOOK
from pnp.build.products import Product, products
from pnp.diag import Found
from pnp.draw.frame import Frame
from pnp.faces.workshop import Workshop
from pnp.kinds import card
from pnp.kinds.base import Batch, Face
from pnp.layout import Imprint, LayoutError, Options, impose
from pnp.model.load import Loaded
from pnp.model.tables import Panel
from pnp.records import dataclass
from pnp.show.base import Print, Thing, Use

_PANELS: Final = (("table", "table"), ("track", "track"), ("player-turn", "turn"), ("zone", "zone"))
_LAND: Final = ("space", "river", "route", "passage", "terrain")
_PARTS: Final = ("column", "modifier", "phase", "step")
# What the rulebook shows of a thing, rather than says of it.
_SHOWN: Final = ("figure(…)", "figures(…)", "table(…)", "example(…)", "icon(…)", "calendar(…)", "preset(…)")


@dataclass(slots=True)
class Press:
    """A game's files, laid out on the paper and with the options of a plain build."""

    workshop: Workshop
    products: tuple[Product, ...]
    options: Options = field(default_factory=Options)

    @staticmethod
    def open(loaded: Loaded) -> Press:
        workshop = Workshop.open(loaded.game, Found())
        return Press(workshop, tuple(products(workshop)))

    def prints(self, thing: Thing, uses: Iterable[Use]) -> Iterator[Print]:
        """Every file that shows a thing, in the order of the files; a part of a table or turn is where that is."""
        if thing.kind in _PARTS and thing.owners:
            thing = thing.owners[0]
        for product in self.products:
            file = f"{product.name}.pdf"
            if product.name == RULEBOOK:
                yield from _in_the_book(uses, file)
            elif product.batch is not None and product.batch.way == "pieces":
                yield from self._pieces(product, thing, file)
            elif product.batch is not None:
                yield from self._on_a_sheet(product, thing, file)

    def _pieces(self, product: Product, thing: Thing, file: str) -> Iterator[Print]:
        """The pages on which pieces lie, fronts and backs; of a group, deck or side all of its pieces."""
        ids = self._ids(thing)
        if not ids or product.batch is None:
            return
        batch, about = self._outlines(product.batch), self.workshop.game.game
        if ids.isdisjoint(face.id for face in batch.faces):
            return
        try:
            sheets = impose(batch, self.options, Imprint(self.workshop.studio, about.name, about.version))
        except LayoutError:
            return
        for number, page in enumerate(sheets.pages, 1):
            copies = sum(placed.id in ids for placed in page.placed)
            if copies:
                yield Print(file, f"page {number} (sheet {page.label})", copies)

    def _outlines(self, batch: Batch) -> Batch:
        """A batch whose cards are empty, so that thousands need not be drawn to tell where one lies."""
        game = self.workshop.game
        deck = next(
            (deck for (name, _), deck in zip(card.files(game), game.decks, strict=True) if name == batch.id), None
        )
        if deck is None:
            return batch
        empty = Frame(batch.size, ())
        back = empty if batch.backed else None
        return replace(batch, faces=tuple(Face(one.id, one.name, empty, back, one.copies) for one in deck.cards))

    def _ids(self, thing: Thing) -> frozenset[str]:
        """The pieces that a thing is or holds."""
        if thing.kind in ("counter", "card", "mat"):
            return frozenset((thing.id,))
        groups, decks = self.workshop.game.counters, self.workshop.game.decks
        held = [
            one.counters for one in groups if one is thing.record or (thing.kind == "side" and one.side == thing.id)
        ]
        cards = [one.cards for one in decks if one is thing.record]
        mats = [one.mats for one in self.workshop.game.mats if one is thing.record]
        return frozenset(piece.id for pieces in (*held, *cards, *mats) for piece in pieces)

    def _on_a_sheet(self, product: Product, thing: Thing, file: str) -> Iterator[Print]:
        """Maps and player aids: the whole, a box or way of it, a panel, or a counter shown where it starts."""
        assert product.batch is not None
        game = self.workshop.game
        shown = {face.id for face in product.batch.faces} if product.batch.way == "sheet" else set()
        for board in game.boards:
            if product.kind.startswith("map") and product.batch.id in ("map", f"map-{board.id}"):
                yield from self._on_a_board(board.id, thing, file)
        for chart in game.charts:
            if chart.id in shown and product.kind == "player-aid":
                if thing.record is chart:
                    yield Print(file, "the whole sheet")
                yield from _in_panels(chart.front, thing, file, "front")
                yield from _in_panels(chart.back, thing, file, "back")
        if thing.kind == "track" and thing.id in shown and product.kind == "track":
            yield Print(file, "the whole sheet")
        if product.kind == "mat" and shown & self._ids(thing):
            yield Print(file, "a sheet", len(shown & self._ids(thing)))

    def _on_a_board(self, board: str, thing: Thing, file: str) -> Iterator[Print]:
        game = self.workshop.game
        owner = next(one for one in game.boards if one.id == board)
        if thing.record is owner:
            yield Print(file, "the whole map")
        here = bool(thing.owners) and thing.owners[0].record is owner
        if here and thing.kind in _LAND and getattr(thing.record, "drawn", True):
            yield Print(file, "drawn")
        yield from _in_panels(owner.panels, thing, file, "")
        spaces = {space.id for space in owner.spaces}
        ghosts = [
            one
            for one in (game.setup.placements if game.setup else ())
            if one.piece == thing.id and "piece" in thing.families and one.printed and one.at in spaces
        ]
        if ghosts:
            yield Print(file, "where it starts", sum(one.count for one in ghosts))


def _in_panels(panels: tuple[Panel, ...], thing: Thing, file: str, side: str) -> Iterator[Print]:
    key = dict(_PANELS).get(thing.kind)
    for panel in panels:
        if panel is thing.record or (key and getattr(panel, key) == thing.id):
            yield Print(file, f"{side}, panel '{panel.id}'" if side else f"panel '{panel.id}'")


def _in_the_book(uses: Iterable[Use], file: str) -> Iterator[Print]:
    for use in uses:
        if "rules/" in use.what and use.what.endswith(_SHOWN):
            yield Print(file, f"{use.what.rpartition(': ')[2]} at {use.span}")
