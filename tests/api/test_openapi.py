"""The OpenAPI document matches the service: Schemathesis over every operation, with the tokens of all roles."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import pytest
import schemathesis
from hypothesis.strategies import sampled_from
from schemathesis import engine
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events

from api.http.openapi.document import KNOWN, schema_of
from api.photos.upload import KINDS
from domain.clubs.roles import CLUB_PERMISSIONS, ORGANISER
from domain.sessions.roles import PERMISSIONS
from tests.api.operation_requests import CLUB, PATHS, PHOTOGRAPH
from tests.api.people import LINES, OpenTable, fresh_token, json_of, open_table
from tests.api.service import Serving

EVERYBODY = ("owner", "scribe", "seat", "other", "arbiter", "viewer", "guest")
for kind in KINDS:
    schemathesis.openapi.media_type(kind, sampled_from((PHOTOGRAPH, b"", b"\xff\xd8\xff")))
FEW = 4  # requests that are made up for each operation; in the soak 60
PHASES = ("examples", "coverage", "fuzzing", "stateful")
CHECKS = {
    # What the rules of a game make of a text is no matter of its schema: 422 is an answer to good data too, and
    # 413 is one to data that is merely long. The service being away (503) is not expected here.
    "positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "413", "422"]},
    "negative_data_rejection": {"expected-statuses": ["400", "401", "403", "404", "405", "409", "413", "415", "422"]},
    # Guests may read where a table welcomes them, so no operation demands a token of everybody; who may do what is
    # held against the role table in test_roles.
    "ignored_auth": {"enabled": False},
}


class RunOutcome(NamedTuple):
    """The outcome of a run: failures, number of cases, and the statuses of every operation."""

    failures: list[str]
    cases: int
    statuses: dict[str, Counter]


def settings(
    serving: Serving,
    table: OpenTable,
    other: OpenTable,
    empty: OpenTable,
    club: tuple[str, str],
    phases: tuple[str, ...],
    examples: int,
    seed: int,
) -> SchemathesisConfig:
    """The parameters of a run: one table for most operations, one to close and reopen, and an empty one to delete."""
    parameters = {"session": table.session, "line": "4", "grant": table.grants["viewer"], "game": "new-haven"}
    parameters |= {"box": "stand-in", "clause": "NH-BUILD-3", "code": "stale", "claim": "5"}
    parameters |= {"picture": PATHS["picture"], "nth": "2", "club": club[0]}
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "base-url": serving.home,
            "request-timeout": 30,
            "max-stream-events": 1,  # a live stream never ends by itself
            "continue-on-failure": True,
            "parameters": {f"path.{name}": value for name, value in parameters.items()},
            "operations": [
                {"include-path-regex": "closing$", "parameters": {"path.session": other.session}},
                {"include-name": "DELETE /api/sessions/{session}", "parameters": {"path.session": empty.session}},
                {"include-path-regex": "clubs/.*/grants/", "parameters": {"path.grant": club[1]}},
            ],
            "generation": {"max-examples": examples, "database": "none"},
            "phases": {name: {"enabled": name in phases} for name in PHASES},
            "checks": CHECKS,
        }
    )


def new_club(serving: Serving, token: str) -> tuple[str, str]:
    """A club of this organiser, and a role in it that can be revoked."""
    club = json_of(serving.ask("POST", "/api/clubs", token, CLUB), 201)["club"]
    return club, json_of(serving.ask("POST", f"/api/clubs/{club}/grants", token, {"role": "member"}), 201)["grant"]


def tried(serving: Serving, who: tuple[str, ...], phases: tuple[str, ...], examples: int, seed: int = 1) -> RunOutcome:
    """Runs Schemathesis over every operation, with the tokens of these roles in turn."""
    token = fresh_token()
    table, other, empty = (open_table(serving, owner=token, lines=lines) for lines in (LINES, LINES, ()))
    serving.app.state.service.sessions.show(UUID(table.session), 5, PHOTOGRAPH, actor=table.grants["scribe"])
    config = settings(serving, table, other, empty, new_club(serving, token), phases, examples, seed)
    schema = schemathesis.openapi.from_url(f"{serving.home}/api/openapi.json", config=config)
    outcome = RunOutcome([], 0, {})
    with shown_in_turn([table.tokens.get(one, "") for one in who]):
        for event in engine.from_schema(schema).execute():
            assert not isinstance(event, (events.FatalError, events.NonFatalError)), getattr(event, "info", event)
            if isinstance(event, events.ScenarioFinished):
                outcome = outcome._replace(cases=outcome.cases + len(event.recorder.cases))
                _gather(event.recorder, outcome)
    return outcome


@contextmanager
def shown_in_turn(tokens: list[str]) -> Iterator[None]:
    """Sends each request with the next of these tokens; an empty one is a guest."""
    turn = cycle(tokens)

    def before_call(context: Any, case: Any, kwargs: Any) -> None:
        if token := next(turn):
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}

    schemathesis.hook(before_call)
    try:
        yield
    finally:
        schemathesis.hooks.unregister(before_call)


def _gather(recorder: Any, outcome: RunOutcome) -> None:
    for id, done in recorder.interactions.items():
        operation = recorder.cases[id].value.operation.label
        outcome.statuses.setdefault(operation, Counter())[done.response.status_code if done.response else 0] += 1
    for id, checks in recorder.checks.items():
        request = recorder.interactions[id].request
        for check in checks:
            if check.status != Status.SUCCESS:
                outcome.failures.append(f"{check.name} {request.method} {request.uri} {check.failure_info.failure}")


def operations(serving: Serving) -> set[str]:
    """Every operation, as Schemathesis calls it."""
    paths = serving.ask("GET", "/api/openapi.json").json()["paths"]
    return {f"{method.upper()} {path}" for path, fields in paths.items() for method in fields}


def barred(serving: Serving) -> set[str]:
    """The operations that neither the owner of a table nor the organiser of a club may use."""
    paths = serving.ask("GET", "/api/openapi.json").json()["paths"]
    allowed = PERMISSIONS["owner"] | CLUB_PERMISSIONS[ORGANISER]
    needed = {f"{method.upper()} {path}": one["x-needs"] for path, of in paths.items() for method, one in of.items()}
    return {one for one, needs in needed.items() if not allowed.intersection(needs)}


@pytest.fixture
def embedded_serving(sqlite_url):
    """The service on SQLite: these tests are about HTTP, not about the store."""
    made = Serving(sqlite_url)
    yield made
    made.close()


@pytest.mark.parametrize("who, examples", [(("owner",), FEW), (EVERYBODY, FEW // 2)], ids=["owner", "everybody"])
def test_the_service_matches_its_description(embedded_serving, who, examples):
    outcome = tried(embedded_serving, who, ("examples", "fuzzing"), examples)
    assert outcome.failures == []
    assert outcome.statuses.keys() == operations(embedded_serving) and outcome.cases > examples * len(outcome.statuses)
    if who == ("owner",):  # what is only ever refused was not tried
        never = {one for one, found in outcome.statuses.items() if not any(200 <= status < 300 for status in found)}
        unguessable = {"POST /api/joins", "POST /api/sessions/{session}/cosignatures"}  # a code, a signature
        unguessable |= {"GET /api/sessions/{session}/play"}  # a whole game
        assert never - unguessable == barred(embedded_serving)


def test_sequences_of_operations_match_the_description(embedded_serving):
    outcome = tried(embedded_serving, ("owner",), ("stateful",), 20)
    assert outcome.failures == [] and outcome.cases > 50


@pytest.mark.soak
@pytest.mark.parametrize("who", EVERYBODY)
def test_the_service_matches_its_description_for_every_role_in_full(serving, who):
    outcome = tried(serving, (who,), ("examples", "fuzzing", "stateful"), 60, seed=EVERYBODY.index(who))
    print(who, outcome.cases)
    assert outcome.failures == [] and outcome.statuses.keys() == operations(serving)


@pytest.mark.soak
def test_boundary_values_are_answered_as_described(serving):
    """With all roles in turn, because a run per role would take minutes each."""
    outcome = tried(serving, EVERYBODY, ("coverage",), 60)
    print(outcome.cases)
    assert outcome.failures == [] and outcome.statuses.keys() == operations(serving)


# The description itself ---------------------------------------------------------------------------------------------


def every_schema(part: Any) -> Any:
    """Every object inside the description."""
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from every_schema(inner)


def test_the_description_is_complete(embedded):
    described = embedded.ask("GET", "/api/openapi.json").json()
    ids = set()
    for path, fields in described["paths"].items():
        for method, operation in fields.items():
            assert operation["summary"].endswith((".", ":")) and operation["tags"], (method, path)
            assert operation["operationId"] not in ids and not ids.add(operation["operationId"])
            for kind, body in operation.get("requestBody", {}).get("content", {}).items():
                assert "example" in body or kind in KINDS, (method, path)  # something a newcomer can send
            problems = [one for status, one in operation["responses"].items() if status >= "400"]
            assert all("application/problem+json" in one["content"] for one in problems), (method, path)
    named = {one["$ref"] for one in every_schema(described) if isinstance(one.get("$ref"), str)}
    assert {ref.rpartition("/")[2] for ref in named} <= set(described["components"]["schemas"])
    assert all(one.get("description") for one in described["components"]["schemas"].values())


def test_no_number_is_a_float(embedded):
    described = embedded.ask("GET", "/api/openapi.json").json()
    assert [one for one in every_schema(described) if one.get("type") == "number"] == []


def test_two_classes_of_one_name_cannot_both_be_described():
    one = msgspec.defstruct("Twice", [("a", int)])
    schema_of(one)
    schema_of(one)  # the same once more is no trouble
    with pytest.raises(ValueError, match="Twice"):
        schema_of(msgspec.defstruct("Twice", [("b", str)]))
    KNOWN.pop("Twice")


def test_every_schema_keeps_its_published_name(embedded):
    """A class that is renamed needs an entry in SCHEMA_NAMES: clients generate their classes from these names."""
    published = (Path(__file__).parent / "schema_names.txt").read_text(encoding="utf-8").split()

    assert sorted(embedded.ask("GET", "/api/openapi.json").json()["components"]["schemas"]) == published
