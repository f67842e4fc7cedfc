"""The spine: what happens to a game from its folder to its files, a short function a phase. Knows every other room."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pnp import checks
from pnp.build import editors, writing
from pnp.build.base import GUIDE, RULEBOOK, Built, File, Lacking, Made, Misuse, Seen, Tell, Wish
from pnp.build.editors import FOLDER as SCHEMAS
from pnp.build.editors import write as schemas
from pnp.build.games import bundled, folders, inventory
from pnp.build.products import KINDS, Product, guide, products
from pnp.build.starting import likes, new
from pnp.diag import Diagnostic, Found, suggest
from pnp.faces.workshop import Workshop
from pnp.model import load as loading
from pnp.model.load import Loaded

__all__ = (
    "SCHEMAS",
    "Built",
    "File",
    "Lacking",
    "Misuse",
    "Seen",
    "Wish",
    "build",
    "bundled",
    "check",
    "folders",
    "inventory",
    "likes",
    "new",
    "schemas",
)


def check(folder: Path, tell: Tell) -> Seen:
    """Everything that is wrong with a game: its data, then every text of every component and of the rulebook."""
    found = Found()
    loaded = loading.load(folder, found)
    if loaded is None:
        return Seen(folder.name, found.ordered())
    editors.refresh(loaded.game)
    tell(f"{loaded.game.id}: checking")
    checks.run(loaded, found)
    return Seen(loaded.game.id, found.ordered(), None) if found.failed and not loaded.whole else _read(loaded, found)


def _read(loaded: Loaded, found: Found) -> Seen:
    """Set every text, so that what does not fit or lacks a glyph is found."""
    from pnp import book

    workshop = Workshop.open(loaded.game, found)
    workshop.proofread()
    for kind in KINDS:
        kind.proofread(workshop)
    book.check(loaded.game, found, lambda piece, side: workshop.regions(piece, side == "back"))
    book.look(loaded.game, found)
    return Seen(loaded.game.id, found.ordered(), workshop)


def build(folder: Path, wish: Wish, tell: Tell) -> Built:
    """Check a game and write its files. Nothing is written where the content has errors.

    Raises `Misuse` for a paper or file that is not there, `OSError` where the folder cannot be written.
    """
    seen = check(folder, tell)
    if seen.workshop is None or any(not one.severity for one in seen.found):
        return Built(seen.name, seen.found)
    names = _chosen(seen.workshop, wish)
    made = _made(folder, seen.workshop, wish, [name for name in names if name != GUIDE], tell)
    files = [file for file, _, _ in made if file is not None]
    found = [*seen.found, *(one for _, more, _ in made for one in more)]
    lacking = list(dict.fromkeys(lack for _, _, lack in made if lack))
    if GUIDE in names and files and not lacking:
        tell(f"{seen.name}: {GUIDE}")
        file, more, lack = _make(seen.workshop, wish, GUIDE, tuple(files), [])
        files += [file] if file else []
        found += more
        lacking += [lack] if lack else []
    writing.manifest(seen.workshop, wish, files)
    return Built(seen.name, tuple(sorted(dict.fromkeys(found), key=Diagnostic.sort_key)), tuple(files), tuple(lacking))


def _chosen(workshop: Workshop, wish: Wish) -> list[str]:
    """The names of the files to make, in order."""
    names = [*(product.name for product in products(workshop)), GUIDE]
    for asked in wish.only:
        if asked not in names:
            hint = suggest(asked, names)
            raise Misuse(f"'{workshop.game.id}' has no '{asked}'; {hint or 'it has ' + ', '.join(names)}")
    return [name for name in names if not wish.only or name in wish.only]


def _made(folder: Path, workshop: Workshop, wish: Wish, names: list[str], tell: Tell) -> list[Made]:
    """Make files, several at once where that was asked for. What comes out is the same."""
    # The rulebook first: it takes longest, and most memory while nothing else is drawn yet.
    order = sorted(names, key=lambda name: name != RULEBOOK)
    if wish.jobs < 2 or len(names) < 2:
        made, known = {}, products(workshop)
        for name in order:
            tell(f"{workshop.game.id}: {name}")
            made[name] = _make(workshop, wish, name, (), known)
        return [made[name] for name in names]
    import signal
    from concurrent.futures import ProcessPoolExecutor

    # Ctrl-C reaches the workers too: they go without a word, and the command says the one sentence.
    hush = (signal.SIGINT, signal.SIG_DFL)
    with ProcessPoolExecutor(min(wish.jobs, len(names)), initializer=signal.signal, initargs=hush) as pool:
        futures = {name: pool.submit(_make_apart, str(folder), wish, name) for name in order}
        tell(f"{workshop.game.id}: {len(names)} files")
        return [futures[name].result() for name in names]


@lru_cache(maxsize=2)
def _workshop(folder: str) -> tuple[Workshop, list[Product]]:
    """A game read again in a process of its own; it was checked already."""
    found = Found()
    loaded = loading.load(Path(folder), found)
    assert loaded is not None
    workshop = Workshop.open(loaded.game, found)
    return workshop, products(workshop)


def _make_apart(folder: str, wish: Wish, name: str) -> Made:
    workshop, known = _workshop(folder)
    return _make(workshop, wish, name, (), known)


def _make(workshop: Workshop, wish: Wish, name: str, others: tuple[File, ...], known: list[Product]) -> Made:
    """Draw, write and prove one file; what is wrong with it; what the machine lacked for it."""
    from pnp.draw.document import Html
    from pnp.layout import LayoutError

    found, options = Found(), writing.options(wish)
    product = next(one for one in (*known, guide(others, options)) if one.name == name)
    try:
        picture = product.make(workshop, options, found)
    except LayoutError as fault:
        raise Misuse(f"{name}: {fault}") from fault
    if picture is None:
        return None, found.ordered(), ""
    path = wish.out / workshop.game.id / writing.file_name(product, options)
    if isinstance(picture, Html):
        return writing.write_html(picture, path, product, found)
    return writing.write_sheets(picture, path, product, options, found)
