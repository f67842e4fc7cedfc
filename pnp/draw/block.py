"""Blocks: paragraphs broken into lines at a size, before they are placed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Final

from pnp.draw.atom import Atom, Part
from pnp.draw.frame import Word
from pnp.draw.hands import Hand, Read
from pnp.records import dataclass

BULLET: Final = "•"
INDENT: Final = 0.85
# Between two items of a list stands this much of the gap between paragraphs.
ITEM_GAP: Final = 0.35
_WIDTH: Final = itemgetter(1)


@dataclass(frozen=True, slots=True)
class Line:
    """Atoms on one baseline. `y` is micrometres below the top of the block; `width` ems; `last` of its paragraph."""

    atoms: Sequence[Atom]
    width: float
    y: int
    last: bool
    indent: int = 0
    bullet: Word | None = None

    @property
    def text(self) -> str:
        """What it says."""
        return " ".join(atom.text for atom in self.atoms)

    def parts(self, stretch: float) -> list[Part]:
        """The parts of any line, with their places in ems."""
        placed: list[Part] = []
        x = 0.0
        for atom in self.atoms:
            parts = atom.tail if atom is not self.atoms[-1] else atom.parts
            placed += [(x + dx, what, scale) for dx, what, scale in parts]
            x += atom.full + stretch
        return placed


def words(atoms: Sequence[Atom]) -> tuple[Word, ...] | None:
    """The words of a line that has only words of one size, as nearly all are; each but the last carries its space."""
    some = (*[atom.spaced for atom in atoms[:-1]], atoms[-1].word)
    return some if all(some) else None  # type: ignore[return-value]  # then none of them is None


@dataclass(frozen=True, slots=True)
class Stretch:
    """The lines of a paragraph, one leading below the other: atoms and width in ems of each. `y` is the first one's."""

    lines: list[tuple[Sequence[Atom], float]]
    y: int
    indent: int
    bullet: Word | None

    def each(self, leading: int) -> Iterator[Line]:
        """Every line by itself."""
        for number, (atoms, width) in enumerate(self.lines):
            last, bullet = number == len(self.lines) - 1, None if number else self.bullet
            yield Line(atoms, width, self.y + number * leading, last, self.indent, bullet)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines set at a size. `width` is the widest line's, `height` from capitals to last baseline; micrometres."""

    size: int
    leading: int
    cap_height: int
    width: int
    height: int
    stretches: list[Stretch]
    unclosed: tuple[str, ...] = ()

    @property
    def lines(self) -> list[Line]:
        """Every line."""
        return [line for stretch in self.stretches for line in stretch.each(self.leading)]

    def longer(self, most: int) -> bool:
        """Whether it has more lines than so many."""
        return sum([len(stretch.lines) for stretch in self.stretches]) > most

    def room(self, height: int, most: int) -> int:
        """How many of its lines fit a height and a number of lines."""
        fits = sum(line.y <= height + 1 for line in self.lines)
        return min(fits, most) if most else fits


def arrange(hand: Hand, read: Read, size: int, leading: float, between: float, width: int) -> Block:
    """Break paragraphs into lines no wider than `width` micrometres where words allow it."""
    step, cap = round(size * leading), round(hand.cap_height * size)
    stretches: list[Stretch] = []
    y, widest, follows, limit = cap, 0.0, False, (width + 1) / size
    for atoms, paragraph in read.paragraphs:
        if not atoms:
            continue
        if stretches:
            gap = 0.0 if paragraph.joined else between * ITEM_GAP if paragraph.item and follows else between
            y += round(step * gap)
        follows = paragraph.item or (paragraph.joined and follows)
        indent = INDENT if follows else 0.0
        bullet = hand.shape(BULLET, 0)[0] if paragraph.item else None
        lines = wrap(hand, atoms, limit - indent)
        stretches.append(Stretch(lines, y, round(indent * size), bullet))
        y += step * len(lines)
        widest = max(widest, max(lines, key=_WIDTH)[1] + indent)
    return Block(size, step, cap, round(widest * size), y - step if stretches else 0, stretches, read.unclosed)


def wrap(hand: Hand, atoms: Sequence[Atom], limit: float) -> list[tuple[Sequence[Atom], float]]:
    """Fill lines greedily: (atoms, width in ems) of each. A word that is too wide for what is left of a line, or for all of
    it, leaves as much as it may be broken for; one that may not has a line of its own."""
    lines: list[tuple[Sequence[Atom], float]] = []
    while atoms:
        starts, ends = cuts(atoms, limit)
        first, rest = 0, list[Atom]()
        for after in ends:
            start = starts[first]
            over = after - 1 if starts[after - 1] + atoms[after - 1].width > start + limit else after
            if (
                hand.may_split
                and over < len(atoms)
                and (split := _split(hand, atoms[over], start + limit - starts[over]))
            ):
                lines.append(([*atoms[first:over], split[0]], starts[over] - start + split[0].width))
                rest = [split[1], *atoms[over + 1 :]]
                break
            lines.append((atoms[first:after], starts[after - 1] - start + atoms[after - 1].width))
            first = after
        atoms = rest
    return lines


def cuts(atoms: Sequence[Atom], limit: float) -> tuple[list[float], list[int]]:
    """Where atoms begin, in ems, if all are on one line; and after how many of them lines end that are filled greedily and
    break none: one that is too wide has a line of its own."""
    starts = [*accumulate([atom.full for atom in atoms], initial=0.0)]
    ends: list[int] = []
    after, count = 0, len(atoms)
    while after < count:
        first, end = after, starts[after] + limit
        # Atoms that fit with what follows them, and perhaps one more that fits without.
        after = bisect_right(starts, end, after + 1) - 1
        if after < count and (after == first or starts[after] + atoms[after].width <= end):
            after += 1
        ends.append(after)
    return starts, ends


def _split(hand: Hand, atom: Atom, room: float) -> tuple[Atom, Atom] | None:
    """The longest head of a word that fits the rest of a line, and its rest."""
    for head, rest in hand.splits(atom):
        if head.width <= room:
            return head, hand.rest(atom, rest)
    return None
