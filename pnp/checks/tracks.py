"""Tracks hold what is preset on them.

- `track/empty`: a track's last box comes before its first.
- `track/event`: something is preset on a box that the track does not have.
"""

from __future__ import annotations

from pnp.diag import Found
from pnp.model.load import Loaded


def check(loaded: Loaded, found: Found) -> None:
    """Every track's boxes and what lies on them."""
    for track in loaded.game.tracks:
        if track.last < track.first:
            message = f"the track '{track.id}' ends at {track.last}, before it begins at {track.first}"
            found.error("track/empty", track.where.of("last"), message)
        for event in track.events:
            if not track.first <= event.at <= track.last:
                message = f"the track '{track.id}' has no box {event.at}; it runs from {track.first} to {track.last}"
                found.error("track/event", event.where.of("at"), message)
    for placement in loaded.game.setup.placements if loaded.game.setup else ():
        track_ = next((one for one in loaded.game.tracks if one.id == placement.track), None)
        if track_ and placement.box is not None and not track_.first <= placement.box <= track_.last:
            message = (
                f"the track '{track_.id}' has no box {placement.box}; it runs from {track_.first} to {track_.last}"
            )
            found.error("track/event", placement.where.of("box"), message)
