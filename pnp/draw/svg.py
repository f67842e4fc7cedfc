"""Drawings in a strict small subset of SVG: shapes with flat paint. What it does not know it refuses, with the place.

The subset is described in `docs/faces.md`, *Icons*. There are no entities, references, styles, scripts or text, so a
drawing can neither reach for anything nor grow.
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import cos, isfinite, radians, sin, sqrt
from pathlib import Path
from typing import Any, Final, Literal
from xml.parsers import expat

from pnp.diag import Found, Span, nearest
from pnp.draw.frame import Segment
from pnp.draw.svgpath import IDENTITY, Matrix, Outline, PathError, multiply, parse, transform
from pnp.encoding import decode
from pnp.limits import LIMITS
from pnp.records import dataclass

_DEEPEST: Final = 30
_WIDE: Final = 10.0**6

_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_CALL: Final = r"\s*,?\s*([a-z]+)\s*\(([^()]*)\)"
_CIRCLE: Final = 0.5522847498

# What each element takes besides paint; each is a number but for the lists of points and path data.
_SHAPES: Final = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
_PAINT: Final = frozenset(
    (
        "fill",
        "stroke",
        "stroke-width",
        "stroke-linecap",
        "stroke-linejoin",
        "fill-rule",
        "data-fill",
        "data-stroke",
        "transform",
    )
)
_IDLE: Final = frozenset(("id", "width", "height", "version", "viewBox", "role", "xml:space", "stroke-miterlimit"))
Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]
_CAPS: Final[dict[str, Cap]] = {"butt": "butt", "round": "round", "square": "square"}
_JOINS: Final[dict[str, Join]] = {"miter": "miter", "round": "round", "bevel": "bevel"}
_SILENT: Final = frozenset(("title", "desc"))


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is painted. `fill` and `stroke` are colour expressions, or '' for none; `width` is in the units of
    the element until the drawing is finished, then, where there is a stroke, in thousandths of the drawing's box."""

    fill: str = "current"
    stroke: str = ""
    width: float = 1.0
    cap: Cap = "butt"
    join: Join = "miter"
    evenodd: bool = False
    matrix: Matrix = IDENTITY


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape in a 1000 × 1000 box, with its paint and where it stands."""

    segments: tuple[Segment, ...]
    paint: Paint
    span: Span


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole drawing. `width` and `height` are its viewBox's, of which the longer side fills the 1000 units."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def read(path: Path, shown: str, found: Found) -> Drawing | None:
    """Read a drawing; faults go to `found`, and with any error the drawing is None."""
    try:
        data = path.read_bytes() if path.stat().st_size <= LIMITS.drawing else None
    except OSError as fault:
        found.error("file/unreadable", Span(shown), f"the drawing cannot be read: {fault.strerror}")
        return None
    if data is None:
        found.error(
            "icon/size", Span(shown), f"the drawing is larger than {LIMITS.drawing:,} bytes", "simplify its paths"
        )
        return None
    text = decode(data, shown, found)
    return None if text is None else _Reader(shown, found).whole(text)


class _Stop(Exception):
    """Reading cannot go on; what is wrong was reported."""


class _Reader:
    """Reads one file. Everything it finds it says with line and column."""

    def __init__(self, shown: str, found: Found) -> None:
        self.shown, self.found, self.failed = shown, found, False
        self.parser = expat.ParserCreate("utf-8")  # whatever the file says of itself
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse
        self.parser.ProcessingInstructionHandler = self.refuse
        self.parser.XmlDeclHandler = self.declared
        self.parser.CharacterDataHandler = self.words
        self.paints: list[Paint] = []
        self.names: list[str] = []
        self.view: tuple[float, float, float, float] | None = None
        self.shapes: list[Shape] = []

    def whole(self, text: str) -> Drawing | None:
        try:
            self.parser.Parse(text, True)
        except expat.ExpatError as fault:
            place = Span(self.shown, fault.lineno, fault.offset + 1)
            said = expat.ErrorString(fault.code)
            self.found.error("icon/syntax", place, f"not well-formed SVG: {said}", self.wanted(said))
            return None
        except _Stop:
            return None
        if self.failed or self.view is None:
            return None
        return Drawing(self.view[2], self.view[3], tuple(self.shapes))

    def wanted(self, said: str) -> str:
        """What to type where the text breaks off, or an element is closed by another's end."""
        if not self.names or said not in ("no element found", "unclosed token", "mismatched tag"):
            return ""
        ends = "".join(f"</{name}>" for name in reversed(self.names))
        if said == "mismatched tag":
            return f"close <{self.names[-1]}> first, with '</{self.names[-1]}>' or '/>'"
        return f"the file breaks off: what is open is closed with '{ends[:60]}'"

    @property
    def span(self) -> Span:
        return Span(self.shown, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def error(self, code: str, message: str, hint: str = "") -> None:
        self.failed = True
        self.found.error(code, self.span, message, hint)

    def declared(self, _: str, encoding: str | None, __: int) -> None:
        if encoding and encoding.lower() != "utf-8":
            self.error("file/encoding", f"the drawing says it is {encoding}, not UTF-8", "save it as UTF-8")

    def refuse(self, *_: object) -> None:
        self.error(
            "icon/entity", "a drawing has no document type, entities or instructions", "delete the '<!' or '<?' part"
        )
        raise _Stop

    def words(self, text: str) -> None:
        if (
            text.strip()
            and self.names[-1] not in _SILENT
            and (self.names[-1] in _SHAPES or self.names[-1] in ("svg", "g"))
        ):
            self.error("icon/text", f"a drawing has no text: {text.strip()[:20]!r}", "draw letters as paths")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.names) > _DEEPEST or len(self.shapes) > LIMITS.shapes:
            self.error("icon/complex", "the drawing is too deep or has too many shapes", "simplify it")
            raise _Stop
        if not self.names:
            self.root(name, attributes)
        elif name not in _SHAPES and name != "g" and name not in _SILENT:
            known = ", ".join(("g", *_SHAPES, *sorted(_SILENT)))
            near = nearest(name, ("g", *_SHAPES, *_SILENT))
            hint = f"did you mean <{near}>?" if near else f"read are {known}"
            self.error("icon/element", f"<{name}> is not read in a drawing", hint)
            attributes = {}
        paint = self.paint(attributes, name)
        self.paints.append(paint)
        self.names.append(name)
        if name in _SHAPES:
            self.shape(name, attributes, paint)

    def end(self, _: str) -> None:
        self.paints.pop()
        self.names.pop()

    def root(self, name: str, attributes: dict[str, str]) -> None:
        if name != "svg":
            self.error("icon/root", f"a drawing's outermost element is <svg>, not <{name}>")
            raise _Stop
        numbers = _floats(attributes.get("viewBox", ""))
        if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
            self.error(
                "icon/view-box", "the <svg> needs a viewBox of four numbers", 'for example viewBox="0 0 100 100"'
            )
            raise _Stop
        self.view = (numbers[0], numbers[1], numbers[2], numbers[3])
        scale = 1000 / max(numbers[2:])
        x, y = (1000 - numbers[2] * scale) / 2, (1000 - numbers[3] * scale) / 2
        self.paints.append(Paint(matrix=(scale, 0, 0, scale, x - numbers[0] * scale, y - numbers[1] * scale)))

    def paint(self, attributes: dict[str, str], element: str) -> Paint:
        """The paint inherited, with what the element's own attributes change."""
        paint, changes = self.paints[-1], dict[str, Any]()
        own = _SHAPES.get(element, ())
        for key, value in attributes.items():
            if key in own or key in _IDLE or key.startswith("xmlns") or element in _SILENT:
                continue
            if key not in _PAINT:
                hint = "write fill and stroke as attributes of their own" if key in ("style", "class") else ""
                self.error("icon/attribute", f"<{element}> has no {key!r} in a drawing", hint)
                continue
            changes |= self.changed(paint, key, value.strip())
        for key in ("fill", "stroke"):
            if f"data-{key}" in attributes:
                changes[key] = attributes[f"data-{key}"].strip()
        return replace(paint, **changes) if changes else paint

    def changed(self, paint: Paint, key: str, value: str) -> dict[str, Any]:
        """What an attribute changes of a paint."""
        match key:
            case "fill" | "stroke":
                return {key: self.colour(value)}
            case "stroke-width":
                return {"width": self.number(key, value)}
            case "stroke-linecap" if value in _CAPS:
                return {"cap": _CAPS[value]}
            case "stroke-linejoin" if value in _JOINS:
                return {"join": _JOINS[value]}
            case "fill-rule" if value in ("nonzero", "evenodd"):
                return {"evenodd": value == "evenodd"}
            case "transform":
                return {"matrix": multiply(paint.matrix, self.matrix(value))}
            case "data-fill" | "data-stroke":
                return {}
        self.error("icon/value", f"{value!r} is no {key}")
        return {}

    def colour(self, value: str) -> str:
        if value == "none":
            return ""
        if value == "currentColor":
            return "current"
        if re.fullmatch(r"#[0-9a-fA-F]{6}", value):
            return value.lower()
        if re.fullmatch(r"#[0-9a-fA-F]{3}", value):
            return "#" + "".join(2 * digit for digit in value[1:].lower())
        self.error(
            "icon/paint", f"{value!r} is no paint", "none, currentColor or #rrggbb; palette names go into data-fill"
        )
        return ""

    def number(self, key: str, value: str) -> float:
        if not _NUMBER.fullmatch(value) or not _floats(value):
            self.error("icon/value", f"{value!r} is no number for {key!r}", "numbers have no unit here")
            return 0.0
        return float(value)

    def matrix(self, text: str) -> Matrix:
        """A list of transforms as one matrix."""
        matrix = IDENTITY
        at = 0
        while text[at:].strip():
            call = re.compile(_CALL).match(text, at)
            numbers = _floats(call[2]) if call else []
            step = _transform(call[1], numbers) if call else None
            if call is None or step is None:
                self.error(
                    "icon/value", f"{text!r} is no transform", "translate, scale, rotate or matrix, with numbers"
                )
                return IDENTITY
            matrix = multiply(matrix, step)
            at = call.end()
        return matrix

    def shape(self, name: str, attributes: dict[str, str], paint: Paint) -> None:
        try:
            outline = self.outline(name, attributes)
            segments = transform(outline, paint.matrix)
        except PathError as fault:
            self.error("icon/path", f"path data: {fault} (at character {fault.at + 1})")
            return
        a, b, c, d, *_ = paint.matrix
        width = paint.width * sqrt(abs(a * d - b * c))
        if not width < _WIDE:
            self.error("icon/value", f"a stroke of {paint.width:g} is too wide")
        elif outline and (paint.fill or paint.stroke):
            self.shapes.append(Shape(segments, replace(paint, width=width) if paint.stroke else paint, self.span))

    def outline(self, name: str, attributes: dict[str, str]) -> Outline:
        if name == "path":
            return parse(attributes.get("d", ""))
        if name in ("polyline", "polygon"):
            numbers = _floats(attributes.get("points", ""))
            points = list(zip(numbers[::2], numbers[1::2], strict=False))
            lines: Outline = [("L" if index else "M", point) for index, point in enumerate(points)]
            return [*lines, ("Z", ())] if name == "polygon" and lines else lines
        value = {key: self.number(key, attributes[key]) for key in _SHAPES[name] if key in attributes}
        if name == "line":
            ends = ((value.get("x1", 0), value.get("y1", 0)), (value.get("x2", 0), value.get("y2", 0)))
            return [("M", ends[0]), ("L", ends[1])]
        if name == "rect":
            rx = value.get("rx", value.get("ry", 0))
            size = (value.get("width", 0), value.get("height", 0))
            return rectangle(value.get("x", 0), value.get("y", 0), *size, rx, value.get("ry", rx))
        rx, ry = (value.get("r", 0),) * 2 if name == "circle" else (value.get("rx", 0), value.get("ry", 0))
        return ellipse(value.get("cx", 0), value.get("cy", 0), rx, ry)


def _floats(text: str) -> list[float]:
    """The numbers in a text; none at all where one is too large to be any."""
    numbers = [float(number) for number in _NUMBER.findall(text)]
    return numbers if all(map(isfinite, numbers)) else []


def _transform(name: str, numbers: list[float]) -> Matrix | None:
    """One transform's matrix, or None when it is none of ours."""
    match name, numbers:
        case "translate", [x]:
            return (1, 0, 0, 1, x, 0)
        case "translate", [x, y]:
            return (1, 0, 0, 1, x, y)
        case "scale", [x]:
            return (x, 0, 0, x, 0, 0)
        case "scale", [x, y]:
            return (x, 0, 0, y, 0, 0)
        case "rotate", [angle, *centre] if len(centre) in (0, 2):
            x, y = centre or (0.0, 0.0)
            c, s = cos(radians(angle)), sin(radians(angle))
            return multiply(multiply((1, 0, 0, 1, x, y), (c, s, -s, c, 0, 0)), (1, 0, 0, 1, -x, -y))
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
    return None


def ellipse(x: float, y: float, rx: float, ry: float) -> Outline:
    """An ellipse about (x, y) as four cubics."""
    if rx <= 0 or ry <= 0:
        return []
    kx, ky = rx * _CIRCLE, ry * _CIRCLE
    return [
        ("M", (x + rx, y)),
        ("C", (x + rx, y + ky, x + kx, y + ry, x, y + ry)),
        ("C", (x - kx, y + ry, x - rx, y + ky, x - rx, y)),
        ("C", (x - rx, y - ky, x - kx, y - ry, x, y - ry)),
        ("C", (x + kx, y - ry, x + rx, y - ky, x + rx, y)),
        ("Z", ()),
    ]


def rectangle(x: float, y: float, width: float, height: float, rx: float = 0, ry: float = 0) -> Outline:
    """A rectangle, its corners rounded by rx and ry."""
    if width <= 0 or height <= 0:
        return []
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if rx <= 0 or ry <= 0:
        return [("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ())]
    kx, ky = rx * (1 - _CIRCLE), ry * (1 - _CIRCLE)
    return [
        ("M", (x + rx, y)),
        ("L", (right - rx, y)),
        ("C", (right - kx, y, right, y + ky, right, y + ry)),
        ("L", (right, bottom - ry)),
        ("C", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
        ("L", (x + rx, bottom)),
        ("C", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
        ("L", (x, y + ry)),
        ("C", (x, y + ky, x + kx, y, x + rx, y)),
        ("Z", ()),
    ]
