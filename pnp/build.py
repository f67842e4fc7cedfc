"""The spine: what happens to a game from its folder to its files, a short function a phase. Knows every other room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pnp import checks, where
from pnp.diag import Diagnostic, Found, suggest
from pnp.faces.workshop import Workshop
from pnp.kinds import card, chart, counter, map, track
from pnp.kinds.base import Batch
from pnp.model import load as loading
from pnp.model.game import Game
from pnp.model.load import Loaded

if TYPE_CHECKING:
    from pnp.book import Printed
    from pnp.draw.document import Html, Sheets
    from pnp.layout import Options

KINDS: Final[tuple[Any, ...]] = (counter, card, map, track, chart)
"""Modules that satisfy `kinds.base.Kind`, in the order in which their files are listed."""
Tell = Callable[[str], None]


class Misuse(Exception):
    """Asked for something that cannot be: no such game, no such file. The message is one sentence."""


class Lacking(Exception):
    """The machine lacks something that was asked for. The message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as `check` leaves it: what was found, and its workshop if it could be read."""

    name: str
    found: tuple[Diagnostic, ...]
    workshop: Workshop | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be built: into which folder, for which paper, which files (all if none is named), how many at once."""

    out: Path
    paper: str = "a4"
    only: tuple[str, ...] = ()
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class File:
    """A file that was written."""

    name: str
    path: Path
    kind: str
    pages: int
    paper: str = ""
    flip: str = ""
    pieces: int = 0
    sha256: str = ""
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Built:
    """What became of a game: its files, what is wrong with it, and what the machine lacked for the rest."""

    game: str
    found: tuple[Diagnostic, ...]
    files: tuple[File, ...] = ()
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Product:
    """A file that a game makes. `make` draws it; only then is anything heavy done."""

    name: str
    kind: str
    make: Callable[[Workshop, Options, Found], Sheets | Html | None] = field(repr=False)
    batch: Batch | None = field(default=None, repr=False)


# Which games


def bundled() -> tuple[Path, ...]:
    """The folders of the games that come with `pnp`."""
    return tuple(sorted(path.parent for path in where.content_root().glob("*/game.yaml")))


def folders(names: tuple[str, ...]) -> tuple[Path, ...]:
    """The folders that names stand for: a bundled game's id, or a path. None given: every bundled game."""
    return tuple(_folder(name) for name in names) if names else bundled()


def _folder(name: str) -> Path:
    games = {folder.name: folder for folder in bundled()}
    if name in games:
        return games[name]
    path = Path(name)
    if path.is_dir():
        return path
    hint = suggest(name, games)
    raise Misuse(f"there is no game or folder '{name}'" + (f"; {hint}" if hint else ""))


def inventory(folder: Path) -> Mapping[str, object]:
    """What a game has, for listings."""
    loaded = loading.load(folder, Found())
    if loaded is None:
        return dict.fromkeys(("game", "name", "counters", "cards", "spaces", "tables", "rulebook", "designed"), "") | {
            "game": folder.name,
            "name": "cannot be read; see `pnp check`",
        }
    game = loaded.game
    return {
        "game": game.id,
        "name": game.game.name,
        "counters": sum(piece.copies for _, piece in game.pieces()),
        "cards": sum(one.copies for deck in game.decks for one in deck.cards),
        "spaces": sum(len(board.spaces) for board in game.boards),
        "tables": len(game.tables),
        "rulebook": game.book is not None,
        "designed": sum(1 for one in _records(game) if getattr(one, "source", "") == "designed"),
    }


def _records(game: Game) -> Iterator[object]:
    """Every record that may be marked as designed."""
    yield from (piece for _, piece in game.pieces())
    yield from (one for deck in game.decks for one in deck.cards)
    yield from (*game.tables, *game.parameters)
    for board in game.boards:
        yield from (*board.spaces, *board.zones, *board.rivers, *board.passages, *board.routes)


# Checking


def check(folder: Path, tell: Tell) -> Seen:
    """Everything that is wrong with a game: its data, then every text of every component and of the rulebook."""
    found = Found()
    loaded = loading.load(folder, found)
    if loaded is None:
        return Seen(folder.name, found.ordered())
    tell(f"{loaded.game.id}: checking")
    checks.run(loaded, found)
    return Seen(loaded.game.id, found.ordered(), None) if found.failed and not loaded.whole else _read(loaded, found)


def _read(loaded: Loaded, found: Found) -> Seen:
    """Set every text, so that what does not fit or lacks a glyph is found."""
    from pnp import book

    workshop = Workshop.open(loaded.game, found)
    for kind in KINDS:
        kind.proofread(workshop)
    book.check(loaded.game, found)
    return Seen(loaded.game.id, found.ordered(), workshop)


# Building


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
        file, more, lack = _make(seen.workshop, wish, GUIDE, tuple(files))
        files += [file] if file else []
        found += more
        lacking += [lack] if lack else []
    _manifest(seen.workshop, wish, files)
    return Built(seen.name, tuple(sorted(set(found), key=Diagnostic.sort_key)), tuple(files), tuple(lacking))


RULEBOOK: Final = "rulebook"
GUIDE: Final = "print-guide"
Made = tuple[File | None, tuple[Diagnostic, ...], str]


def _chosen(workshop: Workshop, wish: Wish) -> list[str]:
    """The names of the files to make, in order."""
    names = [*(product.name for product in _products(workshop)), GUIDE]
    for asked in wish.only:
        if asked not in names:
            hint = suggest(asked, names)
            raise Misuse(f"'{workshop.game.id}' has no '{asked}'; {hint or 'it has ' + ', '.join(names)}")
    return [name for name in names if not wish.only or name in wish.only]


def _made(folder: Path, workshop: Workshop, wish: Wish, names: list[str], tell: Tell) -> list[Made]:
    """Make files, several at once where that was asked for. What comes out is the same."""
    if wish.jobs < 2 or len(names) < 2:
        made = []
        for name in names:
            tell(f"{workshop.game.id}: {name}")
            made.append(_make(workshop, wish, name, ()))
        return made
    from concurrent.futures import ProcessPoolExecutor

    order = sorted(names, key=lambda name: name != RULEBOOK)  # the longest first
    with ProcessPoolExecutor(max_workers=min(wish.jobs, len(names))) as pool:
        futures = {name: pool.submit(_make_apart, str(folder), wish, name) for name in order}
        tell(f"{workshop.game.id}: {len(names)} files")
        return [futures[name].result() for name in names]


@lru_cache(maxsize=2)
def _workshop(folder: str) -> Workshop:
    """A game read again in a process of its own; it was checked already."""
    found = Found()
    loaded = loading.load(Path(folder), found)
    assert loaded is not None
    return Workshop.open(loaded.game, found)


def _make_apart(folder: str, wish: Wish, name: str) -> Made:
    return _make(_workshop(folder), wish, name, ())


def _make(workshop: Workshop, wish: Wish, name: str, others: tuple[File, ...]) -> Made:
    """Draw, write and prove one file; what is wrong with it; what the machine lacked for it."""
    from pnp.draw.document import Html
    from pnp.layout import LayoutError

    found, options = Found(), _options(wish)
    product = next(one for one in (*_products(workshop), _guide(others, options)) if one.name == name)
    try:
        picture = product.make(workshop, options, found)
    except LayoutError as fault:
        raise Misuse(f"{name}: {fault}") from fault
    if picture is None:
        return None, found.ordered(), ""
    path = wish.out / workshop.game.id / _file_name(product, options)
    if isinstance(picture, Html):
        return _write_html(picture, path, product, found)
    return _write_sheets(picture, path, product, options, found)


def _options(wish: Wish) -> Options:
    from pnp.layout import Options, PaperError, read_paper

    try:
        return Options(paper=read_paper(wish.paper))
    except PaperError as fault:
        raise Misuse(str(fault)) from fault


def _file_name(product: Product, options: Options) -> str:
    """Defaults are A4 and the long edge; what differs is in the name."""
    plain = options.paper.name == "a4" or product.kind in (RULEBOOK, GUIDE, "map")
    return f"{product.name}.pdf" if plain else f"{product.name}.{options.paper.name}.pdf"


def _write_html(html: Html, path: Path, product: Product, found: Found) -> Made:
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


def _write_sheets(sheets: Sheets, path: Path, product: Product, options: Options, found: Found) -> Made:
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


# What a game makes


def _products(workshop: Workshop) -> list[Product]:
    """Every file that a game makes but the print guide, in the order of the guide."""
    products = [product for kind in KINDS for batch in kind.batches(workshop) for product in _of(batch)]
    if workshop.game.book is not None:
        products.append(Product(RULEBOOK, RULEBOOK, lambda shop, _, found: _book(shop, found)))
    return products


def _of(batch: Batch) -> Iterator[Product]:
    from pnp import layout

    def imprint(shop: Workshop) -> layout.Imprint:
        return layout.Imprint(shop.studio, shop.game.game.name, shop.game.game.version)

    if batch.way == "poster":
        frame = batch.faces
        yield Product(
            batch.id, batch.kind, lambda shop, options, _: layout.single(frame[0].front, options, imprint(shop)), batch
        )
        yield Product(
            f"{batch.id}-tiles",
            f"{batch.kind}-tiles",
            lambda shop, options, _: layout.tile(frame[0].front, options, imprint(shop)),
            batch,
        )
        return
    yield Product(batch.id, batch.kind, lambda shop, options, _: layout.impose(batch, options, imprint(shop)), batch)


def _book(workshop: Workshop, found: Found) -> Html | None:
    from pnp import book

    return book.write(workshop.game, _art(workshop), found)


def _art(workshop: Workshop) -> Any:
    """The drawings that a book shows."""
    from pnp.book import Art
    from pnp.diag import Span
    from pnp.draw.frame import Frame, Use
    from pnp.draw.icons import EM
    from pnp.targets import svg
    from pnp.units import Size

    def face(piece: str, side: str) -> str:
        frame = workshop.face(piece, side == "back")
        return svg.draw(frame) if frame else ""

    def icon(name: str) -> str:
        ink, span = workshop.studio.palette.get("ink"), Span(workshop.game.folder)
        symbol = workshop.studio.icons.symbol(name, ink, None, span)
        return svg.draw(Frame(Size(EM, EM), (Use(symbol, 0, 0),), title=name)) if symbol else ""

    return Art(face, icon, lambda piece, side: workshop.regions(piece, side == "back"))


def _guide(files: tuple[File, ...], options: Options) -> Product:
    from pnp import book

    printed = tuple(_printed(file) for file in files)
    return Product(GUIDE, GUIDE, lambda shop, _, found: book.guide(shop.game, printed, found))


def _printed(file: File) -> Printed:
    from pnp.book import Printed

    return Printed(file.path.name, file.kind, file.pages, file.paper, file.flip, file.pieces)


# The manifest


def _manifest(workshop: Workshop, wish: Wish, files: Sequence[File]) -> None:
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
