"""Folds of records with several branches: switching, correcting, picking again, and long branches."""

import pytest

from domain.errors import NothingToUndo, RecordFull
from domain.record.line_text import read_entry
from domain.record.lines import FACTS, Branched, OnBranch
from domain.rules import replace
from domain.sessions.session import MAX_BRANCHES, record
from domain.timeline.frame import LEFT, VOID
from domain.timeline.order import branch_of, table_order
from domain.timeline.timeline import Timeline
from replays.review.comparison import compare
from tests.domain.test_branches import FORKED, HEAD, last, read, village

ACROSS = (
    HEAD
    + """  3 |  a after 2
  4 |  b after 2
  5 |  a  B build T1 down 1.1
  6 |  b  B build W1 down 2.2
  7 |  a  < 6
  8 |  b  < 7
  9 |  a  B build T1 down 1.1
 10 |  b  < 9
"""
)


def grown(session, **how) -> Timeline:
    fold = Timeline(session.setup, (), **how)
    for line in session.log:
        fold.grow(line)
    return fold


def test_two_branches_that_switch_to_each_other_fold():
    assert len(village(last(ACROSS, branch="b"))) == len(village(last(ACROSS, branch="a"))) == 2
    assert village(last(ACROSS + " 11 <  8\n")) == village(last(ACROSS + " 11 <  6\n"))


def test_a_table_that_switches_branches_often_is_folded_once():
    lines = [f"{number} |  {'ab'[number % 2]}  < {number - 1}" for number in range(11, 200)]
    session = read(ACROSS + "\n".join(lines) + "\n200 <  199\n")

    fold = Timeline(session.setup, session.log)  # each way anew for every going over: more walks than there are atoms

    assert village(fold.frames[-1]) == village(last(ACROSS + " 11 <  10\n"))
    assert set(fold.branch_folds.folds) == {"a", "b"}


def test_a_value_announced_on_a_branch_after_the_switch_counts():
    text = FORKED + "  9 <  8\n 10 |  a  = B points +9 @8/NH-SHARE-1\n 11    Y pass\n"
    session = read(text)

    assert repr(grown(session).frames) == repr(Timeline(session.setup, session.log).frames)


def test_an_inserted_line_stands_on_the_branch_of_the_line_it_comes_after():
    text = FORKED + "  9 ~  6+ B build W1 down 2.2\n"

    assert len(village(last(text, branch="a"))) == 2
    assert village(last(text)) == village(last(FORKED))
    order = table_order(read(text).log)
    assert branch_of(order.entries[order.place[9]]) == "a"


def test_a_line_struck_and_restored_on_a_branch_counts_again():
    assert village(last(FORKED + "  9 ~  6 -\n 10 ~  9 -\n", branch="a")) == village(last(FORKED, branch="a"))


@pytest.mark.parametrize("second", ["main", "b"])
def test_the_later_of_two_rulings_on_one_fork_counts(second):
    """Also where it does not name the ruling it replaces."""
    text = FORKED + "  9 |  b after 2\n 10 |  b  B build W1 down 2.2\n 11 $  4 pick a\n"
    text += f" 12 $  4 pick {second}\n"

    assert village(last(text, ruled=True)) == village(last(FORKED if second == "main" else text, branch=second))


def test_a_second_protest_does_not_change_the_ruling_on_the_first():
    text = FORKED + "  9 $  4 pick a\n 10 <  8\n 11    Y harvest c3 TS/WS\n 12 |  b after 11\n"
    text += " 13    Y build T2 down 1.1\n 14 |  b  Y pass\n"
    for picked in ("main", "b"):
        ruled = last(text + f" 15 $  - pick {picked}\n", ruled=True)
        assert village(ruled) == village(last(FORKED, branch="a"))
        assert len(ruled.step.state.players[1].village) == (picked == "main")


def test_picking_a_fork_of_a_dropped_branch_restores_that_branch():
    text = FORKED + "  9 $  4 pick a\n 10 |  b after 7\n 11 $  - pick b\n"

    assert village(last(text, ruled=True)) == village(last(FORKED))


def test_a_branch_stays_visible_after_a_ruling_picked_another():
    text = FORKED + "  9 |  b after 2\n 10 |  b  B build W1 down 2.2\n 11 $  4 pick a\n"

    assert village(last(text, ruled=True, branch="b")) == village(last(text, branch="b"))


def test_going_back_across_a_fork_takes_the_lines_of_the_branch_back():
    text = FORKED + "  9 $  4 pick a\n 10 $  - back 2\n"

    assert village(last(text, ruled=True)) == set()
    assert village(last(text)) == village(last(FORKED))


def test_only_lines_of_play_can_be_voided():
    """Voiding a claim or a ruling is refused; where an older record holds such a ruling, it has no effect."""
    session = read(FORKED + "  9 $  4 pick a\n")
    for line in (9, 4):
        stored = read_entry(f"$ - void {line}", session.setup)
        with pytest.raises(NothingToUndo):
            record(session, stored)
        session = replace(session, log=(*session.log, stored))
    for line in (6, 3):
        session = record(session, read_entry(f"$ - void {line}", session.setup))
    fates = {frame.line: frame.fate for frame in Timeline(session.setup, session.log, ruled=True).frames if frame.fate}

    assert fates == {3: LEFT, 6: VOID, 7: LEFT}
    assert all(isinstance(getattr(session.log[line - 1], "body", session.log[line - 1]), FACTS) for line in fates)


def test_an_announced_value_can_be_voided():
    text = HEAD + "  3    B build S2 up 2.1\n  4 =  - marker S -5 @3/NH-BUILD-4\n"
    session = read(text)
    without = read(HEAD + "  3    B build S2 up 2.1\n")
    ruled = read(text + "  5 $  - void 4\n")

    table = [frame.step.effects for frame in Timeline(ruled.setup, ruled.log, ruled=True).frames]
    assert table[3] == Timeline(without.setup, without.log).frames[3].step.effects
    assert table[3] != Timeline(session.setup, session.log).frames[3].step.effects


def test_the_two_folds_differ_from_the_start_of_the_picked_branch():
    text = HEAD + "  3 |  a after 2\n  4 |  a  B build T1 down 1.1\n  5    B pass\n  6 $  - pick a\n"

    assert compare(read(text)).parts_at == 4


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("branch", ["", "a", "b"])
def test_growing_line_by_line_across_branches_gives_the_same_fold(ruled, branch):
    text = ACROSS + ' 11 !  Y 5\n 12 $  11 pick b\n 13 <  9\n 14 ~  5  B build T1 down 2.1\n 15 |  a  ; B "so"\n'
    session = read(text + " 16 ~  6+ B build S2 up 2.1\n 17 $  11 over 12 pick a\n 18 <  10\n 19    B pass\n")
    whole = Timeline(session.setup, session.log, ruled=ruled, branch=branch)

    assert repr(grown(session, ruled=ruled, branch=branch).frames) == repr(whole.frames)
    assert any(isinstance(frame.entry, OnBranch) for frame in whole.frames)


def test_a_record_with_two_long_branches_folds():
    """A thousand lines on each of two branches, and a table that switches to the end of each."""
    lines = [f"{number} |  {'ab'[number % 2]}  B pass" for number in range(11, 2011)]
    session = read(ACROSS + "\n".join(lines) + "\n2011 <  2009\n2012 <  2010\n")

    assert Timeline(session.setup, session.log, ruled=True).frames[-1].step.state.line == 2012


def test_the_number_of_branches_is_limited():
    """Each branch is a fold of its own, so thousands of them would be slow."""
    opened = "".join(f"{number} |  a{number} after 2\n" for number in range(3, 3 + MAX_BRANCHES))
    session = read(HEAD + opened)

    with pytest.raises(RecordFull):
        record(session, Branched(branch="z", after=2))
