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
_SAID: Final = rb"(?s)(/Id" + _LITERAL + rb")|\[(?>(?:[^\[\]()]++|" + _LITERAL + rb")*)\](?=\s*TJ\b)|" + _LITERAL
# How a face begins: what it says of itself; the window that it shows through, and where it lies, come after that.
_BEGUN: Final = rb"/Face<<(?:/Id(\([^)]*\)|<[0-9a-f]*>))?"

# A line of pages as nearly all are, where nothing is escaped: it ends at the first bracket, unless that is a letter.
_LINE: Final = re.compile(rb"\[\([^\]]*+\]TJ")
# A face begins with this: its name, where it lies, and what it draws.
_BEGIN: Final = b"/Face<<"
_FACE: Final = re.compile(rb"(?:/Id(\([^()\\]*\)|<[0-9a-f]*>))?([^c]*cm)\s(.*)", re.DOTALL)
# What stands for a sign that is escaped: no stretch that is read has it, so it must have been within a line.
_ESCAPES: Final = ((b"\\\\", b"\\_"), (b"\\(", b"\\_"), (b"\\)", b"\\_"))
_LETTERS: Final = b"()\\"


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

    @property
    def larger(self) -> float:
        """How much its faces are enlarged, where all of them are alike."""
        return self.spots[0].larger if self.spots else 1.0


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
    seen = glance(content)
    return (seen and _alike(seen)) or _any(content)


def _any(content: bytes) -> Read:
    """The same of any stream, statement by statement."""
    before, *faces = re.split(_BEGUN, re.sub(_SAID, lambda said: said[1] or b"]", content))
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


# What stands before a stream's faces, their places, and what stands after them.
Said = tuple[bytes, tuple[bytes, ...], bytes]


@dataclass(frozen=True, slots=True)
class Glance:
    """A stream as it is seen at a glance: what says how it is laid; whose faces lie there; and how these are drawn, the
    stretches between their lines and how they end."""

    laid: Said
    ids: tuple[bytes | None, ...]
    stretches: set[bytes]
    ends: set[bytes]


def glance(content: bytes) -> Glance | None:
    """A stream as nearly all are: each of its faces closes what it opens, and each of its stretches too. Then it does not
    matter in which order they stand, and those that are alike are read once. None where it is seen that it is another."""
    if content.find(b"\\") >= 0:  # `in` would take the sign for a number first
        for sign, other in _ESCAPES:
            content = content.replace(sign, other)
    before, *faces = content.split(_BEGIN)
    if not faces:
        return Glance((b"", (), _bare(before)), (), set(), set())
    last, end, after = faces[-1].partition(_END)
    faces[-1] = last + end
    found = [face.groups() for face in map(_FACE.fullmatch, faces) if face]
    if len(found) < len(faces):
        return None
    ids, places, arts = zip(*found, strict=True)
    drawn = [*map(_LINE.split, arts)]
    ends = {stretches.pop() for stretches in drawn}
    return Glance((before, places, _bare(after)), ids, set(chain.from_iterable(drawn)), ends)


def _alike(seen: Glance) -> Read | None:
    """What a stream says that is as it was seen; None where it is another."""
    lay, found = laid(*seen.laid), [*map(stretch, seen.stretches), *map(closing, seen.ends)]
    known = [one for one in found if one]
    if not lay or len(known) < len(found):
        return None
    size = min([lay.smallest or inf, *[one.size * lay.larger for one in known]])
    art = {(name, by * lay.larger) for one in known for name, by in one.forms}
    return Read(lay, seen.ids, size if size < inf else 0.0, [*art])


def _bare(content: bytes) -> bytes:
    """What stands besides a stream's faces, its first line at no place: a page's number may stand anywhere, and all else is
    mostly alike."""
    first, *others = _LINE.split(content)
    return b"]TJ".join((placeless(first), *others))


def placeless(stretch: bytes) -> bytes:
    """A stretch that sets its line at no place, for type is as large anywhere."""
    parts = stretch.rsplit(None, 3)
    if parts[3:] != [b"Tm"] or not (parts[1].isdigit() and parts[2].isdigit()):
        return stretch
    return b"%b 0 0 Tm" % parts[0]


@lru_cache(1 << 10)
def laid(before: bytes, places: tuple[bytes, ...], after: bytes) -> Lay | None:
    """How a page is laid: what stands before its faces, their places, and what stands after them. None where type is set
    before them that they could take on, or where they are not all enlarged alike."""
    reader = _Reader()
    reader.run(before)
    for place in places:
        acts = [word for word in _words(place) if word in _ACTS]
        if acts not in _PLACED or not reader.face(place) or reader.larger != reader.spots[0].larger:
            return None
        reader.back([])
    if reader.size or _letters(b"".join((before, *places, after))):
        return None
    reader.run(after)
    return reader.lay()


def _letters(statements: bytes) -> bool:
    """Whether there are letters left, which must have been within a line."""
    return statements.translate(None, _LETTERS) != statements


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """What stands between two shown lines of a face: the size of type that it sets (infinite for none), the forms it draws."""

    size: float
    forms: tuple[tuple[bytes, float], ...]


@lru_cache(1 << 13)
def stretch(statements: bytes) -> Stretch | None:
    """A stretch; None where it leaves the state as another could take it on, but for type that is as large as it says."""
    reader = _Reader()
    reader.run(statements)
    changed = reader.stack or reader.over or reader.matrix is not IDENTITY or reader.sizes
    if changed or _END in statements or _letters(statements) or not _upright(reader.line):
        return None
    return Stretch(reader.size or inf, tuple([(one.name, one.larger) for one in reader.forms]))


@lru_cache(1 << 10)
def closing(statements: bytes) -> Stretch | None:
    """The last stretch of a face, which shows nothing more; None where it does not close the face."""
    said, _, after = statements.partition(_END)
    words = said.rsplit(None, 1)
    if after.strip() or words[-1:] != [b"Q"]:
        return None
    last = stretch(words[0] if words[1:] else b"")
    return last and Stretch(inf, last.forms)


def _matrix(numbers: Sequence[bytes]) -> Matrix:
    a, b, c, d, e, f = map(float, numbers)
    return (a, b, c, d, e, f)


def _upright(line: float) -> bool:
    """Whether a line is as large as it is set, turned or not."""
    return abs(line - 1) < 1e-6


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
