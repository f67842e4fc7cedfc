"""Colours → the four inks of a press, through LittleCMS and a profile, never more of them than the press takes.

Owns ImageCms here. Areas of black are the shop's rich black; type and lines that are nearly black, and all greys, are black ink
alone, for four plates never meet exactly.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from math import floor
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageCms, ImageFilter

from pnp.records import dataclass

Inks = tuple[float, ...]
"""Shares of cyan, magenta, yellow and black, from 0 to 1."""

# How many samples an axis a picture's table has, and how far a channel of its 256 may be rounded up.
_SAMPLES: Final = 33
_ROUNDED: Final = 4 * 0.5 / 255
_FINE: Final = 10_000
# Channels that differ by no more than this, of 1, and are all below that, look black.
_NEAR, _DARK = 0.07, 0.2


class ProfileError(ValueError):
    """A file that is no profile of a press. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press: its profile as bytes, what that calls itself, and the most of all inks together, 2.4 for 240 %."""

    profile: bytes
    name: str
    most: float


def press(path: Path, most: float) -> Press:
    """The press of a profile's file. Raises `ProfileError` or `OSError`."""
    data = path.read_bytes()
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        space, kind = profile.profile.xcolor_space.strip(), profile.profile.device_class.strip()
        name = ImageCms.getProfileDescription(profile).strip()
    except (OSError, ImageCms.PyCMSError) as fault:
        raise ProfileError(f"'{path}' is no colour profile") from fault
    if space != "CMYK" or kind != "prtr":
        raise ProfileError(f"'{path}' is a profile for {space} ({kind}), not one of a press that prints CMYK")
    return Press(data, name or path.stem, most)


def limited(inks: Inks, most: float) -> Inks:
    """The same with no more than so much of all together: black is kept, the colours give way alike. In steps of 0.0001,
    never rounded above the limit."""
    black = min(inks[3], most)
    colours = sum(inks[:3])
    share = min(1.0, (most - black) / colours) if colours else 1.0
    # What is a whole step but for the last bit of its number is that step.
    return tuple(floor(ink * _FINE + 1e-6) / _FINE for ink in (*(ink * share for ink in inks[:3]), black))


class Plates:
    """The inks of colours on a press. `own` are colours, as ``#rrggbb``, whose inks somebody chose; `black` is what black
    areas are printed with."""

    def __init__(self, press: Press, own: Mapping[str, Inks], black: Inks = (0, 0, 0, 1)) -> None:
        self.press, self._own, self._black = press, own, limited(black, press.most)
        self._profile = ImageCms.ImageCmsProfile(io.BytesIO(press.profile))
        self._screen = ImageCms.createProfile("sRGB")
        self._transform = self._between(self._screen, self._profile, "RGB", "CMYK")
        self._known: dict[tuple[tuple[float, ...], bool], Inks] = {}
        self._table: Any = None

    def of(self, rgb: tuple[float, ...], area: bool) -> Inks:
        """The inks of a colour, channels from 0 to 1, in an area, or in type and lines."""
        key = (rgb, area)
        if key not in self._known:
            self._known[key] = limited(self._chosen(rgb, area), self.press.most)
        return self._known[key]

    def _chosen(self, rgb: tuple[float, ...], area: bool) -> Inks:
        own = self._own.get("#" + "".join(f"{round(channel * 255):02x}" for channel in rgb))
        if own is not None:
            return own
        if area and not any(rgb):
            return self._black
        if max(rgb) == min(rgb) or (not area and max(rgb) < _DARK and max(rgb) - min(rgb) <= _NEAR):
            return (0.0, 0.0, 0.0, 1.0 if not area and max(rgb) < _DARK else 1.0 - sum(rgb) / 3)
        return self._converted([rgb])[0]

    def _converted(self, colours: Sequence[tuple[float, ...]]) -> list[Inks]:
        pixels = bytes(round(channel * 255) for rgb in colours for channel in rgb)
        made = self._transform.apply(Image.frombytes("RGB", (len(colours), 1), pixels)).tobytes()
        return [tuple(ink / 255 for ink in made[at : at + 4]) for at in range(0, len(made), 4)]

    def picture(self, picture: Image.Image) -> bytes:
        """A picture's pixels in inks, four bytes each, row by row."""
        if picture.mode == "CMYK":
            back = self._between(self._profile, self._screen, "CMYK", "RGB")
            picture = back.apply(picture)
        if self._table is None:
            self._table = self._lookup()
        return picture.convert("RGB").filter(self._table).tobytes()

    def _lookup(self) -> Any:
        """Inks for a grid of colours: between its points they are mixed, and a mixture of what keeps the limit keeps it."""
        steps = [index / (_SAMPLES - 1) for index in range(_SAMPLES)]
        grid = [(red, green, blue) for blue in steps for green in steps for red in steps]
        most = self.press.most - _ROUNDED
        table = [ink for inks in self._converted(grid) for ink in limited(inks, most)]
        return ImageFilter.Color3DLUT(_SAMPLES, table, channels=4, target_mode="CMYK")

    @staticmethod
    def _between(one: Any, other: Any, before: str, after: str) -> Any:
        intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
        return ImageCms.buildTransform(one, other, before, after, intent, flags)
