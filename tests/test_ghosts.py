"""The printed set-up on maps: what stands there is seen and read, whatever colours the sides have."""

from __future__ import annotations

from pathlib import Path as File

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pnp.diag import Found, Span
from pnp.draw.frame import Colour, Path, Text, Use
from pnp.draw.palette import contrast
from pnp.faces.workshop import Workshop
from pnp.kinds.map import ghosts
from pnp.kinds.map.inks import Inks
from pnp.model import load
from pnp.units import MM, Box

LOADED = load.load(File(__file__).parent / "toy", Found())
assert LOADED is not None
STUDIO = Workshop.open(LOADED.game, Found()).studio
INKS = Inks.of(LOADED.game.boards[0], STUDIO.palette)
BOX = Box(0, 0, 11 * MM, 11 * MM)


@pytest.mark.parametrize("hidden", (False, True))
@given(hue=some.integers(0, 0xFFFFFF))
def test_a_ghost_is_seen_and_read_whatever_its_side_s_colour(hue: int, hidden: bool) -> None:
    here = Span("setup.yaml")
    ghost = ghosts.Ghost("crown", "Hens", Colour(f"#{hue:06x}"), hidden, here, here)
    drawn = list(ghosts.draw(ghost, BOX, STUDIO, INKS))
    paths = [item for item in drawn if isinstance(item, Path)]
    ground, patch = paths[0].fill, paths[-1].fill
    (device,) = (item.symbol for item in drawn if isinstance(item, Use))
    body = next(item.fill for item in device.items if isinstance(item, Path) and item.fill)
    assert ground and patch and contrast(body, patch) >= 3
    assert all(contrast(item.colour, ground) >= 4.5 for item in drawn if isinstance(item, Text))
