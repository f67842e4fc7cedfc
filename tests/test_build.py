"""Building: what a game's folder turns into, the same every time, and true when it is measured."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pnp import build
from pnp.proof import measure, pairs
from pnp.proof.look import texts

TOY = Path(__file__).resolve().parent / "toy"
CLOSE = 50  # micrometres


def quiet(_: str) -> None:
    """Nobody is watching."""


def made(folder: Path, out: Path, **wish: object) -> build.Built:
    return build.build(folder, build.Wish(out, **wish), quiet)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> build.Built:
    return made(TOY, tmp_path_factory.mktemp("built"))


def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    shutil.copytree(TOY, folder)
    return folder


def test_a_clean_game_makes_every_file(built: build.Built) -> None:
    assert not built.found and not built.lacking
    assert {"counters", "rulebook", "print-guide"} <= {file.name for file in built.files}
    assert all(file.path.is_file() and file.pages for file in built.files)


def test_the_manifest_lists_what_was_written(built: build.Built) -> None:
    listed = json.loads((built.files[0].path.parent / "manifest.json").read_text())["files"]
    assert {entry["file"]: entry["sha256"] for entry in listed} == {file.path.name: file.sha256 for file in built.files}


def test_backs_lie_behind_their_fronts(built: build.Built) -> None:
    duplex = [file for file in built.files if file.flip]
    assert duplex
    for file in duplex:
        measured = measure(file.path)
        found = list(pairs(measured, "long" if file.flip == "long" else "short"))
        assert found, file.name
        assert max(pair.off for pair in found) <= CLOSE


def test_two_processes_make_the_same_bytes(built: build.Built, tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from pnp import build\n"
    code += "build.build(Path(sys.argv[1]), build.Wish(Path(sys.argv[2])), lambda _: None)"
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", code, TOY, tmp_path / seed], check=True, env=environment, cwd=tmp_path)
    for file in built.files:
        one, two = (next((tmp_path / seed).rglob(file.path.name)).read_bytes() for seed in ("1", "2"))
        assert one == two == file.path.read_bytes(), file.name


def test_jobs_change_nothing(built: build.Built, tmp_path: Path) -> None:
    both = made(TOY, tmp_path, jobs=2)
    assert [(file.name, file.sha256) for file in both.files] == [(file.name, file.sha256) for file in built.files]


def test_only_what_was_asked_for(tmp_path: Path) -> None:
    assert [file.name for file in made(TOY, tmp_path, only=("counters",)).files] == ["counters"]
    with pytest.raises(build.Misuse, match="counters"):
        made(TOY, tmp_path, only=("countrs",))


def test_another_paper_is_in_the_name_and_trims_stay(built: build.Built, tmp_path: Path) -> None:
    (letter,) = made(TOY, tmp_path, only=("counters",), paper="letter").files
    assert letter.path.name == "counters.letter.pdf"
    sizes = []
    for path in (letter.path, next(file.path for file in built.files if file.name == "counters")):
        sizes.append({(face.trim.width, face.trim.height) for page in measure(path).pages for face in page.faces})
    assert sizes[0] == sizes[1]


def test_nothing_is_written_where_the_content_is_wrong(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    with (folder / "pieces.yaml").open("a") as file:
        file.write("\nsurprise: yes\n")
    result = made(folder, tmp_path / "out")
    assert any(one.code == "key/unknown" for one in result.found)
    assert not (tmp_path / "out").exists()


def edited(folder: Path, name: str, old: str, new: str) -> None:
    """Change a file of a game as an author would."""
    path = folder / name
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def said(result: build.Built, name: str) -> str:
    return "\n".join(texts(next(file.path for file in result.files if file.name == name)))


def test_an_edit_shows_wherever_it_is_printed(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    edited(
        folder,
        "pieces.yaml",
        "name: Child, push: 0, copies: 2, art: bow, steps: 3",
        "name: Urchin, push: 0, copies: 2, art: bow, steps: 1",
    )
    edited(folder, "tables.yaml", '[B1, "-", P1]', '[B9, "-", P1]')
    edited(folder, "map.yaml", "name: Old Bridge", "name: New Bridge")
    result = made(folder, tmp_path / "out")
    assert not result.found
    assert "Urchin" in said(result, "counters")
    assert "has 1." in " ".join(said(result, "rulebook").split())
    assert "B9" in said(result, "rulebook")
    assert "B9" in said(result, "player-aid")
    assert "New Bridge" in " ".join(said(result, "rulebook").split())


def test_a_new_counter_is_on_the_sheet_and_in_the_inventory(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    line = "      - {id: round, name: Round, art: compass}\n"
    edited(folder, "pieces.yaml", line, line + "      - {id: bell, name: Bell, art: purse}\n")
    assert [one.code for one in made(folder, tmp_path / "out").found] == ["setup/never"]
    placed = "    - {piece: round, track: rounds, box: 1}\n"
    edited(folder, "tables.yaml", placed, placed + "    - {piece: bell, track: rounds, box: 2}\n")
    result = made(folder, tmp_path / "out")
    assert not result.found
    faces = measure(next(file.path for file in result.files if file.name == "counters")).pages[0].faces
    assert sum(face.id == "bell" for face in faces) == 1


def test_every_bundled_game_is_clean(game_folder: Path) -> None:
    assert build.check(game_folder, quiet).found == ()


@pytest.mark.soak
def test_bundled_games_build_alike_and_true(game_folder: Path, tmp_path: Path) -> None:
    one, two = made(game_folder, tmp_path / "1"), made(game_folder, tmp_path / "2", jobs=2)
    assert not one.found
    assert [file.sha256 for file in one.files] == [file.sha256 for file in two.files]
    assert all(file.bytes < 3_000_000 for file in one.files)
