"""Search by action, clause, variant and reading, with the lines that match, and nothing that a guest may not see."""

from domain.setup import Setup
from projections.listing import read
from projections.queries import Requester, SessionQuery, all_rows
from projections.terms.read import SessionTerms
from tests.projections.club import OPENING, OWNER, a_table, open_session, record

ANYBODY = Requester()


def found(views, search=None, **asked):
    """The lines found, by session."""
    rows = all_rows(read.sessions, views, SessionQuery(search=search), ANYBODY, most=2, terms=SessionTerms(**asked))
    return {row.session: row.found for row in rows}


def test_sessions_are_found_by_words_of_one_action_with_its_lines(store):
    sessions, views, runner = store
    one, two = open_session(sessions, a_table()), open_session(sessions, a_table(("Cleo", "Dana")))
    record(sessions, one, OPENING, "B harvest b4 RR/TR", "B build T1 up 1.1", "B build R3 up 3.1", "B done")
    record(sessions, two, OPENING, "B harvest c3 RR/TR", "B build T1 up 1.2", "Y harvest b4 WW/TR")
    record(sessions, two, "~ 4 Y harvest d4 WW/TR", "~ 3 -")
    list(runner.catch_up())

    assert found(views, action="build t1") == found(views, action="T1") == {one: [3]}
    assert found(views, action="build") == {one: [3, 4]}
    assert found(views, action="harvest") == {two: [2, 4], one: [2]}
    assert found(views, action="harvest b4") == {one: [2]}  # line 4 was corrected
    assert found(views, action="harvest d4") == {two: [4]}
    assert found(views, action="T1 R3") == {}  # not one action
    assert found(views, action="build", within=3) == {one: [3]}
    assert found(views, action="build", search="cleo") == {}
    assert found(views, action="' OR 1=1 --") == found(views, action="%") == {}
    assert found(views) == {two: [], one: []}


def test_sessions_are_found_by_clause_variant_and_reading(store):
    sessions, views, runner = store
    plain, other = a_table(), Setup(game="new-haven", seats=("B", "Y"), faces="stand-in", variants=("rebuild",))
    agreed = Setup(game="new-haven", seats=("B", "Y"), faces="stand-in", readings={"NH-I-01": "one"})
    one, two, three = (open_session(sessions, setup) for setup in (plain, other, agreed))
    record(sessions, one, OPENING, "B harvest b4 RR/TR", "Y harvest b4 RR/TR")
    list(runner.catch_up())

    assert found(views, clause="NH-HARVEST-2") == found(views, clause="nh-harvest-2", action="harvest") == {one: [3]}
    assert found(views, clause="NH-HARVEST-2", action="build") == found(views, clause="NH-HARVEST") == {}
    assert found(views, variant="rebuild") == {two: []}
    assert found(views, reading="NH-I-01=one") == {three: []}
    assert found(views, reading="NH-I-01=any") == {two: [], one: []}  # the default, pinned at the opening


def test_what_guests_may_not_see_is_not_found(store):
    sessions, views, runner = store
    hands, late, closed = (open_session(sessions, a_table(**more)) for more in ({}, {}, {"guests": "off"}))
    record(sessions, hands, OPENING, "B harvest b4 RR/TR", "B done", "B draw T2", '; B "S6"')
    sessions.delay(late, 0, 2, actor=OWNER)
    record(sessions, late, OPENING, "B harvest b4 RR/TR", "B build T1 up 1.1")
    record(sessions, closed, OPENING, "B harvest b4 RR/TR")
    list(runner.catch_up())

    assert found(views, action="draw") == {hands: [4]}
    assert found(views, action="T2") == found(views, action="S6") == found(views, action="T1") == {}
    assert found(views, action="harvest") == {hands: [2]}
    assert found(views, action="pool") == {late: [1], hands: [1]}
