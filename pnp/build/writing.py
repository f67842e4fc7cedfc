"""Drawn things to proved files, and the list of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pnp.build.base import GUIDE, RULEBOOK, File, Made, Misuse, Wish
from pnp.build.products import Product
from pnp.diag import Found

if TYPE_CHECKING:
    from pnp.build.kept import Kept
    from pnp.draw.document import Html, Sheets
    from pnp.layout import Options


# The most bytes of a file, and of each of its pages on top.
_LARGE: Final = 3_000_000
_LARGE_PAGE: Final = 10_000


def options(wish: Wish) -> Options:
    from pnp.layout import Options, PaperError, read_paper

    try:
        return Options(paper=read_paper(wish.paper))
    except PaperError as fault:
        raise Misuse(str(fault)) from fault


def file_name(product: Product, options: Options) -> str:
    """Defaults are A4 and the long edge; what differs is in the name."""
    plain = options.paper.name == "a4" or product.kind in (RULEBOOK, GUIDE, "map")
    return f"{product.name}.pdf" if plain else f"{product.name}.{options.paper.name}.pdf"


def write_html(html: Html, path: Path, product: Product, found: Found, kept: Kept) -> Made:
    """Lay flowing text out, unless the very same text was laid out before: nothing takes longer."""
    from pnp import store
    from pnp.targets import paged

    key = f"{product.name} {_content(html)}"
    known = kept.laid(key, path)
    if known is not None:
        pages, sha256, size, told = known
        found.extend(told)
        return Made(File(product.name, path, product.kind, pages, "A4", sha256=sha256, bytes=size), found.ordered())
    before = len(found.items)
    try:
        with store.drafting(path) as draft:
            pages = paged.write(html, draft, found)
    except paged.NativeMissing as lack:
        return Made(None, found.ordered(), f"{product.name}.pdf was not built: {lack}")
    if not found.failed:
        kept.lay(key, pages, draft.sha256, draft.bytes, found.items[before:])
    return Made(_file(product, path, draft, pages, "A4"), found.ordered(), "", draft.part)


def _content(html: Html) -> str:
    """One sha256 for all that a text is laid out from."""
    from pnp import store

    parts = {
        "body": html.body.encode("utf-8", "surrogatepass"),
        "told": repr((html.title, html.subject, html.where)).encode(),
    }
    parts |= {f"style {number}": repr(sheet).encode() for number, sheet in enumerate(html.sheets)}
    for number, face in enumerate(html.faces):
        said = repr((face.family, face.weight, face.italic, face.features)).encode()
        parts[f"face {number}"] = said + Path(face.path).read_bytes()
    parts |= {f"file {name}": data for name, data in html.files.items()}
    return store.digest(parts | {"by": repr((html.language, html.author)).encode()})


def write_sheets(sheets: Sheets, path: Path, product: Product, options: Options, found: Found) -> Made:
    from pnp import proof, store
    from pnp.targets import pdf

    with store.drafting(path) as draft:
        pages = pdf.write(sheets, draft)
    batch = product.batch
    whole = product.kind == "map"
    expected = proof.Expected(
        sizes=() if whole else (options.paper.size,),
        duplex=sheets.duplex,
        pages=pages,
        most=_LARGE + pages * _LARGE_PAGE,
    )
    found.extend(proof.prove(proof.measure(draft.part.part), expected, str(path)))
    pieces = batch.total if batch and batch.way == "pieces" else 0
    paper = str(batch.size) if batch and whole else options.paper.title
    return Made(_file(product, path, draft, pages, paper, sheets.duplex, pieces), found.ordered(), "", draft.part)


def _file(product: Product, path: Path, written: Any, pages: int, paper: str, flip: str = "", pieces: int = 0) -> File:
    return File(product.name, path, product.kind, pages, paper, flip, pieces, written.sha256, written.bytes)
