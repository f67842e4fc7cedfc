"""Colour: a game's palette, colour expressions, mixing and lightness in OKLab, contrast and greyscale.

OKLab: Björn Ottosson, "A perceptual color space for image processing" (2020). Contrast: WCAG 2.2, relative luminance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from pnp.diag import Found, Span, suggest
from pnp.draw.frame import Colour

if TYPE_CHECKING:
    from pnp.draw.wants import Swatch

# What every palette has; a game's own entries of the same name come first.
HOUSE: Final = (("paper", "#ffffff"), ("ink", "#1c1a17"), ("black", "#000000"), ("white", "#ffffff"))

_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_SHARE = re.compile(r"(\d+(?:\.\d+)?)%")

Lab = tuple[float, float, float]


class ColourError(ValueError):
    """A colour expression that means nothing; `hint` says what to type."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def rgb(colour: Colour) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255."""
    return int(colour.hex[1:3], 16), int(colour.hex[3:5], 16), int(colour.hex[5:7], 16)


def _linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _encoded(value: float) -> int:
    value = min(1.0, max(0.0, value))
    return round(255 * (value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))


def oklab(colour: Colour) -> Lab:
    """Lightness from 0 to 1, and the two opponent axes."""
    red, green, blue = (_linear(channel) for channel in rgb(colour))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def from_oklab(lab: Lab) -> Colour:
    """The nearest colour that a screen can show (channels are clipped)."""
    light, a, b = lab
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    channels = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return Colour("#" + "".join(f"{_encoded(channel):02x}" for channel in channels))


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """The colour `share` (0 to 1) of the way from the first to the second, even to the eye."""
    if share <= 0 or first.hex == second.hex:
        return first
    if share >= 1:
        return second
    one, two = oklab(first), oklab(second)
    light, a, b = (start + (end - start) * share for start, end in zip(one, two, strict=True))
    return from_oklab((light, a, b))


def lighten(colour: Colour, share: float) -> Colour:
    """Nearer to white by a share of what is left, its hue kept."""
    light, a, b = oklab(colour)
    return from_oklab((light + (1 - light) * share, a * (1 - share), b * (1 - share)))


def darken(colour: Colour, share: float) -> Colour:
    """Nearer to black by a share, its hue kept."""
    light, a, b = oklab(colour)
    return from_oklab((light * (1 - share), a * (1 - share), b * (1 - share)))


def luminance(colour: Colour) -> float:
    """Relative luminance from 0 (black) to 1 (white)."""
    red, green, blue = (_linear(channel) for channel in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour) -> float:
    """The contrast ratio of WCAG, from 1 (none) to 21 (black on white)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def grey(colour: Colour) -> float:
    """How light it looks on a grey printer: CIE L*, from 0 to 100."""
    value = luminance(colour)
    return 116 * value ** (1 / 3) - 16 if value > 0.008856 else 903.3 * value


def simulate(colour: Colour, kind: str) -> Colour:
    """The colour as seen with 'protan', 'deutan' or 'tritan' deficiency (Machado, Oliveira and Fernandes 2009, severity
    1), or in 'grey'."""
    if kind == "grey":
        value = _encoded(luminance(colour))
        return Colour(f"#{value:02x}{value:02x}{value:02x}")
    linear = tuple(_linear(channel) for channel in rgb(colour))
    rows = (sum(part * value for part, value in zip(row, linear, strict=True)) for row in _SIGHT[kind])
    return Colour("#" + "".join(f"{_encoded(value):02x}" for value in rows))


_SIGHT: Final[Mapping[str, tuple[tuple[float, float, float], ...]]] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


class Palette:
    """Named colours. `colour` reads an expression; `get` a name that is known to be there."""

    __slots__ = ("_memo", "names")

    def __init__(self, entries: Iterable[tuple[str, str]] = ()) -> None:
        self.names = {name: Colour(value, name) for name, value in (*HOUSE, *entries)}
        self._memo: dict[str, Colour] = {}

    @staticmethod
    def of(swatches: Iterable[Swatch]) -> Palette:
        """A game's palette."""
        return Palette((swatch.id, swatch.colour.lower()) for swatch in swatches if _HEX.fullmatch(swatch.colour))

    def get(self, name: str) -> Colour:
        """A colour of this palette by its name, or the house's ink if it has none (which was reported elsewhere)."""
        return self.names.get(name) or self.names["ink"]

    def read(self, text: str, extra: Mapping[str, Colour] | None = None, also: Iterable[str] = ()) -> Colour:
        """The colour of an expression: a name, ``#rrggbb``, ``mix(a, b, 30%)``, ``lighten(a, 20%)``, ``darken(a, 20%)``.

        `extra` are names that come before the palette's, `also` names that might be meant, though they stand for nothing
        here. Raises `ColourError`.
        """
        if extra:
            return _Reader(text, {**self.names, **extra}, also).whole()
        known = self._memo.get(text)
        if known is None:
            known = self._memo[text] = _Reader(text, self.names).whole()
        return known

    def colour(
        self, text: str, span: Span, found: Found, extra: Mapping[str, Colour] | None = None, also: Iterable[str] = ()
    ) -> Colour:
        """As `read`, but what is wrong goes to `found` and ink is used instead."""
        try:
            return self.read(text, extra, also)
        except ColourError as fault:
            found.error("colour/unknown", span, str(fault), fault.hint)
            return self.names["ink"]


class _Reader:
    """Reads one colour expression by descent."""

    __slots__ = ("also", "at", "names", "text")

    def __init__(self, text: str, names: Mapping[str, Colour], also: Iterable[str] = ()) -> None:
        self.text, self.names, self.also, self.at = text.strip(), names, also, 0

    def whole(self) -> Colour:
        result = self.colour()
        if self.at != len(self.text):
            raise ColourError(
                f"{self.text!r} is not a colour", f"what is {self.text[self.at :].strip()!r} doing there?"
            )
        return result

    def colour(self) -> Colour:
        if value := self.match(_HEX):
            return Colour(value[0].lower())
        name = self.match(_NAME)
        if not name:
            raise ColourError(f"{self.text!r} is not a colour", "a palette name, '#8a1f11', or mix(vellum, ink, 30%)")
        if self.text.startswith("(", self.at):
            return self.call(name[0])
        if name[0] not in self.names:
            raise ColourError(f"no colour is named {name[0]!r}", suggest(name[0], (*self.names, *self.also)))
        return self.names[name[0]]

    def call(self, name: str) -> Colour:
        if name not in ("mix", "lighten", "darken"):
            raise ColourError(f"there is no colour function {name!r}", "mix, lighten or darken")
        self.sign("(")
        first = self.colour()
        self.sign(",")
        second = first
        if name == "mix":
            second = self.colour()
            self.sign(",")
        share = self.share()
        self.sign(")")
        if name == "mix":
            return mix(first, second, share)
        return lighten(first, share) if name == "lighten" else darken(first, share)

    def share(self) -> float:
        found = self.match(_SHARE)
        if not found or float(found[1]) > 100:
            raise ColourError(f"{self.text!r} needs a share from 0% to 100%", "for example mix(vellum, ink, 30%)")
        return float(found[1]) / 100

    def skip(self) -> None:
        while self.text.startswith(" ", self.at):
            self.at += 1

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        self.skip()
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def sign(self, sign: str) -> None:
        self.skip()
        if not self.text.startswith(sign, self.at):
            raise ColourError(f"{self.text!r} is not a colour", f"there is a {sign!r} missing")
        self.at += len(sign)
        self.skip()
