"""Turns errors into problem details: a status, a code, a sentence in the reader's language and what to do next."""

from __future__ import annotations

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError
from msgspec import UNSET, Struct, UnsetType

from api.locales import has_text, say
from domain.errors import NotRecorded
from replays.annotation import refusal_text
from replays.recorder.free_text import Suggestion

STATUS = {  # by the code of a domain error; every other code is 422
    "closed": 409,
    "not-closed": 409,
    "empty-record": 409,
    "not-empty": 409,
    "stale": 409,
    "not-mendable": 409,
    "ruled-already": 409,
    "own-ruling": 409,
    "unknown-session": 404,
    "unknown-club": 404,
    "unknown-grant": 404,
    "no-such-version": 404,
    "no-such-dispute": 404,
    "too-long": 413,
    "record-full": 409,
    "too-many-rulings": 413,
    "not-allowed": 403,
    "hands-hidden": 403,
    "too-busy": 503,
    "store-away": 503,
    "read-only": 503,
    "no-store": 503,
    "unsound": 500,
}
NO_ANSWER = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)  # of the database
HEADERS = {429: {"retry-after": "10"}, 503: {"retry-after": "1"}, 401: {"www-authenticate": "Bearer"}}


class Problem(Struct, frozen=True, kw_only=True):
    """Why something was not done (problem details). Below status 500, nothing was changed by it."""

    type: str
    title: str
    status: int
    code: str
    detail: str  # a sentence in the reader's language
    next: str  # what to do about it
    request: str = ""  # the id of the request, as in the log
    at: int | None = None  # of several lines sent together, the index of the one with the error
    suggestion: Suggestion | UnsetType = UNSET  # of a typed line that cannot be read, what it perhaps means


class HttpProblem(Exception):
    """An error of the HTTP layer; its facts fill the sentence of its code."""

    def __init__(self, code: str, status: int, **facts: object):
        super().__init__(code)
        self.code, self.status, self.facts = code, status, facts

    def detail(self, lang: str) -> str:
        """The sentence that says why."""
        return say(lang, self.code, "refused", **self.facts)


def problem_of(error: Exception, lang: str, request: str, has_token: bool = True) -> Problem:
    """Any error as a problem. A request without a token is asked for one first."""
    code, status = _code_and_status(error)
    if code == "not-allowed" and not has_token:
        status = 401
    return Problem(
        type=f"/api/problems/{code}",
        title=say(lang, str(status), "titles"),
        status=status,
        code=code,
        detail=_detail(error, lang),
        next=next_step(code, lang, status),
        request=request,
        at=getattr(error, "at", None),
        suggestion=getattr(error, "suggestion", UNSET),
    )


def next_step(code: str, lang: str, status: int | None = None) -> str:
    """What to do about a problem: the text of its code, else of its status."""
    return say(lang, code if has_text(code, "next") else str(status or STATUS.get(code, 422)), "next")


def _code_and_status(error: Exception) -> tuple[str, int]:
    if isinstance(error, HttpProblem):
        return error.code, error.status
    if isinstance(error, NotRecorded):
        return error.code, STATUS.get(error.code, 422)
    return ("no-database", 503) if isinstance(error, NO_ANSWER) else ("internal", 500)


def _detail(error: Exception, lang: str) -> str:
    if isinstance(error, NotRecorded):
        return refusal_text(error, lang)
    return error.detail(lang) if isinstance(error, HttpProblem) else say(lang, _code_and_status(error)[0], "refused")
