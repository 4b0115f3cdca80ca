"""Prints a record as a replay, an audit or a scoreboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import orjson
from msgspec import to_builtins

from api.locales import count
from domain.games import GAMES
from domain.sessions.session import Session
from replays.audit import audit_of
from replays.frames import FrameView, Replay, replay_of
from replays.record_text import write_setup
from replays.review.consequences import Consequences, KnockOn, consequences_of
from replays.scoreboard import Standings, scoreboard_of
from replays.unreadable_lines import unreadable_lines
from replays.viewpoint import NOW, THEN, Viewpoint

PLAYED = "played"
MAX_WIDTH = 100  # a whole position is longer than a reader wants
LIBRARY = Path(__file__).parents[3] / "replays" / "library"


def sample() -> Path:
    """The record that the demo prints."""
    return LIBRARY / "new-haven" / "samples" / "a-table-with-everything.record"


def samples() -> list[Path]:
    """The records that the demo stores: of every game its samples, and a whole game."""
    return [*sorted(LIBRARY.glob("*/samples/*.record")), *sorted(LIBRARY.glob("*/games/*.record"))]


def _warning_lines(warnings: list[str]) -> Iterator[str]:
    return (f"*** {warning} ***" for warning in warnings)


def replay_lines(session: Session, lang: str, as_ruled: bool, known_now: bool) -> Iterator[str]:
    """The annotated replay."""
    replay = replay_of(session, lang, Viewpoint(ruled=as_ruled, known=NOW if known_now else THEN))
    yield from _warning_lines(replay.warnings)
    yield f"{replay.name} · {_heads(session, lang)['as-ruled' if as_ruled else 'as-played']}"
    yield from write_setup(session.setup).splitlines()
    yield ""
    for frame in replay.frames:
        if frame.heading:
            yield f"—— {frame.heading} ——"
        yield from _frame(frame)
    yield from _first_written(replay, lang, session)


def _frame(frame: FrameView) -> Iterator[str]:
    text = _numbered(frame.line, frame.kind, frame.text)
    marks = "".join(f"  ({fate.says})" for fate in frame.fates)
    yield f"{text if len(text) <= MAX_WIDTH else text[: MAX_WIDTH - 2] + ' …':<44} {frame.says}{marks}".rstrip()
    for effect in frame.effects:
        yield f"        · {effect.says}" + (f"  [{effect.clause}]" if effect.clause else "")
    for finding in frame.findings:
        yield f"      ✗ {finding.concludes}"


def _numbered(line: int, kind: str, text: str) -> str:
    return f"{line:3d} {'   ' if kind == PLAYED else ''}{text}".rstrip()


def _first_written(replay: Replay, lang: str, session: Session) -> Iterator[str]:
    """The lines that were corrected or struck, as they were first written."""
    changed = [(frame.line, frame.kind, frame.first, frame.fates[-1].by) for frame in replay.frames if frame.first]
    changed += [(aside.line, aside.kind, aside.text, aside.fates[-1].by) for aside in replay.asides if aside.fates]
    if changed:
        yield f"—— {_heads(session, lang)['first-written']} ——"
    for line, kind, text, by in sorted(changed):
        yield f"{_numbered(line, kind, text)}   ← {by}"


def _heads(session: Session, lang: str) -> dict[str, str]:
    return GAMES[session.setup.game].speak(lang)["headings"]


def audit_lines(session: Session, lang: str) -> Iterator[str]:
    """Findings in words."""
    heads, audit = _heads(session, lang), audit_of(session, lang, Viewpoint())
    yield heads["audit"]
    yield from _warning_lines(audit.warnings)
    if not audit.findings:
        yield heads["no-findings"]
    followed = {one.line: one for one in consequences_of(session, lang).mistakes if not one.is_empty}
    for finding in audit.findings:
        yield f"{finding.line:4d}  {finding.concludes}"
        yield f"        {finding.rule}"
        if (traced := followed.pop(finding.line, None)) is not None:
            yield from _consequence_lines(traced, lang)


def _consequence_lines(traced: Consequences, lang: str) -> Iterator[str]:
    """What would not be there without a mistake, as an indented tree."""
    errors, points = count(lang, "consequence", traced.findings), count(lang, "point", traced.points_in_all)
    yield f"      ↳ {count(lang, 'root', 1)}, {errors}, {points}"
    yield from _knock_on_lines(traced.led_to, 10)
    for effect in traced.effects:
        yield f"          {effect.line:4d}  · {effect.says}"


def _knock_on_lines(led_to: list[KnockOn], indent: int) -> Iterator[str]:
    for knock_on in led_to:
        yield f"{'':{indent}}{knock_on.line:4d}  ✗ {knock_on.clause} {knock_on.title}"
        yield from _knock_on_lines(knock_on.led_to, indent + 4)


def audit_json(session: Session, lang: str) -> str:
    """Findings and totals as JSON."""
    board = scoreboard_of(session, lang, Viewpoint())
    named = ("line", "clause", "seat", "verdict", "root", "says")
    findings = audit_of(session, lang, Viewpoint()).findings
    answer = {
        "findings": [{name: getattr(finding, name) for name in named} for finding in findings],
        "unreadable": to_builtins(unreadable_lines(session, lang)),
        "as_played": {side.side: side.banked for side in board.played.sides},
        "as_ruled": {side.side: side.banked for side in board.ruled.sides},
    }
    return orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode()


def scoreboard_lines(session: Session, lang: str) -> Iterator[str]:
    """Both standings, every point with its line and clause."""
    heads, board = _heads(session, lang), scoreboard_of(session, lang, Viewpoint())
    yield heads["scoreboard"]
    yield from _warning_lines(board.warnings)
    for title, standings in (("as-played", board.played), ("as-ruled", board.ruled)):
        yield f"— {heads[title]} —"
        yield from _standings(heads, standings)
    if board.parts_at is not None:
        yield heads["parted"].format(line=board.parts_at)


def _standings(heads: dict[str, str], standings: Standings) -> Iterator[str]:
    coming = any(side.to_come for side in standings.sides)
    for side in standings.sides:
        forecast = f"   {heads['if-ended']} {side.if_ended}" if coming else ""
        yield f"  {side.name:<12} {side.banked:>4}{forecast}"
        for point in side.points:
            yield f"      {point.says}  [{point.line}/{point.clause}]"
    names = {side.side: side.name for side in standings.sides}
    won = ", ".join(names[side] for side in standings.winners) or heads["none-yet"]
    yield f"  {heads['winner']} — {won}"
