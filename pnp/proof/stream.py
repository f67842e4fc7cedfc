"""Reading the operators of a finished page: where faces lie, how large type is, which forms are drawn and where.

Only statements that say so are looked at: pages hold hundreds of thousands of others. And what is said again and again is
read once: the stretches between the words of a face are nearly all alike, and so is how pages of a file are laid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from math import inf, sqrt
from operator import attrgetter
from typing import Final

from pnp.records import dataclass
from pnp.units import Box

# (a, b, c, d, e, f) as PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f.
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

# What a word may follow without a space, and what may follow it so.
_APART: Final = ((b"/", b" /"), (b"[", b" [ "), (b"]", b" ] "), (b">", b"> "))
# A face ends with this.
_END: Final = b"EMC"
_LITERAL: Final = rb"\([^\\()]*+(?>(?:\\.[^\\()]*+)*)\)"
# The name of a piece; what a line says, which is nearly all of a page; any other text.
_SAID: Final = re.compile(
    rb"(/Id" + _LITERAL + rb")|\[(?>(?:[^\[\]()]++|" + _LITERAL + rb")*)\](?=\s*TJ\b)|" + _LITERAL, re.DOTALL
)
# How a face begins: what it says of itself; the window that it shows through, and where it lies, come after that.
_BEGUN: Final = rb"/Face<<(?:/Id(\([^)]*\)|<[0-9a-f]*>))?"

# The same of pages as nearly all are, where nothing is escaped: a line ends at the first bracket, unless that is a letter.
# Those after it that stand upright in the same type are as large.
_WORDS: Final = rb"\[\([^\]]*+\]TJ(?!\S)"
_LINES: Final = re.compile(_WORDS + rb"(?>(?:\s(?:ET\sBT\s)?1 0 0 -1 [-.\d]++ [-.\d]++ Tm" + _WORDS + rb")*)")
_SHOW: Final = b"]TJ"
_FACE: Final = re.compile(rb"/Face<<(?:/Id(\([^()\\]*\)|<[0-9a-f]*>))?([^c]*cm)\s")
_SET: Final = b" Tm" + _SHOW
# What stands for a sign that is escaped: no stretch that is read has it, so it must have been within a line.
_ESCAPES: Final = ((b"\\\\", b"\\_"), (b"\\(", b"\\_"), (b"\\)", b"\\_"))
_LETTER: Final = re.compile(rb"[()\\]")


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where a face lies in a stream: its trim's width and height, the window it shows through, its matrix and that of what
    stands round it."""

    width: float
    height: float
    clip: tuple[float, float, float, float] | None
    matrix: Matrix
    before: Matrix
    larger: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """A form drawn in a stream, by its name in the resources; how it lies there, and how much it is enlarged."""

    name: bytes
    matrix: Matrix
    larger: float


@dataclass(frozen=True, slots=True, eq=False)
class Lay:
    """How a stream is laid, which those of a file share: where its faces lie, the forms that it draws besides them, its
    smallest type besides them in its own units (0 for none), and the scale that it sets for all that follows."""

    spots: tuple[Spot, ...]
    forms: tuple[Drawn, ...]
    smallest: float
    unit: float


@dataclass(frozen=True, slots=True)
class Read:
    """What a stream says: how it is laid, whose faces lie there (as that is spelt, see `named`), its smallest type in its own
    units (0 for none), and the forms that its faces draw with how much they are enlarged."""

    lay: Lay
    ids: tuple[bytes | None, ...]
    smallest: float
    art: Sequence[tuple[bytes, float]]


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that does `inner`, then `outer`."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def through(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """A point through a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def back(matrix: Matrix) -> Matrix:
    """The matrix that takes another back. Raises `ZeroDivisionError` where it flattens everything."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    return (d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole)


def scale(matrix: Matrix) -> float:
    """How much a matrix enlarges, lengths taken both ways."""
    return sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def read(content: bytes) -> Read:
    """What a content stream's operators say."""
    return _alike(content) or _any(content)


def _any(content: bytes) -> Read:
    """The same of any stream, statement by statement."""
    before, *faces = re.split(_BEGUN, _SAID.sub(lambda said: said[1] or b"]", content))
    reader, ids, art = _Reader(), list[bytes | None](), list[Drawn]()
    reader.run(before)
    for id, statements in zip(faces[::2], faces[1::2], strict=True):
        face, _, after = statements.partition(_END)
        outside, reader.forms = reader.forms, []
        ids += [id] if reader.face(face) else []
        art += reader.forms
        reader.forms = outside
        reader.run(after)
    return Read(reader.lay(), tuple(ids), reader.smallest, [(one.name, one.larger) for one in art])


class _Reader:
    """The state of the graphics while a stream is read: the matrix, how much it enlarges, the size of type, and how much a
    line's own matrix enlarges that; and what was read."""

    def __init__(self) -> None:
        self.matrix: Matrix = IDENTITY
        self.larger = self.unit = 1.0
        self.size, self.line = 0.0, 1.0
        self.stack: list[tuple[Matrix, float, float]] = []
        # Whether more was taken back than was saved.
        self.over = False
        # Whether a face has begun that is not placed yet; its trim, and the window that it shows through.
        self.placing = False
        self.trim = (0.0, 0.0)
        self.clip: tuple[float, float, float, float] | None = None
        self.spots: list[Spot] = []
        self.forms: list[Drawn] = []
        # How large type is: (size, how much its line's own matrix enlarges it, how much all else does), each once.
        self.sizes: set[tuple[float, float, float]] = set()

    @property
    def smallest(self) -> float:
        """The smallest type in the stream's own units, 0 for none."""
        sizes = [size * line * larger for size, line, larger in self.sizes]
        return min([size for size in sizes if size], default=0.0)

    def lay(self) -> Lay:
        """How what was read is laid."""
        return Lay(tuple(self.spots), tuple(self.forms), self.smallest, self.unit)

    def run(self, statements: bytes) -> None:
        """Whatever is said: what to do comes after what to do it with."""
        said: list[bytes] = []
        for word in _words(statements):
            act = _ACTS.get(word)
            if act is None:
                said.append(word)
                continue
            with suppress(ValueError, IndexError):  # nothing that it could be done with
                act(self, said)
            said.clear()

    def face(self, statements: bytes) -> bool:
        """A face, and whether it is placed. What comes after it is as it was before, if it closes its own state."""
        self.placing, self.trim, self.clip = True, (0.0, 0.0), None
        self.run(statements)
        placed, self.placing = not self.placing, False
        return placed

    def save(self, _: list[bytes]) -> None:
        self.stack.append((self.matrix, self.larger, self.size))

    def back(self, _: list[bytes]) -> None:
        self.over = self.over or not self.stack
        self.matrix, self.larger, self.size = self.stack.pop() if self.stack else (IDENTITY, 1.0, 0.0)

    def mark(self, said: list[bytes]) -> None:
        """/Face<< /Trim [ width height ] >>"""
        at = said.index(b"/Trim")
        self.trim = float(said[at + 2]), float(said[at + 3])

    def window(self, said: list[bytes]) -> None:
        left, bottom, width, height = map(float, said[-4:])
        self.clip = (left, bottom, width, height)

    def move(self, said: list[bytes]) -> None:
        before, self.matrix = self.matrix, times(_matrix(said[-6:]), self.matrix)
        self.larger = scale(self.matrix)
        if not self.stack:
            self.unit = self.larger
        if self.placing:
            self.spots.append(Spot(*self.trim, self.clip, self.matrix, before, self.larger))
            self.placing = False

    def draw(self, said: list[bytes]) -> None:
        self.forms.append(Drawn(said[-1][1:], self.matrix, self.larger))

    def begin(self, _: list[bytes]) -> None:
        self.line = 1.0

    def set(self, said: list[bytes]) -> None:
        self.size = abs(float(said[-1]))

    def turn(self, said: list[bytes]) -> None:
        self.line = scale(_matrix(said[-6:]))

    def show(self, _: list[bytes]) -> None:
        self.sizes.add((self.size, self.line, self.larger))


_ACTS: Final[dict[bytes, Callable[[_Reader, list[bytes]], None]]] = {
    b"q": _Reader.save, b"Q": _Reader.back, b"cm": _Reader.move, b"Do": _Reader.draw,
    b"BDC": _Reader.mark, b"re": _Reader.window,
    b"BT": _Reader.begin, b"Tf": _Reader.set, b"Tm": _Reader.turn,
    **dict.fromkeys((b"TJ", b"Tj", b"'", b'"'), _Reader.show),
}  # fmt: skip
# How a face is placed, alone and in a window.
_PLACED: Final = ([b"BDC", b"q", b"cm"], [b"BDC", b"q", b"re", b"cm"])


def _words(statements: bytes) -> list[bytes]:
    """The words of statements, each by itself."""
    for sign, apart in _APART:
        statements = statements.replace(sign, apart)
    return statements.split()


def _alike(content: bytes) -> Read | None:
    """The same of a page as nearly all are: each of its faces closes what it opens, and each of its stretches too. Then it
    does not matter in which order they stand, and those that are alike are read once. None of any other."""
    if b"\\" in content:
        for sign, other in _ESCAPES:
            content = content.replace(sign, other)
    before, *parts = _FACE.split(_LINES.sub(_SHOW, content))
    if not parts:
        return None
    arts = parts[2::3]
    last, end, after = arts[-1].partition(_END)
    arts[-1] = last + end
    lay = _lay(before, tuple(parts[1::3]), _anywhere(after))
    said, _, closing = zip(*[art.rpartition(_SHOW) for art in arts], strict=True)
    found = [*map(_stretch, set(_SHOW.join(said).split(_SHOW))), *map(_close, set(closing))]
    if not lay or None in found:
        return None
    larger = lay.spots[0].larger
    size = min(lay.smallest or inf, min(map(_SIZE, found)) * larger)
    art = [(name, by * larger) for name, by in set(chain.from_iterable(map(_FORMS, found)))]
    return Read(lay, tuple(parts[::3]), size if size < inf else 0.0, art)


def _anywhere(after: bytes) -> bytes:
    """What stands after the last face, its first line at no place: a page's number is as large anywhere, and all else is
    mostly alike."""
    line, opening, rest = after.partition(_SET)
    parts = line.rsplit(None, 2)
    if len(parts) < 3 or not (parts[1].isdigit() and parts[2].isdigit()):
        return after
    return b"%b 0 0%b%b" % (parts[0], opening, rest)


@lru_cache(1 << 10)
def _lay(before: bytes, places: tuple[bytes, ...], after: bytes) -> Lay | None:
    """How a page is laid: what stands before its faces, their places, and what stands after them. None where type is set
    before them that they could take on, or where they are not all enlarged alike."""
    reader = _Reader()
    reader.run(before)
    for place in places:
        acts = [word for word in _words(place) if word in _ACTS]
        if acts not in _PLACED or not reader.face(place) or reader.larger != reader.spots[0].larger:
            return None
        reader.back([])
    if reader.size or _LETTER.search(b"".join((before, *places, after))):
        return None
    reader.run(after)
    return reader.lay() if all(_upright(line) for _, line, _ in reader.sizes) else None


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """What stands between two shown lines of a face: the size of type that it sets (infinite for none), the forms it draws."""

    size: float
    forms: tuple[tuple[bytes, float], ...]


_SIZE: Final = attrgetter("size")
_FORMS: Final = attrgetter("forms")


@lru_cache(1 << 13)
def _stretch(statements: bytes) -> _Stretch | None:
    """A stretch; None where it leaves the state as another could take it on, but for type that is as large as it says."""
    reader = _Reader()
    reader.run(statements)
    changed = reader.stack or reader.over or reader.matrix is not IDENTITY or reader.sizes
    if changed or _END in statements or _LETTER.search(statements) or not _upright(reader.line):
        return None
    return _Stretch(reader.size or inf, tuple([(one.name, one.larger) for one in reader.forms]))


@lru_cache(1 << 10)
def _close(statements: bytes) -> _Stretch | None:
    """The last stretch of a face, which shows nothing more; None where it does not close the face."""
    said, _, after = statements.partition(_END)
    closing = said.rsplit(None, 1)
    if after.strip() or closing[-1:] != [b"Q"]:
        return None
    stretch = _stretch(closing[0] if closing[1:] else b"")
    return stretch and _Stretch(inf, stretch.forms)


def _matrix(numbers: Sequence[bytes]) -> Matrix:
    a, b, c, d, e, f = map(float, numbers)
    return (a, b, c, d, e, f)


def _upright(line: float) -> bool:
    """Whether a line is as large as it is set, turned or not."""
    return abs(line - 1) < 1e-6


def named(spelt: bytes | None) -> str:
    """The id of a piece as it is spelt: a literal, or hexadecimals."""
    if not spelt:
        return ""
    return spelt[1:-1].decode("latin-1") if spelt[:1] == b"(" else bytes.fromhex(spelt[1:-1].decode()).decode("utf-16")


def points(content: bytes) -> tuple[tuple[float, float], ...]:
    """The points that a drawing of straight lines joins."""
    words = content.split()
    return tuple(
        [(float(words[at - 2]), float(words[at - 1])) for at, word in enumerate(words) if word in (b"m", b"l")]
    )


def reach(ends: Sequence[tuple[float, float]]) -> float:
    """How far some points lie apart along the x axis."""
    xs = [x for x, _ in ends]
    return max(xs) - min(xs) if xs else 0.0


def around(matrix: Matrix, left: float, top: float, width: float, deep: float, height: float, unit: float) -> Box:
    """The box about a rectangle seen through a matrix, in micrometres from the top left of a page `height` high; `unit` is
    micrometres to one of the page's."""
    a, b, c, d, e, f = matrix
    x, y = a * left + c * top + e, b * left + d * top + f
    across, along, down, deeper = a * width, c * deep, b * width, d * deep
    start, end = x + min(across, 0.0) + min(along, 0.0), x + max(across, 0.0) + max(along, 0.0)
    low, high = y + min(down, 0.0) + min(deeper, 0.0), y + max(down, 0.0) + max(deeper, 0.0)
    start, end, above, below = (
        round(start * unit),
        round(end * unit),
        round((height - high) * unit),
        round((height - low) * unit),
    )
    return Box(start, above, end - start, below - above)
