"""`pnp explain`: what a diagnostic means and how it is repaired."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from pnp.cli.base import CLEAN, MISUSED, coloured, guarded

if TYPE_CHECKING:
    from pnp import catalogue


@click.command()
@click.argument("code", required=False, metavar="[CODE|FAMILY]")
@guarded
def explain(code: str | None) -> int:
    """Say what a diagnostic means, why it matters, and how it is repaired; without CODE, list them all."""
    from pnp import catalogue

    chosen = [family for family in catalogue.families() if code in (None, family.name)]
    page = catalogue.page(code or "")
    if page is not None:
        click.echo(_shown(page.code, page.text))
    elif chosen:
        click.echo("\n\n".join(_listed(family) for family in chosen))
    else:
        near = catalogue.near(code or "")
        hint = f"did you mean '{near}'?" if near else "`pnp explain` lists them all"
        click.echo(f"pnp: there is no diagnostic '{code}'; {hint}", err=True)
        return MISUSED
    return CLEAN


def _listed(family: catalogue.Family) -> str:
    """A family's codes with their summaries, one a line."""
    width = max(len(page.code) for page in family.pages) + 2
    lines = (f"  {_strong(page.code.ljust(width))}{page.summary}" for page in family.pages)
    return "\n".join((f"{family.name}: {family.about}", *lines))


def _shown(code: str, text: str) -> str:
    """A page as a terminal shows it: examples are indented, with the name of their file above them."""
    return _strong(code) + "\n\n" + re.sub(r"^```(.*)\n((?:.*\n)*?)```$", _indented, text, flags=re.M)


def _indented(block: re.Match[str]) -> str:
    name = block[1].split()[1:2]
    lines = [f"# {name[0]}"] if name else []
    return "\n".join(f"    {line}".rstrip() for line in (*lines, *block[2].rstrip("\n").split("\n")))


def _strong(text: str) -> str:
    return click.style(text, bold=True) if coloured(sys.stdout) else text
