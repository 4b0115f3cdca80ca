"""Sets up tables with a token for every role: owner, scribe, both seats, arbiter, viewer."""

import secrets
import time
from typing import Any

from msgspec import Struct

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
    for who, seat in ROLES.items():
        if who == "owner":
            continue
        role = {"role": "seat", "seat": seat} if seat else {"role": who}
        link = json_of(service.ask("POST", f"/api/sessions/{session}/grants", tokens["owner"], role), 201)
        tokens[who], grants[who] = link["token"], link["grant"]
    if lines:
        json_of(service.ask("POST", f"/api/sessions/{session}/lines", tokens["owner"], {"lines": list(lines)}), 201)
    if used:
        use_every_token(service, session, tokens)
    if closed:
        json_of(service.ask("POST", f"/api/sessions/{session}/closing", tokens["owner"], {}), 200)
    given = json_of(service.ask("GET", f"/api/sessions/{session}/grants", tokens["owner"]), 200)["grants"]
    grants["owner"] = next(held["grant"] for held in given if held["role"] == "owner")
    return OpenTable(session, tokens, grants)


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
