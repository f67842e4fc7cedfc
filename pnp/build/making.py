"""Files made one after the other, or several at once: what comes out is the same."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build import writing
from pnp.build.base import RULEBOOK, File, Made, Misuse, Tell, Wish
from pnp.build.kept import Kept, look
from pnp.build.products import PIECES, Product, products
from pnp.build.products import guide as guide_of
from pnp.diag import Found
from pnp.faces.workshop import Workshop
from pnp.model import load as loading
from pnp.source.yaml import uncollected

if TYPE_CHECKING:
    from pnp.build.pages import Pages
    from pnp.layout import Options


def made(workshop: Workshop, chosen: Sequence[Product], wish: Wish, tell: Tell, kept: Kept) -> list[Made]:
    """Make files, in the order given."""
    if wish.jobs > 1 and len(chosen) > 1:
        tell(f"{workshop.game.id}: {len(chosen)} files")
        return _apart(workshop, chosen, wish, kept)
    done: dict[str, Made] = {}
    with _or_none(done.values()):
        # The rulebook last: it takes longest, and is not begun where anything is wrong.
        for product in sorted(chosen, key=lambda product: product.name == RULEBOOK):
            tell(f"{workshop.game.id}: {product.name}")
            failed = workshop.studio.found.failed or any(one.failed for one in done.values())
            done[product.name] = (
                Made(None, ())
                if failed and product.name == RULEBOOK
                else _make(workshop, product, wish, kept, wish.jobs)
            )
    return [done[product.name] for product in chosen]


@contextlib.contextmanager
def _or_none(done: Collection[Made]) -> Iterator[None]:
    """Take the drafts of what is done away where the rest fails."""
    try:
        yield
    except BaseException:
        for one in done:
            one.drop()
        raise


# What processes that are forked inherit: the game as it was read and checked.
_open: list[tuple[Workshop, Sequence[Product]]] = []


def _apart(workshop: Workshop, chosen: Sequence[Product], wish: Wish, kept: Kept) -> list[Made]:
    import multiprocessing
    import signal
    from concurrent.futures import ProcessPoolExecutor

    forked = sys.platform == "linux"
    context = multiprocessing.get_context("fork" if forked else "spawn")
    # Ctrl-C reaches the workers too: they go without a word, and the command says the one sentence.
    hush = (signal.SIGINT, signal.SIG_DFL)
    _open[:] = [(workshop, chosen)] if forked else []
    # The rulebook first: it takes longest.
    order = sorted((product.name for product in chosen), key=lambda name: name != RULEBOOK)
    with ProcessPoolExecutor(min(wish.jobs, len(chosen)), context, signal.signal, hush) as pool:
        futures = {name: pool.submit(_make_apart, workshop.game.folder, wish, kept, name) for name in order}
        try:
            return [futures[product.name].result() for product in chosen]
        except BaseException:
            for future in futures.values():
                if not future.cancel() and future.exception() is None:
                    future.result().drop()
            raise


def _make_apart(folder: str, wish: Wish, kept: Kept, name: str) -> Made:
    """Make one file in a process of its own; the game was checked already."""
    if not _open:
        loaded = loading.load(Path(folder), Found())
        assert loaded is not None
        workshop = Workshop.open(loaded.game, Found())
        workshop.proofread()
        _open.append((workshop, products(workshop, wish.sheets)))
    workshop, known = _open[0]
    before = len(workshop.studio.found.items)
    made = _make(workshop, next(one for one in known if one.name == name), wish, kept)
    return made.told(workshop.studio.found.items[before:])


def _make(workshop: Workshop, product: Product, wish: Wish, kept: Kept, jobs: int = 1) -> Made:
    """Draw, write and prove one file, with so many processes where it is a long one."""
    from pnp.draw.document import Html
    from pnp.layout import LayoutError

    found, options = Found(), writing.options(wish)
    path = wish.out / workshop.game.id / writing.file_name(product, options)
    try:
        picture = product.make(workshop, options, found)
        if picture is None:
            return Made(None, found.ordered())
        if isinstance(picture, Html):
            return writing.write_html(picture, path, product, found, kept)
        with uncollected():
            before = _before(workshop, product, options, kept)
            made = writing.write_sheets(picture, path, product, options, found, kept, before, jobs)
            if before is not None:
                before.keep()
            return made
    except LayoutError as fault:
        raise Misuse(f"{product.name}: {fault}") from fault


def _before(workshop: Workshop, product: Product, options: Options, kept: Kept) -> Pages | None:
    """The pages that a deck had when it was built before. Other files are drawn as a whole."""
    if product.batch is None or product.kind != "card":
        return None
    game, batch = workshop.game, product.batch
    drawn = look(game, Path(game.folder), batch.title, batch.size, batch.bleed, batch.backed, options)
    return kept.pages(product.name, drawn, workshop.studio.found)


def guide(workshop: Workshop, files: tuple[File, ...], wish: Wish, kept: Kept) -> Made:
    """Make the guide to files that were made."""
    return _make(workshop, guide_of(files, writing.options(wish)), wish, kept)


def manifest(workshop: Workshop, wish: Wish, files: Sequence[File], inputs: str) -> None:
    """Write what was built, and the hash of what it was built from."""
    from pnp import store
    from pnp.build import pieces

    version = workshop.game.game.version
    together = any(file.kind == PIECES for file in files)
    looks = pieces.digests(workshop, None if together else [file.name for file in files if file.kind in pieces.KINDS])
    if together:
        looks[PIECES] = {id: look for some in looks.values() for id, look in some.items()}
    entries = (
        store.Entry(file.path.name, file.sha256, file.bytes, file.pages, inputs, version, looks.get(file.name, {}))
        for file in files
    )
    store.record(wish.out / workshop.game.id, entries)
