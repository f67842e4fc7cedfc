"""Nobody's own file is written over: what pnp did not make stays, and it is said."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from test_build import TOY, copy, made
from test_changes import edit

from pnp import store
from pnp.build import owned
from pnp.build.base import Misuse
from pnp.cli import main


def paper(path: Path, **told: str) -> None:
    """A PDF of somebody, who says so or not."""
    with pikepdf.new() as file:
        file.add_blank_page(page_size=(300, 300))
        for key, value in told.items():
            file.docinfo[f"/{key}"] = value
        file.save(path, static_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


def refused(path: Path, *words: object) -> None:
    """The command says one sentence, that file is as it was, and no other has come."""
    before = {one: one.read_bytes() for one in path.parent.rglob("*") if one.is_file() and ".pnp-cache" not in str(one)}
    code, said = run(*words)
    assert code == 2, said
    told = said.strip().splitlines()[-1]
    assert path.name in told and "pnp did not make it: move it, or name another folder with --out" in told
    after = {one: one.read_bytes() for one in path.parent.rglob("*") if one.is_file() and ".pnp-cache" not in str(one)}
    assert after == before


WAYS: tuple[tuple[str, Callable[[Path], object]], ...] = (
    ("a PDF", lambda path: paper(path, Producer="Scribus", Title="My own")),
    ("a PDF that says nothing", paper),
    ("a text", lambda path: path.write_text("mine", "utf-8")),
    ("a torn PDF", lambda path: path.write_bytes(b"%PDF-1.7\nnothing more")),
)


@pytest.mark.parametrize(("what", "make"), WAYS, ids=[what for what, _ in WAYS])
@pytest.mark.parametrize("name", ["counters.pdf", "print-guide.pdf", "manifest.json"])
def test_a_build_spares_what_it_did_not_make(
    name: str, what: str, make: Callable[[Path], object], tmp_path: Path
) -> None:
    path = tmp_path / "toy" / name
    path.parent.mkdir()
    make(path)
    refused(path, "build", TOY, "--only", "counters,print-guide", "--out", tmp_path)


def test_what_it_made_it_makes_again(tmp_path: Path) -> None:
    folder, out = copy(tmp_path), tmp_path / "out"
    for push in ("2", "3"):
        edit(folder, "pieces.yaml", "push: 2, copies: 2", f"push: {push}, copies: 2")
        made(folder, out)
    assert made(folder, out, booklet=True, fresh=True).files
    assert made(folder, out, booklet=True, fresh=True).files
    for path in (out / "copy").glob("*.pdf"):
        assert owned.own(path), path.name
    (out / "copy" / "counters.pdf").write_bytes(b"")
    (out / "copy" / "manifest.json").unlink()
    edit(folder, "pieces.yaml", "push: 3, copies: 2", "push: 1, copies: 2")
    assert made(folder, out).files, "an empty file is nobody's; without a manifest files are known all the same"


@pytest.mark.parametrize("name", ["counters.changed.pdf", "changes.md", "cards-weather.changed.pdf"])
def test_what_changed_spares_it_too(name: str, tmp_path: Path) -> None:
    folder = copy(tmp_path)
    edit(folder, "pieces.yaml", "push: 2, copies: 2", "push: 3, copies: 2")
    path = tmp_path / "out" / "copy" / name
    path.parent.mkdir(parents=True)
    path.write_text("mine", "utf-8")
    refused(path, "build", folder, "--changed", "--since", TOY, "--out", tmp_path / "out")
    path.unlink()
    for _ in range(2):
        assert run("build", folder, "--changed", "--since", TOY, "--out", tmp_path / "out")[0] == 0


def test_what_changed_is_in_the_manifest(tmp_path: Path) -> None:
    folder, out = copy(tmp_path), tmp_path / "out"
    made(folder, out, only=("counters",))
    edit(folder, "pieces.yaml", "push: 2, copies: 2", "push: 3, copies: 2")
    assert run("build", folder, "--changed", "--only", "counters", "--out", out)[0] == 0
    listed = {entry.file: entry for entry in store.manifest(out / "copy")}
    assert sorted(listed) == ["changes.md", "counters.changed.pdf", "counters.pdf"]
    for name, entry in listed.items():
        data = (out / "copy" / name).read_bytes()
        assert (entry.sha256, entry.bytes) == (hashlib.sha256(data).hexdigest(), len(data))
    assert listed["counters.changed.pdf"].inputs != listed["counters.pdf"].inputs != ""
    raw = json.loads((out / "copy" / "manifest.json").read_text())
    assert raw["files"][1]["pages"] == 2


@pytest.mark.parametrize(("shop", "name"), [("png", "carter-front.png"), ("svg", "carter-back.svg")])
def test_an_export_spares_pictures_of_one_s_own(shop: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "toy" / shop / name
    path.parent.mkdir(parents=True)
    path.write_bytes(b"<svg/>" if shop == "svg" else b"\x89PNG\r\n")
    refused(path, "export", TOY, "--for", shop, "--out", tmp_path)
    path.unlink()
    for _ in range(2):
        assert run("export", TOY, "--for", shop, "--out", tmp_path)[0] == 0
    assert owned.own(path)


def test_a_calibration_sheet_spares_it_too(tmp_path: Path) -> None:
    path = tmp_path / "calibration.pdf"
    paper(path, Producer="Scribus")
    refused(path, "calibrate", "--out", tmp_path)
    path.unlink()
    for _ in range(2):
        assert run("calibrate", "--out", tmp_path)[0] == 0


def test_a_packed_mark_is_found(tmp_path: Path) -> None:
    for number, (told, ours) in enumerate(
        (({"Creator": "pnp"}, True), ({"Producer": "pnp 2"}, True), ({"Producer": "pnpx"}, False), ({}, False))
    ):
        path = tmp_path / f"{number}.pdf"
        paper(path, **told)
        assert owned.own(path) == ours, told


def piped(path: Path) -> None:
    """A pipe with a name, or where there are none a link to nowhere."""
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)
    else:
        path.symlink_to("nowhere")


@pytest.mark.parametrize("make", [piped, lambda path: path.symlink_to("nowhere")], ids=["a pipe", "a link"])
def test_what_is_no_file_is_nobody_s_to_replace(make: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "counters.pdf"
    make(path)
    with pytest.raises(Misuse, match="pnp did not make it"):
        owned.spare([path])
    assert not path.is_file() and os.path.lexists(path)
