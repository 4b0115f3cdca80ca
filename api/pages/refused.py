"""A refusal as a page, for whoever came with a browser."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from api.http.problems import Problem
from api.pages.routing import HTML, POLICY, page_language
from api.pages.templating import render


def is_for_people(request: Request) -> bool:
    """Whether somebody reads this, and no program."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def shown_problem(request: Request, problem: Problem, headers: Mapping[str, str]) -> Response:
    """Why something was not done, and what to do next."""
    session = request.path_params.get("session", "")  # a link to a table without guests brings its key behind the #
    told = {"here": request.url.path, "query": request.url.query, "problem": problem, "session": session}
    text = render("refused.html", page_language(request), **told)
    return Response(text, problem.status, {**headers, "content-security-policy": POLICY}, HTML)
