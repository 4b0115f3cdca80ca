"""The command line. Commands import what they need when they run, so that `--help` answers at once."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from api.cli import disputes, games, records, review, serve, store

app = typer.Typer(
    name="griffier",
    help="Griffier, the clerk of a board-game table: a judge, not a gatekeeper.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"griffier {version('griffier')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Griffier, the clerk of a board-game table: a judge, not a gatekeeper."""


for group in (records, games, store, review, disputes, serve):
    for command in group.COMMANDS:
        app.command()(command)


def main() -> None:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    app(prog_name="griffier")
