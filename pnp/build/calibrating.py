"""The calibration sheet, which belongs to no game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp import proof, store
from pnp.build import owned
from pnp.build.base import File, Misuse, Wish
from pnp.build.writing import options
from pnp.diag import Found
from pnp.draw import studio
from pnp.layout import Imprint, LayoutError
from pnp.layout.calibration import calibration
from pnp.records import dataclass
from pnp.targets import pdf


@dataclass(frozen=True, slots=True)
class _Plan:
    """No game: the house's fonts and colours."""

    folder: str = "."
    style: Any = None


def calibrate(wish: Wish) -> File:
    """Write and prove the sheet for a paper. Raises `StoreError`, and `Misuse` where the paper is none
    or too small, or a file that is no PDF has the sheet's name."""
    asked, found = options(wish), Found()
    imprint = Imprint(studio.open(_Plan(), found), "pnp", "")
    try:
        sheets = calibration(asked, imprint)
    except LayoutError as fault:
        raise Misuse(str(fault)) from fault
    parts = ["calibration"] + ([] if asked.paper.name == "a4" else [asked.paper.name])
    parts += [] if asked.profile.idle else [f"for-{asked.profile.name}"]
    path = Path(wish.out) / (".".join(parts) + ".pdf")
    owned.spare([path])
    with store.drafting(path) as draft:
        pages = pdf.write(sheets, draft)
    expected = proof.Expected(sizes=(asked.paper.size,), duplex="long", pages=pages)
    wrong = [*found.ordered(), *proof.prove(proof.measure(draft.part.part), expected, str(path))]
    if wrong:
        draft.part.drop()
        raise AssertionError(f"the calibration sheet is not right: {wrong[0].message}")
    store.settle([draft.part])
    return File("calibration", path, "calibration", pages, asked.paper.title, "long", 0, draft.sha256, draft.bytes)
