"""The commands about disputes: listing and raising them, and the arbiter's desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from api.cli.arguments import Box, Lang, Language, Which, fail, record_or_stored

if TYPE_CHECKING:
    from domain.sessions.application import Sessions
    from domain.sessions.session import Session
    from domain.sessions.session_state import SessionView
    from replays.disputes.hearing import Hearing


def dispute(
    which: Which,
    line: Annotated[int | None, typer.Argument(help="The line in question; left out, the disputes are listed.")] = None,
    clause: Annotated[str, typer.Option("--clause", help="The clause that was broken.")] = "",
    seat: Annotated[str | None, typer.Option("--seat", help="Whose claim it is.")] = None,
    omitted: Annotated[bool, typer.Option("--omitted", help="Something was left out there.")] = False,
    text: Annotated[str, typer.Option("--text", help="In the claimant's own words.")] = "",
    box: Box = None,
    lang: Lang = Language.en,
) -> None:
    """The disputes of a session; or raise one about a line of a stored session."""
    from api.cli.tasks.disputes import dispute_lines, raise_dispute
    from api.locales import say
    from domain.record.lines import Claimed
    from domain.record.value_text import read_seat
    from domain.sessions.session_state import SessionView

    with record_or_stored(which, lang, box, writing=line is not None) as (sessions, session):
        if line is None:
            for text_line in dispute_lines(session, lang):
                typer.echo(text_line)
            return
        if sessions is None or not isinstance(session, SessionView):
            fail(say(lang, "only-stored", file=which))
        claimant = read_seat(seat or "-", session.setup)
        claim = Claimed(seat=claimant, about=line, clause=clause, omitted=omitted, text=text)
        typer.echo(raise_dispute(sessions, session, claim, lang))


def rule(
    which: Which,
    claim: Annotated[int, typer.Argument(help="The line of the claim.")],
    remedy: Annotated[int | None, typer.Option("--remedy", help="Sign the remedy of this number.")] = None,
    entry: Annotated[str | None, typer.Option("--entry", help="Sign a ruling written as a line.")] = None,
    reason: Annotated[str, typer.Option("--reason", help="The reason of the ruling.")] = "",
    under: Annotated[str, typer.Option("--under", help="question=reading: the reading it follows.")] = "",
    precedent: Annotated[bool, typer.Option("--precedent", help="Other arbiters should follow it.")] = False,
    box: Box = None,
    lang: Lang = Language.en,
) -> None:
    """The arbiter's desk: a dispute, the remedies with their impact, without names; or sign a ruling."""
    from api.cli.tasks.disputes import chosen_ruling, sign_ruling
    from api.locales import say
    from domain.rules import replace
    from domain.sessions.session_state import SessionView
    from replays.disputes.hearing import hearing_of

    signs = remedy is not None or entry is not None
    if remedy is not None and entry is not None:
        fail(say(lang, "one-ruling"))
    with record_or_stored(which, lang, box, writing=signs) as (sessions, session):
        hearing = hearing_of(session, claim, lang)
        if not signs:
            return _print_hearing(sessions, session, hearing, lang)
        if sessions is None or not isinstance(session, SessionView):
            fail(say(lang, "only-stored", file=which))
        ruling = chosen_ruling(session, hearing, remedy, entry)
        if ruling is None:
            fail(say(lang, "no-remedy", number=remedy, count=len(hearing.remedies)))
        signed = replace(
            ruling, text=reason or ruling.text, under=under or ruling.under, precedent=precedent or ruling.precedent
        )
        typer.echo(sign_ruling(sessions, session, signed, lang))


def _print_hearing(sessions: Sessions | None, session: Session | SessionView, hearing: Hearing, lang: str) -> None:
    """The desk; of a stored session with earlier rulings on the same clause."""
    from api.cli.tasks.disputes import earlier_rulings, hearing_lines
    from api.locales import say
    from domain.sessions.session_state import SessionView

    earlier = []
    if sessions is not None and isinstance(session, SessionView):
        earlier = earlier_rulings(sessions, session, hearing, lang)
    for line in (*hearing_lines(hearing, earlier, lang), "", say(lang, "how-to-sign")):
        typer.echo(line)


COMMANDS = (dispute, rule)
