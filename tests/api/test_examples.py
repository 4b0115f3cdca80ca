"""Every documented response has an example, computed from a library record, that matches its schema."""

from typing import Any

import jsonschema_rs
import pytest

from api.http.openapi.examples import EXAMPLES, example_of
from api.photos.upload import KINDS
from api.routes import advice, audit, boxes, disputes, games, hearings, imports, replay, review, scoreboard

OURS = (games, boxes, imports, replay, scoreboard, audit, advice, review)
READ = (disputes, hearings)  # where only what is read has one


@pytest.fixture
def description(embedded) -> dict[str, Any]:
    return embedded.ask("GET", "/api/openapi.json").json()


def operations(description: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {fields["operationId"]: fields for path in description["paths"].values() for fields in path.values()}


def test_every_route_of_one_session_and_of_the_games_has_an_example():
    ids = {route.operation_id for file in OURS for route in file.routes.router.routes}
    ids |= {one.operation_id for file in READ for one in file.routes.router.routes if "GET" in one.methods}

    assert ids == set(EXAMPLES)


def test_every_example_matches_its_schema(description):
    described = operations(description)
    for operation in EXAMPLES:
        good = next(fields for status, fields in described[operation]["responses"].items() if status.startswith("2"))
        (content,) = good["content"].values()
        assert content["example"] == example_of(operation)
        schema = {**content["schema"], "components": description["components"]}
        assert jsonschema_rs.is_valid(schema, content["example"]), operation


def test_every_body_has_an_example_that_can_be_sent(embedded, description):
    for operation, fields in operations(description).items():
        for kind, content in fields.get("requestBody", {}).get("content", {}).items():
            assert content.get("example") or kind in KINDS, operation  # a picture cannot be written here
