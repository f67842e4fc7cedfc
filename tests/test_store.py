"""Finished files are whole or not there at all, and the manifest lists them as they are."""

import errno
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pnp import store


def test_a_file_takes_its_place_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.pdf"
    sha, size = store.write(path, b"one")
    assert (path.read_bytes(), size, len(sha)) == (b"one", 3, 64)
    assert [entry.name for entry in path.parent.iterdir()] == ["a.pdf"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    store.write(path, b"old")
    with pytest.raises(ZeroDivisionError), store.writing(path) as out:
        out.write(b"half of the new")
        raise ZeroDivisionError
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.pdf"]


def test_what_is_to_last_is_on_the_disk_before_any_of_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[bytes]] = []
    paths = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for path in paths:
        store.write(path, b"old", lasting=False)
        path.chmod(0o444)
    drafts = []
    for path in paths:
        with store.drafting(path) as draft:
            draft.write(b"new")
        drafts.append(draft.part)
    monkeypatch.setattr(os, "fsync", lambda _: seen.append([path.read_bytes() for path in paths]))
    store.write(tmp_path / "c", b"", lasting=False)
    assert not seen
    store.settle(drafts)
    assert seen == [[b"old", b"old"], [b"old", b"old"], [b"new", b"new"]], "each file, then the folder"


def test_a_killed_build_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    store.write(path, b"old")
    code = (
        "import sys, time; from pathlib import Path; from pnp import store\n"
        "with store.writing(Path(sys.argv[1])) as out:\n"
        "    out.write(b'new' * 100000); print('half', flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    assert path.read_bytes() == b"old"
    assert len([*tmp_path.glob(".a.pdf.*.part")]) == 1
    store.write(tmp_path / "b.pdf", b"new")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.pdf", "b.pdf"]


def test_what_a_living_build_has_not_finished_stays(tmp_path: Path) -> None:
    """And what another machine has, which cannot be asked, until it is a day old."""
    path = tmp_path / "a.pdf"
    theirs = tmp_path / ".a.pdf.00000000-999999999.word.part"
    theirs.touch()
    with store.drafting(path) as ours:
        ours.write(b"one")
        store.write(path, b"two")
        assert ours.part.part.exists() and theirs.exists()
    store.write(path, b"three")
    assert ours.part.part.exists(), "whole, and waiting for the rest of its build"
    store.settle([ours.part])
    assert path.read_bytes() == b"one"
    os.utime(theirs, (0, 0))
    store.write(path, b"four")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.pdf"]


def _child(path: Path) -> str:
    with store.drafting(path) as draft:
        draft.write(b"drawn")
    return str(draft.part.part)


def test_what_a_process_drew_for_a_build_is_the_build_s(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        part = Path(pool.apply(_child, (tmp_path / "a.pdf",)))
    store.write(tmp_path / "b.pdf", b"other")
    assert part.exists()


def test_rights_are_kept_and_new_files_can_be_read_by_others(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    store.write(path, b"")
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask
    path.chmod(0o640)
    store.write(path, b"more")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "read-only"), (errno.EACCES, "permission")]
)
def test_faults_of_the_disk_are_one_sentence(
    number: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(store.StoreError, match=said) as caught:
        store.write(tmp_path / "a.pdf", b"x")
    assert "a.pdf' cannot be written: " in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_file_where_a_folder_should_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"")
    with pytest.raises(store.StoreError, match=r"a\.pdf' cannot be written: a .* is .*"):
        store.write(tmp_path / "out" / "a.pdf", b"x")
    (tmp_path / "b.pdf").mkdir()
    with pytest.raises(store.StoreError, match="a folder of that name is in the way"):
        store.write(tmp_path / "b.pdf", b"x")


def test_a_picture_that_cannot_be_read_is_named_instead(tmp_path: Path) -> None:
    with (
        pytest.raises(store.StoreError, match=r"'/nowhere/art\.png' cannot be read"),
        store.writing(tmp_path / "a") as out,
    ):
        out.write(Path("/nowhere/art.png").read_bytes())


def entry(file: str, sha: str = "0") -> store.Entry:
    return store.Entry(file, sha, 1, 2, "in", "1.0")


def test_the_manifest_lists_files_by_name_whatever_the_order(tmp_path: Path) -> None:
    for name in ("b.pdf", "a.pdf"):
        (tmp_path / name).write_bytes(b"x")
    store.record(tmp_path, [entry("b.pdf"), entry("a.pdf")])
    first = (tmp_path / store.MANIFEST).read_bytes()
    store.record(tmp_path, [entry("a.pdf")])
    store.record(tmp_path, [entry("b.pdf")])
    assert (tmp_path / store.MANIFEST).read_bytes() == first
    assert [listed.file for listed in store.manifest(tmp_path)] == ["a.pdf", "b.pdf"]
    assert json.loads(first)["files"][0]["pages"] == 2


def test_files_that_are_gone_leave_the_manifest(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"x")
    store.record(tmp_path, [entry("a.pdf")])
    (tmp_path / "a.pdf").unlink()
    (tmp_path / "b.pdf").write_bytes(b"x")
    store.record(tmp_path, [entry("b.pdf")])
    assert [listed.file for listed in store.manifest(tmp_path)] == ["b.pdf"]


def test_a_manifest_that_is_no_manifest_is_as_none(tmp_path: Path) -> None:
    (tmp_path / store.MANIFEST).write_text('{"files": [{"no": 1}]}')
    assert store.manifest(tmp_path) == ()


def build(folder: str, number: int) -> None:
    for turn in range(10):
        store.write(Path(folder) / f"{number}.pdf", b"%d" % turn)
        store.write(Path(folder) / "shared.pdf", bytes([number]) * 50_000)
        store.record(Path(folder), [entry(f"{number}.pdf", str(turn))])


def test_builds_at_once_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    builds = [context.Process(target=build, args=(str(tmp_path), number)) for number in range(3)]
    for process in builds:
        process.start()
    seen = set()
    while any(process.is_alive() for process in builds):
        if (tmp_path / "shared.pdf").exists():
            seen.add(len((tmp_path / "shared.pdf").read_bytes()))
        time.sleep(0.005)
    assert [process.exitcode for process in builds] == [0, 0, 0]
    assert seen <= {50_000}
    assert [(listed.file, listed.sha256) for listed in store.manifest(tmp_path)] == [
        (f"{n}.pdf", "9") for n in range(3)
    ]


def test_inputs_have_one_digest_whatever_their_order() -> None:
    assert store.digest({"a": b"1", "b": b"2"}) == store.digest({"b": b"2", "a": b"1"})
    assert store.digest({"a": b"1", "b": b"2"}) != store.digest({"a": b"2", "b": b"1"})
