"""The decisions of the design, with at least one test each, in New Haven."""

from copy import deepcopy

import pytest

from domain.errors import Ambiguous, UnknownSeat, Unreadable
from domain.fold import fold, judge, options, set_up
from domain.games import GAMES
from domain.games.new_haven.actions import Harvest
from domain.games.new_haven.pieces import area_for
from domain.rules import BROKEN, CONTRADICTION, UNDETERMINED
from domain.setup import Setup
from domain.timeline.timeline import audit, replay
from domain.words import LANGUAGES
from replays.annotation import Annotator, refusal_text
from replays.record_text import read_record, write_record
from replays.review.comparison import compare, findings_of
from tests.play import found, frames, play, state, table

GAME = GAMES["new-haven"]
TURN = ("B harvest c4 TS/WS", "B done", "Y pass", "B pick W1", "B draw", "- refill W2")


def finding(session, at=0):
    return findings_of(frames(session))[at]


# 1 Judge, do, follow


def test_an_unlawful_action_is_judged_and_carried_out():
    session = play(table(), "B harvest b2 TS/WS")

    assert found(session) == [(1, "NH-HARVEST-2", "broken")]
    assert state(session).board["b2"].face == "TSWS"
    assert [e.clause for e in frames(session)[1].step.effects] == ["NH-GATHER-1"] * 4


def test_all_findings_of_a_line_come_in_clause_order():
    session = play(table(seats="BYG"), "Y harvest a2 WW/WW")

    assert [clause for _, clause, _ in found(session)] == ["NH-COMP-2", "NH-TURN-2", "NH-HARVEST-3"]


def test_the_fold_never_changes_its_input():
    setup = Setup(game="new-haven", seats=("B", "Y"))
    rules = GAME.rules(setup)
    before = set_up(rules, setup, {}).state
    copy = deepcopy(before)

    fold(rules, before, Harvest(seat=0, cell="c4", face="TSWS"), 1)

    assert before == copy


def test_folding_without_judging_gives_the_same_state():
    setup = Setup(game="new-haven", seats=("B", "Y"))
    rules = GAME.rules(setup)
    state = set_up(rules, setup, {}).state
    action = Harvest(seat=0, cell="b2", face="TSWS")

    judged, plain = fold(rules, state, action, 1), fold(rules, state, action, 1, judging=False)

    assert judged.findings and not plain.findings
    assert judged.state == plain.state


# 2 One mistake, one finding


def test_an_action_is_blamed_for_what_it_adds_only():
    session = play(table(), "B harvest b2 TS/WS", "B done", "Y pass", "B pick W1", "- refill W2", "Y harvest c2 RR/WT")

    assert found(session) == [(1, "NH-HARVEST-2", "broken")]


def test_an_impossible_action_is_a_contradiction_and_a_count_stops_at_zero():
    session = play(table(), "- pool W1 W2 W3 W4 W5", "B harvest c4 TS/WS", "B pick W6")

    assert found(session) == [(3, "GR-COUNT", CONTRADICTION)]

    dear = play(table(), "B harvest c4 TS/WS", "B build S3 up 3.1")
    assert found(dear) == [(2, "NH-BUILD-3", BROKEN)]
    assert state(dear).markers == (1, 0, 1, 0)


def test_the_table_goes_on_from_an_action_out_of_turn():
    session = play(table(seats="BYG"), "G harvest c4 TS/WS", "G done", "B pass", "Y pass", "G pick W1", "- refill W2")
    session = play(session, "B harvest d4 RR/WT", "B done", "Y pass", "G pass", "B pick W2")

    assert found(session) == [(1, "NH-TURN-2", "broken")]


def test_an_omitted_duty_is_found_against_the_seat_that_owed_it():
    session = play(table(), "B harvest c4 TS/WS", "B done", "Y pass", "Y harvest d4 RR/WT")

    assert found(session) == [(4, "NH-DRAW-1", "broken")]
    assert finding(session).seat == 0


def test_a_consequence_names_its_root():
    full = " ; ".join(f"- space {cell} RR/WT" for cell in sorted(area_for(3) - {"c4", "d4", "b2", "f2", "b6", "f6"}))
    session = play(table(seats="BYG"), "G harvest c4 TS/WS", f"@ {full} ; G turns 9 ; B turns 9 ; Y turns 9", "- end")
    of_turns = [f for f in findings_of(frames(session)) if f.clause == "NH-TURN-4"]

    assert [(f.line, f.root) for f in of_turns] == [(3, 1)]


# 3 Facts are stored, consequences are derived


def test_a_session_holds_facts_only_and_folds_to_the_same_audit_again():
    session = play(table(), *TURN, "$ - adjust B points +3 after 2")
    again, _ = read_record(write_record(session))

    assert compare(again) == compare(session)
    assert {type(line).__name__ for line in session.log} == {"Played", "Ruled"}
    assert "effects" not in write_record(session) and "NH-GATHER" not in write_record(session)


# 4 Two gates


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("B sings loudly", Unreadable),
        ("B harvest z9 TS/WS", Unreadable),
        ("B harvest c4", Unreadable),
        ("B d", Ambiguous),
        ("Z pass", UnknownSeat),
        ("= B nonsense 3", Unreadable),
        ("= - marker W", Unreadable),
        ("$ 1 forgive 2", Unreadable),
        ("@ B tiles many", Unreadable),
    ],
)
def test_an_unreadable_line_changes_nothing_and_has_a_reason(text, refused, lang):
    session = play(table(), "B harvest c4 TS/WS")

    with pytest.raises(refused) as error:
        play(session, text)

    assert len(session.log) == 1
    message = refusal_text(error.value, lang)
    assert message and "{" not in message


def test_every_readable_line_is_recorded():
    session = play(table(), "Y build R6 up 6.5", "- end", "B harvest a1 WW/WW")

    assert len(session.log) == 3
    assert found(session)


def test_a_verb_may_be_shortened_while_only_one_fits():
    assert play(table(), "B h c4 TS/WS").log == play(table(), "B harvest c4 TS/WS").log


# 5 Known, not dealt


def test_an_unknown_square_makes_a_range_that_names_the_missing_fact():
    session = play(table(), "B harvest c4 TT/W?", "B build T2 up 2.1", "B build S1 up 1.1")

    assert found(session) == [(3, "NH-BUILD-3", UNDETERMINED)]
    assert finding(session).facts == {"needs": "face c4"}


def test_a_fact_reported_later_settles_an_earlier_finding():
    unsure = play(table(), "B harvest c4 TT/W?", "B build S1 up 1.1")

    assert found(play(unsure, "B show @1 TT/WS")) == []
    assert found(play(unsure, "B show @1 TT/WR")) == [(2, "NH-BUILD-3", BROKEN)]
    assert found(play(unsure, "= - space c4 TT/WR")) == [(2, "NH-BUILD-3", BROKEN)]


def test_a_replay_uses_only_facts_known_then():
    session = play(table(), "B harvest c4 TT/W?", "B build S1 up 1.1", "B show @1 TT/WR")
    then = [f.verdict for frame in replay(session.setup, session.log) for f in frame.step.findings]
    now = [f.verdict for frame in audit(session.setup, session.log) for f in frame.step.findings]

    assert (then, now) == ([UNDETERMINED], [BROKEN])


def test_a_secret_that_the_rules_keep_is_no_missing_fact():
    hidden = play(table(), "B harvest c4 TS/WS", "B build S2 up 2.1")
    assert found(hidden) == []

    shown = play(hidden, "B show @0 W1 W2 W3 W4 W5 W6")
    assert found(shown) == [(2, "NH-BUILD-1", BROKEN)]


def test_two_differing_reports_of_a_fact_are_a_contradiction_naming_both_lines():
    session = play(table(), "B harvest c4 TT/W?", "B show @1 TT/WS", "B show @1 TT/WR")

    assert found(session) == [(3, "GR-SEEN", CONTRADICTION)]
    assert finding(session).facts == {"before": 2, "of": 1}


# 6 is tests/domain/test_timeline.py

# 7 Two folds


def test_the_comparison_names_the_first_line_where_the_folds_differ():
    session = play(table(), *TURN, "$ - adjust B points +3 after 4 NH-SCORE-1")
    both = compare(session)

    assert (both.played.scores, both.ruled.scores, both.parts_at) == ((0, 0), (3, 0), 4)


# 8 Seen is kept apart from computed


def test_an_announced_value_is_compared_within_its_line():
    session = play(table(), "B harvest c4 TS/WS", "B build S3 up 3.1", "= - marker S +3 @1/NH-GATHER-1")

    assert found(session) == [(1, "NH-GATHER-1", BROKEN)]
    assert finding(session).reporting_line == 3


def test_a_reading_cites_the_single_effect_that_touched_it():
    session = play(table(), "B harvest c4 TS/WS", "= - marker S 3", "B build S3 up 3.1")

    assert found(session) == [(1, "NH-GATHER-1", BROKEN)]


def test_a_reading_touched_by_several_effects_names_them_all():
    session = play(table(), "B harvest c4 TS/WS", "B build S1 up 1.1", "= - marker S 2")

    assert found(session) == [(3, "GR-SEEN", CONTRADICTION)]
    assert [(s.line, s.clause) for s in finding(session).facts["suspects"]] == [(2, "NH-BUILD-4"), (1, "NH-GATHER-1")]


def test_the_fold_as_played_goes_on_from_the_value_read():
    assert state(play(table(), "B harvest c4 TS/WS", "= - marker S 3")).markers == (1, 3, 1, 0)


def test_an_inexact_reading_that_agrees_finds_nothing():
    session = play(table(), "B harvest c4 TS/WS", "= - marker S ? 1..4", "= - marker W 0..0")

    assert found(session) == [(1, "NH-GATHER-1", BROKEN)]


def test_a_change_that_no_line_made_is_a_contradiction():
    session = play(table(), "B harvest c4 TS/WS", "= B points +1 @1")

    assert found(session) == [(1, "GR-SEEN", CONTRADICTION)]


def test_a_gift_under_a_clause_that_gives_nothing_breaks_the_clause_and_stands():
    session = play(table(), "B harvest c4 TS/WS", "= B points +2 @1/NH-SCORE-1")

    assert found(session) == [(1, "NH-SCORE-1", BROKEN)]
    assert state(session).scores == (2, 0)


# 9 A rule has one home


def test_options_are_offers_no_check_calls_broken():
    setup = Setup(game="new-haven", seats=("B", "Y"), faces="stand-in")
    rules = GAME.rules(setup)
    state = set_up(rules, setup, {}).state

    offers = list(options(rules, state))

    assert [type(offer.example).__name__ for offer in offers] == ["Harvest", "Goods"]
    assert not any(judge(rules, state, offer.example) for offer in offers)
    assert len(offers[0].open["cell"].values) == 21


# 10 A variant is a row of data


def test_an_action_of_a_variant_not_agreed_on_is_carried_out_and_found():
    session = play(table(), "- settle b4=pond", "- clear c3=W4")

    assert [clause for _, clause, _ in found(session) if clause == "GR-AGREED"] == ["GR-AGREED"] * 2
    assert state(session).board["b4"].kind == "pond"


def test_no_code_asks_for_a_variant_by_name():
    from pathlib import Path

    names = [variant.id for variant in GAME.variants]
    rows = {"variants", "questions", "mistakes", "__init__"}  # where a name is given, and where it is played with
    for path in Path("domain").rglob("*.py"):
        if not rows & {*path.parts, path.stem}:
            text = path.read_text(encoding="utf-8")
            assert not any(f'"{name}"' in text for name in names), path


# 11 Rules live once, in Python: there is no browser yet, and nothing but Python in the rooms


def test_the_rules_are_written_in_python_only():
    from pathlib import Path

    kinds = {path.suffix for path in Path("domain").rglob("*") if path.is_file() and "__pycache__" not in str(path)}
    # Markdown and grammars are for readers, py.typed for type checkers, the HTML file verifies evidence in a browser.
    assert kinds <= {".py", ".json", ".md", ".lark", ".typed", ".html"}
    assert [path.name for path in Path("domain").rglob("*.html")] == ["verify.html"]


# 12 One writer: a session is a value, so a caller that holds one never sees it change


def test_recording_makes_a_new_session_and_leaves_the_old_one():
    before = play(table(), "B harvest c4 TS/WS")
    play(before, "B done")

    assert len(before.log) == 1


# 13 French and English


def test_a_finding_has_both_languages_with_plurals():
    session = play(table(), "B harvest c4 TS/WS", "B done", "Y pass", "Y harvest d4 RR/WT")
    english, french = (Annotator(session.setup, lang).finding(finding(session)) for lang in LANGUAGES)

    assert (english, french) == ("B still had to draw 1 building", "B devait encore piocher 1 bâtiment")
    assert Annotator(session.setup, "fr").words.count("draw_n", 0) == "0 pioche"
    assert Annotator(session.setup, "en").words.count("draw_n", 0) == "no draws"


# Viewpoint


def test_a_guest_sees_masked_lines_and_the_same_fold():
    session = play(table(), *TURN[:4], "B draw T2", "- refill W2")

    own = audit(session.setup, session.log, viewer=0)[-1].step.state
    guest = audit(session.setup, session.log, viewer=None)[-1].step.state

    assert "T2" in own.players[0].hand.known
    assert "T2" not in guest.players[0].hand.known
    assert own.players[0].hand.size == guest.players[0].hand.size
