"""Every counter has a place at the start, and no more are placed than printed.

- `setup/never`: a counter stands in no placement, on no track, and is not `aside`.
- `setup/too-many`: more are placed than printed.
- `setup/too-few`: fewer are placed than printed, and the rest is not `aside`.
- `setup/nowhere`: a placement says neither `at` nor both of `track` and `box`.
- `setup/two-places`: a placement says `at` and names a track as well.
- `setup/capacity`: more counters start in a box of the map than fit into it side by side.
"""

from __future__ import annotations

from collections import Counter as Tally
from typing import Final

from pnp.diag import Found
from pnp.model.board import Placement
from pnp.model.game import Game
from pnp.model.load import Loaded

# What must be known of pieces, and of what tracks preset, to count them. A counter that is missing is not counted.
_PRINTED: Final = ("group.counters", "group.file", "counter.copies")
_PRESET: Final = ("track.id", "track.events", "track-event")


def check(loaded: Loaded, found: Found) -> None:
    """Counters against placements."""
    game = loaded.game
    if game.setup is None:
        return
    for placement in game.setup.placements:
        on_track = placement.track is not None and placement.box is not None
        if (placement.at is None) == (not on_track) or (placement.track is None) != (placement.box is None):
            _lost(placement, found)
    if loaded.has("piece", "setup", "placement.id", "placement.piece", "placement.count", *_PRINTED, *_PRESET):
        _counts(game, found)
    _capacity(game, found)


def _lost(placement: Placement, found: Found) -> None:
    """A placement that gives no place, half of one, or two."""
    if placement.at is not None:
        span = placement.where.of("box" if placement.track is None else "track")
        message = f"'{placement.piece}' is placed in '{placement.at}' and on a track at once"
        found.error("setup/two-places", span, message, "keep 'at', or 'track' and 'box'")
    else:
        lacking = "box" if placement.track is not None else "track"
        half = placement.track is not None or placement.box is not None
        message = f"'{placement.piece}' is placed nowhere" + (f": there is no '{lacking}'" if half else "")
        found.error("setup/nowhere", placement.where.span, message, "give 'at', or 'track' and 'box'")


def _counts(game: Game, found: Found) -> None:
    assert game.setup is not None
    placed = Tally[str]()
    for placement in game.setup.placements:
        placed[placement.piece] += placement.count
    for track in game.tracks:
        for event in track.events:
            if event.piece:
                placed[event.piece] += event.count
    for _, counter in game.pieces():
        number, aside = placed[counter.id], counter.id in game.setup.aside
        span = counter.where.of("copies" if "copies" in counter.where.keys else "id")
        if not number and not aside:
            message = f"'{counter.id}' has no place at the start"
            found.error("setup/never", span, message, "place it in 'setup', on a track, or list it under 'aside'")
        elif number > counter.copies:
            message = f"{number} '{counter.id}' are placed, {counter.copies} printed"
            found.error("setup/too-many", span, message, f"print {number}, or place fewer")
        elif number < counter.copies and not aside:
            message = f"{number} '{counter.id}' are placed, {counter.copies} printed"
            found.error("setup/too-few", span, message, "place the rest, or list it under 'aside' too")


def _capacity(game: Game, found: Found) -> None:
    assert game.setup is not None
    for board in game.boards:
        if board.capacity is None:
            continue
        spaces = {space.id for space in board.spaces}
        inside = Tally[str]()
        for placement in game.setup.placements:
            if placement.at in spaces:
                inside[placement.at] += placement.count
                if inside[placement.at] > board.capacity:
                    message = f"{inside[placement.at]} counters start in '{placement.at}'; {board.capacity} fit"
                    found.error("setup/capacity", placement.where.span, message, "move some, or raise 'capacity'")
