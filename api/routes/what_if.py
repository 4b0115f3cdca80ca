"""What if: a reader's own branch of a record. It is computed and never recorded; its address holds all of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line
from api.http.routing import Routes
from replays.review.what_if import SEPARATOR, WhatIf, WhatIfView, what_if

routes = Routes("audit")


class WhatIfQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A branch: the line after which it begins, its lines with `|` between them, the reading it adopts.

    `rest` keeps the lines that were played after it, all but the line `without`. `name` is what its reader calls it.
    """

    after: Line = 0
    play: Annotated[str, Meta(max_length=6000)] = ""
    more: Annotated[str, Meta(max_length=300)] = ""
    under: Annotated[str, Meta(max_length=80)] = ""
    rest: bool = False
    without: Line = 0
    name: Annotated[str, Meta(max_length=80)] = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the branch, with the one that is added now."""
        return tuple(filter(None, (*map(str.strip, self.play.split(SEPARATOR)), self.more.strip())))


def what_if_of(request: SessionRequest) -> WhatIfView:
    """The branch that a request describes; refused where help is off and the record is open."""
    if not request.sees_findings:
        raise HttpProblem("help-off", 409)
    query: WhatIfQuery = request.query
    asked = WhatIf(after=query.after, lines=query.lines, under=query.under, rest=query.rest, without=query.without)
    return what_if(request.view, asked, request.lang, request.viewer)


@routes.session_get("/sessions/{session}/what-if", query=WhatIfQuery, response=WhatIfView, heavy=True)
def try_a_branch(request: SessionRequest) -> WhatIfView:
    """What the table would come to with other lines after a line: findings, points, offers. Nothing is recorded."""
    return what_if_of(request)
