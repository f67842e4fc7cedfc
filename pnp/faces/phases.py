"""The sequence of play as rows: phases numbered on a spine in the side's colour, steps lettered below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.draw.frame import Colour
from pnp.faces.rows import GAP, Badge, Kit, Row
from pnp.model.pieces import Side
from pnp.model.tables import Phase, PlayerTurn
from pnp.records import dataclass

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class _Hand:
    """How a turn's phases are set: type size, width of the panel, the side's colour and what is legible on it."""

    kit: Kit
    size: int
    width: int
    colour: Colour
    ink: Colour
    numbered: bool

    @property
    def reach(self) -> int:
        return round(self.size * 0.8) if self.numbered else 0

    @property
    def lead(self) -> int:
        return 2 * self.reach + GAP if self.numbered else 0


def rows_of_turn(turn: PlayerTurn, side: Side | None, kit: Kit, size: int, width: int) -> list[Row]:
    """A Player-Turn's phases; what has one phase only needs neither its number nor, with
    a text or steps, its name."""
    palette = kit.workshop.studio.palette
    colour, ink = (palette.get(side.colour), palette.get(side.ink)) if side else (kit.ink, kit.ground)
    hand = _Hand(kit, size, width, colour, ink, len(turn.phases) > 1)
    rows: list[Row] = []
    for number, phase in enumerate(turn.phases, 1):
        last = number == len(turn.phases)
        rows += _spaced(list(_phase(phase, number, hand)), hand, last)
    return rows


def _spaced(rows: list[Row], hand: _Hand, last: bool) -> list[Row]:
    """Only a phase's last row stretches, so that spare room comes to stand between phases; the last phase ends the spine."""
    if last and hand.numbered:
        rows = [replace(row, badge=_ending(row.badge)) for row in rows]
    return [*rows[:-1], replace(rows[-1], stretch=0 if last else hand.size * 3 // 2)]


def _ending(badge: Badge | None) -> Badge | None:
    return replace(badge, below=False) if badge is not None and badge.disc else None


def _phase(phase: Phase, number: int, hand: _Hand) -> Iterator[Row]:
    kit, size, lead, width = hand.kit, hand.size, hand.lead, hand.width
    spine = Badge(hand.colour, hand.reach, disc=False) if hand.numbered else None
    if hand.numbered:
        yield _name(phase, number, hand)
    told = phase.text or ("" if hand.numbered or phase.steps else phase.name)
    if told:
        text = kit.cell(told, kit.style(size), lead, width - lead, phase.where.of("text" if phase.text else "name"))
        yield Row(kit, (text,), width, size * 2 // 9, badge=spine)
    for letter, step in zip(_LETTERS, phase.steps, strict=False):
        span = step.where.of("text")
        indent = lead + round(size * 1.15)
        mark = kit.cell(letter, kit.style(size, bold=True, italic=True, colour=hand.colour), lead, size, span)
        words = kit.cell(f"**{step.name}.** {step.text}", kit.style(size), indent, width - indent, span)
        yield Row(kit, (mark, words), width, size * 2 // 9, badge=spine)


def _name(phase: Phase, number: int, hand: _Hand) -> Row:
    kit, span = hand.kit, phase.where.of("name")
    style = hand.kit.style(round(hand.size * 1.1), bold=True)
    figure = replace(style, colour=hand.ink, align="centre")
    cells = (
        kit.cell(phase.name, style, hand.lead, hand.width - hand.lead, span),
        kit.cell(str(number), figure, 0, 2 * hand.reach, span),
    )
    badge = Badge(hand.colour, hand.reach, above=number > 1)
    return Row(kit, cells, hand.width, hand.size * 3 // 8, badge=badge)
