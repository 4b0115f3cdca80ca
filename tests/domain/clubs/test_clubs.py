"""Clubs on both stores: founding, settings, roles, their tables and their people."""

from hashlib import sha256
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from msgspec import to_builtins

from domain.clubs.application import Clubs
from domain.clubs.club import ClubSettings, ClubState
from domain.clubs.roles import CLUB_CHANGE, CLUB_GRANT, CLUB_PERMISSIONS, CLUB_READ, CLUB_ROLES, CLUB_SET_UP
from domain.errors import KeyUsedTwice, NotAllowed, NotRecorded, UnknownAgreement, UnknownClub, UnknownSession, Unsound
from domain.sessions.application import Sessions
from domain.sessions.commands import OpenClubSession, RecordLines
from domain.sessions.roles import ARBITER, OWNER, SCRIBE, VIEWER
from domain.setup import Setup
from domain.store.club_events import CLUB_EVENT_TYPES, GameRules
from domain.store.erasable_texts import ERASED
from domain.store.mapper import canonical, unseal
from domain.store.side_tables import EVENTS_TABLE

QUAYSIDE = ClubSettings(
    name="Quayside",
    about="Tuesdays from 19:30",
    claims="turn",
    rules=(GameRules(game="new-haven", variants=["careful-harvest"], readings={}),),
)
TABLE = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def founded(clubs: Clubs, owner: str = "owner", **settings) -> UUID:
    made = clubs.found(ClubSettings(**{"name": "Quayside", **settings}), actor=owner, token=hashed(owner))
    return UUID(made.session)


def granted(clubs: Clubs, club: UUID, role: str, token: str, by: str = "owner") -> str:
    clubs.grant(club, role, proof=hashed(token), token=hashed(by))
    return next(grant.grant for grant in clubs.club(club).grants.values() if grant.token == hashed(token))


def table_in(clubs: Clubs, club: UUID, token: str = "owner", setup: Setup = TABLE) -> UUID:
    _, grant = clubs.authorize(club, hashed(token), CLUB_SET_UP)
    command = OpenClubSession(
        setup=setup, actor=token, token=hashed(token), key=uuid4().hex, club=str(club), grant=grant.grant
    )
    return UUID(clubs.sessions.do(command).session)


def roles_at(clubs: Clubs, session: UUID, token: str) -> str:
    grant = clubs.admit(clubs.sessions.view(session), hashed(token))[1]
    return grant.role if grant else "guest"


def test_a_club_is_what_its_events_say(clubs, url):
    club = UUID(clubs.found(QUAYSIDE, actor="owner", token=hashed("owner")).session)
    clubs.change(club, ClubSettings(name="Kade", lang="fr", guests=False), token=hashed("owner"))
    again = Clubs(Sessions(url, writing=False)).club(club)

    assert again.settings == clubs.club(club).settings == ClubSettings(name="Kade", lang="fr", guests=False)
    assert [grant.role for grant in again.grants.values()] == ["organiser"]
    assert again.version == 4


def test_a_founding_sent_twice_happens_once(clubs):
    first = clubs.found(QUAYSIDE, actor="owner", token=hashed("one"), key="k")

    assert clubs.found(QUAYSIDE, actor="owner", token=hashed("two"), key="k") == first
    with pytest.raises(KeyUsedTwice):
        clubs.found(ClubSettings(name="Other"), actor="owner", token=hashed("one"), key="k")
    assert len(clubs.store.clubs()) == 1


def test_a_grant_sent_twice_happens_once(clubs):
    club = founded(clubs)
    first = clubs.grant(club, "scribe", proof=hashed("a"), token=hashed("owner"), key="k")

    assert clubs.grant(club, "scribe", proof=hashed("b"), token=hashed("owner"), key="k") == first
    assert [grant.token for grant in clubs.club(club).grants.values()] == [hashed("owner"), hashed("a")]


@pytest.mark.parametrize(
    "rules", [{"variants": ["NH-V-NONE"], "readings": {}}, {"variants": [], "readings": {"X": "y"}}]
)
def test_house_rules_that_do_not_exist_are_refused(clubs, rules):
    with pytest.raises(UnknownAgreement):
        founded(clubs, rules=(GameRules(game="new-haven", **rules),))
    assert clubs.store.clubs() == []


DO = {
    CLUB_CHANGE: lambda clubs, club, token: clubs.change(club, QUAYSIDE, token=hashed(token)),
    CLUB_GRANT: lambda clubs, club, token: clubs.grant(club, "member", proof=hashed("x"), token=hashed(token)),
    CLUB_SET_UP: lambda clubs, club, token: table_in(clubs, club, token),
    CLUB_READ: lambda clubs, club, token: clubs.authorize(club, hashed(token), CLUB_READ),
}


def test_every_role_may_do_what_the_table_of_roles_says(clubs):
    club = founded(clubs)
    granted(clubs, club, "organiser", "organiser")
    for role in CLUB_ROLES[1:]:
        granted(clubs, club, role, role)
    for role in (*CLUB_ROLES, "guest"):
        for operation, act in DO.items():
            version = clubs.club(club).version
            if operation in CLUB_PERMISSIONS[role]:
                act(clubs, club, role)
            else:
                with pytest.raises(NotAllowed):
                    act(clubs, club, role)
                assert clubs.club(club).version == version


def test_a_closed_club_is_unknown_to_strangers(clubs):
    club = founded(clubs, guests=False)

    for token in ("", "stranger"):
        with pytest.raises(UnknownClub):
            clubs.authorize(club, hashed(token) if token else "", CLUB_READ)
    with pytest.raises(UnknownClub):
        clubs.club(uuid4())


def test_a_role_in_the_club_is_one_at_each_of_its_tables(clubs):
    club = founded(clubs)
    for role in ("arbiter", "scribe", "member"):
        granted(clubs, club, role, role)
    session = table_in(clubs, club)

    assert [roles_at(clubs, session, token) for token in ("owner", "arbiter", "scribe", "member", "other")] == [
        OWNER,
        ARBITER,
        SCRIBE,
        VIEWER,
        "guest",
    ]
    granted(clubs, club, "arbiter", "late")  # after the table was set up
    assert roles_at(clubs, session, "late") == ARBITER


def test_a_role_of_another_club_is_none_here(clubs):
    one, other = founded(clubs), founded(clubs, "else")
    granted(clubs, other, "arbiter", "arbiter", by="else")

    assert roles_at(clubs, table_in(clubs, one), "arbiter") == "guest"
    assert roles_at(clubs, table_in(clubs, other, "else"), "arbiter") == ARBITER


def test_a_revoked_role_is_worth_nothing_at_any_table_at_once(clubs):
    club = founded(clubs)
    grant = granted(clubs, club, "scribe", "scribe")
    session = table_in(clubs, club)
    assert roles_at(clubs, session, "scribe") == SCRIBE
    clubs.revoke(club, grant, token=hashed("owner"))

    assert roles_at(clubs, session, "scribe") == "guest"
    with pytest.raises(NotAllowed):
        clubs.check_writer(session, hashed("scribe"))
    assert roles_at(clubs, table_in(clubs, club), "scribe") == "guest"


def test_the_record_says_by_itself_who_could_write(clubs):
    club = founded(clubs)
    grant = granted(clubs, club, "scribe", "scribe")
    session = table_in(clubs, club)
    clubs.check_writer(session, hashed("scribe"))
    line = RecordLines(session=session, token=hashed("scribe"), key="k", entries=("- pool W1 S3 T2 R6 W4",))
    clubs.sessions.do(line)
    history = [(change.kind, change.role) for change in clubs.sessions.role_history(session)]

    assert history == [("role-granted", "owner"), ("role-granted", "owner"), ("role-granted", "scribe")]
    assert clubs.sessions.view(session).writers[0].role == SCRIBE
    assert {held.person for held in clubs.sessions.view(session).grants.values()} >= {f"griffier:club:{club}:{grant}"}


def test_the_last_organiser_stays(clubs):
    club = founded(clubs)
    (grant,) = clubs.club(club).grants

    with pytest.raises(NotAllowed):
        clubs.revoke(club, grant, token=hashed("owner"))


def test_people_of_one_name_in_two_clubs_are_two_people(clubs):
    one, other = founded(clubs), founded(clubs, "else")
    tables = [table_in(clubs, one), table_in(clubs, one), table_in(clubs, other, "else")]
    tables.append(UUID(clubs.sessions.open(TABLE, actor="nobody's").session))
    person = {club: clubs.store.person("Ana", club) for club in (str(one), str(other), "")}

    assert len(set(person.values())) == 3 and None not in person.values()
    assert [clubs.sessions.view(table).setup.names for table in tables] == [("Ana", "Bo")] * 4
    assert clubs.sessions.erase_person("Ana", str(one)) == 1
    names = [clubs.sessions.view(table).setup.names[0] for table in tables]
    assert names == [ERASED, ERASED, "Ana", "Ana"]
    for table in tables:
        clubs.sessions.verify(table)
    clubs.sessions.verify_register()


def test_a_new_person_at_a_table_of_a_club_belongs_to_the_club(clubs):
    club = founded(clubs)
    session = table_in(clubs, club)
    clubs.sessions.record(session, ': seat Y "Dana"', actor=f"griffier:club:{club}")

    assert clubs.store.person("Dana", str(club)) and clubs.store.person("Dana") is None


def test_a_club_is_no_session(clubs):
    club = founded(clubs)

    assert list(clubs.sessions.listed()) == []
    with pytest.raises(UnknownSession):
        clubs.sessions.view(club)
    with pytest.raises(NotRecorded):
        clubs.sessions.record(club, "B pass", actor="owner")
    with pytest.raises(UnknownClub):
        clubs.club(UUID(clubs.sessions.open(TABLE, actor="owner").session))


def test_the_chain_of_a_club_and_its_checkpoints_are_verified(clubs):
    club = founded(clubs)
    granted(clubs, club, "member", "member")

    assert clubs.sessions.verify(club).seq == 4
    assert clubs.sessions.verify_register() > 0


def test_a_changed_event_of_a_club_is_found(sqlite_url):
    import sqlite3

    sessions = Sessions(sqlite_url)
    club = founded(Clubs(sessions))
    sessions.close()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as raw:
        raw.execute(f"DROP TRIGGER {EVENTS_TABLE}_no_update")
        raw.execute(f"UPDATE {EVENTS_TABLE} SET state = CAST(replace(state, 'Quayside', 'Quayslde') AS BLOB)")
    with pytest.raises(Unsound):
        Sessions(sqlite_url, writing=False).verify(club)


def test_a_second_process_sees_what_the_first_wrote(postgres_url):
    one, other = Clubs(Sessions(postgres_url)), Clubs(Sessions(postgres_url))
    club = founded(one)
    granted(other, club, "scribe", "scribe")
    grant = granted(one, club, "arbiter", "arbiter")
    session = table_in(one, club)

    assert roles_at(other, session, "scribe") == SCRIBE and roles_at(other, session, "arbiter") == ARBITER
    one.revoke(club, grant, token=hashed("owner"))
    assert roles_at(other, session, "arbiter") == "guest"
    for clubs in (one, other):
        assert clubs.sessions.verify(club).seq == 6
        clubs.sessions.close()


def test_stored_events_of_a_club_keep_their_meaning():
    """The file never changes: a new version of an event gets a file of its own."""
    lines = Path("tests/domain/clubs/corpus/club-1.jsonl").read_bytes().splitlines()
    events = [unseal(line) for line in lines]
    club = ClubState(events[0].originator_id).apply(events).view()

    assert {event.event.TYPE for event in events} == set(CLUB_EVENT_TYPES)
    assert [canonical(to_builtins(event.envelope)) for event in events] == lines
    assert club.settings == ClubSettings(name="Café du Quai", lang="fr", guests=False, claims="12")
    assert [(grant.role, grant.used) for grant in club.grants.values()] == [("organiser", False), ("arbiter", True)]
    assert ClubState(club.id).apply(events[:2]).settings.rules_of("new-haven").readings == {"NH-I-01": "one"}
