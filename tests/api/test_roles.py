"""Who may do what: every operation, by every role, at every kind of table, compared with the table of permissions."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from domain.clubs.roles import CLUB_PERMISSIONS
from domain.sessions import roles
from domain.sessions.roles import (
    ANNOTATE,
    ANSWER,
    ASK,
    CLAIM,
    GUEST,
    NOTE,
    OWN,
    PERMISSIONS,
    RECORD,
    RULE,
    SEAT,
    TALK,
    TRIAGE,
    UNHELPED,
)
from tests.api.operation_requests import BODIES, LINES_OF, PATHS, PHOTOGRAPH, QUERIES
from tests.api.people import OpenTable, fresh_token, open_table

OPERATIONS = {value for name, value in vars(roles).items() if name.isupper() and isinstance(value, str)}
OPERATIONS |= set().union(*CLUB_PERMISSIONS.values())
WHO = ("owner", "scribe", "seat", "other", "arbiter", "viewer", "stranger", "guest")
ONCE = ("close_the_record", "reopen_the_record", "take_a_role_back")
ONCE += ("erase_a_text", "erase_a_photograph", "erase_a_statement")
THEIR_OWN = (OWN, NOTE, ANSWER, CLAIM, TALK)  # what a seat does for itself alone
EVEN_CLOSED = (CLAIM, RULE, TALK, TRIAGE, ANNOTATE)  # what a closed record still takes
METHODS = ("get", "post", "put", "patch", "delete")


class Operation(NamedTuple):
    """One operation of the OpenAPI document."""

    id: str
    method: str
    path: str
    needs: tuple[str, ...]
    status: int
    streams: bool


class Tables(NamedTuple):
    """The tables of a test: the role's own, another one, a closed one, one without guests."""

    own: OpenTable
    others: OpenTable
    closed: OpenTable
    quiet: OpenTable


def described(service: Any) -> list[Operation]:
    """All operations of the OpenAPI document."""
    paths = service.ask("GET", "/api/openapi.json").json()["paths"]
    return [_operation(path, method, of[method]) for path, of in paths.items() for method in METHODS if method in of]


def _operation(path: str, method: str, description: dict[str, Any]) -> Operation:
    good = next(status for status in description["responses"] if status.startswith("2"))
    streams = "text/event-stream" in description["responses"][good]["content"]
    needs = tuple(description.get("x-needs", ()))
    return Operation(description["operationId"], method.upper(), path, needs, int(good), streams)


def new_tables(service: Any) -> Tables:
    """Sets up one table of each kind; the tokens of the first hold no role at the second."""
    return Tables(*(_again(service, kind) for kind in Tables._fields))


def token_of(who: str, kind: str, tables: Tables) -> str:
    """The token that a role uses at a kind of table; a stranger has a token without any grant."""
    if who == "guest":
        return ""
    if who == "stranger":
        return tables.others.tokens["scribe"] if kind != "others" else fresh_token()
    return (tables.own if kind == "others" else getattr(tables, kind)).tokens[who]


def role_of(who: str, kind: str) -> str:
    """The role that the token has at that kind of table."""
    if who in ("guest", "stranger") or kind == "others":
        return GUEST
    return SEAT if who == "other" else who


def expected(who: str, kind: str, need: str, letter: str | None) -> str:
    """The expected outcome by the table of permissions: done, not allowed, or not found."""
    role = role_of(who, kind)
    if kind == "quiet" and role == GUEST:
        return "unknown-session"
    if need not in PERMISSIONS[role]:
        return "not-allowed"
    own = {"seat": "B", "other": "Y"}.get(who)
    return "done" if role != SEAT or need not in THEIR_OWN or letter == own else "not-allowed"


def asked(
    service: Any, operation: Operation, table: OpenTable, token: str, body: Any
) -> tuple[int, str, dict[str, Any]]:
    """Status, code and answer of one request."""
    known = {"session": table.session, "grant": table.grants["viewer"], **PATHS}
    path = re.sub(r"{(\w+)}", lambda match: str(known[match[1]]), operation.path)
    if operation.streams:
        status, first = service.begins(path, token)
        return status, "" if status == 200 else re.search(rb'"code":"([\w-]+)"', first)[1].decode(), {}
    answer = service.ask(operation.method, path, token, body, params=QUERIES.get(operation.id, {}))
    problem = answer.json() if answer.status_code >= 400 else {}
    return answer.status_code, problem.get("code", ""), problem


def cells(operation: Operation) -> Iterator[tuple[str, str | None, Any]]:
    """The requests to try for an operation: its permission with its body, or each kind of line with its permission."""
    if operation.id != "record_lines":
        body = BODIES.get(operation.id)
        named = {**QUERIES.get(operation.id, {}), **(body if isinstance(body, dict) else {})}
        yield operation.needs[0], named.get("seat"), body
        return
    for need, letter, line in LINES_OF:
        yield need, letter, {"lines": [line]}


def deviation(service: Any, operation: Operation, who: str, kind: str, tables: Tables, cell: tuple) -> str | None:
    """How an answer deviates from the table of permissions; None where it does not."""
    need, letter, body = cell
    table = getattr(tables, kind)
    before = service.head(table.session)
    token = token_of(who, kind, tables)
    status, code, problem = asked(service, operation, table, token, body)
    wanted = expected(who, kind, need, letter)
    where = f"{operation.method} {operation.path} {need} {letter or ''} by {who} at {kind}: {status} {code}"
    if status >= 400 and service.head(table.session) != before:
        return f"{where}, and something was written"
    if wanted == "done":
        return (
            None if status == operation.status or _as_it_stands(operation, kind, need, code) else f"{where}, not done"
        )
    right = {"unknown-session": 404, "not-allowed": 403 if token else 401}[wanted]
    return None if (status, code) == (right, wanted) else f"{where}, not {right} {wanted} {problem.get('detail')}"


def _as_it_stands(operation: Operation, kind: str, need: str, code: str) -> bool:
    """Whether a permitted request is refused because of the state of the table; disputes go on after closing."""
    if code == "names-hidden":  # a dispute of the table waits for this arbiter
        return operation.id in ("evidence", "faces_met")
    if code in ("unknown-seat", "unreadable"):  # for the same arbiter seats are α and β, and the recipe says B
        return operation.id in ("compare_a_result", "preview_a_line")
    if operation.id == "agree_to_an_arbiter":  # the grant of the recipe is a viewer's
        return code == "unknown-grant"
    if operation.id == "play":  # these tables have no result yet
        return code == "no-result"
    if operation.id == "cosign":  # a signature is made by a device; the recipe's is of no checkpoint
        return code == "bad-signature"
    if operation.id == "reopen_the_record":
        return kind != "closed" and code == "not-closed"
    if operation.id == "delete_an_empty_table":
        return code == "not-empty"
    return operation.method != "GET" and kind == "closed" and need not in EVEN_CLOSED and code == "closed"


def at_a_session(operation: Operation) -> bool:
    """Whether an operation is about one session."""
    return "{session}" in operation.path


def in_a_club(operation: Operation) -> bool:
    """Whether an operation is about one club."""
    return "{club}" in operation.path


def test_every_operation_says_what_it_needs_and_has_a_recipe(embedded):
    operations = described(embedded)
    assert len(operations) > 20
    for operation in operations:
        assert operation.needs and OPERATIONS.issuperset(operation.needs), operation
        if operation.method in ("POST", "PUT", "PATCH") and operation.id != "record_lines":
            assert operation.id in BODIES, f"no recipe for {operation}"
    assert set(BODIES) <= {operation.id for operation in operations}
    assert {need for need, _, _ in LINES_OF} == {OWN, RECORD, NOTE, ANSWER, CLAIM, RULE, TRIAGE}
    used = {need for operation in operations for need in operation.needs}
    wanted = set().union(*PERMISSIONS.values(), *CLUB_PERMISSIONS.values())
    assert used == wanted, "an operation of the role table without a route"


def test_the_role_table_holds_for_every_role_at_every_kind_of_table(service):
    tables, deviations, done = new_tables(service), [], 0
    for operation in filter(at_a_session, described(service)):
        for cell in cells(operation):
            for kind in Tables._fields:
                for who in WHO:
                    before = service.last()
                    deviations.append(deviation(service, operation, who, kind, tables, cell))
                    done += 1
                    if service.last() != before and _spent(operation, cell):
                        tables = tables._replace(**{kind: _again(service, kind)})
    assert [wrong for wrong in deviations if wrong] == []
    assert done > 700


def _spent(operation: Operation, cell: tuple) -> bool:
    """Whether an operation can be done only once at one table."""
    return operation.id in ONCE or any(word in repr(cell) for word in ("withdraw", "'$", "'| "))


def _again(service: Any, kind: str) -> OpenTable:
    made = open_table(service, closed=kind == "closed", guests=kind != "quiet")
    service.backend.sessions.show(UUID(made.session), 5, PHOTOGRAPH, actor=made.grants["scribe"])
    service.backend.sessions.speak(UUID(made.session), 5, "I paid", actor=made.grants["scribe"])
    return made


def test_operations_without_a_table_are_open_to_everyone(embedded):
    tables = new_tables(embedded)
    embedded.caught_up()
    for operation in described(embedded):
        if at_a_session(operation) or in_a_club(operation):
            continue
        body = BODIES.get(operation.id)
        if operation.id == "join_by_code":
            opened = embedded.ask("POST", tables.own.at("/codes"), tables.own.tokens["owner"], {"role": "viewer"})
            body = {"code": opened.json()["code"]}
        for who in WHO:
            token = token_of(who, "own", tables)
            status, code, _ = asked(embedded, operation, tables.own, token, body)
            assert status == operation.status, (operation, who, status, code)


@pytest.mark.parametrize("who", ["stranger", "guest", "owner"])
def test_a_forbidden_and_a_missing_table_get_the_same_answer(service, who):
    quiet, mine = open_table(service, guests=False), open_table(service)
    token = {"stranger": mine.tokens["arbiter"], "guest": "", "owner": mine.tokens["owner"]}[who]
    nowhere = OpenTable("00000000-0000-4000-8000-000000000000", quiet.tokens, quiet.grants)
    for operation in filter(at_a_session, described(service)):
        for _, _, body in cells(operation):
            answers = [asked(service, operation, table, token, body) for table in (quiet, nowhere)]
            (_, _, there), (_, _, not_there) = answers
            assert answers[0][:2] == answers[1][:2] == (404, "unknown-session"), operation
            assert _bare(there, quiet.session) == _bare(not_there, nowhere.session), operation


def _bare(problem: dict[str, Any], session: str) -> str:
    return repr({**problem, "request": ""}).replace(session, "…")


def test_a_table_without_help_gives_no_advice_and_no_findings(service):
    table = open_table(service, help=False)
    for operation in described(service):
        if ASK not in operation.needs or operation.path.endswith("/inputs"):  # which judges nothing
            continue
        for who in ("owner", "scribe", "seat", "arbiter"):
            before = service.head(table.session)
            status, code, _ = asked(service, operation, table, table.tokens[who], BODIES.get(operation.id))
            assert (status, code) == (409, "help-off"), (operation, who)
            assert service.head(table.session) == before
    wrong = {"lines": ["Y build R6 up 3.2"]}
    answer = service.ask("POST", table.at("/lines"), table.tokens["scribe"], wrong).json()
    assert (answer["findings"], answer["came"], answer["went"]) == ([], [], 0)


def found_by(service: Any, table: OpenTable, token: str) -> tuple[int, int, int]:
    """The number of findings a role sees in the audit (-1 if refused), in the replay and in the lists."""
    audit = service.ask("GET", table.at("/audit"), token)
    assert audit.status_code == 200 or (audit.status_code, audit.json()["code"]) == (409, "help-off")
    replay = service.ask("GET", table.at("/replay"), token).json()
    assert any("without help" in one for one in replay["warnings"]) == (audit.status_code == 409)
    service.caught_up()
    listed = service.ask("GET", "/api/sessions", token).json()["rows"]
    over_all = [one["findings"] for one in listed if one["session"] == table.session]
    audited = len(audit.json()["findings"]) if audit.status_code == 200 else -1
    return audited, sum(len(one["findings"]) for one in replay["frames"]), sum(over_all)


def test_without_help_the_audit_is_public_after_closing_and_earlier_for_owner_and_arbiter(service):
    table = open_table(service, help=False)
    tokens = {**table.tokens, "guest": ""}
    for who, token in tokens.items():
        audit, replay, over_all = found_by(service, table, token)
        sees_findings = who in UNHELPED
        assert (audit > 0, replay > 0, over_all) == (sees_findings, sees_findings, 0), who
    assert service.ask("GET", "/api/breaches").json()["rows"] == []
    service.ask("POST", table.at("/closing"), table.tokens["owner"], {})
    for who, token in tokens.items():
        *own, over_all = found_by(service, table, token)
        assert min(own) > 0 and (over_all > 0) == (who != "arbiter"), who  # the arbiter's lists leave the table out
    assert service.ask("GET", "/api/breaches").json()["rows"]
    service.ask("DELETE", table.at("/closing"), table.tokens["owner"])
    assert found_by(service, table, "") == (-1, 0, 0)
