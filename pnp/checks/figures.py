"""Standing figures stand.

- `standee/tips`: the two tabs of a figure together are less deep than a fifth of its height.
"""

from __future__ import annotations

from typing import Final

from pnp.diag import Found
from pnp.model.load import Loaded
from pnp.units import mm

# How many times as high as deep a figure may be.
_STEEP: Final = 5


def check(loaded: Loaded, found: Found) -> None:
    """Every group of figures. Figures in slotted bases may have shallow tabs, so that it is a warning."""
    for group in loaded.game.counters:
        if group.stands is None or not group.size:
            continue
        height = group.size[-1]
        if 2 * group.stands * _STEEP < height:
            message = f"figures {mm(height)} high on two tabs of {mm(group.stands)} tip over"
            hint = f"write at least {mm(-(-height // (2 * _STEEP)))}"
            found.warning("standee/tips", group.where.of("stands"), message, hint)
