"""Tracks that no map and no chart shows: each a sheet of its own."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diag import Span
from pnp.draw.frame import Frame
from pnp.faces.panels import panel
from pnp.faces.workshop import Workshop
from pnp.kinds.base import SHOWN, Batch, Face
from pnp.model.game import Game
from pnp.model.tables import Panel, Track
from pnp.units import MM, Size

NEEDS = SHOWN

SIZE = Size(186 * MM, 120 * MM)


def batches(workshop: Workshop) -> Iterator[Batch]:
    """A batch for each track that is shown nowhere else."""
    for track in _lonely(workshop.game):
        frame = Frame(SIZE, panel(workshop, _panel(track)), 0, track.name)
        face = Face(track.id, track.name, frame)
        yield Batch(_name(track), track.name, "track", SIZE, 0, (face,), "sheet")


def files(game: Game) -> Iterator[tuple[str, Span]]:
    """A file for each of them."""
    return ((_name(track), track.where.of("id")) for track in _lonely(game))


def _name(track: Track) -> str:
    return f"track-{track.id}"


def proofread(workshop: Workshop) -> None:
    """Draw every lonely track."""
    for track in _lonely(workshop.game):
        panel(workshop, _panel(track))


def _lonely(game: Game) -> Iterator[Track]:
    panels = [one for board in game.boards for one in board.panels]
    panels += [one for chart in game.charts for one in (*chart.front, *chart.back)]
    shown = {one.track for one in panels}
    return (track for track in game.tracks if track.id not in shown)


def _panel(track: Track) -> Panel:
    return Panel(where=track.where, id=track.id, at=(0, 0), size=(SIZE.width, SIZE.height), track=track.id)
