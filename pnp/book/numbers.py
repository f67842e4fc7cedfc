"""Numbers in the rules' words that repeat a number of the data without asking for it: the next change makes them lie.

A number is a repeat where its paragraph speaks of what has that very value: the words of a parameter's name stand there
(and its unit after the number, where it has one), or a piece and its attribute, or the number counts a piece or group by
its name. A number that is no repeat is silenced where it stands, by saying that it means itself: ``{{ 5 }}``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final

from pnp.book.markdown import Source
from pnp.book.words import words
from pnp.diag import Found, Span
from pnp.model.game import Game
from pnp.records import dataclass

_EXPRESSION: Final = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{[#.][^{}\n]*\}|`[^`\n]*`", re.S)
_BLOCK: Final = re.compile(r"(?:(?!\n[ >]*\n|\n[ >]*(?:[-*#|]|\d+\.) ).)+", re.S)
_SENTENCE: Final = re.compile(r"(?:(?![.!?:;][\s*_”\"')]).)+[.!?:;]?", re.S)
_CLAUSE: Final = re.compile(r"[,;:()]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
_SPELT: Final = {words(number): number for number in range(2, 21)}
_NUMBER: Final = re.compile(rf"(?<![\w.,#–-])(?:\d{{1,6}}|{'|'.join(_SPELT)})(?![\w–-]|[.,]\d)", re.I)
# The number of a list's item, and one side of a range, count nothing.
_MARKER: Final = re.compile(r"^[ >]*(?=\d+\. )", re.M)
_RANGE: Final = re.compile(r"\d+ (?:to|and|or|through) \d+|(?:\d+, )+\d+(?: and \d+)?")
# What a number counts stands so near to it.
_NEAR: Final = 120
_EMPTY: Final = frozenset(
    "a an and are as at be before by for from have has he his if in is it its may most must of on one or out she that the "  # noqa: SIM905
    "their they this to until when where who with without".split()
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of the data: its value, the words that speak of it, the words that follow it (a unit, or the name of what
    is counted), how to ask for it, and where it stands."""

    value: int
    about: frozenset[str]
    after: tuple[str, ...]
    ask: str
    span: Span


@dataclass(frozen=True, slots=True)
class Facts:
    """Every number that rules speak of, by its value; and the names of what a number before them counts."""

    by_value: Mapping[int, tuple[Fact, ...]]
    names: tuple[tuple[str, ...], ...]


def facts(game: Game) -> Facts:
    """What is known of a game."""
    known: dict[int, list[Fact]] = defaultdict(list)
    for fact in (*_parameters(game), *_counts(game), *_attributes(game), *_map(game), *_start(game)):
        known[fact.value].append(fact)
    units = {_stems(one.unit) for one in game.parameters}
    groups = (_stems(group.name) for group in game.counters)
    pieces = (_stems(counter.name) for _, counter in game.pieces() if counter.copies > 1)
    names = (name for name in dict.fromkeys((*groups, *pieces)) if name and name not in units)
    return Facts({value: tuple(those) for value, those in known.items()}, tuple(names))


def _parameters(game: Game) -> Iterator[Fact]:
    for one in game.parameters:
        unit = _stems(one.unit)
        about = frozenset(_stems(one.name)) - frozenset(unit)
        yield Fact(one.value, about, unit, f"param('{one.id}')", one.where.of("value"))


def _counts(game: Game) -> Iterator[Fact]:
    """What is counted by its name; a piece that is called as a unit is, such as money, is measured and not counted."""
    units = {_stems(one.unit) for one in game.parameters}
    for group in game.counters:
        number = sum(one.copies for one in group.counters)
        yield Fact(number, frozenset(), _stems(group.name), f"count(group='{group.id}')", group.where.of("counters"))
        for one in (counter for counter in group.counters if _stems(counter.name) not in units):
            yield Fact(one.copies, frozenset(), _stems(one.name), f"count('{one.id}')", one.where.of("copies"))
    for deck in game.decks:
        number = sum(card.copies for card in deck.cards)
        about = frozenset(_stems(deck.name))
        yield Fact(number, about, ("card",), f"count(deck='{deck.id}')", deck.where.of("count"))


def _attributes(game: Game) -> Iterator[Fact]:
    names = {one.id: frozenset(_stems(one.name)) for one in game.attributes if one.type == "number"}
    for _, counter in game.pieces():
        for id, value in counter.values.items():
            if id in names and isinstance(value, int):
                name = _stems(counter.name)
                ask = f"piece('{counter.id}').{id.replace('-', '_')}"
                yield Fact(value, names[id].union(name), (), ask, counter.where.of(id))


def _map(game: Game) -> Iterator[Fact]:
    for board in game.boards:
        for terrain in board.terrains:
            about = frozenset((*_stems(terrain.name), "cost"))
            yield Fact(terrain.cost, about, (), f"terrain('{terrain.id}').cost", terrain.where.of("cost"))
    for track in game.tracks:
        # The track that a marker moves along is the one of the Game-Turns.
        about, after = (frozenset[str](), _stems("Game-Turns")) if track.marker else (frozenset(_stems(track.name)), ())
        yield Fact(track.last, about, after, f"track('{track.id}').last", track.where.of("last"))


def _start(game: Game) -> Iterator[Fact]:
    names = {side.id: _stems(side.name) for side in game.sides}
    for one in game.setup.treasuries if game.setup else ():
        about = frozenset((*names.get(one.side, ()), *_stems("treasury")))
        yield Fact(one.value, about, (), f"start('{one.side}')", one.where.of("value"))


def look(source: Source, known: Facts, found: Found) -> None:
    """Tell of every number in a chapter that repeats one of the data."""
    bare = _EXPRESSION.sub(lambda match: re.sub(r"[^\n]", "\0", match[0]), source.written)
    marks = {match.end() for match in _MARKER.finditer(bare)}
    for block in _BLOCK.finditer(bare):
        spoken = frozenset(_stems(block[0]))
        for sentence in _SENTENCE.finditer(bare, block.start(), block.end()):
            _sentence(source, sentence, spoken, marks, known, found)
        if found.full:
            return


def _sentence(
    source: Source,
    sentence: re.Match[str],
    spoken: frozenset[str],
    marks: Collection[int],
    known: Facts,
    found: Found,
) -> None:
    text, end = sentence.string, sentence.end()
    said: frozenset[str] | None = None
    skipped = sentence.start()
    for number in _NUMBER.finditer(text, sentence.start(), end):
        start = number.start()
        value = int(number[0]) if number[0].isdigit() else _SPELT[number[0].lower()]
        if start < skipped:
            continue
        if part := _RANGE.match(text, start, end):
            skipped = part.end()
        elif value in known.by_value and start not in marks:
            said = frozenset(_stems(sentence[0])) if said is None else said
            after = _stems(_CLAUSE.split(text[number.end() : min(end, number.end() + _NEAR)], maxsplit=1)[0])
            counts = any(_begins(after, name) for name in known.names)
            those = (one for one in known.by_value[value] if one.after or not counts)
            fact = next((one for one in those if _repeats(one, after, said, spoken)), None)
            if fact is not None and not found.full:
                _tell(source, number, fact, found)


def _repeats(fact: Fact, after: tuple[str, ...], said: frozenset[str], spoken: frozenset[str]) -> bool:
    """Whether a number of a fact's value is about that fact: what follows it, what its sentence and its paragraph say."""
    if not _begins(after, fact.after):
        return False
    if not fact.about:
        return fact.value > 1
    there = sum(1 for word in fact.about if word in spoken)
    here = sum(1 for word in fact.about if word in said)
    enough = len(fact.about) if len(fact.about) <= 3 else len(fact.about) - 1
    return there >= enough and (bool(fact.after) or 2 * here > len(fact.about))


def _begins(after: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    return after[: len(wanted)] == wanted


def _tell(source: Source, number: re.Match[str], fact: Fact, found: Found) -> None:
    asked = f"words({fact.ask})" if not number[0].isdigit() else fact.ask
    itself = number[0] if number[0].isdigit() else f"'{number[0]}'"
    message = f"'{number[0]}' repeats a number of the data, {fact.ask}, without asking for it"
    hint = f"write {{{{ {asked} }}}}, or {{{{ {itself} }}}} where it is another number"
    span = source.lines.span(source.written, number.start(), len(number[0]))
    found.warning("book/number", span, message, hint, ((fact.span, "where it stands"),))


def _stems(text: str) -> tuple[str, ...]:
    """The words of a text that mean something, in order, without their endings."""
    return tuple(stem for stem in map(_stem, _WORD.findall(text)) if stem)


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    word = word.lower().replace("’", "'").removesuffix("'s").removesuffix("'")
    if word in _EMPTY:
        return ""
    for ending in ("ing", "ies", "ed", "es", "s", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
