"""What somebody finds who comes by the printed address or by a link, and what a refusal's code means."""

from __future__ import annotations

import re

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.asking import LANGUAGES, Ask
from api.errors import Refused, next_of
from api.locales import say, texts_of
from api.routing import Routes, answer
from domain.words import words_of

routes = Routes("welcome", prefix="")
_SLOT = re.compile(r"\{[^{}]*\}")


class Explained(Struct, frozen=True, kw_only=True):
    """What a code stands for: each sentence it can come with, its particulars left open, and what to do about it."""

    code: str
    says: list[str]
    next: str


@routes.router.get("/", include_in_schema=False)
async def welcome(request: Request) -> Response:
    """Where one is, in both languages."""
    return answer("\n\n".join(say(lang, "welcome") for lang in LANGUAGES) + "\n")


@routes.router.get("/s/{session}", include_in_schema=False)
async def handed_on(request: Request) -> Response:
    """What a link that hands on a role is good for; whether there is such a table is not told."""
    told = (say(lang, name) for lang in LANGUAGES for name in ("welcome", "handed-on"))
    return answer("\n\n".join(told) + "\n")


@routes.looks("/api/problems/{code}", gives=Explained)
def explain_a_problem(ask: Ask) -> Explained:
    """What the code of a refusal means: its `type` leads here."""
    code = ask.path["code"]
    known = words_of(ask.lang)["refusals"].get(code) or texts_of(ask.lang, "refused").get(code)
    if known is None or code == "unfit-at":
        raise Refused("not-found", 404)
    sentences = list(known.values()) if isinstance(known, dict) else [known]
    return Explained(code=code, says=[_SLOT.sub("…", one) for one in sentences], next=next_of(code, ask.lang))
