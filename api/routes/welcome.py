"""What a refusal's code means."""

from __future__ import annotations

import re

from msgspec import Struct

from api.http.problems import HttpProblem, next_of
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from api.locales import texts_of
from domain.words import words_of

routes = Routes("welcome", prefix="")
_SLOT = re.compile(r"\{[^{}]*\}")


class ProblemExplanation(Struct, frozen=True, kw_only=True):
    """What a code stands for: each sentence it can come with, its particulars left open, and what to do about it."""

    code: str
    says: list[str]
    next: str


@routes.looks("/api/problems/{code}", gives=ProblemExplanation)
def explain_a_problem(ask: ApiRequest) -> ProblemExplanation:
    """What the code of a refusal means: its `type` leads here."""
    code = ask.path["code"]
    known = words_of(ask.lang)["refusals"].get(code) or texts_of(ask.lang, "refused").get(code)
    if known is None or code == "unfit-at":
        raise HttpProblem("not-found", 404)
    sentences = list(known.values()) if isinstance(known, dict) else [known]
    return ProblemExplanation(code=code, says=[_SLOT.sub("…", one) for one in sentences], next=next_of(code, ask.lang))
