"""Builds the OpenAPI document from the declarations of the routes."""

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

KNOWN: dict[str, dict[str, Any]] = {}  # every schema that a route refers to
PATH = {name: {"type": "string", "format": "uuid"} for name in ("session", "club")}
LANG = {"name": "lang", "in": "query", "required": False, "schema": {"type": "string", "enum": list(LANGUAGES)}}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A key of the sender's own: however often this is sent, it happens once.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
}
BINARY = {"type": "string", "format": "binary"}
PROBLEMS = (400, 401, 403, 404, 405, 429, 503)
BODY_PROBLEMS = (408, 413, 415, 422)


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a type; the schemas it refers to are collected for the components."""
    (schema,), classes = msgspec.json.schema_components((kind,), ref_template=REF)
    for name, part in classes.items():
        name, part = schema_name(name), with_schema_names(part)
        if KNOWN.setdefault(name, part) != part:
            raise ValueError(f"two classes have the schema name {name}")
    return with_schema_names(schema)


def operation_fields(operation: Operation) -> dict[str, Any]:
    """The fields of an operation that FastAPI cannot derive from its function."""
    fields: dict[str, Any] = {
        "parameters": [*_path(operation.path), *_query(operation.query), LANG],
        "responses": _responses(operation),
        "x-needs": list(operation.permissions),
        "security": [{}, {"token": []}],
    }
    if operation.method != "GET":
        fields["parameters"].append(IDEMPOTENCY_KEY)
    if operation.body is not None:
        fields["requestBody"] = {"required": True, "content": _body_content(operation)}
    return fields


def _body_content(operation: Operation) -> dict[str, Any]:
    """The media types of a body: pictures, a text, or JSON."""
    if operation.body is RAW:
        return {kind: {"schema": BINARY} for kind in KINDS}
    body: dict[str, Any] = {"schema": schema_of(operation.body)}
    if operation.example is not None:
        body["example"] = operation.example
    return {TEXT if operation.body is str else JSON: body}


def _path(path: str) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", path)
    plain = {"type": "string", "minLength": 1}
    return [{"name": name, "in": "path", "required": True, "schema": PATH.get(name, plain)} for name in names]


def _query(kind: type | None) -> list[dict[str, Any]]:
    if kind is None:
        return []
    schema = schema_of(kind)
    schema = KNOWN.pop(schema["$ref"].rpartition("/")[2])
    needed = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in needed, "schema": field}
        for name, field in schema["properties"].items()
    ]


def _responses(operation: Operation) -> dict[str, Any]:
    kind = TEXT if operation.response is str else JSON
    if operation.response is RAW:
        good = {"description": "The picture.", "content": {"image/jpeg": {"schema": BINARY}}}
    elif operation.events:
        good = {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": _events(operation)}}}
    else:
        good = {"description": "The answer.", "content": {kind: {"schema": schema_of(operation.response)}}}
    wrong = {"description": "Not done.", "content": {"application/problem+json": {"schema": schema_of(Problem)}}}
    problems = {*PROBLEMS, *(BODY_PROBLEMS if operation.method != "GET" else (422,))}
    if operation.method != "GET" or "{session}" in operation.path:
        problems.add(409)  # the state of the table forbids it
    return {str(operation.status): good, **{str(status): wrong for status in sorted(problems)}}


def _events(operation: Operation) -> dict[str, Any]:
    """The schema of a stream's events: their name, the id to go on from, and their data as JSON."""
    content = {"anyOf": [schema_of(kind) for kind in operation.events]}
    data = {"type": "string", "contentMediaType": JSON, "contentSchema": content}
    properties = {"event": {"type": "string"}, "id": {"type": "string"}, "data": data}
    return {"type": "object", "properties": properties, "required": ["event", "data"]}


def _add_example(operation: dict[str, Any]) -> None:
    """Adds an example to the schema of a response."""
    example = example_of(operation["operationId"])
    good = next(response for status, response in operation["responses"].items() if status.startswith("2"))
    for content in good.get("content", {}).values() if example is not None else ():
        content["example"] = example


def openapi(app: FastAPI) -> dict[str, Any]:
    """The whole document, built once."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        for operation in (operation for path in document["paths"].values() for operation in path.values()):
            _add_example(operation)
        parts = document.setdefault("components", {})
        parts["schemas"] = dict(sorted(KNOWN.items()))
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        app.openapi_schema = document
    return app.openapi_schema
