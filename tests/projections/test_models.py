"""The rows of each read model: updated step by step, rebuilt, and after an erasure."""

from random import Random
from uuid import UUID

import pytest

from domain.rules import replace
from domain.store.erasable_texts import ERASED
from projections.breaches import read as breaches
from projections.docket import read as docket
from projections.models import prepare_tables
from projections.players import read as players
from projections.queries import Requester, SessionQuery
from projections.rulings import read as rulings
from projections.rulings.read import RulingQuery
from projections.runner import Runner
from projections.standings import read as standings
from replays.review.comparison import compare, findings_of
from tests.projections.club import OPENING, OWNER, a_table, everything, library, open_session, played, record, texts_of

ALL, ANYBODY = SessionQuery(), Requester()


def test_every_updated_model_equals_a_rebuilt_one(store, monkeypatch):
    sessions, views, runner = store
    monkeypatch.setattr("projections.runner.PAGE", 7)
    rng = Random(5)
    waiting = [(open_session(sessions, session.setup), texts_of(session)) for session in library()]
    while waiting:
        id, texts = rng.choice(waiting)
        count = rng.randrange(1, 9)
        record(sessions, id, *texts[:count])
        del texts[:count]
        waiting = [one for one in waiting if one[1]]
        list(runner.catch_up())
    before = everything(views)
    assert all(before[table] for table in ("listing", "players", "standings", "breaches", "rulings"))

    list(runner.rebuild())

    assert everything(views) == before


def test_a_session_read_without_keeping_displaces_none_in_memory(store):
    sessions, _, runner = store
    one, other = open_session(sessions), open_session(sessions)
    snapshots = runner.snapshots
    list(snapshots.read([one]))
    list(snapshots.read([other], keep=False))
    record(sessions, one, OPENING)
    assert next(snapshots.read([one], keep=False)).version == sessions.view(one).version
    assert list(snapshots.cached) == [one]


def test_findings_of_a_table_without_help_are_listed_once_it_is_closed(store):
    sessions, views, runner = store
    id = open_session(sessions, replace(a_table(), help=False))
    record(sessions, id, OPENING, "Y build R3 up 3.1")
    count = len(findings_of(sessions.view(id).frames))
    for change, listed in ((None, 0), (sessions.finish, count), (sessions.reopen, 0)):
        if change is not None:
            change(id, actor=OWNER)
        list(runner.catch_up())
        assert views.rows("SELECT findings FROM listing") == [(listed,)]
        assert len(views.rows("SELECT clause FROM breaches")) == listed
    assert count > 0


def test_breaches_are_the_findings_of_the_audit(store):
    sessions, views, runner = store
    ids = played(sessions)
    list(runner.catch_up())
    found = [finding for id in ids for finding in findings_of(sessions.view(id).frames)]
    counted = breaches.breaches(views, ALL, ANYBODY).rows
    assert sum(one.roots + one.consequences + one.undetermined for one in counted) == len(found) > 0
    assert {one.clause for one in counted} == {finding.clause for finding in found}
    assert [one.roots for one in counted] == sorted((one.roots for one in counted), reverse=True)
    worst = breaches.lines_of(views, counted[0].clause, ALL, Requester(lang="fr")).rows
    assert len([one for one in worst if one.kind == "root"]) == counted[0].roots
    assert all(one.says for one in worst)


def test_consequences_and_undetermined_findings_are_counted_apart(store):
    sessions, views, runner = store
    id = open_session(sessions)
    record(sessions, id, OPENING, "B harvest b4 RR/TR", "Y harvest b4 RR/TR", "= - marker W 7")
    list(runner.catch_up())
    kinds = [kind for (kind,) in views.rows("SELECT kind FROM breaches ORDER BY nth")]
    audit = findings_of(sessions.view(id).frames)
    assert kinds.count("undetermined") == sum(one.verdict == "undetermined" for one in audit)
    assert kinds.count("root") == sum(one.verdict != "undetermined" and one.root == one.line for one in audit) > 0


def test_standings_count_finished_sessions_as_ruled(store):
    sessions, views, runner = store
    ids = played(sessions)
    open_session(sessions, a_table(("Ana", "Bo")))
    list(runner.catch_up())
    rows = standings.standings(views, ALL, ANYBODY).rows
    for id in ids:
        session = sessions.view(id).session
        ruled = compare(session).ruled
        for seat, name in enumerate(session.setup.names):
            (one,) = [row for row in rows if (row.name, row.game) == (name, session.setup.game)]
            assert (one.played, one.points, one.won) == (1, ruled.scores[seat], int(seat in ruled.winners))
    assert len(rows) == sum(len(sessions.view(id).setup.seats) for id in ids)


def test_a_players_games_come_with_place_and_points(store):
    sessions, views, runner = store
    ids = played(sessions)
    ids.append(open_session(sessions, a_table(("Ana", "Zoé"))))
    list(runner.catch_up())
    (ana,) = players.players(views, ALL, ANYBODY, called="aná").rows
    hers = [id for id in ids if "Ana" in sessions.view(id).setup.names]
    assert (ana.name, ana.sessions) == ("Ana", len(hers)) and len(hers) > 2
    games = players.games_of(views, ana.player, ALL, ANYBODY).rows
    assert [one.session.session for one in games] == hers[::-1]
    assert (games[0].place, games[0].points, games[-1].place, games[-1].points) == (None, None, 2, 2)


def test_the_docket_holds_claims_until_they_are_withdrawn_or_ruled_on(store):
    sessions, views, runner = store
    one, other = open_session(sessions), open_session(sessions)
    for id in (one, other):
        record(sessions, id, OPENING, "B harvest b4 RR/TR", '! Y 2 NH-HARVEST-3 "outside"', "! B 2")
    list(runner.catch_up())
    rows = docket.docket(views, ALL, ANYBODY).rows
    assert [(row.session, row.line, row.about) for row in rows] == [(id, n, 2) for id in (one, other) for n in (3, 4)]
    assert (rows[0].seat, rows[0].name, rows[0].text, rows[0].clause) == ("Y", "Ben", "outside", "NH-HARVEST-3")
    assert _statuses(views) == ["under-protest", "under-protest"]

    record(sessions, one, "! Y withdraw 3", '$ 4 warn B NH-HARVEST-3 "mind the edge"')
    list(runner.catch_up())

    assert [row.session for row in docket.docket(views, ALL, ANYBODY).rows] == [other, other]
    assert [row.line for row in docket.docket(views, ALL, ANYBODY, clause="NH-HARVEST-3").rows] == [3]
    assert _statuses(views) == ["provisional", "under-protest"]


def _statuses(views):
    return [status for (status,) in views.rows("SELECT status FROM listing ORDER BY number")]


def test_rulings_are_found_by_clause_with_whether_they_are_in_force(store):
    sessions, views, runner = store
    id = open_session(sessions)
    record(sessions, id, OPENING, "B harvest b4 RR/TR", '! Y 2 NH-HARVEST-3 "outside"')
    record(sessions, id, '$ 3 void 2 NH-HARVEST-3 "so it was"', '$ 3 over 4 stand NH-HARVEST-3 "it was not"')
    list(runner.catch_up())
    newer, older = rulings.rulings(views, RulingQuery(clause="NH-HARVEST-3"), ALL, ANYBODY).rows
    assert (older.remedy, older.in_force, older.superseded_by, older.claimed) == ("void", False, 5, "outside")
    assert (newer.remedy, newer.in_force, newer.text, newer.claim) == ("stand", True, "it was not", 3)
    held = rulings.rulings(views, RulingQuery(standing=True), ALL, ANYBODY).rows
    assert [row.line for row in held] == [5]
    assert rulings.rulings(views, RulingQuery(remedy="back"), ALL, ANYBODY).rows == []


@pytest.mark.parametrize("secret", [(), ("B draw T5",)])
def test_the_impact_of_a_ruling_is_shown_as_guests_see_it(store, secret):
    """Whether updated step by step or at once, and whatever was corrected since."""
    sessions, views, runner = store
    id, ruling = open_session(sessions), "adjust B points +{} after 2 NH-SCORE-1"
    record(sessions, id, OPENING, "B harvest b4 RR/TR", *secret, "$ - " + ruling.format(3))
    list(runner.catch_up())
    record(sessions, id, "~ 2 -", "$ - " + ruling.format(4), f"$ - over {3 + len(secret)} " + ruling.format(1))
    list(runner.catch_up())
    bit_by_bit = rulings.rulings(views, RulingQuery(), ALL, ANYBODY).rows
    list(runner.rebuild())
    assert rulings.rulings(views, RulingQuery(), ALL, ANYBODY).rows == bit_by_bit
    impacts = [(row.before[0], row.after[0]) for row in reversed(bit_by_bit)]
    assert impacts == [("0", "3"), ("3", "7"), ("7", "5")]


def test_a_closed_outcome_that_a_ruling_changed_is_amended(store):
    sessions, views, runner = store
    one, other = open_session(sessions), open_session(sessions)
    record(sessions, one, OPENING, "B harvest b4 RR/TR", "$ - void 2 NH-HARVEST-3")
    record(sessions, other, OPENING, "B harvest b4 RR/TR", "$ - warn B NH-HARVEST-3")
    for id in (one, other):
        sessions.finish(id, actor=OWNER)
    list(runner.catch_up())
    assert _statuses(views) == ["amended", "confirmed"]


# Erasing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["seen before", "never seen"])
def test_an_erased_person_is_in_no_model(store, when):
    sessions, views, runner = store
    id = open_session(sessions, a_table(("Quirina", "Ben"), scribe="Quirina"))
    record(sessions, id, OPENING, "B harvest b4 RR/TR", "! B 2 NH-HARVEST-3", "$ 3 adjust B points +1 after 2")
    record(sessions, id, "! B 1")
    if when == "seen before":
        list(runner.catch_up())
        assert str(everything(views)).count("Quirina") >= 4

    sessions.erase_person("Quirina")
    list(runner.catch_up())

    assert "quirina" not in str(everything(views)).lower()
    assert ERASED in str(everything(views))
    after = everything(views)
    list(runner.rebuild())
    assert everything(views) == after


def test_an_erased_text_is_in_no_model(store):
    sessions, views, runner = store
    id = open_session(sessions)
    record(sessions, id, OPENING, '! B 1 "Mordecai cheats"', '! Y 1 "Mordecai lies"', '$ 2 stand "said Mordecai"')
    list(runner.catch_up())
    rows = str(everything(views)).casefold()
    assert rows.count("mordecai") == 7  # once an open claim; a ruling and its claim as written, as searched, blind

    for hash in sessions.recorder.texts(id):
        sessions.erase_text(id, hash)
    list(runner.catch_up())

    assert "mordecai" not in str(everything(views)).casefold()


def test_a_name_erased_during_an_update_is_removed(store):
    """The update has read the name already; the erasure is processed by the next one."""
    sessions, views, runner = store
    open_session(sessions, a_table(("Quirina", "Ben")))
    looked = runner.snapshots.read

    def erased_meanwhile(*given):
        for seen in looked(*given):
            sessions.erase_person("Quirina")
            yield seen

    runner.snapshots.read = erased_meanwhile
    list(runner.catch_up())
    assert "Quirina" in str(everything(views))
    runner.snapshots.read = looked
    list(runner.catch_up())
    assert "Quirina" not in str(everything(views))


# Trouble --------------------------------------------------------------------------------------------


def test_an_unreadable_session_does_not_stop_the_others(sqlite_url, monkeypatch):
    import sqlite3

    from domain.sessions.application import Sessions
    from projections.storage import open_storage

    sessions = Sessions(sqlite_url)
    one, other = open_session(sessions), open_session(sessions)
    sessions.close()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as file:
        file.execute("DROP TRIGGER session_events_no_update")
        which = "originator_id = ? AND originator_version = 2"
        file.execute(f"UPDATE session_events SET state = x'7b7d' WHERE {which}", (one.hex,))
    reader, views = Sessions(sqlite_url, writing=False), open_storage(sqlite_url)
    runner = Runner(reader, views)
    assert sum(runner.catch_up()) == 6
    assert [UUID(id) for (id,) in views.rows("SELECT session FROM listing")] == [other]
    assert views.rows("SELECT session, version, why FROM unread") == [(one.hex, 3, "unreadable")]
    views.close()
    reader.close()


def test_rows_computed_by_other_rules_are_rebuilt(store, monkeypatch):
    sessions, views, runner = store
    open_session(sessions)
    list(runner.catch_up())
    before = everything(views)
    with views.change() as tables:
        tables.rows("UPDATE listing SET findings = 77")
        tables.rows("UPDATE stamps SET stamp = 'another'")
    prepare_tables(views, fills=False)
    assert views.rows("SELECT findings FROM listing") == [(77,)]

    list(Runner(sessions, views).catch_up())

    assert everything(views) == before
