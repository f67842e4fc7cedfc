"""Font files that are open in HarfBuzz, by what is in them: each is read once, whoever shapes, traces or embeds it."""

from __future__ import annotations

from pathlib import Path

import uharfbuzz as hb

from pnp.draw.frame import Font

_open: dict[str, hb.Font] = {}


def keep(sha256: str, shaper: hb.Font) -> hb.Font:
    """A font that was read; the one of the same content that is open already, if there is one."""
    return _open.setdefault(sha256, shaper)


def shaper(font: Font) -> hb.Font:
    """What shapes a font, opened where no one did, as in a process that draws what another one set."""
    if font.sha256 not in _open:
        _open[font.sha256] = hb.Font(hb.Face(hb.Blob(Path(font.path).read_bytes())))
    return _open[font.sha256]
