"""Whatever is asked while the database is away is answered as unavailable for now, and works when it is back."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from api.pages import ROUTERS
from tests.api.operation_requests import BODIES, PATHS, QUERIES
from tests.api.people import open_table
from tests.api.service import Service
from tests.api.test_roles import described
from tests.domain.store.proxy import Proxy

AT_MOST = 10  # seconds for everything: only a few requests wait for the database, the others are refused at once
WITHOUT_DATABASE = {  # operations and pages that do not need it
    *("games", "game", "agree_on", "joins", "clauses", "clause", "boxes", "box", "try_a_table", "explain_a_problem"),
    *("/manifest.webmanifest", "/worker.js", "/static/{version}/{name:path}", "/offline", "/try", "/lay", "/clubs/new"),
    *("/rules", "/rules/{game}", "/rules/{game}/{clause}", "/verify", "/verify.py"),
}


@pytest.fixture
def behind_proxy(postgres_url, tmp_path):
    """The service with its database behind a proxy that can be cut."""
    proxy = Proxy(postgres_url, tmp_path, share=0)
    service = Service(proxy.url)
    yield service, proxy
    proxy.back()
    service.close()
    proxy.close()


def every_request(service, table):
    """A request for every operation, page and probe that needs the database: method, path, and what it sends."""
    known = {"session": table.session, "grant": table.grants["viewer"], **PATHS}

    def filled(path):
        return re.sub(r"{(\w+)}", lambda match: str(known[match[1]]), path)

    for operation in described(service):
        if operation.id not in WITHOUT_DATABASE:
            body = BODIES.get(operation.id, {"lines": ["B pass"]} if operation.method == "POST" else None)
            yield operation.method, filled(operation.path), {"body": body, "params": QUERIES.get(operation.id, {})}
    for route in (route for router in ROUTERS for route in router.routes):
        if route.path not in WITHOUT_DATABASE and "GET" in route.methods and not route.path.endswith("/key"):
            yield "GET", filled(route.path), {"headers": {"accept": "text/html"}}
    yield "POST", f"/s/{table.session}/key", {}
    yield "GET", "/metrics", {}


def test_every_route_is_unavailable_for_now_and_works_again(behind_proxy):
    service, proxy = behind_proxy
    table = open_table(service)
    asked, owner = list(every_request(service, table)), table.tokens["owner"]
    assert len(asked) > 90 and {"/ready", "/metrics", "/"} < {path for _, path, _ in asked}

    proxy.away()
    began = time.monotonic()
    with ThreadPoolExecutor(32) as clients:
        answers = list(clients.map(lambda ask: service.ask(*ask[:2], owner, **ask[2]), asked))
    assert time.monotonic() - began < AT_MOST
    for (method, path, _), answer in zip(asked, answers, strict=True):
        assert answer.status_code == 503 and answer.headers["retry-after"], (method, path, answer.text)
        assert "nothing was changed" not in answer.text
    assert service.ask("GET", "/live").status_code == 200
    proxy.back()
    returned = time.monotonic()
    while service.ask("GET", "/ready").status_code != 200:
        assert time.monotonic() - returned < AT_MOST
        time.sleep(0.05)
    for path in (table.at(), table.at("/scoreboard"), "/", "/metrics", f"/s/{table.session}"):
        answer = service.ask("GET", path, owner)
        assert answer.status_code == 200, (path, answer.text)
