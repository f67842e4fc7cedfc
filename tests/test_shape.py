"""The shape of the house: who imports whom, who owns which library, how long things may be, where games may be named."""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PNP = ROOT / "pnp"
MODULES = tuple(sorted(path for path in PNP.rglob("*.py") if "_data" not in path.parts))
GAMES = tuple(sorted(path.parent.name for path in (ROOT / "content").glob("*/game.yaml")))

# A room (top-level module or package of pnp) → the rooms it may import ("a.b": only that module of a).
# docs/architecture.md draws the same table.
ARROWS = {
    "records": (),
    "units": (),
    "diag": ("limits", "records"),
    "where": (),
    "limits": (),
    "encoding": ("diag",),
    "catalogue": ("diag",),
    "source": ("limits", "encoding", "where", "diag"),
    "draw": ("limits", "encoding", "where", "units", "diag"),
    "reports": ("catalogue", "limits", "diag"),
    "store": ("diag",),
    "model": ("source", "where", "units", "diag", "limits"),
    "layout": ("draw", "units", "diag"),
    "targets": ("draw", "units", "diag"),
    "proof": ("draw", "units", "diag"),
    "faces": ("model", "source", "draw", "where", "units", "diag", "limits"),
    "book": ("model", "source", "draw", "where", "units", "diag", "limits", "encoding"),
    "engines": ("model", "where", "diag"),
    "play": ("engines.base", "model", "diag"),
    "kinds": ("faces", "model", "draw", "units", "diag"),
    "checks": ("play", "engines", "kinds", "faces", "book", "model", "draw", "units", "diag"),
    "build": (
        "checks", "play", "engines", "kinds", "faces", "book", "model", "source", "layout", "targets", "proof", "draw",
        "store", "where", "units", "diag",
    ),
    "show": ("build", "kinds", "faces", "model", "source", "layout", "draw", "units", "diag"),
    "changes": (
        "show", "build", "kinds", "faces", "model", "source", "layout", "targets", "store", "draw", "units", "diag",
    ),
    "export": (
        "build", "kinds", "faces", "model", "source", "targets", "proof", "store", "draw", "where", "units", "diag",
    ),
    "cli": ("catalogue", "changes", "export", "build", "show", "play", "proof", "reports", "diag"),
    "__init__": (),
    "__main__": ("cli",),
}  # fmt: skip

# A library → the modules that may import it. One that is not listed has no owner, and nobody may import it.
OWNERS = {
    "yaml": ("source/libyaml.py",),
    "pydyf": ("targets/pdf",),
    "deflate": ("targets/pdf", "proof/plain.py"),
    "weasyprint": ("targets/paged.py",),
    "svgwrite": ("targets/svg.py",),
    "jinja2": ("model/jinja.py", "book/"),
    "markdown_it": ("book/",),
    "fontTools": (),
    "uharfbuzz": ("draw/", "targets/pdf"),
    # A booklet is made of a finished file's own pages, a file for a press of the one for the screen.
    "pikepdf": ("proof/", "targets/booklet.py", "targets/press"),
    "pypdfium2": ("proof/",),
    "PIL": ("draw/", "targets/pdf", "targets/press"),  # LittleCMS is in Pillow
    "click": ("cli",),
    "pyphen": ("draw/",),
    "tinycss2": ("book/css.py",),
}

FAMILIES = ("cli", "kinds", "checks", "engines", "reports", "targets")
LONG_FILE, LONG_ENGINE, LONG_FUNCTION = 400, 600, 60


def name(path: Path) -> str:
    return path.relative_to(PNP).as_posix()


def room(path: Path) -> str:
    return path.relative_to(PNP).parts[0].removesuffix(".py")


@functools.cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def is_module(dotted: str) -> bool:
    path = ROOT.joinpath(*dotted.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it, by its full name."""
    package = ("pnp", *path.relative_to(PNP).parts[:-1])
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *(node.module.split(".") if node.module else ())))
            inner = [f"{module}.{alias.name}" for alias in node.names]
            inner = [dotted for dotted in inner if module.split(".")[0] == "pnp" and is_module(dotted)]
            yield from inner or [module]


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_follow_the_arrows(path: Path) -> None:
    here = room(path)
    assert here in ARROWS, f"{here} is a new room: draw it in docs/architecture.md and here"
    for module in imported(path):
        if module.startswith("pnp.") and module.split(".")[1] != here:
            inside = module.removeprefix("pnp.")
            allowed = any(f"{inside}.".startswith(f"{room}.") for room in (*ARROWS[here], "records"))
            assert allowed, f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_libraries_stay_with_their_owner(path: Path) -> None:
    for module in imported(path):
        library = module.split(".")[0]
        if library != "pnp" and library not in sys.stdlib_module_names:
            assert any(name(path).startswith(owner) for owner in OWNERS.get(library, ())), (
                f"{name(path)} imports {module}"
            )


@pytest.mark.parametrize("family", FAMILIES)
def test_members_of_a_family_know_only_its_base(family: str) -> None:
    for path in sorted((PNP / family).rglob("*.py")):
        own = path.relative_to(PNP / family).parts[0].removesuffix(".py")
        if own in ("__init__", "__main__", "base"):
            continue  # the family's own list of its members; base is looked at below
        for module in imported(path):
            parts = module.split(".")
            if parts[:2] == ["pnp", family]:
                assert len(parts) == 2 or parts[2] in ("base", own), f"{name(path)} imports {module}"


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_s_base_knows_no_member(family: str) -> None:
    for path in sorted((PNP / family).glob("base.py")):
        members = [module for module in imported(path) if module.startswith(f"pnp.{family}")]
        assert not members, f"{name(path)} imports {members}"


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
    # A process that only draws for another one ends where it was begun.
    exits = {("sys", "exit"), ("os", "_exit")} - ({("os", "_exit")} if name(path) == "build/ahead.py" else set())
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "exit", "quit"), f"{name(path)}:{node.lineno}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert (node.value.id, node.attr) not in exits, f"{name(path)}:{node.lineno}"
        if isinstance(node, ast.Name):
            assert node.id != "SystemExit", f"{name(path)}:{node.lineno}"


# What a name in capitals may not hold: a registry is a tuple or a MappingProxyType. A private look-up may be a dict.
MUTABLE = {
    ast.List: "list",
    ast.ListComp: "list",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Dict: "dict",
    ast.DictComp: "dict",
}


def kind_of(value: ast.expr | None) -> str:
    """`list`, `set` or `dict` for a literal, a comprehension or a call that makes one."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id if value.func.id in MUTABLE.values() else ""
    return MUTABLE.get(type(value), "") if value else ""


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_registries_cannot_change(path: Path) -> None:
    for node in tree(path).body:
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name) and target.id.isupper():
                kind = kind_of(node.value)
                private = target.id.startswith("_") and kind == "dict"
                assert not kind or private, f"{name(path)}:{node.lineno} {target.id} is a {kind}"


def test_no_game_is_named_in_shared_code() -> None:
    """A game's name stands in its own engine and nowhere else: not in pnp, the templates, nor the tests."""
    assert GAMES
    files = (*MODULES, *(ROOT / "templates").rglob("*.*"), *(ROOT / "tests").rglob("*.py"))
    for game in GAMES:
        engine = game.replace("-", "_")
        word = re.compile(rf"\b({re.escape(game)}|{engine})\b")
        own = PNP / "engines" / engine
        for path in files:
            if path.is_relative_to(own) or path == own.with_suffix(".py"):
                continue
            assert not word.search(path.read_text(encoding="utf-8", errors="replace")), (
                f"{path.relative_to(ROOT)} names {game}"
            )


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_patterns_do_not_repeat_groups_possessively(path: Path) -> None:
    """Before Python 3.11.5, `(?:ab?c)*+` takes what only began to match; `(?>(?:ab?c)*)` is right (python/cpython#106052)."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            found = re.search(r"(?<!\\)\)(?:[*+?]|\{\d*,?\d*\})\+", text)
            assert not found, f"{name(path)}:{node.lineno} {found[0]}"
