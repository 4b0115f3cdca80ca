"""Lists over many sessions: filters, search, pages, and only what the requester may see."""

import json
import threading
from base64 import urlsafe_b64decode
from hashlib import sha256

import pytest

from projections.breaches import read as breaches
from projections.docket import read as docket
from projections.ledger import read as ledger
from projections.listing import read
from projections.players import read as players
from projections.queries import BadCursor, Requester, SessionQuery, all_rows, decode_cursor, encode_cursor
from projections.rulings import read as rulings
from projections.rulings.read import RulingQuery
from projections.standings import read as standings
from tests.projections.club import OPENING, OWNER, a_table, open_session, played, record

ANYBODY = Requester()
TOKEN = sha256(b"a token").hexdigest()


def found(views, asker=ANYBODY, **asked):
    return [one.session for one in all_rows(read.sessions, views, SessionQuery(**asked), asker, most=2)]


@pytest.fixture
def club(store):
    """Five sessions, the newest last."""
    sessions, views, runner = store
    details = [
        {"place": "Café Zoé", "date": "2026-01-05"},
        {"place": "café zoé", "date": "2026-02-05"},
        {"place": "Rotterdam", "date": "5 March"},
        {},
        {"place": "100%_sure"},
    ]
    names = [("Anna", "Ben"), ("Émile", "Ben"), ("Anna", "Øyvind"), ("B", "Y"), ("Anna", "Émile")]
    ids = [open_session(sessions, a_table(who, **what)) for who, what in zip(names, details, strict=True)]
    record(sessions, ids[0], OPENING, "B harvest b4 RR/TR", "Y harvest b4 RR/TR")
    record(sessions, ids[1], "! B 0")
    record(sessions, ids[2], OPENING)
    sessions.finish(ids[2], actor=OWNER)
    list(runner.catch_up())
    return views, ids


def test_sessions_are_listed_newest_first_and_filtered(club):
    views, (one, two, three, four, five) = club
    assert found(views) == [five, four, three, two, one]
    assert found(views, place="CAFE ZOE") == [two, one]
    assert found(views, since="2026-01-06", until="2026-02-28") == [two]
    assert found(views, until="2026-02-28") == [two, one]
    assert found(views, status="under-protest") == [two]
    assert found(views, status="confirmed") == [three]
    assert found(views, findings="with") == [one]
    assert found(views, findings="without") == [five, four, three, two]
    assert found(views, game="new-haven", findings="with") == [one]
    assert found(views, game="nieuw-amsterdam") == []
    (anna,) = players.players(views, SessionQuery(), ANYBODY, called="ann").rows
    assert found(views, player=anna.player) == [five, three, one]


def test_search_finds_words_in_names_and_places_without_accents(club):
    views, (one, two, three, _, five) = club
    assert found(views, search="emile") == [five, two]
    assert found(views, search="ZOE émile") == [two]
    assert found(views, search="rott") == [three]
    assert found(views, search="%") == found(views, search="_") == [five]
    assert found(views, search="' OR 1=1 --") == []
    assert found(views, search="anna rotterdam") == [three]
    assert found(views, search="ben") == [two, one]


def test_a_table_without_guests_is_listed_only_for_holders_of_a_grant(store):
    sessions, views, runner = store
    hidden = open_session(sessions, a_table(("Quirina", "Ben"), guests="off", place="Nowhere"))
    record(sessions, hidden, OPENING, "B harvest b4 RR/TR", "Y harvest b4 RR/TR", "! B 2 NH-HARVEST-3", "! B 1")
    record(sessions, hidden, "$ 4 warn B NH-HARVEST-3")
    sessions.finish(hidden, actor=OWNER)
    shown = open_session(sessions, a_table(("Anna", "Ben")))
    holder, viewer, stranger = Requester(token=TOKEN), Requester(token="b" * 64), Requester(token="c" * 64)
    granted = sessions.grant(hidden, "viewer", actor=OWNER, proof=TOKEN)
    sessions.grant(shown, "viewer", actor=OWNER, proof="b" * 64)
    list(runner.catch_up())
    lists = {
        "sessions": lambda asker: read.sessions(views, SessionQuery(), asker),
        "players": lambda asker: players.players(views, SessionQuery(), asker),
        "standings": lambda asker: standings.standings(views, SessionQuery(), asker),
        "breaches": lambda asker: breaches.breaches(views, SessionQuery(), asker),
        "lines": lambda asker: breaches.lines_of(views, "NH-HARVEST-2", SessionQuery(), asker),
        "docket": lambda asker: docket.docket(views, SessionQuery(), asker),
        "rulings": lambda asker: rulings.rulings(views, RulingQuery(), SessionQuery(), asker),
        "ledger": lambda asker: ledger.ledger(views, SessionQuery(), asker),
    }
    for name, asked in lists.items():
        assert len(asked(holder).rows) > len(asked(ANYBODY).rows), name
        for asker in (ANYBODY, stranger, viewer):
            text = str(asked(asker))
            assert "Quirina" not in text and str(hidden) not in text and "Nowhere" not in text, name
    assert found(views, holder) == [shown, hidden]
    assert found(views, holder, mine=True) == [hidden]
    assert found(views, viewer, mine=True) == [shown]
    assert found(views, ANYBODY, mine=True) == []
    assert found(views, ANYBODY, search="quirina") == []
    (quirina,) = players.players(views, SessionQuery(), holder, called="quirina").rows
    assert players.games_of(views, quirina.player, SessionQuery(), ANYBODY).rows == []

    grants = sessions.view(hidden).grants.values()
    sessions.revoke(hidden, next(one.grant for one in grants if one.token == TOKEN), actor=OWNER)
    list(runner.catch_up())

    assert granted.version and found(views, holder) == [shown]


def test_pages_lose_and_repeat_no_row_while_sessions_are_opened(store):
    sessions, views, runner = store
    before = [open_session(sessions) for _ in range(30)]
    list(runner.catch_up())
    going = threading.Event()

    def write():
        while not going.wait(0.001):
            record(sessions, before[len(views.rows("SELECT 1 FROM listing")) % 30], '; B "more"')
            open_session(sessions)
            list(runner.catch_up())

    writer = threading.Thread(target=write)
    writer.start()
    listed = []
    try:
        while len(listed) < 5 or len(views.rows("SELECT 1 FROM listing")) == 30:  # until something was written between
            listed.append([one.session for one in all_rows(read.sessions, views, SessionQuery(), ANYBODY, most=3)])
    finally:
        going.set()
        writer.join()
    for page in listed:
        assert len(set(page)) == len(page)
        assert [one for one in page if one in set(before)] == before[::-1]
    assert len(views.rows("SELECT 1 FROM listing")) > 30


@pytest.mark.parametrize("most", [1, 2, 100])
def test_every_list_is_complete_for_any_page_size(store, most):
    sessions, views, runner = store
    played(sessions)
    played(sessions)
    record(sessions, open_session(sessions), OPENING, "! B 1", "! Y 1", "! B 1")
    list(runner.catch_up())
    (ana,) = players.players(views, SessionQuery(), ANYBODY, called="ana").rows
    lists = [
        (read.sessions, (views,)),
        (players.players, (views,)),
        (players.games_of, (views, ana.player)),
        (standings.standings, (views,)),
        (breaches.breaches, (views,)),
        (breaches.lines_of, (views, breaches.breaches(views, SessionQuery(), ANYBODY).rows[0].clause)),
        (docket.docket, (views,)),
        (rulings.rulings, (views, RulingQuery())),
        (ledger.ledger, (views,)),
    ]
    for asked, given in lists:
        whole = asked(*given, SessionQuery(), ANYBODY).rows
        assert len(whole) > 1
        assert list(all_rows(asked, *given, SessionQuery(), ANYBODY, most=most)) == whole, asked


def test_no_page_has_more_than_a_hundred_rows(store):
    sessions, views, runner = store
    for _ in range(101):
        sessions.open(a_table(), actor=OWNER)
    list(runner.catch_up())
    page = read.sessions(views, SessionQuery(), ANYBODY, most=100_000)
    assert (len(page.rows), page.next is None) == (100, False)
    assert len(read.sessions(views, SessionQuery(), ANYBODY, cursor=page.next).rows) == 1


@pytest.mark.parametrize(
    "text",
    [
        "abc",
        "!!!",
        "é",
        "W10",
        encode_cursor("players", "a"),
        encode_cursor("sessions", "a"),
        encode_cursor("sessions"),
        encode_cursor("sessions", 2**70),
        encode_cursor("sessions", 1, 1),
    ],
)
def test_an_invented_cursor_is_refused(text):
    with pytest.raises(BadCursor):
        decode_cursor("sessions", text, int)


def test_a_cursor_reveals_nothing_beyond_its_page(store):
    """Sessions that a requester may not see do not change the cursors."""
    sessions, views, runner = store
    played(sessions)
    played(sessions)
    record(sessions, open_session(sessions), OPENING, "! B 1", "! Y 1", "! B 1")
    list(runner.catch_up())
    (ana,) = players.players(views, SessionQuery(), ANYBODY, called="ana").rows
    lists = [
        (read.sessions, (views,)),
        (players.players, (views,)),
        (players.games_of, (views, ana.player)),
        (standings.standings, (views,)),
        (breaches.breaches, (views,)),
        (breaches.lines_of, (views, breaches.breaches(views, SessionQuery(), ANYBODY).rows[0].clause)),
        (docket.docket, (views,)),
        (rulings.rulings, (views, RulingQuery())),
        (ledger.ledger, (views,)),
    ]
    before = [asked(*given, SessionQuery(), ANYBODY, most=1) for asked, given in lists]
    hidden = open_session(sessions, a_table(guests="off"))
    record(sessions, hidden, OPENING, "B harvest b4 RR/TR", "! B 1")
    list(runner.catch_up())
    numbers = {number for (number,) in views.rows("SELECT number FROM listing")}
    numbers |= {nth for table in ("docket", "rulings") for (nth,) in views.rows(f"SELECT nth FROM {table}")}

    for (asked, given), page in zip(lists, before, strict=True):
        assert asked(*given, SessionQuery(), ANYBODY, most=1) == page and page.next, asked
        for held in json.loads(urlsafe_b64decode(page.next + "==")):
            assert held not in numbers - {1, 2, 3, getattr(page.rows[-1], "line", 0)}, (asked, page.next)
    with pytest.raises(BadCursor):
        read.sessions(views, SessionQuery(), ANYBODY, cursor=encode_cursor("sessions", hidden.hex))
