"""Whatever happens to a build, each file is whole, old or new: killed at any moment, the disk full, the folder read-only,
two builds at once."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from test_build import TOY
from test_changes import edit

from pnp import store

KILLED = Path(__file__).resolve().parent / "killed.py"
ONLY = ("--only", "counters,cards-weather,player-aid", "--quiet")
SAID = {"ENOSPC": "the disk is full", "EROFS": "the file system is read-only", "EACCES": "permission is denied"}


@dataclass(frozen=True)
class Scene:
    """A game that was built, then changed: its folder, the output of before, what each file is before and after, how many
    times a build touches its output and writes there, and how many seconds it takes."""

    game: Path
    before: Path
    old: dict[str, bytes]
    new: dict[str, bytes]
    touches: int
    writes: int
    seconds: float


def build(scene_game: Path, out: Path, at: int, what: str) -> subprocess.Popen[str]:
    words = (sys.executable, str(KILLED), str(out), str(at), what, "build", str(scene_game), "--out", str(out), *ONLY)
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ran(game: Path, out: Path, at: int, what: str) -> tuple[int, str]:
    """A build from its beginning to its end: how it ended, and what it said of faults."""
    process = build(game, out, at, what)
    _, told = process.communicate()
    return process.returncode, told


def files(out: Path) -> dict[str, bytes]:
    """What is there besides the manifest and the cache."""
    return {path.name: path.read_bytes() for path in sorted((out / "toy").iterdir()) if path.suffix == ".pdf"}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    home = tmp_path_factory.mktemp("killed")
    game, before, after = home / "toy", home / "before", home / "after"
    shutil.copytree(TOY, game)
    assert ran(game, before, 0, "kill")[0] == 0
    edit(game, "pieces.yaml", "push: 2, copies: 2", "push: 3, copies: 2")
    path = game / "weather.csv"
    path.write_text(path.read_text("utf-8").replace("more, if", "again, if"), "utf-8")
    counts = []
    for what in ("kill", "ENOSPC"):
        shutil.rmtree(after, ignore_errors=True)
        shutil.copytree(before, after)
        start = time.monotonic()
        status, said = ran(game, after, 0, what)
        assert status == 0, said
        counts.append(int(said.split()[-1]))
    old, new = files(before), files(after)
    assert old.keys() == new.keys() and sum(old[name] != new[name] for name in old) == 2
    return Scene(game, before, old, new, counts[0], counts[1], time.monotonic() - start)


def whole(scene: Scene, out: Path) -> None:
    """No file is torn or missing, and the manifest can be read and names only what is there."""
    found = files(out)
    assert found.keys() == scene.old.keys()
    for name, data in found.items():
        assert data in (scene.old[name], scene.new[name]), name
    assert {entry.file for entry in store.manifest(out / "toy")} == set(scene.old)


def mended(scene: Scene, out: Path) -> None:
    """The next build makes everything, and leaves nothing of the one before."""
    assert ran(scene.game, out, 0, "kill")[0] == 0
    assert files(out) == scene.new
    assert not list(out.rglob("*.part"))


def killed(scene: Scene, seed: int, out: Path) -> None:
    """A build is killed: every other one while it touches its files, the others at any time."""
    chance = random.Random(seed)
    shutil.copytree(scene.before, out)
    if seed % 2:
        process = build(scene.game, out, chance.randint(1, scene.touches), "kill")
    else:
        process = build(scene.game, out, 0, "kill")
        time.sleep(chance.uniform(0, scene.seconds))
        process.kill()
    process.communicate()
    whole(scene, out)
    mended(scene, out)
    shutil.rmtree(out)


@pytest.mark.parametrize("seed", range(10))
def test_a_killed_build_leaves_every_file_whole(scene: Scene, seed: int, tmp_path: Path) -> None:
    killed(scene, seed, tmp_path / "out")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 110))
def test_a_build_killed_at_a_hundred_moments_leaves_every_file_whole(scene: Scene, seed: int, tmp_path: Path) -> None:
    killed(scene, seed, tmp_path / "out")


@pytest.mark.parametrize("what", SAID)
@pytest.mark.parametrize("share", [0.0, 0.6, 1.0])
def test_a_disk_that_fails_is_one_sentence_and_every_file_is_whole(
    scene: Scene, what: str, share: float, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(scene.before, out)
    status, told = ran(scene.game, out, max(1, round(scene.writes * share)), what)
    said = [line for line in told.splitlines()[:-1] if line]
    if status == 0:
        assert files(out) == scene.new, "only the cache could not be written"
    else:
        assert (status, len(said)) == (3, 1), told
        assert SAID[what] in said[0] and "cannot be written" in said[0]
    whole(scene, out)
    assert not list((out / "toy").glob("*.part"))
    mended(scene, out)


def test_two_builds_at_once_succeed_alike(scene: Scene, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(scene.before, out)
    both = [build(scene.game, out, 0, "kill") for _ in range(2)]
    told = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    assert files(out) == scene.new
    assert {entry.file for entry in store.manifest(out / "toy")} == set(scene.new)
    assert not list(out.rglob("*.part"))
