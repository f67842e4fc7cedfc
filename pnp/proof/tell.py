"""What is true of a PDF, in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, degrees, hypot
from typing import Any

from pnp.proof.about import About, Boxes, Registration, Where
from pnp.proof.measure import Letters
from pnp.proof.prove import CLOSE
from pnp.proof.stream import Matrix
from pnp.units import MM, Box


def lines(told: About) -> Iterator[tuple[str, str]]:
    """What is true of a file, for people: what is told of, and what is true of it."""
    yield (
        "file",
        f"{told.path.name}, {told.bytes / 1000:,.0f} kB, PDF {told.version}"
        + (f", made by {told.producer}" if told.producer else "")
        + (f", laid by {told.geometry}" if told.geometry else ""),
    )
    if told.title:
        yield "title", told.title
    for some in told.boxes:
        yield "pages", _paged(some)
    yield (
        "scale",
        "asks for printing at 100 %" if told.unscaled else "does not ask for printing at 100 %: choose 'actual size'",
    )
    for name, length in told.rulers:
        yield "ruler", f"{name} is {length / MM:.3f} mm long"
    yield "turned", {"long": "on the long edge", "short": "on the short edge"}.get(told.duplex, "does not say")
    yield "fonts", _fonts(told.fonts)
    least = f"{told.smallest.value:.1f} pt on page {told.smallest.page}" if told.smallest.page else "none"
    yield "type", f"smallest {least}" if told.smallest.page else "there is no type"
    coarse = f", the coarsest {told.coarsest.value:.0f} dpi on page {told.coarsest.page}" if told.coarsest.page else ""
    yield "pictures", f"{told.pictures}{coarse}" if told.pictures else "none"
    yield "ink", _inks(told)
    across, down = told.marks
    yield (
        "marks",
        f"up to {across} cuts from top to bottom and {down} from side to side"
        if across or down
        else "none that say where to cut",
    )
    for number, matrix in told.moved[:1]:
        yield "profile", _moved(number, matrix)
    yield "backs", _meet(told.registration)
    if not told.whole:
        yield "note", "not all of it was read: there is more on a page than any honest one has"


def _paged(some: Boxes) -> str:
    which = f"page {some.first}" if some.count == 1 else f"pages {some.first}–{some.first + some.count - 1}"
    media = Box(0, 0, some.size.width, some.size.height)
    boxes = "" if some.trim == media else f", trim {some.trim.size}"
    boxes += "" if some.bleed in (some.trim, media) else f", with bleed {some.bleed.size}"
    return f"{which}: {some.size}{boxes}" + ("" if some.nested else "; the boxes do not lie within each other")


def _fonts(fonts: Sequence[Letters]) -> str:
    if not fonts:
        return "none"
    out = [font.name for font in fonts if not font.embedded]
    if out:
        return f"{len(out)} of {len(fonts)} are not in the file: {', '.join(out[:4])}"
    full = sum(not font.subset for font in fonts)
    return f"{len(fonts)}, all in the file" + (
        f", {full} with all of their glyphs" if full else ", each with what is used only"
    )


def _inks(told: About) -> str:
    spaces = ", ".join(told.spaces) or "nothing"
    if "DeviceCMYK" in told.spaces:
        return f"at most {told.ink.value:.0f} % on page {told.ink.page}; colours are {spaces}"
    most = (
        f"; as three inks without black at most {told.ink.value:.0f} %, on page {told.ink.page}"
        if told.ink.page
        else ""
    )
    return f"colours are {spaces}{most}"


def _moved(number: int, matrix: Matrix) -> str:
    a, b, c, d = matrix[:4]
    turn, scale = degrees(atan2(b, a)), (hypot(a, b) + hypot(c, d)) / 2
    return f"from page {number} on, pages are moved for a printer: turned by {turn:.3f}°, enlarged by {scale:.4f}"


def _meet(found: Registration | None) -> str:
    if found is None:
        return "cannot be told: there are no pieces or marks on both sides to compare"
    way = "the paper is folded" if found.way == "fold" else f"the paper is turned on the {found.way} edge"
    well = "meet their fronts" if found.off <= CLOSE else "do NOT meet their fronts"
    return f"{well} when {way}: {found.count} {found.by} within {max(found.off, 0) / MM:.3f} mm"


def data(told: About) -> dict[str, Any]:
    """The same for programs: lengths in millimetres, type in points, ink in per cent."""
    some = [
        {
            "first": one.first, "count": one.count, "size": _mm(one.size.width, one.size.height), "nested": one.nested,
            "trim": _mm(one.trim.x, one.trim.y, one.trim.width, one.trim.height),
            "bleed": _mm(one.bleed.x, one.bleed.y, one.bleed.width, one.bleed.height),
        }
        for one in told.boxes
    ]  # fmt: skip
    meet = told.registration
    return {
        "file": str(told.path), "bytes": told.bytes, "version": told.version, "title": told.title,
        "producer": told.producer, "geometry": told.geometry, "pages": told.pages, "boxes": some,
        "unscaled": told.unscaled, "duplex": told.duplex,
        "fonts": [{"name": one.name, "embedded": one.embedded, "subset": one.subset} for one in told.fonts],
        "type": _place(told.smallest, "points"), "pictures": {"count": told.pictures, **_place(told.coarsest, "dpi")},
        "ink": {**_place(told.ink, "most"), "spaces": list(told.spaces)},
        "marks": {"across": told.marks[0], "down": told.marks[1]},
        "rulers": {name: round(length / MM, 4) for name, length in told.rulers},
        "moved": {str(number): list(matrix) for number, matrix in told.moved},
        "registration": meet and {"way": meet.way, "by": meet.by, "count": meet.count, "off": round(meet.off / MM, 4)},
        "whole": told.whole,
    }  # fmt: skip


def _mm(*lengths: int) -> list[float]:
    return [length / MM for length in lengths]


def _place(where: Where, name: str) -> dict[str, float | int | None]:
    return {name: round(where.value, 3), "page": where.page} if where.page else {name: None, "page": None}
