"""An arbiter who also plays sees no hands and rules nothing until every seat agrees, and what is read is recorded."""

import time
from contextlib import closing
from uuid import UUID

import pytest

from domain.errors import HandsHidden, KeyUsedTwice, NotAllowed, UnknownGrant
from domain.sessions.application import Sessions
from domain.sessions.commands import AgreeToArbiter, GrantPlayingArbiter
from domain.setup import Setup
from tests.api.people import json_of, open_table

SECRET = ("- pool W4 S3 T5 R6 W3", "B harvest c3 TS/WS", "B draw R5", '! Y 2 NH-HARVEST-1 "really?"')
RULING = "$ 4 void 2"


def playing_arbiter(service, table) -> tuple[str, str]:
    """The token and the grant of an arbiter who also plays at a table."""
    body = {"role": "arbiter", "plays": True}
    link = json_of(service.ask("POST", table.at("/grants"), table.tokens["owner"], body), 201)
    return link["token"], link["grant"]


def drawn(service, table, token: str) -> str:
    """The third line of the record, as a reader gets it."""
    answer = service.ask("GET", table.at("/record"), token)
    assert answer.status_code == 200, answer.text
    return next(line for line in answer.text.splitlines() if " draw" in line)


def test_an_arbiter_who_plays_sees_the_hands_once_every_seat_has_agreed(service):
    table = open_table(service, SECRET)
    token, grant = playing_arbiter(service, table)
    agreement = table.at(f"/grants/{grant}/agreement")
    assert "R5" in drawn(service, table, table.tokens["arbiter"])  # the control: one who does not play

    def is_kept_out() -> bool:
        refused = service.ask("GET", table.at("/evidence"), token)
        hearing = service.ask("GET", table.at("/disputes/4/hearing"), token)
        codes = [refused.json()["code"], hearing.json()["code"]]
        return codes == ["hands-hidden"] * 2 and "R5" not in drawn(service, table, token)

    assert is_kept_out()
    for who in ("owner", "scribe", "arbiter", "viewer"):
        assert service.ask("POST", agreement, table.tokens[who]).json()["code"] == "not-allowed"
    assert service.ask("POST", agreement, token).json()["code"] == "not-allowed"
    json_of(service.ask("POST", agreement, table.tokens["seat"]), 200)
    assert is_kept_out()
    json_of(service.ask("POST", agreement, table.tokens["other"]), 200)
    assert "R5" in drawn(service, table, token)
    assert service.ask("GET", table.at("/disputes/4/hearing"), token).status_code == 200
    other = table.at(f"/grants/{table.grants['arbiter']}/agreement")
    assert service.ask("POST", other, table.tokens["seat"]).json()["code"] == "unknown-grant"


def test_what_an_arbiter_read_of_the_hands_is_recorded_once_for_each_line(service):
    table = open_table(service, SECRET)
    sessions, id = service.backend.sessions, UUID(table.session)

    def noted() -> list[int]:
        time.sleep(0.2)  # it is written after the answer
        return [change.line for change in sessions.role_history(id) if change.kind == "hands-read"]

    for who in ("owner", "seat", "viewer"):
        drawn(service, table, table.tokens[who])
    before = noted()
    for _ in range(3):
        drawn(service, table, table.tokens["arbiter"])
    assert noted() == [4] and before in ([], [4])  # the token was used when the table was made
    head = service.head(table.session)
    drawn(service, table, table.tokens["arbiter"])
    assert noted() == [4] and service.head(table.session) == head
    json_of(service.ask("POST", table.at("/lines"), table.tokens["owner"], {"lines": ["Y pass"]}), 201)
    drawn(service, table, table.tokens["arbiter"])
    assert noted() == [5]
    sessions.verify(id)


@pytest.fixture
def sessions(tmp_path):
    with closing(Sessions(f"sqlite:///{tmp_path}/griffier.sqlite", keys=tmp_path / "keys")) as sessions:
        yield sessions


def seated(sessions, game: str = "new-haven") -> UUID:
    id = UUID(sessions.open(Setup(game=game, seats=("B", "Y"), faces="stand-in"), actor="owner").session)
    for person, seat in (("ana", 0), ("bo", 1)):
        sessions.grant(id, "seat", person=person, seat=seat, actor="owner")
    return id


def test_a_person_who_holds_a_seat_plays_whatever_the_owner_states(sessions):
    id = seated(sessions)
    sessions.grant(id, "arbiter", person="ana", actor="owner")
    sessions.grant(id, "arbiter", person="art", actor="owner")
    arbiters = {grant.person: grant for grant in sessions.view(id).grants.values() if grant.role == "arbiter"}
    assert (arbiters["ana"].sees_hands, arbiters["art"].sees_hands) == (False, True)
    sessions.record(id, *SECRET, actor="owner")
    with pytest.raises(HandsHidden):
        sessions.record(id, RULING, actor="ana")
    for person in ("ana", "bo"):
        sessions.do(AgreeToArbiter(session=id, grant=arbiters["ana"].grant, actor=person, key=f"agree {person}"))
    sessions.record(id, RULING, actor="ana")


def test_a_repeated_agreement_changes_nothing_and_a_second_one_is_refused(sessions):
    id = seated(sessions)
    sessions.do(GrantPlayingArbiter(session=id, role="arbiter", person="art", actor="owner", key="grant"))
    (arbiter,) = (grant for grant in sessions.view(id).grants.values() if grant.role == "arbiter")
    agree = AgreeToArbiter(session=id, grant=arbiter.grant, actor="ana", key="agree")
    assert sessions.do(agree) == sessions.do(agree)
    for command, error in (
        (AgreeToArbiter(session=id, grant=arbiter.grant, actor="ana", key="again"), NotAllowed),
        (AgreeToArbiter(session=id, grant="x", actor="ana", key="agree"), KeyUsedTwice),
        (AgreeToArbiter(session=id, grant="x", actor="ana", key="x"), UnknownGrant),
        (GrantPlayingArbiter(session=id, role="viewer", actor="owner", key="viewer"), NotAllowed),
    ):
        with pytest.raises(error):
            sessions.do(command)
    assert sessions.view(id).grants[arbiter.grant].agreed == (0,)


def test_where_nothing_is_hidden_an_arbiter_who_plays_rules_at_once(sessions):
    id = seated(sessions, "mayflower")
    sessions.do(GrantPlayingArbiter(session=id, role="arbiter", person="art", actor="owner", key="grant"))
    assert all(grant.sees_hands for grant in sessions.view(id).grants.values())
