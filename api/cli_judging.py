"""The commands of whoever has to decide. Everything heavy is imported where it is used, as everywhere here."""

from __future__ import annotations

from typing import Annotated

import typer

from api.given import Box, Lang, Language, Which, load


def lens(
    which: Which,
    box: Box = None,
    lang: Lang = Language.en,
    as_ruled: Annotated[bool, typer.Option("--as-ruled", help="With the rulings applied.")] = False,
    only: Annotated[
        list[str] | None, typer.Option("--under", help="question=reading, or a variant; repeatable.")
    ] = None,
) -> None:
    """A record under other readings or variants: does the winner change?"""
    from api.judged import lens_lines

    for line in lens_lines(load(which, lang, box), lang, as_ruled, tuple(only or ())):
        typer.echo(line)


def trackcheck(which: Which, box: Box = None, lang: Lang = Language.en) -> None:
    """Where the table left the rules, by what was read off it, and which single mistake explains it."""
    from api.judged import track_lines

    for line in track_lines(load(which, lang, box), lang):
        typer.echo(line)


def compare(which: Which, box: Box = None, lang: Lang = Language.en) -> None:
    """As played beside as ruled: where they part, and what differs in the end."""
    from api.judged import compare_lines

    for line in compare_lines(load(which, lang, box), lang):
        typer.echo(line)


COMMANDS = (lens, trackcheck, compare)
