"""`pnp`, and `python -m pnp`."""

import gc
import sys

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
    finally:
        gc.freeze()  # what is left goes with the process


if __name__ == "__main__":
    main()
