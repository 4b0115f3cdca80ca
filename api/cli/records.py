"""The commands that print a record: its replay, its audit, its scoreboard."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.arguments import AsJson, Box, Lang, Language, Which, load


def replay(
    which: Which,
    box: Box = None,
    lang: Lang = Language.en,
    as_ruled: Annotated[bool, typer.Option("--as-ruled", help="With the rulings applied.")] = False,
    known_now: Annotated[bool, typer.Option("--known-now", help="With what later lines reveal.")] = False,
) -> None:
    """A record, annotated line by line."""
    from api.cli.tasks.records import replay_lines

    for line in replay_lines(load(which, lang, box), lang, as_ruled, known_now):
        typer.echo(line)


def audit(which: Which, box: Box = None, lang: Lang = Language.en, as_json: AsJson = False) -> None:
    """The findings of the rules about a record."""
    from api.cli.tasks.records import audit_json, audit_lines

    session = load(which, lang, box)
    if as_json:
        typer.echo(audit_json(session, lang))
        return
    for line in audit_lines(session, lang):
        typer.echo(line)


def scoreboard(which: Which, box: Box = None, lang: Lang = Language.en) -> None:
    """Points by source, banked and if it ended now, as played and as ruled."""
    from api.cli.tasks.records import scoreboard_lines

    for line in scoreboard_lines(load(which, lang, box), lang):
        typer.echo(line)


COMMANDS = (replay, audit, scoreboard)
