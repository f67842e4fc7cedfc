"""How content streams spell outlines, colours, lines, places and raised type."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, radians, sin
from typing import Final

from pnp.draw.extent import MITER
from pnp.draw.frame import Segment, Stroke
from pnp.targets.pdf.body import real

MITER_LIMIT: Final = f"{MITER} M"
_CAPS: Final = (("butt", 0), ("round", 1), ("square", 2))
_JOINS: Final = (("miter", 0), ("round", 1), ("bevel", 2))
_LETTERS: Final = {"M": "m", "L": "l", "C": "c", "Z": "h"}


@cache
def _operands(hex: str) -> str:
    """The operands of a colour: one number for a grey, so that black text is black ink only."""
    red, green, blue = (real(int(hex[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red if red == green == blue else f"{red} {green} {blue}"


@cache
def filling(hex: str) -> str:
    operands = _operands(hex)
    return f"{operands} {'rg' if ' ' in operands else 'g'}"


@cache
def inking(hex: str) -> str:
    operands = _operands(hex)
    return f"{operands} {'RG' if ' ' in operands else 'G'}"


def trace(segments: Sequence[Segment]) -> str:
    """The operators that make an outline the current path."""
    return " ".join([" ".join([*map(str, segment[1:]), _LETTERS[segment[0]]]) for segment in segments])


def lining(stroke: Stroke) -> str:
    dash = " ".join(map(str, stroke.dash))
    return f"{stroke.width} w {dict(_CAPS)[stroke.cap]} J {dict(_JOINS)[stroke.join]} j [{dash}] 0 d"


def placing(x: float, y: float, scale: float, turn: float) -> str:
    """The operator that scales, turns clockwise and moves what follows."""
    if not turn:
        return f"{exact(scale)} 0 0 {exact(scale)} {x} {y} cm"
    c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    return f"{exact(c)} {exact(s)} {exact(-s)} {exact(c)} {x} {y} cm"


def turning(x: int, y: int, turn: float) -> str:
    """The operands that place a line of text, turned clockwise."""
    c, s = cos(radians(turn)), sin(radians(turn))
    return f"{exact(c)} {exact(s)} {exact(s)} {exact(-c)} {x} {y}"


def raised(stretches: tuple[tuple[float, str], ...], size: int) -> str:
    """Glyphs of which some stand higher or lower than the line."""
    return "".join(f"]TJ {real(rise * size)} Ts[{body}" for rise, body in stretches) + "]TJ 0 Ts["


def exact(value: float) -> str:
    """A factor: nine decimals, since the lengths that it scales are long numbers."""
    return f"{value:.9f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))
