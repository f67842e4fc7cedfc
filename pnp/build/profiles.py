"""What printers need, kept by name for all games: a small file each in the user's own folder of settings."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from pnp import store
from pnp.build.base import Misuse
from pnp.diag import suggest
from pnp.layout.profile import RULER, Profile
from pnp.units import MM, UnitError, mm, parse

_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST: Final = 40
# What no printer strays: more is a slip of the pen.
_MOST_OFFSET, _MOST_TURN, _MOST_SCALE = 20 * MM, 5.0, 0.1


def folder() -> Path:
    """Where profiles are kept: below $XDG_CONFIG_HOME, or where the system has settings otherwise."""
    home = os.environ.get("XDG_CONFIG_HOME") or (os.environ.get("APPDATA") if sys.platform == "win32" else "")
    return (Path(home) if home and Path(home).is_absolute() else Path.home() / ".config") / "pnp" / "profiles"


def names() -> tuple[str, ...]:
    """The profiles that there are."""
    return tuple(sorted(path.stem for path in folder().glob("*.json") if _NAME.fullmatch(path.stem)))


def read(name: str) -> Profile:
    """A profile by its name. Raises `Misuse` where there is none or its file says nothing that makes sense."""
    path = _path(name)
    try:
        told = json.loads(path.read_bytes())
    except FileNotFoundError:
        hint = (
            suggest(name, names())
            or f"`pnp calibrate` prints a sheet, `pnp profile {name} --offset …` keeps what it says"
        )
        raise Misuse(f"there is no profile '{name}'; {hint}") from None
    except (ValueError, RecursionError):
        raise Misuse(f"the profile in '{path}' cannot be read; delete it and make it again") from None
    try:
        return _checked(Profile(name=name, **_fields(told)))
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        raise Misuse(f"the profile in '{path}' cannot be read; delete it and make it again") from None


def _fields(told: Mapping[str, Any]) -> dict[str, Any]:
    across, down = (int(length) for length in told["ruler"])
    right, low = (int(length) for length in told["offset"])
    return {
        "offset": (right, low), "ruler": (across, down), "rotate": float(told["rotate"]), "scale": float(told["scale"])
    }  # fmt: skip


def _checked(profile: Profile) -> Profile:
    """A profile that a printer may need. Raises `Misuse`."""
    if max(map(abs, profile.offset)) > _MOST_OFFSET:
        raise Misuse(f"no printer is off by so much: an offset is up to {mm(_MOST_OFFSET)} each way")
    if not abs(profile.rotate) <= _MOST_TURN:
        raise Misuse(f"no printer turns so far: between -{_MOST_TURN:g} and {_MOST_TURN:g} degrees")
    if not abs(profile.scale - 1) <= _MOST_SCALE:
        raise Misuse("no printer shrinks or stretches so much: a scale is between 0.9 and 1.1")
    if not all(abs(length / RULER - 1) <= _MOST_SCALE for length in profile.ruler):
        raise Misuse("rulers of 100 mm come out between 90mm and 110mm long; is the print at 100 %?")
    return profile


def keep(
    name: str,
    offset: str | None = None,
    rotate: float | None = None,
    scale: float | None = None,
    ruler: str | None = None,
    add: bool = False,
) -> Profile:
    """Keep what is given of a profile; the rest stays as it was, or as nothing at all. With `add` it is what was left over
    when that very profile was printed with. Raises `Misuse`, `StoreError`."""
    path = _path(name)
    old = read(name) if path.exists() else Profile(name=name)
    moved = _lengths(offset, "an offset", "0.4mm,-0.7mm") if offset is not None else None
    ruled = _lengths(ruler, "a ruler", "99.6mm or 99.6mm,99.8mm", same=True) if ruler is not None else None
    new = Profile(
        name=name,
        offset=moved or old.offset,
        rotate=old.rotate if rotate is None else rotate,
        scale=old.scale if scale is None else scale,
        ruler=ruled or old.ruler,
    )
    if add:
        (right, down), (across, high) = moved or (0, 0), ruled or (RULER, RULER)
        new = Profile(
            name=name,
            offset=(old.offset[0] + right, old.offset[1] + down),
            rotate=old.rotate + (rotate or 0.0),
            scale=old.scale * (1.0 if scale is None else scale),
            ruler=(round(old.ruler[0] * across / RULER), round(old.ruler[1] * high / RULER)),
        )
    told = asdict(_checked(new))
    del told["name"]
    store.write(path, (json.dumps(told, indent=2) + "\n").encode())
    return new


def told(profile: Profile) -> str:
    """A profile as the options that make it."""
    across, down = (f"{length / 1000:g}mm" for length in profile.offset)
    parts = [f"{profile.name}:", f"--offset {across},{down}"]
    parts += [f"--rotate {profile.rotate:g}"] if profile.rotate else []
    parts += [f"--scale {profile.scale:g}"] if profile.scale != 1 else []
    if profile.ruler != (RULER, RULER):
        parts.append("--ruler " + ",".join(f"{length / 1000:g}mm" for length in profile.ruler))
    return " ".join(parts)


def delete(name: str) -> None:
    """Forget a profile. Raises `Misuse` where there is none."""
    path = _path(name)
    try:
        path.unlink()
    except FileNotFoundError:
        raise Misuse(f"there is no profile '{name}'; {suggest(name, names()) or '`pnp profile` lists them'}") from None


def _path(name: str) -> Path:
    if len(name) > _LONGEST or not _NAME.fullmatch(name):
        raise Misuse(
            f"'{name[:60]}' is no name for a profile: lower-case letters, digits and hyphens, such as attic-laser"
        )
    return folder() / f"{name}.json"


def _lengths(text: str, what: str, such: str, same: bool = False) -> tuple[int, int]:
    """Two lengths, across and down; with `same`, one may stand for both."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1 and same:
        parts *= 2
    try:
        across, down = (parse(part) for part in parts)
    except (UnitError, ValueError, OverflowError):
        raise Misuse(f"'{text[:60]}' is not {what}: lengths such as {such}") from None
    return across, down
