"""Explains the codes of problems."""

from __future__ import annotations

import re

from msgspec import Struct

from api.http.problems import HttpProblem, next_step
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from api.locales import texts_of
from domain.words import words_of

routes = Routes("welcome", prefix="")
_SLOT = re.compile(r"\{[^{}]*\}")


class ProblemExplanation(Struct, frozen=True, kw_only=True):
    """A code: each sentence it can come with, its facts left open, and what to do about it."""

    code: str
    says: list[str]
    next: str


@routes.get("/api/problems/{code}", response=ProblemExplanation)
def explain_a_problem(request: ApiRequest) -> ProblemExplanation:
    """What the code of a problem means; the `type` of a problem is this address."""
    code = request.path["code"]
    known = words_of(request.lang)["refusals"].get(code) or texts_of(request.lang, "refused").get(code)
    if known is None or code == "unfit-at":
        raise HttpProblem("not-found", 404)
    sentences = list(known.values()) if isinstance(known, dict) else [known]
    return ProblemExplanation(
        code=code, says=[_SLOT.sub("…", sentence) for sentence in sentences], next=next_step(code, request.lang)
    )
