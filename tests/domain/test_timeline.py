"""The effect of corrections, strikes, insertions, steps back and rulings on a record."""

import pytest

from domain.errors import NoSuchRuling, NotCorrectable, SessionIsClosed, UnknownAgreement, UnknownLine, Unreadable
from domain.record.lines import Struck
from domain.rules import ScoreLine, replace
from domain.sessions.session import record
from domain.timeline.order import table_order
from domain.timeline.timeline import replay
from tests.play import found, frames, play, state, table

FIRST = ("B harvest c4 TS/WS", "B build S2 up 2.1", "Y pass")


def lines(session):
    return [(entry.line, entry.written) for entry in table_order(session.log).entries]


def test_a_corrected_line_keeps_its_number_and_its_place():
    session = play(table(), *FIRST, "~ 1  B harvest d4 TS/WS")

    assert lines(session) == [(1, 4), (2, 2), (3, 3)]
    assert "d4" in state(session).board and "c4" not in state(session).board


def test_the_last_correction_that_is_not_struck_counts():
    session = play(table(), *FIRST, "~ 1  B harvest d4 TS/WS", "~ 1  B harvest e4 TS/WS")
    assert "e4" in state(session).board

    session = play(session, "~ 5 -")
    assert "d4" in state(session).board

    session = play(session, "~ 6 -")
    assert "e4" in state(session).board


def test_a_correction_can_be_corrected():
    session = play(table(), *FIRST, "~ 1  B harvest d4 TS/WS", "~ 4  B harvest e4 TS/WS")

    assert lines(session)[0] == (1, 5)
    assert "e4" in state(session).board


def test_a_strike_removes_a_line_and_striking_the_strike_restores_it():
    session = play(table(), *FIRST, "~ 2 -")
    assert state(session).players[0].village == {}

    session = play(session, "~ 4 -")
    assert "2.1" in state(session).players[0].village


def test_insertions_come_directly_after_their_line_in_the_order_written():
    session = play(table(), *FIRST, "~ 1+ B build T down 1.5", "~ 1+ B done", "~ 0+ - pool W1 W2 W3 W4 W5")

    assert lines(session) == [(6, 6), (1, 1), (4, 4), (5, 5), (2, 2), (3, 3)]


def test_an_insertion_can_be_corrected_and_struck():
    session = play(table(), *FIRST, "~ 1+ B build T down 1.5", "~ 4  B build T down 1.4")
    assert "1.4" in state(session).players[0].village

    session = play(session, "~ 4 -")
    assert lines(session) == [(1, 1), (2, 2), (3, 3)]


def test_an_insertion_after_an_insertion_nests():
    session = play(table(), *FIRST, "~ 1+ B build T down 1.5", "~ 4+ B done")

    assert lines(session) == [(1, 1), (4, 4), (5, 5), (2, 2), (3, 3)]


def test_claims_and_rulings_are_never_corrected():
    session = play(table(), *FIRST, '! Y 2 NH-BUILD-3 "?"', "$ 4 stand NH-BUILD-3")

    for text in ("~ 4 -", "~ 5 -", "~ 4 B pass", "~ 1 ! Y 2 NH-BUILD-3"):
        with pytest.raises(NotCorrectable):
            play(session, text)
    assert len(session.log) == 5


def test_a_reference_to_an_unknown_line_is_refused():
    for text in ("~ 9 -", "~ 9+ B pass", "< 9", "! Y 9", "$ - void 9", "= - marker W 3 @9", "$ 9 stand"):
        with pytest.raises(UnknownLine):
            play(table(), *FIRST, text)


def test_a_closed_session_accepts_no_line():
    session = play(table(), *FIRST)
    with pytest.raises(SessionIsClosed):
        record(replace(session, closed=True), Struck(target=1))

    assert len(record(session, Struck(target=1)).log) == 4


def test_the_table_goes_back_and_plays_on_without_a_finding():
    session = play(table(), *FIRST, "B pick W1", "< 1", "B build T down 1.5", "Y pass")

    assert found(session) == []
    assert list(state(session).players[0].village) == ["1.5"]
    assert [frame.line for frame in frames(session)] == list(range(8))


def test_facts_learned_before_going_back_stay_known():
    session = play(table(), "B harvest c4 T?/WS", "B show @1 TS/WS", "< 0", "B harvest d4 RR/RW")

    assert state(session).known[1, "face"].value == "TSWS"


def test_a_gap_leads_to_no_false_finding():
    session = play(
        table(), *FIRST, "? about two turns", "Y harvest d5 WW/WS", "Y build R6 up 6.1", "B build W down 4.4"
    )

    assert all(verdict == "undetermined" for _, _, verdict in found(session))


def test_a_record_can_resume_from_a_position():
    session = play(
        table(),
        "? we began late",
        "@ - phase build ; - active 0 ; - played 1 ; - marker W 5 ; B behind W4 +2 ; B unsure no ; B village 3.3 W3",
    )

    assert found(play(session, "B build W4 up 4.3")) == []
    assert found(play(session, "B build W5 up 5.1")) == [(3, "NH-BUILD-6", "broken")]


def test_an_omission_can_be_made_good():
    turn = ("B harvest c4 TS/WS", "B done", "Y pass", "B pick W1", "- refill W2")
    session = play(table(), *turn, "^ B tiles @5/NH-ENDTURN-2")

    assert found(session) == [(5, "NH-ENDTURN-2", "broken")]
    assert state(session).players[0].tiles == 1

    session = play(session, "+ B tiles @5/NH-ENDTURN-2")
    assert state(session).players[0].tiles == 2
    assert found(session) == [(5, "NH-ENDTURN-2", "broken")]


def test_all_seats_can_settle_a_change():
    session = play(table(), *FIRST, '& - marker W +2 "miscounted, we all agree"', "= - marker W 3")

    assert found(session) == []


def test_a_voided_action_is_undone_but_its_turn_stays_used():
    session = play(table(), "B harvest b2 TS/WS", '$ - void 1 NH-HARVEST-2 "no"', "B done", "Y pass", "B pick W1")
    played, ruled = state(session), state(session, ruled=True)

    assert played.board["b2"].kind == "tile" and ruled.board["b2"].kind == "printed"
    assert found(session, ruled=True) == []
    assert played.turn == ruled.turn


def test_back_drops_the_lines_between():
    session = play(table(), *FIRST, "$ - back 1 NH-BUILD-3", "B build T down 1.5")

    assert list(state(session).players[0].village) == ["2.1", "1.5"]
    assert list(state(session, ruled=True).players[0].village) == ["1.5"]


def test_adjust_changes_an_observable_after_a_line():
    session = play(table(), *FIRST, "$ - adjust B points +3 after 2 NH-BUILD-3")

    assert state(session).scores == (0, 0)
    assert state(session, ruled=True).scores == (3, 0)


def test_adopt_changes_a_reading_from_a_line_or_throughout():
    share = ("B harvest c4 TS/WS", "Y build S2 up 2.1", "Y build T1 up 1.1")
    session = play(table(), *share)
    assert found(session) == []

    assert found(play(session, "$ - adopt NH-I-01=one"), ruled=True) == [(3, "NH-SHARE-2", "broken")]
    assert found(play(session, "$ - adopt NH-I-01=one from 3"), ruled=True) == [(3, "NH-SHARE-2", "broken")]
    assert found(play(session, "$ - adopt NH-I-01=one from 4"), ruled=True) == []


def test_a_ruling_is_superseded_by_number():
    session = play(table(), *FIRST, "$ - adjust B points +3 after 2", "$ - over 4 stand")

    assert state(session, ruled=True).scores == (0, 0)


def test_known_then_and_known_now():
    session = play(table(), "B harvest c4 TT/W?", "B build S1 up 1.1", "B show @1 TT/WR")

    assert [f.verdict for frame in replay(session.setup, session.log) for f in frame.step.findings] == ["undetermined"]
    assert found(session) == [(2, "NH-BUILD-3", "broken")]


# What a number points at


def test_going_back_to_a_correction_means_the_line_it_corrects():
    session = play(table(), "B harvest d4 TT/TS", "~ 1  B harvest d4 TR/TS", "B build T6 up 1.1")
    session = play(session, "$ - back 2 NH-BUILD-7", "< 2", "B build T1 up 1.1")

    assert found(session) == [(3, "NH-BUILD-7", "broken")]
    assert state(session, ruled=True).board["d4"].face == "TRTS"


def test_going_back_to_a_struck_line_means_the_one_before_it():
    session = play(table(), "B harvest d4 TR/TS", "B done", "B build T1 up 1.1", "< 2", "~ 2 -", "B build T2 up 2.2")

    assert found(session) == []


def test_a_ruling_about_a_struck_line_acts_where_it_stood():
    session = play(table(), *FIRST, "$ - adjust B points +3 after 2", "~ 2 -")
    assert state(session, ruled=True).scores == (3, 0)

    share = play(table(), "B harvest c4 TS/WS", "B done", "Y build S2 up 2.1", "Y build T1 up 1.1")
    assert found(play(share, "$ - adopt NH-I-01=one from 2", "~ 2 -"), ruled=True) == [(4, "NH-SHARE-2", "broken")]


def test_an_insertion_after_a_correction_stands_after_the_corrected_line():
    session = play(table(), *FIRST, "~ 1  B harvest d4 TS/WS", "~ 4+ B build T down 1.5")

    assert lines(session) == [(1, 4), (5, 5), (2, 2), (3, 3)]


def test_a_value_announced_about_a_correction_is_compared_with_the_corrected_line():
    session = play(table(), "B harvest c4 TT/TS", "~ 1  B harvest c4 TS/WS", "= - marker S +3 @2")

    assert found(session) == [(1, "NH-GATHER-1", "broken")]


@pytest.mark.parametrize("about", [3, 4])
def test_a_value_announced_about_a_line_without_effects_is_a_finding(about):
    session = play(table(), "B harvest c4 TS/WS", "B done", '; - "a note"', "~ 2 -", f"= - marker S +3 @{about}")

    assert found(session) == [(5, "GR-SEEN", "contradiction")]


def test_a_settled_change_can_be_voided():
    session = play(table(), *FIRST, "& B points +3", "$ - void 4")

    assert (state(session).scores, state(session, ruled=True).scores) == ((3, 0), (0, 0))


def test_an_omission_is_made_good_once():
    turn = ("B harvest c4 TS/WS", "B done", "Y pass", "B pick W1", "- refill W2", "^ B tiles @5/NH-ENDTURN-2")
    session = play(table(), *turn, "+ B tiles @5/NH-ENDTURN-2", "+ B tiles @5/NH-ENDTURN-2")

    assert state(session).players[0].tiles == 2


@pytest.mark.parametrize(
    ("line", "ruled"),
    [
        ("& B points +3", False),
        ("= B points 7", False),
        ("@ B points 5", False),
        ("$ - adjust B points +3 after 1", True),
    ],
)
def test_a_score_is_the_sum_of_its_score_lines_whatever_changed_it(line, ruled):
    session = play(table(), *FIRST, line, "< 1")
    walked = frames(session, ruled)
    for upto in range(1, len(walked) + 1):
        lines = [e for frame in walked[:upto] for e in frame.step.effects if isinstance(e, ScoreLine)]
        assert walked[upto - 1].step.state.scores[0] == sum(e.by for e in lines if e.key == (0,))


def test_an_adjusted_count_stops_at_zero():
    assert state(play(table(), *FIRST, "& - marker W -9")).markers[0] == 0


def test_a_line_taken_back_is_no_suspect():
    turn = ("B harvest c4 TS/WS", "B done", "Y pass", "B pick W1")
    session = play(table(), *turn, "= B tiles 1", "- refill W2", "< 5", "- refill W3", "= B tiles 1")

    assert found(session) == [(8, "NH-ENDTURN-2", "broken")]


def test_a_position_is_followed_by_its_consequences():
    session = play(table(), "@ - phase flip ; - played 1", "Y harvest c4 TS/WS")

    assert found(session) == []


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("- harvest c4 TS/WS", Unreadable),
        ("B pool W1 W2 W3 W4 W5", Unreadable),
        ("B refused pass: refused pass: pass", Unreadable),
        ("= - pool", Unreadable),
        ("& - marker W", Unreadable),
        ("= B marker W 3", Unreadable),
        ("^ - winners @1", Unreadable),
        ("+ B tiles +4 @1", Unreadable),
        ("! Y 1 NH-X and more words", Unreadable),
        ("! Y withdraw 1", NoSuchRuling),
        ("$ 1 stand", NoSuchRuling),
        ("$ - over 1 stand", NoSuchRuling),
        ("$ - adjust B points 3 after 1", Unreadable),
        ("$ - adopt NH-I-01=some", UnknownAgreement),
        ("< 1 2", Unreadable),
    ],
)
def test_a_line_with_extra_or_missing_words_is_refused(text, refused):
    session = play(table(), "B harvest c4 TS/WS")

    with pytest.raises(refused):
        play(session, text)


def test_an_inexact_change_can_be_announced():
    assert found(play(table(), "B harvest c4 TS/WS", "= - marker S +1..3 @1", "= - marker W +? @1")) == []
    assert found(play(table(), "B harvest c4 TS/WS", "= - marker S +3..4 @1")) == [(1, "NH-GATHER-1", "broken")]


def test_an_announced_total_is_compared_with_the_sum_of_effects():
    row = " ; ".join(
        f"B village {row}.{column} {colour}{row}" for row, colour in ((1, "W"), (2, "S")) for column in "12345"
    )
    session = play(table(), f"@ {row}", "- end")

    assert found(play(session, "= B points +6 @2")) == [(2, "NH-END-1", "broken")]
    wrong = play(session, "= B points +5 @2")
    assert found(wrong) == [(2, "NH-END-1", "broken"), (2, "NH-SCORE-2", "broken")]  # a row that was not doubled
    assert state(wrong).scores == (5, 0)
