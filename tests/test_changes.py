"""`pnp diff`: what changed since a revision or in another folder, and nothing besides; old content is not trusted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pnp import changes
from pnp.build import Misuse
from pnp.cli import main

TOY = Path(__file__).resolve().parent / "toy"
GIT = shutil.which("git")
git_needed = pytest.mark.skipif(GIT is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def _no_repository_around(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def copy(tmp_path: Path, name: str = "toy") -> Path:
    return Path(shutil.copytree(TOY, tmp_path / name))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (old, text.count(old))
    path.write_text(text.replace(old, new), "utf-8")


def git(folder: Path, *words: str) -> None:
    assert GIT
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run([GIT, "-C", str(folder), *who, *words], check=True, capture_output=True)


def kept(tmp_path: Path) -> Path:
    """The toy in a repository with other things, as it is told in its first revision."""
    folder = copy(tmp_path / "repo" / "games")
    git(tmp_path / "repo", "init", "-q", "-b", "main")
    git(tmp_path / "repo", "add", ".")
    git(tmp_path / "repo", "commit", "-q", "-m", "one")
    git(tmp_path / "repo", "tag", "printed")
    return folder


def told(folder: Path, since: str | Path) -> list[tuple[str, str, str, tuple[tuple[str, str, str], ...]]]:
    _, found = changes.changed(folder, str(since))
    return [(one.what, one.kind, one.id, tuple((e.key, e.old, e.new) for e in one.edits)) for one in found]


EDITS: tuple[tuple[str, str, str, tuple[str, str, str, tuple[tuple[str, str, str], ...]]], ...] = (
    ("pieces.yaml", "push: 4, art", "push: 5, art", ("changed", "counter", "miller", (("push", "4", "5"),))),
    (
        "pieces.yaml",
        "short: Tired}",
        "short: Worn}",
        ("changed", "counter", "ferryman", (("reverse.short", "Tired", "Worn"),)),
    ),
    (
        "tables.yaml",
        "cells: [B1,",
        "cells: [B2,",
        ("changed", "table", "shove", (("row 1-2, column 1-2", "B1", "B2"),)),
    ),
    ("tables.yaml", "by: -1,", "by: -2,", ("changed", "modifier", "stubborn", (("by", "-1", "-2"),))),
)


@pytest.mark.parametrize(("file", "old", "new", "expected"), EDITS, ids=lambda value: str(value)[:20])
def test_a_value_is_told_old_and_new(tmp_path: Path, file: str, old: str, new: str, expected: object) -> None:
    folder = copy(tmp_path)
    assert told(folder, TOY) == []
    edit(folder, file, old, new)
    assert told(folder, TOY) == [expected]


def test_what_came_and_what_went(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    edit(folder, "pieces.yaml", "      - {id: round, name: Round, art: compass}\n", "      - {id: hour, name: Hour}\n")
    (folder / "art" / "extra.svg").write_text("<svg/>", "utf-8")
    found = [(what, kind, id) for what, kind, id, _ in told(folder, TOY)]
    assert ("added", "counter", "hour") in found and ("removed", "counter", "round") in found
    assert ("added", "file", "art/extra.svg") in found and len(found) == 3
    # The other way round, everything is the other way round.
    turned = {"added": "removed", "removed": "added"}
    assert sorted((turned[what], kind, id) for what, kind, id in found) == sorted(
        (what, kind, id) for what, kind, id, _ in told(TOY, folder)
    )


def test_a_piece_that_moved_is_the_same_piece(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    line = "      - {id: carter, name: Carter, push: 2, copies: 2, art: boot, traits: [stubborn]}\n"
    edit(folder, "pieces.yaml", line, "")
    first = "      - {id: smith,"
    edit(folder, "pieces.yaml", first, line + first)
    (moved,) = [one for one in told(folder, TOY) if one[2] == "carter"]
    assert moved[0] == "changed" and ("in", "group easterners", "group westerners") in moved[3]


def test_prose_is_told_by_the_paragraph(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    chapter = next(iter(sorted((folder / "rules").glob("*.md"))))
    chapter.write_text(chapter.read_text("utf-8") + "\nOne more\nparagraph.\n", "utf-8")
    (one,) = told(folder, TOY)
    assert one == ("changed", "chapter", f"rules/{chapter.name}", (("text", "", "One more paragraph."),))


@git_needed
def test_a_revision_of_git_is_looked_into(tmp_path: Path) -> None:
    folder = kept(tmp_path)
    edit(folder, "pieces.yaml", "push: 4, art", "push: 5, art")
    before = sorted(path for path in tmp_path.rglob("*") if ".git" not in path.parts)
    expected = [("changed", "counter", "miller", (("push", "4", "5"),))]
    assert told(folder, "printed") == told(folder, "HEAD") == expected
    git(folder, "commit", "-q", "-a", "-m", "two")
    assert told(folder, "HEAD") == [] and told(folder, "HEAD~1") == expected
    assert sorted(path for path in tmp_path.rglob("*") if ".git" not in path.parts) == before
    shown = run("diff", str(folder), "--since", "printed")
    assert shown.exit_code == 0 and "push: 4 → 5" in shown.output and "1 change since printed (" in shown.output


@git_needed
def test_old_content_is_not_trusted(tmp_path: Path) -> None:
    """Links of an old version are not followed, neither out of the repository nor within it."""
    (tmp_path / "secret.md").write_text("Secret.", "utf-8")
    folder = kept(tmp_path)
    (folder / "rules" / "99-link.md").symlink_to(tmp_path / "secret.md")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "a link")
    (folder / "rules" / "99-link.md").unlink()
    assert told(folder, "HEAD") == []


@git_needed
@pytest.mark.parametrize("since", ["--output=x", "nothing", "a b", "", "HEAD:games", "-"])
def test_what_is_no_revision(tmp_path: Path, since: str) -> None:
    folder = kept(tmp_path)
    shown = run("diff", str(folder), f"--since={since}")
    assert shown.exit_code == 2 and shown.output.count("\n") == 1 and shown.output.startswith("pnp: ")
    assert not (folder / "x").exists() and not Path("x").exists()


@git_needed
def test_a_game_that_was_not_there_yet(tmp_path: Path) -> None:
    folder = kept(tmp_path)
    other = Path(shutil.copytree(TOY, folder.parent / "other"))
    shown = run("diff", str(other), "--since", "HEAD")
    assert shown.exit_code == 2 and "'other' is no game in the revision 'HEAD'" in shown.output


def test_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    shown = run("diff", str(TOY), "--since", "HEAD")
    assert shown.exit_code == 3 and "git is not installed" in shown.output and shown.output.count("\n") == 1


@git_needed
def test_outside_of_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", os.fspath(tmp_path))
    with pytest.raises(Misuse, match="not kept in git"):
        changes.changed(copy(tmp_path), "HEAD")


def test_an_old_version_that_cannot_be_read(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    (folder / "game.yaml").write_text("format: 9\ngame: {}\n", "utf-8")
    with pytest.raises(Misuse, match="cannot be read: format '9'"):
        changes.changed(TOY, str(folder))


def test_for_programs(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    edit(folder, "pieces.yaml", "push: 4, art", "push: 5, art")
    shown = run("diff", str(folder), "--since", str(TOY), "--format", "json")
    listed = json.loads(shown.output)
    assert listed["changes"][0]["values"] == [{"key": "push", "old": "4", "new": "5"}]
