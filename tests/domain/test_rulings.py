"""One ruling stands on a claim: the others are parts of the same decision, or were replaced."""

import pytest

from domain.errors import RuledAlready
from domain.record.line_text import read_entry
from domain.timeline.disputes import may_stand, rulings_in, standing_on, superseded
from replays.record_text import read_record, write_record
from tests.play import play, state, table

PLAYED = ("- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS", "B build S2 up 2.1", "Y build R3 up 3.1", "! Y 4 NH-BUILD-3")
CLAIM, FIRST = 5, 6
APPEAL = ("$ 5 void 4 NH-BUILD-3", "! B 6", "$ 7 over 6 stand NH-BUILD-3")


def ruled(*rulings: str):
    return play(table(), *PLAYED, *rulings)


def replaced(*rulings: str) -> dict[int, int]:
    return superseded(rulings_in(ruled(*rulings).log))


CONTRADICTING = (
    ("$ 5 void 4", "$ 5 stand"),
    ("$ 5 stand", "$ 5 void 4"),
    ("$ 5 stand", "$ 5 stand"),
    ("$ 5 void 4", "$ 5 void 4"),
    ("$ 5 void 4", "$ 5 back 3"),
    ("$ 5 adjust B points +1 after 4", "$ 5 adjust B points +1 after 4"),
    ("$ 5 adjust B points +1 after 4", "$ 5 stand"),
    ("$ 5 warn Y", "$ 5 warn Y"),
)
TOGETHER = (
    ("$ 5 adjust B points +1 after 4", "$ 5 adjust Y points -1 after 4"),
    ("$ 5 void 4", "$ 5 adjust B points +1 after 4"),
    ("$ 5 void 4", "$ 5 void 3"),
    ("$ 5 void 4", "$ 5 warn Y"),
    ("$ - warn Y", "$ - warn Y"),
)


@pytest.mark.parametrize("first, second", CONTRADICTING)
def test_a_second_ruling_that_contradicts_the_first_replaces_it_in_a_record(first, second):
    assert replaced(first, second) == {FIRST: FIRST + 1}
    assert state(ruled(first, second), ruled=True).scores == state(ruled("; -", second), ruled=True).scores
    assert standing_on(ruled(first, second).log, CLAIM) == FIRST + 1


@pytest.mark.parametrize("first, second", CONTRADICTING)
def test_a_contradicting_ruling_is_refused_unless_it_names_the_one_it_replaces(first, second):
    session = ruled(first)
    with pytest.raises(RuledAlready) as refused:
        may_stand(session.log, read_entry(second, session.setup))

    assert refused.value.facts == {"claim": CLAIM, "line": FIRST}
    may_stand(session.log, read_entry(second.replace("$ 5", "$ 5 over 6"), session.setup))


@pytest.mark.parametrize("first, second", TOGETHER)
def test_parts_of_one_decision_stand_together(first, second):
    assert replaced(first, second) == {}
    session = ruled(first)
    may_stand(session.log, read_entry(second, session.setup))


def test_a_ruling_replaced_by_an_appeal_is_not_replaced_again():
    session = ruled(*APPEAL)

    assert superseded(rulings_in(session.log)) == {6: 8}
    for late in ("$ 5 void 4", "$ 5 over 6 void 4"):
        with pytest.raises(RuledAlready) as refused:
            may_stand(session.log, read_entry(late, session.setup))
        assert refused.value.facts["line"] == 8
    may_stand(session.log, read_entry("$ 5 over 8 void 4", session.setup))


def test_a_decision_of_two_parts_is_replaced_by_one_ruling():
    parts = ("$ 5 adjust B points +1 after 4", "$ 5 adjust Y points -1 after 4")
    session = ruled(*parts)
    for again in ("$ 5 over 6 stand", "$ 5 over 7 stand", "$ 5 over 7 adjust B points +2 after 4"):
        may_stand(session.log, read_entry(again, session.setup))

    assert replaced(*parts, "$ 5 over 6 stand") == {6: 8, 7: 8}


def test_a_record_with_two_rulings_is_read_and_written_as_it_is():
    text = write_record(ruled("$ 5 void 4", "$ 5 stand"))
    session, troubles = read_record(text)

    assert not troubles and write_record(session) == text
