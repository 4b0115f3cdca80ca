"""Views of disputes: those of the library with every remedy, whether late, their subject and their state."""

import pytest

from domain.errors import ClaimWithdrawn
from domain.games import GAMES
from domain.record.line_text import read_entry
from domain.record.lines import REMEDIES, Branched, OnBranch, Ruled, TakenBack, Triaged
from domain.rules import replace
from domain.timeline.disputes import STATES, disputes, open_claims
from domain.timeline.order import standing_rulings, table_order
from domain.timeline.timeline import Timeline
from domain.words import LANGUAGES
from replays.disputes.hearing import hearing_of
from replays.disputes.ledger import ledger_of
from replays.disputes.views import FINDING, LINE, OMISSION, RULING, VALUE, dispute_views
from replays.review.comparison import compare
from replays.viewpoint import Viewpoint
from tests.play import play, table
from tests.replays.library_sessions import LIBRARY, read

RECORDS = {game: read(LIBRARY / game / "samples" / "disputes.record") for game in GAMES}
LATE = {"new-haven": [198], "nieuw-amsterdam": [247], "mayflower": [333], "kontor": [43]}


def views(session, lang="en"):
    return dispute_views(session, lang, Viewpoint())


# The library --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_disputes_of_a_game_end_in_each_remedy(game):
    session = RECORDS[game]

    assert {ruled.remedy for _, ruled in standing_rulings(table_order(session.log))} == set(REMEDIES)
    assert any(one.omitted for one in session.log if hasattr(one, "omitted"))
    assert any(isinstance(line, Triaged) for line in session.log)
    assert not open_claims(session.log)
    both = compare(session)
    assert both.played.scores != both.ruled.scores


@pytest.mark.parametrize("game", GAMES)
def test_an_appeal_overturns(game):
    session = RECORDS[game]
    overturned = [one for dispute in views(session) for one in dispute.rulings if one.superseded_by]
    over = [session.log[one.superseded_by - 1] for one in overturned]

    assert overturned and [ruled.supersedes for ruled in over] == [one.line for one in overturned]
    assert all(one.remedy != ruled.remedy for one, ruled in zip(overturned, over, strict=True))
    appeals = [one for one in views(session) if one.subject == RULING]
    assert [one.about for one in appeals] == [one.line for one in overturned]
    assert [one.line for one in ledger_of(session, "en", Viewpoint()).entries if one.error == "ruled"]


@pytest.mark.parametrize("game", GAMES)
def test_a_late_claim_is_recorded_and_marked(game):
    found = views(RECORDS[game])

    assert [one.line for one in found if one.late] == LATE[game]
    assert all(one.state == "decided" for one in found)
    assert all(one.limit_says for one in found if one.late)


def test_kontors_own_limit_needs_no_agreement():
    late = next(one for one in views(RECORDS["kontor"]) if one.late)

    assert RECORDS["kontor"].setup.claims == ""
    assert (late.clause, late.limit, late.subject) == ("KO-CLAIM-2", "round", OMISSION)


@pytest.mark.parametrize("game", GAMES)
def test_play_goes_on_from_the_branch_that_was_picked(game):
    session = RECORDS[game]
    picked = next(at for at, line in enumerate(session.log, 1) if isinstance(line, Ruled) and line.remedy == "pick")
    back = session.log[picked]
    assert isinstance(back, TakenBack) and isinstance(session.log[back.to - 1], OnBranch)

    both = [Timeline(session.setup, session.log[: picked + 1], ruled).frames[-1] for ruled in (False, True)]
    beside = Timeline(session.setup, session.log[: picked + 1], branch="a")
    assert [one.step.state.phase for one in both] == [beside.frames[beside.at[back.to]].step.state.phase] * 2
    assert sum(isinstance(line, Branched) for line in session.log) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_dispute_can_be_heard(game, lang):
    """Before its ruling it is blind, and contains no name."""
    whole = RECORDS[game]
    for one in disputes(whole.log):
        session = type(whole)(setup=whole.setup, log=whole.log[: one.line])
        heard = hearing_of(session, one.line, lang)
        assert heard.blind and heard.dispute.state == "open"
        assert {"stand", "warn"} <= {offered.remedy for offered in heard.remedies}
        assert not set(whole.setup.names) & {player.name for player in heard.players}


# What they are about ------------------------------------------------------------------------------

OPENING = ("- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS", "B build R3 up 3.1")


def a_table(*lines, **more):
    return play(table(faces="stand-in", **more), *OPENING, *lines)


def only(session):
    (found,) = views(session)
    return found


@pytest.mark.parametrize(
    ("lines", "subject"),
    [
        (["! Y 2"], LINE),
        (["! Y 3 NH-BUILD-3"], FINDING),
        (["! Y 3"], LINE),
        (["! Y 3 NH-BUILD-6"], LINE),
        (["= - marker S 2", "! Y 4"], VALUE),
        (["| a after 2", "| a = - marker S 2", "! Y 5"], VALUE),
        (["~ 3+ = - marker S 2", "! Y 4"], VALUE),
        (["^ - marker S @2/NH-GATHER-1", "! Y 4"], OMISSION),
        (["! Y 2 omitted"], OMISSION),
        (["$ - stand", "! Y 4"], RULING),
        (["! Y 0"], LINE),
    ],
)
def test_the_subject_of_a_claim(lines, subject):
    one = only(a_table(*lines))

    assert one.subject == subject and one.subject_says


@pytest.mark.parametrize(
    ("lines", "states"),
    [
        ([], ["open"]),
        (["! Y withdraw 4"], ["withdrawn"]),
        (["$ 4 void 3"], ["decided"]),
        (["$ 4 void 3", "! B 5"], ["appealed", "open"]),
        (["$ 4 void 3", "! B 5", "! B withdraw 6"], ["decided", "withdrawn"]),
        (["$ 4 void 3", "! B 5", "$ 6 over 5 stand"], ["decided", "decided"]),
        (["$ 4 void 3", "! B 5", "$ 6 over 5 stand", "! Y 7"], ["decided", "appealed", "open"]),
    ],
)
def test_the_state_of_a_dispute(lines, states):
    found = views(a_table("! Y 3 NH-BUILD-3", *lines))

    assert [one.state for one in found] == states and set(states) <= set(STATES)
    assert all(one.state_says for one in found)


def test_a_withdrawn_claim_is_ruled_on_only_in_a_record_that_was_stored_before_this_was_refused():
    session = a_table("! Y 3 NH-BUILD-3", "! Y withdraw 4")
    with pytest.raises(ClaimWithdrawn):
        play(session, "$ 4 void 3")
    stored = replace(session, log=(*session.log, read_entry("$ 4 void 3", session.setup)))
    assert only(stored).state == "decided"


def test_an_appeal_is_heard_with_what_was_first_disputed():
    """An appeal need not cite the clause again: it shows the findings on the line of the first claim."""
    first, appeal = a_table("! Y 3 NH-BUILD-3"), a_table("! Y 3 NH-BUILD-3", "$ 4 stand", '! B 5 "unfair"')
    heard, again = hearing_of(first, 4, "en"), hearing_of(appeal, 6, "en")

    assert again.clause == heard.clause and again.moment == heard.moment and again.about == heard.about == 3
    assert again.dispute.findings == heard.dispute.findings != []


def test_a_claim_about_a_correction_is_ruled_on_as_one_about_the_line_it_corrects():
    seen = ["= - marker S +3 @2/NH-GATHER-1", "~ 4 = - marker S +4 @2/NH-GATHER-1"]
    of_the_line, of_the_correction = (
        [one.remedy for one in hearing_of(a_table(*seen, claim), 6, "en").remedies] for claim in ("! Y 4", "! Y 5")
    )
    assert "adjust" in of_the_line and of_the_correction == of_the_line


def test_very_many_disputes_have_views():
    """Each has a view, without folding the record once for each."""
    session = a_table(*(f"! Y {1 + number % 3}" for number in range(1500)))
    assert len(views(session)) == 1500


# When they are late -------------------------------------------------------------------------------

TURN_OVER = ("B pass", "Y pass", "B pick W1", "- refill T3", "Y harvest c3 TS/WS")


@pytest.mark.parametrize(
    ("limit", "lines", "late"),
    [
        ("turn", ["! Y 3"], False),
        ("turn", [*TURN_OVER[:4], "! Y 3"], False),
        ("turn", [*TURN_OVER, "! Y 3"], True),
        ("turn", [*TURN_OVER, "Y pass", "! B 8"], False),
        ("round", [*TURN_OVER, "! Y 3"], False),
        ("0", ["! Y 3"], False),
        ("0", ["B pass", "! Y 3"], True),
        ("1", ["B pass", "! Y 3"], False),
        ("1", ["B pass", "Y pass", "! Y 3"], True),
        ("1", ["B pass", '; Y "hm"', "= - marker S 0", "! Y 3"], False),
        ("2", ["! Y 0"], True),
        ("3", ["! Y 0"], False),
        ("", [*TURN_OVER, "! Y 0"], False),
        # what was written later can be claimed against later
        ("turn", [*TURN_OVER, "~ 3 B build R3 up 3.2", "! Y 9"], False),
        ("turn", [*TURN_OVER, "~ 3 B build R3 up 3.2", "! Y 3"], True),
        ("turn", [*TURN_OVER, "~ 3+ B build W2 up 2.1", "! Y 9"], False),
        ("0", ["B pass", "~ 3+ B build W2 up 2.1", "! Y 5"], False),
        ("0", ["B pass", "~ 3+ B build W2 up 2.1", "Y pass", "! Y 5"], True),
        ("0", ["~ 3 -", "! Y 3"], False),
        ("0", ["~ 3 -", "B pass", "! Y 3"], True),
        # a ruling is appealed against from when it was made
        ("turn", [*TURN_OVER, "$ - void 3", "! B 9"], False),
        ("0", ["$ - void 3", "B pass", "! B 4"], True),
        # on a branch time passes by what is played there, too
        ("0", ["| a after 2", "| a B build W2 up 2.1", "! Y 5"], False),
        ("0", ["| a after 2", "| a B build W2 up 2.1", "| a B pass", "! Y 5"], True),
        ("0", ["| a after 2", "| a B pass", "! Y 3"], False),
    ],
)
def test_a_claim_is_late_when_its_time_is_over(limit, lines, late):
    session = a_table(*lines, details={"claims": limit} if limit else {})
    one = views(session)[-1]

    assert (one.late, one.limit) == (late, limit)
    assert bool(one.limit_says) == bool(limit)


# The ledger ---------------------------------------------------------------------------------------


def errors(session) -> dict[str, str]:
    return {one.clause: one.error for one in ledger_of(session, "fr", Viewpoint()).entries}


def test_the_likely_kind_of_an_error():
    session = a_table("= B points 4")

    assert errors(session) == {"NH-BUILD-3": "played", "GR-SEEN": "recorded"}
    assert ledger_of(session, "en", Viewpoint()).errors == {"recorded": 1, "played": 1, "scored": 0, "ruled": 0}
    counted = next(
        one for one in ledger_of(RECORDS["mayflower"], "en", Viewpoint()).entries if one.clause == "MF-FINAL-5"
    )
    assert (counted.error, counted.triaged) == ("scored", None)


def test_the_last_triage_of_a_finding_counts():
    session = a_table("% 3 NH-BUILD-3 scored", "% 3 NH-BUILD-3 recorded", "% 2 NH-BUILD-3 ruled")
    (one,) = ledger_of(session, "en", Viewpoint()).entries

    assert (one.error, one.triaged) == ("recorded", 5) and one.remedy_says


def test_an_overturned_ruling_is_an_error_of_ruling():
    session = a_table("! Y 3 NH-BUILD-3", "$ 4 stand NH-BUILD-3", "! Y 5", "$ 6 over 5 void 3 NH-BUILD-3")

    assert [
        (one.line, one.triaged) for one in ledger_of(session, "en", Viewpoint()).entries if one.error == "ruled"
    ] == [(5, 7)]


@pytest.mark.parametrize("game", GAMES)
def test_the_remedy_of_a_wrong_count_restores_the_points_of_the_rules(game):
    """Each adjustment that the ledger offers gives the points of a correct count."""
    session = RECORDS[game]
    wrong = [one for one in ledger_of(session, "en", Viewpoint()).entries if one.entry.startswith("$")]
    for one in wrong:
        at = max(line for line, _ in _revealed_at(session, one))
        before = type(session)(setup=session.setup, log=session.log[:at])
        right = play(before, f"~ {at} -")
        ruled, now = (_points(session, True) for session in (play(before, one.entry), before))
        due, done = (_points(session, False) for session in (right, before))
        assert [a - b for a, b in zip(ruled, now, strict=True)] == [a - b for a, b in zip(due, done, strict=True)]


def _revealed_at(session, one):
    return [(f.reporting_line, f) for f in compare(session).findings if (f.line, f.clause) == (one.line, one.clause)]


def _points(session, ruled):
    return Timeline(session.setup, session.log, ruled).frames[-1].step.state.scores


@pytest.mark.parametrize("line", ["= B village 3.1 -", "= - pool W1"])
def test_a_value_that_is_no_number_gets_no_adjustment(line):
    """Without the value on the table there is no adjustment to propose."""
    session = a_table(line, "! Y 4")

    assert any(found.reporting_line == 4 for found in compare(session).findings)
    assert all(offered.remedy != "adjust" for offered in hearing_of(session, 5, "fr").remedies)
    assert ledger_of(session, "fr", Viewpoint()).entries
