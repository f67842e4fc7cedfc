"""Light commands stay light: what writes or opens PDFs is imported by the command that needs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import GAMES

# Importing any of these costs more than everything that the light commands do.
HEAVY = ("weasyprint", "pikepdf", "pypdfium2", "fontTools.subset")

# Runs a command as the console script does, then writes down what was imported, whatever the exit status.
PROBE = """
import atexit, pathlib, sys
seen = pathlib.Path(sys.argv.pop(1))
atexit.register(lambda: seen.write_text("\\n".join(sorted(sys.modules))))
sys.argv[0] = "pnp"
from pnp.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize("arguments", [("--help",), ("list",), ("check", str(GAMES[0]))], ids=lambda words: words[0])
def test_light_commands_import_no_heavy_library(arguments: tuple[str, ...], tmp_path: Path) -> None:
    seen = tmp_path / "modules"
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(seen), *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONWARNINGS": "default"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1) and "Traceback" not in done.stderr, done.stderr
    modules = seen.read_text(encoding="utf-8").split()
    assert "pnp.cli" in modules
    assert not [module for module in modules if any(f"{module}.".startswith(f"{heavy}.") for heavy in HEAVY)]
