"""Clubs over HTTP: their roles, what their tables inherit, and what people of another club see of them."""

import pytest

from api.http.requests.clubs import club_cookie
from domain.clubs.roles import CLUB_PERMISSIONS, CLUB_ROLES
from tests.api.operation_requests import BODIES, CLUB
from tests.api.people import LINES, TABLE, fresh_token, json_of
from tests.api.test_roles import described, in_a_club

HOUSE_RULES = [{"game": "new-haven", "variants": ["careful-harvest"], "readings": {}}]


class OpenClub:
    """A club with a token for every role."""

    def __init__(self, service, **settings):
        self.service, self.tokens = service, {"organiser": fresh_token(), "guest": "", "stranger": fresh_token()}
        made = json_of(service.ask("POST", "/api/clubs", self.tokens["organiser"], {**CLUB, **settings}), 201)
        self.id, self.grants = made["club"], {}
        for role in CLUB_ROLES[1:]:
            link = json_of(service.ask("POST", self.at("/grants"), self.tokens["organiser"], {"role": role}), 201)
            self.tokens[role], self.grants[role] = link["token"], link["grant"]

    def at(self, rest: str = "") -> str:
        return f"/api/clubs/{self.id}{rest}"

    def table(self, who: str = "organiser", **setup) -> str:
        body = {**TABLE, **setup}
        return json_of(self.service.ask("POST", self.at("/sessions"), self.tokens[who], body), 201)["session"]

    def role_at(self, session: str, who: str) -> str:
        answer = self.service.ask("GET", f"/api/sessions/{session}", self.tokens[who])
        return answer.json()["role"] if answer.status_code == 200 else answer.json()["code"]


@pytest.fixture(scope="module")
def quayside(module_service):
    return OpenClub(module_service, rules=HOUSE_RULES, claims="round", lang="fr")


def lines(club: OpenClub, session: str, who: str, *entries: str) -> tuple[int, str]:
    body = {"lines": list(entries)}
    answer = club.service.ask("POST", f"/api/sessions/{session}/lines", club.tokens[who], body)
    return answer.status_code, answer.json().get("code", "")


def test_every_operation_in_a_club_follows_the_table_of_roles(module_service):
    club = OpenClub(module_service)
    for operation in filter(in_a_club, described(module_service)):
        for who in ("organiser", *CLUB_ROLES[1:], "guest", "stranger"):
            body, organiser = {"role": "member"}, club.tokens["organiser"]
            given = json_of(module_service.ask("POST", club.at("/grants"), organiser, body), 201)
            path = operation.path.format(club=club.id, grant=given["grant"])
            answer = module_service.ask(operation.method, path, club.tokens[who], BODIES.get(operation.id))
            role = "guest" if who == "stranger" else who
            if operation.needs[0] in CLUB_PERMISSIONS[role]:
                assert answer.status_code == operation.status, (operation, who, answer.text)
            else:
                refused = (answer.status_code, answer.json()["code"])
                assert refused == (401 if who == "guest" else 403, "not-allowed"), (operation, who)


def test_a_closed_and_a_missing_club_get_the_same_answer(module_service):
    closed, nowhere = OpenClub(module_service, guests=False), "00000000-0000-4000-8000-000000000000"
    for operation in filter(in_a_club, described(module_service)):
        for who in ("guest", "stranger"):
            for id in (closed.id, nowhere):
                path = operation.path.format(club=id, grant="x")
                answer = module_service.ask(operation.method, path, closed.tokens[who], BODIES.get(operation.id))
                assert (answer.status_code, answer.json()["code"]) == (404, "unknown-club"), (operation, who, id)


def test_a_table_inherits_the_settings_of_its_club(quayside):
    session = quayside.table()
    table = quayside.service.ask("GET", f"/api/sessions/{session}").json()["table"]
    assert (table["variants"], table["claims"], table["text"]) == (["careful-harvest"], "round", "fr")

    other = quayside.table(variants=[], claims="5", text="en")
    table = quayside.service.ask("GET", f"/api/sessions/{other}").json()["table"]
    assert (table["variants"], table["claims"], table["text"]) == ([], "5", "en")


def test_a_role_in_the_club_is_one_at_its_tables_and_ends_there_at_once(module_service):
    club = OpenClub(module_service)
    session = club.table("scribe")
    roles = {who: club.role_at(session, who) for who in (*CLUB_ROLES, "stranger", "guest")}
    assert roles == {
        "organiser": "owner", "arbiter": "arbiter", "scribe": "owner", "member": "viewer",
        "stranger": "guest", "guest": "guest",
    }  # fmt: skip
    other = club.table()
    assert lines(club, other, "scribe", "- pool W1 S3 T2 R6 W4") == (201, "")  # the first thing it does there
    assert lines(club, other, "member", "B harvest c3 TS/WS") == (403, "not-allowed")

    revoked = club.service.ask("DELETE", club.at(f"/grants/{club.grants['scribe']}"), club.tokens["organiser"])
    assert revoked.status_code == 200
    assert lines(club, other, "scribe", "B harvest c3 TS/WS") == (403, "not-allowed")
    assert lines(club, session, "scribe", "- pool W1 S3 T2 R6 W4") == (403, "not-allowed")
    assert club.role_at(session, "scribe") == "guest"


def test_lists_show_a_closed_club_to_its_people_only(module_service):
    club, other = OpenClub(module_service, guests=False), OpenClub(module_service)
    session = club.table()
    module_service.caught_up()
    for who, token in {**club.tokens, "other": other.tokens["organiser"]}.items():
        rows = module_service.ask("GET", "/api/sessions", token, params={"club": club.id}).json()["rows"]
        sees = who in CLUB_ROLES
        assert [row["session"] for row in rows] == [session] * sees, who
        assert (club.role_at(session, who) == "unknown-session") != sees if who != "other" else True


def test_players_of_one_name_in_two_clubs_are_two(module_service):
    clubs = OpenClub(module_service), OpenClub(module_service)
    for club in clubs:
        club.table()
    module_service.caught_up()
    found = [
        {row["player"] for row in module_service.ask("GET", "/api/players", params={"club": club.id}).json()["rows"]}
        for club in clubs
    ]
    assert len(found[0]) == len(found[1]) == 2 and not found[0] & found[1]


def test_the_arbiters_link_opens_every_dispute_of_the_club_without_names(module_service):
    club, other = OpenClub(module_service), OpenClub(module_service)
    sessions = [club.table(), club.table()]
    for session in (*sessions, other.table()):
        owner = (other if session not in sessions else club).tokens["organiser"]
        body = {"lines": list(LINES)}
        json_of(module_service.ask("POST", f"/api/sessions/{session}/lines", owner, body), 201)
    module_service.caught_up()
    cookie = {"cookie": f"{club_cookie(club.id)}={club.tokens['arbiter']}", "accept": "text/html"}
    cases = module_service.ask("GET", "/docket", headers=cookie).text
    assert all(session in cases for session in sessions) and "Ana" not in cases and other.id not in cases
    assert cases.count("/desk") >= 2
    desk = module_service.ask("GET", f"/s/{sessions[0]}/disputes/5/desk", headers=cookie)
    assert desk.status_code == 200 and "Ana" not in desk.text
    home = module_service.ask("GET", "/", headers=cookie).text
    assert not any(session in home for session in sessions)
