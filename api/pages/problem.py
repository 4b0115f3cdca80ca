"""The page that shows a problem to a person."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.http.problems import Problem
from api.pages.routing import HTML, POLICY, page_language
from api.pages.templates import render


class ProblemContext(Struct, frozen=True, kw_only=True):
    """What refused.html shows."""

    here: str
    query: str
    blind: bool
    problem: Problem
    session: str  # the address of a table without guests brings its key behind the #


def wants_page(http: Request) -> bool:
    """Whether the client is a browser that shows a page."""
    return not http.url.path.startswith("/api/") and "text/html" in http.headers.get("accept", "")


def problem_page(http: Request, problem: Problem, headers: Mapping[str, str]) -> Response:
    """The page of a problem, with what to do next."""
    session = http.path_params.get("session", "")
    context = ProblemContext(here=http.url.path, query=http.url.query, blind=False, problem=problem, session=session)
    text = render("refused.html", page_language(http), context)
    return Response(text, problem.status, {**headers, "content-security-policy": POLICY}, HTML)
