"""The description of the API, out of the same declarations that serve it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from api.http.openapi.examples import example_of
from api.http.openapi.schema_names import REF, schema_name, with_schema_names
from api.http.problems import Problem
from api.http.requests.request import JSON, LANGUAGES, RAW, TEXT
from api.photos.upload import KINDS

if TYPE_CHECKING:
    from api.http.routing import Operation

KNOWN: dict[str, dict[str, Any]] = {}  # every schema that is spoken of
PATH = {"session": {"type": "string", "format": "uuid"}}
LANG = {"name": "lang", "in": "query", "required": False, "schema": {"type": "string", "enum": list(LANGUAGES)}}
ONCE = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A key of the sender's own: however often this is sent, it happens once.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
}
BINARY = {"type": "string", "format": "binary"}
ALWAYS = (400, 401, 403, 404, 405, 429, 503)
OF_A_BODY = (408, 413, 415, 422)


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a type; what it names goes to the components."""
    (found,), classes = msgspec.json.schema_components((kind,), ref_template=REF)
    for name, part in classes.items():
        name, part = schema_name(name), with_schema_names(part)
        if KNOWN.setdefault(name, part) != part:
            raise ValueError(f"two things are called {name}, and the description could tell only one of them")
    return with_schema_names(found)


def described(operation: Operation) -> dict[str, Any]:
    """What the description says of a route beyond its path."""
    extra: dict[str, Any] = {
        "parameters": [*_path(operation.path), *_query(operation.asks), LANG],
        "responses": _responses(operation),
        "x-needs": list(operation.needs),
        "security": [{}, {"token": []}],
    }
    if operation.method != "GET":
        extra["parameters"].append(ONCE)
    if operation.takes is not None:
        extra["requestBody"] = {"required": True, "content": _taken(operation)}
    return extra


def _taken(operation: Operation) -> dict[str, Any]:
    """What a body may be: a picture of some kinds, a text, or JSON."""
    if operation.takes is RAW:
        return {kind: {"schema": BINARY} for kind in KINDS}
    body: dict[str, Any] = {"schema": schema_of(operation.takes)}
    if operation.example is not None:
        body["example"] = operation.example
    return {TEXT if operation.takes is str else JSON: body}


def _path(path: str) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", path)
    plain = {"type": "string", "minLength": 1}
    return [{"name": name, "in": "path", "required": True, "schema": PATH.get(name, plain)} for name in names]


def _query(asks: type | None) -> list[dict[str, Any]]:
    if asks is None:
        return []
    schema = schema_of(asks)
    schema = KNOWN.pop(schema["$ref"].rpartition("/")[2])
    needed = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in needed, "schema": one}
        for name, one in schema["properties"].items()
    ]


def _responses(operation: Operation) -> dict[str, Any]:
    kind = TEXT if operation.gives is str else JSON
    if operation.gives is RAW:
        good = {"description": "The picture.", "content": {"image/jpeg": {"schema": BINARY}}}
    elif operation.streams:
        good = {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": _events(operation)}}}
    else:
        good = {"description": "As asked.", "content": {kind: {"schema": schema_of(operation.gives)}}}
    wrong = {"description": "Not done.", "content": {"application/problem+json": {"schema": schema_of(Problem)}}}
    refused = {*ALWAYS, *(OF_A_BODY if operation.method != "GET" else (422,))}
    if operation.method != "GET" or "{session}" in operation.path:
        refused.add(409)  # as the table stands
    return {str(operation.status): good, **{str(status): wrong for status in sorted(refused)}}


def _events(operation: Operation) -> dict[str, Any]:
    """Each event of a stream: its name, the id to go on from, and its data, which is JSON."""
    told = {"anyOf": [schema_of(kind) for kind in operation.streams]}
    data = {"type": "string", "contentMediaType": JSON, "contentSchema": told}
    properties = {"event": {"type": "string"}, "id": {"type": "string"}, "data": data}
    return {"type": "object", "properties": properties, "required": ["event", "data"]}


def _illustrated(operation: dict[str, Any]) -> None:
    """What it really answers, beside the schema of that."""
    example = example_of(operation["operationId"])
    good = next(told for status, told in operation["responses"].items() if status.startswith("2"))
    for content in good.get("content", {}).values() if example is not None else ():
        content["example"] = example


def openapi(app: FastAPI) -> dict[str, Any]:
    """The whole description, made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        for operation in (told for path in made["paths"].values() for told in path.values()):
            _illustrated(operation)
        parts = made.setdefault("components", {})
        parts["schemas"] = dict(sorted(KNOWN.items()))
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        app.openapi_schema = made
    return app.openapi_schema
