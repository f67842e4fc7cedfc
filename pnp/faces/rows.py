"""The rows of a table or of a Player-Turn: measured at a size, drawn where they come to stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pnp.diag import Span
from pnp.draw.block import Block
from pnp.draw.frame import Colour, Item, Path, Segment, Stroke
from pnp.draw.text import TextStyle, measure, place, wrap
from pnp.faces.workshop import Workshop
from pnp.model.pieces import Side
from pnp.model.tables import Phase, PlayerTurn, Table
from pnp.units import Box

_GAP = 1_100


@dataclass(frozen=True, slots=True)
class Kit:
    """What rows are drawn with."""

    workshop: Workshop
    ink: Colour
    tint: Colour
    rule: Colour
    ground: Colour

    def style(self, size: int, **how: object) -> TextStyle:
        """A text style of the panels' own: sans, figures of one width."""
        base = TextStyle(family="sans", point=size, colour=self.ink, leading=1.16, features=("lnum", "tnum"))
        return replace(base, **how)  # type: ignore[arg-type]  # names of its fields


@dataclass(frozen=True, slots=True)
class Cell:
    """Set text in a row: where it begins, how wide it may be."""

    x: int
    width: int
    block: Block
    style: TextStyle
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """Cells side by side. `pad` is above and below the highest; `fill` its ground; `grows` if it may share spare room."""

    kit: Kit
    cells: tuple[Cell, ...]
    width: int
    pad: int
    fill: Colour | None = None
    rule: bool = False
    grows: bool = True
    badge: tuple[Colour, int] | None = None

    @property
    def height(self) -> int:
        """How high it must be."""
        return max((cell.block.height for cell in self.cells), default=0) + 2 * self.pad

    def draw(self, x: int, y: int, tall: int) -> Iterator[Item]:
        """The row at a place, `tall` high."""
        if self.fill is not None:
            yield Path(rectangle(Box(x, y, self.width, tall)), self.fill)
        if self.badge is not None:
            colour, reach = self.badge
            yield Path(disc(x + reach, y + self.pad + reach * 3 // 4, reach), colour)
        for cell in self.cells:
            box = Box(x + cell.x, y + self.pad, cell.width, tall - 2 * self.pad)
            yield from place(self.kit.workshop.studio, cell.block, cell.style, box, cell.span)
        if self.rule:
            yield Path((("M", x, y + tall), ("L", x + self.width, y + tall)), None, Stroke(self.kit.rule, 200))


def rectangle(box: Box) -> tuple[Segment, ...]:
    return (
        ("M", box.x, box.y),
        ("L", box.right, box.y),
        ("L", box.right, box.bottom),
        ("L", box.x, box.bottom),
        ("Z",),
    )


def disc(x: int, y: int, r: int) -> tuple[Segment, ...]:
    k = round(r * 0.5523)
    return (
        ("M", x + r, y),
        ("C", x + r, y + k, x + k, y + r, x, y + r),
        ("C", x - k, y + r, x - r, y + k, x - r, y),
        ("C", x - r, y - k, x - k, y - r, x, y - r),
        ("C", x + k, y - r, x + r, y - k, x + r, y),
        ("Z",),
    )


def _cell(kit: Kit, text: str, style: TextStyle, x: int, width: int, span: Span) -> Cell:
    shown = minus(text)
    return Cell(x, width, wrap(kit.workshop.studio, shown, style, width, span), style, span)


def minus(text: str) -> str:
    """A number below zero with a true minus sign."""
    return "−" + text[1:] if text.startswith("-") and text[1:].isdigit() else text


# Tables


def rows_of_table(table: Table, kit: Kit, size: int, width: int) -> list[Row]:
    """A table's head, rows, results, modifiers and notes, at a type size."""
    widths = _widths(table, kit, size, width)
    return [
        *_head(table, kit, size, widths),
        *_body(table, kit, size, widths),
        *_legend(table, kit, size, width),
    ]


def _align(table: Table) -> Literal["left", "centre"]:
    return (
        "left"
        if table.cells == "words" and any(len(cell) > 12 for row in table.rows for cell in row.cells)
        else "centre"
    )


def _widths(table: Table, kit: Kit, size: int, width: int) -> list[int]:
    """The key column as wide as its widest key; the others equal, or by their text where they hold words."""
    studio, span = kit.workshop.studio, table.where.span
    keys = [row.key.replace("-", "–") for row in table.rows] + ([table.head] if table.head else [])
    key = max((measure(studio, text, _key_style(table, kit, size), span) for text in keys), default=0) + 2 * _GAP
    key = min(key, width * 2 // 5)
    rest, style = width - key, kit.style(size)
    if _align(table) == "centre":
        return [key, *(rest // len(table.columns) for _ in table.columns)]
    natural, least = [], []
    for number, column in enumerate(table.columns):
        texts = [column.name, *(row.cells[number] for row in table.rows if number < len(row.cells))]
        words = [word for text in texts for word in text.split()]
        natural.append(max(measure(studio, text, style, span) for text in texts) + 2 * _GAP)
        least.append(
            max((measure(studio, word, replace(style, bold=True), span) for word in words), default=0) + 2 * _GAP
        )
    return [key, *_shares(natural, least, rest)]


def _shares(natural: Sequence[int], least: Sequence[int], rest: int) -> list[int]:
    """Columns at their natural widths where these fit, else narrowed towards their longest words."""
    if sum(natural) <= rest:
        spare = (rest - sum(natural)) // len(natural)
        return [one + spare for one in natural]
    room = max(rest - sum(least), 0)
    wish = [a - b for a, b in zip(natural, least, strict=True)]
    total = sum(wish) or 1
    return [b + room * w // total for b, w in zip(least, wish, strict=True)]


def _key_style(table: Table, kit: Kit, size: int) -> TextStyle:
    if table.keys == "words":
        return kit.style(size, bold=True, valign="middle")
    return kit.style(round(size * 1.18), bold=True, align="centre", valign="middle")


def _head(table: Table, kit: Kit, size: int, widths: list[int]) -> Iterator[Row]:
    style = kit.style(size, bold=True, align=_align(table), valign="bottom")
    small = kit.style(size, italic=True, align="centre")
    pad = size // 4
    width = sum(widths)
    if table.across:
        cell = _cell(kit, table.across, small, widths[0], width - widths[0], table.where.of("across"))
        yield Row(kit, (cell,), width, pad, grows=False)
    cells = (
        [
            _cell(
                kit,
                table.head,
                replace(style, align=_key_style(table, kit, size).align),
                _GAP,
                widths[0] - 2 * _GAP,
                table.where.of("head"),
            )
        ]
        if table.head
        else []
    )
    x = widths[0]
    for column, wide in zip(table.columns, widths[1:], strict=True):
        cells.append(_cell(kit, column.name, style, x + _GAP // 2, wide - _GAP, column.where.of("name")))
        x += wide
    yield Row(kit, tuple(cells), width, pad, rule=True, grows=False)


def _body(table: Table, kit: Kit, size: int, widths: list[int]) -> Iterator[Row]:
    style = kit.style(size, align=_align(table), valign="middle")
    for number, row in enumerate(table.rows):
        cells = [
            _cell(
                kit,
                row.key.replace("-", "–"),
                _key_style(table, kit, size),
                _GAP,
                widths[0] - 2 * _GAP,
                row.where.of("key"),
            )
        ]
        x = widths[0]
        for index, (text, wide) in enumerate(zip(row.cells, widths[1:], strict=False)):
            span = row.where.of(f"cells[{index}]")
            cells.append(_cell(kit, text, style, x + _GAP // 2, wide - _GAP, span))
            x += wide
        yield Row(kit, tuple(cells), sum(widths), size * 2 // 5, kit.tint if number % 2 else None)


def _legend(table: Table, kit: Kit, size: int, width: int) -> Iterator[Row]:
    """What the codes mean, what changes the roll, and what else there is to say."""
    lead = width // 6
    small, strong = kit.style(size), kit.style(size, bold=True)
    entries = [(result.code.replace("#", " n"), result.means, result.where.of("means")) for result in table.results]
    entries += [(f"{one.by:+d}".replace("-", "−"), one.when, one.where.of("when")) for one in table.modifiers]
    if entries:
        studio = kit.workshop.studio
        lead = max(measure(studio, code, strong, span) for code, _, span in entries) + 2 * _GAP
        yield Row(kit, (), width, size // 4, grows=False)
    for code, means, span in entries:
        cells = (
            _cell(kit, code, replace(strong, align="right"), 0, lead - _GAP, span),
            _cell(kit, means, small, lead, width - lead, span),
        )
        yield Row(kit, cells, width, size // 7, grows=False)
    for number, note in enumerate(table.notes):
        cell = _cell(kit, note, kit.style(size, italic=True), 0, width, table.where.of(f"notes[{number}]"))
        yield Row(kit, (cell,), width, size // 4, grows=False)


# The sequence of play


def rows_of_turn(turn: PlayerTurn, side: Side | None, kit: Kit, size: int, width: int) -> list[Row]:
    """A Player-Turn's phases, numbered, in the side's colour."""
    palette = kit.workshop.studio.palette
    colour = palette.get(side.colour) if side else kit.ink
    ink = palette.get(side.ink) if side else kit.ground
    rows: list[Row] = []
    for number, phase in enumerate(turn.phases, 1):
        rows += _phase(phase, number if len(turn.phases) > 1 else 0, colour, ink, kit, size, width)
    return rows


def _phase(phase: Phase, number: int, colour: Colour, ink: Colour, kit: Kit, size: int, width: int) -> Iterator[Row]:
    reach = round(size * 0.85) if number else 0
    lead = 2 * reach + _GAP if number else 0
    name = kit.style(round(size * 1.08), bold=True)
    cells = [_cell(kit, phase.name, name, lead, width - lead, phase.where.of("name"))]
    if number:
        figure = kit.style(size, bold=True, colour=ink, align="centre")
        cells.append(_cell(kit, str(number), figure, 0, 2 * reach, phase.where.of("name")))
    yield Row(kit, tuple(cells), width, size // 3, grows=False, badge=(colour, reach) if number else None)
    if phase.text:
        text = _cell(kit, phase.text, kit.style(size), lead, width - lead, phase.where.of("text"))
        yield Row(kit, (text,), width, size // 6)
    for letter, step in zip("abcdefghij", phase.steps, strict=False):
        span = step.where.of("text")
        words = f"*{letter}*  **{step.name}.** {step.text}"
        cell = _cell(kit, words, kit.style(size), lead + _GAP, width - lead - _GAP, span)
        yield Row(kit, (cell,), width, size // 6)
