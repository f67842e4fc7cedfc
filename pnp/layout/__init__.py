"""Frames → pages: `impose` for pieces, `sheet` for player aids, `single` for a board on one page, `tile` for one on many."""

from pnp.layout.base import Imprint, LayoutError, Options
from pnp.layout.impose import impose, together
from pnp.layout.paper import PAPERS, Paper, PaperError
from pnp.layout.paper import read as read_paper
from pnp.layout.profile import Profile
from pnp.layout.sheet import sheet
from pnp.layout.tile import joined, single, tile

__all__ = (
    "PAPERS",
    "Imprint",
    "LayoutError",
    "Options",
    "Paper",
    "PaperError",
    "Profile",
    "impose",
    "joined",
    "read_paper",
    "sheet",
    "single",
    "tile",
    "together",
)
