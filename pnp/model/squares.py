"""Boards of squares: rows of letters → a space for each square, before anything is decoded.

Every letter becomes the node that an author would have written for its space: id, ground, middle and neighbours, each of them
standing where the letter stands. So whatever reads, checks and draws spaces knows nothing of grids.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pnp import units
from pnp.diag import Span, suggest
from pnp.model.values import Reading
from pnp.records import dataclass
from pnp.source.node import Mapping as MappingNode
from pnp.source.node import Node, Scalar, Sequence

MOST: Final = 99  # rows, and columns
_ALL: Final = 100_000  # squares of all boards of a game
_FAR: Final = 10_000_000  # micrometres: nothing on a board lies farther from its corner
EMPTY: Final = "."
# What the grid says of a space, and what only such boards have.
MADE: Final = ("terrain", "at", "to")
_OWN: Final = ("squares", "diagonal", "squares-source")
_LETTER: Final = re.compile(r"[A-Za-z0-9]")
_SQUARE: Final = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")
_ORTHOGONAL: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
_DIAGONAL: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))

At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Square:
    """A letter of a row and where it stands."""

    letter: str
    span: Span


def shape(rows: tuple[str, ...]) -> At:
    """How many columns and rows a board has, from its rows of letters."""
    return max((len("".join(row.split())) for row in rows), default=0), len(rows)


def name(at: At) -> str:
    """What a square is called: the letter of its column and the number of its row, both from 0: ``c4`` is (2, 3)."""
    column, row = at
    first = chr(ord("a") + column // 26 - 1) if column >= 26 else ""
    return f"{first}{chr(ord('a') + column % 26)}{row + 1}"


def place(text: str) -> At | None:
    """The column and row, from 0, of a square by its name; None where it is no such name."""
    match = _SQUARE.fullmatch(text)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(match[2]) - 1


def laid(boards: Node, reading: Reading) -> Node:
    """The boards of a game, with the spaces of those that are drawn as squares written out."""
    left = [_ALL]
    if isinstance(boards, Sequence):
        return Sequence(tuple(_board(one, reading, left) for one in boards.items), boards.span)
    return _board(boards, reading, left)


def _board(board: Node, reading: Reading, left: list[int]) -> Node:
    """A board with its spaces; `left` is how many squares the game may still have."""
    if not isinstance(board, MappingNode):
        return board
    if _text(board, "drawn") != "squares":
        _stray(board, reading)
        return board
    grid = _grid(board, reading, left)
    spaces = Sequence(tuple(_spaces(board, grid, reading)), _span(board, "spaces") or board.span)
    kept = tuple(entry for entry in board.entries if entry[0].text != "spaces")
    return MappingNode((*kept, (Scalar("spaces", spaces.span), spaces)), board.span)


def _stray(board: MappingNode, reading: Reading) -> None:
    """What only boards of squares have."""
    keys = [key for key, _ in board.entries if key.text in _OWN]
    keys += [key for space in _records(board, "spaces") for key, _ in space.entries if key.text == "square"]
    for key in keys:
        message = f"'{key.text}' is for boards that are drawn as squares"
        reading.found.error("squares/stray", key.span, message, "write 'drawn: squares', or take it away")


# The rows.


def _grid(board: MappingNode, reading: Reading, left: list[int]) -> dict[At, _Square]:
    """Every square by column and row."""
    node = board.get("squares")
    if node is None:
        message = f"a board '{_text(board, 'id')}' of squares needs the key 'squares'"
        reading.found.error("key/missing", board.span, message, "a line for each row, a letter for each square")
        _lose(reading)
        return {}
    written = node.items if isinstance(node, Sequence) else (node,)
    rows = [one for one in written if isinstance(one, Scalar)]
    if len(rows) < len(written):  # told when they are decoded
        _lose(reading)
        return {}
    if _many(rows, reading, left):
        return {}
    lines = [tuple(_letters(row)) for row in rows]
    _ragged(rows, lines, reading)
    return _squares(node, lines, reading)


def _squares(node: Node, lines: list[tuple[_Square, ...]], reading: Reading) -> dict[At, _Square]:
    grid = {
        (column, row): square
        for row, line in enumerate(lines)
        for column, square in enumerate(line)
        if square.letter != EMPTY
    }
    if not grid:
        hint = "write a line for each row, a letter for each square"
        reading.found.error("squares/none", node.span, "a board of squares has at least one square, not none", hint)
        _lose(reading)
    return grid


def _letters(row: Scalar) -> Iterator[_Square]:
    """The letters of a row, each at its own place where the row stands in one line as it is."""
    span, quote = row.span, int(row.style in ("'", '"'))
    plain = span.line == span.end_line and span.end_column - span.column == len(row.text) + 2 * quote
    for number, letter in enumerate(row.text):
        if not letter.isspace():
            column = span.column + quote + number
            yield _Square(letter, Span(span.path, span.line, column, span.line, column + 1) if plain else span)


def _many(rows: list[Scalar], reading: Reading, left: list[int]) -> bool:
    """Whether there are more rows, columns, or squares in all than may be; nothing is made of them then."""
    counts = [len("".join(row.text.split())) for row in rows]
    long = next((number for number, count in enumerate(counts) if count > MOST), None)
    left[0] -= sum(counts)
    if long is not None:
        row, message = rows[long], f"a board of squares has at most {MOST} columns, not {counts[long]}"
    elif len(rows) > MOST:
        row, message = rows[MOST], f"a board of squares has at most {MOST} rows, not {len(rows)}"
    elif left[0] < 0:
        row, message = rows[0], f"the boards of a game have at most {_ALL:,} squares together"
    else:
        return False
    reading.found.error("squares/many", row.span, message, "write fewer")
    _lose(reading)
    return True


def _ragged(rows: list[Scalar], lines: list[tuple[_Square, ...]], reading: Reading) -> None:
    """Rows that are not as long as most are; of two lengths that are as frequent, the first counts."""
    lengths = Counter(map(len, lines))
    wanted = max(lengths, key=lambda length: lengths[length], default=0)
    for row, line in zip(rows, lines, strict=True):
        if len(line) != wanted:
            message = f"this row has {len(line)} squares, the others have {wanted}"
            other = next(row for row, line in zip(rows, lines, strict=True) if len(line) == wanted)
            related = ((other.span, "one of the others"),)
            reading.found.error("squares/ragged", row.span, message, f"write '{EMPTY}' where no square is", related)
            reading.lost.add("board.squares")


# The spaces.


def _spaces(board: MappingNode, grid: dict[At, _Square], reading: Reading) -> Iterator[Node]:
    """A space a square, row by row: what was written for it, and what the grid says."""
    named = _named(board, grid, reading)
    names = {at: _text(named[at], "id") if at in named else name(at) for at in grid}
    grounds, middle = _grounds(board, reading), _middles(board)
    _unknown(grid, grounds, reading)
    if not grounds:
        for at in grid:
            _forget(_space(at, grid[at], named.get(at), {}, None), reading)
        return
    steps = _ORTHOGONAL + (_DIAGONAL if _text(board, "diagonal") in ("yes", "true") else ())
    for at, square in grid.items():
        near = [(at[0] + right, at[1] + down) for right, down in steps]
        made: dict[str, Node] = {
            "terrain": Scalar(grounds.get(square.letter) or next(iter(grounds.values())), square.span),
            "at": Sequence(tuple(Scalar(f"{length}um", square.span) for length in middle(at)), square.span),
            "to": Sequence(tuple(Scalar(names[one], square.span) for one in near if one in grid), square.span),
        }
        yield _space(at, square, named.get(at), made, board.get("squares-source"))


def _space(
    at: At, square: _Square, own: MappingNode | None, made: Mapping[str, Node], source: Node | None
) -> MappingNode:
    written = {key.text for key, _ in own.entries} if own else set()
    more: dict[str, Node] = {"id": Scalar(name(at), square.span), "square": Scalar(name(at), square.span), **made}
    if source is not None:
        more["source"] = source
    entries = own.entries if own else ()
    kept = tuple(entry for entry in entries if entry[0].text not in MADE)
    added = tuple((Scalar(key, square.span), node) for key, node in more.items() if key in MADE or key not in written)
    return MappingNode((*kept, *added), own.span if own else square.span)


def _named(board: MappingNode, grid: dict[At, _Square], reading: Reading) -> dict[At, MappingNode]:
    """The spaces that were written, by the square that each says."""
    named: dict[At, MappingNode] = {}
    for space in _records(board, "spaces"):
        at = _at(space, grid, reading)
        if at is None:
            _forget(space, reading)
        elif at in named:
            span = _span(space, "square") or space.span
            related = ((named[at].span, "the first one"),)
            message = f"the square '{name(at)}' is '{_text(named[at], 'id')}' already"
            reading.found.error("squares/taken", span, message, "give one of them another square", related)
            _forget(space, reading)
        elif space.get("id") is None:
            message = "a space needs the key 'id'"
            reading.found.error("key/missing", space.span, message, f"or leave it out: the square is '{name(at)}'")
        elif (other := place(_text(space, "id"))) in grid and other != at:
            message = f"'{_text(space, 'id')}' is what the square in that place is called, and this is '{name(at)}'"
            reading.found.error("squares/name", _span(space, "id") or space.span, message, "give it another id")
            reading.lost.add("space.id")
        else:
            _made(space, reading)
            named[at] = space
    return named


def _at(space: MappingNode, grid: dict[At, _Square], reading: Reading) -> At | None:
    """The square that a space says; None after a diagnostic."""
    node = space.get("square")
    if node is None:
        message = f"a space '{_text(space, 'id')}' of a board of squares needs the key 'square'"
        hint = "the letter of its column and the number of its row from the top: c4"
        reading.found.error("key/missing", space.span, message, hint)
        return None
    text = node.text if isinstance(node, Scalar) else ""
    at = place(text)
    if at is None or at not in grid:
        if "board.squares" not in reading.lost:  # else what is wrong with it was told
            hint = suggest(text, map(name, grid))
            reading.found.error("squares/outside", node.span, f"the board has no square '{text}'", hint)
        return None
    return at


def _made(space: MappingNode, reading: Reading) -> None:
    for key, _ in space.entries:
        if key.text in MADE:
            message = f"'{key.text}' of a square comes from the grid"
            reading.found.error("squares/made", key.span, message, "take it away, or change the letters of 'squares'")


def _lose(reading: Reading) -> None:
    """No square of a board is known, and whoever names one is not told."""
    reading.lost |= {"space.id", "board.squares"}


def _forget(space: MappingNode, reading: Reading) -> None:
    """A space that cannot be placed is known all the same, so that whoever names it is not told."""
    reading.lost.add("space.id")
    if node := space.get("id"):
        for family in ("space", "place"):
            reading.defined.setdefault(family, {}).setdefault(_text(space, "id"), node)


def _grounds(board: MappingNode, reading: Reading) -> dict[str, str]:
    """The ids of the grounds by their letters."""
    grounds: dict[str, str] = {}
    first: dict[str, Node] = {}
    for terrain in _records(board, "terrains"):
        node = terrain.get("letter")
        letter = node.text if isinstance(node, Scalar) else ""
        if node is None:
            message = f"a terrain '{_text(terrain, 'id')}' of a board of squares needs the key 'letter'"
            reading.found.error("key/missing", terrain.span, message, "the letter that stands for it in 'squares'")
        elif not _LETTER.fullmatch(letter):
            message = f"'{letter}' is not one letter or digit"
            reading.found.error("squares/letter", node.span, message, "write one, such as F")
        elif letter in grounds:
            related = ((first[letter].span, "the first one"),)
            message = f"the letter '{letter}' stands for '{grounds[letter]}' already"
            reading.found.error("squares/letters", node.span, message, "give one of them another letter", related)
        else:
            grounds[letter], first[letter] = _text(terrain, "id"), node
            continue
        reading.lost.add("space.terrain")
    return grounds


def _unknown(grid: Mapping[At, _Square], grounds: Mapping[str, str], reading: Reading) -> None:
    """Letters that no ground has, each told where it is first; not where a ground's own letter is faulty."""
    first: dict[str, _Square] = {}
    for square in grid.values():
        if square.letter not in grounds:
            first.setdefault(square.letter, square)
    if first and "space.terrain" not in reading.lost:
        hint = "the letters are " + ", ".join(grounds) if grounds else "give a terrain the key 'letter'"
        counts = Counter(square.letter for square in grid.values())
        for letter, square in first.items():
            more = f", which {counts[letter]} squares have" if counts[letter] > 1 else ""
            message = f"no ground has the letter '{letter}'{more}"
            reading.found.error("squares/unknown", square.span, message, f"{hint}; '{EMPTY}' is no square")
    if first:
        reading.lost.add("space.terrain")


def _middles(board: MappingNode) -> Callable[[At], tuple[int, int]]:
    """The middles of squares, in whole micrometres, of a field that is filled with them."""
    rows, field = (board.get(key) for key in ("squares", "field"))
    lines = rows.items if isinstance(rows, Sequence) else (rows,)
    columns, down = shape(tuple(one.text for one in lines if isinstance(one, Scalar)))
    texts = [one.text for one in field.items if isinstance(one, Scalar)] if isinstance(field, Sequence) else []
    try:
        x, y, width, height = (units.parse(text) for text in texts)
    except ValueError:  # told when it is decoded
        x, y, width, height = 0, 0, 0, 0
    if max(map(abs, (x, y, x + width, y + height))) > _FAR or min(width, height) <= 0:  # so is this
        x, y, width, height = 0, 0, 0, 0

    def middle(at: At) -> tuple[int, int]:
        return x + (2 * at[0] + 1) * width // (2 * columns), y + (2 * at[1] + 1) * height // (2 * down)

    return middle


# Nodes.


def _records(board: MappingNode, key: str) -> tuple[MappingNode, ...]:
    node = board.get(key)
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(one for one in items if isinstance(one, MappingNode))


def _text(node: MappingNode, key: str) -> str:
    value = node.get(key)
    return value.text if isinstance(value, Scalar) else ""


def _span(node: MappingNode, key: str) -> Span | None:
    value = node.get(key)
    return value.span if value is not None else None
