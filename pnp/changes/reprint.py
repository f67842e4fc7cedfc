"""Sheets with just the pieces that no longer look as they did, and a list of changes for players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from pnp import build, store
from pnp.build import kept, owned, pieces, writing
from pnp.build.base import Built, File, Made, Misuse, Tell, Wish
from pnp.build.products import Product, packed, way
from pnp.changes.compare import Change, changes
from pnp.changes.earlier import Earlier, earlier, read
from pnp.changes.told import page as page_of
from pnp.diag import Diagnostic, Found
from pnp.draw.document import Sheets
from pnp.faces.workshop import Workshop
from pnp.kinds.base import Batch
from pnp.layout import Imprint, LayoutError, Options

LIST: Final = "changes.md"
_CHANGED: Final = "changed"


def reprint(folder: Path, since: str, wish: Wish, tell: Tell) -> Built:
    """Check a game, and write for each kind of piece the sheets of those that changed, and the list of changes. `since` is
    a revision, a folder, a manifest, or '' for the manifest of what was built last.

    Raises `Misuse` where there is no such earlier version, `Lacking` where git is not installed, `OSError`.
    """
    with earlier(folder, since or str(wish.out / folder.resolve().name / store.MANIFEST)) as before:
        seen = build.check(folder, tell)
        if seen.workshop is None or any(not one.severity for one in seen.found):
            return Built(seen.name, seen.found)
        workshop, old = seen.workshop, _old(before)
        new = {id: look for known in pieces.digests(workshop).values() for id, look in known.items()}
        fresh = frozenset(id for id, look in new.items() if old.get(id) != look)
        page = page_of(_listed(workshop, before, old, new), workshop.game.game.name, before.title, _version(workshop))
    return _write(workshop, fresh, before.title, page, wish, seen.found)


def _old(before: Earlier) -> Mapping[str, str]:
    """The digests of the earlier version's pieces."""
    if before.folder is None:
        return before.pieces or {}
    workshop = Workshop.open(read(before.folder, before.name), Found())
    return {id: look for known in pieces.digests(workshop).values() for id, look in known.items()}


def _version(workshop: Workshop) -> str:
    return workshop.game.game.version


def _listed(workshop: Workshop, before: Earlier, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Change]:
    """Every change of the content, then the pieces that only look different; a manifest knows of pieces alone."""
    found = changes(read(before.folder, before.name), workshop.game) if before.folder else ()
    yield from found
    done = {change.id for change in found if change.kind in pieces.KINDS}
    names = {counter.id: ("counter", counter.name) for _, counter in workshop.game.pieces()}
    names |= {card.id: ("card", card.name) for deck in workshop.game.decks for card in deck.cards}
    names |= {mat.id: ("mat", mat.name) for one in workshop.game.mats for mat in one.mats}
    for id in (id for id, look in new.items() if old.get(id) != look and id not in done):
        yield Change("changed" if id in old else "added", *_named(names, id), (), ())
    for id in (id for id in old if id not in new and id not in done):
        yield Change("removed", *_named(names, id), (), ())


def _named(names: Mapping[str, tuple[str, str]], id: str) -> tuple[str, str, str]:
    kind, name = names.get(id, ("piece", ""))
    return kind, id, name


def _write(
    workshop: Workshop, fresh: frozenset[str], since: str, page: str, wish: Wish, told: tuple[Diagnostic, ...]
) -> Built:
    options, out = writing.options(wish), wish.out / workshop.game.id
    known = kept.Kept(Path(workshop.game.folder), wish)
    made: list[Made] = []
    stale: list[Path] = []
    faults = Found()
    faults.extend(told)
    try:
        for product in _products(workshop, fresh, since, wish):
            path = out / writing.file_name(product, options)
            if product.batch is not None and product.batch.faces:
                made.append(_sheets(workshop, product, path, options, known))
                faults.extend(made[-1].found)
            elif path.exists():
                stale.append(path)  # what an earlier command found changed is not any more
        if faults.failed:
            return Built(workshop.game.id, faults.ordered())
        owned.spare([*stale, out / LIST, out / store.MANIFEST])
        owned.settle(one.part for one in made if one.part is not None)
        for path in stale:
            path.unlink()
        sha256, size = store.write(out / LIST, page.encode("utf-8"))
    finally:
        for one in made:
            one.drop()
    files = [one.file for one in made if one.file is not None]
    files.append(File("changes", out / LIST, "changes", 0, sha256=sha256, bytes=size))
    version = _version(workshop)
    listed = (store.Entry(one.path.name, one.sha256, one.bytes, one.pages, known.inputs, version) for one in files)
    store.record(out, listed)
    return Built(workshop.game.id, faults.ordered(), tuple(files))


def _batches(workshop: Workshop, wish: Wish) -> Iterator[Batch]:
    """The batches of pieces that are asked for. Raises `Misuse` for one that is not there."""
    every = tuple(pieces.batches(workshop))
    for name in wish.only:
        if name not in (batch.id for batch in every):
            raise Misuse(f"'{name}' is no file of pieces; there are {', '.join(batch.id for batch in every)}")
    yield from (batch for batch in every if not wish.only or batch.id in wish.only)


def _products(workshop: Workshop, fresh: frozenset[str], since: str, wish: Wish) -> Iterator[Product]:
    """A file for each batch, of what is fresh in it, imposed as all pieces are, without blanks: they are for a whole sheet. One
    file of all of them where sheets are packed."""
    some = [_fewer(batch, fresh, since) for batch in _batches(workshop, wish)]
    if wish.sheets == "packed":
        shared = [batch for batch in some if batch.way == "pieces"]
        held = [batch for batch in shared if batch.faces]
        product = packed(held or shared[:1], f"Pieces, changed since {since}")
        yield replace(product, name=f"{product.name}.{_CHANGED}")
        some = [batch for batch in some if batch not in shared]
    for batch in some:
        lay = partial(_impose, batch)
        yield Product(f"{batch.id}.{_CHANGED}", batch.kind, lay, batch)


def _fewer(batch: Batch, fresh: frozenset[str], since: str) -> Batch:
    faces = tuple(face for face in batch.faces if face.id in fresh)
    total = sum(face.copies for face in faces)
    return replace(batch, title=f"{batch.title}, changed since {since}", faces=faces, total=total, blanks={})


def _impose(batch: Batch, workshop: Workshop, options: Options, _: Found) -> Sheets:
    about = workshop.game.game
    return way(batch)(batch, options, Imprint(workshop.studio, about.name, about.version))


def _sheets(workshop: Workshop, product: Product, path: Path, options: Options, known: kept.Kept) -> Made:
    found = Found()
    try:
        sheets = product.make(workshop, options, found)
        assert isinstance(sheets, Sheets)
        return writing.write_sheets(sheets, path, product, options, found, kept=known)
    except LayoutError as fault:
        raise Misuse(f"{product.name}: {fault}") from fault
