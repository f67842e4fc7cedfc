"""Drawn things to proved files, and the list of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from operator import length_hint
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from pnp.build.base import GUIDE, RULEBOOK, File, Made, Misuse, Wish
from pnp.build.products import Product
from pnp.diag import Found

if TYPE_CHECKING:
    from pnp.build.kept import Kept
    from pnp.build.pages import Pages
    from pnp.draw.document import Html, Sheets
    from pnp.layout import Options
    from pnp.proof import Expected


# The most bytes of a file, and of each of its pages on top.
_LARGE: Final = 3_000_000
_LARGE_PAGE: Final = 10_000
_MOST_BLEED: Final = 10_000
_MOST_MARGIN: Final = 20_000
BACKS: Final = ("long", "short", "fold", "none")
MARKS: Final = ("ticks", "full", "none")
INKS: Final = ("full", "low", "grey")
SHEETS: Final = ("files", "groups", "packed")


def options(wish: Wish) -> Options:
    """How sheets are laid out. Raises `Misuse` where that is nothing that can be."""
    from pnp.layout import Options, PaperError, Profile, read_paper

    for asked, known in ((wish.backs, BACKS), (wish.marks, MARKS), (wish.ink, INKS), (wish.sheets, SHEETS)):
        if asked not in known:
            raise Misuse(f"'{asked}' is none of {', '.join(known)}")
    try:
        return Options(
            paper=read_paper(wish.paper),
            backs=wish.backs,  # type: ignore[arg-type]  # one of them
            marks=wish.marks,  # type: ignore[arg-type]
            margin=length(wish.margin, "margin", _MOST_MARGIN),
            bleed=length(wish.bleed, "bleed", _MOST_BLEED),
            back_bleed=length(wish.back_bleed, "bleed", _MOST_BLEED) if wish.back_bleed else None,
            ink=wish.ink,  # type: ignore[arg-type]
            profile=wish.profile or Profile(),
            sheets=wish.sheets,  # type: ignore[arg-type]
        )
    except PaperError as fault:
        raise Misuse(str(fault)) from fault


def length(text: str, what: str, most: int) -> int:
    """A length as it is written, in micrometres. Raises `Misuse` where it is none, or larger than `most`."""
    from pnp.units import UnitError, parse

    try:
        found = parse(text)
    except UnitError as fault:
        raise Misuse(f"{fault}") from fault
    if not 0 <= found <= most:
        raise Misuse(f"a {what} of {text} cannot be printed: it is between 0mm and {most // 1000}mm")
    return found


def file_name(product: Product, options: Options) -> str:
    """A product's file: what differs from the defaults is in its name, as far as it makes a difference."""
    return ".".join((product.name, *(part for part in _differs(product, options) if part), "pdf"))


def _differs(product: Product, options: Options) -> Iterator[str]:
    if product.kind == RULEBOOK:
        return
    # A board in one piece has paper of its own, and no printer at home; the guide tells of every file.
    home, backed = product.kind != "map", product.kind == GUIDE or (product.batch is not None and product.batch.backed)
    if home:
        yield options.paper.name if options.paper.name != "a4" else ""
    if home and backed:
        yield {"long": "", "none": "fronts"}.get(options.backs, options.backs)
    yield {"ticks": "", "full": "guides", "none": "unmarked"}[options.marks]
    yield f"margin-{options.margin / 1000:g}mm" if home and options.margin != 5000 else ""
    yield f"bleed-{options.bleed / 1000:g}mm" if options.bleed != 3000 else ""
    if home and backed and options.back_bleed is not None:
        yield f"back-bleed-{options.back_bleed / 1000:g}mm"
    yield options.ink if options.ink != "full" else ""
    # All pieces have a name of their own; what is told of them has not.
    shared = {"files": (), "groups": ("counter", GUIDE), "packed": (GUIDE,)}[options.sheets]
    yield options.sheets if product.kind in shared else ""
    if home and not options.profile.idle:
        yield f"for-{options.profile.name}"


def write_html(html: Html, path: Path, product: Product, found: Found, kept: Kept) -> Made:
    """Lay flowing text out, unless the very same text was laid out before: nothing takes longer."""
    from pnp import store
    from pnp.targets import paged

    key = f"{product.name} {_content(html)}"
    known = kept.laid(key, path)
    if known is not None:
        pages, sha256, size, told = known
        found.extend(told)
        file = File(product.name, path, product.kind, pages, html.paper, sha256=sha256, bytes=size)
        return Made(file, found.ordered())
    before = len(found.items)
    try:
        with store.drafting(path) as draft:
            pages = paged.write(html, draft, found)
    except paged.NativeMissing as lack:
        return Made(None, found.ordered(), f"{product.name}.pdf was not built: {lack}")
    if not found.failed:
        kept.lay(key, pages, draft.sha256, draft.bytes, found.items[before:])
    return Made(_file(product, path, draft, pages, html.paper), found.ordered(), "", draft.part)


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


def expected(sheets: Sheets, product: Product, options: Options) -> Expected:
    """What every page of a file is to be."""
    from pnp.proof import Expected

    return Expected(sizes=() if product.kind == "map" else (options.paper.size,), duplex=sheets.duplex)


def write_sheets(
    sheets: Sheets,
    path: Path,
    product: Product,
    options: Options,
    found: Found,
    kept: Kept,
    before: Pages | None = None,
    jobs: int = 1,
) -> Made:
    """Draw sheets, with so many processes where they are many (as `ahead.shared` says), and prove what is written; what is
    known from `before`, and was right by what is `kept`, is not again."""
    from pnp import store
    from pnp.proof import Watch
    from pnp.targets import pdf

    if options.ink != "full":
        from pnp.draw.inks import inked

        sheets = inked(sheets, options.ink)
    asked, known = expected(sheets, product, options), kept.right(path.name)
    right = before.right if before is not None else set[str]()
    right |= known
    with store.drafting(path) as draft:
        watch = Watch(draft, asked, right)
        book = pdf.Book(cast(BinaryIO, watch), before)
        every = sheets.pages
        # What shares them is imported where there is enough to share.
        if before is not None and jobs != 1 and length_hint(every) >= 2 * before.WORTH:
            from pnp.build.ahead import shared

            every = shared(every, before, watch, book.add, jobs)
        for page in every:
            book.add(page)
        pages = book.close(sheets)
    all = replace(asked, pages=pages, most=_LARGE + pages * _LARGE_PAGE)
    found.extend(watch.found(draft.part.part, draft.sha256, all, str(path)))
    if watch.right != known:
        kept.prove(path.name, watch.right)
    batch = product.batch
    pieces = batch.total if batch and batch.way == "pieces" else 0
    paper = str(batch.size) if batch and product.kind == "map" else options.paper.title
    return Made(_file(product, path, draft, pages, paper, sheets.duplex, pieces), found.ordered(), "", draft.part)


def _file(product: Product, path: Path, written: Any, pages: int, paper: str, flip: str = "", pieces: int = 0) -> File:
    return File(product.name, path, product.kind, pages, paper, flip, pieces, written.sha256, written.bytes)
