"""Charts: player aids, a sheet of panels on a front and a back."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diag import Span
from pnp.draw.frame import Frame, Item
from pnp.faces.panels import heading, panel, together
from pnp.faces.workshop import Workshop, size_of
from pnp.kinds.base import SHOWN, Batch, Face
from pnp.model.game import Game
from pnp.model.tables import Chart, Panel
from pnp.units import MM, Box

NEEDS = SHOWN

HEAD = 9 * MM


def batches(workshop: Workshop) -> Iterator[Batch]:
    """A batch for each chart."""
    for chart in workshop.game.charts:
        front = _frame(workshop, chart, chart.front)
        back = _frame(workshop, chart, chart.back) if chart.back else None
        face = Face(chart.id, chart.name, front, back)
        yield Batch(chart.id, chart.name, "player-aid", size_of(chart.size), 0, (face,), "sheet", chart.back != ())


def files(game: Game) -> Iterator[tuple[str, Span]]:
    """A file for each chart."""
    return ((chart.id, chart.where.of("id")) for chart in game.charts)


def proofread(workshop: Workshop) -> None:
    """Draw every chart's panels."""
    for chart in workshop.game.charts:
        _frame(workshop, chart, chart.front)
        _frame(workshop, chart, chart.back)


def _frame(workshop: Workshop, chart: Chart, panels: tuple[Panel, ...]) -> Frame:
    """A head line with the names of game and chart where panels leave room for it, then the panels, all in type of one
    size."""
    size = size_of(chart.size)
    head = Box(0, 0, size.width, HEAD - 1_500)
    items: list[Item] = []
    if all(one.at[-1] >= head.bottom for one in panels):
        items += heading(workshop, workshop.game.game.name, chart.name, head, chart.where.of("name"))
    inside = Box(0, 0, size.width, size.height)
    most = together(workshop, panels)
    for one in panels:
        place = Box(one.at[0], one.at[-1], one.size[0], one.size[-1])
        if not inside.holds(place):
            message = f"the panel '{one.id}' reaches out of the chart, which is {size}"
            workshop.studio.found.error("panel/outside", one.where.of("at"), message, "move it, or make it smaller")
        items += panel(workshop, one, most=most)
    return Frame(size, tuple(items), 0, chart.name)
