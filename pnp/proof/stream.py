"""Reading the operators of a finished page: where faces lie, how large type is, which forms are drawn and where.

Only statements that say so are looked at, by one expression: pages hold hundreds of thousands of others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import hypot, sqrt
from typing import Final

from pnp.records import dataclass
from pnp.units import Box

# (a, b, c, d, e, f) as PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f.
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_N: Final = rb"[-+.\d]+\s+"
_STATEMENT: Final = re.compile(
    rb"(?<![^\s\]>])(?:"
    rb"(?P<text>BT\b.*?\bET)"
    rb"|/Face<<(?P<face>.*?)>>\s*BDC\s+q\s+(?P<clip>(?:" + _N + rb"){4}re\s+W\s+n\s+)?(?P<lies>(?:" + _N + rb"){6})cm"
    rb"|(?P<move>(?:" + _N + rb"){6})cm"
    rb"|/(?P<form>\S+)\s+Do"
    rb"|(?P<save>q)"
    rb"|(?P<back>Q)"
    rb")(?!\S)",
    re.DOTALL,
)
_LITERAL: Final = re.compile(rb"\((?:\\.|[^\\()])*\)", re.DOTALL)
_SHOWN: Final = re.compile(
    rb"/(?P<font>\S+)\s+(?P<size>[-+.\d]+)\s+Tf|(?P<matrix>(?:" + _N + rb"){6})Tm|(?P<show>T[jJ])(?![A-Za-z])"
)
_ID: Final = re.compile(rb"/Id(?:\(([^)]*)\)|<feff([0-9a-f]*)>)")
_TRIM: Final = re.compile(rb"/Trim\[(\S+) (\S+)\]")
_POINT: Final = re.compile(rb"([-+.\d]+)\s+([-+.\d]+)\s+[ml]\b")


@dataclass(frozen=True, slots=True)
class Lying:
    """A face in a stream: its piece's id, its trim's width and height, the window it shows through, its matrix."""

    id: str
    width: float
    height: float
    clip: tuple[float, float, float, float] | None
    matrix: Matrix
    before: Matrix


@dataclass(frozen=True, slots=True)
class Drawn:
    """A form drawn in a stream, by its name in the resources."""

    name: str
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class Read:
    """What a stream says: its faces, the forms it draws, its smallest type in its own units (0 for none), and the scale
    that it sets for all that follows."""

    faces: tuple[Lying, ...]
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


def scale(matrix: Matrix) -> float:
    """How much a matrix enlarges, lengths taken both ways."""
    return sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def read(content: bytes) -> Read:
    """What a content stream's operators say."""
    reader = _Reader()
    for found in _STATEMENT.finditer(_without_brackets(content)):
        reader.take(found)
    return Read(tuple(reader.faces), tuple(reader.forms), reader.smallest, reader.unit)


def _without_brackets(content: bytes) -> bytes:
    """Literal strings emptied but for a piece's id, so that no text is taken for an operator."""
    if b"(" not in content:
        return content
    return _LITERAL.sub(
        lambda found: found[0] if content[found.start() - 3 : found.start()] == b"/Id" else b"()", content
    )


class _Reader:
    """The state of the graphics while a stream is read."""

    def __init__(self) -> None:
        self.matrix: Matrix = IDENTITY
        self.size = 0.0
        self.stack: list[tuple[Matrix, float]] = []
        self.faces: list[Lying] = []
        self.forms: list[Drawn] = []
        self.smallest = 0.0
        self.unit = 1.0

    def take(self, found: re.Match[bytes]) -> None:
        """One statement."""
        if found["text"] is not None:
            self._text(found["text"])
        elif found["save"]:
            self.stack.append((self.matrix, self.size))
        elif found["back"]:
            self.matrix, self.size = self.stack.pop() if self.stack else (IDENTITY, 0.0)
        elif found["move"] is not None:
            self.matrix = times(_matrix(found["move"]), self.matrix)
            if not self.stack:
                self.unit = scale(self.matrix)
        elif found["form"] is not None:
            self.forms.append(Drawn(found["form"].decode("latin-1"), self.matrix))
        else:
            self._face(found)

    def _face(self, found: re.Match[bytes]) -> None:
        self.stack.append((self.matrix, self.size))
        before, self.matrix = self.matrix, times(_matrix(found["lies"]), self.matrix)
        trim = _TRIM.search(found["face"])
        window = tuple(map(float, found["clip"].split()[:4])) if found["clip"] else None
        width, height = (float(trim[1]), float(trim[2])) if trim else (0.0, 0.0)
        clip = (window[0], window[1], window[2], window[3]) if window else None
        self.faces.append(Lying(_id(found["face"]), width, height, clip, self.matrix, before))

    def _text(self, statements: bytes) -> None:
        lines: Matrix = IDENTITY
        for found in _SHOWN.finditer(statements):
            if found["size"]:
                self.size = float(found["size"])
            elif found["matrix"]:
                lines = _matrix(found["matrix"])
            else:
                size = abs(self.size) * scale(times(lines, self.matrix))
                self.smallest = min(self.smallest or size, size)


def _matrix(numbers: bytes) -> Matrix:
    a, b, c, d, e, f = map(float, numbers.split())
    return (a, b, c, d, e, f)


def _id(face: bytes) -> str:
    found = _ID.search(face)
    if not found:
        return ""
    return found[1].decode("latin-1") if found[1] is not None else bytes.fromhex(found[2].decode()).decode("utf-16-be")


def length(content: bytes, matrix: Matrix) -> float:
    """How long a drawing of straight lines is along its x axis, seen through a matrix."""
    xs = [float(point[1]) for point in _POINT.finditer(content)]
    return (max(xs) - min(xs)) * hypot(matrix[0], matrix[1]) if xs else 0.0


def corners(face: Lying) -> Iterator[tuple[float, float]]:
    """The corners of a face's trim: top left, top right, bottom right, bottom left as one reads it."""
    for x, y in ((0.0, 0.0), (face.width, 0.0), (face.width, face.height), (0.0, face.height)):
        yield through(face.matrix, x, y)


def around(points: Iterator[tuple[float, float]] | list[tuple[float, float]], height: float, unit: float) -> Box:
    """The box about points of a page, in micrometres from its top left; `unit` is micrometres to one of the page's."""
    pairs = list(points)
    left, right = min(x for x, _ in pairs) * unit, max(x for x, _ in pairs) * unit
    top, bottom = (height - max(y for _, y in pairs)) * unit, (height - min(y for _, y in pairs)) * unit
    return Box(round(left), round(top), round(right) - round(left), round(bottom) - round(top))
