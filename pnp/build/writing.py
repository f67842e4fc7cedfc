"""Drawn things to proved files, and the list of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.base import GUIDE, RULEBOOK, File, Made, Misuse, Wish
from pnp.build.products import Product
from pnp.diag import Found
from pnp.faces.workshop import Workshop

if TYPE_CHECKING:
    from pnp.draw.document import Html, Sheets
    from pnp.layout import Options


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


def write_html(html: Html, path: Path, product: Product, found: Found) -> Made:
    from pnp import store
    from pnp.targets import paged

    try:
        with store.writing(path) as file:
            pages = paged.write(html, file, found)
            if found.failed:
                raise _Abandoned
    except _Abandoned:
        return None, found.ordered(), ""
    except paged.NativeMissing as lack:
        return None, found.ordered(), f"{product.name}.pdf was not built: {lack}"
    return _file(product, path, file, pages, "A4"), found.ordered(), ""


class _Abandoned(Exception):
    """The content turned out to be faulty while it was laid out: the old file stays."""


def write_sheets(sheets: Sheets, path: Path, product: Product, options: Options, found: Found) -> Made:
    from pnp import proof, store
    from pnp.targets import pdf

    with store.writing(path) as file:
        pages = pdf.write(sheets, file)
    batch = product.batch
    whole = product.kind == "map"
    expected = proof.Expected(sizes=() if whole else (options.paper.size,), duplex=sheets.duplex, pages=pages)
    found.extend(proof.prove(proof.measure(path), expected))
    pieces = batch.total if batch and batch.way == "pieces" else 0
    paper = str(batch.size) if batch and whole else options.paper.title
    return _file(product, path, file, pages, paper, sheets.duplex, pieces), found.ordered(), ""


def _file(product: Product, path: Path, written: Any, pages: int, paper: str, flip: str = "", pieces: int = 0) -> File:
    return File(product.name, path, product.kind, pages, paper, flip, pieces, written.sha256, written.bytes)


def manifest(workshop: Workshop, wish: Wish, files: Sequence[File]) -> None:
    """Write what was built, and the hash of what it was built from."""
    from pnp import store

    folder = Path(workshop.game.folder)
    inputs = store.digest(
        {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and "output" not in path.relative_to(folder).parts
        }
    )
    version = workshop.game.game.version
    entries = (store.Entry(file.path.name, file.sha256, file.bytes, file.pages, inputs, version) for file in files)
    store.record(wish.out / workshop.game.id, entries)
