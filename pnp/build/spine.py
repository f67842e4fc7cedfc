"""What happens to a game from its folder to its files, a short function a phase. Knows every other room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp import checks, kinds
from pnp.build import booklets, making, owned, papers
from pnp.build.base import GUIDE, Built, Made, Misuse, Seen, Tell, Wish
from pnp.build.products import PIECES, Product, products
from pnp.diag import Diagnostic, Found, suggest
from pnp.faces.workshop import Workshop
from pnp.model import load as loading
from pnp.source.yaml import uncollected
from pnp.store import MANIFEST

if TYPE_CHECKING:
    from pnp.build.kept import Kept
    from pnp.model.load import Loaded


def check(folder: Path, tell: Tell, plays: int = 0) -> Seen:
    """Everything that is wrong with a game: its data, what its engine proves of it (with `plays`, in so many games at
    random too), then every text of every component and of the rulebook."""
    found, loaded = _read(folder, tell)
    if loaded is None:
        return Seen(folder.name, found.ordered())
    broken = checks.random(loaded, found, plays, tell) if plays else ()
    workshop = _workshop(loaded, found)
    _proofread(workshop, loaded, ())
    return Seen(loaded.game.id, found.ordered(), workshop if loaded.whole else None, broken)


def _read(folder: Path, tell: Tell) -> tuple[Found, Loaded | None]:
    """A game's data, and what is wrong with it."""
    found = Found()
    loaded = loading.load(folder, found)
    if loaded is not None:
        if (folder / ".schema").is_dir():
            from pnp.build import editors

            editors.refresh(loaded.game)
        tell(f"{loaded.game.id}: checking")
        checks.run(loaded, found)
        papers.check(loaded.game, found)
        checks.prove(loaded, found)
    return found, loaded


def _workshop(loaded: Loaded, found: Found) -> Workshop:
    workshop = Workshop.open(loaded.game, found, loaded.lost)
    workshop.proofread()
    return workshop


def _proofread(workshop: Workshop, loaded: Loaded, made: Iterable[str]) -> None:
    """Set every text, so that what does not fit or lacks a glyph is found; but of kinds all of whose files are `made`
    anyway, for they are looked at as they are drawn, and of those that lack something that is told already."""
    done = set(made)
    for kind in kinds.of(loaded.game):
        if loaded.has(*kind.NEEDS) and not done.issuperset(name for name, _ in kind.files(loaded.game)):
            kind.proofread(workshop)
    if loaded.game.book is not None:
        from pnp import book

        found, lost = workshop.studio.found, loaded.lost
        book.check(loaded.game, found, lambda piece, side: workshop.regions(piece, side == "back"), lost)
        book.look(loaded.game, found)


def build(folder: Path, wish: Wish, tell: Tell, kept: Kept) -> Built:
    """Check a game and write its files. None is written where the content has errors, or where one fails its proof.

    Raises `Misuse` for a paper or file that is not there, `OSError` where the folder cannot be written.
    """
    with uncollected():
        found, loaded = _read(folder, tell)
        if loaded is None or found.failed:
            return _faulty(folder, found, loaded)
        workshop = _workshop(loaded, found)
        known = products(workshop, wish.sheets)
        names = _chosen(workshop, known, wish)
        booklets.asked(wish, names)
        _proofread(workshop, loaded, names)
    if found.failed:
        return Built(loaded.game.id, found.ordered())
    return _build(workshop, [one for one in known if one.name in names], GUIDE in names, wish, tell, kept)


def _faulty(folder: Path, found: Found, loaded: Loaded | None) -> Built:
    """A game with errors in its data: as far as it can be drawn, the faults of its faces are told as well."""
    if loaded is None:
        return Built(folder.name, found.ordered())
    _proofread(_workshop(loaded, found), loaded, ())
    return Built(loaded.game.id, found.ordered())


def _together(workshop: Workshop, asked: str, wish: Wish) -> str:
    """What to say where a file is asked for that lies on packed sheets."""
    apart = wish.sheets == "packed" and any(asked == product.name for product in products(workshop))
    return f"with --sheets packed it lies in '{PIECES}'" if apart else ""


def _chosen(workshop: Workshop, known: Sequence[Product], wish: Wish) -> list[str]:
    """The names of the files to make, in order."""
    names = [*(product.name for product in known), GUIDE]
    for asked in wish.only:
        if asked not in names:
            hint = _together(workshop, asked, wish) or suggest(asked, names)
            raise Misuse(f"'{workshop.game.id}' has no '{asked}'; {hint or 'it has ' + ', '.join(names)}")
    return [name for name in names if not wish.only or name in wish.only]


def _build(workshop: Workshop, chosen: Sequence[Product], guided: bool, wish: Wish, tell: Tell, kept: Kept) -> Built:
    """Draw, write and prove files beside the old ones; they take their places together when all are right."""
    made: list[Made] = []
    found = workshop.studio.found
    try:
        made += making.made(workshop, chosen, wish, tell, kept)
        made += booklets.booklets(made, wish)
        for one in made:
            found.extend(one.found)
        files = [one.file for one in made if one.file is not None]
        lacking = list(dict.fromkeys(one.lack for one in made if one.lack))
        if guided and files and not lacking and not found.failed:
            tell(f"{workshop.game.id}: {GUIDE}")
            made.append(making.guide(workshop, tuple(files), wish, kept))
            found.extend(made[-1].found)
            files += [made[-1].file] if made[-1].file else []
            lacking += [made[-1].lack] if made[-1].lack else []
        if found.failed:
            return Built(workshop.game.id, found.ordered(), (), tuple(lacking))
        owned.spare([wish.out / workshop.game.id / MANIFEST])
        owned.settle(one.part for one in made if one.part is not None)
        making.manifest(workshop, wish, files, kept.inputs)
    finally:
        for one in made:
            one.drop()
    told = tuple(sorted(dict.fromkeys(found.items), key=Diagnostic.sort_key))
    built = Built(workshop.game.id, told, tuple(files), tuple(lacking))
    if not lacking:
        kept.keep(built)
    return built
