"""Sets up tables with a token for every role: owner, scribe, both seats, arbiter, viewer."""

import secrets
import time
from typing import Any
from uuid import UUID

from msgspec import Struct

from api.http.requests.role_links import token_hash
from domain.sessions.roles import grant_for_token

TABLE = {
    "game": "new-haven",
    "seats": [{"letter": "B", "name": "Ana"}, {"letter": "Y", "name": "Bo"}],
    "faces": "stand-in",
    "place": "the club",
}
LINES = (
    "- pool W1 S3 T2 R6 W4",
    "B harvest c3 TS/WS",
    "Y build R3 up 3.1",  # out of turn, and too dear
    '; B "a remark to keep"',
    '! Y 3 NH-BUILD-3 "was it?"',
)
ROLES = {"owner": None, "scribe": None, "seat": "B", "other": "Y", "arbiter": None, "viewer": None}


class OpenTable(Struct, frozen=True):
    """A table, and the token of each role."""

    session: str
    tokens: dict[str, str]  # owner, scribe, seat (of B), other (the seat of Y), arbiter, viewer
    grants: dict[str, str]

    def at(self, rest: str = "") -> str:
        """The address of a resource of this table."""
        return f"/api/sessions/{self.session}{rest}"


def fresh_token() -> str:
    """A token of 256 random bits."""
    return secrets.token_urlsafe(32)


def open_table(
    service: Any, lines: tuple[str, ...] = LINES, closed: bool = False, used: bool = True, owner: str = "", **setup: Any
) -> OpenTable:
    """Sets up a table with every role granted and used once, and some lines recorded."""
    tokens = {"owner": owner or fresh_token()}
    made = json_of(service.ask("POST", "/api/sessions", tokens["owner"], {**TABLE, **setup}), 201)
    session, grants = made["session"], {}
    for who in (one for one in ROLES if one != "owner"):
        give = give_role if hasattr(service, "sessions") and grants else ask_for_role
        tokens[who], grants[who] = give(service, session, tokens["owner"], who)
    if lines:
        json_of(service.ask("POST", f"/api/sessions/{session}/lines", tokens["owner"], {"lines": list(lines)}), 201)
    if used:
        use_every_token(service, session, tokens)
    if closed:
        json_of(service.ask("POST", f"/api/sessions/{session}/closing", tokens["owner"], {}), 200)
    given = json_of(service.ask("GET", f"/api/sessions/{session}/grants", tokens["owner"]), 200)["grants"]
    grants["owner"] = next(held["grant"] for held in given if held["role"] == "owner")
    return OpenTable(session, tokens, grants)


def ask_for_role(service: Any, session: str, owner: str, who: str) -> tuple[str, str]:
    """Grants a role over HTTP; its token and its grant."""
    body = {"role": "seat", "seat": ROLES[who]} if ROLES[who] else {"role": who}
    link = json_of(service.ask("POST", f"/api/sessions/{session}/grants", owner, body), 201)
    return link["token"], link["grant"]


def give_role(service: Any, session: str, owner: str, who: str) -> tuple[str, str]:
    """The same in this process, which takes a twentieth of the time: the answer of the API holds a QR code."""
    view, token = service.sessions.view(UUID(session)), fresh_token()
    seat = None if ROLES[who] is None else view.setup.seats.index(ROLES[who])
    role, by = "seat" if ROLES[who] else who, token_hash(owner)
    service.sessions.grant(view.id, role, seat=seat, actor="", token=by, proof=token_hash(token))
    grants = service.sessions.view(view.id).grants.values()
    return token, grant_for_token(grants, token_hash(token)).grant


def use_every_token(service: Any, session: str, tokens: dict[str, str]) -> None:
    """Uses every token once, and waits until the first uses are stored."""
    for token in tokens.values():
        json_of(service.ask("GET", f"/api/sessions/{session}", token), 200)
    given_up = time.monotonic() + 30
    while not all(held["used"] for held in grants_of(service, session, tokens["owner"])):
        assert time.monotonic() < given_up, "a grant was never used"
        time.sleep(0.002)


def grants_of(service: Any, session: str, owner: str) -> list[dict]:
    """The grants of a table."""
    return json_of(service.ask("GET", f"/api/sessions/{session}/grants", owner), 200)["grants"]


def json_of(answer: Any, status: int) -> Any:
    """The JSON of an answer, after checking its status."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    return answer.json()
