"""`python -m pnp.cli`."""

from pnp.cli import main

main()
