"""Example responses for the OpenAPI document, computed from a record of the library and shortened."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from domain.faces import content_id, entered, read_catalogue
from domain.games import GAMES
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import Claimed
from domain.rules import replace
from domain.sessions.application import box_catalogue
from domain.sessions.session import Session
from replays.annotation import Annotator
from replays.audit import audit_of
from replays.disputes.hearing import hearing_of
from replays.disputes.ledger import ledger_of
from replays.disputes.views import dispute_views
from replays.frames import replay_of, session_warnings
from replays.record_text import read_record, write_record
from replays.recorder.choices import choices_at, unjudged_choices_at
from replays.recorder.free_text import interpret_text
from replays.recorder.inputs import joined_faces
from replays.recorder.preview import preview_line
from replays.reference.boxes import box_view, boxes_of, met_faces
from replays.reference.rulebooks import clause_views, game_view, listed_games
from replays.reference.variant_catalogue import agreement
from replays.review.consequences import consequences_of
from replays.review.contradictory_lines import contradictory_lines
from replays.review.history import History, HistoryLine, LineChange
from replays.review.lens import rules_lens
from replays.review.trackcheck_views import track_check
from replays.scoreboard import scoreboard_of
from replays.table_values import table_view
from replays.viewpoint import Viewpoint

SAMPLE = Path(__file__).parents[3] / "replays/library/new-haven/samples/a-table-with-everything.record"
PUBLIC = Viewpoint(None)
FEW = 2
BOX = {"harvest": {"TS/WS": 1, "RR/WT": 2}}


@cache
def sample(lines: int | None = None) -> Session:
    """The session of the examples, or its first lines."""
    session, _ = read_record(SAMPLE.read_text(encoding="utf-8"))
    return replace(session, log=session.log[:lines])


def _game() -> Any:
    return GAMES[sample().setup.game]


def _clauses() -> Any:
    return clause_views(_game(), _game().speak("en"))


def _box() -> Any:
    game = _game()
    text = msgspec.json.encode({"id": "-", "game": game.id, "faces": BOX})
    catalogue = read_catalogue(text, game.id, game.box)
    return box_view(game, box_catalogue(content_id(catalogue), game.id, entered(catalogue)), "en")


def _preview() -> Any:
    before = sample(7)  # the table as it was before this line
    return preview_line(before, read_entry("Y build R3 up 3.1", before.setup), "en", None)


def _import() -> Any:
    from api.routes.imports import ImportReceipt, unreadable_lines

    text = write_record(sample(2)) + "  3    B sings\n"
    session, troubles = read_record(text)
    return ImportReceipt(
        session="5f0c7b0e-6c1e-4c39-9a3b-0d7c8f1f2a11",
        version=5,
        lines=len(session.log),
        head="0" * 64,
        findings=0,
        unread=unreadable_lines(troubles, "en"),
        warnings=session_warnings(session, Annotator(session.seated, "en")),
        owner=None,
    )


def _history() -> Any:
    session, at = sample(1), "2026-05-02T19:30:00.000000Z"
    text, says = (
        write_entry(session.log[0], session.setup).strip(),
        Annotator(session.seated, "en").line(session.log[0]),
    )
    change = LineChange(change="struck", by=2, reason="counted again")
    struck = HistoryLine(
        line=1, at=at, role="scribe", seat=None, kind="played", text=text, says=says, reason="", changed=change
    )
    return History(lines=2, changes=1, first=1, last=1, written=[struck])


def _hearing() -> Any:
    from api.routes.hearings import HearingWithPrecedents

    claim = next(at for at, line in enumerate(sample().log, 1) if isinstance(line, Claimed))
    hearing = hearing_of(sample(claim), claim, "en")
    return HearingWithPrecedents(**{name: getattr(hearing, name) for name in hearing.__struct_fields__}, precedents=[])


EXAMPLES: dict[str, Callable[[], Any]] = {
    "games": lambda: {"games": listed_games("en")},
    "game": lambda: game_view(_game().id, "en"),
    "agree_on": lambda: agreement(GAMES["kontor"], ("advanced", "KO-V-EXPORT"), 2, "en"),
    "joins": lambda: joined_faces(GAMES["mayflower"], "en", "tile", "CCRP"),
    "clauses": lambda: {"game": _game().id, "clauses": _clauses()},
    "clause": lambda: _clauses()[0],
    "boxes": lambda: boxes_of(_game(), "en"),
    "faces_met": lambda: met_faces(sample(), None),
    "box": lambda: box_view(_game(), _game().catalogues["stand-in"], "en"),
    "enter_a_box": _box,
    "import_a_record": _import,
    "replay": lambda: replay_of(sample(), "en", PUBLIC, 18, 19),
    "history": _history,
    "table": lambda: table_view(sample(), "en", PUBLIC, 18),
    "record": lambda: write_record(sample(2)),
    "scoreboard": lambda: scoreboard_of(sample(), "en", PUBLIC),
    "audit": lambda: audit_of(sample(), "en", PUBLIC),
    "preview_a_line": _preview,
    "ledger": lambda: ledger_of(sample(), "en", PUBLIC),
    "lens": lambda: rules_lens(sample(), "en", PUBLIC),
    "consequences": lambda: consequences_of(sample(), "en"),
    "contradictions": lambda: {"contradictions": contradictory_lines(sample())},
    "trackcheck": lambda: track_check(sample(), "en"),
    "list_disputes": lambda: {"disputes": dispute_views(sample(), "en", PUBLIC)},
    "one_dispute": lambda: dispute_views(sample(), "en", PUBLIC)[0],
    "hear_a_dispute": _hearing,
    "read_a_typed_text": lambda: interpret_text(sample(2), "ana build s2 2.1", "en"),
    "options": lambda: choices_at(sample(2), "en", None),
    "inputs": lambda: unjudged_choices_at(sample(2), "en", None),
}


@cache
def example_of(operation: str) -> Any:
    """The example response of an operation, shortened; None where there is none."""
    made = EXAMPLES.get(operation)
    return None if made is None else shortened(msgspec.to_builtins(made()))


def shortened(value: Any) -> Any:
    """The same value with only the first items of every list."""
    if isinstance(value, (list, tuple)):
        return [shortened(inner) for inner in value[:FEW]]
    if isinstance(value, dict):
        return {name: shortened(inner) for name, inner in value.items()}
    return value
