"""Tables as rows: a head, a row for each key, what the codes mean, what changes the roll, notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

from pnp.diag import Span
from pnp.draw.text import TextStyle, measure
from pnp.faces.rows import GAP, Cell, Kit, Row
from pnp.model.tables import Table
from pnp.records import dataclass
from pnp.units import MM, POINT

_WIDE = 84 * MM
_LEAST = round(7 * POINT)
_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_SHORT, _WORDY = 6, 12
_Align = Literal["left", "centre"]
_Entry = tuple[str, str, Span]


def rows_of_table(table: Table, kit: Kit, size: int, width: int) -> list[Row]:
    """A table's rows at a type size (micrometres)."""
    grid = _Grid(table, kit, size, width)
    widths = grid.widths()
    return [*grid.head(widths), *grid.body(widths), *_legend(table, kit, size, width), *_notes(table, kit, size, width)]


def shown(text: str) -> str:
    """A cell as printed: a true minus sign before a number, a dash between two."""
    if "-" not in text:
        return text
    if re.fullmatch(r"-\d+", text):
        return "−" + text[1:]
    return _RANGE.sub("–", text) if re.fullmatch(r"\d+-\d+", text) else text


@dataclass(frozen=True)
class _Grid:
    """A table's columns at a size; what is asked often is worked out once."""

    table: Table
    kit: Kit
    size: int
    width: int

    @cached_property
    def aligns(self) -> list[_Align]:
        """Short cells stand in the middle of their column; all do where no cell of the table is wordy."""
        columns = self._columns
        wordy = any(len(text) > _WORDY for texts in columns for text in texts)
        if self.table.cells != "words" or not wordy:
            return ["centre"] * len(columns)
        return ["centre" if max(map(len, texts), default=0) <= _SHORT else "left" for texts in columns]

    @cached_property
    def _columns(self) -> list[list[str]]:
        """Each column's cells as printed."""
        rows, count = self.table.rows, len(self.table.columns)
        return [[shown(row.cells[column]) for row in rows if column < len(row.cells)] for column in range(count)]

    @cached_property
    def names(self) -> list[str]:
        """The columns' names; ranges get their dash, odds keep their hyphen."""
        dashed = self.table.order == "range"
        return [shown(column.name) if dashed else column.name for column in self.table.columns]

    @cached_property
    def keys(self) -> list[str]:
        """The rows' keys as printed."""
        return [_RANGE.sub("–", row.key) if self.table.keys != "words" else row.key for row in self.table.rows]

    @cached_property
    def key_style(self) -> TextStyle:
        """Words are read from the left, die results found in the middle."""
        if self.table.keys == "words":
            return self.kit.style(self.size, bold=True, valign="middle")
        return self.kit.style(round(self.size * 1.14), bold=True, align="centre", valign="middle")

    @cached_property
    def cell_style(self) -> TextStyle:
        """Codes and numbers are what one looks for: larger and bold."""
        if self.table.cells == "words":
            return self.kit.style(self.size, valign="middle")
        return self.kit.style(round(self.size * 1.06), bold=True, valign="middle")

    @cached_property
    def head_style(self) -> TextStyle:
        """The columns' names."""
        return self.kit.style(self.size, bold=True, valign="bottom", leading=1.05)

    def widths(self) -> list[int]:
        """The key column as wide as its widest key; the others alike where they are all short, else by their text."""
        natural, least = self._column_widths()
        key = max((self._measure(text, self.key_style) for text in self.keys), default=0)
        key = max(key, self._measure(self.table.head, self.head_style)) + 2 * GAP
        key = min(key, max(self.width - sum(least), self.width // 4))
        rest, count = self.width - key, len(natural)
        even = rest // count
        if set(self.aligns) == {"centre"} and even >= max(natural):
            return [key, *(even for _ in natural)]
        return [key, *_shares(natural, least, rest)]

    def _column_widths(self) -> tuple[list[int], list[int]]:
        """What each column would like, and the least it needs for its longest word."""
        natural, least = [], []
        for number, name in enumerate(self.names):
            texts, style, head = self._columns[number], self.cell_style, self.head_style
            words = [self._measure(word, style) for text in texts for word in text.split()]
            words += [self._measure(word, head) for word in name.split()]
            wish = max([*(self._measure(text, style) for text in texts), self._folded(name, head)])
            natural.append(wish + 2 * GAP)
            least.append(max(words, default=0) + 2 * GAP)
        return natural, least

    def _folded(self, name: str, style: TextStyle) -> int:
        """How wide a column's name is when it may take two lines."""
        words = name.split()
        ways = (
            max(self._measure(" ".join(words[:cut]), style), self._measure(" ".join(words[cut:]), style))
            for cut in range(1, len(words) + 1)
        )
        return min(ways, default=0)

    def _measure(self, text: str, style: TextStyle) -> int:
        return measure(self.kit.workshop.studio, text, style, self.table.where.span) if text else 0

    def head(self, widths: list[int]) -> Iterator[Row]:
        """What stands over the columns, then their names."""
        table, kit = self.table, self.kit
        if table.across:
            small = kit.style(self.size, italic=True, align="centre")
            cell = kit.cell(table.across, small, widths[0], self.width - widths[0], table.where.of("across"))
            yield Row(kit, (cell,), self.width, self.size // 4)
        style, cells, x = self.head_style, [], widths[0]
        if table.head:
            own = replace(style, align=self.key_style.align)
            cells.append(kit.cell(table.head, own, GAP, widths[0] - 2 * GAP, table.where.of("head")))
        for column, name, wide, align in zip(table.columns, self.names, widths[1:], self.aligns, strict=True):
            own, room = replace(style, align=align), wide - GAP
            even = min(room, self._folded(name, style) + 100) if self._measure(name, style) > room else room
            inset = (room - even) // 2 if align == "centre" else 0
            cells.append(kit.cell(name, own, x + GAP // 2 + inset, even, column.where.of("name")))
            x += wide
        yield Row(kit, tuple(cells), self.width, self.size * 3 // 10, kit.deep, rule=True)

    def body(self, widths: list[int]) -> Iterator[Row]:
        """A row for each key, every other one tinted."""
        styles = {align: replace(self.cell_style, align=align) for align in ("left", "centre")}
        for number, (row, key) in enumerate(zip(self.table.rows, self.keys, strict=True)):
            cells = [self.kit.cell(key, self.key_style, GAP, widths[0] - 2 * GAP, row.where.of("key"))]
            x = widths[0]
            for index, (text, wide, align) in enumerate(zip(row.cells, widths[1:], self.aligns, strict=False)):
                cells.append(
                    self.kit.cell(shown(text), styles[align], x + GAP // 2, wide - GAP, row.where.of(f"cells[{index}]"))
                )
                x += wide
            tint = self.kit.tint if number % 2 else None
            yield Row(self.kit, tuple(cells), self.width, self.size * 5 // 18, tint, stretch=self.size)


def _shares(natural: Sequence[int], least: Sequence[int], rest: int) -> list[int]:
    """Columns at their natural widths and more where these fit, else narrowed towards their longest words."""
    spare, total = rest - sum(natural), sum(natural) or 1
    if spare >= 0:
        return [one + spare * one // total for one in natural]
    room = max(rest - sum(least), 0)
    wish = [a - b for a, b in zip(natural, least, strict=True)]
    total = sum(wish) or 1
    return [b + room * w // total for b, w in zip(least, wish, strict=True)]


def _legend(table: Table, kit: Kit, size: int, width: int) -> Iterator[Row]:
    """What the codes mean and what changes the roll: side by side where the panel is wide, else one below the other."""
    results = [(one.code.replace("#", "*n*"), one.means, one.where.of("means")) for one in table.results]
    changes = [(f"{one.by:+d}".replace("-", "−"), one.when, one.where.of("when")) for one in table.modifiers]
    entries = [*results, *changes]
    if not entries:
        return
    cut = len(results) if results and changes else -(-len(entries) // 2)
    if width >= _WIDE and len(entries) > 1:
        cells = _beside([entries[:cut], entries[cut:]], kit, size, width)
    else:
        cells = list(_column(entries, kit, size, 0, width))
    yield Row(kit, tuple(cells), width, size * 2 // 5)


def _beside(parts: list[list[_Entry]], kit: Kit, size: int, width: int) -> Sequence[Cell]:
    """Two columns of entries, parted where they come out lowest."""
    left, right = parts
    ways = [_pair(left, right, kit, size, width, width * share // 100) for share in range(40, 66, 5)]
    return min(ways, key=lambda cells: max(cell.y + cell.block.height for cell in cells))


def _pair(left: list[_Entry], right: list[_Entry], kit: Kit, size: int, width: int, cut: int) -> list[Cell]:
    return [*_column(left, kit, size, 0, cut), *_column(right, kit, size, cut, width - cut)]


def _lead(entries: list[_Entry], kit: Kit, size: int) -> int:
    strong = kit.style(size, bold=True)
    return max(measure(kit.workshop.studio, code, strong, span) for code, _, span in entries) + 2 * GAP


def _column(entries: list[_Entry], kit: Kit, size: int, x: int, width: int) -> Iterator[Cell]:
    """Codes at the right of a narrow column, their meanings beside them, entry below entry."""
    lead, y = _lead(entries, kit, size), 0
    strong = kit.style(size, bold=True, align="right")
    for code, means, span in entries:
        cell = kit.cell(means, kit.style(size), x + lead, width - lead - GAP, span, y)
        yield kit.cell(code, strong, x, lead - GAP, span, y)
        yield cell
        y += cell.block.height + cell.block.leading - cell.block.cap_height + size // 10


def _notes(table: Table, kit: Kit, size: int, width: int) -> Iterator[Row]:
    """Notes in italics, a little smaller, below all else."""
    style = kit.style(max(round(size * 0.95), _LEAST), italic=True)
    if table.notes and not (table.results or table.modifiers):
        yield Row(kit, (), width, size // 7)
    for number, note in enumerate(table.notes):
        cell = kit.cell(note, style, GAP, width - 2 * GAP, table.where.of(f"notes[{number}]"))
        yield Row(kit, (cell,), width, size * 2 // 9)
