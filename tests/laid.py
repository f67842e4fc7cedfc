"""Examples and fixtures laid over the plain game (tests/plain), and what the command then says."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner

from pnp.cli import main

PLAIN = Path(__file__).resolve().parent / "plain"
_SECTION = re.compile(r"^([a-z][a-z-]*):", re.M)
_TOLD = re.compile(
    r"^(?P<path>[^\s:][^:\n]*):(?P<place>\d+:\d+): (?P<severity>error|warning)\[(?P<code>[^]]+)\]: ", re.M
)

Told = tuple[str, str, str]  # severity, code, file:line:column


def lay(files: Iterable[tuple[str, bytes]], folder: Path) -> Path:
    """The plain game in a folder with files over it. A section of theirs takes the place of the plain game's."""
    shutil.copytree(PLAIN, folder)
    for name, data in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        if name.endswith(".yaml") and "/" not in name and name != "game.yaml":
            without(folder / "game.yaml", set(_SECTION.findall(data.decode("utf-8", "replace"))))
    return folder


def without(path: Path, sections: set[str]) -> None:
    """Take sections out of a content file."""
    parts = re.split(r"^(?=[a-z#])", path.read_text("utf-8"), flags=re.M)
    path.write_text("".join(part for part in parts if part.split(":", 1)[0] not in sections), "utf-8")


def told(folder: Path, *command: str) -> tuple[list[Told], int]:
    """What a command says of a game, sorted, and its exit status."""
    result = CliRunner().invoke(main, [*(command or ("check",)), str(folder)])
    assert result.exit_code < 2, result.output
    found = [
        (match["severity"], match["code"], f"{match['path'].removeprefix(f'{folder}/')}:{match['place']}")
        for match in _TOLD.finditer(result.output)
    ]
    return sorted(found), result.exit_code
