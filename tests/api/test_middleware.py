"""What every request goes through: limits of size, time and rate, origins, parameters, headers, problem details."""

import re
import socket
import sqlite3
import time
from uuid import UUID

import pytest

from tests.api.operation_requests import BODIES, PATHS, QUERIES
from tests.api.people import TABLE, fresh_token, json_of, open_table
from tests.api.service import Service, Serving, scope
from tests.api.test_roles import described

GUARDED = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
PROBLEM = {"type", "title", "status", "code", "detail", "next", "at", "request"}
LINE = {"lines": ["B pass"]}


def refused(answer, status: int, code: str) -> dict:
    """Checks that an answer is a problem with this status and code."""
    problem = json_of(answer, status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert set(problem) == PROBLEM and (problem["status"], problem["code"]) == (status, code), problem
    assert problem["request"] == answer.headers["x-request-id"]
    assert all(isinstance(problem[name], str) and problem[name] for name in PROBLEM - {"status", "at"})
    return problem


# Sizes and slowness -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [65_537, 200_000, 5_000_000])
def test_a_body_that_is_too_large_is_refused_with_and_without_its_length(embedded, size):
    table, body = open_table(embedded), b'{"lines":["; - \\"' + b"x" * size + b'\\""]}'
    before = embedded.head(table.session)

    async def in_parts():
        for start in range(0, len(body), 60_000):
            yield body[start : start + 60_000]

    for content in (body, in_parts()):
        headers = {"content-type": "application/json"}
        answer = embedded.ask("POST", table.at("/lines"), table.tokens["owner"], content=content, headers=headers)
        refused(answer, 413, "too-large")
    assert embedded.head(table.session) == before


def test_an_invalid_content_length_is_no_server_error(embedded):
    table = open_table(embedded)
    for length in (b"-1", b"1e3", b"\xb2", b"9" * 400, b"0x10", b""):
        assert status_of(embedded, table.at("/lines"), [(b"content-length", length)], b'{"lines":[') in (400, 413)


def status_of(service, path, headers, *parts, method="POST") -> int:
    """The status of a request through the plain ASGI interface."""
    left, sent = [*parts], []

    async def receive():
        body = left.pop(0) if left else b""
        return {"type": "http.request", "body": body, "more_body": bool(left)}

    async def send(message):
        sent.append(message)

    headers = [(b"content-type", b"application/json"), *headers]
    service.run(service.app(scope(method, path, headers), receive, send))
    return sent[0]["status"]


def test_a_body_that_never_arrives_times_out(sqlite_url):
    serving = Serving(sqlite_url, patience=1)
    try:
        table = open_table(serving)
        head = f"POST {table.at('/lines')} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {table.tokens['owner']}\r\nContent-Length: 40\r\n\r\n"
        with socket.create_connection(("127.0.0.1", serving.port), timeout=10) as slow:
            began = time.monotonic()
            slow.sendall(head.encode() + b'{"lines"')
            slow.sendall(b":")  # a little more does not buy time
            answer = slow.recv(4096)
            assert b" 408 " in answer.split(b"\r\n")[0] and time.monotonic() - began < 8
        with socket.create_connection(("127.0.0.1", serving.port), timeout=10) as gone:
            gone.sendall(head.encode() + b'{"lines"')
        assert json_of(serving.ask("GET", table.at()), 200)["lines"] == 5
    finally:
        serving.close()


# Where a write comes from --------------------------------------------------------------------------------------------

AT_HOME = (
    {},
    {"origin": "http://table.test"},
    {"origin": "https://griffier.example"},
    {"sec-fetch-site": "same-origin"},
    {"sec-fetch-site": "none"},
    {"origin": "http://table.test", "sec-fetch-site": "same-origin"},
)
FOREIGN = (
    {"origin": "http://evil.test"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "http://table.test.evil.test"},
    {"origin": "http://evil.test/?http://table.test"},
    {"origin": "http://["},
    {"origin": "http://table.test:81"},
    {"origin": "http://x@table.test"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
)


@pytest.fixture
def known_as_example(sqlite_url):
    made = Service(sqlite_url, address="https://griffier.example")
    yield made
    made.close()


def test_only_own_pages_and_programs_may_write(known_as_example):
    service = known_as_example
    table = open_table(service)
    for headers in AT_HOME:
        answer = service.ask("POST", table.at("/lines"), table.tokens["scribe"], LINE, headers=headers)
        assert answer.status_code == 201, (headers, answer.text)
    before = service.head(table.session)
    for headers in FOREIGN:
        for method, path, body in (
            ("POST", table.at("/lines"), LINE),
            ("POST", "/api/sessions", TABLE),
            ("DELETE", table.at("/closing"), None),
            ("DELETE", table.at(f"/grants/{table.grants['viewer']}"), None),
        ):
            for token in (table.tokens["owner"], ""):
                refused(service.ask(method, path, token, body, headers=headers), 403, "foreign-origin")
        assert service.ask("GET", table.at(), headers=headers).status_code == 200  # reading is no matter of origins
    assert service.head(table.session) == before


def test_where_the_address_is_https_cookies_and_browsers_keep_to_it(known_as_example):
    service = known_as_example
    table = open_table(service)
    for answer in (
        service.ask("POST", f"/s/{table.session}/key", table.tokens["owner"]),
        service.ask("GET", f"/s/{table.session}?lang=fr"),
    ):
        assert "; secure" in answer.headers["set-cookie"].lower()
        assert "strict-transport-security" in answer.headers


# How often ----------------------------------------------------------------------------------------------------------


def test_a_caller_with_too_many_requests_is_limited(sqlite_url):
    service = Service(sqlite_url, writes=3, reads=5, proxies="10.0.0.1 127.0.0.1")
    try:
        written = [service.ask("POST", "/api/sessions", fresh_token(), TABLE) for _ in range(4)]
        assert [answer.status_code for answer in written] == [201, 201, 201, 429]
        refused(written[3], 429, "too-often")
        assert int(written[3].headers["retry-after"]) > 0
        last = service.last()
        read = [service.ask("GET", "/api/sessions").status_code for _ in range(6)]
        assert read == [200] * 5 + [429] and service.last() == last
        assert service.ask("GET", "/nowhere").status_code == 429  # it is counted whatever is asked
        for path in ("/live", "/ready", "/metrics"):
            assert service.ask("GET", path).status_code == 200
        other = {"x-forwarded-for": "1.1.1.1, 192.0.2.7"}  # what a known proxy adds is last
        assert service.ask("GET", "/api/sessions", headers=other).status_code == 200
    finally:
        service.close()


# Unknown parameters ----------------------------------------------------------------------------------------------


def addresses(service, table):
    """Every operation with an address that exists."""
    known = {"session": table.session, "grant": table.grants["viewer"], **PATHS}
    for operation in described(service):
        yield operation, re.sub(r"{(\w+)}", lambda match: str(known[match[1]]), operation.path)


def test_unknown_parameters_are_refused_everywhere(embedded):
    table = open_table(embedded)
    before = embedded.head(table.session)
    for operation, path in addresses(embedded, table):
        for word in ("token=x", "langue=fr", "lang=de", "lang=en&lang=fr", "__proto__=1", "%00=1", "a%00=1"):
            query = "&".join([word, *(f"{name}={value}" for name, value in QUERIES.get(operation.id, {}).items())])
            body = BODIES.get(operation.id, LINE if operation.method == "POST" else None)
            answer = embedded.ask(operation.method, f"{path}?{query}", table.tokens["owner"], body)
            assert answer.status_code in (400, 422), (operation, word, answer.status_code)
            assert answer.json()["code"] in ("unfit", "key-twice", "hidden-sign"), (operation, word)
    assert embedded.head(table.session) == before


def test_other_methods_are_refused_with_the_allowed_ones(embedded):
    table = open_table(embedded)
    paths: dict[str, set[str]] = {}
    for operation, path in addresses(embedded, table):
        paths.setdefault(path, set()).add(operation.method)
    before = embedded.head(table.session)
    for path, methods in {**paths, "/live": {"GET"}, "/metrics": {"GET"}}.items():
        for method in {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"} - methods:
            answer = embedded.ask(method, path, table.tokens["owner"])
            if method == "HEAD":
                assert not answer.content, (path, answer.content)
            if method == "HEAD" and "GET" in methods:
                assert answer.status_code == embedded.begins(path, table.tokens["owner"])[0], path
                continue
            assert answer.status_code == 405, (method, path, answer.status_code)
            (allow,) = answer.headers.get_list("allow")
            allowed = {one.strip() for one in allow.split(",")}
            assert allowed == methods | ({"HEAD"} if "GET" in methods else set()), (method, path, allowed)
    assert embedded.head(table.session) == before
    assert "BREW" not in embedded.ask("GET", "/metrics").text  # made-up methods do not become labels


def test_every_response_has_the_security_headers(embedded):
    table = open_table(embedded)
    asked = [(operation.method, path) for operation, path in addresses(embedded, table) if not operation.streams]
    for method, path in [*asked, ("GET", "/nowhere"), ("PUT", table.at()), ("GET", "/live"), ("GET", "/metrics")]:
        for token in ("", table.tokens["owner"]):
            answer = embedded.ask(method, path, token)
            assert GUARDED.items() <= answer.headers.items(), (method, path)
            assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
            assert not {"set-cookie", "server", "strict-transport-security"} & {*answer.headers}
            shown = "*" if method == "GET" else None  # pages of other sites may read, and write nothing
            assert answer.headers.get("access-control-allow-origin") == shown
            assert "access-control-allow-credentials" not in answer.headers


def test_a_page_of_another_site_may_read_with_a_token_and_write_nothing(embedded):
    table = open_table(embedded)
    asked = {"origin": "http://overlay.example", "access-control-request-headers": "authorization"}
    for path in (table.at("/scoreboard"), table.at("/live"), "/api/sessions"):
        answer = embedded.ask("OPTIONS", path, headers={**asked, "access-control-request-method": "GET"})
        assert answer.status_code == 204 and answer.headers["access-control-allow-origin"] == "*"
        assert "authorization" in answer.headers["access-control-allow-headers"]
        assert "POST" not in answer.headers["access-control-allow-methods"]
    for method in ("POST", "DELETE"):
        answer = embedded.ask("OPTIONS", table.at("/lines"), headers={**asked, "access-control-request-method": method})
        assert answer.status_code == 405 and "access-control-allow-origin" not in answer.headers


def test_an_address_with_an_extra_slash_is_not_found_and_not_redirected(embedded):
    table = open_table(embedded)
    for method, path in (("GET", "/api/sessions/"), ("GET", "/api/games/"), ("POST", table.at("/lines/"))):
        answer = embedded.ask(method, path, table.tokens["owner"], LINE if method == "POST" else None)
        refused(answer, 404, "not-found")
        assert "location" not in answer.headers


@pytest.mark.parametrize("name", ["authorization", "idempotency-key"])
def test_a_request_with_two_tokens_or_keys_is_refused(embedded, name):
    table = open_table(embedded)
    before = embedded.head(table.session)
    shown = {"authorization": f"Bearer {table.tokens['owner']}", "idempotency-key": "k"}
    for other in (shown[name], "x"):
        headers = [*shown.items(), (name, other), ("content-type", "application/json")]
        request = embedded.client.build_request("POST", table.at("/lines"), headers=headers, json=LINE)
        refused(embedded.run(embedded.client.send(request)), 400, "header-twice")
    assert embedded.head(table.session) == before


def test_the_printed_address_and_links_lead_to_pages(embedded):
    for path in ("/", f"/s/{open_table(embedded).session}"):
        answer = embedded.ask("GET", path)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
        assert "/api/openapi.json" in answer.text and "default-src 'self'" in answer.headers["content-security-policy"]


def test_a_hidden_table_looks_like_one_that_does_not_exist(embedded):
    sessions = (open_table(embedded, guests=False).session, "00000000-0000-4000-8000-000000000000")
    answers = [embedded.ask("GET", f"/s/{session}", headers={"accept": "text/html"}) for session in sessions]
    there, nowhere = (without_its_own(one.text, session) for one, session in zip(answers, sessions, strict=True))

    assert {one.status_code for one in answers} == {404}
    assert there == nowhere


def without_its_own(text: str, session: str) -> str:
    """A page without the parts that differ between requests."""
    return re.sub(r"(Request|Demande) \S+", "", text.replace(session, "ID").replace(session.upper(), "ID"))


def test_an_invalid_token_is_refused_and_does_not_count_as_a_guest(embedded):
    table = open_table(embedded)
    for shown in (
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Basic " + "x" * 43,
        "x" * 43,
        f"Bearer {'x' * 44}",
        "Bearer " + "é" * 43,
    ):
        answer = embedded.ask("GET", table.at(), headers={"authorization": shown.encode("latin-1")})
        refused(answer, 401, "bad-token")
        assert answer.headers["www-authenticate"] == "Bearer"
    for key in ("a b", "", "x" * 201, "é"):
        headers = {"idempotency-key": key.encode("latin-1")}
        answer = embedded.ask("POST", table.at("/lines"), table.tokens["owner"], LINE, headers=headers)
        assert answer.status_code == 400


def test_a_damaged_store_is_a_server_error_without_details(embedded):
    table = open_table(embedded)
    embedded.backend.sessions.writer.run_exclusively(lambda: _damage(embedded), UUID(table.session))
    answer = embedded.ask("GET", table.at(), table.tokens["owner"])
    problem = refused(answer, 500, "unsound")
    assert "Traceback" not in answer.text and "sqlite" not in answer.text.lower() and problem["next"]
    assert GUARDED.items() <= answer.headers.items()


def _damage(service) -> None:
    path = service.settings.database.removeprefix("sqlite:///")
    with sqlite3.connect(path) as past:
        past.execute("DROP TRIGGER session_events_no_update")
        past.execute("UPDATE session_events SET state=CAST(replace(state, 'harvest', 'horvest') AS BLOB)")
    past.close()


def test_a_record_that_would_take_too_long_to_fold_is_refused_before_anything_is_written(embedded):
    head = "griffier 1\ngame new-haven\nseats B=Ana Y=Bo   faces stand-in\n"
    corrected = ["   B pass"] * 700 + ["~ 1 Y pass"] * 700
    for lines in (["   B pass"] * 5001, corrected, ["   B pass"] * 700 + ["$ - void 1 NH-BUILD-3"] * 700):
        text = head + "".join(f"{number:4} {line}\n" for number, line in enumerate(lines, 1))
        refused(embedded.ask("POST", "/api/imports", fresh_token(), text), 413, "too-long-a-record")
    assert embedded.last() == 0


def test_a_service_whose_writing_thread_ends_stops(sqlite_url, monkeypatch):
    serving = Serving(sqlite_url)
    writer = serving.app.state.service.writer

    def end(items):
        raise SystemExit

    monkeypatch.setattr(writer, "_handle", end)
    refused(serving.ask("POST", "/api/sessions", fresh_token(), TABLE), 503, "store-away")
    serving.thread.join(30)
    assert not serving.thread.is_alive() and serving.server.failed
    serving.close()
