"""The command line: the only room that prints or exits. A command is a module; this is their list."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from pnp.cli.build import build
from pnp.cli.calibrate import calibrate
from pnp.cli.check import check
from pnp.cli.explain import explain
from pnp.cli.list import list_
from pnp.cli.new import new
from pnp.cli.play import play
from pnp.cli.profile import profile
from pnp.cli.report import report
from pnp.cli.schema import schema
from pnp.cli.show import show
from pnp.cli.simulate import simulate

COMMANDS = (build, calibrate, check, explain, list_, new, play, profile, report, schema, show, simulate)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pnp-press", prog_name="pnp")
def main() -> None:
    """Board games from YAML: counters, cards, maps, player aids and rulebooks as PDFs that print and cut true.

    GAME is the id of a game that comes with pnp (see `pnp list`); FOLDER is a game of your own.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a folder's name need not be text that a terminal can show
            stream.reconfigure(errors="backslashreplace")


for command in COMMANDS:
    main.add_command(command)
