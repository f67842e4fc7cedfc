"""The command line: the only room that prints or exits. A command is a module; this is their list."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Final

import click

COMMANDS: Final = (
    "build",
    "calibrate",
    "check",
    "diff",
    "explain",
    "export",
    "list",
    "new",
    "play",
    "profile",
    "proof",
    "report",
    "schema",
    "show",
    "simulate",
)


class _Commands(click.Group):
    """The commands, each imported when it is asked for: to declare all of them takes longer than to run one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.{cmd_name}")
        command: click.Command = getattr(module, cmd_name, None) or getattr(module, f"{cmd_name}_")
        return command

    def invoke(self, ctx: click.Context) -> object:
        """A command that is running answers Ctrl-C itself; this is for while it is imported."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("pnp: interrupted before anything was begun", err=True)
            sys.exit(130)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pnp-press", prog_name="pnp")
def main() -> None:
    """Board games from YAML: counters, cards, maps, player aids and rulebooks as PDFs that print and cut true.

    GAME is the id of a game that comes with pnp (see `pnp list`); FOLDER is a game of your own.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a folder's name need not be text that a terminal can show
            stream.reconfigure(errors="backslashreplace")
