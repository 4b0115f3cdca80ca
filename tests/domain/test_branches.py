"""Branches under protest: the fold follows the main branch by default, and a ruling picks one."""

import pytest

from domain.errors import NoSuchBranch, NotRecorded
from domain.timeline.frame import LEFT
from domain.timeline.timeline import Timeline, audit
from replays.record_text import read_record, write_record

HEAD = """griffier 1
game new-haven   text fr   variants -   readings -
seats B=Ana Y=Bo   first B   faces stand-in   help on   youngest B
  1    - pool W1 S3 T2 R6 W4
  2    B harvest c2 TS/WS
"""
FORKED = (
    HEAD
    + """  3    B build S2 up 2.1
  4 !  Y 3 NH-BUILD-3 "too dear"
  5 |  a after 2 "without it"
  6 |  a  B build T1 down 1.1
  7    B pass
  8 |  a  B pass
"""
)


def read(text):
    session, troubles = read_record(text)
    assert not troubles
    return session


def village(frame):
    """The buildings in Ana's village."""
    return set(frame.step.state.players[0].village)


def last(text, **how):
    session = read(text)
    return Timeline(session.setup, session.log, **how).frames[-1]


def test_a_record_with_branches_reads_back_identically():
    session = read(FORKED + '  9 $  4 pick a NH-BUILD-3 precedent "as claimed"\n 10 $  4 over 9 pick main\n')

    assert read(write_record(session)) == session


def test_the_fold_follows_the_main_branch_by_default():
    main, branch = last(FORKED), last(FORKED, branch="a")

    assert village(main) != village(branch)
    assert main.step.state.phase == branch.step.state.phase == "share"


def test_a_ruling_picks_a_branch_and_the_other_stays_readable():
    text = FORKED + "  9 $  4 pick a NH-BUILD-3\n"
    ruled = last(text, ruled=True)

    assert village(ruled) == village(last(FORKED, branch="a"))
    assert village(last(text)) == village(last(FORKED))
    session = read(text)
    fates = {frame.line: frame.fate for frame in audit(session.setup, session.log, ruled=True)}
    assert [line for line, fate in fates.items() if fate == LEFT] == [3, 7]


def test_picking_the_main_branch_changes_nothing():
    assert village(last(FORKED + "  9 $  4 pick main NH-BUILD-3\n", ruled=True)) == village(last(FORKED))


def test_an_appeal_that_picks_the_main_branch_restores_it():
    text = FORKED + "  9 $  4 pick a NH-BUILD-3\n 10 $  4 over 9 pick main NH-BUILD-3\n"

    assert village(last(text, ruled=True)) == village(last(FORKED))


def test_after_a_ruling_play_goes_on_from_the_branch_in_both_folds():
    text = FORKED + "  9 $  4 pick a NH-BUILD-3\n 10 <  8\n 11    Y harvest c3 TS/WS\n"
    played, ruled = last(text), last(text, ruled=True)

    assert village(played) == village(ruled) == village(last(FORKED, branch="a"))
    assert played.step.state.line == 11


def test_a_branch_can_branch():
    text = FORKED + "  9 |  b after 5\n 10 |  c after 6\n 11 |  c  B build W1 down 1.2\n"

    assert village(last(text, branch="c")) == {*village(last(FORKED, branch="a")), *village(last(text, branch="c"))}
    assert len(village(last(text, branch="c"))) == 2
    assert len(village(last(text, branch="b"))) == 1  # line 5 is of the first way, in which 3 was built


def test_a_line_on_a_branch_is_corrected_there():
    corrected = last(FORKED + "  9 ~  6  B build T1 down 2.2\n", branch="a")
    struck = last(FORKED + "  9 ~  6 -\n", branch="a")

    assert village(corrected) != village(last(FORKED, branch="a")) and len(village(corrected)) == 1
    assert village(struck) == set()
    assert village(last(FORKED + "  9 ~  6  B build T1 down 2.2\n")) == village(last(FORKED))


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("branch", ["", "a"])
def test_growing_line_by_line_gives_the_same_fold(ruled, branch):
    session = read(FORKED + "  9 $  4 pick a NH-BUILD-3\n 10 <  8\n 11    Y harvest c3 TS/WS\n 12 |  a  Y pass\n")
    grown = Timeline(session.setup, (), ruled, branch=branch)
    for line in session.log:
        grown.grow(line)

    whole = Timeline(session.setup, session.log, ruled, branch=branch)
    assert [repr(frame.step.state) for frame in grown.frames] == [repr(frame.step.state) for frame in whole.frames]


@pytest.mark.parametrize(
    "line", ["|  a after 1", "|  b  B pass", "$  4 pick b", "|  a  ~ 3 -", "|  main after 2", "|  a  | a B pass"]
)
def test_a_line_for_an_unknown_branch_is_refused(line):
    _, troubles = read_record(FORKED + f"  9 {line}\n")

    assert len(troubles) == 1 and isinstance(troubles[0].error, NotRecorded)


def test_a_branch_is_opened_once():
    _, troubles = read_record(FORKED + "  9 |  a after 1\n")

    assert isinstance(troubles[0].error, NoSuchBranch)
