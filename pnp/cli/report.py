"""`pnp report`: simulations that were played apart, as one report."""

from __future__ import annotations

import click

from pnp.cli.base import CLEAN, guarded, quiet


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="PART.json…", type=click.Path())
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False), help="Write the report, .html or .json.")
@quiet
@guarded
def report(files: tuple[str, ...], out: str | None, quiet: bool) -> int:
    """Put together what `pnp simulate --chunk K/N --out PART.json` played, in any order.

    The report is the one that a single simulation of all the games would have written, byte for byte.
    """
    from pnp.build import Misuse, simulations, sparing
    from pnp.play import brief
    from pnp.play.simulate import MergeError, merge

    target = sparing.report_file(simulations.target(out))
    parts = [simulations.read(name) for name in files]
    try:
        whole = merge(parts)
    except MergeError as fault:
        raise Misuse(f"these parts do not add up: {fault}") from fault
    if not quiet:
        click.echo(brief.text(whole))
    if target:
        simulations.write(whole, target)
        if not quiet:
            click.echo(f"{target}")
    return CLEAN
