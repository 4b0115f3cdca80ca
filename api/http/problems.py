"""Refusals as HTTP: one problem-details shape, a code, a sentence in the asked language and what to do next."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from api.locales import is_said, say
from domain.errors import NotRecorded
from replays.annotation import refusal_text
from replays.recorder.free_text import Suggestion

STATUS = {  # of what the domain refuses; anything else is 422: it was understood and cannot be done
    "closed": 409,
    "not-closed": 409,
    "empty-record": 409,
    "not-empty": 409,
    "stale": 409,
    "not-mendable": 409,
    "ruled-already": 409,
    "unknown-session": 404,
    "unknown-grant": 404,
    "no-such-version": 404,
    "no-such-dispute": 404,
    "too-long": 413,
    "record-full": 409,
    "too-many-rulings": 413,
    "not-allowed": 403,
    "too-busy": 503,
    "store-away": 503,
    "read-only": 503,
    "no-store": 503,
    "unsound": 500,
}
HEADERS = {429: {"retry-after": "10"}, 503: {"retry-after": "1"}, 401: {"www-authenticate": "Bearer"}}


class Problem(Struct, frozen=True, kw_only=True):
    """Why something was not done (problem details). Nothing was changed by it."""

    type: str
    title: str
    status: int
    code: str
    detail: str  # a sentence in the asked language
    next: str  # what to do about it
    request: str = ""  # which request it was, as in the log
    at: int | None = None  # of several lines sent together, which one; the first is 0
    suggestion: Suggestion | UnsetType = UNSET  # of a typed line that cannot be read: what was perhaps meant


class HttpProblem(Exception):
    """What the edge itself refuses; the facts fill its sentence."""

    def __init__(self, code: str, status: int, **facts: object):
        super().__init__(code)
        self.code, self.status, self.facts = code, status, facts

    def says(self, lang: str) -> str:
        """Why, in the asked language."""
        return say(lang, self.code, "refused", **self.facts)


def problem_of(error: Exception, lang: str, request: str, known: bool = True) -> Problem:
    """Any error as a problem. Whoever showed no token is first of all asked for one."""
    code, status = _named(error)
    if code == "not-allowed" and not known:
        status = 401
    return Problem(
        type=f"/api/problems/{code}",
        title=say(lang, str(status), "titles"),
        status=status,
        code=code,
        detail=_detail(error, lang),
        next=next_of(code, lang, status),
        request=request,
        at=getattr(error, "at", None),
        suggestion=getattr(error, "suggestion", UNSET),
    )


def next_of(code: str, lang: str, status: int | None = None) -> str:
    """What to do about a refusal: of its own, or of its status."""
    return say(lang, code if is_said(code, "next") else str(status or STATUS.get(code, 422)), "next")


def _named(error: Exception) -> tuple[str, int]:
    if isinstance(error, HttpProblem):
        return error.code, error.status
    if isinstance(error, NotRecorded):
        return error.code, STATUS.get(error.code, 422)
    return "internal", 500


def _detail(error: Exception, lang: str) -> str:
    if isinstance(error, NotRecorded):
        return refusal_text(error, lang)
    return error.says(lang) if isinstance(error, HttpProblem) else say(lang, "internal", "refused")
