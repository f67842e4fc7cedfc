"""Frames → pages: `impose` for pieces. What fewer games need is in modules of its own: `together` for pieces of several
sizes, `sheet` for player aids, `tile` for boards, on one page or on many."""

from pnp.layout.base import Imprint, LayoutError, Options
from pnp.layout.impose import impose
from pnp.layout.paper import PAPERS, Paper, PaperError
from pnp.layout.paper import read as read_paper
from pnp.layout.profile import Profile

__all__ = (
    "PAPERS",
    "Imprint",
    "LayoutError",
    "Options",
    "Paper",
    "PaperError",
    "Profile",
    "impose",
    "read_paper",
)
