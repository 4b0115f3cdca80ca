"""The commands that review a record: other readings, the track check, played against ruled."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.arguments import Box, Lang, Language, Which, fail, load


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
    from api.cli.tasks.review import lens_lines
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text

    try:
        for line in lens_lines(load(which, lang, box), lang, as_ruled, tuple(only or ())):
            typer.echo(line)
    except NotRecorded as error:
        fail(refusal_text(error, lang))


def trackcheck(
    which: Which,
    box: Box = None,
    lang: Lang = Language.en,
    read: Annotated[
        list[str] | None, typer.Option("--read", help="A value read off the table now, as 'B points 12'; repeatable.")
    ] = None,
) -> None:
    """Where the table left the rules, by the values read off it, and which single mistake explains it."""
    from api.cli.tasks.review import track_lines
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text
    from replays.review.trackcheck import with_observations

    try:
        session = with_observations(load(which, lang, box), read or ())
    except NotRecorded as error:
        fail(refusal_text(error, lang))
    for line in track_lines(session, lang):
        typer.echo(line)


def compare(which: Which, box: Box = None, lang: Lang = Language.en) -> None:
    """The results as played and as ruled, and the line where they part."""
    from api.cli.tasks.review import compare_lines

    for line in compare_lines(load(which, lang, box), lang):
        typer.echo(line)


COMMANDS = (lens, trackcheck, compare)
