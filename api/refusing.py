"""Every refusal as an answer, in one shape; what was asked is not repeated."""

from __future__ import annotations

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from api.asking import LANGUAGES, language
from api.errors import HEADERS, Refused, problem_of

NOT_THERE = {404: "not-found", 405: "wrong-method"}


async def refused(request: Request, error: Exception) -> Response:
    """Any error as a response."""
    more = {}
    if isinstance(error, HTTPException):
        if error.status_code == 405:
            more["allow"] = _taken(request)
        error = Refused(NOT_THERE.get(error.status_code, "not-found"), error.status_code)
    try:
        lang = language(request)
    except Exception:  # whatever is wrong with the request, it gets an answer
        lang = LANGUAGES[0]
    known = "authorization" in request.headers
    problem = problem_of(error, lang, request.scope.get("request", ""), known)
    headers = {**HEADERS.get(problem.status, {}), **more}
    return Response(msgspec.json.encode(problem), problem.status, headers, "application/problem+json")


def _taken(request: Request) -> str:
    """Every method an address takes, each of which is a route of its own."""
    path = request.scope["path"]
    fitting = (route.methods or () for route in request.app.routes if route.path_regex.match(path))
    methods = {method for taken in fitting for method in taken}
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))
