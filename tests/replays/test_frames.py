"""The replay and the table after each line: every line once, in both languages, from each viewpoint."""

import msgspec
import pytest

from domain.errors import UnknownLine
from domain.observables import position
from domain.record.json_convert import read_fields
from domain.record.line_text import read_entry, write_entry
from domain.record.value_text import side_letters
from domain.rules import replace
from domain.setup import EVERYTHING
from domain.timeline.timeline import audit, replay
from domain.words import LANGUAGES
from replays.frames import Replay, replay_of
from replays.record_text import read_record, write_record
from replays.table_values import TableView, table_view
from replays.viewpoint import THEN, Viewpoint, frames_from, is_hidden, shown
from tests.play import play, table
from tests.replays.library_sessions import NEW_HAVEN, SAMPLES, hot, named, read

every_sample = pytest.mark.parametrize("path", SAMPLES, ids=named)
DRAWS = ("B harvest c4 TS/WS", "B done", "Y pass", "B pick W4", "B draw T5", "B draw R2", "Y harvest b4 RR/TR")


def fates(view: Replay) -> dict[int, list[tuple[str, int | None]]]:
    return {one.line: [(fate.fate, fate.by) for fate in one.fates] for one in (*view.frames, *view.asides) if one.fates}


def hidden_draws():
    """A session in which a seat's secret draws are recorded."""
    return play(table(faces="stand-in"), "- pool W1 S3 T2 R6 W4", *DRAWS)


@every_sample
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_that_counts_has_one_frame(path, lang):
    session = read(path)
    view = replay_of(session, lang, Viewpoint())

    lines = [one.line for one in (*view.frames, *view.asides)]
    assert sorted(lines) == list(range(len(session.log) + 1))
    for frame, made in zip(view.frames, audit(session.setup, session.log), strict=True):
        assert frame.says and frame.moment.says
        assert all(one.says in one.concludes and one.rule for one in frame.findings)
        assert len(frame.findings) == len(made.step.findings)
        assert list(frame.moment.scores) == list(side_letters(session.setup))
        if frame.line:
            assert repr(read_entry(frame.text, session.setup)) == repr(made.entry)
            assert repr(read_fields(frame.fields, session.setup)) == repr(made.entry)
    assert msgspec.json.decode(msgspec.json.encode(view), type=Replay) == view


def test_the_fate_of_a_line_names_the_line_that_caused_it():
    session = read(NEW_HAVEN)

    assert fates(replay_of(session, "en", Viewpoint())) == {
        3: [("struck", 4)],
        6: [("corrected", 7)],
        11: [("struck", 12)],
    }
    assert fates(replay_of(session, "en", Viewpoint(ruled=True))) == {
        3: [("struck", 4)],
        6: [("corrected", 7)],
        11: [("struck", 12)],
        15: [("adjusted", 17)],
        22: [("back", 23)],
        30: [("void", 37)],
    }


def test_corrections_and_strikes_that_no_longer_count_are_marked():
    session = play(table(faces="stand-in"), "B harvest c4 TS/WS", "~ 1 B harvest c5 TS/WS", "~ 1 B harvest d4 TS/WS")
    session = play(session, "Y pass", "~ 4 -", "~ 5 -")
    view = replay_of(session, "en", Viewpoint())

    assert fates(view) == {1: [("corrected", 3)], 2: [("corrected", 3)], 5: [("struck", 6)]}
    assert (view.frames[1].text, view.frames[1].first) == ("B harvest d4 TS/WS", "B harvest c4 TS/WS")
    assert [one.kind for one in view.asides] == ["corrected", "corrected", "struck", "struck"]


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "Ana places a tile on c2: timber-sheep/wheat-sheep"),
        ("fr", "Ana pose une tuile en c2\u00a0: bois-mouton/blé-mouton"),
    ],
)
def test_a_frame_has_the_actor_the_action_and_its_effects(lang, says):
    frame = replay_of(read(NEW_HAVEN), lang, Viewpoint(), 2, 2).frames[0]

    assert (frame.line, frame.kind, frame.seat, frame.text, frame.says) == (
        2,
        "played",
        "B",
        "B harvest c2 TS/WS",
        says,
    )
    assert (frame.moment.round, frame.moment.phase, frame.moment.waits) == (1, "build", ["B"])
    assert [(one.what, one.key, one.by, one.clause) for one in frame.effects] == [
        ("marker", ["W"], 1, "NH-GATHER-1"),
        ("marker", ["S"], 2, "NH-GATHER-1"),
        ("marker", ["T"], 1, "NH-GATHER-1"),
    ]


@pytest.mark.parametrize(
    ("first", "last", "lines"),
    [
        (None, 2, [0, 1, 2]),
        (0, 0, [0]),
        (5, 8, [5, 6, 8]),
        (7, 7, [6]),  # a correction is shown where it counts
        (11, 12, [14]),  # struck: the table as it stood then, a line inserted before it
        (14, 14, [14]),
        (40, None, [40, 41]),
        (9, 5, []),
    ],
)
def test_any_range_of_frames_can_be_requested(first, last, lines):
    view = replay_of(read(NEW_HAVEN), "en", Viewpoint(), first, last)

    assert [frame.line for frame in view.frames] == lines


@pytest.mark.parametrize("line", [-1, 42])
def test_an_unknown_line_is_refused(line):
    with pytest.raises(UnknownLine):
        replay_of(read(NEW_HAVEN), "en", Viewpoint(), line)
    with pytest.raises(UnknownLine):
        table_view(read(NEW_HAVEN), "en", Viewpoint(), line)


def test_findings_known_then_differ_from_findings_known_now():
    session = play(table(faces="stand-in"), "- pool W1 S3 T2 R6 W4", "B harvest c4 ??/??", "B show @2 TS/WS")
    then, now = (replay_of(session, "en", Viewpoint(known=known)).frames[2] for known in (THEN, "now"))

    assert any(isinstance(one.by, str) for one in then.effects)
    assert [one.by for one in now.effects] == [1, 2, 1]


@every_sample
@pytest.mark.parametrize("viewer", [EVERYTHING, None, 0])
def test_a_session_in_memory_shows_what_a_whole_fold_shows(path, viewer):
    session = read(path)

    assert replay_of(hot(session), "fr", Viewpoint(viewer)) == replay_of(session, "fr", Viewpoint(viewer))


def test_a_secret_is_shown_to_its_seat_only():
    session = hidden_draws()
    texts = {
        viewer: [frame.text for frame in replay_of(session, "en", Viewpoint(viewer)).frames if frame.line in (6, 7)]
        for viewer in (EVERYTHING, 0, 1, None)
    }

    assert texts[EVERYTHING] == texts[0] == ["B draw T5", "B draw R2"]
    assert texts[1] == texts[None] == ["B draw", "B draw"]
    behind = {viewer: _behind(session, viewer) for viewer in (0, 1)}
    assert "T5" in behind[0] and "T5" not in behind[1]


def _behind(session, viewer) -> str:
    area = table_view(session, "en", Viewpoint(viewer)).seats[0]
    return next(value.value for value in area.values if value.what == "behind")


def test_a_secret_in_a_struck_or_corrected_line_stays_secret():
    session = play(hidden_draws(), "~ 6 -", "~ 7 B draw R3")
    view = msgspec.json.encode(replay_of(session, "en", Viewpoint(None)))

    assert b"T5" not in view and b"R2" not in view and b"R3" not in view
    assert is_hidden(session, None) and not is_hidden(session, 0)
    assert [write_entry(shown(line, None, session.setup), session.setup).strip() for line in session.log[-2:]] == [
        "~  6 -",
        "~  7  B draw",
    ]


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("=  B behind T5 W4", "=  B behind +2"),
        ("=  B behind T5 +1", "=  B behind +2"),
        ("@  - phase gap ; B behind T5 R2", "@  - phase gap ; B behind +2"),
        ("~  6+  = B behind T5", "~  6+  =  B behind +1"),
    ],
)
def test_a_value_read_behind_a_screen_is_shown_to_its_seat_only(line, seen):
    session = play(hidden_draws(), line)
    entry, setup = session.log[-1], session.setup
    for viewer in (EVERYTHING, 0, 1, None):
        text = write_entry(shown(entry, viewer, setup), setup).strip()
        view = msgspec.json.encode(replay_of(session, "en", Viewpoint(viewer)))
        known = viewer in (EVERYTHING, 0)
        assert (b"T5" in view) == known and ("T5" in text) == known
        assert known or " ".join(text.split()) == " ".join(seen.split())
    as_seen = replace(session, log=tuple(shown(one, None, setup) for one in session.log))
    again, _ = read_record(write_record(as_seen))
    assert again.log == as_seen.log and "T5" not in _behind(again, EVERYTHING)
    assert _behind(again, EVERYTHING) == _behind(session, None) == _behind(session, 1)


@every_sample
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_every_observable_after_every_line(path, lang):
    session = read(path)
    frames = frames_from(session, Viewpoint())
    for frame in frames[:: max(1, len(frames) // 8)]:
        view = table_view(session, lang, Viewpoint(), frame.line)

        values = [*view.common, *(value for area in view.seats for value in area.values)]
        assert len(values) == len(position(frame.rules, frame.step.state))
        assert all(value.says for value in values)
        assert msgspec.json.decode(msgspec.json.encode(view), type=TableView) == view


@pytest.mark.parametrize(("lang", "says"), [("en", "not known exactly"), ("fr", "non connu exactement")])
def test_an_unknown_value_is_marked_as_unknown(lang, says):
    session = play(table(faces="stand-in"), "= - marker W 0..3")
    tables = {(value.what, *value.key): value for value in table_view(session, lang, Viewpoint()).common}

    assert tables["marker", "S"].sure and tables["marker", "S"].value == "0"
    session = play(session, "? lunch")
    tables = {(value.what, *value.key): value for value in table_view(session, lang, Viewpoint()).common}
    assert (
        not tables["marker", "S"].sure and says in tables["marker", "S"].says and tables["marker", "S"].needs == "gap 2"
    )
    assert not tables["pool",].sure


@every_sample
def test_the_table_after_a_line_equals_its_frame_as_known_then_and_now(path):
    session = read(path)
    middle = len(session.log) // 2
    then = table_view(session, "en", Viewpoint(known=THEN), middle)

    frame = next(one for one in reversed(replay(session.setup, session.log)) if one.line == then.line)
    assert (then.moment.round, then.moment.turn, then.moment.phase) == (
        frame.step.state.round,
        frame.step.state.turn,
        frame.step.state.phase,
    )
