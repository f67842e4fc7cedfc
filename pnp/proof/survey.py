"""Every mark of any PDF's pages: what is painted where, by reading all operators, forms opened. Slower than `measure`, which
asks little of files that it knows; nothing here believes what a file says of itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from math import hypot
from typing import Any, Final, Literal

from pnp.proof.colour import ink, space
from pnp.proof.pixels import inked
from pnp.proof.steps import Step, instructions
from pnp.proof.stream import IDENTITY, Matrix, through, times
from pnp.records import dataclass
from pnp.units import INCH, POINT

# What no honest page has: more operators, deeper forms, a form in itself. What lies beyond is not read.
MOST_STEPS: Final = 3_000_000
_DEEPEST: Final = 24
_CAPITALS: Final = 0.7

# Left, top, right, bottom in micrometres from a page's top left, not rounded.
Edges = tuple[float, float, float, float]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something painted: where, and what of it is seen through the clips. `face` is the number of the face that it is a
    part of, or -1. Of strokes that are one straight line, `line` are its ends and `width` is its width; of text, `size` is
    that of its type; of pictures, `dpi` is how fine they are. `ink` is how much ink it takes, 1.0 being one ink in full,
    and `space` what its colour is told in."""

    kind: Literal["fill", "stroke", "text", "picture"]
    edges: Edges
    seen: Edges | None
    face: int = -1
    line: Edges | None = None
    width: float = 0.0
    size: float = 0.0
    dpi: float = 0.0
    ink: float = 0.0
    space: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A face as the file marks it: its piece's id, its trim's corners (top left, top right, bottom left of its own), and
    the number by which marks say that they are a part of it."""

    id: str
    corners: tuple[Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A form with a label that is drawn on a page: a ruler, a fold."""

    label: str
    matrix: Matrix
    points: tuple[Point, ...]


@dataclass(slots=True)
class Surveyed:
    """A page: its marks in drawing order, its faces, its labelled forms; whether all of it was read."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    labelled: list[Labelled] = field(default_factory=list)
    whole: bool = True


@dataclass(frozen=True, slots=True)
class _State:
    """What `q` keeps."""

    matrix: Matrix
    clip: Edges | None = None
    fill: tuple[float, str] = (1.0, "DeviceGray")
    stroke: tuple[float, str] = (1.0, "DeviceGray")
    width: float = 1.0
    size: float = 0.0
    face: int = -1


def survey(page: Any) -> Surveyed:
    """All that is painted on a page, as pikepdf reads it. Raises whatever a broken page makes pikepdf raise."""
    unit = POINT * float(page.obj.get("/UserUnit", 1))
    left, bottom, right, top = (float(value) for value in page.mediabox)
    found = Surveyed((right - left) * unit, (top - bottom) * unit)
    # From the page's own units to micrometres from its top left.
    matrix: Matrix = (unit, 0.0, 0.0, -unit, -left * unit, top * unit)
    walk = _Walk(found, _State(matrix))
    walk.stream(page.obj, page.resources, 0)
    return found


class _Walk:
    """The state of the graphics while a page's operators are read."""

    def __init__(self, found: Surveyed, state: _State) -> None:
        self.found, self.state = found, state
        self.stack: list[_State] = []
        self.paths: list[list[Point]] = []
        self.straight = True
        self.line: Matrix = IDENTITY
        self.next: Matrix = IDENTITY
        self.pending: tuple[str, float, float] | None = None
        self.clipping = False
        self.steps = 0
        self.resources: Any = {}
        self.known: dict[tuple[int, int], Sequence[Step]] = {}
        self.within: list[tuple[int, int]] = []
        # The most ink of pictures' pixels.
        self.inked: dict[tuple[int, int], float] = {}

    def stream(self, holder: Any, resources: Any, depth: int) -> None:
        """The operators of a page or a form."""
        before, self.resources = self.resources, resources
        for operands, operator in self.instructions(holder):
            self.steps += 1
            if self.steps > MOST_STEPS:
                self.found.whole = False
                break
            act = _ACTS.get(operator)
            if act is not None:
                act(self, operands)
            elif operator == "Do":
                self.object(operands, depth)
        self.resources = before

    def instructions(self, holder: Any) -> Sequence[Step]:
        """What a stream says; of forms, which are drawn many times, what it said before."""
        key = holder.objgen
        if key == (0, 0) or key not in self.known:
            self.known[key] = tuple(instructions(holder))
        return self.known[key]

    # State

    def save(self, _: Any) -> None:
        self.stack.append(self.state)

    def back(self, _: Any) -> None:
        if self.stack:
            self.state = self.stack.pop()

    def move(self, operands: Any) -> None:
        self.state = replace(self.state, matrix=times(_matrix(operands), self.state.matrix))
        if self.pending:
            id, width, height = self.pending
            self.pending = None
            here = self.state.matrix
            corners = (through(here, 0, 0), through(here, width, 0), through(here, 0, height))
            self.found.pieces.append(Piece(id, corners))
            self.state = replace(self.state, face=len(self.found.pieces) - 1)

    def marked(self, operands: Any) -> None:
        """`/Face <<…>> BDC` says that a piece comes: where, the next matrix says."""
        if len(operands) == 2 and str(operands[0]) == "/Face" and hasattr(operands[1], "get"):
            told = operands[1]
            width, height = (float(value) for value in told.get("/Trim", (0, 0)))
            self.pending = (str(told.get("/Id", "")), width, height)

    # Paths

    def start(self, operands: Any) -> None:
        self.paths.append([self.at(operands)])

    def on(self, operands: Any) -> None:
        if self.paths:
            self.paths[-1].append(self.at(operands))

    def curve(self, operands: Any) -> None:
        self.straight = False
        for index in range(0, len(operands) - 1, 2):
            self.on(operands[index : index + 2])

    def rectangle(self, operands: Any) -> None:
        x, y, width, height = operands
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        self.paths.append([through(self.state.matrix, *corner) for corner in corners])

    def at(self, operands: Any) -> Point:
        x, y = operands
        return through(self.state.matrix, x, y)

    def clip(self, _: Any) -> None:
        self.clipping = True

    def paint(self, fills: bool, strokes: bool) -> None:
        points = [point for path in self.paths for point in path]
        if points and self.clipping:
            self.state = replace(self.state, clip=_common(_around(points), self.state.clip))
        elif points and fills:
            taken, name = self.state.fill
            self.put(Mark("fill", _around(points), None, ink=taken, space=name))
        if points and strokes:
            self.stroked()
        self.paths, self.straight, self.clipping = [], True, False

    def stroked(self) -> None:
        """Each straight line by itself; what is not straight as a whole."""
        taken, name = self.state.stroke
        a, b, c, d = self.state.matrix[:4]
        width = self.state.width * (hypot(a, b) + hypot(c, d)) / 2
        lines = self.straight and all(len(path) == 2 for path in self.paths)
        for points in self.paths if lines else [[point for path in self.paths for point in path]]:
            edges = _around(points)
            thick = (edges[0] - width / 2, edges[1] - width / 2, edges[2] + width / 2, edges[3] + width / 2)
            # Lines end where they end: only across them do they have a width.
            if lines and edges[0] == edges[2]:
                thick = (thick[0], edges[1], thick[2], edges[3])
            elif lines and edges[1] == edges[3]:
                thick = (edges[0], thick[1], edges[2], thick[3])
            ends = (*points[0], *points[1]) if lines else None
            self.put(Mark("stroke", thick, None, line=ends, width=width, ink=taken, space=name))

    def put(self, mark: Mark) -> None:
        seen = _common(mark.edges, self.state.clip)
        self.found.marks.append(replace(mark, seen=seen, face=self.state.face))

    # Text

    def begin(self, _: Any) -> None:
        self.line = self.next = IDENTITY

    def font(self, operands: Any) -> None:
        self.state = replace(self.state, size=abs(float(operands[1])))

    def set(self, operands: Any) -> None:
        self.line = _matrix(operands)

    def down(self, operands: Any) -> None:
        x, y = (float(value) for value in operands)
        self.line = times((1, 0, 0, 1, x, y), self.line)

    def show(self, operands: Any) -> None:
        matrix = times(self.line, self.state.matrix)
        size = self.state.size * hypot(matrix[2], matrix[3])
        x, y = matrix[4], matrix[5]
        taken, name = self.state.fill
        # How wide it is, only the font knows: the place is where it begins, as high as most fonts' capitals.
        high = self.state.size * _CAPITALS
        up = (x + high * matrix[2], y + high * matrix[3])
        self.put(Mark("text", _around([(x, y), up]), None, size=size, ink=taken, space=name))

    # Objects

    def object(self, operands: Any, depth: int) -> None:
        listed = self.resources.get("/XObject", {})
        thing = listed.get(str(operands[0]))
        if thing is None:
            return
        kind = str(thing.get("/Subtype", ""))
        if kind == "/Image":
            self.picture(thing)
        elif kind == "/Form" and depth < _DEEPEST and thing.objgen not in self.within:
            self.within.append(thing.objgen)
            self.form(thing, depth)
            self.within.pop()
        elif kind == "/Form":
            self.found.whole = False

    def form(self, thing: Any, depth: int) -> None:
        before, stack = self.state, self.stack
        self.stack = []
        if "/Matrix" in thing:
            self.state = replace(before, matrix=times(_matrix(thing["/Matrix"]), before.matrix))
        first, here = len(self.found.marks), self.state.matrix
        self.stream(thing, thing.get("/Resources", self.resources), depth + 1)
        label = str(thing.get("/PNP_Label", ""))
        if label == "fold" or label in ("ruler-100mm", "ruler-4in"):
            drawn = [mark.line for mark in self.found.marks[first:] if mark.line]
            points = tuple(point for line in drawn for point in ((line[0], line[1]), (line[2], line[3])))
            self.found.labelled.append(Labelled(label, here, points))
        self.state, self.stack = before, stack

    def picture(self, thing: Any) -> None:
        matrix = self.state.matrix
        corners = [through(matrix, x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
        wide, high = hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3])
        across, down = float(thing.get("/Width", 0)), float(thing.get("/Height", 0))
        dpi = min(across * INCH / wide, down * INCH / high) if wide and high else 0.0
        name = space(thing.get("/ColorSpace", "/DeviceGray"), self.resources)[0]
        if name == "DeviceCMYK" and thing.objgen not in self.inked:
            self.inked[thing.objgen] = inked(thing)
        taken = self.inked.get(thing.objgen, 0.0)
        self.put(Mark("picture", _around(corners), None, dpi=dpi, ink=taken, space=name))


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in operands)
    return (a, b, c, d, e, f)


def _around(points: list[Point]) -> Edges:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _common(one: Edges, other: Edges | None) -> Edges | None:
    """What two rectangles share; all of the first where there is no other."""
    if other is None:
        return one
    left, top, right, bottom = (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )
    return (left, top, right, bottom) if left <= right and top <= bottom else None


def _dip(walk: _Walk, side: str, values: Sequence[float], name: str) -> None:
    now = (ink(values, name), name)
    walk.state = replace(walk.state, fill=now) if side == "fill" else replace(walk.state, stroke=now)


def _coloured(side: str, name: str) -> Callable[[_Walk, Any], None]:
    return lambda walk, operands: _dip(walk, side, operands, name)


def _spaced(side: str) -> Callable[[_Walk, Any], None]:
    def act(walk: _Walk, operands: Any) -> None:
        name, count = space(operands[0], walk.resources)
        # A space begins with black.
        _dip(walk, side, [0.0, 0.0, 0.0, 1.0] if count == 4 else [0.0] * count, name)

    return act


def _tinted(side: str) -> Callable[[_Walk, Any], None]:
    def act(walk: _Walk, operands: Any) -> None:
        values = [value for value in operands if isinstance(value, float)]
        _dip(walk, side, values, walk.state.fill[1] if side == "fill" else walk.state.stroke[1])

    return act


def _painted(fills: bool, strokes: bool) -> Callable[[_Walk, Any], None]:
    return lambda walk, _: walk.paint(fills, strokes)


def _width(walk: _Walk, operands: Any) -> None:
    walk.state = replace(walk.state, width=abs(float(operands[0])))


_ACTS: Final[Mapping[str, Callable[[_Walk, Any], None]]] = {
    "q": _Walk.save, "Q": _Walk.back, "cm": _Walk.move, "BDC": _Walk.marked, "w": _width,
    "m": _Walk.start, "l": _Walk.on, "c": _Walk.curve, "v": _Walk.curve, "y": _Walk.curve, "re": _Walk.rectangle,
    "W": _Walk.clip, "W*": _Walk.clip, "n": _painted(False, False),
    "S": _painted(False, True), "s": _painted(False, True),
    **{name: _painted(True, False) for name in ("f", "F", "f*")},
    **{name: _painted(True, True) for name in ("B", "B*", "b", "b*")},
    "BT": _Walk.begin, "Tf": _Walk.font, "Tm": _Walk.set, "Td": _Walk.down, "TD": _Walk.down,
    **dict.fromkeys(("Tj", "TJ", "'", '"'), _Walk.show),
    "g": _coloured("fill", "DeviceGray"), "rg": _coloured("fill", "DeviceRGB"), "k": _coloured("fill", "DeviceCMYK"),
    "G": _coloured("stroke", "DeviceGray"), "RG": _coloured("stroke", "DeviceRGB"), "K": _coloured("stroke", "DeviceCMYK"),
    "cs": _spaced("fill"), "CS": _spaced("stroke"),
    "sc": _tinted("fill"), "scn": _tinted("fill"), "SC": _tinted("stroke"), "SCN": _tinted("stroke"),
}  # fmt: skip
