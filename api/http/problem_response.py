"""Every refusal as an answer, in one shape; what was asked is not repeated."""

from __future__ import annotations

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from api.http.problems import HEADERS, HttpProblem, problem_of
from api.http.requests.request import LANGUAGES, language
from api.pages.refused import is_for_people, shown_problem
from api.routes import ROUTES

NOT_THERE = {404: "not-found", 405: "wrong-method"}


async def refused(request: Request, error: Exception) -> Response:
    """Any error as a response."""
    more = {}
    if isinstance(error, HTTPException):
        if error.status_code == 405:
            more["allow"] = _taken(request.scope["path"]) or (error.headers or {}).get("Allow", "")
        error = HttpProblem(NOT_THERE.get(error.status_code, "not-found"), error.status_code)
    try:
        lang = language(request)
    except Exception:  # whatever is wrong with the request, it gets an answer
        lang = LANGUAGES[0]
    known = "authorization" in request.headers
    problem = problem_of(error, lang, request.scope.get("request", ""), known)
    headers = {**HEADERS.get(problem.status, {}), **more}
    if is_for_people(request):
        return shown_problem(request, problem, headers)
    return Response(msgspec.json.encode(problem), problem.status, headers, "application/problem+json")


def _taken(path: str) -> str:
    """Every method an address takes, each of which is a route of its own."""
    routes = (route for one in ROUTES for route in one.router.routes)
    methods = {method for route in routes if route.path_regex.match(path) for method in route.methods}
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))
