"""Names of files: what a game brings and what a build makes can lie on every system."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import build
from pnp.build.products import products
from pnp.checks import files
from pnp.diag import Found
from pnp.model import load as loading
from pnp.model import portable
from pnp.model.game import Game

ROOT = Path(__file__).resolve().parent.parent
TOY = ROOT / "tests" / "toy"


def load(folder: Path) -> Game:
    loaded = loading.load(folder, Found())
    assert loaded is not None
    return loaded.game


def found(folder: Path) -> list[tuple[str, str]]:
    loaded, told = loading.load(folder, Found()), Found()
    assert loaded is not None
    files.check(loaded, told)
    return [(one.code, one.message) for one in told.ordered()]


def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TOY, tmp_path / "copy"))


@pytest.mark.parametrize(
    "name",
    ["con", "CON", "nul.yaml", "Aux.tar.gz", "com1.svg", "LPT9", "com¹", "conin$", "con .md", "a<b", "a>b", "a:b", 'a"b',
     "a|b", "a?b", "a*b", "a\\b", "a\tb", "end.", "end "],
)  # fmt: skip
def test_windows_cannot_have_these(name: str) -> None:
    assert portable.fault(name)


@pytest.mark.parametrize(
    "name", ["console.md", "com.svg", "com10", "nul-and-void.yaml", "naïve.png", ".x", "a b", "a.b.c"]
)
def test_windows_can_have_these(name: str) -> None:
    assert not portable.fault(name)


@given(st.text(st.characters(blacklist_categories=("Cs",)), min_size=1, max_size=12))
def test_the_reason_is_the_name_s_own(name: str) -> None:
    """A name is refused exactly where it holds a sign, an end or a word that is refused."""
    signs = any(sign in portable.SIGNS or ord(sign) < 32 for sign in name)
    word = name.partition(".")[0].rstrip().casefold() in portable.KEPT
    assert bool(portable.fault(name)) == (signs or name[-1] in ". " or word)


def test_paths_are_one_where_capitals_and_accents_are(tmp_path: Path) -> None:
    assert portable.same("art/Élan.svg") == portable.same("art/E\u0301LAN.svg")
    assert portable.same("art/elan.svg") != portable.same("art/Élan.svg")


def test_every_file_of_a_game_is_looked_at_and_nothing_else(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    for name in ("deep/er/con.txt", ".git/aux", "output/nul.pdf"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text("")
    ((code, message),) = found(folder)
    assert code == "file/windows" and "'deep/er/con.txt'" in message and "'con'" in message
    assert set(files.files(folder)) == {*files.files(TOY), "deep/er/con.txt"}


def test_a_path_leaves_room_for_the_folders_around_it(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    deep = folder / "a-folder-with-a-long-name" / "another-folder-with-a-long-name"
    deep.mkdir(parents=True)
    (deep / ("n" * 80)).write_text("")
    ((code, message),) = found(folder)
    assert code == "file/windows" and str(portable.LONGEST) in message


def test_what_comes_with_pnp_is_fit_for_every_system() -> None:
    """The bundled games, and every file of this repository's own folders."""
    seen: dict[str, str] = {}
    for top in ("content", "templates", "pnp", "docs", "tests", "bench", "tools"):
        for path in files.files(ROOT / top):
            if "__pycache__" not in path:
                assert not any(map(portable.fault, path.split("/"))) and len(f"{top}/{path}") <= portable.LONGEST, path
                assert seen.setdefault(portable.same(f"{top}/{path}"), path) == path


@pytest.mark.parametrize("folder", [TOY, ROOT / "tests" / "plain"], ids=lambda folder: folder.name)
def test_the_names_that_are_checked_are_those_that_are_built(folder: Path) -> None:
    seen = build.check(folder, lambda _: None)
    assert seen.workshop is not None
    built = [product.name for product in products(seen.workshop)]
    names = [name for name, _ in files.outputs(seen.workshop.game)]
    assert sorted(names) == sorted([*built, "print-guide"])


def test_the_flagship_s_too(game_folder: Path) -> None:
    game = load(game_folder)
    names = [name for name, _ in files.outputs(game)]
    assert len(set(names)) == len(names) and not any(map(portable.fault, names))


def test_a_long_id_makes_a_long_name(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    pieces = folder / "pieces.yaml"
    pieces.write_text(pieces.read_text("utf-8").replace("id: weather\n", f"id: {'w' * 100}\n"), "utf-8")
    assert [code for code, _ in found(folder)] == ["output/name"]
