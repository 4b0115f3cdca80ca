"""A preview says what recording would answer, and changes nothing."""

from random import Random
from uuid import UUID

import msgspec
import pytest

from domain.errors import SessionIsClosed, UnknownLine
from domain.games import GAMES
from domain.record.line_text import read_entry
from domain.record.lines import Branched, Inserted, Note, Played, Ruled
from domain.rules import replace
from domain.sessions.session_state import SessionState
from domain.timeline.disputes import standing_on
from domain.words import LANGUAGES
from replays.annotation import Annotator
from replays.finding_parts import FrameIndex
from replays.recorder.preview import Preview, preview_line
from replays.view_models import finding_view
from tests.play import found, play, table
from tests.replays.library_sessions import LIBRARY, SAMPLES, grow, hot, named, read, samples
from tests.samples import sample

LAID = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS")


def preview(session, text: str, lang: str = "en", **more) -> Preview:
    return preview_line(session, read_entry(text, session.setup), lang, **more)


@pytest.mark.parametrize("path", SAMPLES, ids=named)
def test_a_preview_equals_the_recorded_line(path):
    session = read(path)
    annotator, live = Annotator(session.setup, "fr"), SessionState(UUID(int=1))
    live.setup = session.setup
    for number, line in enumerate(session.log, 1):
        assert len(live.timeline.frames)
        view = preview_line(live.view(), line, "fr")
        change = grow(live, line)
        index = FrameIndex(live.timeline.frames)

        assert view.line == number
        for shown, findings in ((view.findings, change.findings), (view.came, change.came), (view.went, change.went)):
            assert shown == [finding_view(annotator, finding, index) for finding in findings]
        assert view.says == annotator.line(line)


@pytest.mark.parametrize("path", sample(SAMPLES, *SAMPLES[::4], samples("new-haven")[2]), ids=named)
def test_a_preview_records_nothing(path):
    session = read(path)
    view = hot(session)
    before, asked = repr(view.frames), dict(view.frames[-1].step.state.known.missing.first_asked)
    for line in session.log:
        if isinstance(line, Ruled):  # another ruling on its claim names the one that stands
            line = replace(line, supersedes=standing_on(session.log, line.claim))
        if not isinstance(line, Branched):  # a branch is opened once
            preview_line(view, line, "en")

    assert repr(view.frames) == before and view.frames[-1].step.state.known.missing.first_asked == asked
    assert not view.frames[-1].step.state.known.missing.late


@pytest.mark.parametrize(
    ("lang", "says"), [("en", "Y builds Stone 3 on 3.1, face up"), ("fr", "Y construit le bâtiment Pierre 3")]
)
def test_a_preview_has_the_sentence_and_the_findings_of_a_line(lang, says):
    session = play(table(faces="stand-in"), *LAID, "B done")
    view = preview(session, "Y build R3 up 3.1", lang)

    assert view.says.startswith(says) and view.text == "Y build R3 up 3.1" and view.kind == "played"
    assert [(one.clause, one.seat) for one in view.findings] == [("NH-BUILD-3", "Y")]
    assert view.moment.scores == {"B": 0, "Y": 0} and len(session.log) == 3


def test_a_shortened_line_is_shown_as_it_would_be_written():
    assert preview(table(faces="stand-in"), "B harv c4 TS/WS").text == "B harvest c4 TS/WS"


def test_a_preview_shows_changes_of_earlier_findings():
    session = play(table(faces="stand-in"), *LAID, "B done", "Y pass")
    view = preview(session, "= - marker S +1 @2/NH-GATHER-1")

    assert [(one.line, one.clause, one.told_by) for one in view.came] == [(2, "NH-GATHER-1", 5)]
    view = preview(play(session, "= - marker S +1 @2/NH-GATHER-1"), "~ 5 -")
    assert [one.line for one in view.went] == [2] and view.came == [] and view.effects == []


@pytest.mark.parametrize("game", GAMES)
def test_the_preview_of_an_action_inserted_out_of_turn_equals_the_record(game):
    session, rng = read(sorted((LIBRARY / game / "games").glob("*.record"))[0]), Random(game)
    annotator, acts = Annotator(session.setup, "en"), [line for line in session.log if is_act(line)]
    own = later = 0
    for _ in range(60):
        length = rng.randrange(8, 60)
        live = SessionState(UUID(int=1))
        live.setup = session.setup
        for line in session.log[:length]:
            grow(live, line)
        action = replace(rng.choice(acts).action, seat=rng.randrange(len(session.setup.seats)))
        line = Inserted(after=rng.randrange(length + 1), body=Played(action=action))
        view, change = preview_line(live.view(), line, "en"), grow(live, line)
        index = FrameIndex(live.timeline.frames)
        for shown, findings in ((view.findings, change.findings), (view.came, change.came), (view.went, change.went)):
            assert shown == [finding_view(annotator, finding, index) for finding in findings]
        own, later = own + bool(view.findings), later + bool(view.came and not view.findings)
    assert own and later  # found at the line itself, or only at a line that comes after it


def is_act(line) -> bool:
    """Whether a line is an action of a seat."""
    return isinstance(line, Played) and line.action.seat is not None


def test_the_preview_of_an_insertion_names_the_later_line_it_breaks():
    session = play(table(faces="stand-in"), *LAID, "B build S2 up 2.1", "B done")
    view = preview(session, "~ 1+ B harvest d5 RR/RT")

    assert view.findings == [] and [(one.line, one.clause) for one in view.came] == [(2, "NH-HARVEST-1")]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("~ 4+ Y harvest b5 SS/SR", ["NH-TURN-2"]),
        ("~ 1+ B build W1 up 1.1", ["NH-TURN-3"]),
        ("~ 2+ Y pick S3", ["NH-DRAW-1"]),
    ],
)
def test_an_action_inserted_out_of_turn_has_the_same_findings_in_the_preview(text, clauses):
    lines = (LAID[0], "B harvest d4 WW/WS", "Y pass", "B pick W1", "B draw", "- refill S2", "Y harvest c4 TR/TS")
    session = play(table(faces="stand-in"), *lines)

    assert [one.clause for one in preview(session, text).findings] == clauses
    assert [clause for line, clause, _ in found(play(session, text)) if line == 8] == clauses


def test_a_face_read_later_is_judged_where_it_was_played():
    session = play(table(faces="stand-in"), LAID[0], "B harvest c3 ??/??")
    view = preview(session, "B show @2 WW/WW")

    assert [one.line for one in view.came] == [2]


def test_a_ruling_shows_what_it_would_do_to_the_score():
    session = play(table(faces="stand-in"), *LAID)
    view = preview(session, "$ - adjust B points +3 after 2 NH-SCORE-1")

    assert [(one.seat, one.before, one.after) for one in view.impact] == [("B", 0, 3), ("Y", 0, 0)]
    assert preview(session, "B done").impact == []


def test_a_preview_refuses_a_line_as_recording_would():
    session = play(table(faces="stand-in"), *LAID)

    with pytest.raises(UnknownLine):
        preview(session, "~ 9 -")
    with pytest.raises(SessionIsClosed):
        preview(replace(session, closed=True), "B done")


def test_a_preview_for_another_seat_reveals_no_secret():
    session = play(table(faces="stand-in"), *LAID, "B done", "Y pass", "B pick W4", "B draw T5")
    others = msgspec.json.encode(preview(hot(session), "B draw", viewer=1))

    assert b"T5" not in others


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_preview_can_be_sent(lang):
    view = preview(play(table(faces="stand-in"), *LAID), "Y harvest c3 TS/WS", lang)

    assert msgspec.json.decode(msgspec.json.encode(view), type=Preview) == view


def test_previewing_an_action_at_the_end_folds_nothing_again():
    session = read(max(LIBRARY.glob("*/games/*.record"), key=lambda path: path.stat().st_size))
    view = hot(replace(session, log=session.log[:-5]))
    forgotten = replace(view, log=[Note()] * view.lines)  # folding this again gives another table

    assert preview_line(forgotten, session.log[-5], "en") == preview_line(view, session.log[-5], "en")
    assert preview_line(forgotten.session, session.log[-5], "en") != preview_line(view, session.log[-5], "en")
