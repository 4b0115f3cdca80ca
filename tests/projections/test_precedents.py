"""Precedents, similar rulings, and the ledger of errors, over many sessions."""

from uuid import UUID

import pytest

from domain.rules import replace
from projections.docket import read as docket
from projections.ledger import read as ledger
from projections.queries import Requester, SessionQuery, all_rows
from projections.rulings.precedents import PrecedentQuery, precedents, similar_rulings
from replays.disputes.similarity import Circumstances
from tests.projections.club import OPENING, OWNER, a_table, everything, open_session, record

ALL, ANYBODY = SessionQuery(), Requester()
CLAUSE = "NH-TURN-3"
EARLY = "Y build R3 up 3.1"


def ruled(sessions, *, why="so it was", claimed="too early", remedy="void 2", mark=" precedent", **details) -> UUID:
    """A session with a disputed building and a ruling."""
    id = open_session(sessions, a_table(**details))
    record(sessions, id, OPENING, EARLY, f'! Y 2 {CLAUSE} "{claimed}"')
    record(sessions, id, f'$ 3 {remedy} {CLAUSE}{mark} "{why}"')
    return id


def found(views, asker=ANYBODY, **wanted) -> list[UUID]:
    return [one.session for one in precedents(views, PrecedentQuery(**wanted), ALL, asker).rows]


def test_a_precedent_has_its_phase_and_its_facts(store):
    sessions, views, runner = store
    id = ruled(sessions, mark=" under NH-I-12=next-turn precedent")
    list(runner.catch_up())
    (one,) = precedents(views, PrecedentQuery(), ALL, Requester(lang="fr")).rows
    before = sessions.view(id).frames[1].step.state

    assert (one.precedent, one.under, one.phase) == (True, "NH-I-12=next-turn", before.phase)
    assert one.checks == sorted(
        {each.check for each in sessions.view(id).frames[2].step.findings if each.clause == CLAUSE}
    )
    assert one.checks and one.rule and one.says


def test_precedents_are_found_by_clause_words_moment_facts_and_remedy(store):
    sessions, views, runner = store
    first = ruled(sessions, why="l'été, à la lettre", claimed="100% sûr_")
    second = ruled(sessions, why="no harm done", remedy="stand")
    ruled(sessions, why="no precedent of anything", mark="")
    list(runner.catch_up())
    phase = sessions.view(first).frames[1].step.state.phase
    (check, *_) = precedents(views, PrecedentQuery(), ALL, ANYBODY).rows[0].checks

    assert found(views) == found(views, clause=CLAUSE) == found(views, phase=phase) == found(views, check=check)
    assert found(views) == [second, first] and found(views, clause="NH-BUILD-3") == []
    assert found(views, words="LETTRE ete") == found(views, words="100%") == found(views, words="sur_") == [first]
    assert found(views, words="1%0") == found(views, words="s_r") == found(views, words="harm lettre") == []
    assert found(views, remedy="stand") == [second] and found(views, phase="over") == []
    assert found(views, check=check[:-1]) == found(views, check="%") == []


def test_precedents_in_force_come_before_overturned_ones_across_pages(store):
    sessions, views, runner = store
    ids = [ruled(sessions) for _ in range(4)]
    record(sessions, ids[3], f'$ 3 over 4 stand {CLAUSE} precedent "it was not"')
    list(runner.catch_up())
    whole = precedents(views, PrecedentQuery(), ALL, ANYBODY).rows

    assert [one.in_force for one in whole] == [True] * 4 + [False]
    assert (whole[-1].session, whole[-1].superseded_by, whole[0].line) == (ids[3], 5, 5)
    for most in (1, 2, 3):
        assert list(all_rows(precedents, views, PrecedentQuery(), ALL, ANYBODY, most=most)) == whole


def test_an_appeal_without_a_clause_is_about_the_first_disputed_clause(store):
    sessions, views, runner = store
    id = ruled(sessions)
    record(sessions, id, '! B 4 "unfair"', "$ 5 over 4 stand precedent")
    list(runner.catch_up())

    assert [one.line for one in precedents(views, PrecedentQuery(clause=CLAUSE), ALL, ANYBODY).rows] == [6, 4]


def test_precedents_come_only_from_tables_the_requester_may_see(store):
    sessions, views, runner = store
    hidden = ruled(sessions, guests="off")
    sessions.grant(hidden, "viewer", actor=OWNER, proof="a" * 64)
    list(runner.catch_up())
    moment, mine = Circumstances(phase="", checks=[]), Requester(token="a" * 64)

    assert found(views) == [] and found(views, mine) == [hidden]
    assert similar_rulings(views, "new-haven", CLAUSE, moment, ("", frozenset()), ANYBODY) == []
    assert [one.session for one in similar_rulings(views, "new-haven", CLAUSE, moment, ("", frozenset()), mine)] == [
        hidden
    ]


def test_similar_rulings_share_the_clause_and_come_most_similar_first(store):
    sessions, views, runner = store
    like, overturned = ruled(sessions, mark=""), ruled(sessions)
    record(sessions, overturned, f'$ 3 over 4 stand {CLAUSE} "no"')
    other = open_session(sessions)
    record(sessions, other, OPENING, f'! Y 1 {CLAUSE} "not that"', f'$ 2 stand {CLAUSE} precedent "another matter"')
    record(sessions, open_session(sessions), OPENING, "! Y 1 NH-BUILD-3", "$ 2 stand NH-BUILD-3")
    list(runner.catch_up())
    (its,) = [one for one in precedents(views, PrecedentQuery(), ALL, ANYBODY).rows if one.session == overturned]
    moment = Circumstances(phase=its.phase, checks=its.checks)
    similar = similar_rulings(views, "new-haven", CLAUSE, moment, ("", frozenset()), ANYBODY)

    assert [(one.session, one.alike, one.in_force) for one in similar] == [
        (overturned, True, True),
        (like, True, True),
        (overturned, True, False),
        (other, False, True),
    ]
    own = (overturned.hex, frozenset({3}))
    assert [one.session for one in similar_rulings(views, "new-haven", CLAUSE, moment, own, ANYBODY)] == [like, other]
    assert similar_rulings(views, "kontor", CLAUSE, moment, own, ANYBODY) == []
    assert similar_rulings(views, "new-haven", "", moment, own, ANYBODY) == []


def test_similar_rulings_name_no_person(store):
    sessions, views, runner = store
    setup = replace(a_table(("Quirina", "Ben")), seats=("B", "Y"))
    id = open_session(sessions, setup)
    record(sessions, id, OPENING, EARLY, f'! Y 2 {CLAUSE} "Quirina, the blue one, reached over"')
    record(sessions, id, f'$ 3 warn B {CLAUSE} "Mind the edge, quirina; Ben was right, B was not"')
    list(runner.catch_up())
    for lang in ("en", "fr"):
        asker = Requester(lang=lang)
        (one,) = similar_rulings(
            views, "new-haven", CLAUSE, Circumstances(phase="", checks=[]), ("", frozenset()), asker
        )
        text = f"{one.claimed} {one.says} {one.text}"
        assert "α" in one.says and "α" in one.text and "β" in one.text
        assert not any(word in text.lower() for word in ("quirina", "ben", "blue", "bleu")), text


def test_the_docket_has_the_subject_lateness_and_appealed_ruling_of_a_claim(store):
    sessions, views, runner = store
    id = open_session(sessions, a_table(claims="1"))
    record(sessions, id, OPENING, EARLY, f"! Y 2 {CLAUSE}", "B pass", "Y pass", "! Y 2 omitted")
    record(sessions, id, f"$ 3 void 2 {CLAUSE}", "! B 7")
    list(runner.catch_up())
    rows = {row.line: row for row in docket.docket(views, ALL, Requester(lang="fr")).rows}

    assert [(line, row.subject, row.late, row.appeals, row.state) for line, row in rows.items()] == [
        (6, "omission", True, None, "open"),
        (8, "ruling", False, 7, "open"),
    ]
    assert all(row.subject_says and row.state_says for row in rows.values())


def test_the_docket_of_a_table_without_help_reveals_no_finding(store):
    sessions, views, runner = store
    id = open_session(sessions, replace(a_table(), help=False))
    record(sessions, id, OPENING, EARLY, f"! Y 2 {CLAUSE}")
    for change, subject in ((None, "line"), (sessions.finish, "finding")):
        if change is not None:
            change(id, actor=OWNER)
        list(runner.catch_up())
        assert [row.subject for row in docket.docket(views, ALL, ANYBODY).rows] == [subject]


# The ledger ---------------------------------------------------------------------------------------------------------


def counts(views, **asked) -> dict[tuple[str, str], dict[str, tuple[int, int]]]:
    """By place and clause: the number of triaged and of likely errors of each kind."""
    clause = asked.pop("clause", "")
    rows = ledger.ledger(views, SessionQuery(**asked), ANYBODY, clause=clause).rows
    errors = ("recorded", "played", "scored", "ruled")
    table = {(row.place, row.clause): {one: getattr(row, one) for one in errors} for row in rows}
    return {
        key: {one: (two.sorted, two.likely) for one, two in of.items() if two.sorted or two.likely}
        for key, of in table.items()
    }


def test_the_ledger_counts_triaged_and_likely_errors_separately_by_place_and_clause(store):
    sessions, views, runner = store
    here = [ruled(sessions, place="Café Zoé") for _ in range(2)]
    ruled(sessions, place="elsewhere")
    list(runner.catch_up())
    assert counts(views, clause=CLAUSE) == {
        ("Café Zoé", CLAUSE): {"played": (0, 2)},
        ("elsewhere", CLAUSE): {"played": (0, 1)},
    }

    record(sessions, here[0], f"% 2 {CLAUSE} played", f"% 2 {CLAUSE} recorded")  # the last one counts
    record(sessions, here[1], f'$ 3 over 4 stand {CLAUSE} "no"')
    list(runner.catch_up())

    assert counts(views, clause=CLAUSE, place="cafe zoe") == {
        ("Café Zoé", CLAUSE): {"recorded": (1, 0), "played": (0, 1), "ruled": (1, 0)}
    }
    before = everything(views)
    list(runner.rebuild())
    assert everything(views) == before
    whole = ledger.ledger(views, ALL, ANYBODY).rows
    assert [row.errors for row in whole] == sorted((row.errors for row in whole), reverse=True) and len(whole) > 1
    for most in (1, 2):
        assert list(all_rows(ledger.ledger, views, ALL, ANYBODY, most=most)) == whole


@pytest.mark.parametrize("guests", ["on", "off"])
def test_the_ledger_counts_only_sessions_the_requester_may_see(store, guests):
    sessions, views, runner = store
    ruled(sessions, **({"guests": "off"} if guests == "off" else {}))
    list(runner.catch_up())

    assert bool(ledger.ledger(views, ALL, ANYBODY).rows) == (guests == "on")
