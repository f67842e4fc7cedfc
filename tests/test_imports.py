"""Light commands stay light: what writes or opens PDFs is imported by the command that needs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import GAMES, ROOT

# Importing any of these costs more than everything that the light commands do.
HEAVY = ("weasyprint", "pikepdf", "pypdfium2", "fontTools.subset")

# What a deck can do without: what other kinds of content, several processes and faults need, and the libraries' own heavier
# halves. Each name stands for what is below it too.
NOT_FOR_A_DECK = (
    *HEAVY, "PIL", "jinja2", "markdown_it", "pyphen", "svgwrite", "tinycss2", "fontTools",
    "yaml.reader", "yaml.constructor", "yaml.resolver", "yaml.representer",
    "asyncio", "concurrent", "ctypes", "email", "importlib.metadata", "logging", "multiprocessing", "pickle", "random",
    "shutil", "socket", "subprocess", "tempfile", "traceback", "xml.etree",
    "pnp.book", "pnp.build.ahead", "pnp.catalogue", "pnp.changes", "pnp.checks.assertions", "pnp.checks.board",
    "pnp.checks.played", "pnp.checks.tables", "pnp.engines.base", "pnp.export", "pnp.kinds.counter", "pnp.kinds.map",
    "pnp.draw.inks", "pnp.draw.pictures", "pnp.draw.wants", "pnp.layout.calibration", "pnp.layout.guide", "pnp.layout.pack",
    "pnp.layout.sheet", "pnp.layout.tile", "pnp.model.board", "pnp.model.jinja", "pnp.model.mats", "pnp.model.rules",
    "pnp.model.schema", "pnp.model.squares", "pnp.model.tables", "pnp.play",
    "pnp.proof.survey",
    "pnp.reports", "pnp.show", "pnp.source.csvfile", "pnp.source.syntax", "pnp.targets.paged", "pnp.targets.press",
)  # fmt: skip

# Runs a command as the console script does, then writes down what was imported, whatever the exit status.
PROBE = """
import atexit, pathlib, sys
seen = pathlib.Path(sys.argv.pop(1))
atexit.register(lambda: seen.write_text("\\n".join(sorted(sys.modules))))
sys.argv[0] = "pnp"
from pnp.cli import main
sys.exit(main())
"""


def imported(arguments: tuple[str, ...], folder: Path) -> list[str]:
    """The modules that a command imported."""
    seen = folder / "modules"
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(seen), *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONWARNINGS": "default"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1) and "Traceback" not in done.stderr, done.stderr
    modules = seen.read_text(encoding="utf-8").split()
    assert "pnp.cli" in modules
    return modules


def among(modules: list[str], names: tuple[str, ...]) -> list[str]:
    return [module for module in modules if any(f"{module}.".startswith(f"{name}.") for name in names)]


@pytest.mark.parametrize("arguments", [("--help",), ("list",), ("check", str(GAMES[0]))], ids=lambda words: words[0])
def test_light_commands_import_no_heavy_library(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert not among(imported(arguments, tmp_path), HEAVY)


def test_a_deck_is_built_with_what_a_deck_needs(tmp_path: Path) -> None:
    deck = ROOT / "bench" / "deck.py"
    subprocess.run([sys.executable, str(deck), "9", "deck"], cwd=tmp_path, check=True)
    modules = imported(("build", "deck", "--only", "cards-bench"), tmp_path)
    assert (tmp_path / "output" / "deck" / "cards-bench.pdf").is_file()
    assert "pnp.targets.pdf" in modules and not among(modules, NOT_FOR_A_DECK)
