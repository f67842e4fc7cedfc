"""The wheel is whole: built from this checkout and installed far from it, it finds its games and builds one.

The quick tests need no network: the wheel goes into an environment of its own, which borrows the libraries of the one
that runs the tests. The soak installs them from the lock, as `make setup` does.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from conftest import GAMES, ROOT

CARRIED = {"pnp": "pnp", "content": "pnp/_data/content", "templates": "pnp/_data/templates"}
BIN = "Scripts" if os.name == "nt" else "bin"


def run(*command: str | Path, cwd: Path) -> str:
    """What the command said; a failed one fails the test with what it said."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PNP_"))}
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=clean, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command} failed ({done.returncode}):\n{done.stdout}\n{done.stderr}"
    return done.stdout


def names(folder: Path) -> set[str]:
    """The files of a folder of the checkout that belong to the project, as posix paths within it."""
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in files if path.suffix != ".pyc" and not path.name.startswith(".")}


def distribution(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements(wheel: Path) -> set[str]:
    """The distributions that the wheel asks for."""
    with zipfile.ZipFile(wheel) as archive:
        (where,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        text = archive.read(where).decode()
    return {distribution(name) for name in re.findall(r"^Requires-Dist: ([\w.-]+)", text, re.MULTILINE)}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, and the libraries of this one after it."""
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(home, with_pip=False)
    python = home / BIN / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-deps", wheel, cwd=home)
    say_where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(run(python, "-c", say_where, cwd=home).strip())
    # A .pth file inside a folder that a .pth file names is not read, so the checkout stays out of sight.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return home


def test_the_wheel_carries_code_content_and_templates(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    info = {name for name in packed if name.split("/")[0].endswith(".dist-info")}
    wanted = {f"{there}/{name}" for here, there in CARRIED.items() for name in names(ROOT / here)}
    assert packed - info == wanted
    for licence in ("LICENSE", "LICENSE-CONTENT", "NOTICE"):
        assert any(name.endswith(f"/licenses/{licence}") for name in info)


def test_the_wheel_asks_for_what_its_code_imports(wheel: Path) -> None:
    asked = requirements(wheel)
    providers = metadata.packages_distributions()
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules = [node.module]
            for top in {module.split(".")[0] for module in modules} - sys.stdlib_module_names - {"pnp"}:
                found = {distribution(name) for name in providers.get(top, ())}
                assert found & asked, f"{path.relative_to(ROOT)} imports {top}, which pyproject.toml does not ask for"


def test_everything_asked_for_is_locked_with_hashes(wheel: Path) -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text(encoding="utf-8")
        entries = re.findall(
            r"^([\w.-]+)==([^ ;\\\n]+).*\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE
        )
        assert len(entries) == len(re.findall(r"^\S", text, re.MULTILINE)), f"{name} has a line that is no pin"
        assert requirements(wheel) <= {distribution(entry[0]) for entry in entries}
        assert set(build) <= {f"{entry[0]}=={entry[1]}" for entry in entries}
        assert not re.search(r"://|--index|--find-links|^#", text, re.MULTILINE), f"{name} names a place"


def test_installed_games_and_templates_are_found_inside_the_package(home: Path, tmp_path: Path) -> None:
    say = "from pnp import where; print(where.content_root(), where.templates_root(), where.art_root(), sep='\\n')"
    roots = [Path(line).resolve() for line in run(home / BIN / "python", "-c", say, cwd=tmp_path).splitlines()]
    assert all(root.is_relative_to(home.resolve()) and root.is_dir() for root in roots)
    assert {path.parent.name for path in roots[0].glob("*/game.yaml")} == {game.name for game in GAMES}


def test_an_installed_pnp_builds_a_bundled_game(home: Path, tmp_path: Path) -> None:
    build_first_game(home / BIN / "pnp", tmp_path)


def test_an_installed_pnp_explains_its_diagnostics(home: Path, tmp_path: Path) -> None:
    assert "misspelling" in run(home / BIN / "pnp", "explain", "key/unknown", cwd=tmp_path)


def test_an_installed_pnp_begins_a_game(home: Path, tmp_path: Path) -> None:
    pnp = home / BIN / "pnp"
    run(pnp, "new", "owls", cwd=tmp_path)
    assert "nothing wrong" in run(pnp, "check", "owls", "--strict", cwd=tmp_path)
    assert list((tmp_path / "owls" / ".schema").glob("*.json"))


@pytest.mark.soak
def test_the_wheel_works_with_nothing_but_the_lock(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    install = (sys.executable, "-m", "pip", "--python", home / BIN / "python", "install", "-q")
    run(*install, "--require-hashes", "-r", ROOT / "requirements.txt", cwd=tmp_path)
    run(*install, "--no-deps", wheel, cwd=tmp_path)
    run(sys.executable, "-m", "pip", "--python", home / BIN / "python", "check", cwd=tmp_path)
    build_first_game(home / BIN / "pnp", tmp_path)


def build_first_game(pnp: Path, folder: Path) -> None:
    game = GAMES[0].name
    assert game in run(pnp, "list", cwd=folder)
    run(pnp, "build", game, "--out", folder / "out", "--quiet", cwd=folder)
    made = {path.name for path in (folder / "out").rglob("*.pdf")}
    assert made, "nothing was built"
    assert all(path.read_bytes().startswith(b"%PDF-") for path in (folder / "out").rglob("*.pdf"))
