"""Mats: boards of a player's own, a batch for each set; many to a sheet where paper holds them so, else a sheet each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from pnp.diag import Found, Span
from pnp.faces.spaces import cells
from pnp.faces.workshop import Workshop, size_of
from pnp.kinds.base import DRAWN, Batch, Face
from pnp.model.game import Game
from pnp.model.mats import Mat, MatSet
from pnp.units import MM, Box, Size, mm

NEEDS = (*DRAWN, "side", "mat-set", "mat", "mat-space", "group.size", "group.stands")

# What a sheet of pieces holds on A4 and on Letter, within marks, head and foot (docs/sheets.md): larger mats have paper to
# themselves.
_SHARED: Final = Size(190 * MM, 254 * MM)


def batches(workshop: Workshop) -> Iterator[Batch]:
    """Every set that has mats."""
    for one in workshop.game.mats:
        if one.mats:
            faces = tuple(_face(workshop, one, mat) for mat in one.mats)
            bleed = min(frame.bleed for face in faces for frame in (face.front, face.back) if frame)
            size = size_of(one.size)
            yield Batch(_name(one), one.name, "mat", size, bleed, faces, _way(size), one.back is not None, len(faces))


def files(game: Game) -> Iterator[tuple[str, Span]]:
    """A file for each set."""
    return ((_name(one), one.where.of("id")) for one in game.mats if one.mats)


def _name(one: MatSet) -> str:
    return f"mats-{one.id}"


def _way(size: Size) -> Literal["pieces", "sheet"]:
    short, long = sorted((size.width, size.height))
    return "pieces" if short <= _SHARED.width and long <= _SHARED.height else "sheet"


def _face(workshop: Workshop, one: MatSet, mat: Mat) -> Face:
    front = workshop.mat(one, mat)
    assert front is not None  # every set has a layout for its fronts
    return Face(mat.id, mat.name, front, workshop.mat(one, mat, back=True), 1, one.id)


def proofread(workshop: Workshop) -> None:
    """Draw every mat, and see that its spaces are there and hold what lies in them."""
    for one in workshop.game.mats:
        for mat in one.mats:
            workshop.mat(one, mat)
            workshop.mat(one, mat, back=True)
        layout = workshop.layouts.get(one.layout, one.where.of("layout"))
        if layout is not None:
            shown = dict(cells(layout, size_of(one.size), len(one.spaces)))
            _all_shown(one, frozenset(shown), workshop.studio.found)
            _room(one, shown, workshop)


def _all_shown(one: MatSet, shown: frozenset[int], found: Found) -> None:
    lacking = [number for number in range(len(one.spaces)) if number not in shown]
    if lacking:
        first = one.spaces[lacking[0]]
        which = f"the space {lacking[0] + 1}" + (f" '{first.label}'" if first.label else "")
        more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        message = f"the layout '{one.layout}' does not show {which}{more} of '{one.id}'"
        found.error(
            "mat/unshown", first.where.span, message, "give it a box with 'spaces', or let 'last' reach further"
        )


def _room(one: MatSet, shown: dict[int, Box], workshop: Workshop) -> None:
    """Counters of every group that lies on the mats fit into the smallest of their spaces."""
    groups = {group.id: group for group in workshop.game.counters}
    for index, name in enumerate(one.holds):
        group = groups.get(name)
        if group is None or not group.size:
            continue
        foot, clear = size_of(group.foot), one.clearance
        for number, cell in shown.items():
            if min(cell.width, cell.height) <= 0:
                break  # told at the layout
            if cell.width < foot.width + clear or cell.height < foot.height + clear:
                has = Size(cell.width, cell.height)
                message = f"the space {number + 1} of '{one.id}' is {has}; a counter of '{name}' is {foot}"
                hint = (
                    f"it needs {mm(foot.width + clear)} by {mm(foot.height + clear)}; make the box of the layout larger"
                )
                workshop.studio.found.error("mat/tight", one.where.of(f"holds[{index}]"), message, hint)
                break
