"""The shape of the house: who imports whom, who owns which library, how long things may be, where games may be named."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PNP = ROOT / "pnp"
MODULES = tuple(sorted(path for path in PNP.rglob("*.py") if "_data" not in path.parts))
GAMES = tuple(sorted(path.parent.name for path in (ROOT / "content").glob("*/game.yaml")))

# A room (top-level module or package of pnp) → the rooms it may import. docs/architecture.md draws the same table.
ARROWS = {
    "units": (),
    "diag": (),
    "where": (),
    "source": ("diag",),
    "draw": ("units", "diag"),
    "reports": ("diag",),
    "store": ("diag",),
    "model": ("source", "where", "units", "diag"),
    "layout": ("draw", "units", "diag"),
    "targets": ("draw", "units", "diag"),
    "proof": ("draw", "units", "diag"),
    "faces": ("model", "source", "draw", "where", "units", "diag"),
    "book": ("model", "draw", "where", "units", "diag"),
    "engines": ("model", "diag"),
    "play": ("engines", "model", "diag"),
    "kinds": ("faces", "model", "draw", "units", "diag"),
    "checks": ("play", "engines", "kinds", "faces", "book", "model", "draw", "units", "diag"),
    "build": (
        "checks", "play", "engines", "kinds", "faces", "book", "model", "source", "layout", "targets", "proof", "draw",
        "store", "where", "units", "diag",
    ),
    "cli": ("build", "play", "proof", "reports", "diag"),
    "__init__": (),
    "__main__": ("cli",),
}  # fmt: skip

# A library → the modules that may import it.
OWNERS = {
    "yaml": ("source/yaml.py",),
    "reportlab": ("targets/pdf",),
    "weasyprint": ("targets/paged.py",),
    "svgwrite": ("targets/svg.py",),
    "jinja2": ("model/expr", "book/"),
    "markdown_it": ("book/",),
    "fontTools": (),
    "uharfbuzz": ("draw/", "targets/pdf"),
    "pikepdf": ("proof/",),
    "pypdfium2": ("proof/",),
    "PIL": ("draw/", "targets/pdf"),
    "click": ("cli",),
    "pyphen": ("draw/",),
}

FAMILIES = ("kinds", "checks", "engines", "reports")
LONG_FILE, LONG_ENGINE, LONG_FUNCTION = 400, 600, 60


def name(path: Path) -> str:
    return path.relative_to(PNP).as_posix()


def room(path: Path) -> str:
    return path.relative_to(PNP).parts[0].removesuffix(".py")


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module == "pnp":
                yield from (f"pnp.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_follow_the_arrows(path: Path) -> None:
    here = room(path)
    assert here in ARROWS, f"{here} is a new room: draw it in docs/architecture.md and here"
    for module in imported(path):
        parts = module.split(".")
        if parts[0] == "pnp" and len(parts) > 1 and parts[1] != here:
            assert parts[1] in ARROWS[here], f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_libraries_stay_with_their_owner(path: Path) -> None:
    for module in imported(path):
        owners = OWNERS.get(module.split(".")[0])
        if owners is not None:
            assert any(name(path).startswith(owner) for owner in owners), f"{name(path)} imports {module}"


@pytest.mark.parametrize("family", FAMILIES)
def test_members_of_a_family_know_only_its_base(family: str) -> None:
    for path in sorted((PNP / family).rglob("*.py")):
        if path.name == "__init__.py":
            continue
        own = path.relative_to(PNP / family).parts[0].removesuffix(".py")
        for module in imported(path):
            parts = module.split(".")
            if parts[:2] == ["pnp", family] and len(parts) > 2:
                assert parts[2].split("_")[0] in ("base", own.split("_")[0]), f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_files_and_functions_are_short(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= (LONG_ENGINE if room(path) == "engines" else LONG_FILE), f"{name(path)} has {lines} lines"
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONG_FUNCTION, f"{name(path)}:{node.lineno} {node.name} has {length} lines"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_modules_say_what_they_are(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not source.strip() or ast.get_docstring(ast.parse(source)), f"{name(path)} has no docstring"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_only_the_command_line_prints_or_exits(path: Path) -> None:
    if room(path) in ("cli", "__main__"):
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "exit", "quit"), f"{name(path)}:{node.lineno}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert (node.value.id, node.attr) != ("sys", "exit"), f"{name(path)}:{node.lineno}"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_registries_are_tuples(path: Path) -> None:
    for node in tree(path).body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            if isinstance(target, ast.Name) and target.id.isupper():
                mutable = ast.List | ast.Set if target.id.startswith("_") else ast.List | ast.Set | ast.Dict
                assert not isinstance(node.value, mutable), f"{name(path)}:{node.lineno} {target.id}"


def test_no_game_is_named_in_shared_code() -> None:
    assert GAMES
    words = re.compile(r"\b(" + "|".join(re.escape(w) for g in GAMES for w in (g, g.replace("-", "_"))) + r")\b")
    shared = [path for path in MODULES if room(path) != "engines"]
    for path in (*shared, *(ROOT / "templates").rglob("*.*"), *(ROOT / "tests").glob("*.py")):
        found = words.search(path.read_text(encoding="utf-8"))
        assert not found, f"{path.relative_to(ROOT)} names {found.group() if found else ''}"
