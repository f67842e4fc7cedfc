"""`pnp`, and `python -m pnp`."""

import atexit
import gc
import os
import sys
import threading

# What modules are made of is no garbage: to look for some, again and again and once more at the end, is a fifth of a small
# command's time.
_OFTEN = 200_000


def main() -> None:
    """The command line; Ctrl-C while it is still being imported ends it with a sentence too."""
    gc.set_threshold(_OFTEN)
    try:
        from pnp.cli import main as command
    except KeyboardInterrupt:
        sys.stderr.write("pnp: interrupted before anything was begun\n")
        sys.exit(130)
    try:
        command()
    except SystemExit as end:
        _leave(end.code)
        raise
    finally:
        gc.freeze()  # what is left goes with the process


def _leave(status: object) -> None:
    """End the process as it is: to take everything apart first is a thirtieth of a small command's time. Where something is
    still to be done or to be said, or cannot be said, or somebody looks on, Python ends it."""
    awaited = atexit._ncallbacks() or threading.active_count() > 1 or sys.getprofile() or sys.gettrace()
    if awaited or not isinstance(status, int):
        return
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return
    os._exit(status & 0xFF)


if __name__ == "__main__":
    main()
