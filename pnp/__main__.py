"""`pnp`, and `python -m pnp`."""

import sys


def main() -> None:
    """The command line; Ctrl-C while it is still being imported ends it with a sentence too."""
    try:
        from pnp.cli import main as command
    except KeyboardInterrupt:
        sys.stderr.write("pnp: interrupted before anything was begun\n")
        sys.exit(130)
    command()


if __name__ == "__main__":
    main()
