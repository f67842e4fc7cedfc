"""Pages of a finished PDF → sheets that are folded once and stapled through the fold. Owns pikepdf here.

A page is a form on its half of the sheet, as it was: its text stays text, its type embedded. What belongs to reading on a
screen (links, bookmarks, tags) stays in the file it came from. Sheets that lie inside others come out further at the edge by
the thickness of each: where that is known, their pages are moved towards the fold by as much.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

import pikepdf

from pnp.records import dataclass
from pnp.units import Size, points

_A_SHEET: Final = 4


def order(pages: int) -> Iterator[tuple[int | None, int | None]]:
    """The pages, from 0, on the left and right of each side of each sheet, outermost first, front before back; None for
    a blank, which come at the end of the booklet."""
    count = -(-pages // _A_SHEET) * _A_SHEET
    for sheet in range(count // _A_SHEET):
        first = 2 * sheet
        sides = ((count - 1 - first, first), (first + 1, count - 2 - first))
        yield from ((left if left < pages else None, right if right < pages else None) for left, right in sides)


def fold(source: Path, file: BinaryIO, paper: Size, thick: int = 0) -> int:
    """Write the booklet of a PDF on paper that lies, so many micrometres thick; how many pages it has. Pages that are larger
    than half of the paper are made smaller, all alike. Raises `OSError`."""
    with pikepdf.open(source) as book, pikepdf.new() as made:
        across, down = points(max(paper.width, paper.height)), points(min(paper.width, paper.height))
        forms = [made.copy_foreign(page.as_form_xobject()) for page in book.pages]
        sizes = [tuple(float(length) for length in page.trimbox) for page in book.pages]
        scale = min((_scale(size, across / 2, down) for size in sizes), default=1.0)
        for side, (left, right) in enumerate(order(len(forms))):
            creep = points(thick) * (side // 2)
            page = made.add_blank_page(page_size=(across, down))
            page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary())
            drawn = [
                _placed(
                    page, f"/P{number + 1}", forms[number], sizes[number], scale, _Half(half, across / 2, down, creep)
                )
                for half, number in enumerate((left, right))
                if number is not None
            ]
            page.obj.Contents = made.make_stream("\n".join(drawn).encode("ascii"))
            page.obj.TrimBox = page.obj.BleedBox = page.obj.MediaBox
        _tell(book, made)
        whole = io.BytesIO()
        made.save(whole, deterministic_id=True, min_version="1.7")
        file.write(whole.getvalue())
        return len(made.pages)


_Box = tuple[float, ...]


def _scale(box: _Box, width: float, height: float) -> float:
    return min(1.0, width / (box[2] - box[0]), height / (box[3] - box[1]))


@dataclass(frozen=True, slots=True)
class _Half:
    """Half of a sheet, 0 the left one, in points, and how far what is on it is moved towards the fold."""

    number: int
    width: float
    height: float
    creep: float


def _placed(page: pikepdf.Page, name: str, form: pikepdf.Object, box: _Box, scale: float, half: _Half) -> str:
    """The operators that draw a page in the middle of its half of the sheet, or nearer to the fold and not over it."""
    page.obj.Resources.XObject[name] = form
    left, inwards = half.number * half.width, half.creep * (1 - 2 * half.number)
    x = left + inwards + (half.width - (box[2] - box[0]) * scale) / 2 - box[0] * scale
    y = (half.height - (box[3] - box[1]) * scale) / 2 - box[1] * scale
    clip = f"{left:.4f} 0 {half.width:.4f} {half.height:.4f} re W n " if half.creep else ""
    return f"q {clip}{scale:.6f} 0 0 {scale:.6f} {x:.4f} {y:.4f} cm {name} Do Q"


def _tell(book: pikepdf.Pdf, made: pikepdf.Pdf) -> None:
    """What the book says of itself, and how the sheets are printed."""
    told = {key: str(book.docinfo[key]) for key in ("/Title", "/Author", "/Subject") if key in book.docinfo}
    for key, value in {**told, "/Creator": "pnp", "/Producer": "pnp"}.items():
        made.docinfo[key] = value
    if "/Lang" in book.Root:
        made.Root.Lang = str(book.Root.Lang)
    made.Root.ViewerPreferences = pikepdf.Dictionary(
        PrintScaling=pikepdf.Name("/None"),
        DisplayDocTitle=True,
        PickTrayByPDFSize=True,
        Duplex=pikepdf.Name("/DuplexFlipShortEdge"),
    )
