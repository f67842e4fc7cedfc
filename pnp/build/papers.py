"""Whether what a game makes can be printed at all.

- `output/paper`: no paper that has a name holds a piece, a chart, or the tiles of a map.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diag import Found, Span
from pnp.faces.workshop import size_of
from pnp.layout.holds import Way, held
from pnp.layout.paper import PAPERS
from pnp.model.game import Game
from pnp.units import Size


def check(game: Game, found: Found) -> None:
    """Every size that is written, against the largest papers there are. What is more than a piece may still be printed on
    paper that is asked for by its size."""
    largest = sorted(PAPERS, key=lambda paper: -paper.size.width * paper.size.height)[:2]
    room = " and ".join(f"{paper.title} ({paper.size})" for paper in largest)
    for what, size, way, span in _sizes(game):
        if held(size, way):
            continue
        message, hint = (
            f"no paper holds {what}, which is {size}",
            f"write a smaller size; the largest papers are {room}",
        )
        if way == "pieces":
            found.error("output/paper", span, message, hint)
        else:
            found.warning("output/paper", span, message, f"{hint}; or build with --paper, a width and a height")


def _sizes(game: Game) -> Iterator[tuple[str, Size, Way, Span]]:
    for deck in game.decks:
        yield f"a card of '{deck.id}'", size_of(deck.size), "pieces", deck.where.of("size")
    for group in game.counters:
        yield f"a counter of '{group.id}'", size_of(group.size), "pieces", group.where.of("size")
    for one in game.mats:
        yield f"a mat of '{one.id}'", size_of(one.size), "sheet", one.where.of("size")
    for chart in game.charts:
        yield f"the chart '{chart.id}'", size_of(chart.size), "sheet", chart.where.of("size")
    for board in game.boards:
        if len(board.size) == 2:
            yield f"the tiles of '{board.id}'", size_of(board.size), "poster", board.where.of("size")
