"""The commands of whoever has to decide. Everything heavy is imported where it is used, as everywhere here."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.arguments import Box, Lang, Language, Which, at_a_table, fail, load


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
    from api.cli.review import lens_lines
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text

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
    from api.cli.review import track_lines
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text
    from replays.review.trackcheck import with_observations

    try:
        session = with_observations(load(which, lang, box), read or ())
    except NotRecorded as refused:
        fail(refusal_text(refused, lang))
    for line in track_lines(session, lang):
        typer.echo(line)


def compare(which: Which, box: Box = None, lang: Lang = Language.en) -> None:
    """As played beside as ruled: where they part, and what differs in the end."""
    from api.cli.review import compare_lines

    for line in compare_lines(load(which, lang, box), lang):
        typer.echo(line)


def dispute(
    which: Which,
    line: Annotated[
        int | None, typer.Argument(help="The line in question; left out, what is disputed is told.")
    ] = None,
    clause: Annotated[str, typer.Option("--clause", help="The clause it is claimed by.")] = "",
    seat: Annotated[str | None, typer.Option("--seat", help="Whose claim it is.")] = None,
    omitted: Annotated[bool, typer.Option("--omitted", help="Something was left out there.")] = False,
    text: Annotated[str, typer.Option("--text", help="In the claimant's own words.")] = "",
    box: Box = None,
    lang: Lang = Language.en,
) -> None:
    """The disputes of a session; or raise one about a line of a stored session."""
    from api.cli.disputes import dispute_lines, raised
    from api.locales import say
    from domain.record.lines import Claimed
    from domain.record.value_text import read_seat

    with at_a_table(which, lang, box, writing=line is not None) as (sessions, kept):
        if line is None:
            for told in dispute_lines(kept, lang):
                typer.echo(told)
            return
        if sessions is None:
            fail(say(lang, "only-stored", file=which))
        claimant = read_seat(seat or "-", kept.setup)
        claim = Claimed(seat=claimant, about=line, clause=clause, omitted=omitted, text=text)
        typer.echo(raised(sessions, kept, claim, lang))


def rule(
    which: Which,
    claim: Annotated[int, typer.Argument(help="The line of the claim.")],
    remedy: Annotated[int | None, typer.Option("--remedy", help="Sign the remedy of this number.")] = None,
    entry: Annotated[str | None, typer.Option("--entry", help="Sign a ruling written as a line.")] = None,
    reason: Annotated[str, typer.Option("--reason", help="Why it is ruled so.")] = "",
    under: Annotated[str, typer.Option("--under", help="question=reading: by which reading.")] = "",
    precedent: Annotated[bool, typer.Option("--precedent", help="Others shall rule so, too.")] = False,
    box: Box = None,
    lang: Lang = Language.en,
) -> None:
    """The arbiter's desk: a dispute, the remedies with their impact, without names; or sign a ruling."""
    from api.cli.disputes import ruling_of, signed
    from api.locales import say
    from domain.rules import replace
    from replays.disputes.hearing import hearing_of

    signs = remedy is not None or entry is not None
    if remedy is not None and entry is not None:
        fail(say(lang, "one-ruling"))
    with at_a_table(which, lang, box, writing=signs) as (sessions, kept):
        told = hearing_of(kept, claim, lang)
        if not signs:
            return _heard(sessions, kept, told, lang)
        if sessions is None:
            fail(say(lang, "only-stored", file=which))
        ruled = ruling_of(kept, told, remedy, entry)
        if ruled is None:
            fail(say(lang, "no-remedy", number=remedy, count=len(told.remedies)))
        more = {"text": reason or ruled.text, "under": under or ruled.under, "precedent": precedent or ruled.precedent}
        typer.echo(signed(sessions, kept, replace(ruled, **more), lang))


def _heard(sessions, kept, told, lang: str) -> None:
    """The desk, with what was ruled before where there is a store to look through."""
    from api.cli.disputes import earlier_rulings, hearing_lines
    from api.locales import say

    earlier = earlier_rulings(sessions, kept, told, lang) if sessions is not None else []
    for line in (*hearing_lines(told, earlier, lang), "", say(lang, "how-to-sign")):
        typer.echo(line)


COMMANDS = (lens, trackcheck, compare, dispute, rule)
