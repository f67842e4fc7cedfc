"""A build that something happens to: at the `at`-th time that it touches its output, it is killed, or the disk fails it from
then on. `python tests/killed.py OUT AT WHAT build …` does what `pnp build …` does; AT 0 only counts the touches, on standard
error's last line."""

from __future__ import annotations

import errno
import os
import signal
import sys

OUT, AT, WHAT = sys.argv[1], int(sys.argv[2]), sys.argv[3]
_TOUCHES = ("open", "os.rename", "os.remove", "os.mkdir", "os.chmod", "os.scandir")
_count = 0


def touched(event: str, args: tuple[object, ...]) -> None:
    """Seen by everything that the process does."""
    global _count
    if event not in _TOUCHES or not (isinstance(args[0], str | os.PathLike) and str(args[0]).startswith(OUT)):
        return
    flags = args[2] if event == "open" else 0
    writes = event in ("os.rename", "os.mkdir") or (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR))
    if WHAT != "kill" and not writes:
        return
    _count += 1
    if AT and WHAT == "kill" and _count == AT:
        os.kill(os.getpid(), signal.SIGKILL)
    if AT and WHAT != "kill" and _count >= AT:
        number = getattr(errno, WHAT)
        raise OSError(number, os.strerror(number), str(args[0]))


def main() -> None:
    """The command, watched."""
    from pnp.cli import main as pnp

    sys.addaudithook(touched)
    try:
        pnp(sys.argv[4:], prog_name="pnp")
    finally:
        sys.stderr.write(f"{_count}\n")


if __name__ == "__main__":
    main()
