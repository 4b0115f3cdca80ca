"""Answers every error as problem details, or as a page where a person uses a browser."""

from __future__ import annotations

import msgspec
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from api.http.problems import HEADERS, HttpProblem, problem_of
from api.http.requests.request import LANGUAGES, language
from api.pages.problem import problem_page, wants_page
from api.routes import ROUTES

CODES = {404: "not-found", 405: "wrong-method"}  # of Starlette's own errors


async def problem_response(http: Request, error: Exception) -> Response:
    """The response to any error; it repeats nothing of the request."""
    headers = {}
    if isinstance(error, HTTPException):
        if error.status_code == 405:
            headers["allow"] = _methods(http.scope["path"]) or (error.headers or {}).get("Allow", "")
        error = HttpProblem(CODES.get(error.status_code, "not-found"), error.status_code)
    try:
        lang = language(http)
    except Exception:  # an unreadable request gets an answer, too
        lang = LANGUAGES[0]
    has_token = "authorization" in http.headers
    problem = problem_of(error, lang, http.scope.get("request", ""), has_token)
    headers = {**HEADERS.get(problem.status, {}), **headers}
    if wants_page(http):
        return problem_page(http, problem, headers)
    return Response(msgspec.json.encode(problem), problem.status, headers, "application/problem+json")


def _methods(path: str) -> str:
    """The methods of an address, each of which is a route of its own."""
    routes = (route for routes_of in ROUTES for route in routes_of.router.routes if isinstance(route, APIRoute))
    methods = {method for route in routes if route.path_regex.match(path) for method in route.methods or ()}
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))
