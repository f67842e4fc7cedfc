"""What stands round the pieces of every sheet: whose it is, which page, and rulers that show a wrong scale."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Final, Literal

from pnp.diag import Span
from pnp.draw.extent import extent
from pnp.draw.frame import Item, Path, Symbol, Text, Use, Word
from pnp.draw.text import Setting, TextStyle
from pnp.layout.base import Imprint, LayoutError, Options
from pnp.layout.marks import BLACK, HAIR, Line, drawn
from pnp.records import dataclass
from pnp.units import INCH, MM, POINT, Box, Size, mm

HERE: Final = Span("pnp/layout/furniture.py")
STYLE: Final = TextStyle(family="sans", point=round(6 * POINT), colour=BLACK, features=("tnum", "lnum"))
SMALL: Final = replace(STYLE, point=round(5.5 * POINT))
ACTUAL: Final = "Print at 100 % (actual size, no scaling)."
_BRIEF: Final = "Print at 100 %."
# What the rulers and their labels take.
RULED: Final = 4 * INCH + 8 * MM
_AFTER: Final = 4 * INCH + 12 * MM

_RISE: Final = 1_300


@dataclass(frozen=True, slots=True)
class Furniture:
    """The furniture of one file's pages, which are the paper's size unless `sized` says another. Parts that are the same
    on many pages are drawn once."""

    imprint: Imprint
    options: Options
    title: str
    sized: Size | None = None
    _parts: dict[tuple[str, str], Use] = field(default_factory=dict)
    _ruled: list[Use] = field(default_factory=list)
    _told: dict[str, tuple[Word, ...]] = field(default_factory=dict)
    # By the identity of their styles, which they hold.
    _settings: dict[int, Setting] = field(default_factory=dict)

    @property
    def size(self) -> Size:
        """The pages' size."""
        return self.sized or self.options.paper.size

    @property
    def margin(self) -> int:
        """What stays white."""
        return self.options.margin

    def page(self, side: str, advice: str, number: int, count: int) -> tuple[Item, ...]:
        """Head and foot of a page; `side` says which face of the pieces is on it, `advice` follows the ruler."""
        key = (side, advice)
        if key not in self._parts:
            label = f"furniture-{len(self._parts) + 1}"
            self._parts[key] = Use(Symbol(label, self._same(side, advice)), 0, 0)
        return (self._parts[key], *self._rulers(), self._numbered(number, count))

    def _numbered(self, number: int, count: int) -> Text:
        """Which page it is: set once but for its number, which stands there digit by digit."""
        version = f" · content {self.imprint.version}" if self.imprint.version else ""
        page, _, *after = self._words(f"page 0 of {count}{version}")
        *before, last = [self._words(f"{digit} {digit}") for digit in str(number)]
        words = (page, *[bare for _, bare in before], last[0], *after)
        width = sum([word.width / word.font.units for word in words]) * STYLE.point
        right, top = self.size.width - self.margin, self.margin + 1_600
        return Text(right - round(width), top, STYLE.point, STYLE.colour, words, spot=HERE)

    def _words(self, told: str) -> tuple[Word, ...]:
        """The words of a line, set once; each carries the space after it."""
        if told not in self._told:
            texts = [item for item in self.words(told, 0, 0) if type(item) is Text]
            self._told[told] = tuple([word for text in texts for word in text.words])
        return self._told[told]

    def _same(self, side: str, advice: str) -> tuple[Item, ...]:
        if self.size.width - 2 * self.margin < RULED:
            wanted = mm(RULED + 2 * self.margin)
            raise LayoutError(f"paper of {self.size} is too narrow for the rulers: it must be {wanted} wide at least")
        foot, head = next(both for both in self._advised(advice) if self._beside(both[0]))
        parts = (f"**{_plain(self.imprint.game)}**", _plain(self.title), side, head)
        told = " · ".join(part for part in parts if part)
        low = self.size.height - self.margin
        return (
            *self.words(told, self.margin, self.margin + 1_600),
            *(self.words(foot, self.margin + _AFTER, low - 1_100) if foot else ()),
        )

    def _advised(self, advice: str) -> tuple[tuple[str, str], ...]:
        """What to say beside the rulers and what at the head: the less is said there, the narrower the paper is."""
        return (f"{ACTUAL} {advice}".strip(), ""), (_BRIEF, advice), ("", f"{_BRIEF} {advice}".strip())

    def _beside(self, told: str) -> bool:
        """Whether words fit beside the rulers."""
        around = extent(self.words(told, 0, 0)) if told else None
        return around is None or around.right <= self.size.width - 2 * self.margin - _AFTER

    def _rulers(self) -> tuple[Use, ...]:
        """Ten centimetres above a line, four inches below it."""
        if not self._ruled:
            x, y = self.margin, self.size.height - self.margin - 1_800
            beside = x + 4 * INCH + 1_200
            labels = (
                *self.words("100 mm", beside, y - 300, style=SMALL),
                *self.words("4 in", beside, y + 1_600, style=SMALL),
            )
            self._ruled.extend((Use(RULER_MM, x, y), Use(RULER_INCH, x, y), Use(Symbol("ruler-labels", labels), 0, 0)))
        return tuple(self._ruled)

    def words(
        self, told: str, x: int, y: int, anchor: Literal["start", "middle", "end"] = "start", style: TextStyle = STYLE
    ) -> tuple[Item, ...]:
        """A line of small type with its baseline at (x, y)."""
        setting = self._settings.get(id(style))
        if setting is None:
            setting = Setting.of(self.imprint.studio, style, Box(0, 0, 0, 0), HERE)
            self._settings[id(setting.style)] = setting
        return setting.line(told, x, y, HERE, anchor)


def _plain(name: str) -> str:
    """A name as prose that says just that."""
    return "".join(f"\\{character}" if character in "\\*:" else character for character in name)


def _ruler(length: int, step: float, ranks: tuple[tuple[int, int], ...], down: int) -> Path:
    """A scale along the x axis: `ranks` are (every so many steps, height of the tick), the first that divides counts."""
    lines: list[Line] = [(0, 0, length, 0)]
    for index in range(round(length / step) + 1):
        height = next(height for every, height in ranks if index % every == 0)
        lines.append((round(index * step), 0, round(index * step), height * down))
    return drawn(lines, HAIR)


RULER_MM: Final = Symbol("ruler-100mm", (_ruler(100 * MM, MM, ((10, _RISE), (5, 1_000), (1, 600)), -1),))
RULER_INCH: Final = Symbol("ruler-4in", (_ruler(4 * INCH, INCH / 8, ((8, _RISE), (4, 1_000), (1, 600)), 1),))
