"""A whole game: the one value that checks, kinds, books and engines read."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Final

from pnp.model.base import Count, Doc, Name, Positive, Prose, Where
from pnp.model.pieces import Attribute, Counter, Deck, Group, Parameter, Side, Style, Supply
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.model.board import Board, Setup
    from pnp.model.mats import MatSet
    from pnp.model.rules import Acceptance, Assertion, Book, Case, Example
    from pnp.model.tables import Chart, PlayerTurn, Table, Track

FORMAT = 1

# Records of sections that a deck of cards has not, and their module: imported when a game has such a section.
_FROM: Final = {
    **dict.fromkeys(("Board", "Setup"), "board"),
    "MatSet": "mats",
    **dict.fromkeys(("Acceptance", "Assertion", "Book", "Case", "Example"), "rules"),
    **dict.fromkeys(("Chart", "PlayerTurn", "Table", "Track"), "tables"),
}


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"pnp.model.{_FROM[name]}"), name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """Who did what."""

    where: Where
    role: Annotated[str, Doc("What they did: Design, Art, …")]
    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The game's title page: section `game` of `game.yaml`."""

    where: Where
    name: Name
    subtitle: Annotated[str, Doc("Under the title.")] = ""
    blurb: Annotated[Prose, Doc("What the game is about, in a sentence or two.")] = ""
    version: Annotated[str, Doc("Of the content; printed on every sheet.")]
    players: Annotated[tuple[Positive, ...], Count((1, 2)), Doc("Fewest and most, or the one number.")]
    minutes: Annotated[Positive | None, Doc("How long a game takes.")] = None
    age: Annotated[Positive | None, Doc("From what age on.")] = None
    credits: tuple[Credit, ...] = ()
    licence: Annotated[str, Doc("On what terms others may use it.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """Everything a game's YAML says. Each field but the first three is a section that stands in one of its files."""

    where: Where
    id: str
    folder: str
    format: Annotated[int, Doc("The version of the content language: 1.")]
    game: About
    style: Style | None = None
    sides: tuple[Side, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    counters: tuple[Group, ...] = ()
    decks: tuple[Deck, ...] = ()
    mats: tuple[MatSet, ...] = ()
    tables: tuple[Table, ...] = ()
    tracks: tuple[Track, ...] = ()
    sequence: tuple[PlayerTurn, ...] = ()
    boards: tuple[Board, ...] = ()
    charts: tuple[Chart, ...] = ()
    setup: Setup | None = None
    supplies: tuple[Supply, ...] = ()
    book: Book | None = None
    examples: tuple[Example, ...] = ()
    cases: tuple[Case, ...] = ()
    checks: tuple[Assertion, ...] = ()
    coverage: tuple[Acceptance, ...] = ()

    def pieces(self) -> Iterator[tuple[Group, Counter]]:
        """Every counter with its group, in the order written."""
        for group in self.counters:
            for counter in group.counters:
                yield group, counter
