"""How much is read and drawn before `pnp` refuses. Set by whoever runs the tool, never by content: `docs/limits.md`.

The environment variable ``PNP_LIMITS`` moves them: ``PNP_LIMITS=size=100000000,nodes=5000000``.
"""

from __future__ import annotations

import os
import re
from dataclasses import fields
from typing import Final

from pnp.records import dataclass

VARIABLE: Final = "PNP_LIMITS"


class LimitsError(ValueError):
    """Limits that cannot be read. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Whole numbers, each the most that is taken; what is one more is refused at its place."""

    size: int = 20_000_000
    """Bytes of a YAML or CSV file."""
    depth: int = 64
    """Levels of nesting in a YAML file."""
    nodes: int = 1_000_000
    """Values in a YAML or CSV file."""
    drawing: int = 300_000
    """Bytes of a drawing (SVG) on a component."""
    shapes: int = 3_000
    """Shapes of a drawing."""
    segments: int = 20_000
    """Segments of a path of a drawing."""
    picture: int = 60_000_000
    """Bytes of a picture (PNG or JPEG) on a component."""
    pixels: int = 100_000_000
    """Width times height of a picture, whatever its file says of its size."""
    figure: int = 8_000_000
    """Bytes of a chapter, of a style sheet, and of a picture or drawing in the rulebook."""
    font: int = 20_000_000
    """Bytes of a font file."""
    simulation: int = 20_000_000
    """Bytes of a simulation that is read again: many times what the largest game's comes to, whatever its games."""
    expression: int = 4_000
    """Characters of an expression."""
    text: int = 100_000
    """Characters that one expression may make."""
    faults: int = 1_000
    """Faults of one game after which no more of its content is read."""


def of(written: str) -> Limits:
    """Limits from ``name=number,…``. Raises `LimitsError`."""
    known = tuple(field.name for field in fields(Limits))
    given: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in written.split(","))):
        name, _, number = part.partition("=")
        if name not in known or not re.fullmatch(r"[1-9][0-9]{0,14}", number):
            raise LimitsError(f"{VARIABLE} is name=number,…: '{part}' is none of {', '.join(known)}, or has no number")
        given[name] = int(number)
    return Limits(**given)


LIMITS: Final = of(os.environ.get(VARIABLE, ""))
