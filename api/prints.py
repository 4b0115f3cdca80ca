"""What the command line prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import orjson

from domain.games import GAMES
from domain.games.game import Game
from domain.numbers import least, most
from domain.sessions.lines import Note
from domain.sessions.order import superseded_lines
from domain.sessions.session import Session
from domain.sessions.timeline import audit, replay
from domain.texts import number_text
from domain.variants import Question
from domain.words import Words
from replays.annotate import Teller
from replays.compare import Standing, compare
from replays.coverage import covered
from replays.record import write_line, write_setup

WIDE = 100  # a whole position is longer than anybody reads
LIBRARY = Path(__file__).parent.parent / "replays" / "library"


def sample() -> Path:
    """The record the demo shows."""
    return LIBRARY / "new-haven" / "samples" / "a-table-with-everything.record"


def samples() -> list[Path]:
    """What the demo keeps in the database: of every game its samples, and a whole game."""
    return [*sorted(LIBRARY.glob("*/samples/*.record")), *sorted(LIBRARY.glob("*/games/*.record"))]


def _banner(session: Session, teller: Teller) -> Iterator[str]:
    """What a reader must know before anything else: made-up faces, lines nobody could read."""
    heads = teller.words["headings"]
    if session.setup.faces == "stand-in":
        yield f"*** {heads['stand-in']} ***"
    for unwise in teller.game.warnings(session.setup):
        yield f"*** {heads['unwise'].format(one=unwise.one, other=unwise.other)} ***"
    kept = sum(isinstance(line, Note) and bool(line.error) for line in session.log)
    if kept:
        yield f"*** {teller.words.fill(heads['kept'], {'count': kept}, {})} ***"


def replay_lines(session: Session, lang: str, as_ruled: bool, known_now: bool) -> Iterator[str]:
    """The annotated replay."""
    teller = Teller(session.setup, lang)
    frames = (audit if known_now else replay)(session.setup, session.log, ruled=as_ruled)
    yield from _banner(session, teller)
    yield f"{teller.words['name']} · {teller.words['headings']['as-ruled' if as_ruled else 'as-played']}"
    yield from write_setup(session.setup).splitlines()
    yield ""
    where = None
    for frame in frames:
        state = frame.step.state
        now = (state.round, state.turn)
        if frame.entry is not None and now != where:
            yield f"—— {state.round}.{state.turn} ——"
            where = now
        text = write_line(frame.line, frame.entry, session.setup) if frame.entry is not None else "  0"
        yield from teller.frame(frame, text if len(text) <= WIDE else f"{text[: WIDE - 2]} …")
    yield from _first_written(session, teller)


def _first_written(session: Session, teller: Teller) -> Iterator[str]:
    """Originals stay readable: lines since corrected or struck, as they were written."""
    mended = superseded_lines(session.log)
    if mended:
        yield f"—— {teller.words['headings']['first-written']} ——"
    for number, by in mended:
        yield f"{write_line(number, session.log[number - 1], session.setup)}   ← {by}"


def audit_lines(session: Session, lang: str) -> Iterator[str]:
    """Findings in words."""
    teller = Teller(session.setup, lang)
    heads = teller.words["headings"]
    found = compare(session).findings
    yield heads["audit"]
    yield from _banner(session, teller)
    if not found:
        yield heads["no-findings"]
    for finding in found:
        yield f"{finding.line:4d}  {teller.verdict(finding)}"
        yield f"        {teller.words['clauses'][finding.clause]}"


def audit_json(session: Session, lang: str) -> str:
    """Findings and totals for machines."""
    teller, both = Teller(session.setup, lang), compare(session)
    letters = session.setup.seats

    def totals(standing: Standing) -> dict:
        return {letters[seat]: _points(score) for seat, score in enumerate(standing.scores)}

    findings = [
        {
            "line": f.line,
            "clause": f.clause,
            "seat": None if f.seat is None else letters[f.seat],
            "verdict": f.verdict,
            "root": f.root,
            "says": teller.finding(f),
        }
        for f in both.findings
    ]
    answer = {"findings": findings, "as_played": totals(both.played), "as_ruled": totals(both.ruled)}
    return orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode()


def _points(score) -> int | str:
    return score if isinstance(score, int) else number_text(score)


def scoreboard_lines(session: Session, lang: str) -> Iterator[str]:
    """Both standings, every point with its line and clause."""
    teller, both = Teller(session.setup, lang), compare(session)
    heads = teller.words["headings"]
    yield heads["scoreboard"]
    yield from _banner(session, teller)
    for title, standing in (("as-played", both.played), ("as-ruled", both.ruled)):
        yield f"— {heads[title]} —"
        yield from _standing(session, teller, standing)
    if both.parts_at is not None:
        yield heads["parted"].format(line=both.parts_at)


def _standing(session: Session, teller: Teller, standing: Standing) -> Iterator[str]:
    heads = teller.words["headings"]
    for seat, score in enumerate(standing.scores):
        coming = [line.by for line in standing.forecast if line.key == (seat,)]
        low, high = sum(map(least, coming)), sum(map(most, coming))
        forecast = ""
        if standing.forecast:
            forecast = f"   {heads['if-ended']} {score + low}" + (f"..{score + high}" if high != low else "")
        yield f"  {session.setup.name(seat):<12} {number_text(score):>4}{forecast}"
        for line, made in standing.lines:
            if made.key == (seat,):
                yield f"      {teller.effect(made)}  [{line}/{made.clause}]"
    won = ", ".join(session.setup.name(seat) for seat in standing.winners) or heads["none-yet"]
    yield f"  {heads['winner']} — {won}"


def _games(game: str | None) -> tuple[Game, ...]:
    return tuple(GAMES.values()) if game is None else (GAMES[game],)


def clause_lines(game: str | None, lang: str) -> Iterator[str]:
    """Clauses with their texts and the questions about them."""
    for one in _games(game):
        words = one.speak(lang)
        yield words["name"]
        for clause in one.citable:
            yield f"{clause.id:<16} {words['clauses'][clause.id]}"
            for question in one.questions:
                if question.clause == clause.id:
                    yield from _question_lines(question, words)


def _question_lines(question: Question, words: Words) -> Iterator[str]:
    asked = words["questions"][question.id]
    yield f"    ? {question.id}  {asked['asks']}"
    for reading in question.readings:
        name = reading.id.partition("=")[2]
        follows = f"  [{reading.follows}]" if reading.follows else ""
        why = f"  ({words['why'][reading.why]})" if reading.why else ""
        yield f"        {name}: {asked['readings'][name]}{follows}{why}"


def coverage_json(game: str | None) -> str:
    """Which records prove each clause."""
    rows = [row for one in _games(game) for row in covered(one, LIBRARY)]
    return orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode()


def coverage_lines(game: str | None) -> Iterator[str]:
    """The same for people."""
    for one in _games(game):
        for row in covered(one, LIBRARY):
            proof = (
                row["why"]
                or f"broken by {', '.join(row['broken_by']) or '-'}; kept by {', '.join(row['kept_by']) or '-'}"
            )
            yield f"{row['id']:<16} {row['kind']:<8} {proof}"


def games_json() -> str:
    """What there is to play."""
    rows = [
        {
            "id": one.id,
            "players": list(one.players),
            "variants": [variant.id for variant in one.variants],
            "questions": [question.id for question in one.questions],
            "examples": list(one.examples),
        }
        for one in GAMES.values()
    ]
    return orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode()


def game_lines(lang: str) -> Iterator[str]:
    """The same for people."""
    for one in GAMES.values():
        words = one.speak(lang)
        yield f"{one.id}  {words['name']}  {min(one.players)}-{max(one.players)}"
        for variant in one.variants:
            yield f"    {variant.id}: {words['variants'][variant.id]['name']}. {words['variants'][variant.id]['says']}"
