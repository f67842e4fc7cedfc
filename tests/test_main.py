"""The entry point: how the process ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ENDING = """
import atexit, sys, threading, time

def late():
    time.sleep(0.2)
    print("done")

if sys.argv[1] == "registered":
    atexit.register(print, "done")
elif sys.argv[1] == "running":
    threading.Thread(target=late).start()
elif sys.argv[1] == "profiled":
    sys.setprofile(lambda *_: None)
sys.argv[1:] = sys.argv[2:]
from pnp.__main__ import main
try:
    main()
finally:
    if sys.getprofile():
        print("done")
"""


def ended(*arguments: str, **how: int) -> subprocess.CompletedProcess[str]:
    run = [sys.executable, "-c", ENDING, *arguments]
    return subprocess.run(run, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}, text=True, check=False)


@pytest.mark.parametrize("before", ["nothing", "registered", "running", "profiled"])
def test_what_is_still_to_be_done_is_done(before: str) -> None:
    done = ended(before, "check", "no such game")
    assert done.returncode == 2 and done.stderr.startswith("pnp: there is no game or folder 'no such game'")
    assert done.stdout == ("" if before == "nothing" else "done\n")


def test_all_that_is_said_is_said() -> None:
    done = ended("nothing", "list")
    assert done.returncode == 0 and done.stdout.startswith("game ") and done.stdout.count("\n") > 4


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
def test_what_cannot_be_said_is_no_success() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        assert ended("nothing", "list", stdout=full.fileno()).returncode not in (0, -1)
