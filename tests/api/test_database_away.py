"""Whatever is asked while the database is away is answered as unavailable for now, and works when it is back."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.operation_requests import BODIES, PATHS, QUERIES
from tests.api.people import open_table
from tests.api.service import Service
from tests.api.test_roles import described
from tests.domain.store.proxy import Proxy

PAGES = ("/", "/standings", "/s/{}", "/metrics", "/ready")
WITHOUT_DATABASE = {
    "games",
    "game",
    "agree_on",
    "joins",
    "clauses",
    "clause",
    "boxes",
    "box",
    "try_a_table",
    "explain_a_problem",
}
SAMPLE = 6  # operations; with -m soak all of them, because each waits for a connection


@pytest.fixture
def behind_proxy(postgres_url, tmp_path):
    """The service with its database behind a proxy that can be cut."""
    proxy = Proxy(postgres_url, tmp_path, share=0)
    service = Service(proxy.url)
    yield service, proxy
    proxy.back()
    service.close()
    proxy.close()


@pytest.mark.parametrize("share", [SAMPLE, pytest.param(1000, marks=pytest.mark.soak)])
def test_every_route_is_unavailable_for_now_and_works_again(behind_proxy, share):
    service, proxy = behind_proxy
    table = open_table(service)
    known = {"session": table.session, "grant": table.grants["viewer"], **PATHS}
    operations = [operation for operation in described(service) if operation.id not in WITHOUT_DATABASE]
    asked = []
    for operation in operations[:: max(1, len(operations) // share)]:
        path = re.sub(r"{(\w+)}", lambda found: str(known[found[1]]), operation.path)
        body = BODIES.get(operation.id, {"lines": ["B pass"]} if operation.method == "POST" else None)
        if not operation.streams:
            asked.append((operation.method, path, {"body": body, "params": QUERIES.get(operation.id, {})}))
    asked += [("GET", path.format(table.session), {"headers": {"accept": "text/html"}}) for path in PAGES]

    proxy.away()
    with ThreadPoolExecutor(8) as clients:
        answers = list(clients.map(lambda ask: service.ask(*ask[:2], table.tokens["owner"], **ask[2]), asked))
    for (method, path, _), answer in zip(asked, answers, strict=True):
        assert answer.status_code == 503 and answer.headers["retry-after"], (method, path, answer.text)
        assert "nothing was changed" not in answer.text
    assert service.ask("GET", "/live").status_code == 200
    proxy.back()
    for path in (table.at(), table.at("/scoreboard"), *(path.format(table.session) for path in PAGES)):
        answer = service.ask("GET", path, table.tokens["owner"])
        assert answer.status_code == 200, (path, answer.text)
