"""The rulebook folded: its finished pages imposed as a booklet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pnp.build.base import RULEBOOK, File, Made, Misuse, Wish
from pnp.diag import Found, Span

BOOKLET: Final = "booklet"
# In micrometres: no card is thicker.
_THICKEST: Final = 1_000
# Of bytes: a booklet has what its rulebook has, and a sheet's few words.
_MORE: Final = 100_000


def asked(wish: Wish, names: Sequence[str]) -> None:
    """Raise `Misuse` where a booklet is asked for and the rulebook that it is made from is not."""
    if wish.booklet and RULEBOOK not in names:
        raise Misuse("a booklet is made from the rulebook, which is not among the files to build")
    if wish.creep and not wish.booklet:
        raise Misuse("--creep is the thickness of a booklet's paper: it goes with --booklet")


def booklets(made: Sequence[Made], wish: Wish) -> list[Made]:
    """The booklet of a rulebook that was made, if it is asked for."""
    rulebook = next((one for one in made if one.file is not None and one.file.kind == RULEBOOK), None)
    if not wish.booklet or rulebook is None or rulebook.failed:
        return []
    return [_booklet(rulebook, wish)]


def _booklet(rulebook: Made, wish: Wish) -> Made:
    from pnp import proof, store
    from pnp.build import writing
    from pnp.proof.prove import SMALLEST
    from pnp.targets import booklet
    from pnp.units import MM, pt

    file, paper = rulebook.file, writing.options(wish).paper
    assert file is not None
    thick = writing.length(wish.creep, "paper", _THICKEST) if wish.creep else 0
    size = "" if paper.name == "a4" else f".{paper.name}"
    size += f".creep-{thick / MM:g}mm" if thick else ""
    path = file.path.with_name(f"{file.path.stem}.{BOOKLET}{size}.pdf")
    with store.drafting(path) as draft:
        pages = booklet.fold(rulebook.part.part if rulebook.part else file.path, draft, paper.size, thick)
    found = Found()
    measured = proof.measure(draft.part.part)
    expected = proof.Expected(
        sizes=(paper.size,), duplex="short", ruled=False, pages=pages, least=0, most=file.bytes + _MORE
    )
    found.extend(proof.prove(measured, expected, str(path)))
    smallest = min((page.smallest for page in measured.pages if page.smallest), default=0)
    if 0 < smallest < SMALLEST:
        message = f"the smallest type of the booklet is {pt(smallest)}, less than {pt(SMALLEST)}"
        hint = "fold it from larger paper: on '--paper a3' pages of A4 keep their size"
        # By its name alone: there is nothing in the file to show.
        found.warning("proof/type", Span(path.name), message, hint)
    told = File(path.stem, path, BOOKLET, pages, paper.title, "short", sha256=draft.sha256, bytes=draft.bytes)
    return Made(told, found.ordered(), "", draft.part)
