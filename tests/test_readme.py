"""What the README tells people to type works: its commands run, its `make` targets are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli import main

ROOT = Path(__file__).resolve().parent.parent
TOY = ROOT / "tests" / "toy"
BLOCKS = re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)
LINES = [shlex.split(line, comments=True) for block in BLOCKS for line in block.splitlines()]
COMMANDS = [line[1:] for line in LINES if line and line[0].endswith("/pnp")]
TARGETS = [line[1] for line in LINES if line and line[0] == "make"]


def test_every_line_is_a_command_that_is_known() -> None:
    assert COMMANDS and TARGETS
    assert len(COMMANDS) + len(TARGETS) == sum(map(bool, LINES))


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_the_command_works(arguments: list[str], tmp_path: Path) -> None:
    """As written, but for a game of one's own, which is the toy; and of each game only its counters are built."""
    typed = [str(TOY) if "/" in word else word for word in arguments]
    if typed[0] == "build":
        typed = [word for word in typed if "," not in word and word != "--only"]
        typed += ["--only", "counters", "--out", str(tmp_path)]
    result = CliRunner().invoke(main, typed)
    assert result.exit_code == 0, result.output
    assert typed[0] != "build" or list(tmp_path.glob("*/counters*.pdf"))


@pytest.mark.parametrize("target", TARGETS)
def test_make_has_the_target(target: str) -> None:
    assert re.search(rf"^{re.escape(target)}\s*:", (ROOT / "Makefile").read_text("utf-8"), re.M)
