"""Reading the operators of a finished page: where faces lie, how large type is, which forms are drawn and where.

Only statements that say so are looked at, by one expression: pages hold hundreds of thousands of others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Any, Final

from pnp.records import dataclass
from pnp.units import Box

# (a, b, c, d, e, f) as PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f.
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_N: Final = rb"[-+.\d]+\s+"
_STATEMENT: Final = re.compile(
    rb"(?<![^\s\]>])(?:"
    # A line, and those after it that lie like it and are set in the same type.
    rb"(?P<line>BT\s+(?:/\S+\s+(?P<size>[-+.\d]+)\s+Tf\s*)?(?P<lies>(?:" + _N + rb"){4})Tm\s*TJ\s+ET"
    rb"(?:\s+BT\s+(?P=lies)Tm\s*TJ\s+ET(?!\S))*)"
    rb"|(?P<text>BT\b.*?\bET)"
    rb"|(?P<drawn>q\s+(?P<where>(?:" + _N + rb"){6})cm\s+/(?P<what>\S+)\s+Do\s+Q)"
    rb"|(?P<move>(?:" + _N + rb"){6})cm"
    rb"|/(?P<form>\S+)\s+Do"
    rb"|(?P<save>q)"
    rb"|(?P<back>Q)"
    rb")(?!\S)",
    re.DOTALL,
)
# How a face begins: what it says of itself, the window it shows through, and where it lies. It ends with EMC.
_PIECE: Final = re.compile(
    rb"/Face<<(?P<face>.*?)>>\s*BDC\s+q\s+(?P<clip>(?:" + _N + rb"){4}re\s+W\s+n\s+)?(?P<at>(?:" + _N + rb"){6})cm\s",
    re.DOTALL,
)
_END: Final = b"EMC"
_LITERAL: Final = rb"\([^\\()]*+(?:\\.[^\\()]*+)*+\)"
# What a line says, which is nearly all of a page, or any other text.
_SAID: Final = re.compile(rb"\[(?:[^\[\]()]++|" + _LITERAL + rb")*+\]\s*TJ\b|(" + _LITERAL + rb")", re.DOTALL)
_SHOWN: Final = re.compile(
    rb"/(?P<font>\S+)\s+(?P<size>[-+.\d]+)\s+Tf|(?P<matrix>(?:" + _N + rb"){4})(?:" + _N + _N + rb")?Tm"
    rb"|(?P<show>T[jJ])(?![A-Za-z])"
)
_ID: Final = re.compile(rb"/Id(?:\(([^)]*)\)|<feff([0-9a-f]*)>)")
_TRIM: Final = re.compile(rb"/Trim\[(\S+) (\S+)\]")
_POINT: Final = re.compile(rb"([-+.\d]+)\s+([-+.\d]+)\s+[ml]\b")


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where a face lies in a stream: its trim's width and height, the window it shows through, its matrix and that of what
    stands round it. Pages that are laid alike share theirs."""

    width: float
    height: float
    clip: tuple[float, float, float, float] | None
    matrix: Matrix
    before: Matrix
    larger: float


@dataclass(frozen=True, slots=True)
class Lying:
    """A face in a stream: its piece's id and where it lies."""

    id: str
    spot: Spot


class Drawn:
    """A form drawn in a stream, by its name in the resources; `at` is how it is moved there, within `around`."""

    __slots__ = ("_around", "_at", "name")

    def __init__(self, name: str, at: bytes | None, around: Matrix) -> None:
        self.name, self._at, self._around = name, at, around

    @property
    def matrix(self) -> Matrix:
        """How it lies in the stream: asked of few."""
        return times(_matrix(self._at), self._around) if self._at is not None else self._around


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """What is drawn of a face: its smallest type in its own units (0 for none), and the forms with how much they are
    enlarged. Faces that are alike but for what they say share theirs."""

    smallest: float
    forms: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Read:
    """What a stream says: its faces; their art, each once with how much it is enlarged; the forms that it draws besides,
    its smallest type besides in its own units (0 for none), and the scale that it sets for all that follows."""

    faces: tuple[Lying, ...]
    art: frozenset[tuple[Art, float]]
    forms: tuple[Drawn, ...]
    smallest: float
    unit: float


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
    reader, bare, at = _Reader(), _bare(content), 0
    while piece := _PIECE.search(bare, at):
        reader.run(bare[at : piece.start()])
        at = bare.find(_END, piece.end())
        at = at if at >= 0 else len(bare)
        reader.piece(piece, bare[piece.end() : at])
    reader.run(bare[at:])
    return Read(tuple(reader.faces), frozenset(reader.art), tuple(reader.forms), reader.smallest, reader.unit)


def _bare(content: bytes) -> bytes:
    """The operators without what they show and where: no text is taken for one, there is much less to read, and faces that
    say other things are alike."""
    parts = _SAID.split(content)
    bare: list[bytes] = []
    for before, literal in zip(parts[::2], parts[1::2], strict=False):
        if literal is None:
            bare += (_anywhere(before), b" TJ")
        else:
            bare += (before, literal if before.endswith(b"/Id") else b"<>")
    return b"".join((*bare, parts[-1]))


def _anywhere(before: bytes) -> bytes:
    """What stands before the words of a line, without where they begin: type is as large anywhere."""
    if before.endswith(b"Tm"):
        opening = before.rsplit(None, 3)
        if len(opening) == 4 and opening[3] == b"Tm":
            return opening[0] + b" Tm"
    return before


class _Reader:
    """The state of the graphics while a stream is read: the matrix, how much it enlarges, the size of type."""

    def __init__(self, size: bytes = b"0") -> None:
        self.matrix: Matrix = IDENTITY
        self.larger = 1.0
        self.size = size
        self.stack: list[tuple[Matrix, float, bytes]] = []
        self.faces: list[Lying] = []
        self.art: set[tuple[Art, float]] = set()
        self.forms: list[Drawn] = []
        self.unit = 1.0
        # How large type is: (size, the line's own matrix but for its place, how much all else enlarges), each once.
        self.sizes: set[tuple[bytes, bytes, float]] = set()

    @property
    def smallest(self) -> float:
        """The smallest type in the stream's own units, 0 for none."""
        sizes = [abs(float(size)) * scale(_matrix(lines + b" 0 0")) * larger for size, lines, larger in self.sizes]
        return min((size for size in sizes if size), default=0.0)

    def run(self, statements: bytes) -> None:
        """All that is said outside of faces."""
        for found in _STATEMENT.finditer(statements):
            self.take(found)

    def piece(self, found: re.Match[bytes], art: bytes) -> None:
        """A face. What comes after it is as it was before, unless its own state is not closed with it."""
        face, clip, at = found.group("face", "clip", "at")
        trim = _TRIM.search(face)
        spot = _spot(trim[0] if trim else b"", clip, at, self.matrix)
        self.faces.append(Lying(_id(face), spot))
        drawn = _art(art, self.size)
        if drawn is not None:
            self.art.add((drawn, spot.larger))
            return
        self.stack.append((self.matrix, self.larger, self.size))
        self.matrix, self.larger = spot.matrix, spot.larger
        self.run(art)

    def take(self, found: re.Match[bytes]) -> None:
        """One statement."""
        kind = found.lastgroup
        if kind == "line":
            size, lies = found.group("size", "lies")
            if size:
                self.size = size
            self.sizes.add((self.size, lies, self.larger))
        elif kind == "drawn":
            where, what = found.group("where", "what")
            self.forms.append(Drawn(what.decode("latin-1"), where, self.matrix))
        elif kind == "save":
            self.stack.append((self.matrix, self.larger, self.size))
        elif kind == "back":
            self.matrix, self.larger, self.size = self.stack.pop() if self.stack else (IDENTITY, 1.0, b"0")
        elif kind == "move":
            self._move(_matrix(found["move"]))
            if not self.stack:
                self.unit = self.larger
        elif kind == "form":
            self.forms.append(Drawn(found["form"].decode("latin-1"), None, self.matrix))
        else:
            self._text(found["text"])

    def _move(self, matrix: Matrix) -> None:
        self.matrix = times(matrix, self.matrix)
        self.larger = scale(self.matrix)

    def _text(self, statements: bytes) -> None:
        lines = b"1 0 0 1"
        for found in _SHOWN.finditer(statements):
            if found["size"]:
                self.size = found["size"]
            elif found["matrix"]:
                lines = found["matrix"]
            else:
                self.sizes.add((self.size, lines, self.larger))


@lru_cache(1 << 12)
def _art(statements: bytes, size: bytes) -> Art | None:
    """The art of a face that begins with type of a size; None where its end does not close its state."""
    reader = _Reader(size)
    depth = 1
    for found in _STATEMENT.finditer(statements):
        if depth == 0:
            return None
        depth += {"save": 1, "back": -1}.get(found.lastgroup or "", 0)
        if depth:
            reader.take(found)
    forms = {(drawn.name, scale(drawn.matrix)): None for drawn in reader.forms}
    return Art(reader.smallest, tuple(forms)) if depth == 0 else None


@lru_cache(1 << 12)
def _spot(spelt: bytes, clip: bytes | None, at: bytes, before: Matrix) -> Spot:
    trim = _TRIM.match(spelt)
    window: Any = tuple(map(float, clip.split(None, 4)[:4])) if clip else None
    width, height = (float(trim[1]), float(trim[2])) if trim else (0.0, 0.0)
    matrix = times(_matrix(at), before)
    return Spot(width, height, window, matrix, before, scale(matrix))


def _matrix(numbers: bytes) -> Matrix:
    a, b, c, d, e, f = map(float, numbers.split())
    return (a, b, c, d, e, f)


def _id(face: bytes) -> str:
    found = _ID.search(face)
    if not found:
        return ""
    return found[1].decode("latin-1") if found[1] is not None else bytes.fromhex(found[2].decode()).decode("utf-16-be")


def points(content: bytes) -> tuple[tuple[float, float], ...]:
    """The points that a drawing of straight lines joins."""
    return tuple((float(point[1]), float(point[2])) for point in _POINT.finditer(content))


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
