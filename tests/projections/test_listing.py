"""The listing: rows and position change together, and a rebuild gives the same rows."""

from uuid import UUID

import psycopg
import pytest

from domain.sessions.application import Sessions
from projections.lag import read_position
from projections.listing import read
from projections.runner import Runner
from projections.storage import open_storage
from tests.projections.club import TABLE, everything


def test_every_session_is_listed_as_it_stands(store):
    sessions, views, runner = store
    ids = [UUID(sessions.open(TABLE, actor="ann").session) for _ in range(3)]
    sessions.record(ids[1], "- pool T5 T6 R5 W4 W6", "B harvest b4 RR/TR", "Y harvest b4 RR/TR", actor="ann")
    sessions.record(ids[2], "- pool T5 T6 R5 W4 W6", actor="ann")
    sessions.finish(ids[2], actor="ann")
    assert sum(runner.catch_up()) == 11
    one, two, three = read.every_session(views)
    assert [one.session, two.session, three.session] == ids
    assert (two.lines, [seat.name for seat in two.seats], two.closed, three.closed) == (3, ["Anna", "Ben"], False, True)
    assert (one.status, three.status) == ("provisional", "confirmed")
    assert two.findings == sum(len(frame.step.findings) for frame in sessions.view(ids[1]).frames) > 0
    assert list(runner.catch_up()) == []


def test_the_updated_listing_equals_a_rebuilt_one(store, monkeypatch):
    sessions, views, runner = store
    monkeypatch.setattr("projections.runner.PAGE", 3)
    ids = [UUID(sessions.open(TABLE, actor="ann").session) for _ in range(4)]
    for number in range(12):
        sessions.record(ids[number % 4], f'; B "{number}"', actor="ann")
        list(runner.catch_up())
    before = everything(views)
    assert sum(runner.rebuild()) == 20
    assert everything(views) == before


def test_a_page_that_fails_leaves_rows_and_position_as_they_were(store, monkeypatch):
    sessions, views, runner = store
    first = UUID(sessions.open(TABLE, actor="ann").session)
    list(runner.catch_up())
    before, upto = everything(views), read_position(views)
    second = UUID(sessions.open(TABLE, actor="ann").session)
    sessions.record(first, '; B "more"', actor="ann")

    def broken(seen):
        raise ValueError("no row")

    with monkeypatch.context() as patch, pytest.raises(ValueError):
        patch.setattr("projections.listing.write.rows", broken)
        list(runner.catch_up())
    assert (everything(views), read_position(views)) == (before, upto)
    list(runner.catch_up())
    assert [one.session for one in read.every_session(views)] == [first, second]
    assert [one.lines for one in read.every_session(views)] == [1, 0]


def test_a_role_that_may_only_add_and_read_has_its_listing_too(postgres_url):
    sessions = Sessions(postgres_url)
    session = UUID(sessions.open(TABLE, actor="ann").session)
    sessions.close()
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("CREATE ROLE reading_clerk LOGIN")
        owner.execute("GRANT INSERT, SELECT ON ALL TABLES IN SCHEMA public TO reading_clerk")
    clerk_url = postgres_url.replace("//postgres:@", "//reading_clerk:@")
    reader, views = Sessions(clerk_url, writing=False), open_storage(clerk_url)
    assert sum(Runner(reader, views).catch_up()) == 2
    assert list(Runner(reader, views).catch_up()) == []
    assert [one.session for one in read.every_session(views)] == [session]
    views.close()
    reader.close()
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("DROP OWNED BY reading_clerk")
        owner.execute("DROP ROLE reading_clerk")
