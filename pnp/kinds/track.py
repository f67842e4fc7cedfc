"""Tracks that no map and no chart shows: each a sheet of its own."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.frame import Frame
from pnp.faces.panels import panel
from pnp.faces.workshop import Workshop
from pnp.kinds.base import Batch, Face
from pnp.model.tables import Panel, Track
from pnp.units import MM, Size

SIZE = Size(186 * MM, 120 * MM)


def batches(workshop: Workshop) -> Iterator[Batch]:
    """A batch for each track that is shown nowhere else."""
    for track in _lonely(workshop):
        frame = Frame(SIZE, panel(workshop, _panel(track)), 0, track.name)
        face = Face(track.id, track.name, frame)
        yield Batch(f"track-{track.id}", track.name, "track", SIZE, 0, (face,), "sheet")


def proofread(workshop: Workshop) -> None:
    """Draw every lonely track."""
    for track in _lonely(workshop):
        panel(workshop, _panel(track))


def _lonely(workshop: Workshop) -> Iterator[Track]:
    game = workshop.game
    panels = [one for board in game.boards for one in board.panels]
    panels += [one for chart in game.charts for one in (*chart.front, *chart.back)]
    shown = {one.track for one in panels}
    return (track for track in game.tracks if track.id not in shown)


def _panel(track: Track) -> Panel:
    return Panel(where=track.where, id=track.id, at=(0, 0), size=(SIZE.width, SIZE.height), track=track.id)
