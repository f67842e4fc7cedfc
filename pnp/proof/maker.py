"""Who made a PDF, by what it says of itself."""

from __future__ import annotations

from pathlib import Path

import pikepdf


def makers(path: Path) -> tuple[str, ...]:
    """The programs that a file names; none where it is no PDF that can be read."""
    try:
        with pikepdf.open(path) as file:
            return tuple(str(file.docinfo.get(key, "")) for key in ("/Producer", "/Creator"))
    except pikepdf.PdfError:
        return ()
