"""The commands of whoever has to decide. Everything heavy is imported where it is used, as everywhere here."""

from __future__ import annotations

from typing import Annotated

import typer

from api.given import Box, Lang, Language, Which, fail, load


def lens(
    which: Which,
    box: Box = None,
    lang: Lang = Language.en,
    as_ruled: Annotated[bool, typer.Option("--as-ruled", help="With the rulings applied.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option("--under", help="question=reading, or a variant, or several with + between; repeatable."),
    ] = None,
) -> None:
    """A record under other readings or variants: does the winner change?"""
    from api.judged import lens_lines
    from domain.sessions.errors import NotRecorded
    from replays.annotate import refusal_text

    try:
        for line in lens_lines(load(which, lang, box), lang, as_ruled, tuple(only or ())):
            typer.echo(line)
    except NotRecorded as refused:
        fail(refusal_text(refused, lang))


def trackcheck(
    which: Which,
    box: Box = None,
    lang: Lang = Language.en,
    read: Annotated[
        list[str] | None, typer.Option("--read", help="What lies on the table now, as 'B points 12'; repeatable.")
    ] = None,
) -> None:
    """Where the table left the rules, by what was read off it, and which single mistake explains it."""
    from api.judged import track_lines
    from domain.sessions.errors import NotRecorded
    from replays.annotate import refusal_text
    from replays.trackcheck import read_aloud

    try:
        session = read_aloud(load(which, lang, box), read or ())
    except NotRecorded as refused:
        fail(refusal_text(refused, lang))
    for line in track_lines(session, lang):
        typer.echo(line)


def compare(which: Which, box: Box = None, lang: Lang = Language.en) -> None:
    """As played beside as ruled: where they part, and what differs in the end."""
    from api.judged import compare_lines

    for line in compare_lines(load(which, lang, box), lang):
        typer.echo(line)


COMMANDS = (lens, trackcheck, compare)
